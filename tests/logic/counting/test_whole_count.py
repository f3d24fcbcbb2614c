"""Counting whole boards, and giving up at once on those too wide."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic import bitboards
from termpuzzles.logic.counting.clusters import count_lines, exceeds_width
from termpuzzles.logic.counting.sweep import MOST_TOUCHED, WIDEST
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.task import finish
from tests.logic.bitboards.local import random_grid, random_lines
from tests.logic.oracle import all_solutions


def ends(width: int, height: int) -> Problem:
    """A board of nothing but ends: its solutions are its tilings by dominoes."""
    return Puzzle(named("infinity"), Grid.make(width, height), bytes([1] * (width * height))).problem()


def wide(problem: Problem) -> bool:
    return exceeds_width(problem.grid, bitboards.settle(problem).undecided, WIDEST, MOST_TOUCHED)


def test_counts_agree_with_trying_every_mask() -> None:
    rng = Random(3)
    for _ in range(300):
        grid = random_grid(rng)
        tiles = bytes(TURNS[mask][rng.randrange(4)] for mask in random_lines(rng, grid))
        problem = Puzzle(named("infinity"), grid, tiles).problem()
        every = len(all_solutions(problem))
        assert every == finish(count_lines(problem))
        assert every == finish(count_lines(problem, is_solvable=True))


def test_a_long_strip_is_counted_however_many_cells_it_has() -> None:
    one, other = 1, 1
    for _ in range(11_000 - 1):
        one, other = other, one + other
    problem = ends(2, 11_000)
    assert not wide(problem)
    assert finish(count_lines(problem, is_solvable=True)) == other


def test_a_wide_board_is_given_up_whether_or_not_it_is_known_to_be_solvable() -> None:
    problem = ends(160, 150)
    assert wide(problem)
    assert finish(count_lines(problem)) is None
    assert finish(count_lines(problem, is_solvable=True)) is None


def test_a_board_is_given_up_for_its_width_from_20001_cells_on() -> None:
    assert not wide(ends(160, 125))
    assert wide(ends(177, 113))
