"""A player's seat at a puzzle: the session together with the file that keeps it."""

from __future__ import annotations

from collections.abc import Callable

from termpuzzles.games.model import Puzzle
from termpuzzles.play.journal import Sitting
from termpuzzles.play.library import Store
from termpuzzles.play.session import Session


class Seat:
    """A session that goes on where the last one ended, each of its events kept; `trouble` says why they are not."""

    def __init__(self, session: Session, sitting: Sitting | None, trouble: str = "") -> None:
        self.session = session
        self._sitting = sitting
        self._trouble = trouble
        if sitting is not None:
            sitting.keep_first(session.restore(sitting.events))
            session.record = sitting.record

    @property
    def trouble(self) -> str:
        """Why moves are not being kept, in a sentence; nothing while they are."""
        return self._trouble or (self._sitting.trouble if self._sitting else "")

    @property
    def begun(self) -> bool:
        """Whether anything was ever done here, so that there is something to keep the clock of."""
        return self._sitting is not None and self._sitting.begun

    def tick(self) -> None:
        """Keep the clock, where anything is kept."""
        if self.begun:
            self.session.tick()

    def leave(self) -> None:
        """Stop the clock and make sure that all is kept."""
        self.session.clock.stop()
        self.tick()
        if self._sitting is not None:
            self._sitting.close()


def take_seat(store: Store, puzzle: Puzzle, now: Callable[[], float], sitting: Sitting | None = None) -> Seat:
    """Sit down at the puzzle, going on where its sitting in the store (or the open one given) ended."""
    session = Session(puzzle, now=now)
    try:
        return Seat(session, sitting or store.sit(puzzle))
    except OSError as error:
        return Seat(session, None, f"moves are not being kept: {error}")
