"""Which cells are joined by drawn lines, where no loop may close: disjoint sets that can be taken back."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.logic.engine.domain_store import DomainStore, Propagator
from termpuzzles.logic.problem import ALL, EMPTY, HAS, KNOWN, LACKS, Domain, Problem, Whole, masks_of

if TYPE_CHECKING:
    from termpuzzles.logic.bitboards.joined import Joined


def may_be_tree(problem: Problem) -> bool:
    """Whether the tiles have as many lines as a tree: one fewer than cells that are not blank.

    A board that fails this has no solution, though no part of it need show why.
    """
    lines, not_blank = _degrees(problem.domains)
    ends = int.from_bytes(problem.cell_types.translate(lines), "big").bit_count()
    cells = int.from_bytes(problem.cell_types.translate(not_blank), "big").bit_count()
    return not cells or ends == 2 * (cells - 1)


@lru_cache(maxsize=8)
def _degrees(domains: tuple[Domain, ...]) -> tuple[bytes, bytes]:
    """Two tables by kind of cell: a byte with one bit for each of its lines, and a byte with one bit if it has any."""
    degrees = [sum(mask.bit_count() for mask in masks_of(domain)[:1]) for domain in domains]
    rest = bytes(256 - len(degrees))
    return bytes((1 << degree) - 1 for degree in degrees) + rest, bytes(map(bool, degrees)) + rest


def _drawn_lines(store: DomainStore) -> Iterator[tuple[int, int, int]]:
    """The drawn lines on which both cells agree, each as a cell, a side and the cell beyond."""
    known = bytes(map(KNOWN.__getitem__, store.left))
    for side, bit in ((E, E << 4), (S, S << 4)):
        way, back = store.ways[side], OPPOSITE[side] << 4
        for cell, byte in enumerate(known):
            if byte & bit and known[way[cell]] & back:
                yield cell, side, way[cell]


_SHORTER = -2  # on the trail in place of a root: a component has a shorter rim
_ANY = bytes([0]) + bytes([1]) * 255  # 1 for a cell with a line


class ComponentsMark(NamedTuple):
    """A moment to which the components can be taken back: the lengths of trail and log, and how much of it was seen."""

    trail: int
    log: int
    seen: int
    closed: bool


class Components(Propagator):
    """Disjoint sets of joined cells (union by size, no path compression, so that a join is undone in constant time).

    `lines[cell]` is the mask of the sides toward which the cell is joined. `rim[root]` holds the cells of a component
    that may still be open, `[root]` where there is no list. `log` holds in order the roots of components that were
    joined to larger ones; `propagate` has looked around the first `seen` of them. `loop` is a line that closed a loop,
    as cell and side, or None.

    `total` is how many cells must be joined in the end: those that cannot be blank. Where a loop is the goal and some
    cells may stay blank, a loop may close once it runs through all of those and no line is drawn elsewhere; then
    `closed` is True, and every other cell is blank.
    """

    def __init__(self, store: DomainStore, joined: Joined | None = None) -> None:
        super().__init__(store)
        problem = store.problem
        self._joined = joined
        self.parents = array("i", b"\xff\xff\xff\xff" * store.size)  # the cell above; of a root, minus its size
        self.lines = bytearray(store.size)
        self.rim: dict[int, list[int]] = {}
        self.seen = 0
        self.loop: tuple[int, int] | None = None
        self.trail: list[tuple[int, int, int, int, int, int]] = []
        self._rims: list[list[int]] = []  # those that shorter ones have replaced
        self.total = sum(
            problem.cell_types.count(code) for code, domain in enumerate(problem.domains) if not domain & 1
        )
        self.closing = problem.whole is Whole.LOOP  # the last line of all does close a loop
        self.closed = False
        self.may_stay_blank = any(domain & 1 and domain & ~1 for domain in problem.domains)
        self._is_simple = problem.grid.is_simple  # so that no cell that is alone can close a loop

    # Beginning

    def begin(self, cells: Sequence[int]) -> None:
        """Queue these open cells to be looked at, as if each had just been joined to its component."""
        rim, parents, log = self.rim, self.parents, self.log
        for cell in cells:
            if parents[cell] == -1:
                log.append(cell)
            elif (root := self.find(cell)) in rim:
                rim[root].append(cell)
            else:
                rim[root] = [cell]
                log.append(root)
        if not rim and self._is_simple:
            self.seen = len(log)  # every cell is alone yet

    def resume(self, cells: Sequence[int]) -> None:
        """Take in all drawn lines on which both cells agree, a whole board at once, and begin from there."""
        if self._joined:
            self.parents, self.lines = self._joined.roots_and_sizes(), bytearray(self._joined.lines())
        else:
            for line in _drawn_lines(self.store):
                self.join(*line)
            self.trail.clear()
            self.log.clear()
            self.rim.clear()
        self.begin(cells)

    @cached_property
    def needed(self) -> int:
        """A byte of 1 for each cell that cannot be blank, as one number."""
        problem = self.store.problem
        needed = bytes(not domain & 1 for domain in problem.domains) + bytes(256 - len(problem.domains))
        return int.from_bytes(problem.cell_types.translate(needed), "little")

    # What is joined

    def find(self, cell: int) -> int:
        """The cell that stands for the whole component."""
        parents = self.parents
        while (parent := parents[cell]) >= 0:
            cell = parent
        return cell

    def rim_of(self, root: int) -> Sequence[int]:
        """The cells of a component that may still be open."""
        return self.rim.get(root, (root,))

    def open_rim(self, root: int) -> list[int]:
        """The open cells of a component; its rim is cut down to them where most of it is settled, or all for good."""
        left = self.store.left
        rim = self.rim_of(root)
        cells = [cell for cell in rim if left[cell] & (left[cell] - 1)]
        if root in self.rim and (not self.store.depth or 2 * len(cells) < len(rim)):
            if self.store.depth:
                self.trail.append((root, 0, root, _SHORTER, 0, 0))
                self._rims.append(self.rim[root])
            self.rim[root] = cells
        return cells

    def extent(self, cell: int) -> int:
        """How many cells the cell's component has."""
        return -self.parents[self.find(cell)]

    def may_close(self, size: int, alone: Collection[int] = ()) -> bool:
        """Whether a loop may close: only one through all cells that must be joined, if the goal is a single loop.

        It runs through `size` cells that have lines, and through `alone`, cells that have none yet.
        """
        if not self.may_stay_blank:
            return self.closing and size + len(alone) == self.total
        if size != self.store.size - self.lines.count(0):
            return False  # a line is drawn elsewhere
        left_out = self.needed & ~int.from_bytes(self.lines.translate(_ANY), "little")
        for cell in alone:
            left_out &= ~(1 << 8 * cell if cell >= 0 else 0)
        return not left_out

    def join(self, cell: int, side: int, other: int) -> bool:
        """Take in that the line across the side is drawn; False if it closes a loop that is not allowed."""
        lines = self.lines
        if lines[cell] & side:
            return True
        if self.closed:
            self.loop = (cell, side)
            return False
        lines[cell] |= side
        lines[other] |= OPPOSITE[side]
        parents, rim = self.parents, self.rim
        root, child = cell, other
        while (above := parents[root]) >= 0:
            root = above
        while (above := parents[child]) >= 0:
            child = above
        if root == child:
            self.trail.append((cell, side, other, -1, 0, 0))
            if self.may_close(-parents[root]):
                self.closed = self.may_stay_blank
                return True
            self.loop = (cell, side)
            return False
        if parents[root] > parents[child]:
            root, child = child, root
        if (mine := rim.get(root)) is None:
            mine = rim[root] = [root]
        if self.store.depth:  # else nobody will go back
            self.trail.append((cell, side, other, child, parents[child], len(mine)))
        mine += self.rim_of(child)
        parents[root] += parents[child]
        parents[child] = root
        self.log.append(child)
        return True

    def note(self, news: list[int]) -> None:
        """Join the cells at every newly drawn line; one that closes a loop is kept in `loop`."""
        ways, lines = self.store.ways, self.lines
        pairs = iter(news)
        for cell in pairs:
            for side in SIDES_OF[next(pairs) >> 4 & ~lines[cell]]:
                other = ways[side][cell]
                if other >= 0:
                    self.join(cell, side, other)

    # What follows

    def allowed(self, cell: int) -> Domain:
        """The masks with which the cell closes no loop: no line within its component, and no two to another one."""
        known = KNOWN[self.store.left[cell]]
        undecided = 15 & ~(self.lines[cell] | known)
        if not undecided:
            return ALL
        find, ways, sides = self.find, self.store.ways, SIDES_OF[undecided]
        own, roots = find(cell), [find(ways[side][cell]) for side in sides]
        if len({own, *roots}) > len(roots):
            return ALL  # as nearly always: all of them are different
        keep = ALL
        touched: dict[int, Domain] = defaultdict(int)
        for side, root in zip(sides, roots, strict=True):
            if self.closing and self._last(own, root):
                continue
            if root == own:
                keep &= LACKS[side]
            else:
                keep &= ~(touched[root] & HAS[side])
                touched[root] |= HAS[side]
        return keep

    def _last(self, one: int, other: int) -> bool:
        """Whether a loop through the two components, or the one if they are the same, may close."""
        if not self.may_stay_blank:
            size = -self.parents[one] if one == other else -self.parents[one] - self.parents[other]
            return size == self.total
        sizes = {root: -self.parents[root] for root in (one, other)}
        alone = [root for root, size in sizes.items() if size == 1]
        return self.may_close(sum(sizes.values()) - len(alone), alone)

    def near(self, since: int) -> list[int]:
        """The open cells in and next to the components logged from `since` on: those that may now close a loop."""
        left, ways = self.store.left, self.store.ways
        cells: dict[int, None] = {}
        for child in self.log[since:]:
            for cell in self.rim_of(child):
                domain = left[cell]
                if domain & (domain - 1):
                    cells[cell] = None
                    known = KNOWN[domain]
                    for side in SIDES_OF[15 & ~(known | known >> 4)]:
                        cells[ways[side][cell]] = None
        return list(cells)

    def waiting(self) -> int:
        """The number of joins and loops that have not been looked at."""
        return len(self.log) - self.seen + (self.loop is not None) + (len(self._still_to_blank()) if self.closed else 0)

    def propagate(self) -> bool:
        """Rule out the masks near new joins that would close a loop; False on a contradiction."""
        if self.loop:
            self.store.contradicted = True
            return False
        cells, self.seen = self.near(self.seen), len(self.log)
        for cell in cells:
            keep = self.allowed(cell)
            if keep != ALL and not self.store.narrow(cell, keep):
                return False
        return not self.closed or all(self.store.narrow(cell, EMPTY) for cell in self._still_to_blank())

    def _still_to_blank(self) -> list[int]:
        """The open cells through which the loop does not run that has closed: they stay blank."""
        return [cell for cell in self.store.open_cells() if not self.lines[cell]]

    # Taking back

    def mark(self) -> ComponentsMark:
        """The mark of this moment, for `undo`."""
        return ComponentsMark(len(self.trail), len(self.log), self.seen, self.closed)

    def undo(self, mark: ComponentsMark) -> None:
        """Take back all joins since the mark."""
        trail, lines, parents = self.trail, self.lines, self.parents
        while len(trail) > mark.trail:
            cell, side, other, child, size, rim = trail.pop()
            lines[cell] ^= side
            lines[other] ^= OPPOSITE[side]
            if child == _SHORTER:
                self.rim[cell] = self._rims.pop()
            elif child >= 0:
                root = parents[child]
                parents[root] -= size
                parents[child] = size
                del self.rim[root][rim:]
        del self.log[mark.log :]
        self.seen = mark.seen
        self.loop = None
        self.closed = mark.closed

    def forget(self) -> None:
        """Forget what came before: nobody will go back beyond this moment."""
        self.trail.clear()
        self._rims.clear()


def weights_of(components: Components) -> tuple[list[int], int]:
    """A weight for each root, and the sum of the weights of all components that must be joined in the end.

    It is the size; where cells may stay blank it is 1 if the component has a line, or a cell that cannot be blank.
    """
    if not components.may_stay_blank:
        return [-parent for parent in components.parents], components.total
    size = components.store.size
    needed = components.needed.to_bytes(size, "little")
    found = [0] * size
    for cell, line in enumerate(components.lines):
        if line or needed[cell]:
            found[components.find(cell)] = 1
    return found, sum(found)
