"""Which cells are joined by drawn lines, where no loop may close: disjoint sets that can be taken back."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.logic.domains import ALL, HAS, KNOWN, LACKS, masks_of
from termpuzzles.logic.problem import Domain, Problem

if TYPE_CHECKING:
    from termpuzzles.logic.bitboards.joined import Joined
    from termpuzzles.logic.engine.knowledge import Knowledge


def may_be_tree(problem: Problem) -> bool:
    """Whether all cells can have as many lines as a tree of them: one fewer than cells; or that is not sure yet.

    A board that fails this has no solution, though no part of it need show why.
    """
    ends = cells = 0
    for kind, domain in enumerate(problem.domains):
        if count := problem.kinds.count(kind):
            degrees = {mask.bit_count() for mask in masks_of(domain)}
            if len(degrees) != 1:
                return True
            ends += count * (degree := degrees.pop())
            cells += count * (degree > 0)
    return not cells or ends == 2 * (cells - 1)


class Groups:
    """Disjoint sets of joined cells (union by size, no path compression, so that a join is undone in constant time).

    `lines[cell]` is the mask of the sides toward which the cell is joined. `rim[root]` holds the cells of a group that
    may still be open. `merged` holds the roots of groups that were joined to larger ones and whose surroundings have
    not been looked at since. `loop` is a line that closed a loop, as cell and side, or None.

    `total` is how many cells must be joined in the end: those that cannot be blank.
    """

    __slots__ = ("closing", "knowledge", "lines", "loop", "merged", "parents", "rim", "total", "trail")

    def __init__(self, knowledge: Knowledge) -> None:
        problem = knowledge.problem
        self.knowledge = knowledge
        self.parents = array("i", b"\xff\xff\xff\xff" * knowledge.size)  # the cell above; of a root, minus its size
        self.lines = bytearray(knowledge.size)
        self.rim: dict[int, list[int]] = {}
        self.merged: list[int] = []
        self.loop: tuple[int, int] | None = None
        self.trail: list[tuple[int, int, int, int, int, int]] = []
        self.total = sum(problem.kinds.count(kind) for kind, domain in enumerate(problem.domains) if not domain & 1)
        # Where every cell has two lines, the last line of all does close a loop.
        self.closing = "degree" in problem.rules

    def find(self, cell: int) -> int:
        """The cell that stands for the whole group."""
        parents = self.parents
        while (parent := parents[cell]) >= 0:
            cell = parent
        return cell

    def extent(self, cell: int) -> int:
        """How many cells the cell's group has."""
        return -self.parents[self.find(cell)]

    def join(self, cell: int, side: int, other: int) -> bool:
        """Take in that the line across the side is drawn; False if it closes a loop that must not be."""
        lines = self.lines
        if lines[cell] & side:
            return True
        lines[cell] |= side
        lines[other] |= OPPOSITE[side]
        parents, rim = self.parents, self.rim
        root, child = self.find(cell), self.find(other)
        if root == child:
            self.trail.append((cell, side, other, -1, 0, 0))
            if self.closing and -parents[root] == self.total:
                return True
            self.loop = (cell, side)
            return False
        if parents[root] > parents[child]:
            root, child = child, root
        mine = rim.setdefault(root, [root])
        self.trail.append((cell, side, other, child, parents[child], len(mine)))
        mine += rim.setdefault(child, [child])
        parents[root] += parents[child]
        parents[child] = root
        self.merged.append(child)
        return True

    def undo(self, length: int) -> None:
        """Take back all joins but the first `length` of the trail."""
        trail, lines, parents = self.trail, self.lines, self.parents
        while len(trail) > length:
            cell, side, other, child, size, rim = trail.pop()
            lines[cell] ^= side
            lines[other] ^= OPPOSITE[side]
            if child >= 0:
                root = parents[child]
                parents[root] -= size
                parents[child] = size
                del self.rim[root][rim:]
        self.merged.clear()
        self.loop = None

    def allowed(self, cell: int) -> Domain:
        """The masks with which the cell closes no loop: no line within its group, and to no group two."""
        known = KNOWN[self.knowledge.left[cell]]
        undecided = 15 & ~(self.lines[cell] | known)
        if not undecided:
            return ALL
        own = self.find(cell)
        keep = ALL
        touched: dict[int, Domain] = {}
        for side in SIDES_OF[undecided]:
            root = self.find(self.knowledge.ways[side][cell])
            if self.closing and self._last(own, root):
                continue
            if root == own:
                keep &= LACKS[side]
            else:
                before = touched.get(root, 0)
                keep &= ~(before & HAS[side])
                touched[root] = before | HAS[side]
        return keep

    def _last(self, one: int, other: int) -> bool:
        """Whether the two groups, or the one, are all that there is: then a loop may close."""
        size = -self.parents[one] if one == other else -self.parents[one] - self.parents[other]
        return size == self.total

    def near(self) -> list[int]:
        """The open cells in and next to what was merged since the last call: those that may now close a loop."""
        left, ways = self.knowledge.left, self.knowledge.ways
        cells: dict[int, None] = {}
        for child in self.merged:
            for cell in self.rim[child]:
                domain = left[cell]
                if domain & (domain - 1):
                    cells[cell] = None
                    known = KNOWN[domain]
                    for side in SIDES_OF[15 & ~(known | known >> 4)]:
                        cells[ways[side][cell]] = None
        self.merged.clear()
        return list(cells)

    def settle(self) -> bool:
        """Rule out what would close a loop near what was merged; False on a contradiction."""
        if self.loop:
            self.knowledge.empty = self.loop[0]
            return False
        return all(self.knowledge.narrow(cell, self.allowed(cell)) for cell in self.near())

    # Beginning

    def begin(self, joined: Joined | None = None) -> None:
        """Take in all lines that both their cells have settled on, a whole board at once; `joined` may have them."""
        if joined:
            self.parents, self.lines = joined.roots_and_sizes(), bytearray(joined.lines())
            return
        knowledge = self.knowledge
        known = bytes(map(KNOWN.__getitem__, knowledge.left))
        for side, bit in ((E, E << 4), (S, S << 4)):
            way, back = knowledge.ways[side], OPPOSITE[side] << 4
            for cell, byte in enumerate(known):
                if byte & bit and known[way[cell]] & back and not self.join(cell, side, way[cell]):
                    knowledge.empty = cell
        self.trail.clear()
        self.merged.clear()
        self.rim.clear()

    def watch(self, cells: Iterable[int]) -> None:
        """Have these open cells looked at, as if each had just been joined to its group."""
        rim = self.rim
        for cell in cells:
            rim.setdefault(self.find(cell), []).append(cell)
        self.merged.extend(rim)
