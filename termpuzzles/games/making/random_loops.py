"""Random loops on a plain grid, any number of them, and how to change them a little: for Simple Loops boards.

They are changed one unit square of four cells at a time: its four lines are all turned over, drawn to not drawn and
back. That may be done where each of the four cells then has two lines or none: a loop begins or goes, winds or
straightens, parts in two or joins another.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from termpuzzles.board.grid import DEGREE, E, Grid, N, S, W
from termpuzzles.games.making.maker import Maker, Patches
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loop import tiles, unscrambled
from termpuzzles.games.making.reproducible_random import below, pick

SHORTER = 0.3  # how often loops that are still growing lose cells all the same, so that they wind
LEEWAY = 0.06  # of all cells: how far the cells on loops may be from those asked for
TRIES = 40  # to find a change, for there may be none at the open cells
PATIENCE = 60  # changes to try for each cell until loops count as grown as far as they will
PATCHES_A_CHANGE = 6  # so many groups of open cells for every change that is made in one round

_CORNERS = (E | S, S | W, N | E, N | W)  # the lines of a square at its cells, row by row


def refuse(params: Params) -> str:
    """Why there is no such board, or nothing.

    Where there is just one solution, `degree` alone finds it. Direct each line drawn from its black cell to its white
    one (the colours of a checkerboard), each other line between open cells the other way: a cycle would be a second
    solution. Without a cycle some cell is first. No line leads to it, so if it is black all its lines are drawn, and if
    it is white none is drawn any more: `degree` settles it. Without that cell another is first, and so on.
    """
    if params.wrap or params.walls:
        return "a Simple Loops board neither wraps nor has walls"
    if min(params.width, params.height) < 2:
        return "a loop takes at least two rows and two columns"
    if params.rating not in (None, "degree") and not params.at_most:
        return "every Simple Loops board with just one solution needs no more than 'degree'"
    return ""


def draw(grid: Grid, params: Params, rng: Random) -> bytearray:
    """Loops through as many cells as asked for, or as many as it comes to: a mask for each cell."""
    squares = [grid.cell(x, y) for y in range(grid.height - 1) for x in range(grid.width - 1)]
    masks = bytearray(grid.size)
    _turn_over(masks, grid.width, pick(rng, squares))
    cells, wanted = 4, length(grid, params)
    for _ in range(PATIENCE * grid.size):
        if cells >= wanted:
            break
        square = pick(rng, squares)
        more = growth(masks, grid.width, square)
        if more is not None and (more >= 0 or (cells + more and rng.random() < SHORTER)):
            _turn_over(masks, grid.width, square)
            cells += more
    return masks


def length(grid: Grid, params: Params) -> float:
    """How many cells the loops should pass: two in three at the usual density of 0.5, and in proportion."""
    return grid.size * min(1.0, 4 / 3 * params.density)


def growth(masks: Sequence[int], width: int, square: int) -> int | None:
    """How many cells more lie on loops once this square, given by its north-west cell, is turned over.

    None where a cell would have one line, or more than two.
    """
    more = 0
    for cell, sides in zip(_cells(width, square), _CORNERS, strict=True):
        before, after = DEGREE[masks[cell]], DEGREE[masks[cell] ^ sides]
        if after not in (0, 2):
            return None
        more += (after - before) // 2
    return more


def _cells(width: int, square: int) -> tuple[int, int, int, int]:
    return square, square + 1, square + width, square + width + 1


def _turn_over(masks: bytearray, width: int, square: int) -> None:
    for cell, sides in zip(_cells(width, square), _CORNERS, strict=True):
        masks[cell] ^= sides


def mend(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Change the loops in a few of the patches, so that they pass about as many cells as before."""
    wanted = length(grid, params)
    for _ in range(1 + len(patches) // PATCHES_A_CHANGE):
        patch = pick(rng, patches)
        before = grid.size - masks.count(0)
        for _ in range(TRIES):
            other = changed(grid, masks, pick(rng, patch), rng)
            now = grid.size - other.count(0)
            near = abs(now - wanted) <= LEEWAY * grid.size or abs(now - wanted) <= abs(before - wanted)
            if now and other != masks and near:
                masks[:] = other
                break


def changed(grid: Grid, loops: bytes | bytearray, cell: int, rng: Random) -> bytearray:
    """The loops with up to three squares turned over, at this cell and close by."""
    masks, width = bytearray(loops), grid.width
    x, y = grid.place(cell)
    x, y = x - below(rng, 3), y - below(rng, 3)
    for _ in range(1 + below(rng, 3)):
        x, y = min(max(x, 0), width - 2), min(max(y, 0), grid.height - 2)
        if growth(masks, width, grid.cell(x, y)) is not None:
            _turn_over(masks, width, grid.cell(x, y))
        x, y = x - 2 + below(rng, 5), y - 2 + below(rng, 5)
    return masks


MAKER = Maker(refuse, draw, mend, tiles, unscrambled, rounds=4000, heat=3.0)
