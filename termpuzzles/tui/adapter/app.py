"""The app on a terminal of ours: how it begins, what waits for its first screen, and how it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from weakref import WeakSet

from rich.console import RenderableType
from textual import events
from textual.app import ScreenStackError
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.driver import Driver
from textual.errors import NoWidget
from textual.filter import LineFilter, NoColor
from textual.geometry import Region, Size
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.widget import MountError, Widget
from textual.worker import WorkerFailed

from termpuzzles.tui.adapter.display import compose_only_what_changed
from termpuzzles.tui.adapter.guarded import GuardedScreen
from termpuzzles.tui.adapter.inside import AppInside, batches, draw_changes, is_being_removed, is_over, mark_changed
from termpuzzles.tui.adapter.output import Output


class Blank(Screen[None]):
    """The lowest screen, which is never seen: Textual would style it and draw it before the first that is."""

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Do nothing that Textual does for a screen that is shown; end the app if no other screen is left."""
        event.prevent_default()
        app: Any = self.app
        if app.has_shown_a_screen and app.screen is self:
            app.exit()


class TerminalApp(AppInside):
    """An app that sends only changes.

    It ends on a bug without a traceback on the screen: `crash` then holds the error, for the caller to report; in tests
    Textual's pilot raises it.
    """

    OUTPUT: type[Output] = Output
    crash: Exception | None = None
    end_status = 0  # else 128 plus the signal that ended the app; also set if the terminal went away
    farewell = ""  # printed for the player after the app has ended
    leaving = False  # whether the app was asked to end
    has_shown_a_screen = False  # above the blank one
    typed = 0  # how many keys, clicks and pastes have come
    _draws = False  # whether changes are about to be drawn
    _window: Size | None = None  # the size of the terminal, once it is known
    _makes_tasks: Any = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._once_drawn: list[Callable[[], object]] = []
        self.late: list[Exception] = []  # what failed because the app, or the screen that it was asked of, was leaving
        self.stuck: WeakSet[MessagePump] = WeakSet()  # for what they do no key waits any more
        self.output = self.OUTPUT(self, self._drawn)
        self.without_tooltips()  # they follow a hovering mouse, which terminals are not asked to report

    def get_driver_class(self) -> type[Driver]:
        """Load no driver yet: the caller gives the app one of ours, and loading Textual's own takes a while."""
        return Driver

    def use_own_driver_of_textual(self) -> None:
        """Run on Textual's own driver for this system, where ours has no wire to the terminal."""
        kind: Any = super().get_driver_class()

        def make(*given: Any, **options: Any) -> Driver:
            driver: Driver = kind(*given, **options)
            self.output.driver = driver
            return driver

        driver_class: Any = make
        self.driver_class = driver_class

    def get_default_screen(self) -> Screen[None]:
        """Begin with a screen that costs nothing."""
        return Blank()

    def refresh_css(self, animate: bool = True) -> None:
        """Take up the variables of the theme; only the first screen, when it comes, needs rules."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """None: what is sent is in the terminal's colours, whatever this program's own environment says.

        Where Textual sends what it draws by itself, it must send no colours to a terminal without them.
        """
        return [NoColor()] if self.output.warning and self.output.is_colourless else []

    async def run_async(self, **options: Any) -> None:
        """Run, and leave the loop's task factory as it was, because the loop may have other users, too."""
        self._makes_tasks = asyncio.get_running_loop().get_task_factory()
        await super().run_async(**options)

    def on_load(self) -> None:
        """Let tasks begin later: Textual has just made all tasks of the loop begin at once.

        With those, asyncssh would wait for ever for the answers of those who log in.
        """
        asyncio.get_running_loop().set_task_factory(self._makes_tasks)

    def on_mount(self) -> None:
        """Show what does not work."""
        if self.output.warning:
            self.notify(self.output.warning)

    # Screens and what waits for the first one

    def get_screen(self, *given: Any, **options: Any) -> Any:
        """The screen, which is perhaps about to be shown for the first time."""
        found: Screen[Any] = super().get_screen(*given, **options)
        if not found.is_running:
            self.prepare(found)
        return found

    def prepare(self, screen: Screen[Any]) -> None:
        """Let a new screen be composed and drawn as this app does that."""
        compose_only_what_changed(screen)

    def push_screen(self, *given: Any, **options: Any) -> Any:
        """Show a screen above the others."""
        self.has_shown_a_screen = True
        return super().push_screen(*given, **options)

    def redraw(self, widget: Widget, *regions: Region) -> None:
        """Redraw these regions of a widget, as its `refresh` does, but by the next turn of the loop.

        Textual's way there leads through four tasks and a timer, which is most of what a tick of the clock costs.
        """
        is_seen = widget.is_mounted and widget.screen.is_current and not batches(self)
        if not (is_seen and mark_changed(widget, *regions)):
            widget.refresh(*regions)
        elif not self._draws:
            self._draws = True
            asyncio.get_running_loop().call_soon(self.guarded, self._draw)

    def _draw(self) -> None:
        self._draws = False
        if self.screen_stack:
            draw_changes(self.screen)

    def once_drawn(self, call: Callable[[], object]) -> None:
        """Call something after the screen has been drawn the next time, as it need not be done before."""
        self._once_drawn.append(call)

    def _drawn(self) -> None:
        if self._once_drawn and not self.output.is_at_start:
            calls, self._once_drawn = self._once_drawn, []
            for call in calls:
                asyncio.get_running_loop().call_soon(self.guarded, call)

    @property
    def is_shown(self) -> bool:
        """Whether the first screen has been drawn."""
        return self._window is not None and not self.output.is_at_start and self.screen.is_mounted

    def take_update(self, screen: Screen[object], update: RenderableType | None) -> bool:
        """Send what has changed; False if Textual is to send it."""
        if not self.output.accept(screen, update):
            return False
        self.post_display_hook()
        return True

    def post_display_hook(self) -> None:
        """Note that Textual has sent what it has drawn by itself."""
        if not self.output.paints:
            self._drawn()

    def after(self, seconds: float, call: Callable[[], object]) -> asyncio.TimerHandle:
        """Call something later; Textual's timers are tasks, and send messages."""
        return asyncio.get_running_loop().call_later(seconds, self.guarded, call)

    def guarded(self, call: Callable[[], object]) -> None:
        """Call something while the app runs; an error ends the app like one in a message."""
        try:
            if self.is_running and not is_over(self):
                call()
        except Exception as error:
            self.take_error(error)

    # The terminal

    @property
    def shares_loop(self) -> bool:
        """Whether the player is elsewhere, and this computer runs apps of others, too."""
        return not self.output.is_local

    def on_answer(self, answer: str) -> None:
        """Take in an answer of the terminal."""
        if self.output.terminal.on_answer(answer):
            self.terminal_changed()

    def terminal_changed(self) -> None:
        """Draw everything anew, because an answer of the terminal affects drawing."""

    async def on_event(self, event: events.Event) -> None:
        """Take no input any more once the app is about to end: Textual would still act on it."""
        if isinstance(event, events.InputEvent | events.Paste):
            if self.leaving:
                return
            self.typed += not event.is_forwarded  # what no widget has used comes back
        if not (isinstance(event, events.Key) and await self.act_at_once(event.key)):
            await super().on_event(event)

    async def act_at_once(self, key: str) -> bool:
        """Do what the key is bound to without a detour through messages; False if it is to take that."""
        return False

    def on_resize(self, event: events.Resize) -> None:
        """Paint everything anew, even at the same size, as terminals move lines about; but not for the first event.

        At the same size Textual would also lay out and compose everything anew, as soon as it is idle.
        """
        if self._window is not None and self.output.paints:
            self.output.forget()
            if event.size == self._window:
                event.prevent_default()
                self.output.paint()
        self._window = event.size

    # The end

    def exit(self, *given: Any, **options: Any) -> None:
        """End the app; what is typed from now on is for others."""
        self.leaving = True
        super().exit(*given, **options)

    def take_error(self, error: Exception) -> bool:
        """End the app, and keep the first error; but go on after one that came too late, and keep it apart: False.

        A player who leaves or hangs up in the midst of something causes those, and nobody loses anything by them.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if isinstance(cause, NoWidget) or (
            isinstance(cause, _MISSED) and (self.leaving or self._was_asked_of_what_left(cause))
        ):
            self.late.append(error)
            return False
        if self.crash is None and not self.end_status:  # an app ended during its start lacks half of its widgets
            self.crash = cause if isinstance(cause, Exception) else error  # the cause says where it went wrong
        self.exit(return_code=1)
        return True

    def _was_asked_of_what_left(self, error: BaseException) -> bool:
        """Whether the error was raised in a widget that was there once, and is being removed or is gone.

        Also in what Textual by itself calls on a screen whose widgets are not there yet, as a timer of its palette.
        """
        where = error.__traceback__
        while where is not None:
            asked = where.tb_frame.f_locals.get("self")
            if isinstance(asked, Widget) and asked.is_mounted and self._has_left(asked):
                return True
            is_own = where.tb_frame.f_globals.get("__name__", "").startswith("textual.")
            if is_own and isinstance(asked, GuardedScreen) and not asked.is_ready:
                return True
            where = where.tb_next
        return False

    def _has_left(self, widget: Widget) -> bool:
        return is_being_removed(widget) or not widget.is_attached or widget.screen not in self.screen_stack


_MISSED = MountError, NoMatches, NoScreen, ScreenStackError  # what is raised where something is not there


def redraw(widget: Widget, *regions: Region) -> None:
    """Redraw these regions of a widget, or the whole, as its app does that."""
    app = widget.app
    app.redraw(widget, *regions) if isinstance(app, TerminalApp) else widget.refresh(*regions)
