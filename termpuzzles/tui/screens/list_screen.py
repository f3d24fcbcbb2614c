"""A list with its heading and a message below it: what most screens are composed of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar, cast

from textual.app import ComposeResult

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
