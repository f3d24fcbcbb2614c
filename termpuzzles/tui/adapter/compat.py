"""Everything that relies on the internals of textual 8.2, each with a check that it still holds.

If a check fails, the app does without: it then sends more bytes, or some colours, and nothing else changes.

Only what has changed is composed again (`display`), and at once: the messages and timers by which Textual passes keys
and changes on were half the cost of a key.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any, TextIO, TypeVar
from weakref import WeakSet

import rich.cells
from rich.console import RenderableType
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual._compositor import CompositorMap
from textual._styles_cache import StylesCache
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.cache import LRUCache
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.driver import Driver
from textual.filter import LineFilter
from textual.geometry import Offset, Region, Size
from textual.keys import Keys
from textual.message import Message
from textual.renderables.background_screen import BackgroundScreen
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.terminal.capabilities import Terminal
from termpuzzles.terminal.painter import Painter, ScreenMove
from termpuzzles.tui.adapter.display import COLOUR_SYSTEMS, Display, composed, display_works

if TYPE_CHECKING:
    from textual._xterm_parser import XTermParser

T = TypeVar("T")

_AFTER_BATCH = 0.02  # seconds
_MORE_IS_SENT = "This version of textual draws in another way; all works, but more is sent to the terminal."


def let_go_of_closed_widgets() -> None:
    """Free the lines of closed widgets, which Textual keeps by caching one of their methods with its object.

    The method depends on two colours only, so one cache serves all apps.
    """
    method: Any = StylesCache.__dict__.get("get_inner_outer")
    if hasattr(method, "cache_info"):
        setattr(StylesCache, "get_inner_outer", classmethod(method))  # noqa: B010 # a method is not assigned to


let_go_of_closed_widgets()

_KEPT = 256  # results of a function, each; ten minutes of play ask for thousands that nobody asks for again


def keep_fewer_results() -> None:
    """Let textual and rich keep fewer results for regions and widths of texts: they are found faster than they fill."""
    held: list[tuple[Any, str]] = [(Region, name) for name in vars(Region)]
    for holder, name in [*held, (rich.cells, "cached_cell_len")]:
        function: Any = getattr(holder, name, None)
        if hasattr(function, "cache_info"):
            setattr(holder, name, lru_cache(maxsize=_KEPT)(function.__wrapped__))


keep_fewer_results()


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
        self._parse_cache = _parsed(frozenset(self._variables.items()))

    def set_variables(self, variables: dict[str, str]) -> None:
        """Use the rules as they are with other variables."""
        self._parse_cache = LRUCache(1)  # which is cleared in the place of what others use
        super().set_variables(variables)
        self._parse_cache = _parsed(frozenset(variables.items()))

    def reparse(self) -> None:
        """Take the rules anew, without checks: shipped rules have no faults that could be found only now."""
        self.parse()


class Colourless(LineFilter):
    """Removes the colours from each style, so that no colour code is sent at all, not even the default ones."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The segments without colour; each keeps a style, because Textual cannot draw one without."""
        return [Segment(text, _colourless(style), control) for text, style, control in segments]


@lru_cache(maxsize=1024)
def _colourless(style: Style | None) -> Style:
    if style is None:
        return Style()
    return Style(
        bold=style.bold,
        dim=style.dim,
        italic=style.italic,
        underline=style.underline,
        reverse=style.reverse,
        strike=style.strike,
    )


