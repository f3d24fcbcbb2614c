"""What keeps a game for two: its journal, or the reason why nothing does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.storage.journal import Journal


class Keeping:
    """The journal of a game; without one everything may be done, and nothing of it is kept."""

    def __init__(self, journal: Journal | None, why_not: str = "") -> None:
        self._journal, self._why_not = journal, why_not

    @property
    def trouble(self) -> str:
        """Why turns are not being kept, in a sentence; "" while they are."""
        return self._why_not if self._journal is None else self._journal.lost or self._journal.trouble

    @property
    def lost(self) -> str:
        """Why another window or process has the game now; "" while it is here."""
        return "" if self._journal is None else self._journal.lost

    @property
    def is_stored(self) -> bool:
        """Whether all that was played has arrived in the journal."""
        return self._journal is None or self._journal.is_stored

    def when_stored(self, on_stored: Callable[[], None]) -> None:
        """Call this whenever all has arrived there."""
        if self._journal is not None:
            self._journal.stored = on_stored

    def record(self, seconds: float, event: str) -> bool:
        """Keep what happened; False if it must not have an effect, because another window has the game now."""
        return self._journal is None or self._journal.record(seconds, event)

    def check_claim(self) -> str:
        """Let another window have the game if it asks for it; returns why to leave, or ""."""
        if self._journal is not None and self._journal.claimed:
            self._journal.yield_to_claim()
        return self.lost

    def close(self) -> None:
        """Make sure that everything is kept, and release the journal."""
        if self._journal is not None:
            self._journal.close()
