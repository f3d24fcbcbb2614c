"""What a format is: a record of functions; and how several puzzles lie in one text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State


class Assumed(NamedTuple):
    """The game that a text is of where it does not say so itself: the one asked for, else that of its folder.

    A text that disagrees with what was asked for is an error; one that disagrees with its folder is not.
    """

    asked: str | None = None
    folder: str | None = None


class Part(NamedTuple):
    """A piece of a text that holds one puzzle, and the line and column where it begins."""

    text: str
    line: int = 1
    column: int = 1


class Format(NamedTuple):
    """A format as a record; the last thing in its file.

    `parts` cuts a text into its puzzles; formats that may be mixed in one text share it. `sniff` is given the first
    word of a text or part (its first line that is neither blank nor begins with #) and all of it, and tells whether it
    looks like the format. `read` gives the puzzle of a part, None for a part that holds only comments, and raises
    `PuzzleError` with a place in that part. `write` is None for a format that is only read; it raises `PuzzleError`
    where the format cannot hold the puzzle or the position. `instead` names the format that then says it.
    """

    name: str
    parts: Callable[[str], Iterator[Part]]
    sniff: Callable[[str, str], bool]
    read: Callable[[str, Assumed], Puzzle | None]
    write: Callable[[Puzzle, State | None], str] | None
    instead: str = ""


def whole(text: str) -> Iterator[Part]:
    """The text as one part."""
    yield Part(text)


def lines(text: str) -> Iterator[Part]:
    """Each line that is neither blank nor begins with #, up to a tab, without the spaces around it."""
    for number, line in enumerate(text.split("\n"), 1):
        before_tab = line.partition("\t")[0]
        word = before_tab.strip()
        if word and word[0] != "#":
            yield Part(word, number, before_tab.index(word) + 1)


def first_word(text: str) -> str:
    """The first line that is neither blank, nor begins with #, nor parts two pictures; without the spaces around it."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        word = text[start:end].strip()
        if word and word[0] != "#" and word != "---":
            return word
        start = end + 1
    return ""
