"""What is drawn by hand: strips for the room that there is, their words, and bars."""

from __future__ import annotations

from collections.abc import Callable

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.tui.adapter.display import plain_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Words
from termpuzzles.tui.widgets.strips import CellPainter

Draw = Callable[[Size, CellPainter], list[Strip]]


class Drawing(Widget):
    """Shows the strips that a function draws for its room, from the top left."""

    def __init__(self, context: Context, draw: Draw, *, id: str | None = None) -> None:  # noqa: A002 # textual's name
        super().__init__(id=id)
        self.context = context
        self._draw = draw
        self._drawn: tuple[object, list[Strip]] = (None, [])

    def draw_anew(self) -> None:
        """Draw everything again, as it is now."""
        self._drawn = (None, [])
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw some lines."""
        return plain_lines(self, crop)

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        brush = CellPainter(self.context.ink, self.context.palette)
        key = (self.size, brush.ink, self.context.theme_name)
        if self._drawn[0] != key:
            self._drawn = key, self._draw(self.size, brush)
        strips = self._drawn[1]
        strip = strips[y] if y < len(strips) else Strip.blank(0)
        return strip.adjust_cell_length(self.size.width, self.context.palette.style("text"))


def text_strip(brush: CellPainter, *pieces: tuple[str, str]) -> Strip:
    """Pieces of text, each with its tone."""
    palette = brush.palette
    return Strip([Segment(palette.spelled(text), palette.style(tone, bold=tone == "good")) for text, tone in pieces])


def filled_bar(share: float, width: int, unicode: bool, tone: str = "hint") -> Words:
    """A bar that is filled by a share from 0 to 1; what is more than nothing shows."""
    filled = min(width, max(round(share * width), int(share > 0)))
    full, empty = "━─" if unicode else "#."
    return (full * filled, tone), (empty * (width - filled), "frame")
