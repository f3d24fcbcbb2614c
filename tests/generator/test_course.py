"""How a solver gets through a board: counted as the rating counts, and the same however the board lies."""

from __future__ import annotations

import pytest

from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import rate
from termpuzzles.generator import make_board, rng_of
from termpuzzles.generator.course import SolveCourse, course_of
from termpuzzles.logic.task import finish


def course(puzzle: Puzzle) -> SolveCourse:
    return finish(course_of(puzzle.problem()))


@pytest.mark.parametrize(
    ("rules", "places", "first", "times", "stretch", "width"),
    [
        (("edge",) * 6 + ("block",) * 2 + ("edge",) * 2, (2,) * 10, 0.6, 2, 0.0, 2.0),
        (("block", "edge", "block", "block"), (1, 1, 3, 1), 0.0, 3, 0.5, 1.5),
        (("block",), (1,), 0.0, 1, 1.0, 1.0),
        ((), (), 1.0, 0, 0.0, 0.0),
    ],
)
def test_the_measure_of_a_course(
    rules: tuple[str, ...], places: tuple[int, ...], first: float, times: int, stretch: float, width: float
) -> None:
    found = SolveCourse("block", rules, places)
    assert (found.first, found.times, found.stretch, found.width) == (first, times, stretch, width)


def test_a_technique_comes_early_and_again_only_if_both_hold() -> None:
    early, late = ("edge", "block", "block", "edge", "edge"), ("edge", "edge", "edge", "block", "block")
    assert SolveCourse("block", early, (2,) * 5).comes(2)
    assert not SolveCourse("block", early, (2,) * 5).comes(3)
    assert not SolveCourse("block", late, (2,) * 5).comes(2)


@pytest.mark.parametrize(
    ("game", "size"), [("net", "7x7"), ("infinity", "7x7"), ("simpleloop", "6x6"), ("masyu", "6x6")]
)
def test_it_counts_the_steps_that_the_rating_counts(game: str, size: str) -> None:
    puzzle = make_board(named(game), Params.parse(size), rng_of("course"))
    found, rating = course(puzzle), rate(puzzle)
    assert found.hardest == rating.hardest
    assert {rule: found.rules.count(rule) for rule in found.rules} == rating.steps


def test_a_round_is_what_can_be_seen_at_once() -> None:
    # Four corners that the border settles, each by itself: four places, then none is left.
    (square,) = read("infinity:2x2:3333")
    assert course(square) == SolveCourse("edge", ("edge",) * 4, (4,) * 4)


def test_it_is_the_same_however_the_board_lies() -> None:
    (one,) = read(
        "pzprv3/mashu/4/4/. 2 . . /. . . . /. . . 1 /. 1 . . /0 0 0 /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /"
    )
    clues = bytes(one.clues[4 * row + 3 - column] for row in range(4) for column in range(4))
    mirrored = Puzzle(one.game, one.grid, one.tiles, clues=clues)
    assert (course(one).first, course(one).width) == (course(mirrored).first, course(mirrored).width)
