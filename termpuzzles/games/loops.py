"""Random loops on a plain grid, and how to change one a little: what Simple Loop boards are drawn from.

A loop is changed one unit square of four cells at a time: its four lines are all turned over, drawn to not drawn and
back. Where one line of the square was drawn and its two other cells are on no loop, the line makes a detour through
them; with three lines it takes the short cut; and where two lines meet and the fourth cell is on no loop, the corner
moves across. Each time one loop stays one loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from termpuzzles.board.grid import DEGREE, E, Grid, N, S, W
from termpuzzles.games.chance import below, pick

SHORTER = 0.2  # how often a loop that is still growing takes a short cut all the same, so that it winds
PATIENCE = 200  # changes to try for each cell until a loop counts as grown as far as it will


def draw(grid: Grid, share: float, rng: Random) -> bytearray:
    """A loop through about that share of all cells, or as many as it comes to: a mask for each cell.

    The grid must be at least 2x2. The loop grows from a single square.
    """
    squares = [grid.cell(x, y) for y in range(grid.height - 1) for x in range(grid.width - 1)]
    masks = bytearray(grid.size)
    _turn_over(masks, grid.width, pick(rng, squares))
    cells, wanted = 4, min(share, 1) * grid.size
    for _ in range(PATIENCE * grid.size):
        if cells >= wanted:
            break
        square = pick(rng, squares)
        more = growth(masks, grid.width, square)
        if more is not None and (more >= 0 or rng.random() < SHORTER):
            _turn_over(masks, grid.width, square)
            cells += more
    return masks


def growth(masks: Sequence[int], width: int, square: int) -> int | None:
    """How many cells more the loop passes once this square, given by its north-west cell, is turned over.

    None where that would not leave one loop.
    """
    corners = (square, square + 1, square + width + 1, square + width)
    within = [masks[cell] & sides for cell, sides in zip(corners, (E | S, S | W, N | W, N | E), strict=True)]
    drawn = sum(DEGREE[sides] for sides in within) // 2
    if drawn == 3:
        return -2
    if drawn not in (1, 2) or any(masks[cell] for cell, sides in zip(corners, within, strict=True) if not sides):
        return None
    if drawn == 1:
        return 2
    return 0 if 0 in within else None  # two lines side by side would part into two loops


def _turn_over(masks: bytearray, width: int, square: int) -> None:
    masks[square] ^= E | S
    masks[square + 1] ^= S | W
    masks[square + width] ^= N | E
    masks[square + width + 1] ^= N | W


def changed(grid: Grid, loop: bytes, cell: int, rng: Random) -> bytes | None:
    """The loop with one to three squares turned over at this cell and close by; None where none could be."""
    masks, width = bytearray(loop), grid.width
    x, y = grid.place(cell)
    x, y = x - below(rng, 3), y - below(rng, 3)
    for _ in range(1 + below(rng, 3)):
        x, y = min(max(x, 0), width - 2), min(max(y, 0), grid.height - 2)
        if growth(masks, width, grid.cell(x, y)) is not None:
            _turn_over(masks, width, grid.cell(x, y))
        x, y = x - 2 + below(rng, 5), y - 2 + below(rng, 5)
    return bytes(masks) if masks != loop else None
