"""Each command in this process: what it prints, and its exit status."""

from __future__ import annotations

import io
import signal
from pathlib import Path

import pytest

from termpuzzles.cli import main
from termpuzzles.cli.run import run
from tests.commands.shell import Shell

UNIQUE = "infinity:2x2:3333"
AMBIGUOUS = "infinity:2x2:1111"


@pytest.fixture(autouse=True)
def _unheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set no memory limit: it would remain for all later tests."""
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n", "\x00\x01", "\ufeff"])
def test_no_puzzle_at_all_is_bad_input(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = Shell(monkeypatch, tmp_path).run("solve", text)
    assert (done.status, done.out, done.err[:14]) == (2, "", "termpuzzles: -")


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


def test_an_interrupt_of_a_command_line_in_another_program_leaves_its_signals_as_they_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(arguments: list[str] | None) -> int:
        raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    monkeypatch.setattr("termpuzzles.cli.run.run", interrupted)
    assert main(["solve"]) == 130
    assert capsys.readouterr().err == "termpuzzles: interrupted\n"
    assert signal.getsignal(signal.SIGINT) is before
