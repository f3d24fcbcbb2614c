"""What is known of a board while it is being deduced: the logic's only mutable object.

For each cell it holds what is left of its domain (`DomainStore`); whether a line is drawn, ruled out or undecided
follows from the two cells at it. Propagators, chosen by `Problem.whole` and by the domains, keep track of what must
hold of the whole. Everything is kept in flat arrays and can be taken back to a mark, so nothing is ever copied.

There are two ways to go on. `propagating` and `deducing` draw all conclusions at once, without reasons. To make steps,
put in a rule's findings one by one with `narrow`, and call `note` after each.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.domain_store import DomainStore, Propagator
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.problem import FITS, KNOWN, TELLS, Domain, Problem, Whole
from termpuzzles.logic.task import Task, finish

if TYPE_CHECKING:
    from termpuzzles.logic.bitboards.joined import Joined

CHUNK = 2000  # cells looked at before a task yields to its caller

P = TypeVar("P", bound=Propagator)


class Mark(NamedTuple):
    """A moment to which the knowledge can be taken back."""

    narrowed: int
    propagators: tuple[Any, ...]


class Knowledge(DomainStore):
    """What is left of each cell's domain, and what follows for the whole board.

    `domains` (one for each cell) may start from what is known already, with the local rule at its fixpoint: then only
    the cells still open are looked at. Without it nothing is known yet but the problem itself. `joined` may say which
    cells are joined by the lines that these domains settle.
    """

    __slots__ = ("_begun", "_narrowed", "_quick", "_thorough", "propagators")

    def __init__(self, problem: Problem, domains: Sequence[Domain] | None = None, joined: Joined | None = None) -> None:
        super().__init__(problem, domains)
        self._begun = False
        self._narrowed = domains is not None
        self.propagators = _propagators(self, joined)
        self._quick = tuple(each for each in self.propagators if not each.thorough)
        self._thorough = tuple(each for each in self.propagators if each.thorough)

    def propagator(self, kind: type[P]) -> P:
        """The propagator of that kind; LookupError if the problem has none."""
        for each in self.propagators:
            if isinstance(each, kind):
                return each
        raise LookupError(kind.__name__)

    # All at once

    def propagating(self) -> Task[bool]:
        """Draw every conclusion of the local rule and of the quick propagators; False on a contradiction."""
        if not self.contradicted and not self._begun:
            self._begin()
        most = CHUNK
        while not self.contradicted:
            if self._work:
                most = self._propagate_lines(most)
            elif propagator := next((each for each in self._quick if each.waiting()), None):
                most -= propagator.waiting()
                propagator.propagate()
            else:
                return True
            if most <= 0:
                most = CHUNK
                yield self.left
        return False

    def propagate(self) -> bool:
        """Run `propagating` to its end."""
        return finish(self.propagating())

    def deducing(self) -> Task[bool]:
        """Do as `propagating`, and draw the conclusions of the thorough propagators as well."""
        while (yield from self.propagating()):
            for propagator in self._thorough:
                if not propagator.propagate():
                    return False
                if self._work:
                    break
            else:
                return True
        return False

    def _propagate_lines(self, most: int) -> int:
        """Pass on what is new at up to `most` cells to their neighbours; returns how much of `most` is left."""
        left, ways, work, trail = self.left, self.ways, self._work, self._trail
        passed = 0
        news = iter(work)
        for cell in news:  # grows while it is read
            fresh = next(news)
            passed += 2
            for side, keep, _ in TELLS[fresh]:
                other = ways[side][cell]
                if other < 0:
                    continue
                old = left[other]
                new = old & keep
                if new != old:
                    trail += (other, old)
                    left[other] = new
                    if not new:
                        self.contradicted = True
                        return 0
                    work += (other, KNOWN[new] & ~KNOWN[old])
            if passed >= 2 * most:
                break
        del news
        done = work if passed == len(work) else work[:passed]
        for propagator in self._quick:
            propagator.note(done)
        del work[:passed]
        return most - passed // 2

    # Step by step

    def begin_steps(self) -> None:
        """Begin a chain of steps, in place of `propagating`: nothing is concluded yet, not even from the borders."""
        self._begun = True
        for propagator in self.propagators:
            propagator.begin(range(self.size))
        for cell, domain in enumerate(self.left):
            if known := KNOWN[domain]:
                self._work += (cell, known)
        if self.problem.draws:
            for cell in range(self.size):
                self._tell(cell)
        self.note()

    def note(self) -> list[int]:
        """Let the propagators take in what was narrowed, without conclusions; returns the cells that were narrowed.

        Where one deduces lines, both cells at a line come to know of it, unless more would follow for one of them: that
        is left for a rule to find.
        """
        work = self._work
        cells = work[::2]
        if self.problem.draws:
            self._tell_both_ends()
        if self.problem.clues:
            cells = work[::2]  # a clue may say more once a cell beside it knows of a line
        for propagator in self._quick:
            propagator.note(work)
        work.clear()
        return cells

    def _tell_both_ends(self) -> None:
        left, ways, news = self.left, self.ways, iter(self._work)
        for cell in news:  # grows while it is read
            known = next(news)
            for side in SIDES_OF[(known >> 4 | known) & 15]:
                other = ways[side][cell]
                if other < 0:
                    continue
                before, new = left[other], OPPOSITE[side] << 4 if known >> 4 & side else OPPOSITE[side]
                after = before & FITS[new]
                if after == before:
                    continue
                if after and KNOWN[after] == KNOWN[before] | new:
                    self.narrow(other, after)
                    if not self.problem.clues:
                        continue
                self._tell(other)

    def _tell(self, cell: int) -> None:
        """Let the cell know what is known beyond its sides, if nothing more follows from that."""
        before, known = self.left[cell], self.known_beyond(cell)
        after = before & FITS[known]
        if after and after != before and not KNOWN[after] & ~(KNOWN[before] | known):
            self.narrow(cell, after)

    # Taking back

    def mark(self) -> Mark:
        """Mark this moment; every mark must be taken back by `undo`, its own or that of an earlier mark.

        Everything narrowed must have been noted or passed on before.
        """
        assert not self._work, "a mark is set where everything is noted"
        if not self.depth:
            self._trail.clear()
            for propagator in self.propagators:
                propagator.forget()
        self.depth += 1
        return Mark(len(self._trail), tuple(propagator.mark() for propagator in self.propagators))

    def narrowed_since(self, mark: Mark) -> dict[int, Domain]:
        """What is left of the cells that were narrowed since the mark."""
        left = self.left
        return {cell: left[cell] for cell in self._trail[mark.narrowed :: 2]}

    def undo(self, mark: Mark) -> None:
        """Take everything back to the mark, which cannot be used again."""
        self.depth -= 1
        left, trail = self.left, self._trail
        for at in range(len(trail) - 2, mark.narrowed - 2, -2):
            left[trail[at]] = trail[at + 1]
        del trail[mark.narrowed :]
        self._work.clear()
        self.contradicted = False
        for propagator, its in zip(self.propagators, mark.propagators, strict=True):
            propagator.undo(its)

    # Beginning

    def _begin(self) -> None:
        self._begun = True
        if self._narrowed:
            self._begin_from_open_cells()
        else:
            self._begin_from_the_problem()

    def _begin_from_the_problem(self) -> None:
        """Narrow the cells by borders and walls, and queue all that the tiles settle by themselves."""
        left, work = self.left, self._work
        for propagator in self.propagators:
            propagator.begin(range(self.size))
        for cell, sides in enumerate(self.grid.open_sides):
            domain = left[cell]
            if sides != 15:
                domain = left[cell] = domain & FITS[15 ^ sides]
            if not domain:
                self.contradicted = True
            if known := KNOWN[domain]:
                work += (cell, known)

    def _begin_from_open_cells(self) -> None:
        """Check the cells still open against their neighbours; all others are settled already."""
        open_cells = self.open_cells()
        for propagator in self.propagators:
            propagator.resume(open_cells)
        for cell in open_cells:
            if not self.narrow(cell, FITS[self.known_beyond(cell)]):
                return
            self._work += (cell, KNOWN[self.left[cell]])


def _propagators(store: DomainStore, joined: Joined | None) -> tuple[Propagator, ...]:
    """The propagators for what holds of the whole and for the problem's domains."""
    found: list[Propagator] = []
    problem = store.problem
    if problem.whole.joins_all:
        components = Components(store, joined)
        found.append(components)
        if problem.whole is Whole.TREE:
            found.append(Reach(store, components))
    if problem.two_lines_each:
        from termpuzzles.logic.engine.two_factor import Balance  # 5 ms, only needed for these problems

        found.append(Balance(store))
    if problem.clue_rule:
        found.append(problem.clue_rule(store))
    return tuple(found)