class Blank(Screen[None]):
    """The lowest screen, which is never seen: Textual would style it and draw it before the first that is."""

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Do nothing that Textual does for a screen that is shown; end the app if no other screen is left."""
        event.prevent_default()
        app: Any = self.app
        if app.has_shown_a_screen and app.screen is self:
            app.exit()


PART = 0.006  # seconds of drawing after which others go first, and then for how long: a key of theirs takes four turns
CELLS = 600  # that are composed between two looks at the clock
PAINTED = 1_000  # cells whose differences are found between two such looks
AT_ONCE = 3_000  # cells of a window that is painted in one go, so that its first frame is one frame


class ScreenInParts(Screen[T]):
    """A screen that is composed part by part where its app shares the loop: in between, others have their turn.

    Its changes are composed in bands of rows, and nothing is painted before all are composed.
    """

    _composes_later = False

    def _compositor_refresh(self) -> None:
        app: Any = self.app
        if not getattr(app, "shares_loop", False) or self is not app.screen:
            super()._compositor_refresh()
        elif self._composes_later:
            self._dirty_widgets.clear()  # their regions are known
        elif sum(region.area for region in self._compositor._dirty_regions) > CELLS:
            self._compose_later(0)
        else:
            self._compose_a_part()

    def _compose_a_part(self) -> None:
        app: Any = self.app
        loop = asyncio.get_running_loop()
        dirty, end = self._compositor._dirty_regions, loop.time() + PART
        while True:
            later = _split(dirty, max(1, CELLS // max(1, self.size.width)))
            app.composes = bool(later)
            super()._compositor_refresh()
            dirty.update(later)
            if not later:
                app.draws_in_parts = False
                return
            if loop.time() > end:
                app.draws_in_parts = True
                self._compose_later(PART)
                return

    def _compose_later(self, seconds: float) -> None:
        app: Any = self.app
        app.composes = self._composes_later = True
        app.after(seconds, self._compose_on)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Compose a part of the screen; where Textual would render all of a screen below again, only these rows."""
        below = self._screen_below
        if below is None or not getattr(self.app, "shares_loop", False):
            return super().render_lines(crop)
        rows = [(y, 0, below.size.width) for y in crop.line_range]
        strips = (Strip.join(chop.values()) for chop in composed(below._compositor, rows)[crop.y : crop.bottom])
        tinted = (Strip(BackgroundScreen.process_segments(strip, self.styles.background)) for strip in strips)
        return [strip.crop(*crop.column_span) for strip in tinted]

    @property
    def _screen_below(self) -> Screen[object] | None:
        """The screen that is seen below this one, if no more than one is, and that one is laid out for this window."""
        behind = self.app._background_screens
        is_seen = len(behind) == 1 and self is self.app.screen and self.styles.background.a < 1
        return behind[0] if is_seen and behind[0]._compositor.size == self.size else None

    def _compose_on(self) -> None:
        app: Any = self.app
        self._composes_later = False
        if self is not app.screen:
            return  # the one above it is composed as a whole
        if app._batch_count:
            self._compose_later(PART)
        elif self._layout_required:
            self._on_timer_update()  # what is composed before a layout is composed again after it
        else:
            self._compositor.update_widgets(self._dirty_widgets)  # else those of which it was not told are forgotten
            self._compose_a_part()


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


class GuardedScreen(ScreenInParts[T]):
    """A screen that does nothing while it has no widgets, and that closes nothing but itself.

    Textual acts on whatever is asked of a screen, also before its widgets are there, while they are being removed, and
    after the app was asked to end, when none are made any more; and `dismiss` closes the uppermost screen, whichever
    that is.
    """

    _laid_out: CompositorMap | None = None  # the places of the widgets after the last layout

    def _refresh_layout(self, size: Size | None = None, scroll: bool = False) -> None:
        """Lay the widgets out, and draw all that has moved since this was done last.

        If somebody asks where a widget is after one was shown or hidden, but before the layout that follows, Textual
        may look all places up anew. It would then find nothing moved in that layout, and leave parts undrawn.
        """
        compositor = self._compositor
        if self._laid_out is not None and not scroll:
            compositor._full_map = self._laid_out
        super()._refresh_layout(size, scroll)
        self._laid_out = getattr(compositor, "_full_map", None)

    @property
    def is_ready(self) -> bool:
        """Whether the widgets of the screen are there, and stay."""
        return bool(self.children) and not is_closing(self)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Act only while the widgets are there."""
        return self.is_ready and super().check_action(action, parameters)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen, unless it is closed already or another one is above it."""
        return super().dismiss(result) if self.app.screen is self else AwaitComplete()

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterable[tuple[type, Callable[[Message], Awaitable[Any]]]]:
        """The handlers of a message: only Textual's own while the screen is not ready, and those of its end."""
        found = super()._get_dispatch_methods(method_name, message)
        if self.is_ready or isinstance(message, events.Unmount):
            return found
        return (each for each in found if each[0].__module__.startswith("textual."))


