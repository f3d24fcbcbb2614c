"""Each command in this process: what it prints, and its exit status."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from termpuzzles.cli.run import run
from tests.commands.shell import Shell

UNIQUE = "infinity:2x2:3333"
AMBIGUOUS = "infinity:2x2:1111"
NOTHING = "infinity:2x1:35"


@pytest.fixture(autouse=True)
def _unheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set no memory limit: it would remain for all later tests."""
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)


@pytest.mark.parametrize(
    ("arguments", "status", "begins"),
    [
        (["solve", UNIQUE], 0, "infinity:2x2:9c36\n"),
        (["solve", "--to", "picture", UNIQUE], 0, "┏┓\n┗┛\n"),
        (["solve", "--json", "--possible", NOTHING], 1, '{"id": "infinity:2x1:35"'),
        (["solve", "--game", "infinity", "2x2:3333"], 0, "infinity:2x2:9c36\n"),
        (["check", UNIQUE, AMBIGUOUS], 1, "# solutions "),
        (["check", "--json", "--witness", AMBIGUOUS], 1, '{"id": "infinity:2x2:1111"'),
        (["hint", UNIQUE], 0, "Only fit: The corner at (1, 1) opens down and right.\n"),
        (["hint", "--depth", "1", UNIQUE], 0, "Look at the part in brackets.\n"),
        (["hint", "--pins", "1,1", UNIQUE], 0, "Mistake: "),
        (["hint", "--why-not", "1,1 SW", UNIQUE], 0, "Why not: The corner at (1, 1) cannot open down and left."),
        (["convert", "--to", "numbers", UNIQUE], 0, "3 3\n3 3\n"),
        (["convert", "--json", UNIQUE], 0, '{"id": "infinity:2x2:3333"'),
        (["convert", "--to", "pzprv3", UNIQUE, UNIQUE], 2, "# ∞ Loop cannot be written as pzprv3"),
        (["render", UNIQUE], 0, "<!doctype html>"),
        (["render", "--to", "svg", UNIQUE], 0, "<svg "),
        (["daily", "net", "--date", "2026-11-20"], 0, "9x9:"),
        (["--version"], 0, "termpuzzles"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_command_prints_its_answer_and_returns_its_status(
    capsys: pytest.CaptureFixture[str], arguments: list[str], status: int, begins: str
) -> None:
    assert run(arguments) == status
    assert capsys.readouterr().out[: len(begins)] == begins


STATUSES = (
    (["solve", UNIQUE], 0),
    (["solve", AMBIGUOUS], 0),
    (["solve", NOTHING], 1),
    (["solve", "infinity:2x2:333"], 2),
    (["solve", "13x11w"], 2),
    (["solve", "no-such-file.loops"], 2),
    (["check", UNIQUE], 0),
    (["check", AMBIGUOUS], 1),
    (["check", NOTHING], 1),
    (["check", "net:2x2"], 2),
    (["hint", UNIQUE], 0),
    (["hint", AMBIGUOUS], 0),
    (["hint", "infinity:2x1:14"], 1),
    (["hint", NOTHING], 1),
    (["hint", "infinity:2x2:333"], 2),
    (["hint", "--pins", "9,9", UNIQUE], 2),
    (["hint", "--depth", "4", UNIQUE], 2),
    (["convert", UNIQUE], 0),
    (["convert", "--to", "pzprv3", UNIQUE], 2),
    (["convert", "--game", "net", UNIQUE], 2),
    (["solve", UNIQUE, NOTHING, UNIQUE], 1),
    (["solve", NOTHING, "infinity:2x2:333", UNIQUE], 2),
    (["--version"], 0),
    (["--help"], 0),
    (["manual"], 0),
    (["slove"], 2),
)


@pytest.mark.parametrize(("arguments", "status"), STATUSES, ids=lambda value: str(value)[:40])
def test_the_exit_status_tells_the_outcome(arguments: list[str], status: int) -> None:
    assert run(arguments) == status


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\x00\x01", "\ufeff"])
def test_no_puzzle_at_all_is_bad_input(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = Shell(monkeypatch, tmp_path).run("solve", text)
    assert (done.status, done.out, done.err[:14]) == (2, "", "termpuzzles: -")


def test_a_drawing_is_written_to_the_file_that_is_named_and_nothing_is_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "board.svg"
    assert run(["render", "--to", "svg", "-o", str(file), UNIQUE]) == 0
    assert file.read_text(encoding="utf-8").startswith("<svg ")
    assert not capsys.readouterr().out
    assert run(["render", "-o", str(tmp_path / "none"), "net:2x2"]) == 2
    assert not (tmp_path / "none").exists()


def test_without_files_no_argument_names_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "one.loops"
    file.write_text(UNIQUE + "\n", encoding="utf-8")
    assert run(["convert", str(file)]) == 0
    assert capsys.readouterr().out == UNIQUE + "\n"
    assert run(["convert", str(file)], files=False) == 2


@pytest.fixture
def quits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Give the player empty folders, and leave the app at once."""
    monkeypatch.setenv("TERMPUZZLES_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("TERMPUZZLES_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"quit\n")))


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "What would you like to do?"),
        ([UNIQUE], "Infinity Loop, 2 by 2."),
        (["net 5x5w"], "Net, 5 by 5, wraps around."),
        (["--game", "net", "4x3"], "Net, 4 by 3."),
        (["--pack", "net/first-turns"], "; First turns 1."),
        ([UNIQUE, AMBIGUOUS, "net:4x1:1551"], "Puzzle 1 of 3."),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
@pytest.mark.usefixtures("quits")
def test_play_opens_what_was_asked_for(capsys: pytest.CaptureFixture[str], arguments: list[str], expected: str) -> None:
    assert run(["play", "--plain", *arguments]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Plain mode, because --plain was given.\n")
    assert expected in printed


@pytest.mark.parametrize("arguments", [["nothing.loops"], ["--pack", "none"], [UNIQUE, "net:2x2"]])
@pytest.mark.usefixtures("quits")
def test_play_opens_nothing_where_something_cannot_be_read(
    capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert run(["play", "--plain", *arguments]) == 2
    assert not capsys.readouterr().out
