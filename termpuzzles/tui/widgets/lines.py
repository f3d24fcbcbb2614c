"""A few lines of words that change in place: the line above the board, the one below it, the panel beside it."""

from __future__ import annotations

from rich.segment import Segment
from textual.geometry import Region
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.tui.theme import Palette

Words = tuple[tuple[str, str], ...]  # pieces of text, each with its tone


class Lines(Widget):
    """Lines of words, cut at the right edge; only a line that changes is drawn again, and nothing ever moves."""

    lines: reactive[list[Words]] = reactive([], repaint=False, init=False)
    """What is shown, from the top; setting it draws the lines that differ."""

    def __init__(self, palette: Palette, *, id: str | None = None) -> None:  # noqa: A002 # textual's own name for it
        super().__init__(id=id)
        self.palette = palette

    def watch_lines(self, before: list[Words], lines: list[Words]) -> None:
        """Draw the lines that differ."""
        count = max(len(before), len(lines))
        changed = [y for y in range(count) if before[y : y + 1] != lines[y : y + 1]]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed if y < self.size.height))

    @property
    def text(self) -> str:
        """What is shown, as plain text."""
        return "\n".join("".join(text for text, _ in line) for line in self.lines)

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        words = self.lines[y] if y < len(self.lines) else ()
        strong = ("good", "bad loop")
        segments = [
            Segment(self.palette.spelled(text), self.palette.style(tone, bold=tone in strong)) for text, tone in words
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self.palette.style("text"))
