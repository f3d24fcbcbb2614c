"""What a screen may ask of the app: to open and to close, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from termpuzzles.games.model import Puzzle
from termpuzzles.play.storage.journal import Journal
from termpuzzles.play.storage.summaries import Summary
from termpuzzles.render.picture import Picture
from termpuzzles.tui.terminal.textual_compat import CalmApp


class ShownGame(NamedTuple):
    """A game as its player sees it now: the board, the cell at the cursor, its title, and a line about its progress."""

    picture: Picture
    cursor: int
    title: str
    progress: str


Watched = Callable[[], ShownGame | None]


class BaseApp(CalmApp):
    """The part of the app that its screens know."""

    def review(self, puzzle: Puzzle) -> None:
        """Look back on the game that was played at the puzzle."""
        raise NotImplementedError

    def play(self, puzzles: list[Puzzle], index: int = 0, journal: Journal | None = None) -> None:
        """Open the board of one of these puzzles, with its `journal` if that is open already."""
        raise NotImplementedError

    def play_journal(self, entry: Summary) -> None:
        """Go on with a board of the list. Raises OSError, and PuzzleError if its text is damaged."""
        raise NotImplementedError

    def go(self, to: str) -> None:
        """Open the screen of that name."""
        raise NotImplementedError

    def open_pasted(self, text: str, say: Callable[[str], None]) -> None:
        """Open the puzzle whose text was pasted, or say why the text is not a puzzle."""
        raise NotImplementedError

    def leave(self, why: str = "") -> None:
        """Leave a screen for the one below, or leave the app if there is none; `why` is shown there."""
        raise NotImplementedError
