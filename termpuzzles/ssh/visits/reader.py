"""Whether a visitor reads what is sent: one who has stopped holds memory, and is let go after a while."""

from __future__ import annotations

from collections.abc import Callable


class Reader:
    """Told how much was sent and how much of it still waits; knows since when nothing was taken."""

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self._most, self._now = most, now
        self._taken = 0
        self._since = now()
        self.sent = 0

    def look(self, waiting: int) -> float:
        """The seconds for which nothing was taken of what waits; 0 where nothing does."""
        taken = self.sent - waiting
        if waiting <= 0 or taken > self._taken:
            self._taken, self._since = max(taken, self._taken), self._now()
        return self._now() - self._since

    def lags(self, waiting: int) -> bool:
        """Whether so much waits that nothing more should be sent."""
        return waiting > self._most
