"""What is known of a board while it is being deduced: the logic's only mutable object.

For each cell it holds what is left of its domain; whether a line is drawn, ruled out or undecided follows from the two
cells at it. Where all must be joined it also holds which cells are joined already (`groups`) and how much lies beyond
each line (`reach`). Everything is kept in flat arrays and can be taken back to a mark, so that nothing is ever copied.

There are two ways to go on. `settle` draws all local conclusions at once, without reasons. Or a rule's findings are
put in one by one with `narrow`, and `note` after each: that is how steps are made.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF
from termpuzzles.logic.domains import FITS, KNOWN, LONE, TELLS
from termpuzzles.logic.engine.components import Groups
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.problem import Domain, Problem

if TYPE_CHECKING:
    from termpuzzles.logic.bitboards.joined import Joined
    from termpuzzles.logic.engine.balance import Factors

CHUNK = 2000  # how many cells `settle` takes up before it lets its caller breathe


class Mark(NamedTuple):
    """A moment to which the knowledge can be taken back."""

    narrowed: int
    joined: int
    bounded: int
    merged: tuple[int, ...]
    dirty: tuple[int, ...]


class Knowledge:
    """What is left of each cell's domain, and what follows of groups and reach.

    `domains` (one for each cell) may start from what is known already, with the local rule at its fixpoint: then only
    the cells still open are looked at. Without it nothing is known yet but the problem itself. `joined` may say which
    cells are joined by the lines that these domains tell of.

    `left[cell]` is what is left of a cell's domain; read it freely, change it by `narrow` only. `empty` is a cell with
    nothing left, or -1: then the board contradicts itself until the knowledge is taken back.
    """

    __slots__ = (
        "_begun",
        "_joined",
        "_narrowed",
        "_open",
        "_trail",
        "_work",
        "depth",
        "empty",
        "factors",
        "grid",
        "groups",
        "left",
        "problem",
        "reach",
        "size",
        "ways",
    )

    def __init__(self, problem: Problem, domains: Sequence[Domain] | None = None, joined: Joined | None = None) -> None:
        self.problem = problem
        self.grid = problem.grid
        self.size = problem.grid.size
        ways = problem.grid.ways
        self.ways = [ways.get(side, ways[SIDES[0]]) for side in range(SIDES[0] + 1)]  # by side; between them unused
        self._begun = False
        self._narrowed = domains is not None
        self._joined = joined
        self.left: list[Domain] = (
            list(map(problem.domains.__getitem__, problem.kinds)) if domains is None else list(domains)
        )
        self._open: Sequence[int] = range(self.size)
        self.empty = -1
        self.depth = 0
        self._trail: list[int] = []  # cell, domain before, in turns
        self._work: list[int] = []  # cell, the known byte of what is new there, in turns
        self.groups = Groups(self) if "no loop" in problem.rules else None
        self.reach = Reach(self, self.groups) if self.groups and "dead end" in problem.rules else None
        self.factors = self._factors() if "parity type 1" in problem.rules else None

    # Reading

    def open_cells(self) -> list[int]:
        """The cells with more than one mask left, ascending; not to be changed."""
        left = self.left
        cells = [cell for cell in self._open if left[cell] not in LONE]
        if not self.depth:
            self._open = cells  # what is settled for good need not be looked at again
        return cells

    def told(self, cell: int) -> int:
        """What borders, walls and the neighbours say of the cell's sides, as a known byte."""
        known = 0
        for side in SIDES:
            other = self.ways[side][cell]
            if other < 0:
                known |= side
                continue
            there = KNOWN[self.left[other]]
            if there >> 4 & OPPOSITE[side]:
                known |= side << 4
            if there & OPPOSITE[side]:
                known |= side
        return known

    def known(self, cell: int) -> int:
        """What is known of the cell's sides, by its own domain or from beyond them, as a known byte."""
        return KNOWN[self.left[cell]] | self.told(cell)

    def undecided(self, cell: int) -> int:
        """The mask of the sides that the cell itself leaves open; once `edge` has nothing left, the lines undecided."""
        known = KNOWN[self.left[cell]]
        return 15 & ~(known >> 4 | known)

    def settled(self) -> bytes | None:
        """The board, a mask a cell, if every cell has just one left; else None."""
        try:
            return bytes(map(LONE.__getitem__, self.left))
        except KeyError:
            return None

    def latest(self, most: int) -> list[int]:
        """The cells narrowed last, from the last on, as far as a mark may need them."""
        return self._trail[-2 : -2 - 2 * most : -2]

    # Changing

    def narrow(self, cell: int, keep: Domain) -> bool:
        """Drop the cell's masks outside `keep`; False if none is left."""
        old = self.left[cell]
        new = old & keep
        if new == old:
            return True
        self._trail += (cell, old)
        self.left[cell] = new
        if not new:
            self.empty = cell
            return False
        self._work += (cell, KNOWN[new] & ~KNOWN[old])
        return True

    def note(self) -> list[int]:
        """Let groups and reach take in what was narrowed, without telling the neighbours; gives the cells narrowed."""
        cells = []
        work, groups, reach = self._work, self.groups, self.reach
        for at in range(0, len(work), 2):
            cell, fresh = work[at], work[at + 1]
            cells.append(cell)
            if reach:
                reach.dirty[cell] = None
            if groups:
                for side in SIDES_OF[fresh >> 4]:
                    other = self.ways[side][cell]
                    if other >= 0:
                        groups.join(cell, side, other)
        work.clear()
        return cells

    def settle(self, most: int = CHUNK) -> bool | None:
        """Draw every conclusion of `edge`, `no loop` and `dead end`, as far as the problem has these rules.

        True once nothing is left to conclude, False if the board contradicts itself (`empty` says where), and None if
        there is more to do after some `most` cells: call it again.
        """
        if self.empty >= 0:
            return False
        if not self._begun:
            self._begun = True
            if self._narrowed:
                self._begin_from_open_cells()
            else:
                self._begin()
            if self.empty >= 0:
                return False
        groups, reach = self.groups, self.reach
        while True:
            if self._work:
                most = self._settle_edges(most)
                if self.empty >= 0:
                    return False
            elif groups and (groups.merged or groups.loop):
                if not groups.settle():
                    return False
            elif reach and reach.dirty:
                most -= len(reach.dirty)
                if not reach.settle():
                    return False
            else:
                return True
            if most <= 0:
                return None

    def conclude(self, most: int = CHUNK) -> bool | None:
        """As `settle`, and what black and white cells tell as well where the problem has the rules of parity."""
        while (consistent := self.settle(most)) and self.factors:
            told = self.factors.settle()
            if not told:
                return told is None
        return consistent

    def _settle_edges(self, most: int) -> int:
        """Tell the neighbours of up to `most` cells what is new there, and so on; gives how many could be more."""
        left, ways, work, trail = self.left, self.ways, self._work, self._trail
        groups, reach = self.groups, self.reach
        while work and most > 0:
            most -= 1
            fresh = work.pop()
            cell = work.pop()
            if reach:
                reach.dirty[cell] = None
            for side, keep, drawn in TELLS[fresh]:
                other = ways[side][cell]
                if other < 0:
                    continue
                old = left[other]
                new = old & keep
                if new != old:
                    trail += (other, old)
                    left[other] = new
                    if not new:
                        self.empty = other
                        return 0
                    work += (other, KNOWN[new] & ~KNOWN[old])
                if drawn and groups and not groups.join(cell, side, other):
                    self.empty = cell
                    return 0
        return most

    # Taking back

    def mark(self) -> Mark:
        """Remember this moment; every mark must be taken back by `undo`, or left behind by one further out.

        Only where nothing waits to be told or noted.
        """
        assert not self._work, "a mark is set where everything is noted"
        groups, reach = self.groups, self.reach
        if not self.depth:
            # Nobody will go back beyond here, so what led here need not be kept.
            self._trail.clear()
            if groups:
                groups.trail.clear()
            if reach:
                reach.trail.clear()
        self.depth += 1
        return Mark(
            len(self._trail),
            len(groups.trail) if groups else 0,
            len(reach.trail) if reach else 0,
            tuple(groups.merged) if groups else (),
            tuple(reach.dirty) if reach else (),
        )

    def undo(self, mark: Mark) -> None:
        """Take everything back to the mark, which is used up by it."""
        self.depth -= 1
        left, trail = self.left, self._trail
        for at in range(len(trail) - 2, mark.narrowed - 2, -2):
            left[trail[at]] = trail[at + 1]
        del trail[mark.narrowed :]
        self._work.clear()
        self.empty = -1
        if self.groups:
            self.groups.undo(mark.joined)
            self.groups.merged.extend(mark.merged)
        if self.reach:
            self.reach.undo(mark.bounded)
            self.reach.dirty.update(dict.fromkeys(mark.dirty))

    # Beginning

    def _factors(self) -> Factors:
        from termpuzzles.logic.engine.balance import Factors  # only where parity rules hold

        return Factors(self)

    def begin_steps(self) -> None:
        """Begin with nothing concluded, not even from the borders: for a chain of steps, in place of `settle`."""
        self._begun = True
        for cell, domain in enumerate(self.left):
            if known := KNOWN[domain]:
                self._work += (cell, known)
        self._begin_groups(range(self.size))
        self.note()

    def _begin(self) -> None:
        """Put borders and walls in, and everything that the tiles say by themselves to work."""
        left, work = self.left, self._work
        for cell, closed in enumerate(self.grid.open_sides):
            domain = left[cell] = left[cell] & FITS[15 ^ closed]
            if not domain:
                self.empty = cell
            if known := KNOWN[domain]:
                work += (cell, known)
        self._begin_groups(range(self.size))

    def _begin_from_open_cells(self) -> None:
        """Check what is still open against its neighbours; all else is settled already."""
        if self.groups:
            self.groups.begin(self._joined)
        open_cells = self.open_cells()
        self._begin_groups(open_cells)
        for cell in open_cells:
            if not self.narrow(cell, FITS[self.told(cell)]):
                return
            self._work += (cell, KNOWN[self.left[cell]])

    def _begin_groups(self, cells: Iterable[int]) -> None:
        if self.groups:
            self.groups.watch(cells)
        if self.reach:
            self.reach.dirty.update(dict.fromkeys(cells))
