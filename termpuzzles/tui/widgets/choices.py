"""Textual's list of options, with words in our tones and with values in place of ids; it tells where it ends."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from termpuzzles.tui.adapter.display import plain_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import Words

Value = TypeVar("Value")


class Choice(NamedTuple, Generic[Value]):
    """Words, and the value of choosing them; words without a value are a heading, which cannot be chosen."""

    words: Words
    value: Value | None = None


class _Row(Option):
    """A row of the list, which knows its value: it may be chosen when the list already shows other rows."""

    def __init__(self, text: Text, value: object) -> None:
        super().__init__(text, disabled=value is None)
        self.value = value


_REVERSED = Style(reverse=True)


class Choices(OptionList, Generic[Value], inherit_bindings=False):
    """A list to choose from; the cursor stays on its choice when the list is shown anew.

    With the class `left` no row is marked, because the cursor is elsewhere.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "cursor_down", "down", id="list.down", tooltip="The next one", show=False),
        Binding("up,k", "cursor_up", "up", id="list.up", tooltip="The one before", show=False),
        Binding("pagedown", "page_down", "page down", id="list.page_down", tooltip="A page further on", show=False),
        Binding("pageup", "page_up", "page up", id="list.page_up", tooltip="A page back", show=False),
        Binding("home", "first", "first", id="list.first", tooltip="The first one", show=False),
        Binding("end", "last", "last", id="list.last", tooltip="The last one", show=False),
        Binding("enter,space", "select", "open", id="list.choose", tooltip="Open this one"),
    ]

    render_lines = plain_lines

    class Chosen(Message):
        """Something was chosen."""

        def __init__(self, value: object) -> None:
            self.value = value
            super().__init__()

    class Passed(Message):
        """The cursor would have left the list, upward (-1) or downward (1); without an answer it stays."""

        def __init__(self, way: int) -> None:
            self.way = way
            super().__init__()

    def __init__(self, context: Context, *, id: str | None = None) -> None:  # noqa: A002 # textual's own name for it
        super().__init__(id=id, markup=False)
        self.context = context
        self.set_class(not context.has_colour, "mono")
        self._choices: list[Choice[Value]] = []

    @property
    def value(self) -> Value | None:
        """The value at the cursor."""
        at = self.highlighted
        return self._choices[at].value if at is not None and at < len(self._choices) else None

    @property
    def shown(self) -> list[Choice[Value]]:
        """The choices, in their order."""
        return self._choices

    @property
    def is_at_first(self) -> bool:
        """Whether the cursor is on the first choice."""
        able = (place for place, each in enumerate(self._choices) if each.value is not None)
        return self.highlighted == next(able, None)

    def show(self, choices: Iterable[Choice[Value]], at: Value | None = None) -> None:
        """Show these choices, with the cursor on `at`, else on its former choice, else at the same place as before."""
        wanted, place = at if at is not None else self.value, self.highlighted or 0
        self._choices = list(choices)
        self.styles.text_overflow = "clip" if self.context.ascii_only else "ellipsis"  # which is a sign of its own
        self.clear_options()
        self.add_options([_Row(self._text(each), each.value) for each in self._choices])
        same = [n for n, each in enumerate(self._choices) if each.value is not None and each.value == wanted]
        able = [n for n, each in enumerate(self._choices) if each.value is not None]
        later = [n for n in able if n >= place]
        self.highlighted = next(iter(same or later or able[-1:]), None)

    def reword(self, place: int, words: Callable[[Value], Words]) -> None:
        """Give the choice at that place, if there still is one, the words that `words` makes of its value."""
        if place < min(len(self._choices), self.option_count) and (value := self._choices[place].value) is not None:
            self._choices[place] = Choice(words(value), value)
            self.replace_option_prompt_at_index(place, self._text(self._choices[place]))

    def on_resize(self) -> None:
        """Keep the cursor in view in a smaller list."""
        self.scroll_to_highlight()

    def scroll_to_highlight(self, top: bool = False) -> None:
        """Scroll to the row at the cursor; at the first choice also to the headings above it."""
        super().scroll_to_highlight(top)
        if self.is_mounted and self.is_at_first and (self.highlighted or 0) < self.size.height - 1:
            self.scroll_home(animate=False, immediate=True)

    def action_cursor_up(self) -> None:
        """Go up, and say so at the first choice."""
        if self.is_at_first:
            self.post_message(self.Passed(-1))
        else:
            super().action_cursor_up()

    def action_cursor_down(self) -> None:
        """Go down, and say so at the last choice."""
        able = [place for place, each in enumerate(self._choices) if each.value is not None]
        if able and self.highlighted == able[-1]:
            self.post_message(self.Passed(1))
        else:
            super().action_cursor_down()

    def action_page_up(self) -> None:
        """Go up a page, if any of the list is to be seen: Textual knows no lines of one without room."""
        if self.scrollable_content_region:
            super().action_page_up()  # type: ignore[no-untyped-call]
            if self.highlighted is None:  # there were only headings above
                self.action_first()

    def action_page_down(self) -> None:
        """Go down a page, if any of the list is to be seen."""
        if self.scrollable_content_region:
            super().action_page_down()  # type: ignore[no-untyped-call]
            if self.highlighted is None:
                self.action_last()

    def render_line(self, y: int) -> Strip:
        """Draw one line; in the chosen row what is faint elsewhere is as clear as the rest, on its coloured ground.

        Without colour the chosen row is reversed here, as Textual leaves that out of what a sheet of styles says.
        """
        strip, palette = super().render_line(y), self.context.palette
        if self.has_class("left") or not any(_option_of(each) == self.highlighted for each in strip):
            return strip
        if not self.context.has_colour:
            return Strip([Segment(each.text, (each.style or Style()) + _REVERSED) for each in strip], strip.cell_length)
        faint, text = palette.style("faint").color, Style(color=palette.style("text").color)
        styles = (
            (each, each.style + text if each.style and each.style.color == faint else each.style) for each in strip
        )
        return Strip([Segment(each.text, style) for each, style in styles], strip.cell_length)

    def _text(self, choice: Choice[Value]) -> Text:
        palette, text = self.context.palette, Text(no_wrap=True, overflow="ellipsis")
        for words, tone in choice.words:
            style = palette.style(tone, bold=tone in ("good", "bad loop"))
            style = without_ground(style) if self.context.has_colour else style.without_color
            text.append(palette.spelled(words), style)
        return text

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Post what was chosen."""
        assert isinstance(event.option, _Row)
        if event.option.value is not None:
            self.post_message(self.Chosen(event.option.value))


def _option_of(segment: Segment) -> int | None:
    """The place of the option that a piece belongs to."""
    return segment.style.meta.get("option") if segment.style else None


def without_ground(style: Style) -> Style:
    """The style without its background, as a list has its own."""
    return Style(color=style.color, bold=style.bold, underline=style.underline)
