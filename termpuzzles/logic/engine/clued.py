"""What follows from the clues printed on a board, as soon as cells near them are narrowed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from termpuzzles.logic.engine.domain_store import DomainStore, Propagator
from termpuzzles.logic.explain.step import Finding


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
