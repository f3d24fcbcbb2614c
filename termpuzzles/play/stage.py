"""What a front end offers to the player of a board: the stage; and what one tells the other."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol, TypeVar

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.library import Library
from termpuzzles.storage.settings import Settings

if TYPE_CHECKING:
    from termpuzzles.session.questions import Question

T = TypeVar("T")

THINKING = ("check", "hint", "new")  # the groups of slow questions for whose answers the player waits
QUESTIONS = (*THINKING, "count")  # the groups that belong to a board


class Shown(Flag):
    """What the player should see anew."""

    WORDS = auto()  # the words around the board
    BOARD = auto()
    PUZZLE = auto()  # another puzzle is open
    SOLVED = auto()  # the board has just been solved


class Message(NamedTuple):
    """An answer to a command: a code that never changes, a sentence, and the cells that it is about.

    `for_speech` is the sentence for players without keys and marks, if it is another one; "" if they need none.
    `names_places` says that the sentence calls cells by column and row.
    """

    code: str
    text: str
    cells: tuple[int, ...] = ()
    for_speech: str | None = None
    names_places: bool = False

    @property
    def aloud(self) -> str:
        """The sentence for players who have no keys and see no marks."""
        return self.text if self.for_speech is None else self.for_speech


SILENCE = Message("", "")


class Pending(Enum):
    """What the next direction means."""

    MOVE = ""
    LINE = "line"  # note a line there
    CROSS = "cross"  # note that there is none
    SHIFT = "shift"  # shift the board on the screen


class Stage(Protocol):
    """All that a front end must offer."""

    cursor: int  # the player's cell; the controller sets it

    @property
    def swapped(self) -> int:
        """The sides of that cell that the player sees swapped, beyond a flipped seam: N | S, E | W or none."""

    def show(self, what: Shown) -> None:
        """Read the controller again, and show this of it."""

    def reveal(self, cell: int) -> None:
        """Bring a cell into view; nothing where whatever changes is said with its place."""
        return

    def name_of(self, command: str, usual: str = "") -> str:
        """The key or word for a command, as players read it; if there are several, the usual one if among them."""

    def drawn(self, ways: Sequence[int]) -> str:
        """Several ways in which lines may leave a cell, as signs or in words."""

    def ask(self, question: Question[T], answered: Callable[[T], None], group: str) -> None:
        """Ask a slow question; a new one of the same group ends it."""

    def forget(self, *groups: str) -> None:
        """Cancel the questions of these groups; nothing where every question is answered at once."""
        return

    def request(self, prompt: str, choices: Sequence[str] | None, answered: Callable[[str], None]) -> None:
        """Ask the player for a line of text ("" if there is none), or for one of several names."""

    def open(self, puzzles: list[Puzzle], index: int, here: bool) -> None:
        """Open one of these puzzles, asking if need be: in place of this board, or in a place of its own."""

    def go_home(self) -> None:
        """Leave the board for the place where a player chooses what to play."""


def _random_seed() -> str:
    return os.urandom(8).hex()


@dataclass(eq=False, repr=False)
class PlayContext:
    """What a game in play depends on, in any front end.

    `library` keeps journals and settings, `settings` are as they were read from it, `now` returns the time in seconds,
    `seed` a seed for each new board. `called` is the name by which other players know this one, if there are any.
    `brought` is what guests bring along, each in the `Slot` of that name.
    """

    library: Library
    settings: Settings
    now: Callable[[], float] = time.monotonic
    seed: Callable[[], str] = field(default=_random_seed, kw_only=True)
    called: str = field(default="", kw_only=True)
    brought: dict[str, Any] = field(default_factory=dict, kw_only=True)

    @cached_property
    def solved(self) -> set[str]:
        """The names of the games in which a board was ever solved."""
        return {entry.game for entry in self.library.journals() if entry.finished}

    def has_solved(self, game: str) -> bool:
        """Whether a board of this game was ever solved."""
        return game in self.solved

    def has(self, slot: str) -> bool:
        """Whether a guest has filled the slot of that name; whatever needs none has what it needs."""
        return not slot or slot in self.brought

    def keep_settings(self) -> str:
        """Keep the settings; returns a sentence if that fails, else ""."""
        return self.library.keep_settings(self.settings)


class Slot(Generic[T]):
    """A place in a context for what a guest brings along, by name."""

    def __init__(self, name: str) -> None:
        self.name = name

    def of(self, context: PlayContext) -> T | None:
        """What is there; None if nothing is."""
        return context.brought.get(self.name)

    def required(self, context: PlayContext) -> T:
        """What is there, where it cannot be missing."""
        found: T = context.brought[self.name]
        return found

    def empty(self, context: PlayContext) -> None:
        """Let nothing be there."""
        context.brought.pop(self.name, None)

    def fill(self, context: PlayContext, value: T) -> None:
        """Bring that along."""
        context.brought[self.name] = value
