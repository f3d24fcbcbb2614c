"""The themes, each with a small board in its colours."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from termpuzzles.render.ink import Ink
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, PuzzleDialog
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.value_pictures import AUTO, brush_of, sample
from termpuzzles.tui.widgets.cards import Card, Cards

# By the window: the columns of a card at least, and the rows of its board.
_CARDS = {Size(150, 46): (38, 13), Size(130, 36): (26, 9), Size(0, 0): (17, 5)}
_MOST = 40  # columns of a card


class ThemeScreen(FramedScreen[str | None], PuzzleDialog[str | None]):
    """The themes, each with a small board in its colours; the one at the cursor is in force until another is chosen.

    Answers with the setting that was chosen; without an answer the old theme comes back.
    """

    TITLE = "Theme"
    TONE = "bad loop"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="themes.leave", tooltip="Back, with the colours as they were"),
    ]
    KEYS = ("choose", "use it", "app.palette", "themes.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._before = str(context.settings.get("theme", AUTO))
        self.cards: Cards[str] = Cards(context, 0, _MOST, id="cards")

    def body(self) -> ComposeResult:
        """The themes."""
        yield self.cards

    def on_mount(self) -> None:
        """Begin at the theme in force."""
        self.cards.show(self._cards(), self._before)

    def on_resize(self) -> None:
        """Draw the boards as large as there is room for."""
        self.cards.least, self.cards.rows = next(
            card for room, card in _CARDS.items() if self.size.width >= room.width and self.size.height >= room.height
        )

    def headline(self) -> Headline:
        """The theme in force, and whose it is."""
        name, added = str(self.context.settings.get("theme", AUTO)), self.context.added.themes
        whose = "yours" if name in added else "" if name in theme.OURS else "Textual's"
        return Headline("Theme", "as the terminal" if name == AUTO else whose, ((name, "text"),))

    def _cards(self) -> Iterator[Card[str]]:
        """The themes, each with a board in its colours."""
        for name in (AUTO, *theme.offered(self.context.added.themes)):
            yield Card(name, sample(), ((((name, "text"),), ()),), brush=brush_of(self.context, "theme", name))

    def set_ink(self, ink: Ink) -> None:
        """Draw the frame in the colours in force."""
        self.show_frame()

    def on_cards_moved(self) -> None:
        """Put the theme at the cursor in force, and say what is wrong with it."""
        name = self.cards.value
        if name is not None:
            self._try(name)
            made = self.context.added.themes.get(name)
            found = next(theme.troubles(*theme.derived(made)), "") if made else ""
            self.show_message(f"In this theme {found}." if found else "")

    def on_cards_passed(self, event: Cards.Passed) -> None:
        """Stay among the cards."""
        event.stop()

    def _try(self, name: str) -> None:
        if name == self.context.settings.get("theme", AUTO):
            return
        self.context.settings["theme"] = name
        if name == AUTO:
            self.context.settings.pop("theme")
        self.app.terminal_changed()

    def on_cards_chosen(self, event: Cards.Chosen) -> None:
        """Keep the theme."""
        self.dismiss(str(event.value))

    def action_leave(self) -> None:
        """Go back to the theme that was in force before."""
        self._try(self._before)
        self.dismiss(None)
