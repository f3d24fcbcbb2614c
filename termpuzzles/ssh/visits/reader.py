"""Whether a visitor reads what is sent: one who has stopped uses memory, and is disconnected after a while."""

from __future__ import annotations

from collections.abc import Callable


class Reader:
    """Watches how much of what was sent is still unread, and since when nothing was read."""

    def __init__(self, most: int, now: Callable[[], float]) -> None:
        self._most, self._now = most, now
        self._taken = 0
        self._since = now()
        self.sent = 0

    def look(self, waiting: int) -> float:
        """The seconds in which none of the unread bytes was read; 0 if nothing is unread."""
        taken = self.sent - waiting
        if waiting <= 0 or taken > self._taken:
            self._taken, self._since = max(taken, self._taken), self._now()
        return self._now() - self._since

    def lags(self, waiting: int) -> bool:
        """Whether so much is unread that nothing more should be sent."""
        return waiting > self._most
