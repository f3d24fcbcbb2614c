"""Solutions of a board on which only the numbers of lines matter: one, two, or a proof that there is none."""

from __future__ import annotations

from termpuzzles.logic.bitboards.frame import KnownLines, Layout, Sides
from termpuzzles.logic.checkerboard.degrees import Degrees, Pair
from termpuzzles.logic.checkerboard.forests import BITS_AT_ONCE, FEW, closed_way, complete
from termpuzzles.logic.checkerboard.seeking import MOST
from termpuzzles.logic.checkerboard.taking import Taking
from termpuzzles.logic.task import Task


def solutions(
    board: Layout, lines: KnownLines, wanted: int, few: int = FEW, most: int = MOST, at_once: int = BITS_AT_ONCE
) -> Task[list[bytes] | None]:
    """Up to `wanted` (1 or 2) solutions, one mask a cell; fewer are all that there are. None: it is no such board.

    The local rule must be at its fixpoint with these lines, and the whole board must have no rule of its own.
    """
    degrees = Degrees.of(board.frame, board.tiles, lines)
    if degrees is None:
        return None
    taking = Taking(degrees)
    yield from taking.greedily()
    if not (yield from complete(taking, few, most, at_once)):
        return []
    found = [_masks(board, lines, taking)]
    if wanted > 1 and (way := closed_way(taking)):
        taking.exchange(Pair.along(board.frame, way))
        found.append(_masks(board, lines, taking))
    return found


def _masks(board: Layout, lines: KnownLines, taking: Taking) -> bytes:
    """For each cell the mask of its known lines and of those taken."""
    frame = board.frame
    together = Sides(*(drawn | taken for drawn, taken in zip(lines.drawn, taking.loose(), strict=True)))
    return frame.stripped(frame.masks(together))