class TerminalApp(App[None]):
    """An app that sends only changes, and that acts on keys and draws without a detour through messages.

    It ends on a bug without a traceback on the screen: `crash` then holds the error, for the caller to report; in tests
    Textual's pilot raises it.
    """

    crash: Exception | None = None
    end_status = 0  # else 128 plus the signal that ended the app; also set if the terminal went away
    terminal: Terminal
    farewell = ""  # printed for the player after the app has ended
    doubt = ""  # a sentence about what does not work with this version of textual
    _shown: Display | None = None  # None before anything is drawn, and if Textual draws in a way we do not know
    leaving = False  # whether the app was asked to end
    has_shown_a_screen = False  # above the blank one
    typed = 0  # how many keys, clicks and pastes have come
    held = False  # nothing is sent now: the terminal is lent to others, or reads too slowly
    composes = False  # whether a part of the screen is still to be composed
    draws_in_parts = False  # whether what is composed takes several parts
    _draws = False  # whether changes are about to be drawn
    _paints_on = False  # whether a part of what is composed is still to be painted
    _paint_waits = False
    _sized = False
    _makes_tasks: Any = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._once_drawn: list[Callable[[], object]] = []
        self.stuck: WeakSet[Any] = WeakSet()  # widgets and screens for which no key waits any more
        self._disable_tooltips = True  # they follow a hovering mouse, which terminals are not asked to report
        self.stylesheet = SharedStylesheet(variables=self.theme_variables)

    def get_driver_class(self) -> type[Driver]:
        """Load no driver yet: the caller gives the app one of ours, and loading Textual's own takes a while."""
        return Driver

    def use_own_driver_of_textual(self) -> None:
        """Run on Textual's own driver for this system, where ours has no wire to the terminal."""
        self.driver_class = super().get_driver_class()

    def get_default_screen(self) -> Screen[None]:
        """Begin with a screen that costs nothing."""
        return Blank()

    def refresh_css(self, animate: bool = True) -> None:
        """Take up the variables of the theme; only the first screen, when it comes, needs rules."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def paint_on(self, terminal: Terminal) -> None:
        """Send only differences to that terminal, in the colours that it has."""
        self.terminal = terminal
        self.console._color_system = COLOUR_SYSTEMS[terminal.colours]
        self.doubt = "" if display_works() else _MORE_IS_SENT
        if not self.doubt:
            self._shown = Display(Painter(0, 0, erases_in_colour=terminal.erases_in_colour), terminal.colours)

    async def run_async(self, **options: Any) -> None:
        """Run, and leave the loop's task factory as it was, because the loop has other users, too."""
        self._makes_tasks = asyncio.get_running_loop().get_task_factory()
        await super().run_async(**options)

    async def _process_messages(self, *given: Any, **options: Any) -> None:
        """Run, with tasks that begin later: Textual has just made all tasks of the loop begin at once.

        With those, asyncssh would wait for ever for the answers of those who log in.
        """
        asyncio.get_running_loop().set_task_factory(self._makes_tasks)
        await super()._process_messages(*given, **options)

    def push_screen(self, *given: Any, **options: Any) -> Any:
        """Show a screen above the others."""
        self.has_shown_a_screen = True
        return super().push_screen(*given, **options)

    def exit(self, *given: Any, **options: Any) -> None:
        """End the app; what is typed from now on is for others."""
        self.leaving = True
        super().exit(*given, **options)

    async def on_event(self, event: events.Event) -> None:
        """Do what a key is bound to at once, if the focused widget uses keys only through bindings.

        No input is taken any more once the app is about to end: Textual would still act on it.
        """
        if isinstance(event, events.InputEvent | events.Paste):
            if self.leaving:
                return
            self.typed += 1
        if isinstance(event, events.Key) and self._is_bound_at_once and await self._act(event.key):
            return
        await super().on_event(event)

    @property
    def _is_bound_at_once(self) -> bool:
        if self._keymap or not self.app_focus or self.screen.is_modal:
            return False
        return getattr(self.focused, "knows_bindings_alone", False)

    async def _act(self, key: str) -> bool:
        """Do what the key is bound to; False if it is not bound."""
        assert self.focused is not None
        nodes = self.focused.ancestors_with_self
        asked = [(node, True) for node in reversed(nodes)] + [(node, False) for node in nodes]
        for node, first in asked:
            for binding in node._bindings.key_to_bindings.get(key, ()):
                if binding.priority == first and await self.run_action(binding.action, node):
                    return True
        return False

    def after(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        """Call something later; Textual's timers are tasks, and send messages."""
        return asyncio.get_running_loop().call_later(seconds, self._guarded, call)

    def draw_soon(self) -> None:
        """Draw the changes once everything that is happening now is done."""
        if not self._draws:
            self._draws = True
            asyncio.get_running_loop().call_soon(self._guarded, self._draw)

    def _draw(self) -> None:
        self._draws = False
        if self._running and self.screen_stack:
            self.screen._on_timer_update()

    def _guarded(self, call: Callable[[], object]) -> None:
        try:
            if self._running and not self._closing:
                call()
        except Exception as error:  # ends the app like an error in a message
            self._handle_exception(error)

    def leave_streams(self, out: TextIO, err: TextIO) -> None:
        """Print to these streams, where Textual would redirect them to the app: a thread keeps those it began with."""
        streams: Any = out, err
        self._capture_stdout, self._capture_stderr = streams

    def on_mount(self) -> None:
        """Show what does not work."""
        if self.doubt:
            self.notify(self.doubt)

    def hear(self, answer: str) -> None:
        """Take in an answer of the terminal."""
        if self.terminal.hear(answer):
            self.terminal_changed()

    def terminal_changed(self) -> None:
        """Draw everything anew, because an answer of the terminal affects drawing."""

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        """Take in the update, even if Textual would not draw it now, and send the difference as soon as possible."""
        if self._shown is None or self.is_headless:
            super()._display(screen, renderable)
            self._drawn()
            return
        if renderable is not None and screen is self.screen and not self._shown.take(renderable):
            raise TypeError(f"an update of a kind that textual had not: {type(renderable).__name__}")
        if self.draws_in_parts:
            self._paint_on()  # as a part of its own
        else:
            self.paint()
        self.post_display_hook()

    def paint(self) -> None:
        """Send the difference between the composed screen and what the terminal shows, if it may be sent now.

        A screen with an `is_fitted` that is false is not shown yet.
        """
        driver, shown = self._driver, self._shown
        if shown is None or driver is None or self.held or self._at_start or not self._running or self._closed:
            return
        if self.composes:
            return
        painter = shown.painter
        if not getattr(self.screen, "is_fitted", True):
            pass  # it paints once it has arranged itself
        elif self._batch_count:
            self._paint_later()
        elif getattr(driver, "lags", False):
            pass  # it paints once it has caught up, and then only what is wanted by then
        elif self.size == (painter.width, painter.height):  # else what is composed is for another window
            painter.synchronized = self.terminal.shows_at_once
            if update := self._painted(painter):
                driver.write(update)
                driver.flush()
            if painter.is_behind:
                self._paint_on()
            else:
                self._drawn()

    def _painted(self, painter: Painter) -> str:
        """The bytes of the difference, or of a part of it where the loop is shared."""
        cursor = self._cursor()
        if not self.shares_loop or painter.width * painter.height <= AT_ONCE:
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
            self.after(PART, paint)

    @property
    def is_drawing(self) -> bool:
        """Whether a part of the latest changes is still to be drawn."""
        return self.composes or self._paints_on

    @property
    def shares_loop(self) -> bool:
        """Whether the player is elsewhere, and this computer runs apps of others, too."""
        return not getattr(self._driver, "is_local", True)

    @property
    def may_move(self) -> bool:
        """Whether something may move: the player likes it, sits at this computer, and has seen all that was sent."""
        driver = self._driver
        if self.animation_level == "none" or self.terminal.over_ssh or self.held or getattr(driver, "lags", False):
            return False
        return bool(getattr(driver, "is_local", True))  # in tests no driver of ours may be there

    def moved(self, move: ScreenMove) -> None:
        """Let the terminal move what it shows, as a part of the screen that is about to be drawn has moved."""
        if self._shown is not None:
            self._shown.painter.moved(move)

    def once_drawn(self, call: Callable[[], object]) -> None:
        """Call something after the screen has been drawn the next time, as it need not be done before."""
        self._once_drawn.append(call)

    def _drawn(self) -> None:
        if self._once_drawn and not self._at_start:
            calls, self._once_drawn = self._once_drawn, []
            for call in calls:
                self.after(0, call)

    def _cursor(self) -> tuple[int, int]:
        """The row and column of the terminal's cursor, which screen readers and magnifiers follow.

        The focused widget gives it if it has a `terminal_cursor`; looked up by name, because that is quick.
        """
        place: Offset | None = getattr(self.screen.focused, "terminal_cursor", None)
        x, y = self.size.clamp_offset(self.cursor_position if place is None else place)
        return y, x

    def _paint_later(self) -> None:
        """Paint once the batch is over, even if nothing more is composed by then."""

        def paint() -> None:
            self._paint_waits = False
            self.paint()

        if not self._paint_waits:
            self._paint_waits = True
            self.set_timer(_AFTER_BATCH, paint)

    @property
    def is_shown(self) -> bool:
        """Whether the first screen has been drawn."""
        return self._sized and not self._at_start and self.screen.is_mounted

    @property
    def _at_start(self) -> bool:
        """Whether the only screen so far is the blank one."""
        return len(self.screen_stack) < 2

    def on_resize(self, event: events.Resize) -> None:
        """Paint everything anew, even at the same size, as terminals move lines about; but not for the first event.

        At the same size Textual would also lay out and compose everything anew, as soon as it is idle.
        """
        if self._sized and self._shown is not None:
            self._shown.painter.forget()
            if event.size == self._size:
                event.prevent_default()
                self.paint()
        self._sized = True

    @property
    def _background_screens(self) -> list[Screen[Any]]:
        """The screens that are seen below the uppermost one: Textual would also lay out one that is hidden by it."""
        return super()._background_screens if self._screen_stack and self._screen_stack[-1].is_modal else []

    def leave_terminal(self) -> None:
        """Leave the terminal as others need it, and send nothing more from now on."""
        self.held = True
        if self._shown is not None and self._driver is not None:
            self._driver.write(self._shown.painter.leave())

    def return_to_terminal(self) -> None:
        """Paint everything again, because the contents of the terminal are unknown."""
        self.held = False
        if self._shown is not None:
            self._shown.painter.forget()
        self.paint()

    def _set_pointer_shape(self, shape: str) -> None:
        """Leave the mouse pointer as it is: few terminals know the code, and nothing here needs another."""

    def _handle_exception(self, error: Exception) -> None:
        self._return_code = 1
        if self._exception is None and not self.end_status:  # an app ended during its start lacks half of its widgets
            self.crash = self._exception = error
            self._exception_event.set()
        self._close_messages_no_wait()


_CAN_DRAW = hasattr(Widget, "_set_dirty") and hasattr(Screen, "_on_timer_update") and hasattr(Screen, "is_current")


def redraw(widget: Widget, *regions: Region) -> None:
    """Redraw these regions of a widget, as its `refresh` does, but by the next turn of the loop."""
    app: Any = widget.app
    if not (_CAN_DRAW and isinstance(app, TerminalApp) and widget.is_mounted and not app._batch_count):
        widget.refresh(*regions)
        return
    screen = widget.screen
    if not screen.is_current:
        widget.refresh(*regions)
        return
    widget._set_dirty(*regions)
    screen._dirty_widgets.add(widget)
    app.draw_soon()


_TURNS = 20  # of the loop in which most messages have had their whole effect
_REST = 0.002  # seconds between two looks after that
_MOST = 2.0  # seconds; what takes longer gets the next key all the same


def is_busy(app: TerminalApp) -> bool:
    """Whether something that the app was asked for is not done: a message waits, is being handled, or has led on."""
    if app._at_start or app.is_drawing or not app.screen.is_mounted or getattr(app.screen, "is_searching", False):
        return True
    return bool(_busy(app))


def _busy(app: TerminalApp) -> list[Any]:
    """What still has something to do: the app, its screens, and the widgets of the uppermost one."""
    pumps: Any = (app, *app.screen_stack, *app.screen.walk_children())
    return [pump for pump in pumps if pump not in app.stuck and not _is_done(pump)]


def _is_done(pump: Any) -> bool:
    """Whether a widget, a screen or the app has handled all its messages; one that is closing handles no more."""
    queue = pump._message_queue
    waits = queue.empty() and not pump._next_callbacks and (bool(queue.ready_event._waiters) or not pump._running)
    return waits or pump._closing or pump._closed


async def until_idle(app: TerminalApp) -> None:
    """Wait until everything that the app was asked for is done, or the app is about to end.

    What takes too long is waited for no more, so that it holds up one key and not each.
    """
    end = asyncio.get_running_loop().time() + _MOST
    for turn in count():
        if app.leaving or not is_busy(app):
            return
        if asyncio.get_running_loop().time() > end:
            app.stuck.update(_busy(app))
            return
        await asyncio.sleep(0 if turn < _TURNS else _REST)


def is_closing(screen: Screen[Any]) -> bool:
    """Whether the widgets of the screen are being removed, or are gone."""
    return not screen.is_attached or bool(getattr(screen, "_pruning", False))


def send_no_colour(app: App[None]) -> None:
    """Let the app draw without colour."""
    app._filters[:] = [Colourless()]


def send_all_colours(app: App[None]) -> None:
    """Let the app draw in all its colours, whatever this program's own environment says.

    None of them is one of the terminal's sixteen, so Textual's filter for these would only cost time.
    """
    app.no_color = False
    app._filters.clear()


@lru_cache(maxsize=1)
def _parser() -> XTermParser:
    """The parser that names keys; its caches keep it for ever, so it must not belong to an app."""
    from textual._xterm_parser import XTermParser  # 2 ms, not needed for the first frame

    return XTermParser()


def keys_named(code: str, alt: bool = False) -> list[events.Key]:
    """Textual's keys for a sequence that a terminal sends; none if it has no name for it."""
    try:
        keys = list(_parser()._sequence_to_key_events(code, alt))
    except (ValueError, OverflowError):  # numbers that are no characters
        return []
    except (AttributeError, TypeError):  # another textual: then as it comes to them itself, if slower
        from textual._xterm_parser import XTermParser

        keys = [event for event in XTermParser().feed(code) if isinstance(event, events.Key)]
    return [key for key in keys if key.key != Keys.Ignore]
