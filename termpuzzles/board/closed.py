"""Groups of joined cells without a loose end, found without a survey: most boards have few."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.board.bitboard import bitboards
from termpuzzles.board.grid import SIDES_OF, Grid

PASSES = 40  # over the whole board, each going one cell further from the loose ends; cells not reached are walked


def closed_groups(grid: Grid, lines: bytes, passes: int = PASSES) -> Iterator[tuple[int, ...]]:
    """The groups that have a line and no loose end: the cells of each in ascending order."""
    board = bitboards(grid)
    joined, loose = board.join(lines)
    left = bytearray(board.not_reached(joined, loose, passes))
    first = left.find(1)
    while first >= 0:
        members, is_closed = _group(grid, joined, left, first)
        if is_closed:
            yield tuple(sorted(members))
        first = left.find(1, first)


def _group(grid: Grid, joined: bytes, left: bytearray, first: int) -> tuple[list[int], bool]:
    """Take the cells of a group out of `left`: these cells, and whether they are the whole group."""
    members, is_closed = [first], True
    seen = {first}
    left[first] = 0
    for cell in members:  # grows while it is read
        for side in SIDES_OF[joined[cell]]:
            other = grid.ways[side][cell]
            if left[other]:
                left[other] = 0
                seen.add(other)
                members.append(other)
            elif other not in seen:
                is_closed = False
    return members, is_closed
