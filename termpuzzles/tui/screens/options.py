"""The options screen: what the program does for the player, and what it shows, each switched on or off."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.lines import Lines
from termpuzzles.tui.widgets.rows import Row, Rows

Keep = Callable[[], str]  # keeps the settings; says in a sentence why it could not, else nothing


class Option(NamedTuple):
    """A switch: its name in the settings, how it stands where the settings say nothing, and what it does."""

    name: str
    default: bool
    sentence: str


OPTIONS = (
    Option("marks", True, "mark loops and closed-off groups while you play, and count what is wrong"),
    Option("auto-pin", False, "pin a turned tile that borders, walls and pins leave no other turn"),
    Option("turn-then-pin", False, "pin every tile that you turn"),
    Option("time", True, "show the time"),
)


def chosen(settings: dict[str, object], name: str) -> bool:
    """How an option stands in the settings."""
    option = next(option for option in OPTIONS if option.name == name)
    value = settings.get(name)
    return value if isinstance(value, bool) else option.default


class OptionsScreen(ModalScreen[None]):
    """Lists the options; each change is kept at once."""

    DEFAULT_CSS = """
    OptionsScreen { layout: vertical; background: $background; }
    OptionsScreen #title { height: 2; }
    OptionsScreen #said { height: 1; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,o", "dismiss", "back", id="options.leave", tooltip="Back to the board"),
    ]

    def __init__(self, settings: dict[str, object], keep: Keep, palette: Palette, marker: str) -> None:
        super().__init__()
        self._settings = settings
        self._keep = keep
        self._palette = palette
        self._marker = marker

    def compose(self) -> ComposeResult:
        """A title, the switches, and what is to be said."""
        yield Lines(self._palette, id="title")
        rows: Rows[Option] = Rows(self._palette, self._marker)
        yield rows
        yield Lines(self._palette, id="said")

    def on_mount(self) -> None:
        """Show how the options stand."""
        self.query_one("#title", Lines).show([((" Options", "good"), ("   Enter switches   q goes back", "faint"))])
        self._show()
        self.query_one(Rows).focus()

    def _show(self) -> None:
        rows = [Row(((self._row(option), "text"),), option) for option in OPTIONS]
        self.query_one(Rows).show(rows)

    def _row(self, option: Option) -> str:
        return f"[{'x' if chosen(self._settings, option.name) else ' '}] {option.sentence}"

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Switch an option, and keep it."""
        if isinstance(event.value, Option):
            self._settings[event.value.name] = not chosen(self._settings, event.value.name)
            self._show()
            self.query_one("#said", Lines).show([((f" {self._keep()}", "bad loop"),)])
