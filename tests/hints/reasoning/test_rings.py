"""The cells around the cursor, ring by ring, against sorting all of them by their distance."""

from __future__ import annotations

from collections import deque
from random import Random

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.board.surface import Surface
from termpuzzles.hints.agenda import Rings
from tests.board.surfaces import ALL


def distances(grid: Grid, near: int) -> dict[int, int]:
    """How many steps each cell is away, walls aside, by walking there."""
    open_grid = Grid.make(grid.width, grid.height, grid.surface)
    found = {near: 0}
    waiting = deque([near])
    while waiting:
        cell = waiting.popleft()
        for side in SIDES:
            other = open_grid.beyond(cell, side)
            if other is not None and other not in found:
                found[other] = found[cell] + 1
                waiting.append(other)
    return found


@pytest.mark.parametrize("surface", ALL, ids=lambda surface: "-".join(seam.name for seam in surface))
@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 6), (5, 1), (2, 2), (4, 3), (3, 5), (22, 20)])
def test_cells_come_by_their_distance_and_then_by_number(surface: Surface, width: int, height: int) -> None:
    grid = Grid.make(width, height, surface, [(0, 4)] if width > 1 else [])
    rng = Random(width)
    for near in {0, grid.size - 1, rng.randrange(grid.size)}:
        away = distances(grid, near)
        order = sorted(range(grid.size), key=lambda cell: (away[cell], cell))
        rings = Rings(grid, near)
        assert [rings.distance(cell) for cell in range(grid.size)] == [away[cell] for cell in range(grid.size)]
        assert list(rings.all()) == list(rings.all()) == order
        for radius in range(max(away.values()) + 3):
            assert Rings(grid, near).within(radius) == {cell for cell in away if away[cell] <= radius}
            assert rings.within(radius) == {cell for cell in away if away[cell] <= radius}
        some, others = set(rng.sample(range(grid.size), grid.size // 2)), {near}
        for each in ((some, others), (set(range(grid.size)), others), (others,), ()):
            assert list(Rings(grid, near).of(*each)) == [cell for cell in order if any(cell in few for few in each)]


def test_without_a_cursor_cells_come_by_number() -> None:
    rings = Rings(Grid.make(3, 2), None)
    assert [rings.distance(cell) for cell in range(6)] == [0] * 6
    assert list(rings.all()) == list(range(6))
    assert rings.within(0) == rings.within(3) == set(range(6))
    assert list(rings.of({4, 1}, {2})) == [1, 2, 4]


@pytest.mark.parametrize(("number", "skips"), [(399, False), (400, False), (401, True), (402, True)])
def test_more_than_four_hundred_cells_are_looked_at_as_their_turn_comes(number: int, skips: bool) -> None:
    waiting = set(range(number))
    seen = []
    for cell in Rings(Grid.make(number, 1), 0).of(waiting):
        seen.append(cell)
        waiting.discard(cell + 1)
    assert seen == list(range(0, number, 2 if skips else 1))
