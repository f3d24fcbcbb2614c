"""`solve`: the board in its own format or another, the chain of steps, no solution, a limit."""

import json
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from termpuzzles.board.grid import HEAVY
from termpuzzles.commands.answers import BAD, LIMIT, NO, YES, known_so_far
from termpuzzles.commands.check import CheckOptions, check_each
from termpuzzles.commands.explanation import passages
from termpuzzles.commands.solve import SolveOptions, solve_each
from termpuzzles.formats import read
from termpuzzles.games.model import State
from termpuzzles.games.queries import solve as solution
from termpuzzles.games.queries import steps
from termpuzzles.logic.task import Budget
from tests.commands.ask import SMALL, entries_of

WRAPPED_IN_ROWS = "5x5w:7915d85192ab5c9528edahahahch8h"
WRAPPED, WRAPPED_SOLVED = "5x5w:78a2ab47ad541418beb984d39", "5x5w:d4a15e175da88822bebc42b63"
SIMPLE_LOOP = "simpleloop/4/2/0"
SOLVED_LOOP = "pzprv3/simpleloop/2/4/. . . . /. . . . /1 1 1 /1 1 1 /1 0 0 1 /"


def solved_state(text: str) -> State:
    (puzzle,) = read(text)
    found = solution(puzzle)
    assert found
    return found


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


def test_another_format_may_be_asked_for() -> None:
    assert texts(SMALL["unique"], how=SolveOptions("picture")) == ["┏┓\n┗┛"]
    assert texts(SMALL["unique"], how=SolveOptions("numbers")) == ["6 12\n3 9"]
    assert texts("┛┗\n┓┏", how=SolveOptions("gameid")) == ["infinity:2x2:9c36"]


def test_a_format_that_cannot_say_it_is_refused_in_the_place_of_the_puzzle() -> None:
    good, bad = solve_each(entries_of(SMALL["unique"], WRAPPED_IN_ROWS), SolveOptions("hexapipes"))
    assert good.status == YES
    assert (bad.status, bad.place) == (
        BAD,
        "# hexapipes JSON has no place for a board that wraps in only one direction",
    )


def test_each_puzzle_is_answered_in_order_and_the_bad_one_in_its_place() -> None:
    answers = list(
        solve_each(entries_of(SMALL["unique"], SMALL["bad"], SMALL["impossible"], SMALL["unique"]), SolveOptions())
    )
    assert [answer.status for answer in answers] == [YES, BAD, NO, YES]
    assert [answer.place.startswith("# ") for answer in answers] == [False, True, True, False]
    assert answers[0] == answers[3]


def test_nothing_is_solved_before_it_is_asked_for() -> None:
    answers = solve_each(entries_of(SMALL["unique"], SMALL["bad"]), SolveOptions())
    assert next(answers).status == YES


def test_the_answer_for_a_board_without_a_solution_names_the_tile_that_shows_it() -> None:
    (answer,) = solve_each(entries_of(SMALL["impossible"]), SolveOptions())
    assert answer.place.startswith("# no solution: no turn of the corner at (1, 1) fits")
    assert answer.words.startswith(f"{SMALL['impossible']}: no solution: no turn of the corner at (1, 1) fits")


def test_a_lesson_tells_what_is_easy_together_and_shows_the_board_after_each_harder_step() -> None:
    (answer,) = solve_each(entries_of(WRAPPED), SolveOptions("picture", explain=True))
    lines = answer.text.split("\n")
    lesson, board = lines[:-7], "\n".join(lines[-7:])  # two header lines and five rows
    numbered = [line for line in lesson if line.partition(". ")[0].isdecimal() and ": " in line]
    assert [line.partition(".")[0] for line in numbered] == [str(number + 1) for number in range(len(numbered))]
    harder = [at for at, line in enumerate(lesson) if ". Small pocket: " in line]
    assert harder
    for at in harder:
        assert lesson[at + 1].split() == ["1", "2", "3", "4", "5"]  # the ruler of the board
    assert lesson[-1].startswith("25 tiles in ")
    assert [puzzle.tiles for puzzle in read(board)] == [solved_state(WRAPPED).lines]


def test_what_the_border_settles_is_explained_at_once() -> None:
    (answer,) = solve_each(entries_of(SMALL["unique"]), SolveOptions(explain=True))
    assert answer.text.split("\n")[0] == "1. Only fit: The border fixes 4 tiles: (1, 1), (2, 1), (1, 2) and (2, 2)."
    (answer,) = solve_each(entries_of("infinity:3x1:451"), SolveOptions(explain=True))
    assert answer.text.split("\n")[0] == "1. Only fit: The border fixes 3 tiles: (1, 1), (2, 1) and (3, 1)."


@pytest.mark.parametrize("text", [WRAPPED, "simpleloop/5/2/", "infinity:3x1:451", "5x4:73c99537e95cb35d6414"])
def test_every_step_stands_in_one_passage_of_a_lesson_and_only_easy_ones_share_one(text: str) -> None:
    (puzzle,) = read(text)
    easiest, found = puzzle.problem().rules[0], list(passages(puzzle, steps(puzzle)))
    assert [step.sentence for passage in found for step in passage.steps] == [step.sentence for step in steps(puzzle)]
    for passage in found:
        assert {step.rule for step in passage.steps} == {passage.rule}
        assert len(passage.steps) == 1 or passage.rule == easiest
    assert not any(one.rule == other.rule == easiest for one, other in pairwise(found))


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


def test_what_is_possible_is_shown_for_each_cell() -> None:
    (answer,) = solve_each(entries_of("infinity:2x2:1111"), SolveOptions(possible=True))
    assert answer.text.split("\n") == ["22", "22", "(1, 1) S E", "(2, 1) W S", "(1, 2) E N", "(2, 2) W N"]
    (answer,) = solve_each(entries_of("infinity:2x2:1111"), SolveOptions(possible=True, json=True))
    assert json.loads(answer.text)["possible"] == [["S", "E"], ["W", "S"], ["E", "N"], ["W", "N"]]
    (answer,) = solve_each(entries_of(WRAPPED), SolveOptions(possible=True))
    assert answer.text.replace("\n", "") == solution_picture(WRAPPED)


def solution_picture(text: str) -> str:
    return "".join(HEAVY[mask] for mask in solved_state(text).lines).replace(" ", "·")


def test_the_chain_in_json_names_rules_and_cells_and_settles_the_board() -> None:
    (answer,) = solve_each(entries_of(WRAPPED), SolveOptions(explain=True, json=True))
    facts = json.loads(answer.text)
    assert facts["solution"] == WRAPPED_SOLVED
    assert {step["rule"] for step in facts["steps"]} == {"edge", "pocket"}
    assert {tuple(cell) for step in facts["steps"] for cell in step["cells"]} == {
        (column, row) for column in range(1, 6) for row in range(1, 6)
    }
    assert all(step["sentence"] and step["because"] for step in facts["steps"])


def test_json_is_one_object_a_puzzle_with_an_error_where_there_is_no_answer() -> None:
    facts = [json.loads(text) for text in texts(*SMALL.values(), how=SolveOptions(json=True))]
    assert [list(fact) for fact in facts] == [
        ["id", "game", "width", "height", "solution"],
        ["id", "game", "width", "height", "solution"],
        ["id", "game", "width", "height", "error"],
        ["error"],
    ]


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
