"""A session together with the journal that keeps it."""

from __future__ import annotations

from datetime import datetime

from termpuzzles.session.session import Session
from termpuzzles.storage.journal import Journal

_TENTH = 0.1  # seconds: the precision of a journal's times


class RecordedSession:
    """A session that goes on where the last one ended and keeps each of its events; `trouble` says if it cannot.

    Before its first event it records the date and time at which it was opened, and `note`.
    """

    def __init__(
        self, session: Session, journal: Journal | None, opened: datetime, trouble: str = "", note: str = ""
    ) -> None:
        self.session = session
        self.opened = opened
        self._journal = journal
        self._trouble = trouble
        self._note = note
        self._stamped = False
        self._kept = 0.0  # seconds that the journal has recorded
        if journal is not None:
            journal.replay(session.restore)
            session.record = self._record
        self._kept = session.clock.seconds

    def _record(self, seconds: float, event: str) -> bool:
        assert self._journal is not None
        self._kept = seconds
        if not self._stamped:
            self._stamped = True
            stamp = f"opened {self.opened:%Y-%m-%dT%H:%M} {self._note}".rstrip()
            if not self._journal.record(seconds, stamp):
                return False
        return self._journal.record(seconds, event)

    @property
    def trouble(self) -> str:
        """Why moves are not being kept, in a sentence; "" while they are."""
        return self._trouble or (self._journal.lost or self._journal.trouble if self._journal else "")

    @property
    def notice(self) -> str:
        """What happened to the journal's file, in a sentence; mostly ""."""
        return self._journal.notice if self._journal else ""

    @property
    def lost(self) -> str:
        """Why this board must be left, in a sentence: another window has its journal now."""
        return self._journal.lost if self._journal else ""

    @property
    def begun(self) -> bool:
        """Whether anything was ever done here, so that the clock is worth keeping."""
        return self._journal is not None and self._journal.begun

    def check_claim(self) -> str:
        """Let another window have the journal if it asks for it; returns why to leave, or ""."""
        if self._journal is not None and self._journal.claimed:
            self.session.clock.stop()
            self.tick()
            self._journal.yield_to_claim()
        return self.lost

    def tick(self) -> None:
        """Record the clock if anything is recorded and it has run since."""
        if self.begun and abs(self.session.clock.seconds - self._kept) >= _TENTH:
            self.session.tick()

    def leave(self) -> None:
        """Stop the clock and make sure that everything is kept."""
        self.session.clock.stop()
        self.tick()
        if self._journal is not None:
            self._journal.close()
