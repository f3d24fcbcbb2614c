"""A new board: choices for it with a live preview, made in the background, and kept as "again"."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip
from textual.worker import Worker

from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.new_board import (
    ANY,
    NO,
    OWN,
    PRESETS,
    BoardRequest,
    PreviewQuestion,
    allowed,
    grades,
    preset,
    preset_of,
    presets,
    request_of,
    requested,
)
from termpuzzles.catalogue.new_board import values as values_of
from termpuzzles.catalogue.statistics import rows_by_size
from termpuzzles.english import plural, sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import GRADES, efforts, technique_name
from termpuzzles.render.picture import Phase, picture_of
from termpuzzles.session.questions import NewQuestion
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.background import LIMIT, ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.dialogs import TextDialog
from termpuzzles.tui.widgets.captions import filled_bar
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words, text_strip, wrap
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.table import Column, in_columns
from termpuzzles.tui.widgets.thumbnail import Thumbnail

_TITLES = {
    "preset": "preset",
    "game": "game",
    "size": "size",
    "wraps": "surface",
    "walls": "walls",
    "grade": "difficulty",
    "hardest": "technique",
    "shape": "shape",
    "spare": "clues",
}
_ABOUT = {
    "preset": "A choice here fills in the rows below.",
    "size": "Press Enter for a size of your own, such as 17x9, or a whole request: masyu 12x12, hard.",
    "wraps": "Without a border, lines go on at the opposite edge; on a Möbius strip or a Klein bottle, mirrored.",
    "walls": "Walls are bars between tiles that no line crosses.",
    "hardest": "The hardest technique that the board needs.",
    "shape": "Bushy nets have many short branches, winding nets a few long ones.",
    "spare": "More {clues} than the solution needs make a board easier, as those made by hand are.",
    "make": "Enter makes the board and opens it.",
}
_SPELT = {
    ("wraps", "no"): "border",
    ("wraps", "yes"): "wraps",
    ("wraps", "cx"): "cylinder",
    ("wraps", "cy"): "cylinder, upright",
    ("wraps", "mx"): "Möbius strip",
    ("wraps", "my"): "Möbius strip, upright",
    ("wraps", "kx"): "Klein bottle",
    ("wraps", "ky"): "Klein bottle, upright",
    ("walls", "no"): "none",
    ("spare", "no"): "only needed",
    ("spare", "some"): "some more",
    ("spare", "many"): "many more",
}
_BAR = 24  # columns
_GAVE_UP = "No such board was found in a minute. Try another size, or an easier board."
_LARGE = Size(140, 40)  # the smallest window with presets as cards and every value in sight
_MOST = 90  # columns and rows of an example
_LARGEST = 40 * 40  # tiles of a board of which an example is shown
_LAST = 3  # boards made last
_MADE = Column(13, gap=1), Column(9), Column(tone="faint")  # their game and size, and how long they took
_TIMES, _MOST_TIMES = "making", 40  # the setting with how long boards took by what was asked for, and how many it has
_QUICK = 20 * 20  # tiles of a board that is made in about a second if nothing special is asked for
_BESIDE = 27  # columns of what stands below the example
_WIDE = 76  # columns of the rows with all their values
_ACROSS, _PRESET = 4, 17  # preset cards in a row, and their columns


class RowWords(Lines):
    """Words below the rows: all values of one of them, and what it means."""

    def _wrapped(self, text: str) -> list[Words]:
        width = (self.size.width or self.screen.size.width) - 2
        return [((f" {line}", "text"),) for line in wrap(text, width)]

    def show_message(self, text: str) -> None:
        """Show a text, wrapped to the width there is."""
        self.lines = self._wrapped(text)

    def show_row(self, request: BoardRequest, name: str, refused: str, in_sight: bool) -> None:
        """Show the values of a row, unless they are `in_sight`, and what it means, or why a value was `refused`."""
        meaning = self._wrapped(refused or _meaning(request, name))
        if name not in _TITLES or self.size.height < len(meaning):
            self.lines = meaning
            return
        head: Words = ((f" {_title(request, name)}", "good"),)
        chosen = _chosen(request, name)
        if in_sight:
            self.lines = [((f" {_spelling(name, chosen)}", "good"),), *meaning]
            return
        values = list(_value_lines(request, name, (self.size.width or self.screen.size.width) - 1))
        blank: list[Words] = [()]
        lines = [head, *values, *blank, *meaning]
        self.lines = lines if len(lines) <= self.size.height or not self.size.height else [*values, *meaning]
        if self.size.height and len(self.lines) > self.size.height:
            self.lines = meaning

    def show_waiting(self, seconds: int) -> None:
        """Show how long a board is being made already."""
        unicode = self.palette.spelled("…") == "…"
        filled = filled_bar(seconds / LIMIT, _BAR, unicode, "hint")
        spent = ((f"   {seconds} s of {LIMIT:.0f} at most", "faint"),)
        lines: list[Words] = [
            ((" Making the board", "good"),),
            ((" ", "text"), *filled, *spent),
            ((" Esc stops", "faint"),),
        ]
        self.lines = lines


class NewScreen(ListScreen[None, str]):
    """Rows of values; ← and → change the one at the cursor, Enter makes the board. An example stands beside them."""

    TITLE = "New board"
    BESIDE_FROM = 76
    keeps_a_row = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "change(-1)", "before", id="new.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next", id="new.after", tooltip="The next value"),
        Binding("s", "size", "other size", id="new.size", tooltip="Type a size of your own"),
        Binding("m", "make", "make", id="new.make", tooltip="Make the board and play it", show=False),
        *(
            Binding(f"{n}", f"preset({n - 1})", f"preset {n}", id=f"new.{n}", tooltip="A preset", show=False)
            for n in range(1, len(PRESETS) + 1)
        ),
        Binding("q,escape", "leave", "stop, back", id="new.leave", tooltip="Stop making, or go back"),
    ]
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "row": ("list.up", "list.down"),
        "change": ("new.before", "new.after"),
        "preset": tuple(f"new.{n}" for n in range(1, len(PRESETS) + 1)),
    }
    KEYS: ClassVar[tuple[str, ...]] = (
        *("row", "change", "list.choose", "preset", "new.size", "frame.turn", "new.leave"),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        settings = context.settings
        usual = {name: settings[name] for name in ("game", "size") if settings.get(name)}
        self.request = request_of(settings.get("again") or usual)
        self._making = False
        self._begun = 0.0  # when making began
        self._refused = ""  # why the typed size was refused
        self._pictured: BoardRequest | None = None  # the request of which the example is
        self._entries: tuple[Summary, ...] = ()
        self._marked: str | None = None  # the row whose value stands between arrows

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do now."""
        enter = "type a size" if self.choices.value == "size" else "make and play"
        turn = "" if self.size.width >= self.BESIDE_FROM else "example"
        leave, presets_now = "stop" if self._making else "back", "preset" if self.has_class("large") else ""
        return {"list.choose": enter, "preset": presets_now, "frame.turn": turn, "new.leave": leave}

    def body(self) -> ComposeResult:
        """The presets in a large window, the rows, and words about the one at the cursor."""
        yield Drawing(self.context, lambda room, brush: preset_strips(self.request, brush), id="presets")
        yield self.choices
        yield RowWords(self.context.palette, id="about")
        yield Lines(self.context.palette, id="made")

    def beside(self) -> ComposeResult:
        """An example of such a board."""
        yield Thumbnail(self.context, id="preview")
        yield Lines(self.context.palette, id="caption")

    def headline(self) -> Headline:
        """What will be made."""
        return Headline("New board", self.request.words())

    def begins_at(self) -> str | None:
        """The row that makes the board, if Enter can make one as last time."""
        return "make" if self.context.settings.get("again") else None

    def on_screen_resume(self) -> None:
        """Remove the message about making a board, after the board was left, and see what was made and solved."""
        self.describe(self.choices.value)
        _: Worker[None] = self.run_worker(self._read, group="journals", exclusive=True)

    async def _read(self) -> None:
        self._entries = (await self.while_open(asyncio.to_thread(self.context.library.journal_list))).entries
        self.show()

    def show(self, at: str | None = None) -> None:
        """Show the rows, and an example of such a board."""
        large = self.size.width >= _LARGE.width and self.size.height >= _LARGE.height
        self.set_class(large, "large")
        self._marked = None
        super().show(at)
        self.choices.styles.height = self.choices.option_count
        presets_drawn = self.query_one("#presets", Drawing)
        presets_drawn.display = self.query_one("#made").display = large
        presets_drawn.draw_anew()
        self.query_one("#made", Lines).lines = last_made(self.context, self._entries) if large else []
        self.query_one("#caption", Lines).lines = captions_of(self.request, self._entries)
        if self._pictured != _seen_in(self.request):
            self._pictured = _seen_in(self.request)
            preview = self.query_one(Thumbnail)
            if self.request.cells > _LARGEST:
                forget(self, "preview")
                preview.show(None)
                return

            def take(board: Puzzle | None) -> None:
                preview.show(replace(picture_of(board, board.start), settled=Phase.NONE) if board else None)

            ask(self, self.context.answerer, PreviewQuestion(self.request, _MOST), take, "preview")

    def rows(self) -> Iterator[Choice[str]]:
        """The values of each row, and the row that makes the board."""
        unicode, large = self.context.glyphs.unicode, self.has_class("large")
        for name in _TITLES:
            if len(_values(self.request, name)) > 1 and not (name == "preset" and large):
                yield Choice(row_words(self.request, name, False, large, unicode), name)
                yield from [Choice[str](((" ", "text"),))] * large
        yield Choice(make_words(self.request, self.context), "make")

    def action_change(self, step: int) -> None:
        """Go to the next value of the row at the cursor, or to the one before."""
        name = self.choices.value
        if name is None or name == "make":
            return
        found = _values(self.request, name)
        value = found[(found.index(_chosen(self.request, name)) + step) % len(found)]
        if name == "preset":
            self.request = self.request if value == OWN else preset(value, self.request.game)
        else:
            self.request = allowed(self.request._replace(**{name: value}))
        self.show()
        self.describe(self.choices.value)

    def action_preset(self, place: int) -> None:
        """Fill in the rows with a preset."""
        found = presets(self.request.game)
        if place < len(found):
            self.request = preset(found[place], self.request.game)
            self.show()
            self.describe(self.choices.value)

    def choose(self, value: str) -> None:
        """Make a board, whatever row the cursor is on; but on the sizes, ask for one."""
        self.action_size() if value == "size" else self.action_make()

    def action_size(self) -> None:
        """Ask for a size."""
        self._refused = ""
        question = "A size such as 17x9, or all of it: masyu 12x12, hard"
        self.app.push_screen(TextDialog(self.context, question), self._take_size)

    def _take_size(self, text: str | None) -> None:
        if not text:
            return
        try:
            self.request = requested(text, self.request)
        except PuzzleError as error:
            self._refused = sentence(str(error))
        self.show("size")
        self.describe(self.choices.value)

    def action_make(self) -> None:
        """Make the board in the background."""
        params = self.request.params()
        if refused := self.context.too_large(params.width * params.height):
            self.show_message(refused)
            return
        self.context.settings["again"] = {**self.request._asdict(), "words": self.request.words()}
        self.context.keep_settings()
        about = self.query_one(RowWords)
        question = NewQuestion(self.request.game, params, self.context.seed())
        self._making, self._begun = True, self.context.now()
        ask(self, self.context.answerer, question, self._made, "make", lambda: self._made(_GAVE_UP), about.show_waiting)

    def _made(self, found: Puzzle | str) -> None:
        self._making = False
        if isinstance(found, str):
            self.show_message(sentence(found))
        else:
            keep_time(self.request, self.context, self.context.now() - self._begun)
            self.opener.play([found])

    def describe(self, value: str | None) -> None:
        """Set the value of the row at the cursor, and only that, between arrows; and describe it."""
        large, unicode = self.has_class("large"), self.context.glyphs.unicode
        names = [row.value for row in self.choices.shown]
        for name, chosen in ((self._marked, False), (value, True)):
            if name in names and name is not None:
                shown = row_words(self.request, name, chosen, large, unicode)
                words = make_words(self.request, self.context) if name == "make" else shown
                self.choices.reword(names.index(name), lambda row: words)  # noqa: B023 - at once
        self._marked = value
        self._refused = self._refused if value == "size" else ""
        if not self._making:
            self.query_one(RowWords).show_row(self.request, value or "", self._refused, large)
        self.show_frame()

    def show_message(self, text: str) -> None:
        """Show a message beside the preview."""
        self.query_one(RowWords).show_message(text)

    def action_leave(self) -> None:
        """Stop making, or go back."""
        if self._making:
            self._making = False
            forget(self, "make")
            self.show_message("Stopped.")
        else:
            self.leave()


