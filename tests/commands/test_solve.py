"""`solve`: the board in its own format or another, the chain of steps, no solution, a limit."""

import json
from xml.etree import ElementTree

import pytest

from termpuzzles.commands.answers import BAD, LIMIT, NO, YES, known_so_far
from termpuzzles.commands.check import CheckOptions, check_each
from termpuzzles.commands.explanation import passages
from termpuzzles.commands.solve import SolveOptions, solve_each
from termpuzzles.formats import read
from termpuzzles.games.queries import solve as solution
from termpuzzles.games.queries import steps
from termpuzzles.logic.task import Budget
from tests.commands.ask import SMALL, entries_of

WRAPPED_IN_ROWS = "5x5w:7915d85192ab5c9528edahahahch8h"
WRAPPED, WRAPPED_SOLVED = "5x5w:78a2ab47ad541418beb984d39", "5x5w:d4a15e175da88822bebc42b63"
SIMPLE_LOOP = "simpleloop/4/2/0"
SOLVED_LOOP = "pzprv3/simpleloop/2/4/. . . . /. . . . /1 1 1 /1 1 1 /1 0 0 1 /"


PLAINLY = SolveOptions()


def texts(*puzzles: str, how: SolveOptions = PLAINLY) -> list[str]:
    return [answer.text for answer in solve_each(entries_of(*puzzles), how)]


@pytest.mark.parametrize(
    ("given", "solved"),
    [
        ("infinity:2x2:3333", "infinity:2x2:9c36"),
        ("┛┗\n┓┏", "┏┓\n┗┛"),
        ("9 12\n3 9", "6 12\n3 9"),
        ('{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [2, 2]}', None),
        (SIMPLE_LOOP, SOLVED_LOOP),
        ("https://puzz.link/p?simpleloop/4/2/0", SOLVED_LOOP),
        ("pzprv3/simpleloop/2/4/. . . . /. . . . /0 0 0 /0 0 0 /0 0 0 0 /", SOLVED_LOOP),
        ("# game: simpleloop\n····\n····", "# game: simpleloop\n┏━━┓\n┗━━┛"),
    ],
)
def test_a_puzzle_is_answered_in_the_format_that_it_came_in(given: str, solved: str | None) -> None:
    (text,) = texts(given)
    if solved is None:
        assert json.loads(text)["tiles"] == [1, 4]
    else:
        assert text == solved


def test_a_format_that_cannot_say_it_is_refused_in_the_place_of_the_puzzle() -> None:
    good, bad = solve_each(entries_of(SMALL["unique"], WRAPPED_IN_ROWS), SolveOptions("hexapipes"))
    assert good.status == YES
    assert (bad.status, bad.place) == (
        BAD,
        "# hexapipes JSON has no place for a board that wraps in only one direction",
    )


def test_nothing_is_solved_before_it_is_asked_for() -> None:
    answers = solve_each(entries_of(SMALL["unique"], SMALL["bad"]), SolveOptions())
    assert next(answers).status == YES


def test_a_lesson_names_what_follows_from_the_border_and_from_neighbours() -> None:
    (puzzle,) = read("simpleloop/5/2/")
    lesson = [sentence for passage in passages(puzzle, steps(puzzle)) for sentence in passage.sentences]
    assert lesson[0] == "The border fixes 4 cells: (1, 1), (5, 1), (1, 2) and (5, 2)."
    assert lesson[-1] == "One cell follows from its neighbours: (3, 2)."


def test_a_lesson_may_be_a_page_that_needs_nothing_else() -> None:
    (answer,) = solve_each(entries_of(WRAPPED), SolveOptions("html", explain=True))
    page = ElementTree.fromstring(answer.text.removeprefix("<!DOCTYPE html>").replace('<meta charset="utf-8">', ""))
    pictures = page.findall(".//{http://www.w3.org/2000/svg}svg")
    assert len(pictures) == len(page.findall(".//section"))
    assert answer.text.count("Small pocket") >= 1
    assert "http" not in answer.text.replace("http://www.w3.org/2000/svg", "")


def test_only_a_lesson_can_be_a_page() -> None:
    (answer,) = solve_each(entries_of(WRAPPED), SolveOptions("html"))
    assert answer.status == BAD


def test_when_the_limit_runs_out_the_rest_stands_as_given_and_the_open_cells_are_listed() -> None:
    (answer,) = solve_each(entries_of(SMALL["unique"]), SolveOptions(budget=Budget(seconds=1e-9)))
    assert (answer.text, answer.status) == (SMALL["unique"], LIMIT)
    assert answer.words == f"{SMALL['unique']}: the limit of 1e-09 s ran out; open cells: (1, 1) (2, 1) (1, 2) (2, 2)"


def test_a_reason_that_takes_too_long_to_find_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.commands.answers.WHY", 0.0)
    (answer,) = solve_each(entries_of(SMALL["impossible"]), SolveOptions())
    assert (answer.text, answer.place, answer.status) == ("", "# no solution", NO)
    (answer,) = check_each(entries_of(SMALL["impossible"]), CheckOptions(json=True))
    facts = json.loads(answer.text)
    assert (facts["solutions"], facts["steps"], answer.status, answer.words) == (0, {}, NO, "")


def test_the_open_cells_stand_in_json_too() -> None:
    (answer,) = solve_each(entries_of(SMALL["unique"]), SolveOptions(budget=Budget(seconds=1e-9), json=True))
    facts = json.loads(answer.text)
    assert (facts["settled"], facts["open"]) == (SMALL["unique"], [[1, 1], [2, 1], [1, 2], [2, 2]])


def test_what_is_settled_is_turned_when_the_limit_runs_out() -> None:
    (puzzle,) = read(SMALL["unique"])
    solved = solution(puzzle)
    assert solved
    left = [1 << solved.lines[0], *([0b0001_0010_0100_1000] * 3)]
    known = known_so_far(puzzle, left)
    assert known.open_cells == (1, 2, 3)
    assert known.state.lines == solved.lines[:1] + puzzle.tiles[1:]


def test_every_certain_line_of_a_drawn_board_is_shown_in_both_its_cells() -> None:
    (puzzle,) = read("simpleloop/4/2/0")
    corner, anything = 1 << 6, sum(1 << mask for mask in (3, 5, 6, 9, 10, 12))
    known = known_so_far(puzzle, [corner] + [anything] * 7)
    assert known.state.lines == bytes([6, 1, 0, 0, 8, 0, 0, 0])
