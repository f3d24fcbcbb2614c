"""The options screen: what the program does for the player, and what it shows, each switched on or off."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from termpuzzles.play.settings import OPTIONS, Option
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Lines
from termpuzzles.tui.widgets.rows import Row, Rows


class OptionsScreen(ModalScreen[None]):
    """Lists the options; each change is kept at once."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,o", "dismiss", "back", id="options.leave", tooltip="Back to the board"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context

    def compose(self) -> ComposeResult:
        """A title, the choices, and what is to be said."""
        yield Lines(self.context.palette, id="title")
        rows: Rows[Option] = Rows(self.context.palette, self.context.glyphs.marker)
        yield rows
        yield Lines(self.context.palette, id="said")

    def on_mount(self) -> None:
        """Show what is chosen."""
        title = self.query_one("#title", Lines)
        title.lines = [((" Options", "good"), ("   Enter switches   q goes back", "faint"))]
        self._show()
        self.query_one(Rows).focus()

    def _show(self) -> None:
        rows = [Row(((self._row(option), "text"),), option) for option in OPTIONS if option.table == "play"]
        self.query_one(Rows).show(rows)

    def _row(self, option: Option) -> str:
        value = self.context.settings.get(option.name, option.default)
        sign = ("[x]" if value else "[ ]") if isinstance(value, bool) else f"<{value}>"
        fixed = "  (fixed in settings.toml)" if option.name in self.context.settings.fixed else ""
        return f"{sign} {option.sentence}{fixed}"

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Go to the next value of an option, and keep it."""
        option, settings = event.value, self.context.settings
        if isinstance(option, Option) and option.name not in settings.fixed:
            at = option.values.index(settings.get(option.name, option.default))
            settings[option.name] = option.values[(at + 1) % len(option.values)]
            self._show()
            self.query_one("#said", Lines).lines = [((f" {self.context.keep_settings()}", "bad loop"),)]