def make_words(request: BoardRequest, context: Context) -> Words:
    """The row that makes the board, and how long that takes."""
    takes = time_in_words(request, context.settings.get(_TIMES))
    return *row_words(request, "make", False, False, True), (f"   {takes}", "faint")


def keep_time(request: BoardRequest, context: Context, seconds: float) -> None:
    """Remember how long such a board took, among the latest ones."""
    kept = context.settings.get(_TIMES)
    name, others = request.words(), kept if isinstance(kept, dict) else {}
    latest = [(key, value) for key, value in others.items() if key != name][1 - _MOST_TIMES :]
    context.settings[_TIMES] = {**dict(latest), name: round(seconds, 1)}
    context.keep_settings()


def time_in_words(request: BoardRequest, kept: object) -> str:
    """About how long making a board takes: as long as the last one of its kind, of the times that were `kept`."""
    seconds = kept.get(request.words()) if isinstance(kept, dict) else None
    if isinstance(seconds, int | float) and not isinstance(seconds, bool):
        return f"about {max(0.1, seconds):.{int(seconds < 10)}f} s"
    is_plain = request.grade == ANY and request.hardest == ANY and request.cells <= _QUICK
    return "about a second" if is_plain else "up to a minute"


def _seen_in(request: BoardRequest) -> BoardRequest:
    """What a preview shows of a request."""
    return request._replace(grade=ANY, hardest=ANY, spare=NO)


