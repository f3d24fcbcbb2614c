"""The params of Net in Simon Tatham's collection: `13x11w`, before the colon of an id or alone to ask for a board."""

import re
from typing import NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.formats.text import check_size, shown, side

_DIGITS, _DECIMAL = re.compile("[0-9]*"), re.compile("[0-9.]*")


class NetParams(NamedTuple):
    """The params of its generator; text form `13x11wb0.25a`, or `13` for a square.

    `wraps`: in both directions; `walls`: the share of barriers, 0 to 1; `ambiguous`: several solutions are allowed.
    """

    width: int
    height: int
    wraps: bool = False
    walls: float = 0.0
    ambiguous: bool = False

    @classmethod
    def parse(cls, text: str) -> "NetParams":
        """The params in the text; raises `PuzzleError` if it is anything else."""
        end = _past_digits(text, 0)
        width = height = side(text[:end], "width")
        if text[end : end + 1] == "x":
            start, end = end + 1, _past_digits(text, end + 1)
            height = side(text[start:end], "height", column=start + 1)
        check_size(width, height, column=1)
        return cls(width, height, *_letters(text, end))

    def __str__(self) -> str:
        walls = f"b{self.walls:.6f}".rstrip("0") if self.walls else ""
        return f"{self.width}x{self.height}{'w' * self.wraps}{walls}{'a' * self.ambiguous}"


def bare(text: str) -> NetParams | None:
    """The params if the text is nothing else and asks for a board that can be made, else None."""
    try:
        return NetParams.parse(text)
    except PuzzleError:
        return None


def _past_digits(text: str, start: int, digits: re.Pattern[str] = _DIGITS) -> int:
    found = digits.match(text, start)
    return found.end() if found else start


def _letters(text: str, start: int) -> tuple[bool, float, bool]:
    wraps, walls, ambiguous = False, 0.0, False
    while start < len(text):
        letter, end = text[start], start + 1
        if letter == "w":
            wraps = True
        elif letter == "a":
            ambiguous = True
        elif letter == "b":
            end = _past_digits(text, end, _DECIMAL)
            walls = _share(text[start + 1 : end], start + 2)
        else:
            raise PuzzleError("one of the letters w, b and a", shown(letter), line=1, column=start + 1)
        start = end
    return wraps, walls, ambiguous


def _share(text: str, column: int) -> float:
    try:
        share = round(float(text), 6)
    except ValueError:
        share = -1
    if 0 <= share <= 1:
        return share
    raise PuzzleError("a share of barriers from 0 to 1", shown(text), line=1, column=column)
