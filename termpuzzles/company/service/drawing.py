"""The app of a visitor, where many share one loop: less is computed for a key, and what takes long is done in parts.

Only what has changed is composed, and drawn at once, for everybody. Here keys act at once, too, as the messages by
which Textual passes them on are a fifth of the cost of a key; rules of style are shared by all apps; and what is large
is composed and painted part by part, so that others have their turns in between.

It reads private names of Textual, `NAMES`; without one of them the app does as one at this computer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache, partial
from typing import Any, TextIO

from textual.app import App
from textual.cache import LRUCache
from textual.css.stylesheet import Stylesheet
from textual.geometry import Region
from textual.message import Message
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip

from termpuzzles.company.service.fair_loop import give_way
from termpuzzles.terminal.painter import Painter
from termpuzzles.tui.adapter.app import TerminalApp
from termpuzzles.tui.adapter.display import composed
from termpuzzles.tui.adapter.inside import batches, compositor_of
from termpuzzles.tui.adapter.output import Output
from termpuzzles.tui.app import PuzzleApp

NAMES = (
    *("_background_screens", "_batch_count", "_bindings", "_capture_stderr", "_capture_stdout", "_compositor_refresh"),
    *("_dirty_regions", "_dirty_widgets", "_dispatch_message", "_keymap", "_layout_required", "_on_timer_update"),
    *("_parse_cache", "_variables"),
)

PART = 0.004  # seconds of drawing after which others may go first
CELLS = 600  # that are composed between two looks at the clock
PAINTED = 600  # cells whose differences are found between two such looks
AT_ONCE = 3_000  # cells of a window that is painted in one go, so that its first frame is one frame

_Parsed = LRUCache[tuple[Any, ...], list[Any]]


@lru_cache(maxsize=32)
def _parsed(variables: frozenset[tuple[str, str]]) -> _Parsed:
    """The rules parsed with these variables, by their text: they never change, and all apps may share them."""
    return LRUCache(1024)


class SharedStylesheet(Stylesheet):
    """A stylesheet that does not parse again what another app of this program has parsed for the same theme.

    The rules are a third of an app's memory, and parsing them is half the time to start one.
    """

    def __init__(self, *, variables: dict[str, str] | None = None) -> None:
        super().__init__(variables=variables)
        self._parse_cache = _parsed(frozenset((variables or {}).items()))

    def set_variables(self, variables: dict[str, str]) -> None:
        """Use the rules as they are with other variables."""
        self._parse_cache = LRUCache(1)  # which is cleared in the place of what others use
        super().set_variables(variables)
        self._parse_cache = _parsed(frozenset(variables.items()))

    def reparse(self) -> None:
        """Take the rules anew, without checks: shipped rules have no faults that could be found only now."""
        self.parse()


class OutputInParts(Output):
    """What a visitor's terminal shows: a large difference is painted some rows at a time."""

    app: SharingApp
    composes = False  # whether a part of the screen is still to be composed
    draws_in_parts = False  # whether what is composed takes several parts
    _paints_on = False  # whether a part of what is composed is still to be painted

    @property
    def is_drawing(self) -> bool:
        """Whether a part of the latest changes is still to be drawn."""
        return self.composes or self._paints_on

    def taken(self) -> None:
        """Send what was taken in, after several parts as a part of its own."""
        self._paint_on() if self.draws_in_parts else self.paint()

    def paint(self) -> None:
        """Send the difference once the whole screen is composed."""
        if not self.composes:
            super().paint()

    def send(self, painter: Painter) -> None:
        """Send the difference, or a part of it."""
        self.write(self._part(painter))
        self._paint_on() if painter.is_behind else self.drawn()

    def _part(self, painter: Painter) -> str:
        cursor = self.cursor()
        if self.is_local or painter.width * painter.height <= AT_ONCE:
            return painter.paint(cursor)
        now, rows = asyncio.get_running_loop().time, max(1, PAINTED // painter.width)
        end, update = now() + PART, painter.paint(cursor, rows)
        while painter.is_behind and now() < end:
            update += painter.paint(cursor, rows)
        return update

    def _paint_on(self) -> None:
        """Paint the next part once others have had their turns."""

        def paint() -> None:
            self._paints_on = False
            self.paint()

        if not self._paints_on:
            self._paints_on = True
            self.app.after(0, paint)


class Parts:
    """Composes the changes of a screen in bands of rows, of which nothing is painted before all are there."""

    def __init__(self, screen: Screen[Any], app: SharingApp) -> None:
        own: Any = screen
        self._screen = own
        self._app = app
        self._compositor = compositor_of(screen)
        self._compose, self._render_lines = own._compositor_refresh, own.render_lines
        self._waits = False
        own._compositor_refresh, own.render_lines = self.refresh, self.render_lines

    def refresh(self) -> None:
        """Compose what has changed, or the first part of it."""
        if self._app.output.is_local or self._screen is not self._app.screen:
            self._compose()
        elif self._waits:
            self._screen._dirty_widgets.clear()  # their regions are known
        elif sum(region.area for region in self._compositor._dirty_regions) > CELLS:
            self._compose_later(0)
        else:
            self._compose_a_part()

    def _compose_a_part(self) -> None:
        output, now = self._app.output, asyncio.get_running_loop().time
        dirty, end = self._compositor._dirty_regions, now() + PART
        while True:
            later = _split(dirty, max(1, CELLS // max(1, self._screen.size.width)))
            output.composes = bool(later)
            self._compose()
            dirty.update(later)
            if not later:
                output.draws_in_parts = False
                return
            if now() > end:
                output.draws_in_parts = True
                self._compose_later(0)
                return

    def _compose_later(self, seconds: float) -> None:
        self._app.output.composes = self._waits = True
        self._app.after(seconds, self._compose_on)

    def _compose_on(self) -> None:
        self._waits = False
        if self._screen is not self._app.screen:
            return  # the one above it is composed as a whole
        if batches(self._app):
            self._compose_later(PART)
        elif self._screen._layout_required:
            self._screen._on_timer_update()  # what is composed before a layout is composed again after it
        else:
            self._compositor.update_widgets(self._screen._dirty_widgets)  # else those it was not told of are forgotten
            self._compose_a_part()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Compose a part of the screen; where Textual would render all of a screen below again, only these rows."""
        below = self._below
        if below is None:
            found: list[Strip] = self._render_lines(crop)
            return found
        rows = [(y, 0, below.size.width) for y in crop.line_range]
        ground = self._screen.styles.background
        strips = (Strip.join(chop.values()) for chop in composed(below, rows)[crop.y : crop.bottom])
        tinted = (Strip(BackgroundScreen.process_segments(strip, ground)) for strip in strips)
        return [strip.crop(*crop.column_span) for strip in tinted]

    @property
    def _below(self) -> Any:
        """What composes the screen below, if one is seen there and no more, and it is laid out for this window."""
        behind = self._app._background_screens
        is_seen = len(behind) == 1 and self._screen is self._app.screen and self._screen.styles.background.a < 1
        compositor = compositor_of(behind[0]) if is_seen and not self._app.output.is_local else None
        return compositor if compositor is not None and compositor.size == self._screen.size else None


def _split(dirty: set[Region], rows: int) -> set[Region]:
    """Leave only the uppermost rows of the regions; returns the rest."""
    top = min((region.y for region in dirty), default=0) + rows
    later = {
        Region(x, max(y, top), width, y + height - max(y, top)) for x, y, width, height in dirty if y + height > top
    }
    kept = {Region(x, y, width, min(height, top - y)) for x, y, width, height in dirty if y < top}
    dirty.clear()
    dirty.update(kept)
    return later


class SharingApp(TerminalApp):
    """An app that shares its loop with others; on a terminal of this computer it draws what is large in one go."""

    OUTPUT = OutputInParts
    output: OutputInParts

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        if hasattr(self.stylesheet, "_parse_cache"):
            self.stylesheet = SharedStylesheet(variables=self.theme_variables)

    def keep_streams(self, out: TextIO, err: TextIO) -> None:
        """Print to these streams, where Textual would redirect them to the app: a thread keeps those it began with."""
        streams: Any = out, err
        self._capture_stdout, self._capture_stderr = streams

    async def _dispatch_message(self, message: Message) -> None:
        """Do what a message says once others have had their turns: Textual goes on while there are any."""
        await give_way()
        await super()._dispatch_message(message)

    def prepare(self, screen: Screen[Any]) -> None:
        """Let a new screen be composed in parts, and take its messages as this app does."""
        super().prepare(screen)
        if hasattr(screen, "_dispatch_message"):
            own: Any = screen
            own._dispatch_message = partial(_dispatch, own._dispatch_message)
        if self.output.shown is not None and _can_compose_in_parts(self, screen):
            Parts(screen, self)

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that are seen below the uppermost one: Textual would also lay out one that is hidden by it."""
        stack = self.screen_stack
        return super()._background_screens if stack and stack[-1].is_modal else []

    # Keys act at once

    async def act_at_once(self, key: str) -> bool:
        """Do what the key is bound to, if the focused widget uses keys only through bindings."""
        focused = self.focused
        if getattr(self, "_keymap", True) or not self.app_focus or self.screen.is_modal or focused is None:
            return False
        if not getattr(focused, "knows_bindings_alone", False):
            return False
        nodes = focused.ancestors_with_self
        asked = [(node, True) for node in reversed(nodes)] + [(node, False) for node in nodes]
        for node, first in asked:
            bindings = getattr(node, "_bindings", None)
            for binding in bindings.key_to_bindings.get(key, ()) if bindings else ():
                if binding.priority == first and await self.run_action(binding.action, node):
                    return True
        return False


class VisitorsApp(SharingApp, PuzzleApp):
    """The app of a visitor."""


async def _dispatch(dispatch: Callable[[Message], Awaitable[None]], message: Message) -> None:
    await give_way()
    await dispatch(message)


def _can_compose_in_parts(app: App[Any], screen: Screen[Any]) -> bool:
    names = "_compositor_refresh", "_dirty_widgets", "_layout_required", "_on_timer_update"
    return (
        all(hasattr(screen, name) for name in names)
        and hasattr(App, "_background_screens")
        and hasattr(app, "_batch_count")
        and compositor_of(screen) is not None
    )