def _values(request: BoardRequest, name: str) -> tuple[str, ...]:
    """The values that the row of that name offers."""
    if name == "preset":
        return (*presets(request.game), *([OWN] if preset_of(request) == OWN else []))
    return values_of(request, name)


def _chosen(request: BoardRequest, name: str) -> str:
    return preset_of(request) if name == "preset" else str(getattr(request, name))


def row_words(request: BoardRequest, name: str, chosen: bool, large: bool, unicode: bool) -> Words:
    """A row: its name with its value, or in a large window with all its values; or the one that makes the board."""
    if name == "make":
        return (" Enter", "source"), (" make and play", "good")
    return all_values(request, name, unicode) if large else one_value(request, name, chosen, unicode)


def one_value(request: BoardRequest, name: str, chosen: bool, unicode: bool) -> Words:
    """The name of a row and its value, between arrows if the cursor is there."""
    before, after = (("‹ ", " ›") if unicode else ("< ", " >")) if chosen else ("  ", "")
    value = _spelling(name, _chosen(request, name))
    return (f" {_title(request, name):<11}", "faint"), (before, "source"), (value, "lit"), (after, "source")


def all_values(request: BoardRequest, name: str, unicode: bool) -> Words:
    """The values of a row, the chosen one marked: all if they fit, else those around it."""
    found = _values(request, name)
    shown = [_spelling(name, value) for value in found]
    at, marker = found.index(_chosen(request, name)), ("▸" if unicode else ">")
    first, last = _window(shown, at, _WIDE - 19)
    words: list[tuple[str, str]] = [(f" {_title(request, name):<11}", "faint"), ("… " if first else "  ", "faint")]
    for number, word in enumerate(shown[first:last], first):
        words.append((f"{marker}{word}  ", "good") if number == at else (f" {word}  ", "text"))
    words.append(("…" if last < len(shown) else "", "faint"))
    return tuple(words)


