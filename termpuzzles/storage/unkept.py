"""A library in which nothing is kept: for lessons and practice, which are not continued later."""

from __future__ import annotations

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal import Journal, Place
from termpuzzles.storage.library import Library


class UnkeptJournal(Journal):
    """A journal without a file: every event may have its effect, and nothing is written."""

    def record(self, seconds: float, event: str) -> bool:
        """Let the event have its effect."""
        return True


class UnkeptLibrary(Library):
    """A library whose journals have no files."""

    keeps = False

    def open(self, puzzle: Puzzle) -> Journal:
        """A journal that keeps nothing."""
        return UnkeptJournal(Place(self.where.data / "nowhere" / "unkept.journal"), puzzle)
