"""Everything that the app and its screens depend on, in one value."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeVar

from termpuzzles.logic.task import USUAL, Budget, finish
from termpuzzles.play.stage import PlayContext
from termpuzzles.render.glyph_sets import ASCII, UNICODE, Glyphs
from termpuzzles.render.ink import Ink
from termpuzzles.session.questions import GuideCache
from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.tui import theme
from termpuzzles.tui.theme import LoadedThemes, added_themes

if TYPE_CHECKING:
    from datetime import date

    from textual.app import SystemCommand
    from textual.screen import Screen

    from termpuzzles.session.questions import Question
    from termpuzzles.tui.adapter.app import TerminalApp

T = TypeVar("T")


class Answerer(Protocol):
    """Answers slow questions, in threads of this program or in processes of a service."""

    async def answer(self, question: Question[T]) -> T:
        """The answer; cancelling it stops the work."""


class ThreadAnswerer:
    """Answers each question in a thread of this program.

    What one question has found out is kept for the next; two at once, one of which nobody waits for any more perhaps,
    never share it.
    """

    def __init__(self) -> None:
        self._free: list[GuideCache] = []

    async def answer(self, question: Question[T]) -> T:
        """The answer; its thread stops within milliseconds once nobody waits for it."""
        stop = threading.Event()

        def answer() -> T:
            try:
                cache = self._free.pop()
            except IndexError:  # all are in use
                cache = GuideCache()
            try:
                return finish(question.work(cache), stop.is_set)
            finally:
                self._free.append(cache)

        try:
            return await asyncio.get_running_loop().run_in_executor(None, answer)
        finally:
            stop.set()


class Companion(Protocol):
    """Stands beside an app while it runs."""

    def commands(self) -> Iterable[SystemCommand]:
        """What it adds to the palette."""

    def end(self) -> None:
        """Called when the app has ended."""


@dataclass(eq=False, repr=False)
class Context(PlayContext):
    """Everything that a player's app depends on: what its games do, and its screens.

    `terminal` is what the player looks at, `ascii_only` and `theme_name` (DARK, LIGHT or COLOURLESS of
    `termpuzzles.tui.theme`) are how it is drawn on. `answerer` answers slow questions. `keeps_files` says whether the
    player's own files are on this machine; `budget` is what a board may cost.
    `midnight` says where a day ends, if that is not here (`in Europe/Zurich`).
    `who` is the name and key by which the player is known, if there are several players; `day_screen` shows what others
    did on a day. `companions` make what stands beside the app, once its first screen is drawn. `wrong_pins` are those
    of the games that were looked at, by name of the journal and time of its last change, then by technique: several
    screens show them, and to find them takes long.
    """

    ascii_only: bool = False
    theme_name: str = theme.DARK
    terminal: Terminal = field(default_factory=Terminal)
    answerer: Answerer = field(default_factory=ThreadAnswerer)
    keeps_files: bool = True
    who: str = ""
    midnight: str = ""
    budget: Budget = USUAL
    day_screen: Callable[[Context, date], Screen[None]] | None = None
    companions: Sequence[Callable[[TerminalApp, Context], Companion]] = ()
    wrong_pins: dict[tuple[str, float], Mapping[str, int]] = field(default_factory=dict)

    @cached_property
    def palette(self) -> theme.Palette:
        """The styles of the theme."""
        return theme.palette(self.theme_name, self.ascii_only, self.has_few_colours, self.added.themes)

    def too_large(self, cells: int) -> str:
        """Why a board of so many cells is not opened, in a sentence, or ""."""
        most = self.budget.cells
        return f"This board has {cells:,} cells; here a board may have {most:,} at most." if cells > most else ""

    @property
    def has_few_colours(self) -> bool:
        """Whether the terminal has no more than 16 colours."""
        return self.terminal.colours == ColourDepth.STANDARD

    @cached_property
    def added(self) -> LoadedThemes:
        """The themes that the player has added."""
        return added_themes(self.library.where.config)

    @property
    def glyphs(self) -> Glyphs:
        """The characters that the terminal can show."""
        return ASCII if self.ascii_only else UNICODE

    @property
    def ink(self) -> Ink:
        """The ink for drawing boards."""
        shades = self.has_colour and self.terminal.colours >= ColourDepth.EIGHT_BIT
        pipes = shades and not self.ascii_only and self.settings.get("look") != "lines"
        few = self.terminal.colours == ColourDepth.EIGHT_BIT
        return Ink(self.glyphs, self.has_colour, shades, pipes, pipes and few, self.settings.get("blocks") != "halves")

    @property
    def has_colour(self) -> bool:
        """Whether colour may carry meaning."""
        return self.theme_name != theme.COLOURLESS

    @property
    def cursor_ground(self) -> str:
        """The colour behind a list's row at the cursor, for themes that do not name one; "" without colour."""
        grounds = theme.colours_of(self.theme_name, self.has_few_colours, self.added.themes)[1]
        return theme.list_cursor(grounds, self.has_few_colours) if grounds else ""

    def fit_terminal(self) -> None:
        """Choose theme and characters by the settings, and where these leave it open, by the terminal's abilities."""
        self.theme_name = theme.theme_name(str(self.settings.get("theme", "")), self.terminal.light, self.added.themes)
        if self.terminal.colours == ColourDepth.NONE:
            self.theme_name = theme.COLOURLESS
        self.ascii_only = self.settings.get("glyphs", "unicode" if self.terminal.utf8 else "ascii") == "ascii"
        few, added = self.has_few_colours, self.added.themes
        self.palette.become(theme.palette(self.theme_name, self.ascii_only, few, added))

    def kept_zoom(self, key: str) -> int:
        """The number of the zoom chosen for such a board, 0 if none was."""
        zooms = self.settings.get("zoom")
        number = zooms.get(key) if isinstance(zooms, dict) else 0
        return number if isinstance(number, int) else 0

    def keep_zoom(self, key: str, number: int) -> None:
        """Remember the zoom for such boards; 0 for the automatic one."""
        zooms = self.settings.get("zoom")
        self.settings["zoom"] = (zooms if isinstance(zooms, dict) else {}) | {key: number}
        self.keep_settings()
