"""The maker of Masyu boards: one random loop, all circles that it allows, and which of them go first."""

from __future__ import annotations

from math import sqrt
from random import Random

from termpuzzles.board.grid import SIDES, SIDES_OF, Grid
from termpuzzles.games.making.balanced_loops import draw_balanced_loop, mend_balanced_loop
from termpuzzles.games.making.maker import Maker
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import every_cell, unscrambled
from termpuzzles.logic.problem import BENDS, STRAIGHTS
from termpuzzles.logic.rules.circles import BLACK, WHITE
from termpuzzles.logic.rules.techniques import title_of


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
        title = title_of(params.rating or "")
        return f"on more than {largest} cells it takes too long to find a Masyu board that needs {title!r}"
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


# Published boards that are not easy have about so many black and white circles for each cell, black ones fewer the
# shorter the side is, and nearly all are needed. Ours come near to that if black ones go the later the longer the side
# is, and those first that have others beside them.
BLACK_SHARE, FEWER_BLACK, WHITE_SHARE = 0.095, 0.22, 0.157
BLACK_LATER, BLACK_SOONER, CROWDED_SOONER = 0.26, 2.4, 0.1
LONG, LATER_ON_LONG = range(12, 21), 0.05  # sides on which there would be too few white ones


def order_to_go(grid: Grid, clues: bytes, rng: Random) -> list[int]:
    """The cells of all circles, in a random order in which to try to take them away."""
    side = min(grid.width, grid.height)
    black_later = LATER_ON_LONG if side in LONG else BLACK_LATER - BLACK_SOONER / side
    beside = {cell: (grid.ways[side][cell] for side in SIDES) for cell, clue in enumerate(clues) if clue}
    late = {
        cell: rng.random()
        + black_later * (clues[cell] == BLACK)
        - CROWDED_SOONER * sum(other >= 0 and clues[other] > 0 for other in others)
        for cell, others in beside.items()
    }
    return sorted(late, key=late.__getitem__)


def unlike_published(clues: bytes) -> float:
    """How far the circles are in number from those of published boards, black and white ones."""
    black, white, cells = clues.count(BLACK), clues.count(WHITE), len(clues)
    wanted = BLACK_SHARE - FEWER_BLACK / sqrt(cells)
    return abs(black - wanted * cells) + abs(white - WHITE_SHARE * cells)


CIRCLED_LOOP = Maker(
    refuse,
    draw_balanced_loop,
    mend_balanced_loop,
    every_cell,
    unscrambled,
    rare=("parity", "one step ahead"),  # at 6x6 one drawn board in fifty
    rounds=400,
    heat=3.0,
    clues=circles,
    drawn=(3.0, 3.0),
    order_to_go=order_to_go,
    unlike=unlike_published,
    is_graded=True,
    is_symmetric=True,
    often=("chain",),
    early=(("degree", "circles", "chain", "block"), ()),
)
