"""Choosing a theme, with a preview of each on a board that shows every state; Enter keeps it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widgets import Footer

from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.render.ink import ZOOMS
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Picture, hint_mark
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleDialog
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines

AUTO = "auto"
# It has lit lines, a loop, sealed-off groups and pins.
_BOARD = "# game: net\n# pins: 1,1 2,1 4,2 4,3 1,3 2,3\n┌┐╶┬╴╴\n└┘╷│┌┘\n╶╴├┤│╷\n╶╴╵└┘╵\n"


def sample() -> Picture:
    """A board that shows every state."""
    (puzzle,) = read(_BOARD)
    roles = {(2, 0): TARGET, (2, 1): BECAUSE, (4, 3): CUT_OFF, (5, 2): ASSUMED}
    hints = {puzzle.grid.cell(*place): hint_mark(role) for place, role in roles.items()}
    seen = survey(puzzle.grid, puzzle.start.lines)
    wrong = frozenset((puzzle.grid.cell(5, 3),))
    return Picture(puzzle, puzzle.start, seen, sealed_is_wrong=True, loop_is_wrong=True, hints=hints, wrong=wrong)


class ThemeScreen(PuzzleDialog[str | None]):
    """Answers with the setting that was chosen; without an answer the old theme comes back."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="themes.leave", tooltip="Back, with the colours as they were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self._before = str(context.settings.get("theme", AUTO))

    def compose(self) -> ComposeResult:
        """A title, the themes beside a board, and the keys."""
        yield Lines(self.context.palette, id="title")
        with Horizontal():
            choices: Choices[str] = Choices(self.context, id="list")
            yield choices
            yield Board(sample(), self.context.ink, self.context.palette)
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Show the themes, with the cursor on the one in force."""
        self.query_one("#title", Lines).lines = [((" Theme", "good"), ("   each is shown as you go to it", "faint"))]
        board = self.query_one(Board)
        board.can_focus = False
        board.zoom = ZOOMS[2 if self.app.size.width < 100 else 3]
        board.place_cursor(board.picture.grid.cell(1, 1))
        choices: Choices[str] = self.query_one("#list", Choices)
        choices.show(self._rows(), self._before)
        choices.focus()

    def _rows(self) -> Iterator[Choice[str]]:
        added = self.context.added.themes
        yield Choice(((" auto", "text"), ("   as the terminal is", "faint")), AUTO)
        for name in theme.offered(added):
            whose = "yours" if name in added else "ours" if name in theme.OURS else "Textual's"
            yield Choice(((f" {name:<20}", "text"), (whose, "faint")), name)

    def on_option_list_option_highlighted(self) -> None:
        """Show the theme at the cursor."""
        name = self.query_one("#list", Choices).value
        if isinstance(name, str):
            self._show(name)
            made = self.context.added.themes.get(name)
            found = next(theme.troubles(*theme.derived(made)), "") if made else ""
            self.query_one("#said", Lines).lines = [((f" In this theme {found}.", "bad loop"),)] if found else []

    def _show(self, name: str) -> None:
        if name == self.context.settings.get("theme", AUTO):
            return
        self.context.settings["theme"] = name
        if name == AUTO:
            self.context.settings.pop("theme")
        self.app.terminal_changed()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Keep the theme."""
        self.dismiss(str(event.value))

    def action_leave(self) -> None:
        """Go back to the theme that was in force before."""
        self._show(self._before)
        self.dismiss(None)
