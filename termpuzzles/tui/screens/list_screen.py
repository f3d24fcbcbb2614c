"""A list with its heading and a message below it: what most screens are composed of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar, cast

from textual.app import ComposeResult
from textual.widgets import Footer

from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleScreen, T
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines, Words

Value = TypeVar("Value")


class ListScreen(PuzzleScreen[T], Generic[T, Value]):
    """Shows its rows, and does what its subclass makes of the one that is chosen."""

    CSS_PATH = "screens.tcss"
    HEADING: Words = ()
    TONE = "faint"  # of the message

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self.choices: Choices[Value] = Choices(context, id="list")

    def compose(self) -> ComposeResult:
        """A heading, the list with what belongs to it, the message, and the keys."""
        yield Lines(self.context.palette, id="heading")
        yield from self.body()
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

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
        self.query_one("#heading", Lines).lines = self.heading()
        self.choices.show(self.rows(), at)

    def heading(self) -> list[Words]:
        """The lines above the list."""
        return [self.HEADING]

    def rows(self) -> Iterable[Choice[Value]]:
        """The rows as they are now."""
        raise NotImplementedError

    def choose(self, value: Value) -> None:
        """Do what the chosen row is for."""
        raise NotImplementedError

    def describe(self, value: Value | None) -> None:
        """Say something about the row at the cursor, if there is anything to say."""

    def say(self, text: str) -> None:
        """Show a message below the list."""
        self.query_one("#said", Lines).lines = [((f" {line}", self.TONE),) for line in self.wrapped(text)]

    def wrapped(self, text: str) -> list[str]:
        """The lines of a message, which are cut where the window ends."""
        return text.splitlines()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Do what the chosen row is for."""
        self.choose(cast(Value, event.value))

    def on_option_list_option_highlighted(self) -> None:
        """Describe the row at the cursor."""
        self.describe(self.choices.value)
