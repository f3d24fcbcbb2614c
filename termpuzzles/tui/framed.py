"""The grid on which most screens stand, the list that most of them hold, and what all dialogs have in common.

Most screens are a list with its heading and a message below it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from pathlib import Path, PurePath
from typing import ClassVar, Generic, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from termpuzzles.render.ink import Ink
from termpuzzles.tui.adapter.display import blank_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import ShownKey, keys_in_line
from termpuzzles.tui.screen import Headline, PuzzleScreen, T
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import NARROW, Lines, Middle, keys_in_a_row, margin, wrap


class PuzzleDialog(ModalScreen[T], PuzzleScreen[T]):
    """A screen of ours that is shown over another one, and answers it."""


STYLES = Path(__file__).parent / "screens" / "screens.tcss"
HIGH = 20  # rows: in a lower window nothing stays blank for what may come


class FramedScreen(PuzzleScreen[T]):
    """A screen on the grid that most of them share: a heading bar, a body with a margin, a message, and a line of keys.

    A subclass gives `headline` (or `TITLE` and `SUB_TITLE`), `body`, and perhaps `beside`: a panel at the right, which
    a window of few columns has no room for; there Tab shows it in place of the body. `KEYS` are the ids of
    the bindings to name below, at most six; without them those that are shown by themselves.
    """

    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = STYLES
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "turn", "panel", id="frame.turn", tooltip="Show the panel, or the list again", show=False),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ()
    TONE = "faint"  # of the message
    keeps_a_row = True  # for messages, in all but a low window
    BESIDE_FROM = NARROW  # columns of a window in which there is room beside the body

    render_lines = blank_lines

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self._said = ""
        self.stand_beside_from(self.BESIDE_FROM)
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (HIGH, "-high")]

    def stand_beside_from(self, columns: int) -> None:
        """Let the panel stand beside the body in windows of that many columns."""
        self.BESIDE_FROM = columns
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (columns, "-medium"), (100, "-wide")]
        if self.is_mounted:
            self.set_class(self.size.width < columns, "-narrow")
            self.set_class(columns <= self.size.width < 100, "-medium")

    def compose(self) -> ComposeResult:
        """The heading, the body with what stands beside it, the message, and the keys."""
        palette = self.context.palette
        yield Lines(palette, id="heading", ground="checker")
        with Middle(id="frame"):
            with Stack(id="body"):
                yield from self.body()
            if beside := [*self.beside()]:
                with Stack(id="beside"):
                    yield from beside
        yield Lines(palette, id="said")
        yield Lines(palette, id="keys", ground="checker")

    @abstractmethod
    def body(self) -> ComposeResult:
        """What the screen is for."""

    def beside(self) -> ComposeResult:
        """What stands at the right of the body."""
        return ()

    @property
    def is_narrow(self) -> bool:
        """Whether the window has room only for what matters most."""
        return self.size.width < NARROW

    def headline(self) -> Headline:
        """The heading bar as it is now."""
        return Headline(self.TITLE or "", self.SUB_TITLE or "")

    def on_mount(self) -> None:
        """Name the keys anew whenever others act."""
        self.bindings_updated_signal.subscribe(self, lambda _: self.show_frame())

    def on_resize(self) -> None:
        """Fit heading, message and keys into the window."""
        self.show_frame()
        if self.is_ready:
            self._show_said()

    @property
    def keys_now(self) -> tuple[str, ...]:
        """The ids of the keys that the line below names at the moment."""
        return self.KEYS

    def keys_shown(self) -> list[ShownKey]:
        """What the line below names at the moment."""
        return keys_in_line(self, self.keys_now)

    def set_ink(self, ink: Ink) -> None:
        """Show everything in these characters from now on."""
        self.show_frame()
        if self.is_ready:
            self._show_said()

    def show_frame(self) -> None:
        """Show the heading and the keys as they are now."""
        if not self.is_ready:
            return
        self.query_one("#heading", Lines).lines = [self.headline().words(self.size.width, self.context.palette)]
        self.query_one("#keys", Lines).lines = [keys_in_a_row(self.keys_shown(), self.size.width, self.context.palette)]
        self._make_room_to_say()

    def show_message(self, text: str) -> None:
        """Show a message above the keys."""
        self._said = text
        self._show_said()

    def _show_said(self) -> None:
        lines = self.wrapped(self._said)
        self.query_one("#said", Lines).lines = [((" " * margin(self.size.width) + line, self.TONE),) for line in lines]
        self._make_room_to_say()

    def _make_room_to_say(self) -> None:
        """Keep a row for messages, but in a low window only while there is one."""
        said = self.query_one("#said", Lines)
        said.display = bool(said.lines) or (self.keeps_a_row and self.size.height >= HIGH)

    def wrapped(self, text: str) -> list[str]:
        """The lines of a message, broken where the window ends."""
        width = max(1, self.size.width - 2 * margin(self.size.width))
        return [part for line in text.splitlines() for part in wrap(line, width)]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key acts: there is nothing to turn to where nothing stands beside the body."""
        has_panel = action != "turn" or type(self).action_turn is not FramedScreen.action_turn or self.query("#beside")
        return bool(has_panel) and super().check_action(action, parameters)

    def action_turn(self) -> None:
        """Where there is no room for both, show what stands beside the body in its place, or the body again."""
        self.toggle_class("turned")


