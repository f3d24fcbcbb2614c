"""Random loops: each cell is on one or none, about as many cells as asked are on one, also after any change."""

from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.games.judges import fits
from termpuzzles.games.making import random_loops
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import (
    draw_many_loops,
    growth_of_many_loops,
    mend_many_loops,
    refuse_many_loops,
)

SIZES = ((2, 2), (2, 5), (3, 3), (7, 4), (10, 10))


def params_for(share: float) -> Params:
    """Params that ask for loops through that share of the cells; the size does not matter."""
    return Params(2, 2, density=share * 3 / 4)


def are_loops(grid: Grid, masks: bytes) -> bool:
    """Whether every line is met by one from beyond, each cell has two lines or none, and there is a loop."""
    return fits(grid, masks) and {DEGREE[mask] for mask in masks} <= {0, 2} and any(masks)


@pytest.mark.parametrize("size", SIZES)
def test_drawn_loops_are_loops_through_about_as_many_cells_as_asked(size: tuple[int, int]) -> None:
    grid, rng = Grid(*size), Random("draw")
    for share in (0.0, 0.4, 0.65):
        masks = bytes(draw_many_loops(grid, params_for(share), rng))
        assert are_loops(grid, masks)
        cells = grid.size - masks.count(0)
        assert cells <= max(4, share * grid.size + 4)
        assert size != (10, 10) or cells >= share * grid.size


def test_growth_accepts_exactly_the_squares_that_leave_loops() -> None:
    rng = Random("growth")
    for _ in range(200):
        grid = Grid(rng.randint(2, 6), rng.randint(2, 6))
        masks = draw_many_loops(grid, params_for(rng.random()), rng)
        before = grid.size - masks.count(0)
        for square in range(grid.size):
            if square % grid.width == grid.width - 1 or square >= grid.size - grid.width:
                continue
            turned = bytearray(masks)
            for cell, sides in ((0, 6), (1, 3), (grid.width, 12), (grid.width + 1, 9)):
                turned[square + cell] ^= sides
            more = growth_of_many_loops(masks, grid.width, square)
            assert (more is not None) == (not any(turned) or are_loops(grid, bytes(turned)))
            assert more is None or more == grid.size - turned.count(0) - before


def test_mending_changes_loops_near_the_open_cells_and_keeps_how_many_cells_they_pass() -> None:
    rng = Random("mend")
    grid = Grid(12, 12)
    masks = draw_many_loops(grid, params_for(0.6), rng)
    changes = 0
    for _ in range(200):
        before, cell = bytes(masks), rng.randrange(grid.size)
        mend_many_loops(grid, masks, [[cell]], params_for(0.6), rng)
        assert are_loops(grid, bytes(masks))
        x, y = grid.place(cell)
        moved = [grid.place(other) for other in range(grid.size) if masks[other] != before[other]]
        assert all(abs(column - x) <= 8 and abs(row - y) <= 8 for column, row in moved)
        assert abs(grid.size - masks.count(0) - 0.6 * grid.size) < 0.1 * grid.size
        changes += bool(moved)
    assert changes > 150


@pytest.mark.parametrize(("patches", "changes"), [(1, 1), (5, 1), (6, 2), (11, 2), (12, 3), (60, 11)])
def test_loops_are_changed_once_and_again_for_every_six_patches(
    patches: int, changes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed: list[object] = []
    monkeypatch.setattr(random_loops, "change", lambda *arguments: changed.append(arguments))
    grid = Grid(9, 9)
    mend_many_loops(grid, bytearray(grid.size), [[cell] for cell in range(patches)], params_for(0.6), Random(1))
    assert len(changed) == changes


def test_loops_are_never_mended_away() -> None:
    grid, rng = Grid(2, 2), Random(1)
    masks = draw_many_loops(grid, params_for(0.6), rng)
    mend_many_loops(grid, masks, [[0]], params_for(0.6), rng)
    assert are_loops(grid, bytes(masks))
    assert not any(random_loops.changed(grid, masks, 0, Random(1), growth_of_many_loops))


def test_impossible_params_are_refused_with_the_reason() -> None:
    assert refuse_many_loops(Params(1, 5)) == "a loop takes at least two rows and two columns"
    assert "wraps" in refuse_many_loops(Params(5, 5, surface=TORUS))
    assert "walls" in refuse_many_loops(Params(5, 5, walls=0.1))
    assert "'Two lines each'" in refuse_many_loops(Params(5, 5, rating="parity"))
    assert not refuse_many_loops(Params(5, 5, rating="parity", at_most=True))
    assert not refuse_many_loops(Params(5, 5, rating="degree"))


def test_the_same_seed_draws_the_same_loops() -> None:
    grid = Grid(6, 6)
    assert draw_many_loops(grid, params_for(0.6), Random(5)) == draw_many_loops(grid, params_for(0.6), Random(5))
