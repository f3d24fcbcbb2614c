"""What follows from the clues printed on a board, as soon as cells near them are narrowed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from termpuzzles.logic.engine.domain_store import DomainStore, Propagator
from termpuzzles.logic.rules import rule_named

if TYPE_CHECKING:
    from termpuzzles.logic.engine.knowledge import Knowledge


class Clued(Propagator):
    """Puts in all that the problem's `clue_rule` finds near the cells that were narrowed."""

    def __init__(self, store: DomainStore) -> None:
        super().__init__(store)
        self._rule = rule_named(store.problem.clue_rule)
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
        assert self._rule.near, "clues are looked at one by one"
        knowledge = cast("Knowledge", self.store)
        near = self._rule.near(knowledge, self._changed, 0)
        self._changed = {}
        findings = self._rule.find(knowledge, near)
        return all(self.store.narrow(cell, after) for finding in findings for cell, _, after in finding.narrowed)

    def undo(self, mark: Any) -> None:
        """Forget what changed since the mark: before it nothing was left to look at."""
        self._changed = {}
