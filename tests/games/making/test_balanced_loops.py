"""Loops for Masyu: one loop each, as long and as winding as those of published boards."""

from __future__ import annotations

from statistics import fmean

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.games.judges import is_one_loop
from termpuzzles.games.making.balanced_loops import IS_BEND, draw_balanced_loop, mend_balanced_loop
from termpuzzles.games.making.params import Params
from termpuzzles.generator import rng_of


@pytest.mark.parametrize("size", ["2x2", "2x7", "3x3", "5x4", "9x9"])
@pytest.mark.parametrize("density", [0.05, 0.5, 1.0])
def test_it_is_one_loop_and_stays_one(size: str, density: float) -> None:
    width, height = map(int, size.split("x"))
    grid, params, rng = Grid.make(width, height), Params(width, height, density=density), rng_of(size)
    masks = draw_balanced_loop(grid, params, rng)
    for _ in range(5):
        assert is_one_loop(grid, bytes(masks))
        mend_balanced_loop(grid, masks, [[0, grid.size - 1]], params, rng)
    assert is_one_loop(grid, bytes(masks))


@pytest.mark.slow
def test_their_length_and_turns_are_those_of_published_boards() -> None:
    grid, params = Grid.make(10, 10), Params(10, 10)
    loops = [draw_balanced_loop(grid, params, rng_of("balanced", index)) for index in range(60)]
    lengths = [1 - masks.count(0) / grid.size for masks in loops]
    turns = [sum(IS_BEND[mask] for mask in masks) / (grid.size - masks.count(0)) for masks in loops]
    mean = fmean(lengths)
    assert abs(mean - 0.875) < 0.03  # the labelled boards of 10x10: 0.875, with a spread of 0.043; turns 0.442
    assert 0.03 < fmean((length - mean) ** 2 for length in lengths) ** 0.5 < 0.06
    assert abs(fmean(turns) - 0.442) < 0.02
