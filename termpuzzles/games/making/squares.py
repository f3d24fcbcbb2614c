"""Loops on a plain grid, grown and changed by one unit square of four cells at a time.

Turning over a square draws those of its four lines that were not drawn, and takes away the others. A *growth* says how
many more cells then lie on loops; None if the square may not be turned over.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.games.making.reproducible_random import below, pick

Growth = Callable[[Sequence[int], int, int], int | None]  # takes the masks, the grid's width and a square

CORNERS = (E | S, S | W, N | E, N | W)  # the lines of a square at its cells, row by row

LEEWAY = 0.06  # how far the number of cells on loops may be from the number asked for, as a share of all cells
TRIES = 40  # the number of tries to find a change, for there may be none at the open cells


def cells_of(width: int, square: int) -> tuple[int, int, int, int]:
    """The cells of the square with that north-west cell, row by row."""
    return square, square + 1, square + width, square + width + 1


def turn_over(masks: bytearray, width: int, square: int) -> None:
    """Turn over the four lines of a square."""
    for cell, sides in zip(cells_of(width, square), CORNERS, strict=True):
        masks[cell] ^= sides


def grown(grid: Grid, rng: Random, growth: Growth, wanted: float, shorter: float, patience: int) -> bytearray:
    """Loops through as many cells as wanted, or as many as they will grow to, grown from a single square.

    `shorter` is how often they lose cells nevertheless, so that they wind; `patience` is how many changes are tried for
    each cell before they count as fully grown.
    """
    squares = [grid.cell(x, y) for y in range(grid.height - 1) for x in range(grid.width - 1)]
    masks = bytearray(grid.size)
    turn_over(masks, grid.width, pick(rng, squares))
    cells = 4
    for _ in range(patience * grid.size):
        if cells >= wanted:
            break
        square = pick(rng, squares)
        more = growth(masks, grid.width, square)
        if more is not None and (more >= 0 or (cells + more and rng.random() < shorter)):
            turn_over(masks, grid.width, square)
            cells += more
    return masks


def changed(grid: Grid, loops: bytes | bytearray, cell: int, rng: Random, growth: Growth) -> bytearray:
    """The loops with up to three squares turned over, at this cell and close by."""
    masks, width = bytearray(loops), grid.width
    x, y = grid.place(cell)
    x, y = x - below(rng, 3), y - below(rng, 3)
    for _ in range(1 + below(rng, 3)):
        x, y = min(max(x, 0), width - 2), min(max(y, 0), grid.height - 2)
        if growth(masks, width, grid.cell(x, y)) is not None:
            turn_over(masks, width, grid.cell(x, y))
        x, y = x - 2 + below(rng, 5), y - 2 + below(rng, 5)
    return masks


def change(grid: Grid, masks: bytearray, cells: Sequence[int], wanted: float, rng: Random, growth: Growth) -> None:
    """Change the loops at one of these cells, so that they pass about as many cells as wanted."""
    before = grid.size - masks.count(0)
    for _ in range(TRIES):
        other = changed(grid, masks, pick(rng, cells), rng, growth)
        now = grid.size - other.count(0)
        near = abs(now - wanted) <= LEEWAY * grid.size or abs(now - wanted) <= abs(before - wanted)
        if now and other != masks and near:
            masks[:] = other
            return
