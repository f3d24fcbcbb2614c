"""Commands of visitors, each in a process of its own: what is answered, refused, and with which status."""

from __future__ import annotations

import io
import os
import resource
import subprocess
import sys
import time
from datetime import date
from errno import ENOSPC
from io import BytesIO, TextIOWrapper
from pathlib import Path
from socket import socketpair

import pytest

from termpuzzles.company.daily_table import arrivals
from termpuzzles.company.growing import FolderGrowingFile
from termpuzzles.company.meetings import Invitation
from termpuzzles.company.race import RACE
from termpuzzles.company.records import RaceRecords
from termpuzzles.company.sync import is_refusal, refusal_line
from termpuzzles.formats import read
from termpuzzles.storage.folder_store import FolderStore
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from termpuzzles.storage.transfer import part_of
from tests.cli.program import ROOT
from tests.company.plain.test_exchange import Service
from tests.play.storage.opened import opened

pytest.importorskip("asyncssh")


def remote(*words: str, folder: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a visitor's command."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "TERMPUZZLES_DATA": str(folder / "data"),
        "TERMPUZZLES_CONFIG": str(folder / "config"),
    }
    command = [sys.executable, "-m", "termpuzzles.company.remote", *words]
    return subprocess.run(command, input=stdin, capture_output=True, env=environment)


UNIQUE = "infinity:2x2:3333"
BOUNDS = "5000,1000000,262144,62500"
REFUSED = refusal_line("exchange").decode()


@pytest.mark.parametrize(
    ("words", "status", "out", "err"),
    [
        (("solve", UNIQUE), 0, "infinity:2x2:9c36\n", ""),
        (("--memory=1073741824", "solve", UNIQUE), 0, "infinity:2x2:9c36\n", ""),
        ((), 2, "", "expected one of hint, solve, check, generate, daily, help"),
        (("render", UNIQUE), 2, "", "expected one of hint, solve, check, generate, daily, help"),
        (("generate", "net", "--output=a", "--seed", "1"), 2, "", "--output is not for visitors"),
        (("generate", "net", "-oa"), 2, "", "-oa is not for visitors"),
        (("solve", "README.md"), 2, "", "README.md: expected a puzzle id such as 7x7w:…"),
        (("sync", BOUNDS, "1", "list"), 0, "termpuzzles 1 262144\n{}", ""),
        (("sync", BOUNDS, "2", "list"), 2, REFUSED, "This service speaks version 1 of sync, and you '2'"),
        (("sync", BOUNDS, "1", "steal"), 2, REFUSED, "expected one of list, get, send, found 'steal'"),
        (("sync", BOUNDS, "1", "send"), 2, REFUSED, ""),
    ],
    ids=str,
)
def test_a_visitor_is_answered_or_refused(
    words: tuple[str, ...], status: int, out: str, err: str, tmp_path: Path
) -> None:
    done = remote(*words, folder=tmp_path)
    assert (done.returncode, done.stdout.decode()) == (status, out)
    assert done.stderr.decode().startswith(f"termpuzzles: {err}" if status else "")
    assert bool(done.stderr) == bool(status)


@pytest.mark.parametrize("memory", [0, 1 << 29])
def test_a_command_of_a_visitor_gives_way_and_has_two_minutes_of_processor_time(
    memory: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from termpuzzles.company import remote as module

    limits, nice = list[tuple[int, tuple[int, int]]](), list[int]()
    monkeypatch.setattr("resource.setrlimit", lambda which, both: limits.append((which, both)))
    monkeypatch.setattr("os.nice", nice.append)
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)
    given = [f"--memory={memory}"] * bool(memory)
    assert module.main([*given, "solve", UNIQUE]) == 0
    assert capsys.readouterr().out == "infinity:2x2:9c36\n"
    assert nice == [10]
    of_memory = [(resource.RLIMIT_AS, (memory, memory))] * bool(memory)
    assert limits == [*of_memory, (resource.RLIMIT_CPU, (120, 120))]


