"""What every propagator does: it follows what is narrowed, and says what that comes to for the whole board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from termpuzzles.logic.engine.store import Store


class Propagator:
    """Knows one thing about the whole board, and keeps to what is left of the cells' domains.

    `thorough` ones look at the whole board each time, so they are asked only when no other has anything to say. `log`
    only grows, but for `undo`: where its entries tell of what happened, readers may come back for what is new.
    """

    thorough: ClassVar[bool] = False

    def __init__(self, store: Store) -> None:
        self.store = store
        self.log: list[int] = []

    def begin(self, cells: Sequence[int]) -> None:
        """Begin with these cells to look at: those that are not settled for good."""

    def resume(self, cells: Sequence[int]) -> None:
        """Begin where much is settled already, with these cells to look at."""
        self.begin(cells)

    def note(self, news: list[int]) -> None:
        """Take in what was narrowed, without saying anything: cells and known bytes of what is new there, in turns."""

    def waiting(self) -> int:
        """How many places there are to look at."""
        return 0

    def propagate(self) -> bool:
        """Narrow what follows; False on a contradiction, with a cell in `store.empty`.

        Only where every cell has been told what its neighbours know. May stop once something was narrowed.
        """
        raise NotImplementedError

    def mark(self) -> Any:
        """What `undo` needs to take everything back to this moment."""

    def undo(self, mark: Any) -> None:
        """Take everything back to the moment of that mark."""

    def forget(self) -> None:
        """Nobody will go back beyond here."""
