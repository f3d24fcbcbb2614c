"""Small questions over a screen: a line of text, or one of several names."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Input, Label, OptionList

from termpuzzles.tui.controller.board_commands import go_by_text
from termpuzzles.tui.controller.controller import Controller
from termpuzzles.tui.controller.history_commands import back_to
from termpuzzles.tui.screen import PuzzleDialog


class TextDialog(PuzzleDialog[str]):
    """Asks for a line of text; Esc answers with ""."""

    CSS_PATH = "../screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", "back", id="dialog.leave", tooltip="Back without an answer")
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        """The question and a field for the answer."""
        with Vertical():
            yield Label(self._question)
            yield Input(max_length=40, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the answer."""
        self.dismiss(event.value.strip())


class ChoiceDialog(PuzzleDialog[str | None]):
    """Asks for one of several names; Esc chooses none."""

    CSS_PATH = "../screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss(None)", "back", id="choice.leave", tooltip="Back without a choice"),
        Binding("j", "step('down')", "down", id="choice.down", tooltip="The next one", show=False),
        Binding("k", "step('up')", "up", id="choice.up", tooltip="The one before", show=False),
    ]

    def __init__(self, question: str, names: list[str]) -> None:
        super().__init__()
        self._question = question
        self._names = names

    def compose(self) -> ComposeResult:
        """The question and the names."""
        with Vertical():
            yield Label(self._question)
            yield OptionList(*(name or "(no name)" for name in self._names), compact=True)

    def on_mount(self) -> None:
        """Begin with the first name."""
        self.query_one(OptionList).highlighted = 0

    def action_step(self, way: str) -> None:
        """Move among the names."""
        names = self.query_one(OptionList)
        names.action_cursor_down() if way == "down" else names.action_cursor_up()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Close with the answer."""
        self.dismiss(self._names[event.option_index])


def ask_place(app: App[None], controller: Controller) -> None:
    """Ask for a place of the board and go there."""
    question = "Go to column and row (3 4), the source (s), the hint (h), back (b)"
    app.push_screen(TextDialog(question), lambda text: go_by_text(controller, text or ""))


def ask_name_of_mark(app: App[None], controller: Controller) -> None:
    """Ask for a name and remember this position by it."""

    def mark(name: str | None) -> None:
        if name:
            controller.session.mark(name)
            controller.changed(f"This position is marked as {name}.")

    app.push_screen(TextDialog("Mark this position as"), mark)


def ask_mark(app: App[None], controller: Controller) -> None:
    """Go back to a marked position; where there are several, ask which."""
    names = list(controller.session.marks)

    def go(name: str | None) -> None:
        if name is not None:
            back_to(controller, name)

    if len(names) < 2:
        back_to(controller, names[0] if names else "")
    else:
        app.push_screen(ChoiceDialog("Back to", names), go)


DIALOGS = {"place": ask_place, "name of mark": ask_name_of_mark, "mark": ask_mark}  # by the names in commands