def _value_lines(request: BoardRequest, name: str, width: int) -> Iterator[Words]:
    """All values of a row, the chosen one in another tone, in lines of at most so many columns."""
    line: list[tuple[str, str]] = [(" ", "text")]
    left = width - 1
    for value in _values(request, name):
        word = _spelling(name, value)
        if len(word) > left and len(line) > 1:
            yield tuple(line)
            line, left = [(" ", "text")], width - 1
        line += [(word, "good" if value == _chosen(request, name) else "faint"), ("   ", "text")]
        left -= len(word) + 3
    yield tuple(line)


def preset_strips(request: BoardRequest, brush: CellPainter) -> list[Strip]:
    """The presets as small cards, four in a row, each with its number."""
    strips = [text_strip(brush, (" Presets", "good"))]
    found = presets(request.game)
    for first in range(0, len(found), _ACROSS):
        row = list(enumerate(found[first : first + _ACROSS], first + 1))
        for lines in zip(*(_preset_card(name, number, request, brush) for number, name in row), strict=True):
            strips.append(Strip.join([text_strip(brush, (" ", "text")), *lines]))
        strips.append(Strip.blank(0))
    return strips


def _preset_card(name: str, number: int, request: BoardRequest, brush: CellPainter) -> tuple[Strip, ...]:
    filled, palette = preset(name, request.game), brush.palette
    ground = "cursor" if preset_of(request) == name else "checker"
    about = filled.words().removeprefix(f"{named(request.game).title} ")
    size = f" {about:<{_PRESET - 1}.{_PRESET - 1}}"
    gap = Segment("  ", palette.style("text"))
    upper = [
        Segment(f" {name:<{_PRESET - 4}}", palette.style("text", ground)),
        Segment(f"{number}  ", palette.style("source", ground)),
    ]
    return Strip([*upper, gap]), Strip(
        [Segment(size, palette.style("faint" if ground != "cursor" else "text", ground)), gap]
    )


