"""The record of functions that is a format, and how a text is cut into puzzles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State


class Assumed(NamedTuple):
    """The game of a text that does not name one: the game asked for, else that of its folder.

    A text that names another game than the one asked for is an error; another game than that of its folder is not.
    """

    asked: str | None = None
    folder: str | None = None


class Part(NamedTuple):
    """A piece of a text with one puzzle, and the line and column where it begins."""

    text: str
    line: int = 1
    column: int = 1


class Format(NamedTuple):
    """A format as a record; the last thing in its file.

    `parts` cuts a text into its puzzles; formats that may be mixed in one text share it. `sniff` takes the first word
    of a text or part (its first line that is neither blank nor begins with #) and all of it, and returns whether it
    looks like the format. `read` gives the puzzle of a part, None for a part of comments only, and raises `PuzzleError`
    with a place in that part. `write` is None for a format that is only read; it raises `PuzzleError` if the format
    cannot hold the puzzle or the position. `instead` names the format to use then.
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
    """The first line that is not blank, a comment (#) or a separator of pictures; without the spaces around it."""
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        word = text[start:end].strip()
        if word and word[0] != "#" and word != "---":
            return word
        start = end + 1
    return ""
