"""What of an app is composed, and what of that its terminal shows: only differences are sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rich.console import Console, RenderableType
from textual.app import App
from textual.geometry import Offset
from textual.screen import Screen

from termpuzzles.terminal.capabilities import ColourDepth, Terminal
from termpuzzles.terminal.painter import Painter, ScreenMove
from termpuzzles.tui.adapter.display import Display, display_works
from termpuzzles.tui.adapter.inside import batches, is_over

_AFTER_BATCH = 0.02  # seconds
_MORE_IS_SENT = "This version of textual draws in another way; all works, but more is sent to the terminal."
_COLOUR_SYSTEMS = {ColourDepth.EIGHT_BIT: "256", ColourDepth.TRUECOLOR: "truecolor"}  # as a console of rich names them


class Output:
    """The terminal of an app. `drawn` is called whenever all that is composed has been sent."""

    terminal: Terminal
    driver: Any = None  # set by what drives the terminal
    held = False  # nothing is sent now: the terminal is lent to others, or reads too slowly
    is_colourless = False
    warning = ""  # a sentence about what does not work with this version of textual

    def __init__(self, app: App[Any], drawn: Callable[[], None]) -> None:
        self.app = app
        self.drawn = drawn
        self.shown: Display | None = None  # None before anything is drawn, and if Textual draws in an unknown way
        self._waits = False

    def use(self, terminal: Terminal, has_colour: bool = True) -> None:
        """Send only differences to that terminal, in the colours that it has, or without colour."""
        self.terminal = terminal
        colours = terminal.colours if has_colour else ColourDepth.NONE
        self.is_colourless = colours is ColourDepth.NONE
        self.app.no_color &= not has_colour  # else what this program's own environment says
        if display_works():
            self.shown = Display(Painter(0, 0, erases_in_colour=terminal.erases_in_colour), colours)
        else:
            self.warning = _MORE_IS_SENT
            system: Any = _COLOUR_SYSTEMS.get(colours, "standard")
            self.app.console = Console(color_system=system, force_terminal=True, legacy_windows=False)

    def recolour(self, terminal: Terminal, has_colour: bool) -> bool:
        """Send other colours from now on, and all of the screen anew, if the terminal has more than was known."""
        if self.shown is None or not has_colour or self.shown.colours == terminal.colours:
            return False
        self.use(terminal, has_colour)
        return True

    @property
    def paints(self) -> bool:
        """Whether this sends what is drawn, and not Textual."""
        return self.shown is not None and not self.app.is_headless

    @property
    def lags(self) -> bool:
        """Whether so much is unread that nothing should be added."""
        return bool(getattr(self.driver, "lags", False))

    @property
    def is_local(self) -> bool:
        """Whether the player sits at this computer, as with a driver of Textual's own."""
        return bool(getattr(self.driver, "is_local", True))

    @property
    def may_move(self) -> bool:
        """Whether something may move: the player likes it, sits at this computer, and has seen all that was sent."""
        moves = self.app.animation_level != "none" and not self.held
        return moves and not self.terminal.over_ssh and not self.lags and self.is_local

    @property
    def is_at_start(self) -> bool:
        """Whether the only screen so far is the blank one."""
        return len(self.app.screen_stack) < 2

    @property
    def is_drawing(self) -> bool:
        """Whether a part of the latest changes is still to be drawn."""
        return False

    def accept(self, screen: Screen[object], update: RenderableType | None) -> bool:
        """Take in the update, even if Textual would not draw it now, and send the difference as soon as possible."""
        if self.shown is None or not self.paints:
            return False
        if update is not None and screen is self.app.screen and not self.shown.accept(update):
            raise TypeError(f"an update of a kind that textual had not: {type(update).__name__}")
        self.taken()
        return True

    def taken(self) -> None:
        """Send what was taken in."""
        self.paint()

    def paint(self) -> None:
        """Send the difference between the composed screen and what the terminal shows, if it may be sent now.

        A screen with an `is_fitted` that is false is not shown yet.
        """
        app = self.app
        if self.shown is None or self.driver is None or self.held or self.is_at_start:
            return
        if not app.is_running or is_over(app) or not getattr(app.screen, "is_fitted", True):
            return  # the screen paints once it has arranged itself
        painter = self.shown.painter
        if batches(app):
            self._paint_later()
        elif not self.lags and app.size == (painter.width, painter.height):
            painter.synchronized = self.terminal.shows_at_once
            self.send(painter)  # else it is painted once the terminal has caught up, or what fits it is composed

    def send(self, painter: Painter) -> None:
        """Send the whole difference."""
        self.write(painter.paint(self.cursor()))
        self.drawn()

    def write(self, update: str) -> None:
        """Write to the terminal, if there is anything to write."""
        if update:
            self.driver.write(update)
            self.driver.flush()

    def cursor(self) -> tuple[int, int]:
        """The row and column of the terminal's cursor, which screen readers and magnifiers follow.

        The focused widget gives it if it has a `terminal_cursor`; looked up by name, because that is quick.
        """
        place: Offset | None = getattr(self.app.screen.focused, "terminal_cursor", None)
        x, y = self.app.size.clamp_offset(self.app.cursor_position if place is None else place)
        return y, x

    def _paint_later(self) -> None:
        """Paint once the batch is over, even if nothing more is composed by then."""

        def paint() -> None:
            self._waits = False
            self.paint()

        if not self._waits:
            self._waits = True
            self.app.set_timer(_AFTER_BATCH, paint)

    def moved(self, move: ScreenMove) -> None:
        """Let the terminal move what it shows, as a part of the screen that is about to be drawn has moved."""
        if self.shown is not None:
            self.shown.painter.moved(move)

    def forget(self) -> None:
        """Paint everything anew the next time, as terminals move lines about when their window changes."""
        if self.shown is not None:
            self.shown.painter.forget()

    def leave_terminal(self) -> None:
        """Leave the terminal as others need it, and send nothing more from now on."""
        self.held = True
        if self.shown is not None and self.driver is not None:
            self.driver.write(self.shown.painter.leave())

    def return_to_terminal(self) -> None:
        """Paint everything again, because the contents of the terminal are unknown."""
        self.held = False
        self.forget()
        if self.paints:
            self.paint()
        elif not self.is_at_start:
            self.app.refresh()