def captions_of(request: BoardRequest, entries: Iterable[Summary]) -> list[Words]:
    """What stands below an example: that it is one, or why there is none, and the times on such boards."""
    words = f"too large to show: {request.cells:,} tiles" if request.cells > _LARGEST else "an example, not your board"
    row = next((row for row in rows_by_size(entries) if (row.game, row.size) == (request.game, request.size)), None)
    lines: list[Words] = [((words, "faint"),)]
    if row is not None:
        best, median = f"your best {clock_text(row.best)}", f"median {clock_text(row.median)}"
        both = f"{best}, {median}"
        lines += [((line, "faint"),) for line in ([both] if len(both) <= _BESIDE else [f"{best},", median])]
    return lines


def last_made(context: Context, entries: Iterable[Summary]) -> list[Words]:
    """The boards that were made last, each with its time."""
    levels = shipped(context.library.where.levels).by_identity
    made = [entry for entry in entries if not entry.title and entry.identity not in levels and entry.game in names()]
    lines: list[Words] = [((" Last made", "good"),)] if made else []
    for entry in made[:_LAST]:
        state = clock_text(entry.seconds) if entry.finished else f"{clock_text(entry.seconds)} so far"
        lines.append(in_columns(_MADE, named(entry.game).title, entry.size, state))
    return lines


def _spelling(name: str, value: str) -> str:
    """A value as players read it."""
    if name == "game":
        return named(value).title
    return technique_name(value) if name == "hardest" else _SPELT.get((name, value), value)


def _title(request: BoardRequest, name: str) -> str:
    """The name of a row."""
    return _clues(request) if name == "spare" else _TITLES[name]


def _clues(request: BoardRequest) -> str:
    """What players of the game call its clues."""
    clue = named(request.game).clue
    return plural(clue.noun) if clue else _TITLES["spare"]


def _meaning(request: BoardRequest, name: str) -> str:
    """What the row of that name means."""
    if name == "grade":
        return _difficulty(request)
    if name == "game":
        return named(request.game).goal
    return _ABOUT.get(name, "").format(clues=_clues(request))


def _difficulty(request: BoardRequest) -> str:
    """Say what the difficulty means, and which ones this size does not have."""
    meaning = ""
    if request.grade != ANY:
        least, most = efforts(request.grade, request.game, request.cells)
        bound = f"from {least} to {most}" if request.grade != GRADES[-1] else f"of {least} and more"
        meaning = f"An effort {bound}: how much thinking all steps take together, on a board of this size. "
    found = grades(request)
    if found == GRADES:
        return meaning.strip()
    have = found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"
    return f"{meaning}Boards of this kind and size are {have}."


def _window(words: list[str], at: int, room: int) -> tuple[int, int]:
    """The first and last of the words around the one at `at` that fit into `room` columns."""
    first, last = at, at + 1
    grows = True
    while grows:
        grows = False
        before, after = max(0, first - 1), min(len(words), last + 1)
        for wider in ((before, after), (first, after), (before, last)):
            if wider != (first, last) and sum(len(each) + 3 for each in words[slice(*wider)]) <= room:
                (first, last), grows = wider, True
                break
    return first, last
