"""The help screen, page by page: three rules and ten keys, how a board is read, the techniques, and every key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import ClassVar

from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.padding import Padding
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from termpuzzles.catalogue.lessons import lesson_on
from termpuzzles.catalogue.practice import Technique, techniques
from termpuzzles.games.model import Game, Puzzle
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.render.text_diagram import IN_ASCII
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, PuzzleDialog
from termpuzzles.tui.keys import GROUPS, Bound, first_key
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.state_tiles import StateTiles
from termpuzzles.tui.screens.ten_keys import TenKeys, tabs
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.choices import without_ground
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words
from termpuzzles.tui.widgets.thumbnail import rows_of, thumbnail_strips

PAGES = ("rules and keys", "the board", "techniques", "all keys")
_FROM_HOME = ("keys", "rules", "techniques", "all keys")
_FIRST_KEYS: tuple[str, ...] = (
    *("move", "tile.turn", "turn it", "line", "line.again", "play.on", "tile.pin", "line.pen"),
    *("play.undo", "play.hint", "play.why_not", "play.check", "play.help"),
)
_EXAMPLE, _INDENT = Size(36, 10), 4  # the most room of a technique's board, and the columns at its left


class HelpScreen(FramedScreen[str | None], PuzzleDialog[str | None]):
    """Four pages, of which only the one that is shown is made; choosing the row of a key does what the key does."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "page(-1)", "page before", id="help.before", tooltip="The page before", priority=True),
        Binding("right,l", "page(1)", "next page", id="help.after", tooltip="The next page", priority=True),
        *(
            Binding(f"{number}", f"to_page({number})", f"page {number}", id=f"help.{number}", tooltip=name, show=False)
            for number, name in enumerate(("Keys", "Rules", "Techniques", "All keys"), 1)
        ),
        Binding("down,j", "scroll('down')", "down", id="help.down", tooltip="Read on", show=False),
        Binding("up,k", "scroll('up')", "up", id="help.up", tooltip="Read back", show=False),
        Binding("q,escape,question_mark,f1", "dismiss(None)", "back", id="help.leave", tooltip="Back to the board"),
    ]

    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "page": ("help.1", "help.2", "help.3", "help.4"),
    }
    KEYS = ("page", "frame.turn", "help.leave")

    def __init__(
        self,
        context: Context,
        puzzle: Puzzle,
        keys: dict[str, Bound],
        about: str | None = None,
        of_all: bool = False,
    ) -> None:
        """`about` names the technique at which the help is opened; `of_all` begins with the keys of all games."""
        super().__init__(context)
        self._of_all = of_all
        self._tab = 0  # the kind of games whose ten keys are shown
        self._about = about
        self._keys = keys
        self._page = PAGES.index("techniques") if about else 0
        self._writer = Writer(context.palette)
        self._puzzle = puzzle

    def headline(self) -> Headline:
        """Which game and page it is."""
        page = f"{self._page + 1} of {len(PAGES)}"
        if self._of_all:
            return Headline("Help", " ".join(_FROM_HOME[self._page : self._page + 1]), ((page, "faint"),))
        return Headline(f"Help · {self._puzzle.game.title}", PAGES[self._page], ((page, "faint"),))

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What Tab shows."""
        return {"frame.turn": "other games" if self._shows_ten else "next page"}

    @property
    def _shows_ten(self) -> bool:
        """Whether the ten keys of all games are shown."""
        return self._of_all and self._page == 0

    def body(self) -> ComposeResult:
        """The page."""
        with VerticalScroll(id="page"):
            yield from self._widgets()

    def _widgets(self) -> Iterator[Widget]:
        """The widgets of the page that is shown."""
        writer, puzzle = self._writer, self._puzzle
        if self._shows_ten:
            yield Lines(self.context.palette, id="kinds")
            yield TenKeys(self.context, tabs()[self._tab][1])
        elif self._page == 1 and self._of_all:
            yield Static(Group(writer.title_of(puzzle), *writer.rules(puzzle), Text()))
            yield _states(self.context, puzzle.game, writer)
        elif self._page == 0:
            yield Static(Group(*writer.rules(puzzle), *writer.first_keys(self._keys)))
        elif self._page == 1:
            yield _states(self.context, puzzle.game, writer)
            yield Static(Group(*writer.mouse(puzzle), *writer.words()))
        elif self._page == 2:
            yield Static(writer.about_techniques())
            for technique in techniques(puzzle):
                yield Static(Group(*writer.explain(technique)), name=technique.name)
                yield from self._example(technique)
                if technique.puzzle is not None:
                    yield OptionList(Option(writer.leading(puzzle, technique), id=technique.name))
        else:
            yield OptionList(*writer.keys(self._keys))

    def _example(self, technique: Technique) -> Iterator[Widget]:
        """A small board that shows a technique, and what is found there."""
        picture, ink = technique.board, self.context.ink
        if picture is not None and ink.pipes:
            drawing = Drawing(self.context, lambda room, brush: thumbnail_strips(picture, room, brush))
            drawing.styles.margin = (1, 0, 1, _INDENT)
            drawing.styles.height = rows_of(picture.grid.width, picture.grid.height, _EXAMPLE, True)
            drawing.styles.width = _EXAMPLE.width
            yield drawing
        elif technique.picture:
            yield Static(self._writer.diagram(technique, ink.glyphs.unicode))
        if technique.found:
            yield Static(self._writer.found(technique))

    def on_mount(self) -> None:
        """Let the arrows scroll, or go to the keys."""
        self.set_class(not self.context.has_colour, "mono")
        self._begin_page()

    def _begin_page(self) -> None:
        view = self.query_one("#page")
        for line in self.query("#kinds").results(Lines):
            line.lines = [self._kinds()]
        (self.query_one(OptionList) if PAGES[self._page] == "all keys" else view).focus()
        for explained in self.query(Static):
            if self._about and explained.name == self._about:
                self.call_after_refresh(view.scroll_to_widget, explained, animate=False, top=True)

    def _kinds(self) -> Words:
        """The kinds of games whose keys differ, the one that is shown in a tone of its own."""
        titles = [title for title, _ in tabs()]
        if sum(map(len, titles)) + 3 * len(titles) > self.app.size.width - 4:
            titles = [titles[self._tab]]
        return tuple(
            piece
            for place, title in enumerate(titles)
            for piece in ((title, "good" if place == self._tab or len(titles) == 1 else "faint"), ("   ", "faint"))
        )

    async def action_page(self, step: int) -> None:
        """Go to another page."""
        self._page = (self._page + step) % len(PAGES)
        self._about = None
        view = self.query_one("#page", VerticalScroll)
        with self.app.batch_update():
            await view.remove_children()
            await view.mount(*self._widgets())
        if self.is_ready:
            view.scroll_home(animate=False)
            self.show_frame()
            self._begin_page()

    async def action_turn(self) -> None:  # type: ignore[override] # an action may be either
        """Show the ten keys of other games, or go to the next page."""
        if self._shows_ten:
            self._tab = (self._tab + 1) % len(tabs())
            await self.action_page(0)
        else:
            await self.action_page(1)

    async def action_to_page(self, number: int) -> None:
        """Go to the page of that number, from 1."""
        await self.action_page(number - 1 - self._page)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Leave and do what the key of that row does, or play the example of a technique."""
        if event.option_id in self._keys:
            self.dismiss(self._keys[event.option_id].action)
        else:
            self.dismiss(f"app.teach({self._puzzle.game.name!r}, {event.option_id!r})")

    def action_scroll(self, way: str) -> None:
        """Scroll by a line."""
        self.query_one("#page").scroll_relative(y=1 if way == "down" else -1, animate=False)


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


