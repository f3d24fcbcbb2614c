"""Commands of visitors, each in a process of its own: what is answered, refused, and with which status."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from tests.cli.program import ROOT

pytest.importorskip("asyncssh")


def remote(*words: str, folder: Path, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a visitor's command."""
    environment = os.environ | {
        "PYTHONPATH": str(ROOT),
        "TERMPUZZLES_DATA": str(folder / "data"),
        "TERMPUZZLES_CONFIG": str(folder / "config"),
    }
    command = [sys.executable, "-m", "termpuzzles.cli.remote", *words]
    return subprocess.run(command, input=stdin, capture_output=True, env=environment, timeout=60)


UNIQUE = "infinity:2x2:3333"
BOUNDS = "5000,1000000,262144,62500"


@pytest.mark.parametrize(
    ("words", "status", "out", "err"),
    [
        (("solve", UNIQUE), 0, "infinity:2x2:9c36\n", ""),
        (("--memory=1073741824", "solve", UNIQUE), 0, "infinity:2x2:9c36\n", ""),
        ((), 2, "", "expected one of hint, solve, check, generate, daily, help"),
        (("render", UNIQUE), 2, "", "expected one of hint, solve, check, generate, daily, help"),
        (("generate", "net", "--output=a", "--seed", "1"), 2, "", "--output is not for visitors"),
        (("generate", "net", "-oa"), 2, "", "-oa is not for visitors"),
        (("solve", "README.md"), 2, "", "README.md: expected a puzzle id such as 7x7w:…, found 'README.md'"),
        (("sync", BOUNDS, "1", "list"), 0, "termpuzzles 1 262144\n{}", ""),
        (("sync", BOUNDS, "2", "list"), 2, "", "This service speaks version 1 of sync, and you '2'"),
        (("sync", BOUNDS, "1", "steal"), 2, "", "expected one of list, get, send, found 'steal'"),
        (("sync", BOUNDS, "1", "send"), 2, "", ""),
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
    from termpuzzles.cli import remote as module

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
    from termpuzzles.cli import remote as module

    def fail(*given: object) -> bytes:
        raise error

    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path))
    monkeypatch.setattr("resource.setrlimit", lambda which, both: None)
    monkeypatch.setattr("os.nice", lambda number: None)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    monkeypatch.setattr(module, "answer", fail)
    assert module.main(["sync", BOUNDS, "1", "list"]) == 2
    found = capsys.readouterr()
    assert (found.out, found.err) == ("", f"termpuzzles: {said}\n")
