"""Merging many loops into one on wide open boards, against all loops of small boards."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.checkerboard import merging
from termpuzzles.logic.checkerboard.flow import BoardLines
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.two_factor import Balance
from termpuzzles.logic.task import finish
from tests.data import sweep


def every_loop(puzzle: Puzzle) -> set[bytes]:
    """All solutions, by deduction and search."""
    return set(finish(solutions(puzzle.problem(), 10_000)))


def test_loops_found_are_loops_and_none_is_found_where_there_is_none() -> None:
    rng = Random(1)
    numbers = [0, 0, 0]
    for _ in range(sweep.share(400, 2)):
        grid = Grid.make(rng.randint(2, 6), rng.randint(2, 6))
        shaded = rng.choice((0, 0.1, 0.2))
        tiles = bytes(rng.random() >= shaded for _ in range(grid.size))
        puzzle = Puzzle(named("simpleloop"), grid, tiles)
        knowledge = Knowledge(puzzle.problem())
        every = every_loop(puzzle)
        if not knowledge.propagate():
            assert not every
            continue
        wanted = rng.choice((2, 6))
        found = finish(merging.single_loops(knowledge.propagator(Balance).lines(), wanted, 24))
        if found is None:
            continue
        assert len(found) == len(set(found)) <= wanted
        assert set(found) <= every
        assert every or not found
        numbers[min(len(found), 2)] += 1
    assert min(numbers) >= sweep.share(3)


def test_where_loops_cannot_be_merged_nothing_is_proved() -> None:
    rooms = [*["....####"] * 3, "........", *["####...."] * 3]
    puzzle = Puzzle(named("simpleloop"), Grid.make(8, 7), bytes(cell == "." for row in rooms for cell in row))
    knowledge = Knowledge(puzzle.problem())
    assert knowledge.propagate()
    assert finish(merging.single_loops(knowledge.propagator(Balance).lines(), 1, 24)) is None


def test_loops_found_have_all_lines_drawn_and_none_ruled_out() -> None:
    rng = Random(3)
    merged = 0
    for _ in range(sweep.share(200)):
        grid = Grid.make(rng.choice((4, 6)), rng.randint(4, 6))
        puzzle = Puzzle(named("simpleloop"), grid, bytes([1] * grid.size))
        known = Knowledge(puzzle.problem())
        assert known.propagate()
        lines = known.propagator(Balance).lines()
        (goal,) = finish(solutions(puzzle.problem(), 1))
        drawn, usable = bytearray(lines.drawn), bytearray(lines.usable)
        for cell, side in lines.undecided():
            if rng.random() < 0.2:
                for end, at in ((cell, side), (grid.ways[side][cell], OPPOSITE[side])):
                    drawn[end] |= at & goal[end]
                    usable[end] &= ~at | goal[end]
        given = BoardLines(grid, lines.open, bytes(drawn), bytes(usable))
        found = finish(merging.single_loops(given, 2, 24))
        merged += bool(found)
        for loop in found or ():
            assert puzzle.problem().judge(loop)
            assert all(mask & must == must for mask, must in zip(loop, drawn, strict=True))
            assert not any(mask & ~may for mask, may in zip(loop, usable, strict=True))
    assert merged > sweep.share(100)


@pytest.mark.parametrize("size", [(30, 30), (31, 22), (60, 41)])
def test_two_loops_of_an_open_board_are_found_without_deduction(size: tuple[int, int]) -> None:
    puzzle = Puzzle(named("simpleloop"), Grid.make(*size), bytes([1] * (size[0] * size[1])))
    moments = iter(range(50))  # deduction would take hundreds
    found = finish(solutions(puzzle.problem(), 2), lambda: next(moments, None) is None)
    assert len(set(found)) == 2
    assert all(map(puzzle.problem().judge, found))


def test_an_open_board_with_an_odd_number_of_cells_has_no_loop() -> None:
    puzzle = Puzzle(named("simpleloop"), Grid.make(21, 21), bytes([1] * 441))
    assert finish(solutions(puzzle.problem(), 1)) == []


def test_carved_boards_are_solved() -> None:
    rng = Random(2)
    for shaded in (2, 6, 12):
        tiles = bytearray([1] * 1600)
        for _ in range(shaded):  # dominoes along the border leave as many black cells as white ones
            at = 40 * rng.randrange(1, 39, 2) + 39 * rng.getrandbits(1)
            tiles[at] = tiles[at + 40] = 0
        puzzle = Puzzle(named("simpleloop"), Grid.make(40, 40), bytes(tiles))
        found = finish(solutions(puzzle.problem(), 1))
        assert all(map(puzzle.problem().judge, found))


@pytest.mark.parametrize(
    ("width", "tiles"),
    [
        (8, "1111011110111111101111111111111111111111111111111111111101111100"),
        (8, "0111111111111111111111101101111011010011111111111111111111011111"),
        (10, "1111111111111111111111111011111111101111111111111111111111101111110111111111111111111111110111110111"),
        (12, "111111011111111111111111011111110111111111111111111111111111111101111111101101111111111101110111"),
    ],
)
def test_loops_are_merged_also_by_ways_that_cut_one_and_join_its_pieces_again(width: int, tiles: str) -> None:
    cells = bytes(map(int, tiles))
    puzzle = Puzzle(named("simpleloop"), Grid.make(width, len(cells) // width), cells)
    knowledge = Knowledge(puzzle.problem())
    assert knowledge.propagate()
    found = finish(merging.single_loops(knowledge.propagator(Balance).lines(), 1, 1))
    assert found
    assert puzzle.problem().judge(found[0])


def test_more_solutions_than_are_counted_are_found_on_a_wide_open_board() -> None:
    puzzle = Puzzle(named("simpleloop"), Grid.make(16, 14), bytes([1] * 16 * 14))
    found = finish(solutions(puzzle.problem(), 100))
    assert len(found) == len(set(found)) == 100
    assert all(map(puzzle.problem().judge, found))


def test_the_loops_found_are_all_different() -> None:
    several = 0
    for seed in (*range(40), 272, 282, 344, 395, 491):  # on the last ones a way around a line comes by it again
        rng = Random(seed)
        width, height = rng.choice(((6, 6), (8, 6), (4, 6), (6, 5), (10, 8)))
        tiles = bytearray([1]) * (width * height)
        for cell in rng.sample(range(width * height), rng.choice((0, 2, 4))):
            tiles[cell] = 0
        known = Knowledge(Puzzle(named("simpleloop"), Grid(width, height), bytes(tiles)).problem())
        if known.propagate() and known.open_cells():
            found = finish(merging.single_loops(known.propagator(Balance).lines(), 6, 30)) or []
            assert len(set(found)) == len(found)
            several += len(found) > 1
    assert several > 10
