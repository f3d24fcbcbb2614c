"""A new board: choices for it with a live preview, made in the background, and kept as "again"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from termpuzzles.catalogue.new_board import (
    ANY,
    NO,
    OWN,
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
from termpuzzles.english import plural, sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import GRADES, efforts, technique_name
from termpuzzles.render.picture import picture_of
from termpuzzles.session.questions import NewQuestion
from termpuzzles.tui.background import LIMIT, ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.dialogs import TextDialog
from termpuzzles.tui.widgets.captions import wrapped
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Lines, Middle, Words
from termpuzzles.tui.widgets.plots import filled_bar
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
_AROUND = 3  # rows of heading, keys and margin
_LEAST = 4  # rows of a preview: in fewer it shows nothing, and the words take its place
_MOST = 90  # columns and rows of a preview


class _About(Lines):
    """Words beside the preview."""

    def show_message(self, text: str) -> None:
        """Show a text, wrapped to the width there is."""
        self.lines = [((line[1:], "text"),) for line in wrapped(text, self.size.width or self.screen.size.width)]


class NewScreen(ListScreen[None, str]):
    """Rows of values; ← and → change the one at the cursor, Enter makes the board. Below is its picture."""

    TITLE = "New board"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "change(-1)", "before", id="new.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next", id="new.after", tooltip="The next value"),
        Binding("s", "size", "size", id="new.size", tooltip="Type a size of your own"),
        Binding("m", "make", "make", id="new.make", tooltip="Make the board and play it"),
        Binding("q,escape", "leave", "stop, back", id="new.leave", tooltip="Stop making, or go back"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        settings = context.settings
        usual = {name: settings[name] for name in ("game", "size") if settings.get(name)}
        self._request = request_of(settings.get("again") or usual)
        self._making = False
        self._refused = ""  # why the typed size was refused
        self._pictured: BoardRequest | None = None  # the request of which the preview is

    def body(self) -> ComposeResult:
        """The rows, and below them the preview beside some words."""
        yield self.choices
        with Middle(id="request"):
            yield Thumbnail(self.context, id="preview")
            yield _About(self.context.palette, id="about")

    def headline(self) -> Headline:
        """What will be made."""
        return Headline("New board", self._request.words())

    def begins_at(self) -> str | None:
        """The row that makes the board, if Enter can make one as last time."""
        return "make" if self.context.settings.get("again") else None

    def on_screen_resume(self) -> None:
        """Remove the message about making a board, after the board was left."""
        self._show_meaning()

    def show(self, at: str | None = None) -> None:
        """Show the rows, and a preview of them."""
        super().show(at)
        rows = self.choices.option_count
        self.choices.styles.height = rows
        is_low = self.size.height - rows - _AROUND < _LEAST
        if is_low != self.has_class("no-preview"):
            self.set_class(is_low, "no-preview")
            self.call_after_refresh(self._show_meaning)  # in another width
        if self._pictured != _seen_in(self._request):
            self._pictured = _seen_in(self._request)
            ask(self, self.context.answerer, PreviewQuestion(self._request, _MOST), self._take_preview, "preview")

    def _take_preview(self, board: Puzzle | None) -> None:
        picture = picture_of(board, board.start) if board else None
        self.query_one(Thumbnail).show(picture)

    def rows(self) -> Iterator[Choice[str]]:
        """The values of each row, and the row that makes the board."""
        unicode = self.context.glyphs.unicode
        for name in _TITLES:
            if len(_values(self._request, name)) > 1:
                yield Choice(_row(self._request, name, self.size.width, unicode), name)
        enter = "↵" if unicode else "Enter"
        yield Choice(((f" {enter} make and play", "good"),), "make")

    def action_change(self, step: int) -> None:
        """Go to the next value of the row at the cursor, or to the one before."""
        name = self.choices.value
        if name is None or name == "make":
            return
        found = _values(self._request, name)
        value = found[(found.index(_chosen(self._request, name)) + step) % len(found)]
        if name == "preset":
            self._request = self._request if value == OWN else preset(value, self._request.game)
        else:
            self._request = allowed(self._request._replace(**{name: value}))
        self.show()
        self._show_meaning()

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
            self._request = requested(text, self._request)
        except PuzzleError as error:
            self._refused = sentence(str(error))
        self.show("size")
        self._show_meaning()

    def action_make(self) -> None:
        """Make the board in the background."""
        params = self._request.params()
        if refused := self.context.too_large(params.width * params.height):
            self.show_message(refused)
            return
        self.context.settings["again"] = {**self._request._asdict(), "words": self._request.words()}
        self.context.keep_settings()
        question = NewQuestion(self._request.game, params, self.context.seed())
        self._making = True
        ask(self, self.context.answerer, question, self._made, "make", self._gave_up, self._waiting)

    def _waiting(self, seconds: int) -> None:
        filled = filled_bar(seconds / LIMIT, _BAR, self.context.glyphs.unicode)
        spent = ((f"   {seconds} s of {LIMIT:.0f} at most", "faint"),)
        lines: list[Words] = [(("Making the board", "good"),), (*filled, *spent), (("Esc stops", "faint"),)]
        self.query_one(_About).lines = lines

    def _gave_up(self) -> None:
        self._making = False
        self.show_message("No such board was found in a minute. Try another size, or an easier board.")

    def _made(self, found: Puzzle | str) -> None:
        self._making = False
        if isinstance(found, str):
            self.show_message(sentence(found))
        else:
            self.opener.play([found])

    def describe(self, value: str | None) -> None:
        """Describe the row at the cursor."""
        self._show_meaning()

    def _show_meaning(self) -> None:
        if self._making:
            return
        name = self.choices.value or ""
        self._refused = self._refused if name == "size" else ""
        self.show_message(self._refused or _meaning(self._request, name))

    def show_message(self, text: str) -> None:
        """Show a message beside the preview."""
        self.query_one(_About).show_message(text)

    def action_leave(self) -> None:
        """Stop making, or go back."""
        if self._making:
            self._making = False
            forget(self, "make")
            self.show_message("Stopped.")
        else:
            self.leave()


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


def _row(request: BoardRequest, name: str, width: int, unicode: bool) -> Words:
    """The values of a row, the chosen one marked: all if they fit, else those around it."""
    found = _values(request, name)
    shown = [_spelling(name, value) for value in found]
    at, marker = found.index(_chosen(request, name)), ("▸" if unicode else ">")
    first, last = _window(shown, at, width - 19)
    title = _clues(request) if name == "spare" else _TITLES[name]
    words: list[tuple[str, str]] = [(f" {title:<11}", "faint"), ("… " if first else "  ", "faint")]
    for number, word in enumerate(shown[first:last], first):
        words.append((f"{marker}{word}  ", "good") if number == at else (f" {word}  ", "text"))
    words.append(("…" if last < len(shown) else "", "faint"))
    return tuple(words)


def _spelling(name: str, value: str) -> str:
    """A value as players read it."""
    if name == "game":
        return named(value).title
    return technique_name(value) if name == "hardest" else _SPELT.get((name, value), value)


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
