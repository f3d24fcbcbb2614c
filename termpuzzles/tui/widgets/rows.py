"""A list to choose from: rows of words under headings, drawn by lines, with a cursor that shows without colour."""

from __future__ import annotations

from typing import ClassVar, Generic, NamedTuple, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from termpuzzles.render.ink import Ink
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.lines import Words

Value = TypeVar("Value")


class Row(NamedTuple, Generic[Value]):
    """Words, and what choosing them means; a row without meaning is a heading."""

    words: Words
    value: Value | None = None


class Rows(ScrollView, Generic[Value], can_focus=True, inherit_bindings=False):
    """Shows rows and posts `Chosen` with the value of the one that is chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "step(1)", "down", id="rows.down", tooltip="The next one"),
        Binding("up,k", "step(-1)", "up", id="rows.up", tooltip="The one before"),
        Binding("pagedown,right_square_bracket", "step(10)", "on", id="rows.on", tooltip="Ten further on"),
        Binding("pageup,left_square_bracket", "step(-10)", "back", id="rows.back", tooltip="Ten back"),
        Binding("home", "end(0)", "first", id="rows.first", tooltip="The first one"),
        Binding("end", "end(-1)", "last", id="rows.last", tooltip="The last one"),
        Binding("right,l", "jump(1)", "next part", id="rows.next", tooltip="The next heading"),
        Binding("left,h", "jump(-1)", "part before", id="rows.before", tooltip="The heading before"),
        Binding("enter,space", "choose", "open", id="rows.choose", tooltip="Open this one"),
    ]

    class Chosen(Message):
        """A row was chosen."""

        def __init__(self, value: object) -> None:
            self.value = value
            super().__init__()

    def __init__(self, palette: Palette, marker: str) -> None:
        super().__init__()
        self.palette = palette
        self.marker = marker
        self.rows: list[Row[Value]] = []
        self.at = 0

    def use(self, ink: Ink) -> None:
        """Mark the chosen row with one of its glyphs."""
        self.marker = ink.glyphs.marker

    def show(self, rows: list[Row[Value]]) -> None:
        """Show these rows; the cursor stays on what it was on if it can."""
        here = self.rows[self.at].value if self.rows else None
        self.rows = rows
        self.virtual_size = Size(self.size.width, len(rows))
        index = next((index for index, row in enumerate(rows) if here is not None and row.value == here), self.at)
        self.at = self._nearest(min(index, max(0, len(rows) - 1)), 1)
        self._bring_into_view()
        self.refresh()

    def on_resize(self) -> None:
        """Keep the cursor in view in a smaller window."""
        self._bring_into_view()

    def _nearest(self, index: int, step: int) -> int:
        """The first row from `index` in the direction of `step` that can be chosen; else the one at the cursor."""
        way = 1 if step > 0 else -1
        while 0 <= index < len(self.rows):
            if self.rows[index].value is not None:
                return index
            index += way
        return self.at

    def render_line(self, y: int) -> Strip:
        """Draw one row."""
        index = y + self.scroll_offset.y
        words = self.rows[index].words if index < len(self.rows) else ()
        here = index == self.at
        lead = f"{self.marker} " if here else "  "
        segments = [
            Segment(self.palette.spelled(text), self._style(tone, here)) for text, tone, *_ in ((lead, "text"), *words)
        ]
        return Strip(segments).adjust_cell_length(self.size.width, self._style("text", here))

    def _style(self, tone: str, here: bool) -> Style:
        return self.palette.chosen(tone) if here else self.palette.style(tone, bold=tone == "good")

    def action_step(self, step: int) -> None:
        """Move the cursor."""
        wanted = max(0, min(len(self.rows) - 1, self.at + step))
        self._go(self._nearest(wanted, step))

    def action_end(self, index: int) -> None:
        """Move the cursor to the first row, or to the last."""
        self._go(self._nearest(index % len(self.rows), -1 if index else 1) if self.rows else 0)

    def action_jump(self, step: int) -> None:
        """Go to the first row under the next heading, or under the one before."""
        firsts = [
            index for index in range(1, len(self.rows)) if self.rows[index].value and not self.rows[index - 1].value
        ]
        wanted = [index for index in firsts if (index > self.at if step > 0 else index < self.at)]
        if wanted:
            self._go(wanted[0] if step > 0 else wanted[-1])

    def _go(self, index: int) -> None:
        before, self.at = self.at, index
        self.refresh_line(before)
        self.refresh_line(index)
        self._bring_into_view()

    def _bring_into_view(self) -> None:
        top, height = self.scroll_offset.y, self.size.height
        if height and not top <= self.at < top + height:
            self.scroll_to(0, max(0, self.at - height // 2), animate=False)
        elif self.at <= 2 and top:
            self.scroll_to(0, 0, animate=False)

    def action_choose(self) -> None:
        """Choose the row at the cursor."""
        if self.at < len(self.rows) and (value := self.rows[self.at].value) is not None:
            self.post_message(self.Chosen(value))

    def on_click(self, event: events.Click) -> None:
        """Choose the row clicked on."""
        index = event.y + self.scroll_offset.y
        if index < len(self.rows) and self.rows[index].value is not None:
            self._go(index)
            self.action_choose()