class Writer:
    """Writes the help, in rows whose second part wraps under itself even in a narrow window."""

    def __init__(self, palette: Palette) -> None:
        self._palette = palette

    def _text(self, words: str, tone: str = "text", bold: bool = False) -> Text:
        return Text(self._palette.spelled(words), without_ground(self._palette.style(tone, bold=bold)))

    def _title(self, words: str) -> Text:
        return self._text(words, "good", True)

    def _row(self, first: str, width: int, second: str, tone: str = "lit") -> HelpRow:
        return HelpRow(self._text(f" {first}", tone), width + 1, self._text(second))

    def keys(self, bound: Mapping[str, Bound]) -> Iterator[Option]:
        """The rows of the keys, group by group, each group under its name."""
        groups = {name: each.group or "program" for name, each in bound.items()}
        for group in sorted(set(groups.values()), key=[*GROUPS].index):
            yield Option(self._text(f" {group}", "faint"), disabled=True)
            for name, each in bound.items():
                if groups[name] == group:
                    yield Option(self._row(" ".join(each.keys), 13, each.sentence, "source"), id=name)

    def title_of(self, puzzle: Puzzle) -> Text:
        """The name of the game."""
        return self._text(f"{puzzle.game.title}\n", "source", True)

    def rules(self, puzzle: Puzzle) -> Iterator[RenderableType]:
        """The goal, and the rules in three sentences."""
        yield self._text(f"{puzzle.game.goal}\n", "good", True)
        yield from (self._row(f"{number}", 2, rule) for number, rule in enumerate(puzzle.game.rules, 1))

    def first_keys(self, bound: Mapping[str, Bound]) -> Iterator[RenderableType]:
        """The ten keys to begin with."""
        yield self._title("\nTen keys")
        shown = [key for name in _FIRST_KEYS if (key := first_key(name, bound))]
        yield from (self._row(keys, 12, sentence, "source") for keys, sentence in shown)
        if palette := first_key("app.palette", bound):
            yield self._text(f"\n {palette[0]} lists everything else; the last page here has all keys.", "faint")

    def board(self, game: Game, glyphs: Glyphs) -> Iterator[RenderableType]:
        """How a board in lines is read."""
        for sign, meaning in (*_signs(game, glyphs), *(() if glyphs.unicode else _LETTERS)):
            yield self._row(sign, 5 if glyphs.unicode else 16, meaning)

    def mouse(self, puzzle: Puzzle) -> Iterator[RenderableType]:
        """What the mouse does."""
        yield self._title("\nMouse")
        yield from (self._row("", 0, line) for line in (_MOUSE_DRAWN if puzzle.game.draws else _MOUSE_TURNED))

    def about_techniques(self) -> Text:
        """An introduction to the techniques."""
        return self._title("Techniques, easiest first, by the names that hints and ratings use")

    def words(self) -> Iterator[RenderableType]:
        """The words that hints use."""
        yield self._title("\nWords that hints use")
        yield from (self._row(word, 12, meaning) for word, meaning in _WORDS)

    def leading(self, puzzle: Puzzle, technique: Technique) -> Text:
        """The row that opens the lesson on a technique, or its example."""
        number = lesson_on(puzzle.game.name, technique.name)
        return self._text(f"    ↵ lesson {number} is about this" if number else "    ↵ play this board", "lit")

    def explain(self, technique: Technique) -> Iterator[RenderableType]:
        """A technique: its name, and why it holds."""
        yield self._text(f"\n  {technique.title}", "lit")
        yield Padding(self._text(f"{technique.sentence} {technique.why}"), (0, 0, 0, 2))

    def diagram(self, technique: Technique, unicode: bool) -> RenderableType:
        """An example of a technique as text."""
        picture = "\n".join(f"    {line}" for line in technique.picture)
        return self._text(picture if unicode else picture.translate(IN_ASCII))

    def found(self, technique: Technique) -> RenderableType:
        """What a technique finds on its example."""
        return Padding(self._text(f"Here: {technique.found}", "faint"), (0, 0, 0, _INDENT))


