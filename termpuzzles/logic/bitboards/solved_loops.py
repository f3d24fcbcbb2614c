"""What `degree` and `no loop` would leave open of loops that are already drawn, sooner than steps would tell.

Sound deduction never says anything about a line but what the drawn loops do: only whether it is known is to be found.
"""

from __future__ import annotations

from itertools import combinations

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.bitboards.frame import Frame, Sides
from termpuzzles.logic.bitboards.solved_tree import WITH
from termpuzzles.logic.problem import FITS, KNOWN, TWO_LINES, Domain

NEAR = 5  # rows or columns


def left_by_degree(frame: Frame, loops: bytes, near: int | None = None) -> dict[int, Domain]:
    """What `degree` leaves of the cells that it leaves open. The grid does not wrap and has no walls.

    `loops` gives a mask for each cell, 0 where none passes. With a cell `near`, all farther from it counts as known:
    what is left open then surely is in the end.
    """
    undecided = _undecided(frame, loops, near)
    return {cell: _fitting(loops[cell], mask) for cell, mask in undecided.items()}


def left_by_no_loop(frame: Frame, loop: bytes, near: int | None = None) -> dict[int, Domain]:
    """As `left_by_degree`, for a single loop and with `no loop`: no other may close."""
    undecided = _undecided(frame, loop, near)
    if not undecided:
        return {}
    paths = _Paths(frame, loop, undecided)
    paths.deduce()
    return {cell: paths.left_of(cell) for cell, mask in undecided.items() if mask}


def _undecided(frame: Frame, loops: bytes, near: int | None) -> dict[int, int]:
    """The cells that `degree` leaves open, each with the mask of its undecided sides.

    A line is undecided as long as both of its cells are open: a cell is, while one of its two lines and one of its
    other sides are undecided.
    """
    padded, stride = frame.padded(loops), frame.stride
    n, e, s, w = (frame.bitboard(padded, table) for table in WITH.values())
    passed = n | e | s | w
    if near is not None:
        passed &= _around(frame, near)
    drawn_e, drawn_s = e & passed & passed >> 1, s & passed & passed >> stride
    free_e, free_s = passed & passed >> 1 & ~e, passed & passed >> stride & ~s
    while True:
        drawn, free = drawn_e | drawn_s, free_e | free_s
        cells = (drawn | drawn_e << 1 | drawn_s << stride) & (free | free_e << 1 | free_s << stride)
        both_e, both_s = cells & cells >> 1, cells & cells >> stride
        east, south = drawn_e | free_e, drawn_s | free_s
        if not (east & ~both_e or south & ~both_s):
            return frame.masks_at(Sides(south << stride, east, south, east << 1), cells)
        drawn_e, drawn_s, free_e, free_s = drawn_e & both_e, drawn_s & both_s, free_e & both_e, free_s & both_s


def _around(frame: Frame, cell: int) -> int:
    """The cells close to this one."""
    x, y = frame.grid.place(cell)
    left, right = max(0, x - NEAR), min(frame.width, x + NEAR + 1)
    row = (1 << right) - (1 << left)
    return sum(row << frame.stride * at for at in range(max(0, y - NEAR), min(frame.height, y + NEAR + 1)))


def _fitting(lines: int, undecided: int) -> Domain:
    """The masks of two lines that agree with these lines at the sides that are decided."""
    return TWO_LINES & FITS[(lines & ~undecided) << 4 | 15 & ~(lines | undecided)]


class _Paths:
    """The paths of a loop's known lines: for each end of a path its other end, for a single cell itself."""

    def __init__(self, frame: Frame, loop: bytes, undecided: dict[int, int]) -> None:
        self._ways = frame.grid.ways
        self._loop = loop
        self._undecided = undecided
        self._ends = {cell: cell for cell in undecided}
        for cell, mask in undecided.items():
            if (side := loop[cell] & ~mask) and self._ends[cell] == cell:
                end = self._follow(cell, side)
                self._ends[cell], self._ends[end] = end, cell

    def _follow(self, cell: int, side: int) -> int:
        """The end of the path that leaves the cell at that side."""
        while True:
            cell = self._ways[side][cell]
            if cell in self._undecided:
                return cell
            side = self._loop[cell] ^ OPPOSITE[side]

    def deduce(self) -> None:
        """Find all that `degree` and `no loop` say about the undecided sides, and take them away."""
        undecided, loop = self._undecided, self._loop
        cells = {*undecided}
        while cells:
            cell = cells.pop()
            if not (mask := undecided[cell]):
                continue
            if (drawn := mask & loop[cell]) and drawn != mask:
                known = KNOWN[self.left_of(cell)]
                mask &= known >> 4 | known
            for side in SIDES_OF[mask]:
                cells.update(self._settle(cell, side))

    def left_of(self, cell: int) -> Domain:
        """The masks with which the cell closes no loop: no line to the other end of its path, no two to one path."""
        lines, mask, ends, ways = self._loop[cell], self._undecided[cell], self._ends, self._ways
        left = _fitting(lines, mask)
        if drawn := lines & ~mask:
            for side in SIDES_OF[mask & ~lines]:
                if ways[side][cell] == ends[cell]:
                    left &= ~(1 << (drawn | side))
            return left
        for one, other in combinations(SIDES_OF[mask], 2):
            if one | other != lines and ends[ways[one][cell]] == ways[other][cell]:
                left &= ~(1 << (one | other))
        return left

    def _settle(self, cell: int, side: int) -> list[int]:
        """Take in that a line is known, and return the cells about which that may say more."""
        other, undecided, ends = self._ways[side][cell], self._undecided, self._ends
        undecided[cell] &= ~side
        undecided[other] &= ~OPPOSITE[side]
        if not self._loop[cell] & side:
            return [cell, other]
        first, last = ends[cell], ends[other]
        ends[first], ends[last] = last, first
        near = [self._ways[way][end] for end in (first, last) for way in SIDES_OF[undecided[end]]]
        return [cell, other, first, last, *near]
