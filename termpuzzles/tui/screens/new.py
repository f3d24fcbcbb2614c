"""A new board: what it is to be like, made beside the keys, and kept as "again"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer

from termpuzzles.commands.generate import ratings
from termpuzzles.games import USUAL, named, names
from termpuzzles.games.making.params import STYLES, Params
from termpuzzles.games.model import Puzzle
from termpuzzles.play.questions import NewQuestion
from termpuzzles.play.shelf.grades import technique_name
from termpuzzles.tui.asking import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.choices import Choice, Choices
from termpuzzles.tui.widgets.lines import Lines, Words

if TYPE_CHECKING:
    from termpuzzles.tui.base import BaseApp

SIZES = ("5x5", "7x7", "9x9", "11x11", "13x13", "20x20", "30x30")
EDGES = ("border", "wraps", "walls")
_SHAPES = {"bushy": STYLES[0], "mixed": STYLES[1], "winding": STYLES[2]}
_WALLS = 0.2  # of the lines not drawn


class Wish(NamedTuple):
    """What a new board is to be like, each by the word that the screen shows; `hardest` is the id of a rule, or any."""

    game: str = USUAL
    size: str = "7x7"
    edges: str = EDGES[0]
    hardest: str = "any"
    shape: str = "bushy"

    def params(self) -> Params:
        """What is asked of the generator."""
        width, _, height = self.size.partition("x")
        wrap, walls = self.edges == "wraps", _WALLS if self.edges == "walls" else 0.0
        rating = None if self.hardest == "any" else self.hardest
        return Params(int(width), int(height), wrap, style=_SHAPES[self.shape], walls=walls, rating=rating)

    def words(self) -> str:
        """`Net 9x9 wraps, sealed off`."""
        parts = [f"{named(self.game).title} {self.size}", *([] if self.edges == "border" else [self.edges])]
        return " ".join(parts) + ("" if self.hardest == "any" else f", {technique_name(self.hardest)}")


def wish_of(kept: Any) -> Wish:
    """The wish that was kept, as far as it can be granted still."""
    wish = Wish()
    if not isinstance(kept, dict):
        return wish
    for name in Wish._fields:
        if kept.get(name) in _values(wish, name):
            wish = wish._replace(**{name: kept[name]})
    return wish


def _values(wish: Wish, name: str) -> tuple[str, ...]:
    """The values of a row; they depend on the game."""
    game = named(wish.game)
    if name == "game":
        return names()
    if name == "size":
        return SIZES
    if name == "edges":
        return EDGES if game.wraps else EDGES[:1]
    if name == "shape":
        return tuple(_SHAPES) if game.maker and game.maker().styles else ("bushy",)
    return ("any", *ratings(wish.game))


class NewScreen(Screen[None]):
    """Rows of values; ← and → change the one at the cursor, Enter makes the board."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "change(-1)", "value before", id="new.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next value", id="new.after", tooltip="The next value"),
        Binding("q,escape", "leave", "stop, back", id="new.leave", tooltip="Stop making, or go back"),
    ]

    app: BaseApp

    def __init__(self, context: Context) -> None:
        super().__init__()
        self.context = context
        self._wish = wish_of(context.settings.get("again"))
        self._making = False

    def compose(self) -> ComposeResult:
        """A heading, the rows, what is said, and the keys."""
        yield Lines(self.context.palette, id="heading")
        choices: Choices[str] = Choices(self.context, id="list")
        yield choices
        yield Lines(self.context.palette, id="said")
        yield Footer(show_command_palette=False)

    @property
    def _list(self) -> Choices[str]:
        return self.query_one("#list", Choices)

    def on_mount(self) -> None:
        """Show the rows."""
        self.query_one("#heading", Lines).lines = [((" New board", "good"),)]
        self._show()
        self._list.focus()

    def on_resize(self) -> None:
        """Show as many values as there is room for."""
        self._show()

    def on_screen_resume(self) -> None:
        """A board was left: what was said of making it is over."""
        self.say("")

    def _show(self) -> None:
        self._list.show(self._rows())

    def _rows(self) -> Iterator[Choice[str]]:
        for name in Wish._fields:
            values = _values(self._wish, name)
            if len(values) > 1:
                yield Choice(self._row(name, values), name)
        yield Choice(((" ", "text"),))
        yield Choice(((" Make and play   ", "good"), (self._wish.words(), "text")), "make")

    def _row(self, name: str, values: tuple[str, ...]) -> Words:
        """All values of a row where they fit, the chosen one marked; else those around it."""
        title = {"hardest": "technique"}.get(name, name)
        chosen = getattr(self._wish, name)
        shown = [self._shown(name, value) for value in values]
        at, marker = values.index(chosen), ("▸" if self.context.glyphs.unicode else ">")
        room, first, last = self.size.width - 18, at, at + 1
        while sum(len(each) + 3 for each in shown[first:last]) < room and (first, last) != (0, len(shown)):
            wider = (max(0, first - 1), min(len(shown), last + 1))
            if sum(len(each) + 3 for each in shown[wider[0] : wider[1]]) > room:
                break
            first, last = wider
        words: list[tuple[str, str]] = [(f" {title:<11}", "faint"), ("… " if first else "", "faint")]
        for number, word in enumerate(shown[first:last], first):
            words.append((f"{marker}{word}  ", "good") if number == at else (f" {word}  ", "text"))
        words.append(("…" if last < len(shown) else "", "faint"))
        return tuple(words)

    @staticmethod
    def _shown(name: str, value: str) -> str:
        if name == "game":
            return named(value).title
        return technique_name(value) if name == "hardest" else value

    def action_change(self, step: int) -> None:
        """Go to the next value of the row at the cursor, or to the one before."""
        name = self._list.value
        if name is None or name == "make":
            return
        values = _values(self._wish, name)
        at = values.index(getattr(self._wish, name))
        self._wish = self._wish._replace(**{name: values[(at + step) % len(values)]})
        for other in Wish._fields:
            allowed = _values(self._wish, other)
            if getattr(self._wish, other) not in allowed:
                self._wish = self._wish._replace(**{other: allowed[0]})
        self._show()

    def on_choices_chosen(self, event: Choices.Chosen) -> None:
        """Make a board, whatever row the cursor is on."""
        self._make()

    def _make(self) -> None:
        from os import urandom

        self.context.settings["again"] = {**self._wish._asdict(), "words": self._wish.words()}
        self.context.keep_settings()
        question = NewQuestion(self._wish.game, self._wish.params(), str(int.from_bytes(urandom(6), "big")))
        self._making = True
        ask(self, self.context.answerer, question, self._made, "make", self._gave_up, self._waiting)

    def _waiting(self, seconds: int) -> None:
        bar, unicode = min(18, seconds), self.context.glyphs.unicode
        full, empty = "█░" if unicode else "#."
        self.say(f"Making a board   {full * bar}{empty * (18 - bar)}   {seconds} s   Esc stops")

    def _gave_up(self) -> None:
        self._making = False
        self.say("No such board was found in a minute; an easier technique or another size may do.")

    def _made(self, found: Puzzle | str) -> None:
        self._making = False
        if isinstance(found, str):
            self.say(found[:1].upper() + found[1:])
        else:
            self.app.play([found])

    def say(self, text: str) -> None:
        """Say something below the rows."""
        self.query_one("#said", Lines).lines = [((f" {text}", "faint"),)] if text else []

    def action_leave(self) -> None:
        """Stop making, or go back."""
        if self._making:
            self._making = False
            forget(self, "make")
            self.say("Stopped.")
        else:
            self.app.leave()
