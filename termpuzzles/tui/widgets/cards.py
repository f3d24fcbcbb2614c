"""Boards as cards, row by row: a small picture of each with a name, a state and a line below.

All are drawn by one widget: as widgets of their own, a pack of fifty boards would take a second to open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from termpuzzles.render.ink import REVERSE
from termpuzzles.render.picture import Picture
from termpuzzles.tui.adapter.display import plain_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Words
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import thumbnail_strips

Value = TypeVar("Value")


class Card(NamedTuple, Generic[Value]):
    """A board to choose: what it is for, its picture once that is known, and its words.

    `words` are lines of words, each with what stands at its left and at its right. `brush` draws it in other colours.
    """

    value: Value
    picture: Picture | None
    words: Sequence[tuple[Words, Words]]
    solved: bool = False
    brush: CellPainter | None = None


_GAP = 1  # columns and rows between cards


class Cards(ScrollView, Generic[Value], can_focus=True, inherit_bindings=False):
    """Cards to choose from with a cursor among them; the cards of a row share its width, if `least` leaves room.

    `least` are the columns of a card at least, `most` at most; `rows` those of its picture.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)", "left", id="cards.left", tooltip="The card before", show=False),
        Binding("right,l", "step(1)", "right", id="cards.right", tooltip="The next card", show=False),
        Binding("up,k", "row(-1)", "up", id="cards.up", tooltip="The card above", show=False),
        Binding("down,j", "row(1)", "down", id="cards.down", tooltip="The card below", show=False),
        Binding("pageup", "row(-3)", "page up", id="cards.page_up", tooltip="Three rows up", show=False),
        Binding("pagedown", "row(3)", "page down", id="cards.page_down", tooltip="Three rows down", show=False),
        Binding("home", "step(-9999)", "first", id="cards.first", tooltip="The first card", show=False),
        Binding("end", "step(9999)", "last", id="cards.last", tooltip="The last card", show=False),
        Binding("enter,space", "choose", "play", id="cards.choose", tooltip="Play this board"),
    ]
    knows_bindings_alone = True  # no key means anything to it by itself

    class Chosen(Message):
        """A card was chosen."""

        def __init__(self, value: object) -> None:
            self.value = value
            super().__init__()

    class Moved(Message):
        """The cursor is on another card."""

    class Passed(Message):
        """The cursor would have left the cards, upward (-1) or downward (1)."""

        def __init__(self, way: int) -> None:
            self.way = way
            super().__init__()

    render_lines = plain_lines

    def __init__(self, context: Context, least: int, most: int, *, id: str | None = None) -> None:  # noqa: A002 # textual's own name for it
        super().__init__(id=id)
        self.context = context
        self.least, self.most, self.rows = least, most, 4
        self.cards: list[Card[Value]] = []
        self.cursor = 0
        self.always_marked = False  # whether the card at the cursor stands out without the focus, too
        self._drawn: dict[object, list[Strip]] = {}

    @property
    def value(self) -> Value | None:
        """The value of the card at the cursor."""
        return self.cards[self.cursor].value if self.cards else None

    def show(self, cards: Iterable[Card[Value]], at: Value | None = None) -> None:
        """Show these cards, with the cursor on `at`, else on the card where it was."""
        wanted = at if at is not None else self.value
        self.cards = list(cards)
        places = [place for place, card in enumerate(self.cards) if card.value == wanted]
        self.cursor = next(iter(places), min(self.cursor, max(0, len(self.cards) - 1)))
        self._drawn.clear()
        self._arrange()

    def on_resize(self) -> None:
        """Arrange the cards anew."""
        self._drawn.clear()
        self._arrange()

    def _arrange(self) -> None:
        rows, height = -(-len(self.cards) // self._across), self.scrollable_content_region.height
        last = max(0, rows - _whole(height, self._step)) * self._step  # where the view begins at its lowest
        below = height if last else 0
        self.virtual_size = Size(
            self._across * (self._width + _GAP) - _GAP, max(rows * self._step - _GAP, last + below)
        )
        self._reveal()
        self.refresh()

    def watch_show_vertical_scrollbar(self) -> None:
        """Arrange the cards anew: the scroll bar takes a column, or has given it back."""
        self._arrange()

    @property
    def _room(self) -> int:
        """The columns that cards may take, those beside a scroll bar."""
        return self.scrollable_content_region.width

    @property
    def _across(self) -> int:
        """The number of cards in a row."""
        return max(1, min(len(self.cards), (self._room + _GAP) // (self.least + _GAP)))

    @property
    def _width(self) -> int:
        return max(1, min(self.most, (self._room + _GAP) // self._across - _GAP))

    @property
    def height_of_a_card(self) -> int:
        """The rows of a card."""
        return self.rows + max((len(card.words) for card in self.cards), default=0)

    @property
    def _step(self) -> int:
        return self.height_of_a_card + _GAP

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        row, line = divmod(y + self.scroll_offset.y, self._step)
        blank = self.context.palette.style("text")
        first = row * self._across
        if line >= self.height_of_a_card:
            return Strip.blank(self.size.width, blank)
        pieces = [
            strip
            for place in range(first, min(first + self._across, len(self.cards)))
            for strip in (self._card(place)[line], Strip.blank(_GAP, blank))
        ]
        return Strip.join(pieces).adjust_cell_length(self.size.width, blank)

    def _card(self, place: int) -> list[Strip]:
        """The lines of a card, as it is now."""
        chosen = (self.has_focus or self.always_marked) and place == self.cursor
        brush = self.cards[place].brush or CellPainter(self.context.ink, self.context.palette)
        key = (place, chosen, self._width, self.rows, brush.ink, self.context.theme_name)
        if key not in self._drawn:
            self._drawn[key] = self._draw(self.cards[place], chosen, brush)
        return self._drawn[key]

    def _draw(self, card: Card[Value], chosen: bool, brush: CellPainter) -> list[Strip]:
        ground, width = "cursor ground" if chosen else "ground", self._width
        blank = _style("text", chosen, brush)
        room = Size(max(1, width - 1), self.rows)
        strips = thumbnail_strips(card.picture, room, brush, None, card.solved, ground) if card.picture else []
        above = (self.rows - len(strips) + 1) // 2
        lines = [Strip.blank(width, blank)] * above
        for strip in strips:
            before = (width - strip.cell_length) // 2
            lines.append(Strip([Segment(" " * before, blank), *strip]).adjust_cell_length(width, blank))
        lines += [Strip.blank(width, blank)] * (self.rows - len(lines))
        return lines + [_words(left, right, width, chosen, brush) for left, right in card.words]

    def action_step(self, step: int) -> None:
        """Go to another card in their order."""
        self.go(self.cursor + step)

    def action_row(self, step: int) -> None:
        """Go to the card above or below; beyond the last row, leave."""
        rows = -(-len(self.cards) // self._across)
        row, column = divmod(self.cursor, self._across)
        if not 0 <= row + step < rows and abs(step) == 1:
            self.post_message(self.Passed(step))
            return
        self.go(max(0, min(rows - 1, row + step)) * self._across + column)

    def go(self, place: int) -> None:
        """Go to the card at that place, or the nearest there is."""
        place = max(0, min(len(self.cards) - 1, place))
        if place != self.cursor:
            self.cursor = place
            self._reveal()
            self.refresh()
            self.post_message(self.Moved())

    def _reveal(self) -> None:
        """Scroll to the card at the cursor, by whole rows: none is cut at the top."""
        if self.cards and self.size:
            row, first = self.cursor // self._across, -(-self.scroll_offset.y // self._step)
            lowest = row - _whole(self.scrollable_content_region.height, self._step) + 1
            self.scroll_to(y=max(lowest, min(row, first)) * self._step, animate=False)

    def action_choose(self) -> None:
        """Post what was chosen."""
        if self.cards:
            self.post_message(self.Chosen(self.value))

    def on_click(self, event: events.Click) -> None:
        """Choose the card that is clicked."""
        row, column = (event.y + self.scroll_offset.y) // self._step, event.x // (self._width + _GAP)
        place = row * self._across + column
        if column < self._across and place < len(self.cards):
            self.go(place)
            self.action_choose()


def _whole(height: int, step: int) -> int:
    """The rows of cards that are seen whole in a view of that height, but at least one."""
    return max(1, (height + _GAP) // step)


def _words(left: Words, right: Words, width: int, chosen: bool, brush: CellPainter) -> Strip:
    """A line with words at its left and at its right; with a sign the left ones are cut if both have no room."""
    blank = _style("text", chosen, brush)
    ends = [_strip(words, chosen, brush) for words in (left, right)]
    room = width - 2 + (ends[0].cell_length > width - 2)  # the edge at the right, too, if need be
    most, first = max(0, room - ends[1].cell_length - bool(ends[1].cell_length)), ends[0]
    if first.cell_length > most:
        sign = _strip(((brush.palette.spelled("…")[:most], left[-1][1]),), chosen, brush)
        first = Strip.join([first.crop(0, most - sign.cell_length), sign])
    gap = Strip.blank(max(0, room - first.cell_length - ends[1].cell_length), blank)
    edge = Strip.blank(1, blank)
    return Strip.join([edge, first, gap, ends[1], edge]).adjust_cell_length(width, blank)


def _strip(words: Words, chosen: bool, brush: CellPainter) -> Strip:
    spelled = brush.palette.spelled
    return Strip([Segment(spelled(text), _style(tone, chosen, brush)) for text, tone, *_ in words if text])


def _style(tone: str, chosen: bool, brush: CellPainter) -> Style:
    """The style of words on a card, on the ground that its picture has."""
    palette = brush.palette
    tone = "text" if chosen and tone == "faint" else tone
    if not brush.ink.pipes:
        attributes = REVERSE if chosen and not brush.ink.colour else 0
        return palette.style(tone, "cursor" if chosen else "checker", tone == "good", attributes)
    dyes = palette.dyes(brush.ink.few)
    ground = dyes.named["cursor ground" if chosen else "ground"]
    return palette.style(tone, bold=tone == "good") + Style(bgcolor=dyes.style(ground, ground).bgcolor)
