"""A page of the documentation, to be read in the program; the line that was looked for stands out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from termpuzzles.catalogue.pages import docs_page
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.choices import without_ground


class ReadingScreen(FramedScreen[None]):
    """One page, scrolled to a line."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll(1)", "down", id="reading.down", tooltip="Read on", show=False),
        Binding("up,k", "scroll(-1)", "up", id="reading.up", tooltip="Read back", show=False),
        Binding("q,escape", "leave", "back", id="reading.leave", tooltip="Back to where you were"),
    ]
    TOGETHER: ClassVar[dict[str, tuple[str, ...]]] = {"read": ("reading.up", "reading.down")}
    MOVES = ("reading.down", "reading.up")
    KEYS = ("read", "reading.leave")

    def __init__(self, context: Context, page: str, line: int = 0) -> None:
        """`line` is the number, from 0, of the line to begin at."""
        super().__init__(context)
        self._page = page
        self._line = line

    def headline(self) -> Headline:
        """The name of the page."""
        return Headline(self._page.capitalize(), "a page of the documentation")

    def body(self) -> ComposeResult:
        """The page in two parts, so that the second begins at the line that was looked for."""
        lines = docs_page(self._page).splitlines()
        with VerticalScroll(id="page"):
            for name, part in (("before", lines[: self._line]), ("rest", lines[self._line :])):
                yield Static(Text("\n").join(self._styled(part)), id=name)

    def _styled(self, lines: list[str]) -> Iterator[Text]:
        """The lines, titles as titles."""
        palette = self.context.palette
        for line in lines:
            tone = "good" if line.startswith("#") else "text"
            yield Text(palette.spelled(line.lstrip("# ")), without_ground(palette.style(tone, bold=tone == "good")))

    def on_mount(self) -> None:
        """Begin at the line that was looked for."""
        view = self.query_one("#page")
        self.set_focus(view)
        if self._line:
            self.call_after_refresh(view.scroll_to_widget, self.query_one("#rest"), animate=False, top=True)

    def action_scroll(self, step: int) -> None:
        """Scroll by a line."""
        self.query_one("#page").scroll_relative(y=step, animate=False)
