"""How many cells may lie beyond a line, at most: finds what would seal off a component too small for the whole.

In a tree, a line parts all cells in two. The *bound* of an undecided line out of a cell is a number that the cells
beyond it cannot exceed. Beyond lies the component of the cell there; each open cell of that component goes on by one of
the masks left to it, and each further line of the mask has a bound of its own. So

    bound = size of the component + for each open cell of the component, the most that one of its masks adds up to

where the cell at the line counts only masks with that line, and the line itself adds nothing. Bounds begin at the
number of all cells (which says nothing) and only ever fall; each fall rests on bounds already proved, so every bound
is sound whenever the work is stopped. A turn is ruled out when the bounds of its lines and the cell's own component
add up to fewer than all cells. (Tatham, Net: dead ends, there for single cells; for components it is the same number
with fewer nodes.)
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, E, N, S, W
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.domain_store import DomainStore, Propagator
from termpuzzles.logic.problem import Domain, choices


@cache
def fewest_sides(domain: Domain) -> int:
    """The number of undecided sides that each mask of the domain has at least."""
    return min(len(sides) for _, sides in choices(domain))


MANY = 1 << 40  # more cells than any board has
SMALL = 2  # the largest bound that matters where only pockets are looked for


class ReachMark(NamedTuple):
    """A moment to which the bounds can be taken back: the lengths of trails and log, and the cells that waited.

    Those of `small` are on a trail, since a search, which never looks for pockets, lets all cells of the board wait.
    """

    trail: int
    log: int
    dirty: tuple[int, ...]
    small: int


class Reach(Propagator):
    """The finite bounds of the undecided lines, each seen from one of its cells: `bounds[cell << 4 | side]`.

    `dirty` holds cells whose component must be looked at again, `small` those to be looked at for pockets. `log` holds
    a cell of each component in which turns were refuted and left for a rule to drop.
    """

    def __init__(self, store: DomainStore, components: Components) -> None:
        super().__init__(store)
        self.components = components
        self.endless = components.total
        self.bounds: dict[int, int] = {}
        self.dirty: dict[int, None] = {}
        self.small: dict[int, None] = {}
        self.trail: list[int] = []  # key, bound before, in turns
        self._small_trail: list[int] = []  # a cell that began to wait, ~cell for one that no longer does

    def begin(self, cells: Sequence[int]) -> None:
        """Queue the components of these cells to be looked at."""
        self.dirty.update(dict.fromkeys(cells))
        self.small = self.dirty.copy()

    def note(self, news: list[int]) -> None:
        """Queue the components of the cells that were narrowed to be looked at again."""
        cells = dict.fromkeys(news[::2])
        self.dirty.update(cells)
        before = len(self.small)
        self.small.update(cells)
        self._small_trail += islice(reversed(self.small), len(self.small) - before)

    def waiting(self) -> int:
        """The number of cells that wait to be looked at."""
        return len(self.dirty)

    def propagate(self) -> bool:
        """Lower bounds until some of them refute turns, and drop these; False if that leaves a cell nothing.

        The local rule must have nothing left to say: a line of which one cell does not know yet would seem to lead out
        of the component. So it stops at the first component that loses a turn.
        """
        narrow, dirty = self.store.narrow, self.dirty
        cells = self._one_each()
        for at, cell in enumerate(cells):
            if refuted := self.look(cell):
                dirty.update(dict.fromkeys(cells[at:]))
                return all(narrow(part, keep) for part, keep, _ in refuted)
        return True

    def lower(self) -> None:
        """Lower all bounds as far as they go and drop nothing, but log the cells where turns are refuted."""
        while self.dirty:
            self.log += [cell for cell in self._one_each() if self.look(cell)]

    def look_small(self, cell: int, most: int) -> Iterator[tuple[int, list[tuple[int, Domain, int]]]]:
        """Look for pockets at a cell that waits, and wherever that makes another one wait; yields what `look` finds."""
        waiting = [cell]
        while waiting:
            cell = waiting.pop()
            del self.small[cell]
            self._small_trail.append(~cell)
            if self.components.extent(cell) <= most:
                before = len(self.small)
                yield cell, self.look(cell, most)
                if len(self.small) > before:
                    waiting += list(self.small)[before:]

    def lower_within(self, cells: Collection[int]) -> list[int]:
        """Lower the bounds as far as they go by looking at these cells alone; those where turns are refuted."""
        refuted = []
        while waiting := [cell for cell in self.dirty if cell in cells]:
            for cell in waiting:
                if cell in self.dirty:
                    del self.dirty[cell]
                    if self.look(cell):
                        refuted.append(cell)
        return refuted

    def _one_each(self) -> list[int]:
        """Take one cell of each component that waits; then none of them waits any more."""
        find = self.components.find
        cells: dict[int, int] = {}
        for cell in self.dirty:
            cells.setdefault(find(cell), cell)
        self.dirty.clear()
        return list(cells.values())

    def mark(self) -> ReachMark:
        """The mark of this moment, for `undo`."""
        return ReachMark(len(self.trail), len(self.log), tuple(self.dirty), len(self._small_trail))

    def undo(self, mark: ReachMark) -> None:
        """Take back all bounds that were lowered since the mark."""
        bounds, trail = self.bounds, self.trail
        for at in range(len(trail) - 2, mark.trail - 2, -2):
            bounds[trail[at]] = trail[at + 1]
        del trail[mark.trail :], self.log[mark.log :]
        self.dirty = dict.fromkeys(mark.dirty)
        while len(self._small_trail) > mark.small:
            cell = self._small_trail.pop()
            if cell >= 0:
                del self.small[cell]
            else:
                self.small[~cell] = None

    def forget(self) -> None:
        """Forget what came before: nobody will go back beyond this moment."""
        self.trail.clear()
        self._small_trail.clear()

    def look(self, cell: int, most: int = MANY) -> list[tuple[int, Domain, int]]:
        """Lower the bounds of the lines into the cell's component, and find masks refuted there.

        Returns the cells that have any, each with the masks not refuted, and the most cells that a refuted one can
        join. Only masks that can join no more than `most` cells are refuted.
        """
        limit = min(self.endless, most + 1)
        left, parents, root = self.store.left, self.components.parents, cell
        while (above := parents[root]) >= 0:
            root = above
        rim = self.components.rim.get(root)
        if rim is None or len(rim) == 1:  # as mostly: then what the others add need not be worked out
            (part,) = rim or (root,)
            if left[part] & (left[part] - 1):
                return self._refuted(part, -parents[root], limit)
        found = self.open_parts(cell)
        if found is None:
            return []
        size, parts = found
        if not parts:
            return [(cell, 0, size)] if size < limit and not left[cell] & 1 else []  # a blank cell need not be joined
        refuted = []
        for part, adds in parts:
            refuted += self._refuted(part, size - adds, limit)
        return refuted

    def _refuted(self, part: int, base: int, limit: int) -> list[tuple[int, Domain, int]]:
        """Lower the bounds of the lines into the cell, to which others add `base`, and find its refuted masks."""
        bound, endless, before, key = self.bounds.get, self.endless, self.store.left[part], part << 4
        n, e, s, w = bound(key | N, endless), bound(key | E, endless), bound(key | S, endless), bound(key | W, endless)
        finite = (n < endless) + (e < endless) + (s < endless) + (w < endless)
        if fewest_sides(before) >= 2 + finite:  # two sides of each mask have no bound
            return []
        ahead = {N: n, E: e, S: s, W: w}
        into: dict[int, int] = {}
        keep, largest = before, 0
        for bit, sides in choices(before):
            total = base
            for side in sides:
                total += ahead[side]
            if total < limit:
                keep &= ~bit
                if total > largest:
                    largest = total
            for side in sides:
                through = total - ahead[side]
                if side not in into or into[side] < through:
                    into[side] = through
        for side, through in into.items():
            if through < endless:
                outside = self.store.ways[side][part]
                key = outside << 4 | OPPOSITE[side]
                old = bound(key, endless)
                if through < old:
                    self.trail += (key, old)
                    self.bounds[key] = through
                    self.dirty[outside] = None
                    if through <= SMALL and outside not in self.small:
                        self.small[outside] = None
                        self._small_trail.append(outside)
        return [(part, keep, largest)] if keep != before else []

    def open_parts(self, cell: int) -> tuple[int, list[tuple[int, int]]] | None:
        """The largest size that the cell's component may reach, and its open cells that matter with what each may add.

        If one open cell has no bound, it is the only one that matters, and adds nothing to the sum; if two have none,
        nothing can be said: None.
        """
        left, bound, endless = self.store.left, self.bounds.get, self.endless
        root = self.components.find(cell)
        size = -self.components.parents[root]
        loose = -1
        parts = []
        for part in self.components.open_rim(root):
            most = 0
            for _, sides in choices(left[part]):
                total = 0
                for side in sides:
                    total += bound(part << 4 | side, endless)
                if total > most:
                    most = total
                    if most >= endless:
                        break
            if most < endless:
                size += most
                parts.append((part, most))
            elif loose < 0:
                loose = part
            else:
                return None
        return size, parts if loose < 0 else [(loose, 0)]
