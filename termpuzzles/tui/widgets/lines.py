"""A few lines of words that change in place: the line above the board, the one below it, the panel beside it.

And what else is drawn line by line: the keys in one line, each of which acts when it is clicked, and strips drawn by
hand for the room that there is. The line of keys is not textual's `Footer`: that makes a widget of each key, and
composes all of them anew whenever a binding changes.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.containers import Horizontal
from textual.geometry import Region, Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.tui.adapter.app import redraw
from termpuzzles.tui.adapter.display import blank_lines, plain_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.strips import CellPainter

Words = tuple[tuple[str, ...], ...]  # pieces of text, each with its tone, and perhaps the action of a click

_STRONG = ("good", "bad loop")  # tones shown in bold


def wrap(text: str, width: int) -> list[str]:
    """The text in lines of at most so many columns, but at least one: a window may be narrower than its margins."""
    return textwrap.wrap(text, max(1, width))


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
        changed = [y for y in range(min(count, self.size.height)) if before[y : y + 1] != lines[y : y + 1]]
        if changed:
            redraw(self, *(Region(0, y, self.size.width, 1) for y in changed))
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


NARROW = 60  # columns: in a narrower window panels fold
MOST = 6  # keys in a line
HELP = "help"  # the name of the key that shows all others
_LEAVES = (".leave", ".leave')", ".dismiss(None)")  # the ends of actions that lead out of a screen
_GAP = 2  # columns between two keys


def margin(width: int) -> int:
    """The columns at the left and right of everything in a window of that many columns."""
    return 2 if width >= NARROW else 1


def keys_in_a_row(keys: Iterable[ShownKey], width: int, palette: Palette) -> Words:
    """As many of the keys as fit into that many columns, in their order; Enter, help and the way out go last."""
    found, room = list(keys), width - 2 * margin(width) + _GAP
    while found and (len(found) > MOST or sum(_width(key, palette) for key in found) > room):
        found.remove(next((key for key in reversed(found) if not _stays(key)), found[-1]))
    gaps = (margin(width), *[_GAP] * len(found))
    return tuple(piece for gap, key in zip(gaps, found, strict=False) for piece in _pieces(gap, key))


def _stays(key: ShownKey) -> bool:
    return key.name == HELP or key.keys == "Enter" or key.action.endswith(_LEAVES)


def _width(key: ShownKey, palette: Palette) -> int:
    return _GAP + palette.width(key.keys) + 1 + len(key.name)


def _pieces(gap: int, key: ShownKey) -> Words:
    return (" " * gap, "faint"), (key.keys, "source", key.action), (f" {key.name}", "faint", key.action)


Draw = Callable[[Size, CellPainter], Sequence[Strip]]


class Drawing(Widget):
    """Shows the strips that a function draws for its room, from the top left."""

    def __init__(self, context: Context, draw: Draw, *, id: str | None = None) -> None:  # noqa: A002 # textual's name
        super().__init__(id=id)
        self.context = context
        self._draw = draw
        self._drawn: tuple[object, Sequence[Strip]] = (None, [])

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
