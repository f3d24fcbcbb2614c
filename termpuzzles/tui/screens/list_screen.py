"""A list with its heading and a message below it: what most screens are composed of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Input

from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import FramedScreen, T
from termpuzzles.tui.widgets.choices import Choice, Choices

Value = TypeVar("Value")


class ListScreen(FramedScreen[T], Generic[T, Value]):
    """Shows its rows, and does what its subclass makes of the one that is chosen."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.choices: Choices[Value] = Choices(context, id="list")

    def body(self) -> ComposeResult:
        """The list, and whatever stands around it."""
        yield self.choices

    def on_mount(self) -> None:
        """Show the list."""
        self.show(self.begins_at())
        self.choices.focus()

    def begins_at(self) -> Value | None:
        """The row at the cursor to begin with; None for the first one."""
        return None

    def show(self, at: Value | None = None) -> None:
        """Show heading and rows as they are now, the cursor on `at`, else where it was."""
        self.show_frame()
        self.choices.show(self.rows(), at)

    def rows(self) -> Iterable[Choice[Value]]:
        """The rows as they are now."""
        raise NotImplementedError

    def choose(self, value: Value) -> None:
        """Do what the chosen row is for."""
        raise NotImplementedError

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
        """Hide the field."""
        self.query_one(Input).display = False

    def action_filter(self) -> None:
        """Show the field, and filter the list as one types."""
        field = self.query_one(Input)
        field.display = True
        self.set_focus(field)  # at once: the next key is typed already

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filter the list."""
        self.wanted = event.value.strip()
        self.show()
        self.choices.action_first()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Open what is at the cursor."""
        self.choices.action_select()

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