def _states(context: Context, game: Game, writer: Writer) -> Widget:
    """How the board is read, by tiles where they are drawn in pipes."""
    if context.ink.pipes:
        return StateTiles(context, game)
    return Static(Group(*writer.board(game, context.ink.glyphs)))


# The meanings of the letters of the ascii tiles.
_LETTERS = (
    ("^ v < >", "ends that point up, down, left, right"),
    ("J L 7 r", "corners: up and left; up and right; down and left; down and right"),
    ("T A E 3", "tees, with lines on all sides but up, down, left, right"),
    ("D C 2 R Y M F B", "the same corners and tees on a loop"),
    ("j l z f t h k e", "the same in a group that is sealed off"),
)

_WORDS = (
    ("joined", "two tiles with lines you can follow from one to the other"),
    ("sealed off", "joined to each other and to nothing else, with no loose end to go on from"),
    ("line ends", "a line between two tiles has two, one in each"),
    ("exit", "a place where the loop may leave the marked region"),
    ("dark, light", "the colours of the cells of a checkerboard: every line joins a dark one to a light one"),
)

_MOUSE_TURNED = (
    "Left turns clockwise, right anticlockwise, middle pins; drag with the middle button to pin many.",
    "An option lets a left click turn a line to the side you click on.",
)
_MOUSE_DRAWN = ("Click near a side to draw its line, right click to cross it out; drag across cells to draw more.",)


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
        lines.append(("", "where there is no frame, lines go on at the opposite edge, shown faintly"))
        lines.append((glyphs.frame[:2], "an edge where the board ends; thick bars are walls: no line crosses"))
    return lines