class _Asked:
    """A visitor's commands, answered in this process."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        for name in ("os.nice", "resource.setrlimit"):
            monkeypatch.setattr(name, lambda *these: None)
        monkeypatch.setenv("TERMPUZZLES_DATA", str(folder / "data"))
        monkeypatch.setenv("TERMPUZZLES_CONFIG", str(folder / "config"))

    def main(self, *words: str, stdin: bytes = b"") -> int:
        """The exit status."""
        from termpuzzles.company.remote import main

        self._patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        return main([*words])


def test_a_game_of_today_that_a_visitor_sends_is_remembered_as_one_that_came_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    elsewhere = Library(Folders(tmp_path / "elsewhere", tmp_path / "config"))
    today, other = (read(board)[0] for board in (UNIQUE, "net:2x2:3333"))
    names = list[str]()
    for board, day in ((today, date.today()), (other, date(2026, 1, 2))):
        journal = opened(elsewhere, board)
        assert journal is not None
        journal.record(0.0, f"opened {day} daily {day}")
        journal.record(1.0, "turn 1,1 1")
        journal.close()
        names.append(identity(board))
    assert _Asked(tmp_path, monkeypatch).main("sync", BOUNDS, "1", "send", stdin=part_of(elsewhere, names)) == 0
    assert capfdbinary.readouterr().out == b"2 0 0 0"
    assert [*arrivals(FolderStore(tmp_path / "data").saved_choices())] == names[:1]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (OSError(ENOSPC, "No space left on device"), "the service cannot keep this: no space left on device"),
        (OSError("The store is away"), "the service cannot keep this: the store is away"),
        (MemoryError(), "this takes more memory than the service has for one player"),
    ],
    ids=["full disk", "other", "memory"],
)
def test_a_visitor_is_told_in_a_sentence_why_nothing_can_be_kept(
    error: BaseException,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(*these: object) -> bytes:
        raise error

    monkeypatch.setattr("termpuzzles.company.remote.answer", fail)
    assert _Asked(tmp_path, monkeypatch).main("sync", BOUNDS, "1", "list") == 2
    out, err = capsys.readouterr()
    assert (is_refusal(out.encode()), err) == (True, f"termpuzzles: {said}\n")


def test_plain_mode_of_a_visitor_tells_of_the_race_that_was_left_and_begins_with_the_one_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    left = Invitation(RACE, "bob", ("me",), {"what": "Net 5x5"}, names=("Bob", "Me"))
    races = RaceRecords(lambda name: FolderGrowingFile(tmp_path / name), MemoryStore())
    races.begin(left, "board", ["me"], time.time())
    monkeypatch.setenv("TERMPUZZLES_TOGETHER", str(tmp_path))
    asked = _Asked(tmp_path, monkeypatch)
    ours, theirs = socketpair()
    with theirs:
        service = Service(theirs)
        assert asked.main("plain", str(ours.detach()), "me", "bob", "2x2", stdin=b"quit\n") == 0
    out, err = capsys.readouterr()
    said = out.splitlines()
    assert said[1] == "You left a race, Net, 5 by 5. Type accept to go back to it."
    assert "A race against Bob: Net, 2 by 2." in said
    assert err == ""
    assert [service.took() for _ in range(3)] == [["subscribe", "player:me"], ["find", "me"], ["find", "bob"]]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (MemoryError(), "this takes more memory than the service has for one player"),
        (OSError(28, "No space left on device"), "the service cannot keep this: no space left on device"),
    ],
    ids=str,
)
def test_a_sync_that_cannot_be_answered_says_why(
    error: Exception, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from termpuzzles.company import remote as module

    def fail(*given: object) -> bytes:
        raise error

    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path))
    monkeypatch.setattr("resource.setrlimit", lambda which, both: None)
    monkeypatch.setattr("os.nice", lambda number: None)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    monkeypatch.setattr(module, "answer", fail)
    assert module.main(["sync", BOUNDS, "1", "list"]) == 2
    found = capsys.readouterr()
    assert (is_refusal(found.out.encode()), found.err) == (True, f"termpuzzles: {said}\n")
