"""`hint`: what is told at each depth, in words, marked on the board and as JSON."""

from __future__ import annotations

import json

import pytest

from termpuzzles.commands.hint import DONE, WHERE, Asked, hint
from termpuzzles.commands.result import BAD, NO, YES, gravest
from termpuzzles.formats import read
from termpuzzles.games.model import Move
from tests.commands.ask import SMALL, asked

ROW = "infinity:4x1:1551"
NET = "net:5x5w:ce2c689e3256b484bb62336b2"
MARKED = """\
# game: infinity
# pins: 1,1
╸┗
┓┏
"""


def test_a_hint_is_a_sentence_and_the_board_with_the_cells_marked() -> None:
    (answer,) = hint(asked(SMALL["unique"]), Asked())
    sentence, columns, *rows = answer.text.split("\n")
    assert sentence.startswith("The corner at (1, 1) opens right and down. ")
    assert columns == "   1 2"
    assert rows[0] == "1 ▸└◂└╴"
    assert (answer.status, answer.block) == (YES, True)


def test_the_first_depth_tells_only_where_to_look() -> None:
    (answer,) = hint(asked(NET), Asked(depth=WHERE))
    assert answer.text.startswith("Look at the shaded part.\n")
    assert "(" not in answer.text


def test_the_third_depth_shows_it_done() -> None:
    (answer,) = hint(asked(SMALL["unique"]), Asked(depth=DONE))
    assert "1 ▸┏◂" in answer.text


def test_json_has_the_promised_keys() -> None:
    (answer,) = hint(asked(NET), Asked(json=True))
    facts = json.loads(answer.text)
    assert {"rule", "sentence", "cell", "cells", "because", "mistake"} <= set(facts)
    assert facts["cell"] in facts["cells"]
    assert all(1 <= x <= 5 and 1 <= y <= 5 for x, y in facts["because"])
    assert facts["mistake"] is False
    assert not answer.block


def test_json_at_the_first_depth_gives_nothing_away() -> None:
    (answer,) = hint(asked(NET), Asked(json=True, depth=WHERE))
    facts = json.loads(answer.text)
    assert (facts["rule"], facts["because"], facts["move"]) == (None, [], None)


@pytest.mark.parametrize("text", [SMALL["unique"], SMALL["ambiguous"], NET, "simpleloop/5/5/sg020"])
def test_all_hints_lead_to_the_solved_board(text: str) -> None:
    (puzzle,) = read(text)
    state = puzzle.start
    for answer in hint(asked(text), Asked(all=True, json=True)):
        state = puzzle.game.play(puzzle, state, Move.parse(json.loads(answer.text)["move"], puzzle))
    assert puzzle.problem().judge(state.lines)


@pytest.mark.parametrize(("pins", "mistake"), [("", False), ("1,1", True)])
def test_pins_may_be_given_beside_the_text(pins: str, mistake: bool) -> None:
    (answer,) = hint(asked(SMALL["unique"]), Asked(pins=pins, json=True))
    assert json.loads(answer.text)["mistake"] is mistake


def test_pins_are_read_from_the_header() -> None:
    (answer,) = hint(asked(MARKED.replace("╸", "┛")), Asked(json=True))
    facts = json.loads(answer.text)
    assert (facts["mistake"], facts["cell"], facts["rule"]) == (True, [1, 1], None)


@pytest.mark.parametrize("pins", ["5,1", "0,1", "1", "1,1,1", "a,b", "1,-1"])
def test_a_pin_off_the_board_is_refused(pins: str) -> None:
    (answer,) = hint(asked(ROW), Asked(pins=pins))
    assert answer.status == BAD
    assert answer.text.startswith("# expected a cell of the 4x1 board to pin")


def test_a_game_without_pins_says_so() -> None:
    (answer,) = hint(asked("simpleloop/5/5/sg020"), Asked(pins="1,1"))
    assert answer.status == BAD


def test_a_solved_board_and_one_without_a_solution_have_no_hint() -> None:
    solved, impossible = hint(asked("infinity:2x1:14", SMALL["impossible"]), Asked())
    assert (solved.status, solved.text) == (NO, "# nothing to hint: the board is solved")
    assert impossible.status == NO
    assert impossible.text.startswith("# this board has no solution. ")


def test_what_cannot_be_read_stands_in_its_place() -> None:
    answers = list(hint(asked(SMALL["unique"], SMALL["bad"], SMALL["unique"]), Asked(json=True)))
    assert ["error" in json.loads(answer.text) for answer in answers] == [False, True, False]
    assert gravest({answer.status for answer in answers}) == BAD


def test_an_ambiguous_board_is_shown_both_ways() -> None:
    (answer,) = hint(asked(SMALL["ambiguous"]), Asked())
    assert answer.text.split("\n")[1:] == ["   1 2", "1 ▸╶▸╴◂", "2 ▸╶▸╴◂", "   1 2", "1 ▸╷▸╷◂", "2 ▸╵▸╵◂"]
