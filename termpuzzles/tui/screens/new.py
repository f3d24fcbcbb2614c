"""A new board: choices for it, made in the background, and kept as "again"."""

from __future__ import annotations

from collections.abc import Iterator
from os import urandom
from typing import ClassVar

from textual.binding import Binding, BindingType

from termpuzzles.catalogue.new_board import (
    ANY,
    OWN,
    PRESETS,
    Wish,
    allowed,
    grades,
    preset,
    preset_of,
    typed_size,
    wish_of,
)
from termpuzzles.catalogue.new_board import values as values_of
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.explain.grades import GRADES, efforts, technique_name
from termpuzzles.session.questions import NewQuestion
from termpuzzles.tui.background import LIMIT, ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.screens.dialogs import TextDialog
from termpuzzles.tui.screens.list_screen import ListScreen
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Words

_TITLES = {
    "preset": "preset",
    "game": "game",
    "size": "size",
    "wraps": "wraps around",
    "walls": "walls",
    "grade": "difficulty",
    "hardest": "hardest idea",
    "shape": "shape",
}
_ABOUT = {
    "preset": "Fills in the rows below.",
    "size": "Enter takes a size of your own, such as 17x9.",
    "wraps": "Lines go on at the opposite side: there is no border to help.",
    "walls": "Bars between tiles that no line crosses.",
    "hardest": "The hardest technique that the board needs.",
    "shape": "Bushy nets have many short branches, winding ones few long ones.",
    "make": "Makes the board and opens it; the wish is kept for the next time.",
}
_BAR = 24  # columns


class NewScreen(ListScreen[None, str]):
    """Rows of values; ← and → change the one at the cursor, Enter makes the board."""

    HEADING = ((" New board", "good"),)
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
        self._wish = wish_of(settings.get("again") or usual)
        self._making = False
        self._refused = ""  # why the typed size was refused

    def begins_at(self) -> str | None:
        """The row that makes the board, if Enter can make one as last time."""
        return "make" if self.context.settings.get("again") else None

    def on_resize(self) -> None:
        """Show as many values as there is room for."""
        self.show()

    def on_screen_resume(self) -> None:
        """Remove the message about making a board, after the board was left."""
        self._tell()

    def _values(self, name: str) -> tuple[str, ...]:
        if name == "preset":
            return (*PRESETS, *([OWN] if preset_of(self._wish) == OWN else []))
        return values_of(self._wish, name)

    def _chosen(self, name: str) -> str:
        return preset_of(self._wish) if name == "preset" else str(getattr(self._wish, name))

    def rows(self) -> Iterator[Choice[str]]:
        """The values of each row, and the row that makes the board."""
        for name in _TITLES:
            found = self._values(name)
            if len(found) > 1:
                yield Choice(self._row(name, found), name)
        yield Choice(((" ", "text"),))
        yield Choice(((" Make and play   ", "good"), (self._wish.words(), "text")), "make")

    def _row(self, name: str, found: tuple[str, ...]) -> Words:
        """The values of a row, the chosen one marked: all if they fit, else those around it."""
        shown = [self._spelling(name, value) for value in found]
        at, marker = found.index(self._chosen(name)), ("▸" if self.context.glyphs.unicode else ">")
        first, last = _window(shown, at, self.size.width - 20)
        words: list[tuple[str, str]] = [(f" {_TITLES[name]:<13}", "faint"), ("… " if first else "  ", "faint")]
        for number, word in enumerate(shown[first:last], first):
            words.append((f"{marker}{word}  ", "good") if number == at else (f" {word}  ", "text"))
        words.append(("…" if last < len(shown) else "", "faint"))
        return tuple(words)

    @staticmethod
    def _spelling(name: str, value: str) -> str:
        if name == "game":
            return named(value).title
        return technique_name(value) if name == "hardest" else value

    def action_change(self, step: int) -> None:
        """Go to the next value of the row at the cursor, or to the one before."""
        name = self.choices.value
        if name is None or name == "make":
            return
        found = self._values(name)
        value = found[(found.index(self._chosen(name)) + step) % len(found)]
        if name == "preset":
            self._wish = self._wish if value == OWN else preset(value, self._wish.game)
        else:
            self._wish = allowed(self._wish._replace(**{name: value}))
        self.show()
        self._tell()

    def choose(self, value: str) -> None:
        """Make a board, whatever row the cursor is on; but on the sizes, ask for one."""
        self.action_size() if value == "size" else self.action_make()

    def action_size(self) -> None:
        """Ask for a size."""
        self._refused = ""
        self.app.push_screen(TextDialog("Columns and rows, such as 17x9"), self._take_size)

    def _take_size(self, text: str | None) -> None:
        if not text:
            return
        try:
            self._wish = allowed(self._wish._replace(size=typed_size(text)))
        except PuzzleError as error:
            self._refused = str(error)
        self.show("size")
        self._tell()

    def action_make(self) -> None:
        """Make the board in the background."""
        self.context.settings["again"] = {**self._wish._asdict(), "words": self._wish.words()}
        self.context.keep_settings()
        question = NewQuestion(self._wish.game, self._wish.params(), str(int.from_bytes(urandom(6), "big")))
        self._making = True
        ask(self, self.context.answerer, question, self._made, "make", self._gave_up, self._waiting)

    def _waiting(self, seconds: int) -> None:
        done = round(_BAR * min(1.0, seconds / LIMIT))
        full, empty = "█░" if self.context.glyphs.unicode else "#."
        bar = full * done + empty * (_BAR - done)
        self.say(f"Making a board   {bar}   {seconds} s of {LIMIT:.0f} at most   Esc stops")

    def _gave_up(self) -> None:
        self._making = False
        self.say("No such board was found in a minute. Another size, or an easier one, may do.")

    def _made(self, found: Puzzle | str) -> None:
        self._making = False
        if isinstance(found, str):
            self.say(found[:1].upper() + found[1:])
        else:
            self.opener.play([found])

    def describe(self, value: str | None) -> None:
        """Describe the row at the cursor."""
        self._tell()

    def _tell(self) -> None:
        if self._making:
            return
        name = self.choices.value or ""
        self._refused = self._refused if name == "size" else ""
        if self._refused:
            self.say(self._refused)
        elif name == "grade":
            self.say(_difficulty(self._wish))
        else:
            self.say(_ABOUT.get(name, ""))

    def action_leave(self) -> None:
        """Stop making, or go back."""
        if self._making:
            self._making = False
            forget(self, "make")
            self.say("Stopped.")
        else:
            self.leave()


def _difficulty(wish: Wish) -> str:
    """Say what the difficulty means, and which ones this size does not have."""
    least, most = efforts(wish.grade) if wish.grade != ANY else (1, 0)
    bound = f"from {least} to {most}" if wish.grade != GRADES[-1] else f"of {least} and more"
    meaning = "" if wish.grade == ANY else f"An effort {bound}: the sum of all that a person has to think. "
    found = grades(wish)
    if found == GRADES:
        return meaning.strip()
    have = found[0] if len(found) == 1 else f"{found[0]} to {found[-1]}"
    return f"{meaning}Boards of this kind and size are {have}."


def _window(words: list[str], at: int, room: int) -> tuple[int, int]:
    """The first and last of the words around the one at `at` that fit into `room` columns."""
    first, last = at, at + 1
    while (first, last) != (0, len(words)):
        wider = (max(0, first - 1), min(len(words), last + 1))
        if sum(len(each) + 3 for each in words[wider[0] : wider[1]]) > room:
            break
        first, last = wider
    return first, last
