"""What commands say where the machine fails them: folders and disks, libraries, processes, and games without boards."""

from __future__ import annotations

import os
import sys
from datetime import date
from errno import ENOSPC, EPIPE
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import pytest

from termpuzzles.cli.parser import parse
from termpuzzles.cli.run import run
from termpuzzles.commands.answers import Console
from termpuzzles.commands.check import CheckOptions, check_each
from termpuzzles.commands.daily import daily
from termpuzzles.commands.reading import entries_of
from termpuzzles.commands.solve import SolveOptions, solve_each
from termpuzzles.errors import WorkersError, shortened
from termpuzzles.logic.task import Unfinished
from tests.commands import ask

MADE = ["generate", "infinity", "2x2", "--seed", "1"]


@pytest.fixture(autouse=True)
def _unheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set no memory limit: it would remain for all later tests."""
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)


def failing(error: BaseException) -> Any:
    """A function that fails so."""

    def fail(*_: object, **__: object) -> NoReturn:
        raise error

    return fail


@pytest.mark.parametrize("exists", [True, False])
def test_a_file_or_folder_that_may_not_be_written_is_refused_before_the_work(
    exists: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "new.ids"
    if exists:
        file.write_text("old", encoding="ascii")
    closed = str(file if exists else tmp_path)
    monkeypatch.setattr("os.access", lambda path, mode: (str(path), mode) != (closed, os.W_OK))
    monkeypatch.setattr("termpuzzles.commands.generate.make_board", failing(AssertionError()))
    assert run([*MADE, "-o", str(file)]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"termpuzzles: {shortened(str(file))}: permission denied\n")
    assert [each.name for each in tmp_path.iterdir()] == ["new.ids"] * exists


def test_boards_that_cannot_be_put_into_their_file_are_printed_and_nothing_else_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(MADE) == 0
    board = capsys.readouterr().out
    (tmp_path / "new.ids").write_text("old", encoding="ascii")
    monkeypatch.setattr("os.replace", failing(OSError(ENOSPC, "No space left on device")))
    assert run([*MADE, "-o", str(tmp_path / "new.ids")]) == 2
    said = capsys.readouterr()
    assert said.out == board
    assert said.err == f"termpuzzles: {shortened(str(tmp_path / 'new.ids'))}: no space left on device\n"
    assert [(each.name, each.read_text(encoding="ascii")) for each in tmp_path.iterdir()] == [("new.ids", "old")]


@pytest.mark.skipif(not os.access("/dev/shm", os.W_OK), reason="there is no folder /dev/shm")
def test_a_file_in_memory_stays_as_it_was_where_it_cannot_be_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    with TemporaryDirectory(dir="/dev/shm") as folder:
        file = Path(folder, "new.ids")
        file.write_text("old", encoding="ascii")
        monkeypatch.setattr("os.replace", failing(OSError(ENOSPC, "No space left on device")))
        assert run([*MADE, "-o", str(file)]) == 2
        assert [(each.name, each.read_text(encoding="ascii")) for each in Path(folder).iterdir()] == [
            ("new.ids", "old")
        ]


@pytest.mark.parametrize("words", [MADE, ["solve", "infinity:2x2:3333"]], ids=" ".join)
def test_a_cluster_that_cannot_be_used_is_said_to_be_so(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("termpuzzles.commands.elsewhere.cluster", failing(WorkersError("tcp://host:8786: why")))
    assert run([*words, "--scheduler", "tcp://host:8786"]) == 2
    assert capsys.readouterr() == ("", "termpuzzles: tcp://host:8786: why\n")


def test_without_the_extra_the_way_to_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("termpuzzles.batches.cluster.import_module", failing(ModuleNotFoundError("dask")))
    assert run([*MADE, "--scheduler", "tcp://host:8786"]) == 2
    said = "--scheduler needs the extra cluster: python3 -m pip install 'termpuzzles[cluster]'"
    assert capsys.readouterr() == ("", f"termpuzzles: {said}\n")


@pytest.mark.parametrize(
    ("error", "options", "status", "said"),
    [
        (BrokenPipeError(EPIPE, "Broken pipe"), [], 0, ""),
        (BrokenPipeError(EPIPE, "Broken pipe"), ["-o", "/dev/stdout"], 0, ""),
        (OSError(ENOSPC, "No space left on device"), [], 2, "termpuzzles: the output: no space left on device\n"),
        (MemoryError(), [], 2, "termpuzzles: this takes more memory than may be used, a gigabyte\n"),
    ],
)
def test_what_stops_boards_from_being_shown_is_said_unless_nobody_wants_more_of_them(
    error: BaseException,
    options: list[str],
    status: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("termpuzzles.commands.generate.make", failing(error))
    monkeypatch.setattr("termpuzzles.cli.run.close_quietly", lambda stream: None)
    assert run([*MADE, *options]) == status
    assert capsys.readouterr() == ("", said)


@pytest.mark.parametrize("to", [None, "picture"])
@pytest.mark.parametrize("json", [False, True])
def test_a_game_without_a_board_of_the_day_says_so_in_its_place(to: str | None, json: bool) -> None:
    (answer,) = daily("web", date(2026, 11, 21), to, json)
    assert (answer.status, answer.words) == (2, "Web has no daily board")
    assert answer.text == ('{"error": "Web has no daily board"}' if json else "")
    assert answer.place == ("" if json else "# Web has no daily board")
    assert answer.block == (to == "picture" and not json)


def test_a_game_without_a_board_of_the_day_is_not_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "--plain", "--daily", "--game", "web"]) == 2
    assert capsys.readouterr().err == "termpuzzles: Web has no daily board\n"


class Terminal(TextIOWrapper):
    """A terminal at which these bytes are typed."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("words", "is_told"), [([], True), (["-"], True), (["2x1:14"], False), (["2x1:14", "-"], True)]
)
def test_whoever_types_puzzles_at_a_terminal_is_told_how_to_end(words: list[str], is_told: bool) -> None:
    err = StringIO()
    typed = Terminal(BytesIO(b"infinity:2x1:11\n"), encoding="utf-8")
    console = Console({}, typed, sys.stdout, err, files=True)
    found = [entry.given().game.name for entry in entries_of(parse(["solve", *words]), console)]
    assert found == ["net"] * ("2x1:14" in words) + ["infinity"] * is_told
    assert err.getvalue() == "termpuzzles: reading puzzles from the terminal, until Ctrl-D\n" * is_told


@pytest.mark.parametrize("words", [["nosuch"], ["nosuch", "2x1:14"], ["2x1:14", "nosuch"]], ids=" ".join)
def test_on_a_terminal_an_error_is_printed_once(words: list[str]) -> None:
    shows = BytesIO()
    screen = Terminal(shows, encoding="utf-8", write_through=True)
    typed = Terminal(BytesIO(b""), encoding="utf-8")
    console = Console({}, typed, screen, screen, files=True)
    status = console.show(check_each(entries_of(parse(["check", *words]), console), CheckOptions()))
    shown = shows.getvalue().decode()
    assert status == 2
    assert shown.count("no such file or directory") == 1
    assert shown.count("# solutions") == (len(words) > 1)


def test_where_there_is_no_time_even_to_write_down_what_is_known_only_the_limit_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("termpuzzles.games.queries.solve", failing(Unfinished()))
    monkeypatch.setattr("termpuzzles.commands.solve.known_so_far", failing(Unfinished()))
    (answer,) = solve_each(ask.entries_of(ask.SMALL["unique"]), SolveOptions("picture"))
    said = f"{ask.SMALL['unique']}: the limit of inf s ran out"
    assert answer == (("", 3, said, True, f"# {said}"))
