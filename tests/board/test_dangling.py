"""Removing dangling lines all over the board at once, against removing them cell by cell."""

from random import Random

import pytest

from termpuzzles.board.byteboard import bitboards, without_ends
from termpuzzles.board.graph import reached_without
from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, Grid
from tests.games.boards import random_grid, random_lines


def boards(seed: int) -> list[tuple[Grid, bytes]]:
    """Grids of all kinds, with lines that are all met from beyond."""
    rng = Random(seed)
    grids = [random_grid(rng) for _ in range(200)]
    return [(grid, bitboards(grid).join(random_lines(rng, grid))[0]) for grid in grids]


def without_ends_once(grid: Grid, sides: bytes) -> bytes:
    """The sides left after every cell with only one side loses it, and the cell beyond loses the facing side."""
    kept = bytearray(sides)
    for cell, mask in enumerate(sides):
        if DEGREE[mask] == 1:
            other = grid.ways[mask][cell]
            kept[cell] = 0
            kept[other] &= ~OPPOSITE[mask]
    return bytes(kept)


@pytest.mark.parametrize("passes", [0, 1, 2, 5])
def test_each_pass_takes_away_the_cells_that_have_one_line_and_no_others(passes: int) -> None:
    for grid, joined in boards(passes):
        expected = joined
        for _ in range(passes):
            expected = without_ends_once(grid, expected)
        assert without_ends(grid, joined, passes) == expected


def test_in_the_end_no_cell_has_just_one_line_and_every_line_of_a_loop_is_still_there() -> None:
    for grid, joined in boards(4):
        left = without_ends(grid, joined, passes=grid.size)
        along = bitboards(grid).along(joined)
        for cell in range(grid.size):
            assert len(SIDES_OF[left[cell]]) != 1
            kept = {line for line, _ in bitboards(grid).along(left)(cell)}
            for line, other in along(cell):
                assert line in kept or cell not in reached_without(other, along, {line})
