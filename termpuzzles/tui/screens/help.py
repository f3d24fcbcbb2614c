"""The help screen: the rules of the game, how a board is read, every key, and the techniques."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import ClassVar

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.measure import Measurement
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from termpuzzles.catalogue.lessons import lesson_on
from termpuzzles.catalogue.practice import Technique, techniques
from termpuzzles.games.model import Game, Puzzle
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.render.text_diagram import IN_ASCII
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import Bound
from termpuzzles.tui.screen import PuzzleDialog
from termpuzzles.tui.theme import Palette


class HelpScreen(PuzzleDialog[str | None]):
    """Rules and keys; the keys that leave go back, and choosing the row of a key does what the key does."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape,question_mark,f1", "dismiss(None)", "back", id="help.leave", tooltip="Back to the board"),
        Binding("down,j", "scroll('down')", "down", id="help.down", tooltip="Read on"),
        Binding("up,k", "scroll('up')", "up", id="help.up", tooltip="Read back"),
    ]

    def __init__(self, context: Context, puzzle: Puzzle, keys: dict[str, Bound], about: str | None = None) -> None:
        """`about` names the technique at which the help is opened."""
        super().__init__()
        self._about = about
        self._keys = keys
        self._writer = Writer(context.palette)
        self.context = context
        self._puzzle = puzzle

    def compose(self) -> ComposeResult:
        """The text before the keys, the keys as a list to choose from, and the text after them."""
        writer, puzzle, glyphs = self._writer, self._puzzle, self.context.glyphs
        with VerticalScroll():
            yield Static(Group(*writer.rules(puzzle, glyphs)))
            yield OptionList(*writer.keys(self._keys), compact=True)
            yield Static(Group(*writer.mouse(puzzle)))
            for technique in techniques(puzzle):
                yield Static(Group(*writer.explain(technique, glyphs.unicode)), name=technique.name)
                if technique.puzzle is not None:
                    yield OptionList(Option(writer.leading(puzzle, technique), id=technique.name), compact=True)
            yield Static(Group(*writer.words()))

    def on_mount(self) -> None:
        """Let the arrows scroll until Tab goes to the keys."""
        self.set_class(not self.context.has_colour, "mono")
        view = self.query_one(VerticalScroll)
        view.focus()
        for explained in self.query(Static):
            if self._about and explained.name == self._about:
                self.call_after_refresh(view.scroll_to_widget, explained, animate=False, top=True)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Leave and do what the key of that row does, or play the example of a technique."""
        if event.option_id in self._keys:
            self.dismiss(self._keys[event.option_id].action)
        else:
            self.dismiss(f"app.teach({self._puzzle.game.name!r}, {event.option_id!r})")

    def action_scroll(self, way: str) -> None:
        """Scroll by a line."""
        view = self.query_one(VerticalScroll)
        view.scroll_relative(y=1 if way == "down" else -1, animate=False)


class HelpRow:
    """Two columns, the first so wide, each wrapped under itself; rich's table takes three times as long."""

    def __init__(self, first: Text, width: int, second: Text) -> None:
        self._first = first
        self._width = width
        self._second = second

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """The lines."""
        ends = self._first.wrap(console, self._width)
        starts = self._second.wrap(console, max(1, options.max_width - self._width - 1))
        for first, second in zip_longest(ends, starts, fillvalue=Text()):
            line = first.copy()
            line.align("left", self._width + 1)
            line.append_text(second)
            line.no_wrap = True
            yield line

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        """As wide as there is room."""
        return Measurement(self._width + 2, options.max_width)


