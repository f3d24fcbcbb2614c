"""The base of our screens, and what a screen may ask of the app: to open and to close, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple, TypeVar

from textual.screen import ModalScreen, Screen

from termpuzzles.games.model import Puzzle
from termpuzzles.render.picture import Picture
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.adapter.compat import CalmApp, GuardedScreen

T = TypeVar("T")
Answer = TypeVar("Answer")


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

    def close_screen(self, screen: Screen[Any], why: str = "") -> None:
        """Leave a screen for the one below, or leave the app if there is none; `why` is shown there."""
        raise NotImplementedError


class PuzzleScreen(GuardedScreen[T]):
    """A screen of ours: what the app may ask of it, and what each of them does in the same way."""

    app: BaseApp

    def say(self, text: str) -> None:
        """Show a message, if the screen has a line for it."""

    def pause(self) -> None:
        """Stop the clock, if there is one, because nobody is looking."""

    def go_on(self) -> None:
        """Let the clock run again."""

    def leave(self, why: str = "") -> None:
        """Close this screen, with whatever is above it; `why` is shown on the one below."""
        self.app.close_screen(self, why)

    def action_leave(self) -> None:
        """Go back."""
        self.leave()

    async def while_open(self, awaited: Awaitable[Answer]) -> Answer:
        """Wait for something in a worker of this screen, and end the worker if the screen is closed by then."""
        found = await awaited
        if not self.is_ready:
            raise asyncio.CancelledError
        return found


class PuzzleDialog(ModalScreen[T], PuzzleScreen[T]):
    """A screen of ours that is shown over another one, and answers it."""