class Stack(Vertical):
    """Holds widgets one below the other, and draws nothing itself."""

    render_lines = blank_lines


Value = TypeVar("Value")


class ListScreen(FramedScreen[T], Generic[T, Value]):
    """Shows its rows, and does what its subclass makes of the one that is chosen."""

    KEYS_NARROW: ClassVar[tuple[str, ...]] = ()  # the keys where there is no room beside the list; () for `KEYS`

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.choices: Choices[Value] = Choices(context, id="list")

    def body(self) -> ComposeResult:
        """The list, and whatever stands around it."""
        yield self.choices

    @property
    def keys_now(self) -> tuple[str, ...]:
        """The keys to name; in a narrow window perhaps also the one that shows what else stands beside the list."""
        return self.KEYS_NARROW if self.KEYS_NARROW and self.size.width < self.BESIDE_FROM else self.KEYS

    def on_mount(self) -> None:
        """Show the list."""
        self.show(self.begins_at())
        self.set_focus(self.choices)  # at once: a key that comes next may move it elsewhere

    def on_resize(self) -> None:
        """Show as much of each row as there is room for."""
        if self.is_ready:
            self.show()

    def begins_at(self) -> Value | None:
        """The row at the cursor to begin with; None for the first one."""
        return None

    def set_ink(self, ink: Ink) -> None:
        """Show the rows in these characters from now on, too."""
        super().set_ink(ink)
        if self.is_ready:
            self.show()

    def show(self, at: Value | None = None) -> None:
        """Show heading and rows as they are now, the cursor on `at`, else where it was."""
        self.show_frame()
        self.choices.show(self.rows(), at)

    @abstractmethod
    def rows(self) -> Iterable[Choice[Value]]:
        """The rows as they are now."""

    @abstractmethod
    def choose(self, value: Value) -> None:
        """Do what the chosen row is for."""

    def describe(self, value: Value | None) -> None:
        """Say something about the row at the cursor, if there is anything to say."""

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Do what the chosen row is for."""
        self.choose(cast(Value, event.value))

    def on_choices_passed(self, event: Choices.Passed) -> None:
        """Go on from where the list ends."""
        self.pass_end(event.way)

    def pass_end(self, way: int) -> None:
        """Go on at the other end of the list."""
        self.choices.action_last() if way < 0 else self.choices.action_first()

    def on_option_list_option_highlighted(self) -> None:
        """Describe the row at the cursor."""
        self.describe(self.choices.value)


def filter_binding(screen: str) -> Binding:
    """The keys that open the filter, handled before any other so that those typed right after them reach it."""
    tooltip = "Find a level by words or by its number"
    return Binding("slash,f3", "filter", "find", id=f"{screen}.filter", tooltip=tooltip, priority=True)


class FilteredScreen(ListScreen[T, Value]):
    """A list with a field below it; while something is typed there, the rows are those that match it."""

    EXAMPLE = ""  # of what may be typed
    wanted = ""  # what was typed

    def filter_field(self) -> ComposeResult:
        """The field, which is shown once it is asked for."""
        yield Input(placeholder=self.EXAMPLE, id="filter", compact=True)

    def on_mount(self) -> None:
        """Hide the field, unless it is filled."""
        field = self.query_one(Input)
        field.display, field.cursor_blink = bool(field.value), False  # it may have been filled already

    def keys_shown(self) -> list[ShownKey]:
        """While something is typed, what the keys do that are not letters of it."""
        if not self.query_one(Input).display:
            return super().keys_shown()
        others = keys_in_line(self, ("app.palette",))
        opens = ShownKey("Enter", "open", "screen.open_found")
        return [ShownKey("↑↓", "choose", ""), opens, *others, ShownKey("Esc", "close", "screen.leave")]

    def action_open_found(self) -> None:
        """Open what is at the cursor."""
        self.choices.action_select()

    def action_filter(self) -> None:
        """Show the field, empty, and filter the list as one types."""
        field = self.query_one(Input)
        field.value, field.display = "", True
        self.set_focus(field)  # at once: the next key is typed already

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter the list."""
        self.wanted = event.value.strip()
        self.show()
        self.choices.action_first()
        if self.choices.value is None:
            self.describe(None)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open what is at the cursor."""
        self.action_open_found()

    def on_key(self, event: events.Key) -> None:
        """Let the arrows move in the list while the filter is typed."""
        moves = {"down": self.choices.action_cursor_down, "up": self.choices.action_cursor_up}
        if isinstance(self.focused, Input) and event.key in moves:
            moves[event.key]()
            event.stop()

    def close_filter(self) -> bool:
        """Hide the field and show the whole list again; False if it is hidden already."""
        field = self.query_one(Input)
        if not field.display:
            return False
        field.value, field.display = "", False
        self.wanted = ""
        self.set_focus(self.choices)
        self.show()
        return True