class Writer:
    """Writes the help, in rows whose second part wraps under itself even in a narrow window."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette

    def _text(self, words: str, tone: str = "text", bold: bool = False) -> Text:
        return Text(self._palette.spelled(words), self._palette.style(tone, bold=bold))

    def _title(self, words: str) -> Text:
        return self._text(words, "good", True)

    def _row(self, first: str, width: int, second: str) -> HelpRow:
        return HelpRow(self._text(f" {first}", "lit"), width + 1, self._text(second))

    def keys(self, bound: Mapping[str, Bound]) -> Iterator[Option]:
        """The rows of the keys, group by group, each group under its name."""
        groups = {name: each.group or "program" for name, each in bound.items()}
        for group in dict.fromkeys(groups.values()):
            yield Option(self._text(f" {group}", "faint"), disabled=True)
            for name, each in bound.items():
                if groups[name] == group:
                    yield Option(self._row(" ".join(each.keys), 13, each.sentence), id=name)

    def rules(self, puzzle: Puzzle, glyphs: Glyphs) -> Iterator[RenderableType]:
        """The goal, and how the board is read."""
        yield self._title(f"{puzzle.game.title}\n")
        yield self._text(f"{puzzle.game.goal}\n")
        yield self._title("Reading the board")
        for sign, meaning in (*_signs(puzzle.game, glyphs), *(() if glyphs.unicode else _LETTERS)):
            yield self._row(sign, 16 if not glyphs.unicode else 5, meaning)
        yield self._title("\nKeys (Tab goes to them, Enter does what one does)")

    def mouse(self, puzzle: Puzzle) -> Iterator[RenderableType]:
        """What the mouse does, and an introduction to the techniques."""
        yield self._title("\nMouse")
        yield from (self._row("", 0, line) for line in (_MOUSE_DRAWN if puzzle.game.draws else _MOUSE_TURNED))
        yield self._title("\nTechniques, easiest first; hints and ratings call them by these names")

    def words(self) -> Iterator[RenderableType]:
        """The words that hints use."""
        yield self._title("\nWords that hints use")
        yield from (self._row(word, 12, meaning) for word, meaning in _WORDS)

    def leading(self, puzzle: Puzzle, technique: Technique) -> Text:
        """The row that opens the lesson on a technique, or its example."""
        number = lesson_on(puzzle.game.name, technique.name)
        return self._text(f"    ↵ lesson {number} is about this" if number else "    ↵ play this board", "lit")

    def explain(self, technique: Technique, unicode: bool) -> Iterator[RenderableType]:
        """A technique: its name, why it holds, and an example."""
        yield self._text(f"\n  {technique.title}", "lit")
        yield Padding(self._text(f"{technique.sentence} {technique.why}"), (0, 0, 0, 2))
        if technique.picture:
            picture = "\n".join(f"    {line}" for line in technique.picture)
            yield self._text(picture if unicode else picture.translate(IN_ASCII))
            yield Padding(self._text(f"Here: {technique.found}", "faint"), (0, 0, 0, 4))


# The meanings of the letters of the ascii tiles.
_LETTERS = (
    ("< ^ > v", "ends that point left, up, right, down"),
    ("r 7 J L", "corners: right and down, left and down, left and up, right and up"),
    ("T 3 A E", "lines to all sides but up, right, down, left"),
    ("R 2 D C Y B M F", "the same corners and tees on a loop"),
    ("f z j l t e h k", "the same in a group that is sealed off"),
)

_WORDS = (
    ("joined", "two tiles with a way of lines from one to the other"),
    ("sealed off", "joined to each other and to nothing else, with no loose end to go on from"),
    ("line ends", "a line between two tiles has two: so many lines, twice as many ends"),
    ("exit", "a line by which the loop may leave the marked region"),
    ("dark, light", "the colours of the cells of a checkerboard: every line joins a dark one to a light one"),
)

_MOUSE_TURNED = (
    "Left turns clockwise, right anticlockwise, middle pins; drag with the middle button to pin many.",
    "In the options, a left click can turn a line to the side that is clicked.",
)
_MOUSE_DRAWN = ("Click near a side to draw its line, right click to cross it out; drag from cell to cell to draw on.",)


def _signs(game: Game, glyphs: Glyphs) -> list[tuple[str, str]]:
    lines = [("─╴" if glyphs.unicode else "--", "a loose end: its line stops short of the next cell")]
    loop = "═║" if glyphs.unicode else '= "'
    if game.pins:
        lines.append(("━┃" if glyphs.unicode else "bold", "a pinned tile: it does not turn"))
    lines.append((loop, "a line that lies on a loop"))
    if game.source is not None:
        lines += [
            (glyphs.source, "the source; bold blue lines are joined to it"),
        ]
    if game.joins_all:
        lines += [
            ("┄┆" if glyphs.unicode else ". :", "a group sealed off from the rest: no loose end is left in it"),
        ]
    if game.wraps:
        lines.append(("", "where there is no frame, lines go on at the opposite side, shown faintly beyond the edge"))
        lines.append((glyphs.frame[:2], "an edge where the board ends; thick bars are walls: no line crosses"))
    return lines
