"""What a position says about its cells, checked against the lines themselves."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import OPPOSITE, SIDES, Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.hints.position import Position


def test_a_cell_agrees_with_those_around_it_where_every_line_is_met_from_both_sides() -> None:
    rng, agreed = Random(11), 0
    for _ in range(60):
        grid = Grid(4, 3, rng.random() < 0.5, rng.random() < 0.5)
        puzzle = Puzzle(named("infinity"), grid, bytes(rng.choices((0, 1, 2, 4, 5, 15), k=grid.size)))
        lines = {(cell, side) for cell in range(grid.size) for side in SIDES if puzzle.start.lines[cell] & side}
        position = Position(puzzle, puzzle.problem(), puzzle.start, [0xFFFF] * grid.size, ())
        for cell in range(grid.size):
            met = {side for side in SIDES if (grid.beyond(cell, side), OPPOSITE[side]) in lines}
            agrees = met == {side for side in SIDES if (cell, side) in lines}
            assert position.agrees(cell) == agrees
            agreed += agrees
    assert 0 < agreed < 60 * 12


def test_a_tile_counts_as_touched_once_it_is_pinned_or_turned_from_its_first_position() -> None:
    puzzle = Puzzle(named("net"), Grid(3, 1), bytes([4, 5, 1]))
    state = puzzle.start._replace(lines=bytes([4, 10, 1]), pins=bytes([0, 0, 1]))
    position = Position(puzzle, puzzle.problem(), state, [0xFFFF] * 3, ())
    assert [position.is_touched(cell) for cell in range(3)] == [False, True, True]
