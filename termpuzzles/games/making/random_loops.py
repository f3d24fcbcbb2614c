"""Random loops on a plain grid, any number of them, and how to change them a little: for Simple Loops boards.

They are changed one unit square at a time (see `squares`), if each of the four cells then has two lines or none: a loop
appears or disappears, winds or straightens, parts in two or joins another.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from termpuzzles.board.grid import DEGREE, Grid
from termpuzzles.games.making import squares
from termpuzzles.games.making.maker import ENDLESS, Maker, Patches, Reach
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loop import tiles, unscrambled
from termpuzzles.games.making.reproducible_random import pick

SHORTER = 0.3  # how often growing loops lose cells nevertheless, so that they wind
PATIENCE = 60  # changes to try for each cell before loops count as fully grown
PATCHES_A_CHANGE = 6  # a round makes one change for this many groups of open cells


def refuse(params: Params) -> str:
    """The reason why there is no such board, or "".

    If there is just one solution, `degree` alone finds it. Direct each drawn line from its black cell to its white one
    (the colours of a checkerboard), each other line between open cells the other way: a cycle would give a second
    solution. Without a cycle some cell is first. No line leads to it, so if it is black all its lines are drawn, and if
    it is white none of them is: `degree` settles it. Without that cell another is first, and so on.
    """
    if params.wrap or params.walls:
        return "a Simple Loops board neither wraps nor has walls"
    if min(params.width, params.height) < 2:
        return "a loop takes at least two rows and two columns"
    if params.rating not in (None, "degree") and not params.at_most:
        return "every Simple Loops board with just one solution needs no more than 'degree'"
    return ""


def draw(grid: Grid, params: Params, rng: Random) -> bytearray:
    """Loops through as many cells as asked for, or as many as they will grow to: a mask for each cell."""
    return squares.grown(grid, rng, growth, length(grid, params), SHORTER, PATIENCE)


def length(grid: Grid, params: Params) -> float:
    """The number of cells the loops should pass: two in three at the usual density of 0.5, and in proportion."""
    return grid.size * min(1.0, 4 / 3 * params.density)


def growth(masks: Sequence[int], width: int, square: int) -> int | None:
    """How many more cells lie on loops once this square, given by its north-west cell, is turned over.

    None if a cell would have one line, or more than two.
    """
    more = 0
    for cell, sides in zip(squares.cells_of(width, square), squares.CORNERS, strict=True):
        before, after = DEGREE[masks[cell]], DEGREE[masks[cell] ^ sides]
        if after not in (0, 2):
            return None
        more += (after - before) // 2
    return more


def mend(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Change the loops in a few of the patches, so that they pass about as many cells as before."""
    wanted = length(grid, params)
    for _ in range(1 + len(patches) // PATCHES_A_CHANGE):
        squares.change(grid, masks, pick(rng, patches), wanted, rng, growth)


MAKER = Maker(
    refuse,
    draw,
    mend,
    tiles,
    unscrambled,
    rounds=4000,
    heat=3.0,
    bordered=(
        Reach(144, 1, 99),
        Reach(250, 1, 249),
        Reach(600, 100, 499),
        Reach(ENDLESS, 250, ENDLESS),
    ),
)
