"""A few lines of words that change in place: the line above the board, the one below it, the panel beside it."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.tui.adapter.compat import redraw
from termpuzzles.tui.adapter.display import blank_lines, plain_lines
from termpuzzles.tui.theme import Palette

Words = tuple[tuple[str, ...], ...]  # pieces of text, each with its tone, and perhaps the action of a click

_STRONG = ("good", "bad loop")  # tones shown in bold


class Lines(Widget):
    """Lines of words, cut at the right edge; only a line that changes is drawn again."""

    lines: reactive[list[Words]] = reactive([], repaint=False, init=False)
    """The lines from the top; setting them draws the lines that differ."""

    def __init__(self, palette: Palette, *, id: str | None = None, ground: str = "outside") -> None:  # noqa: A002 # textual's own name for it
        super().__init__(id=id)
        self.palette = palette
        self.ground = ground

    def watch_lines(self, before: list[Words], lines: list[Words]) -> None:
        """Draw the lines that differ."""
        count = max(len(before), len(lines))
        changed = [y for y in range(count) if before[y : y + 1] != lines[y : y + 1]]
        if changed:
            redraw(self, *(Region(0, y, self.size.width, 1) for y in changed if y < self.size.height))
        if len(before) != len(lines) and self.styles.is_auto_height:
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The number of lines, or one if there are none, for layouts that leave the height to the content."""
        return max(1, len(self.lines))

    @property
    def text(self) -> str:
        """The lines as plain text."""
        return "\n".join("".join(piece[0] for piece in line) for line in self.lines)

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw some lines; leave it to Textual if there is padding, or a link under the mouse."""
        plain = self.outer_size == self.size and not self.hover_style
        return plain_lines(self, crop) if plain else super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        words = self.lines[y] if y < len(self.lines) else ()
        segments = [Segment(self.palette.spelled(piece[0]), self._style(*piece[1:])) for piece in words if piece[0]]
        return Strip(segments).adjust_cell_length(self.size.width, self.palette.style("text", self.ground))

    def _style(self, tone: str, action: str = "") -> Style:
        style = self.palette.style(tone, self.ground, tone in _STRONG)
        return style + Style.from_meta({"@click": action}) if action else style


class Middle(Horizontal):
    """Holds widgets side by side, and draws nothing itself."""

    render_lines = blank_lines
