"""How many cells may lie beyond a line, at most: what seals off a group that is too small for the whole.

In a tree, a line parts all cells in two. The *bound* of an undecided line out of a cell is a number that the cells
beyond it cannot exceed. Beyond lies the group of the cell there; each open cell of that group goes on by one of the
masks left to it, and each further line of the mask has a bound of its own. So

    bound = size of the group + for each open cell of the group, the most that one of its masks adds up to

where the cell at the line counts only masks with that line, and the line itself adds nothing. Bounds begin at the
number of all cells (which says nothing) and only ever fall; each fall rests on bounds already proved, so every bound
is sound whenever the work is stopped. A turn is out when its lines' bounds and its own group are too few for all
cells. (Tatham, Net: dead ends, there for single cells; for groups it is the same number with fewer nodes.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE
from termpuzzles.logic.domains import choices
from termpuzzles.logic.engine.components import Groups
from termpuzzles.logic.problem import Domain

if TYPE_CHECKING:
    from termpuzzles.logic.engine.knowledge import Knowledge


class Reach:
    """The bounds of the undecided lines, each seen out of one of its cells: `bounds[cell << 4 | side]`, if finite.

    `dirty` holds cells whose group must be looked at again.
    """

    __slots__ = ("bounds", "dirty", "endless", "groups", "knowledge", "trail")

    def __init__(self, knowledge: Knowledge, groups: Groups) -> None:
        self.knowledge = knowledge
        self.groups = groups
        self.endless = groups.total
        self.bounds: dict[int, int] = {}
        self.dirty: dict[int, None] = {}
        self.trail: list[int] = []  # key, bound before, in turns

    def undo(self, length: int) -> None:
        """Take back all bounds but those of the first `length` entries of the trail."""
        bounds, trail = self.bounds, self.trail
        for at in range(len(trail) - 2, length - 2, -2):
            bounds[trail[at]] = trail[at + 1]
        del trail[length:]
        self.dirty.clear()

    def settle(self) -> bool:
        """Lower bounds until some of them refute turns, and drop these; False if that leaves a cell nothing.

        Only where the local rule has nothing left to say: a line that one of its cells has not been told of yet would
        be taken for one that leads out of the group. So it stops at the first group that loses a turn.
        """
        narrow, dirty = self.knowledge.narrow, self.dirty
        cells = list(dirty)
        dirty.clear()
        for at, cell in enumerate(cells):
            if refuted := self.look(cell):
                dirty.update(dict.fromkeys(cells[at:]))
                return all(narrow(part, keep) for part, keep in refuted)
        return True

    def lower(self) -> list[int]:
        """Lower all bounds as far as they go, and drop nothing; gives the cells whose groups have turns refuted."""
        found = []
        dirty = self.dirty
        while dirty:
            cells = list(dirty)
            dirty.clear()
            found += [cell for cell in cells if self.look(cell)]
        return found

    def look(self, cell: int) -> list[tuple[int, Domain]]:
        """Lower the bounds of the lines into the cell's group; gives cells of the group with the masks not refuted."""
        group = self.open_parts(cell)
        if group is None:
            return []
        size, parts = group
        endless = self.endless
        left, bound = self.knowledge.left, self.bounds.get
        if not parts:
            return [(cell, 0)] if size < endless and not left[cell] & 1 else []  # a blank cell need not be joined
        refuted = []
        for part, most in parts:
            base = size - most
            keep = left[part]
            into: dict[int, int] = {}
            for bit, sides in choices(keep):
                ahead = [bound(part << 4 | side, endless) for side in sides]
                total = base + sum(ahead)
                if total < endless and bit > 1:
                    keep &= ~bit
                for side, beyond in zip(sides, ahead, strict=True):
                    if into.get(side, 0) < total - beyond:
                        into[side] = total - beyond
            self._lower(part, into)
            if keep != left[part]:
                refuted.append((part, keep))
        return refuted

    def open_parts(self, cell: int) -> tuple[int, list[tuple[int, int]]] | None:
        """The most that the cell's group may come to, and its open cells that matter, each with the most it adds.

        If one open cell may go on endlessly, it is the only one that matters, and adds nothing to the sum; if two
        may, nothing can be said: None.
        """
        left, bound, endless = self.knowledge.left, self.bounds.get, self.endless
        root = self.groups.find(cell)
        size = -self.groups.parents[root]
        loose = -1
        parts = []
        for part in self._open_rim(root):
            most = 0
            for _, sides in choices(left[part]):
                total = 0
                for side in sides:
                    total += bound(part << 4 | side, endless)
                if total > most:
                    most = total
            if most < endless:
                size += most
                parts.append((part, most))
            elif loose < 0:
                loose = part
            else:
                return None
        return size, parts if loose < 0 else [(loose, 0)]

    def _open_rim(self, root: int) -> list[int]:
        left, rim = self.knowledge.left, self.groups.rim
        cells = [cell for cell in rim.get(root, ()) if left[cell] & (left[cell] - 1)]
        if not self.knowledge.depth:
            rim[root] = cells
        return cells

    def _lower(self, part: int, into: dict[int, int]) -> None:
        """Lower the bounds of the lines that lead into the cell from outside, where these are smaller."""
        bounds, ways = self.bounds, self.knowledge.ways
        for side, through in into.items():
            outside = ways[side][part]
            key = outside << 4 | OPPOSITE[side]
            old = bounds.get(key, self.endless)
            if through < old:
                self.trail += (key, old)
                bounds[key] = through
                self.dirty[outside] = None
