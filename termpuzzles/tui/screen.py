"""The base of our screens, with the heading that they have, and what a screen may ask of the app."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple, Protocol, TypeVar, cast

from textual.app import SystemCommand

from termpuzzles.games.model import Puzzle
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import Picture
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.guarded import GuardedScreen
from termpuzzles.tui.context import Context
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.lines import Words, margin

T = TypeVar("T")
Answer = TypeVar("Answer")

_REASON_SECONDS = 60.0  # for which the reason for leaving a screen can be read
_GAP = 2  # columns at least between what a screen is about and its state


class ShownGame(NamedTuple):
    """A game as its player sees it now: the board, the cell at the cursor, its title, and a line about its progress."""

    picture: Picture
    cursor: int
    title: str
    progress: str


Watched = Callable[[], ShownGame | None]


class Opener(Protocol):
    """The app as its screens know it: it opens whatever is not part of them."""

    def play(self, puzzles: list[Puzzle], index: int = 0, *, kept: bool = True) -> None:
        """Open the board of one of these puzzles; nothing of the game is kept unless `kept`."""

    def resume(self, entry: Summary) -> None:
        """Go on with a board of the list. Raises OSError, and PuzzleError if its text is damaged."""

    def go(self, to: str) -> None:
        """Open the screen of that name."""

    def begin(self) -> None:
        """Replace the screen by Home."""

    def open_pasted(self, text: str, say: Callable[[str], None]) -> None:
        """Open the puzzle whose text was pasted, or say why the text is not a puzzle."""


class PuzzleScreen(GuardedScreen[T]):
    """A screen of ours: what the app may ask of it, and what each of them does in the same way."""

    app: TerminalApp
    context: Context
    is_home = False
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # ids of its bindings that are named together, by that name
    captions: Mapping[str, str] = MappingProxyType({})  # what keys do here now, by the names of their entries
    MOVES: ClassVar[tuple[str, ...]] = ()  # ids of those that only move the cursor, or change what is there

    @property
    def opener(self) -> Opener:
        """The app, to open something."""
        return cast(Opener, self.app)  # it imports the screens, so they cannot name its class

    @property
    def shown_game(self) -> ShownGame | None:
        """The game that is played on this screen, if there is one."""
        return None

    @property
    def keeps_the_front(self) -> bool:
        """Whether no question may cover this screen now."""
        return False

    def set_ink(self, ink: Ink) -> None:
        """Draw boards with this ink from now on."""

    def commands(self) -> Iterable[SystemCommand]:
        """What the palette offers on this screen beside what its keys do."""
        return ()

    def show_message(self, text: str) -> None:
        """Show a message; where the screen has no line for it, above the others for a while."""
        self.notify(text)

    def pause(self) -> None:
        """Stop the clock, if there is one, because nobody is looking."""

    def resume(self) -> None:
        """Let the clock run again."""

    def leave(self, why: str = "") -> None:
        """Close this screen, with whatever is above it, or the app if it is the lowest; `why` is shown below."""
        app = self.app
        if self not in app.screen_stack:
            return
        if self is app.screen_stack[1]:  # the lowest screen of all is blank
            app.farewell = why
            app.exit()
            return
        while self in app.screen_stack:
            app.pop_screen()
        if why:
            app.notify(why, timeout=_REASON_SECONDS)

    def action_leave(self) -> None:
        """Go back."""
        self.leave()

    async def while_open(self, awaited: Awaitable[Answer]) -> Answer:
        """Wait for something in a worker of this screen, and end the worker if the screen is closed by then."""
        found = await awaited
        if not self.is_ready:
            raise asyncio.CancelledError
        return found


class Headline(NamedTuple):
    """A heading bar: what the screen is, what matters about it, and at its right end the time or the state."""

    name: str
    about: str = ""
    state: Words = ()

    def words(self, width: int, palette: Palette) -> Words:
        """The bar in that many columns; without the last parts of what it is about if there is no room for them."""
        end = sum(palette.width(piece[0]) for piece in self.state) + margin(width)
        named = " " * margin(width) + self.name
        about = f"   {self.about}" if self.about else ""
        while about and palette.width(named + about) + _GAP + end > width:
            about = max((about.rpartition(mark)[0] for mark in (" · ", ", ")), key=len)
        gap = max(1, width - palette.width(named + about) - end)
        return (named, "good"), (about, "faint"), (" " * gap, "faint"), *self.state
