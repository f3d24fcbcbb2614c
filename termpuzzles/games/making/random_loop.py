"""Random loops on a plain grid, and how to change one a little: for Simple Loop boards.

A loop is changed one unit square at a time (see `squares`). Where one line of the square was drawn and its two other
cells are on no loop, the line makes a detour through them; with three lines it takes the short cut; and where two lines
meet and the fourth cell is on no loop, the corner moves across. Each time one loop stays one loop.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from termpuzzles.board.grid import DEGREE, E, Grid, N, S, W
from termpuzzles.games.making import squares
from termpuzzles.games.making.maker import ENDLESS, Maker, Patches, Reach
from termpuzzles.games.making.params import Params
from termpuzzles.logic.problem import Problem

CLIMBED = ("parity", "pairs", "parity type 1", "parity type 2", "one step ahead")  # what drawn boards rarely need
TOO_SMALL = 16  # cells: no board up to this size has any of these ratings, as looking at all of them showed
SHORTER = 0.2  # how often a growing loop takes a short cut nevertheless, so that it winds
PATIENCE = 200  # changes to try for each cell before a loop counts as fully grown


def refuse(params: Params) -> str:
    """The reason why there is no such board, or ""."""
    if params.wrap or params.walls:
        return "a Simple Loop board neither wraps nor has walls"
    if min(params.width, params.height) < 2:
        return "a loop takes at least two rows and two columns"
    if params.rating in CLIMBED and not params.at_most and params.width * params.height <= TOO_SMALL:
        return f"no board of at most {TOO_SMALL} cells with just one solution needs more than 'no loop'"
    return ""


def draw(grid: Grid, params: Params, rng: Random) -> bytearray:
    """A loop as long as asked for, or as long as it will grow: a mask for each cell."""
    return squares.grown(grid, rng, growth, length(grid, params), SHORTER, PATIENCE)


def length(grid: Grid, params: Params) -> float:
    """The number of cells the loop should pass: four in five at the usual density of 0.5, and in proportion."""
    return grid.size * min(1.0, 1.6 * params.density)


def growth(masks: Sequence[int], width: int, square: int) -> int | None:
    """How many more cells the loop passes once this square, given by its north-west cell, is turned over.

    None if that would not leave one loop.
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


def mend(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Change the loop at one of the open cells, so that its length stays about the same."""
    cells = [cell for patch in patches for cell in patch]
    squares.change(grid, masks, cells, length(grid, params), rng, growth)


def tiles(masks: bytes) -> bytes:
    """1 for each cell on the loop, 0 for each cell to be shaded."""
    return bytes(map(bool, masks))


def unscrambled(problem: Problem, shown: bytes, rng: Random) -> bytes:
    """The tiles as they are: they do not show how the loop goes."""
    return shown


MAKER = Maker(
    refuse,
    draw,
    mend,
    tiles,
    unscrambled,
    climbed=CLIMBED,
    rounds=4000,
    heat=3.0,
    bordered=(
        Reach(36, 1, 499),
        Reach(64, 1, 999),
        Reach(100, 1, ENDLESS),
        Reach(250, 100, ENDLESS),
        Reach(ENDLESS, 250, ENDLESS),
    ),
)
