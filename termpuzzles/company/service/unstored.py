"""What of a player's moves is on its way to the store: until it is there, nothing that shows it reaches the player."""

from __future__ import annotations

from typing import Protocol
from weakref import WeakSet


class Holder(Protocol):
    """Holds back what shows a move."""

    def answered(self) -> None:
        """Take in that the store has answered one more."""


class Unstored:
    """Counts what was sent to the store and what it has answered, in the same order; used on one loop."""

    def __init__(self) -> None:
        self.sent = self.answered = 0
        self.holders: WeakSet[Holder] = WeakSet()

    @property
    def waits(self) -> bool:
        """Whether the store has not answered everything."""
        return self.answered < self.sent

    def answer(self) -> None:
        """Count an answer, and tell those who hold something back."""
        self.answered += 1
        for holder in tuple(self.holders):
            holder.answered()
