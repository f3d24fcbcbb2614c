"""Each named shape of circles leaves only what it concludes, by a SAT solver that knows its cells alone."""

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.rules.patterns import CIRCLE_SHAPES, Shape, near, views
from tests.mine_patterns import Board

pytest.importorskip("pysat")

ROOM = 4  # cells around the shape, of which nothing is known


@pytest.mark.parametrize("shape", CIRCLE_SHAPES, ids=[shape.name for shape in CIRCLE_SHAPES])
def test_a_shape_leaves_nothing_but_what_it_concludes_in_each_view_whatever_lies_around(shape: Shape) -> None:
    found = views(shape)
    assert 1 <= len(found) <= 8
    for view in found:
        reach = [abs(axis) for place in view.cells for axis in place]
        size = 2 * (max(reach) + ROOM) + 1
        grid = Grid.make(size, size)
        middle = grid.cell(size // 2, size // 2)
        clues = bytearray(grid.size)
        for (dx, dy), clue in view.circles:
            clues[middle + dx + dy * size] = clue
        puzzle = Puzzle(named("masyu"), grid, bytes(clues), clues=bytes(clues))
        board = Board(puzzle.problem())
        cells = [middle + dx + dy * size for dx, dy in view.cells]
        rules = [board.number((kind, cell)) for kind in ("cell", "clue") for cell in cells]
        known = [board.line(middle + x + y * size, side) * (1 if drawn else -1) for ((x, y), side), drawn in view.known]
        assert not board.contradicts([*rules, *known])
        for lines, drawn in ((view.drawn, True), (view.crossed, False)):
            for (x, y), side in lines:
                denied = board.line(middle + x + y * size, side) * (-1 if drawn else 1)
                assert board.contradicts([*rules, *known, denied])


def test_every_circle_whose_shape_reaches_a_change_is_looked_at_and_none_from_far_away() -> None:
    reach = max(abs(axis) for shape in CIRCLE_SHAPES for view in views(shape) for place in view.cells for axis in place)
    grid = Grid.make(24, 24)
    knowledge = Knowledge(Puzzle(named("masyu"), grid, b"\1" * grid.size, clues=b"\1" * grid.size).problem())
    for changed in range(0, grid.size, 29):
        x, y = grid.place(changed)
        away = {
            cell: max(abs(x - column), abs(y - row))
            for cell, (column, row) in enumerate(map(grid.place, range(grid.size)))
        }
        looked_at = {*near(knowledge, [changed], 0)}
        assert {cell for cell, cells in away.items() if cells <= reach} <= looked_at
        assert all(away[cell] <= 3 * reach for cell in looked_at)
