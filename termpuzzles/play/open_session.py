"""A player's seat at a puzzle: the session together with the file that keeps it."""

from __future__ import annotations

from collections.abc import Callable

from termpuzzles.games.model import Puzzle
from termpuzzles.play.journal import Journal
from termpuzzles.play.library import Library
from termpuzzles.play.session import Session


class Seat:
    """A session that goes on where the last one ended, each of its events kept; `trouble` says why they are not."""

    def __init__(self, session: Session, journal: Journal | None, trouble: str = "") -> None:
        self.session = session
        self._journal = journal
        self._trouble = trouble
        if journal is not None:
            journal.keep_first(session.restore(journal.events))
            session.record = journal.record

    @property
    def trouble(self) -> str:
        """Why moves are not being kept, in a sentence; nothing while they are."""
        return self._trouble or (self._journal.trouble if self._journal else "")

    @property
    def begun(self) -> bool:
        """Whether anything was ever done here, so that there is something to keep the clock of."""
        return self._journal is not None and self._journal.begun

    def tick(self) -> None:
        """Keep the clock, where anything is kept."""
        if self.begun:
            self.session.tick()

    def leave(self) -> None:
        """Stop the clock and make sure that all is kept."""
        self.session.clock.stop()
        self.tick()
        if self._journal is not None:
            self._journal.close()


def open_session(library: Library, puzzle: Puzzle, now: Callable[[], float], journal: Journal | None = None) -> Seat:
    """Sit down at the puzzle, going on where its journal in the library (or the open one given) ended."""
    session = Session(puzzle, now=now)
    try:
        return Seat(session, journal or library.open(puzzle))
    except OSError as error:
        return Seat(session, None, f"moves are not being kept: {error}")
