"""Groups without a loose end, against a survey of the whole board."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.board.survey import closed_groups, survey
from termpuzzles.games.making import random_tree
from termpuzzles.games.making.maker import turn_all
from tests.data.sweep import share
from tests.logic.bitboards.local import random_grid, random_lines


def groups_by_survey(grid: Grid, lines: bytes) -> list[tuple[int, ...]]:
    """The closed groups, from a survey of the whole board."""
    seen = survey(grid, lines)
    groups: dict[int, list[int]] = {}
    for cell in range(grid.size):
        if seen.closed[cell]:
            groups.setdefault(seen.group[cell], []).append(cell)
    return [tuple(cells) for cells in groups.values()]


@pytest.mark.parametrize("passes", [0, 1, 40])
@pytest.mark.parametrize("seed", range(share(40)))
def test_closed_groups_are_those_that_a_survey_finds(seed: int, passes: int) -> None:
    rng = Random(seed)
    found = 0
    for _ in range(20):
        grid = random_grid(rng, 40)
        lines = bytearray(random_lines(rng, grid))
        for _ in range(rng.randrange(6)):  # mostly closed, with some tiles turned away
            cell = rng.randrange(grid.size)
            lines[cell] = rng.randrange(16)
        expected = groups_by_survey(grid, bytes(lines))
        assert list(closed_groups(grid, bytes(lines), passes)) == expected
        found += len(expected)
    assert found


def test_one_loose_end_opens_a_large_group() -> None:
    grid = Grid.make(60, 60)
    tree = random_tree.depth_first(grid, Random(1))
    assert list(closed_groups(grid, bytes(tree))) == [tuple(range(grid.size))]
    end = next(cell for cell, mask in enumerate(tree) if mask.bit_count() == 1)
    tree[end] = 15 ^ tree[end]
    assert end not in {cell for group in closed_groups(grid, bytes(tree)) for cell in group}
    assert list(closed_groups(grid, turn_all(bytes(tree), Random(1)))) == groups_by_survey(
        grid, turn_all(bytes(tree), Random(1))
    )
