"""What is left of each cell's domain, in arrays that change in one place; and what every propagator does with it.

The propagator of clues is here, too: it is the same for every rule about clues.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES
from termpuzzles.logic.problem import KNOWN, LONE, Domain, Problem

if TYPE_CHECKING:
    from termpuzzles.logic.explain.step import Finding  # which the first frame does without

# _FROM[side][known]: what the known byte of the cell beyond the side says about the side, as a known byte.
_FROM = {
    side: bytes(
        (side << 4 if known >> 4 & OPPOSITE[side] else 0) | (side if known & OPPOSITE[side] else 0)
        for known in range(256)
    )
    for side in SIDES
}


class DomainStore:
    """What is left of each cell's domain, and what that says about its sides.

    `left[cell]` is what is left of a cell's domain; read it freely, change it by `narrow` only. `contradicted` is
    True once the board contradicts itself, until the store is taken back. `depth` counts the marks to which it may
    still be taken back.
    """

    __slots__ = (
        "_beyond",
        "_open",
        "_trail",
        "_work",
        "contradicted",
        "depth",
        "grid",
        "left",
        "problem",
        "size",
        "ways",
    )

    def __init__(self, problem: Problem, domains: Sequence[Domain] | None = None) -> None:
        self.problem = problem
        self.grid = problem.grid
        self.size = problem.grid.size
        ways = problem.grid.ways
        self.ways = [ways.get(mask, ()) for mask in MASKS]  # by side; between them unused
        self._beyond = tuple((side, ways[side], _FROM[side]) for side in SIDES)
        self.left: list[Domain] = (
            list(map(problem.domains.__getitem__, problem.cell_types)) if domains is None else list(domains)
        )
        self._open: Sequence[int] = range(self.size)
        self.contradicted = False
        self.depth = 0
        self._trail: list[int] = []  # cell, domain before, in turns
        self._work: list[int] = []  # cell, the known byte of what is new there, in turns

    def open_cells(self) -> list[int]:
        """The cells with more than one mask left, ascending; not to be changed."""
        left = self.left
        cells = [cell for cell in self._open if left[cell] not in LONE]
        if not self.depth:
            self._open = cells  # what is settled for good need not be looked at again
        return cells

    def known_beyond(self, cell: int) -> int:
        """What borders, walls and neighbours settle of the cell's sides, as a known byte."""
        known = 0
        left = self.left
        for side, way, there in self._beyond:
            other = way[cell]
            known |= side if other < 0 else there[KNOWN[left[other]]]
        return known

    def known(self, cell: int) -> int:
        """What the cell's own domain and what lies beyond settle of its sides, as a known byte."""
        return KNOWN[self.left[cell]] | self.known_beyond(cell)

    def undecided(self, cell: int) -> int:
        """The mask of the sides that the cell's domain leaves open; once `edge` is done, its undecided lines."""
        known = KNOWN[self.left[cell]]
        return 15 & ~(known >> 4 | known)

    def settled(self) -> bytes | None:
        """The board, a mask a cell, if every cell has just one left; else None."""
        try:
            return bytes(map(LONE.__getitem__, self.left))
        except KeyError:
            return None

    def latest(self, most: int) -> list[int]:
        """Up to `most` of the cells narrowed last, the last first, as far as the trail for `undo` goes back."""
        return self._trail[-2 : -2 - 2 * most : -2]

    def narrow(self, cell: int, keep: Domain) -> bool:
        """Drop the cell's masks outside `keep`; False if none is left."""
        old = self.left[cell]
        new = old & keep
        if new == old:
            return True
        self._trail += (cell, old)
        self.left[cell] = new
        if not new:
            self.contradicted = True
            return False
        self._work += (cell, KNOWN[new] & ~KNOWN[old])
        return True


class Propagator:
    """Keeps one fact about the whole board up to date with what is left of the cells' domains.

    `thorough` ones look at the whole board each time, so they are asked only when no other has anything to say. `log`
    only grows, except in `undo`: where it records what happened, readers may come back for the new entries.
    """

    thorough: ClassVar[bool] = False

    def __init__(self, store: DomainStore) -> None:
        self.store = store
        self.log: list[int] = []

    def begin(self, cells: Sequence[int]) -> None:
        """Begin, with these cells to look at: all that are not settled for good."""

    def resume(self, cells: Sequence[int]) -> None:
        """Begin on a board of which much is settled already; `note` is given these cells, all still open, at once."""

    def note(self, news: list[int]) -> None:
        """Take in what was narrowed, without conclusions: cells alternate with the known bytes of what is new there."""

    def waiting(self) -> int:
        """The number of places still to look at."""
        return 0

    def propagate(self) -> bool:
        """Narrow cells by what follows; False on a contradiction, which the store then knows of.

        Every cell must already know what its neighbours know. May stop once something was narrowed.
        """
        raise NotImplementedError

    def mark(self) -> Any:
        """The mark of this moment: what `undo` needs to come back to it."""

    def undo(self, mark: Any) -> None:
        """Take everything back to the moment of that mark."""

    def forget(self) -> None:
        """Forget what came before: nobody will go back beyond this moment."""


class Clued(Propagator):
    """Puts in all that a rule about clues finds near the cells that were narrowed.

    `find` and `near` are those of the rule, which looks at clues one by one.
    """

    def __init__(
        self,
        store: DomainStore,
        find: Callable[[Any, Iterable[int]], Iterator[Finding]],
        near: Callable[[Any, Iterable[int], int], Iterable[int]],
    ) -> None:
        super().__init__(store)
        self._find, self._near = find, near
        self._changed: dict[int, None] = {}

    def begin(self, cells: Sequence[int]) -> None:
        """Look at the clues near all of these cells."""
        self._changed = dict.fromkeys(cells)

    resume = begin

    def note(self, news: list[int]) -> None:
        """Remember which cells were narrowed."""
        self._changed.update(dict.fromkeys(news[::2]))

    def waiting(self) -> int:
        """The number of cells around which no clue was looked at again."""
        return len(self._changed)

    def propagate(self) -> bool:
        """Narrow cells by the clues near those that changed; False on a contradiction."""
        near = self._near(self.store, self._changed, 0)
        self._changed = {}
        for finding in self._find(self.store, near):
            for cell, _, after in finding.narrowed:
                if not self.store.narrow(cell, after):
                    return False
        return True

    def undo(self, mark: Any) -> None:
        """Forget what changed since the mark: before it nothing was left to look at."""
        self._changed = {}
