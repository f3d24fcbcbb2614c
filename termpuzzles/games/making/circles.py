"""The maker of Masyu boards: one random loop, and all circles that it allows."""

from __future__ import annotations

from termpuzzles.board.grid import SIDES_OF, Grid
from termpuzzles.games.making.maker import Maker
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import draw_one_loop, every_cell, mend_one_loop, unscrambled
from termpuzzles.logic.problem import BENDS, STRAIGHTS
from termpuzzles.logic.rules.circles import BLACK, WHITE


def refuse(params: Params) -> str:
    """The reason why there is no such board, or ""."""
    if not params.surface.is_plane or params.walls:
        return "a Masyu board neither wraps nor has walls"
    if min(params.width, params.height) < 2:
        return "a loop takes at least two rows and two columns"
    if params.width * params.height < SMALLEST and params.unique:
        return f"no board of fewer than {SMALLEST} cells has a circle"
    largest = LARGEST.get(params.rating or "")
    if largest and not params.at_most and params.width * params.height > largest:
        return f"on more than {largest} cells it takes too long to find a Masyu board that needs '{params.rating}'"
    return ""


SMALLEST = 6  # cells: a loop that turns four times goes straight nowhere
LARGEST = {"block": 324, "pairs": 144, "chain": 144}  # cells of a board that needs it, which takes up to two seconds


def circles(grid: Grid, masks: bytes) -> bytes:
    """All circles that a loop allows, one byte a cell."""
    return bytes(_circle(grid, masks, cell) for cell in range(grid.size))


def _circle(grid: Grid, masks: bytes, cell: int) -> int:
    mask = masks[cell]
    if not mask:
        return 0
    beside = [masks[grid.ways[side][cell]] for side in SIDES_OF[mask]]
    if BENDS >> mask & 1:
        return BLACK if all(STRAIGHTS >> other & 1 for other in beside) else 0
    return WHITE if any(BENDS >> other & 1 for other in beside) else 0


CIRCLED_LOOP = Maker(
    refuse,
    draw_one_loop,
    mend_one_loop,
    every_cell,
    unscrambled,
    rare=("parity", "one step ahead"),  # at 6x6 one drawn board in fifty
    rounds=400,
    heat=3.0,
    clues=circles,
    drawn=(3.0, 3.0),
)
