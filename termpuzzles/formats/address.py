"""Addresses: what is escaped in them, and where in them a puzzle of Simon Tatham's collection stands."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from termpuzzles.errors import PuzzleError

_ESCAPE = re.compile("%([2-7][0-9A-Fa-f])")  # an escaped printable character
_PAGE = ".html#"  # precedes the id in the address of a game in the collection's web pages
_APP = "sgtpuzzles:"  # begins the addresses of its Android app: `sgtpuzzles:net:5x5:…`

_T = TypeVar("_T")


class Unescaped(NamedTuple):
    """A text in which characters from `start` on were escaped (`%3A` for a colon), as browsers and chats do."""

    text: str
    escapes: tuple[int, ...]

    @classmethod
    def of(cls, text: str, start: int) -> Unescaped:
        """The text without its escapes."""
        escapes = tuple(found.start() for found in _ESCAPE.finditer(text, start))
        return cls(text[:start] + _ESCAPE.sub(lambda found: chr(int(found[1], 16)), text[start:]), escapes)

    def read(self, reader: Callable[[str], _T]) -> _T:
        """What the reader makes of the text; the column of its error is that in the text with the escapes."""
        try:
            return reader(self.text)
        except PuzzleError as error:
            if not self.escapes or error.column is None:
                raise
            column = error.column
            for place in self.escapes:
                column += 2 * (place + 1 < column)
            raise PuzzleError(error.expected, error.found, line=1, column=column) from None


class CollectionAddress(NamedTuple):
    """The address of a puzzle in the collection: the name of its game, where that stands, and where the id begins."""

    game: str
    named_at: int
    start: int


def collection_address(text: str) -> CollectionAddress | None:
    """The address `…/net.html#ID` of a page, or `sgtpuzzles:net:ID` of the app; None if the text is something else."""
    if text.startswith(_APP):
        name = text[len(_APP) :].partition(":")[0]
        return CollectionAddress(name, len(_APP), min(len(text), len(_APP) + len(name) + 1))
    end = text.find(_PAGE)
    if end < 0:
        if "://" not in text or not text.endswith(_PAGE[:-1]):
            return None
        end = len(text) - len(_PAGE) + 1
    begin = text.rfind("/", 0, end) + 1
    return CollectionAddress(text[begin:end], begin, min(len(text), end + len(_PAGE)))


def page_address(game: str, name: str) -> str:
    """The address at which the collection's web pages play the board of that id."""
    return f"https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/{game}{_PAGE}{name}"


def seed_refusal(text: str, whole: str, column: int) -> PuzzleError:
    """The error for an id that names a seed, from which only the program that drew the board can draw it again.

    `whole` is the beginning of the id that would do.
    """
    return PuzzleError(
        f"{text} names a seed of another program's random generator: give the descriptive id, {whole}:…, instead",
        line=1,
        column=column,
    )
