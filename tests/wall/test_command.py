"""`termpuzzles wall`: an answer a line, with its status, for positions and games from arguments, files and input."""

from __future__ import annotations

import argparse
import json
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest

from termpuzzles.cli.parser import parse
from termpuzzles.cli.run import run
from termpuzzles.wall.command import clock_named
from termpuzzles.wall.game.engine import best_turn
from termpuzzles.wall.game.notation import read_position, read_turn
from termpuzzles.wall.game.rules import judge

START = "2x2 standard a2 a1 b2 b1 r -"
USUAL = "8x8 standard a8 a1 h8 h1 r -"
WON = "wall1 standard 3x3 1-0 knockout Cb2 --- Cc1"
UNTRUE = "wall1 standard 3x3 1-0 knockout Cb2 Cd2"


@pytest.fixture(autouse=True)
def _unheld(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set no memory limit: it would remain for all later tests."""
    monkeypatch.setattr("termpuzzles.logic.task.hold_memory", lambda number: None)


ANSWERS = {
    ("check", WON): (0, "ok"),
    ("check", *WON.replace("---", "Ma2").split()): (2, "turn 2, Ma2: rule 2: Ma2 takes 3 actions, and a turn has 2"),
    ("check", UNTRUE, WON): (2, "turn 2, Cd2: rule 4: no open way of two steps leads the cat from c3 to d2\nok"),
    ("check", "wall1", WON): (
        2,
        "# wall1: expected a game: wall1 VARIANT SIZE RESULT REASON TURN …, found 'wall1'\nok",
    ),
    ("turns", START): (0, "31 31"),
    ("turns", "--depth", "2", *START.split()): (0, "506 406"),
    ("turns", START, USUAL): (0, "31 31\n6787 6787"),
    ("forbidden", START): (0, "-\t6"),
    ("forbidden", "3x3 classic a3 a1 c3 c1 b >a3,^b2"): (0, "^a2,^c2\t6"),
    ("best", USUAL, "--depth", "1"): (0, "Ca6 15 1"),
    ("wins", START, "1"): (0, "-"),
    ("wins", *["5x5", "standard", "c3", "a1", "e5", "d2", "r", "-"], "1"): (0, "Cd2"),
    ("wins", USUAL, "9", "--limit", "0.2"): (3, ""),
    ("turns", USUAL, "--depth", "4", "--limit", "0.2"): (3, ""),
    ("turns", "2x2 standard"): (2, ""),
    ("turns", START, "2x2 standard"): (2, "31 31\n# 2x2 standard: expected 8 fields"),
    ("turns", "no such file"): (2, ""),
    ("check", START): (2, ""),
    ("wins", START): (2, ""),
    ("wins", START, "0"): (2, ""),
    ("check", WON, "--depth", "2"): (2, ""),
    ("best", START, "--level", "easy", "--depth", "2"): (2, ""),
}
REFUSED = {
    ("--size", "5x5", "--plain"): "--size is for wall play",
    ("--plain", "--against", "me", "--variant", "classic"): "--against is for wall play",
    ("--depth", "2"): "--depth is not for wall play",
    ("play", "--level", "easy"): "--level is not for wall play",
    ("results", "--clock", "blitz"): "--clock is not for wall results",
    ("best", START, "--size", "5x5"): "--size is not for wall best",
    ("turns", START, "--depth", "1", "--seconds", "1"): "--seconds is not for wall turns",
    ("play", START): "wall play takes no position",
    ("results", START): "wall results takes no position",
    ("wins", START, "--json"): "--json is not for wall wins",
    ("best", START, "--level", "easy", "--seconds", "2"): (
        "a level has its own depth and seconds; leave out --level or the other"
    ),
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_an_option_where_it_means_nothing_is_refused_by_its_name(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["wall", *words]) == 2
    assert capsys.readouterr().err == f"termpuzzles: {REFUSED[words]}. See `termpuzzles wall --help`.\n"


@pytest.mark.parametrize("words", ANSWERS, ids=" ".join)
def test_answers_and_statuses(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    status, answer = ANSWERS[words]
    assert run(["wall", *words]) == status
    shown = capsys.readouterr()
    assert shown.out.startswith(answer)
    assert shown.out.count("\n") == bool(answer) + answer.count("\n")
    assert bool(shown.err) == (status != 0)


def test_games_are_read_from_files_and_from_standard_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "games"
    file.write_text(f"# two games\n{WON}\n\n{UNTRUE}\n", encoding="ascii")
    assert run(["wall", "check", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out.splitlines()[0] == "ok"
    assert f"{file}:4: turn 2" in shown.err
    for words in ([], ["-"]):
        monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(WON.encode())))
        assert run(["wall", "check", *words]) == 0
        assert capsys.readouterr().out == "ok\n"


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_the_best_turn_as_json_names_the_version_of_the_engine(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["wall", "best", USUAL, "--level", level, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["engine"] == f"wall-1-{level}"
    judge(read_position(USUAL), read_turn(facts["turn"]))


def test_a_search_that_is_cut_short_by_the_limit_gives_what_it_has(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["wall", "best", USUAL, "--depth", "60", "--limit", "0.8"]) == 3
    turn, value, depth = capsys.readouterr().out.split()
    judge(read_position(USUAL), read_turn(turn))
    assert 0 < int(depth) < 60
    assert abs(int(value)) < 1000


def test_a_search_to_a_depth_is_that_of_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["wall", "best", USUAL, "--depth", "3"]) == 0
    found = best_turn(read_position(USUAL), depth=3)
    assert capsys.readouterr().out == f"{found.turn} {found.value} {found.depth}\n"


@pytest.mark.parametrize(
    ("text", "clock"),
    [("bullet", "1+0"), ("blitz", "3+2"), ("10+2", "10+2"), ("rapid", "10+2"), ("classical", "30+0"), ("none", "")],
)
def test_a_clock_is_named_or_given_as_its_control(text: str, clock: str) -> None:
    assert parse(["wall", "play", "--clock", text]).clock == clock


@pytest.mark.parametrize("text", ["", "10+3", "Blitz", "blitz "])
def test_other_clocks_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["wall", "play", "--clock", text]) == 2
    assert f"expected a clock such as blitz or 10+2, found {text!r}" in capsys.readouterr().err


CLOCKS = {"none": "", "bullet": "1+0", "blitz": "3+2", "rapid": "10+2", "classical": "30+0"}


@pytest.mark.parametrize("name", CLOCKS)
def test_a_clock_has_a_name_and_what_it_shows(name: str) -> None:
    assert clock_named(name) == CLOCKS[name]
    assert not CLOCKS[name] or clock_named(CLOCKS[name]) == CLOCKS[name]


@pytest.mark.parametrize("text", ["", "10+3", "10", "rapid ", "RAPID"])
def test_there_is_no_other_clock(text: str) -> None:
    with pytest.raises(argparse.ArgumentTypeError, match="a clock such as blitz or 10"):
        clock_named(text)
