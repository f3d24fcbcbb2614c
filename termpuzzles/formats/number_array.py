"""Arrays of numbers as programs print them: JSON, Python's lists, numpy's print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import (
    About,
    Assumed,
    Format,
    Specimen,
    check_size,
    natural,
    never,
    shown,
)
from termpuzzles.formats.number_grid import check_numbers, lined, reverse
from termpuzzles.formats.text_grid import Body, TextGrid, parts
from termpuzzles.games.model import Puzzle, State

_TOKEN = re.compile(r"[][]|\.\.\.|[^][,;\s]+")
_CALL = re.compile(r"\s*(?:np\.|numpy\.)?array\(")  # around what Python's repr shows
_ENDED = re.compile(r"\s*(,\s*dtype=[\w.]+\s*)?\)\s*$")


class _Token(NamedTuple):
    text: str
    start: int


def sniff(word: str, text: str) -> bool:
    """Whether the text begins like a list."""
    return word.startswith("[") or bool(_CALL.match(word))


def read(text: str, assumed: Assumed) -> Puzzle | None:
    """The puzzle of a list of rows, or of all numbers of a square, below its header; None if there are only comments.

    Raises `PuzzleError` with the place.
    """
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    rows = list(_rows(text))
    if _without_comments(text).count("[") == 1:
        width = isqrt(len(rows[0]))
        if width**2 != len(rows[0]):
            raise PuzzleError("a list of rows, or as many numbers as a square has", str(len(rows[0])), line=1, column=1)
        rows = [rows[0][start : start + width] for start in range(0, len(rows[0]), width)]
    for row in rows:
        if len(row) != len(rows[0]):
            expected = f"{counted(len(rows[0]), 'number')}, as in the first row"
            raise _refused(text, row[0].start, expected, str(len(row)))
    check_numbers(found.game, found.numbers[0])
    tiles = bytes(_mask(text, token) for row in rows for token in row)
    check_size(len(rows[0]), len(rows), line=found.numbers[0])
    return found.puzzle(Body(len(rows[0]), tiles, tiles))


def _rows(text: str) -> Iterator[list[_Token]]:
    """The numbers of each innermost list; raises `PuzzleError` where lists do not fit into each other."""
    call = _CALL.match(text)
    begin = call.end() if call else 0
    ended = _ENDED.search(text, begin) if call else None
    end = ended.start() if ended else len(text)
    row: list[_Token] = []
    depth, deepest = 0, 0
    for found in _TOKEN.finditer(_without_comments(text), begin, end):
        token = _Token(found[0], found.start())
        if token.text == "[" and depth < 2 and not row and (depth or deepest < 2):
            depth += 1
            deepest = max(depth, deepest)
        elif token.text == "]" and depth:
            if depth == deepest and not row:
                raise _refused(text, token.start, "a number", "']'")
            if row:
                yield row
            depth, row = depth - 1, []
        elif depth and depth == deepest and token.text not in "[]":
            row.append(token)
        else:
            raise _refused(
                text,
                token.start,
                "a number or ]" if row else "a list" if depth or not deepest else "the end of the array",
                shown(token.text),
            )
    if depth or not deepest:
        raise _refused(text, len(text.rstrip()), "]", "the end of the text")


def _without_comments(text: str) -> str:
    """The text with spaces in place of lines that begin with #."""
    return re.sub(r"^#.*", lambda found: " " * len(found[0]), text, flags=re.MULTILINE)


def _mask(text: str, token: _Token) -> int:
    number = natural(token.text)
    if number is None or number > 15:
        expected = "a number from 0 to 15" + " (an array that was printed in part)" * (token.text == "...")
        raise _refused(text, token.start, expected, shown(token.text))
    return reverse(number)


def _refused(text: str, place: int, expected: str, found: str) -> PuzzleError:
    before = text[:place]
    return PuzzleError(expected, found, line=before.count("\n") + 1, column=place - before.rfind("\n"))


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle as a list of rows, one a line, in that position, below the header that it needs."""
    head, rows = lined(puzzle, state)
    return "\n".join([*head, "[" + ",\n ".join(f"[{', '.join(row)}]" for row in rows) + "]"])


ABOUT = About(
    "Arrays of numbers",
    "Programs in Python, JavaScript and others: JSON, lists as Python prints them, numpy's print.",
    """\
A list of rows of numbers, each as in number grids; commas or spaces may part them, lines end anywhere. One flat
list of as many numbers as a square has is that square. Header lines may stand above, and `---` parts several.""",
    "As in number grids.",
    (
        Specimen("[[6, 12], [3, 9]]", "infinity:2x2:9c36"),
        Specimen("[[ 6 12]\n [ 3  9]]", "infinity:2x2:9c36"),
        Specimen("[6, 12, 3, 9]", "infinity:2x2:9c36"),
    ),
)

NUMBER_ARRAY = Format("array", 100, parts, sniff, read, write, ABOUT, like="numbers", claims=never)
