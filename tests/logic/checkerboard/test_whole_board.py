"""Boards of ends, corners, tees, crosses and blanks, solved as a whole, against trying every mask."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, OPPOSITE, TURNS, E, Grid, S
from termpuzzles.board.surface import CYLINDER_ACROSS
from termpuzzles.games import infinity, named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic import bitboards
from termpuzzles.logic.checkerboard import alternating
from termpuzzles.logic.checkerboard.degrees import Degrees, PartialMatching
from termpuzzles.logic.task import finish
from tests.board.surfaces import glued
from tests.logic.oracle import all_solutions

BARS = (5, 10)


def random_board(rng: Random) -> Puzzle:
    """A small board without bars, mostly with a solution: plain, walled, or wrapped where a checkerboard can wrap."""
    width = rng.randint(1, 5)
    height = rng.randint(2 if width == 1 else 1, 4)
    often = rng.choice((0, 0, 0.1, 0.3))
    walls = [(cell, side) for cell in range(width * height) for side in (E, S) if rng.random() < often]
    wraps = (rng.random() < 0.4 and width % 2 == 0, rng.random() < 0.4 and height % 2 == 0)
    grid = Grid.make(width, height, glued(*wraps), walls)
    masks = bytearray(grid.size)
    lines = list(grid.lines())
    rng.shuffle(lines)
    most = rng.choice((1, 2, 2, 3, 4))
    for line in lines:
        one, other = grid.ends(line)
        side = S if line % 2 else E
        changed = masks[one] | side, masks[other] | OPPOSITE[side]
        if max(map(DEGREE.__getitem__, changed)) <= most and not set(changed) & set(BARS) and rng.random() < 0.9:
            masks[one], masks[other] = changed
    if rng.random() < 0.6:  # then there may be no solution
        at = rng.randrange(grid.size)
        masks[at] = rng.choice((1, 3, 7))
    return Puzzle(named("infinity"), grid, bytes(TURNS[mask][rng.randrange(4)] for mask in masks))


@pytest.mark.parametrize("few", [-1, 500], ids=["all at once", "one by one"])
def test_up_to_two_solutions_are_found_and_never_fewer_than_there_are(few: int) -> None:
    rng = Random(few)
    numbers = {0: 0, 1: 0, 2: 0}
    for _ in range(700):
        problem = infinity.problem(random_board(rng))
        settled = bitboards.settle(problem)
        if settled.contradiction:
            continue
        assert settled.finished
        every = all_solutions(problem)
        found = finish(alternating.matchings(settled.board, settled.facts.lines, 2, few))
        assert found is not None
        assert len(found) == len(set(found)) == min(2, len(every))
        assert set(found) <= every
        numbers[len(found)] += 1
    assert min(numbers.values()) > 5


def test_ways_sought_one_by_one_give_every_node_its_lines_where_the_board_has_a_solution() -> None:
    rng = Random(5)
    needed = {False: 0, True: 0}  # boards with and without a solution on which taking greedily was not enough
    for _ in range(700):
        problem = infinity.problem(random_board(rng))
        settled = bitboards.settle(problem)
        board, lines = settled.board, settled.facts.lines
        if settled.contradiction or not settled.is_open or not (degrees := Degrees.of(board.frame, board.tiles, lines)):
            continue
        taking = PartialMatching(degrees)
        finish(taking.greedily())
        lacking, before = taking.lacking(), None
        solvable = bool(all_solutions(problem))
        needed[solvable] += bool(lacking)
        while lacking != before:
            finish(alternating.augmenting_path(taking))
            lacking, before = taking.lacking(), lacking
        assert bool(lacking) != solvable
    assert min(needed.values()) > 3


@pytest.mark.parametrize(("few", "most"), [(-1, 0), (500, 30), (500, 20_000)])
def test_two_solutions_of_a_large_board_are_found_by_each_method(few: int, most: int) -> None:
    rng = Random(1)
    for wrap in (False, True):
        puzzle = large_board(rng, Grid.make(40, 30, glued(wrap, wrap)))
        problem = puzzle.problem()
        settled = bitboards.settle(problem)
        found = finish(alternating.matchings(settled.board, settled.facts.lines, 2, few, most))
        assert found is not None
        assert len(set(found)) == 2
        assert all(map(problem.judge, found))


@pytest.mark.parametrize("few", [-1, 500], ids=["all at once", "one by one"])
def test_crowded_boards_that_wrap_are_solved_across_their_seams(few: int) -> None:
    rng = Random(few)
    numbers = {1: 0, 2: 0}
    for number in range(400):
        width, height = ((4, 4), (2, 6), (6, 4), (4, 6), (8, 6))[number % 5]
        problem = crowded_board(rng, Grid.make(width, height, glued(number % 3 != 1, number % 3 != 2))).problem()
        settled = bitboards.settle(problem)
        if not settled.is_open:
            continue
        found = finish(alternating.matchings(settled.board, settled.facts.lines, 2, few))
        if found is None:
            continue  # a bar is open
        assert found
        assert len(set(found)) == len(found)
        assert all(map(problem.judge, found))
        if width * height <= 16:
            assert len(found) == min(2, len(all_solutions(problem)))
        numbers[len(found)] += 1
    assert numbers[2] > 200


def crowded_board(rng: Random, grid: Grid) -> Puzzle:
    """A board with a solution in which half of all lines are drawn, without bars."""
    masks = bytearray(grid.size)
    lines = list(grid.lines())
    changing = [line for line in lines if rng.random() < 0.5]
    while changing:
        for line in changing:
            one, other = grid.ends(line)
            side = S if line % 2 else E
            masks[one] ^= side
            masks[other] ^= OPPOSITE[side]
        bars = {cell for cell, mask in enumerate(masks) if mask in BARS}
        changing = [line for line in lines if bars & set(grid.ends(line)) and rng.random() < 0.2]
        if bars and not changing:
            changing = [rng.choice(lines)]
    return Puzzle(named("infinity"), grid, bytes(TURNS[mask][rng.randrange(4)] for mask in masks))


def large_board(rng: Random, grid: Grid) -> Puzzle:
    """A board of ends and some corners and tees, with a solution."""
    masks = bytearray(grid.size)
    lines = list(grid.lines())
    for most in (1, 3):
        rng.shuffle(lines)
        for line in lines if most == 1 else lines[: len(lines) // 4]:
            one, other = grid.ends(line)
            side = S if line % 2 else E
            changed = masks[one] | side, masks[other] | OPPOSITE[side]
            if max(map(DEGREE.__getitem__, changed)) <= most and not set(changed) & set(BARS):
                masks[one], masks[other] = changed
    return Puzzle(named("infinity"), grid, bytes(masks))


def test_boards_with_open_bars_or_odd_wraps_are_left_to_others() -> None:
    for board in (
        Puzzle(named("infinity"), Grid.make(4, 3), bytes([1, 5, 5, 1] * 3)),
        Puzzle(named("infinity"), Grid.make(3, 2, CYLINDER_ACROSS), bytes([1] * 6)),
    ):
        settled = bitboards.settle(board.problem())
        if settled.is_open:
            assert finish(alternating.matchings(settled.board, settled.facts.lines, 2)) is None


def test_the_work_is_cut_into_pieces() -> None:
    puzzle = large_board(Random(2), Grid.make(60, 60))
    settled = bitboards.settle(puzzle.problem())
    assert sum(1 for _ in alternating.matchings(settled.board, settled.facts.lines, 2, few=-1, at_once=1)) > 10
