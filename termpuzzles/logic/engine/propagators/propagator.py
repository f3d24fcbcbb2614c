"""What every propagator does: it takes in what is narrowed, and concludes what follows for the whole board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from termpuzzles.logic.engine.store import Store


class Propagator:
    """Keeps one fact about the whole board up to date with what is left of the cells' domains.

    `thorough` ones look at the whole board each time, so they are asked only when no other has anything to say. `log`
    only grows, except in `undo`: where it records what happened, readers may come back for the new entries.
    """

    thorough: ClassVar[bool] = False

    def __init__(self, store: Store) -> None:
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
        """Narrow cells by what follows; False on a contradiction, with a cell in `store.empty`.

        Every cell must already know what its neighbours know. May stop once something was narrowed.
        """
        raise NotImplementedError

    def mark(self) -> Any:
        """The mark of this moment: what `undo` needs to come back to it."""

    def undo(self, mark: Any) -> None:
        """Take everything back to the moment of that mark."""

    def forget(self) -> None:
        """Forget what came before: nobody will go back beyond this moment."""
