"""Text as cells, one character a column and one sign a pen; and the escape codes between pens and between places."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

FILL = "\1"  # the second column of a wide character
_FIRST_CLUSTER = 0xF0000  # private characters from here on stand for clusters of several characters or columns
_FIRST_PEN = 0x100
_MOST = 4000  # the most pens, or clusters
_MOST_RUNS = 1000  # the most runs whose cells are cached

# Every terminal is known to draw these in one column; after any other character the painter places the cursor anew.
_RANGES = (" ~", "¡¨", "ª¬", "¯ʯ", "‐―", "‘…", "←↓", "∞∞", "─▩", "▬▵", "▷▿", "◁◺", "◿◿", "⠀⣿", "✓✓", "✗✗")
STEADY = frozenset(chain.from_iterable(map(chr, range(ord(ends[0]), ord(ends[1]) + 1)) for ends in _RANGES))

_CONTROL = "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff]"
_INK = re.compile("[^ ]")
_FILLED = re.compile("([\U000f0000-\U0010ffff]?)(\1*)")


class Run(NamedTuple):
    """Some text drawn with one pen."""

    text: str
    columns: int  # the columns it takes; if not one for each character, the text is a single cluster
    pen: Pen


class CellEncoder:
    """Turns runs into cells, and cells into text; pens and clusters get their signs as they occur."""

    def __init__(self) -> None:
        self._pens: list[Pen] = []
        self._signs: dict[Pen, str] = {}
        self._for_blanks: dict[str, str] = {}
        self._clusters: dict[tuple[str, int], str] = {}
        self._spelled: dict[str, tuple[str, int]] = {}
        self._runs: dict[Run, tuple[str, str]] = {}

    @property
    def overflow(self) -> bool:
        """Whether more signs were given out than are likely to be in use."""
        return len(self._pens) > _MOST or len(self._clusters) > _MOST

    def sign(self, pen: Pen) -> str:
        """The character that stands for a pen."""
        sign = self._signs.get(pen)
        if sign is None:
            sign = self._signs[pen] = chr(_FIRST_PEN + len(self._pens))
            self._pens.append(pen)
            self._for_blanks[sign] = self.sign(pen.for_blanks)
        return sign

    def pen(self, sign: str) -> Pen:
        """The pen that a character stands for."""
        return self._pens[ord(sign) - _FIRST_PEN]

    def for_blanks(self, sign: str) -> str:
        """The sign for blanks drawn with that pen."""
        return self._for_blanks[sign]

    def bare(self, sign: str) -> str:
        """The sign of the pen that shows nothing but the ground of that pen."""
        return self.sign(Pen("", self.pen(sign).ground))

    def of_all(self, runs: Iterable[Run]) -> tuple[str, str]:
        """Cells and signs of pens for these runs, one after the other."""
        made = [self._runs.get(run) or self._of(run) for run in runs]
        return "".join(cells for cells, _ in made), "".join(pens for _, pens in made)

    def _of(self, run: Run) -> tuple[str, str]:
        if len(self._runs) > _MOST_RUNS:
            self._runs.clear()
        text, columns, pen = run
        if not text.isprintable():  # no escape code in a title or a name may reach the terminal
            text = re.sub(_CONTROL, "?", text)
        cells = text if len(text) == columns else self._cluster(text, columns)
        pens = _INK.sub(self.sign(pen), cells).replace(" ", self.sign(pen.for_blanks))
        self._runs[run] = cells, pens
        return cells, pens

    def _cluster(self, text: str, columns: int) -> str:
        if columns == 0:
            return ""
        sign = self._clusters.get((text, columns))
        if sign is None:
            sign = self._clusters[text, columns] = chr(_FIRST_CLUSTER + len(self._clusters))
            self._spelled[sign] = (text, columns)
        return sign + FILL * (columns - 1)

    def mended(self, cells: str) -> str:
        """The cells with a blank in place of each half of a wide character whose other half is gone."""

        def keep_whole(found: re.Match[str]) -> str:
            columns = self._spelled[found[1]][1] if found[1] else 0
            whole = found[0][:columns] if len(found[0]) >= columns else ""
            return whole.ljust(len(found[0]))

        return _FILLED.sub(keep_whole, cells)

    def spelled(self, cells: str) -> str:
        """The text that the cells stand for."""
        if not self._spelled or (cells.isascii() and FILL not in cells):
            return cells
        return "".join(self._spelled[cell][0] if cell in self._spelled else cell for cell in cells).replace(FILL, "")

    def runs(self, cells: str, pens: str) -> list[Run]:
        """The runs of single characters that make these cells."""
        return [
            Run(*self._spelled.get(cell, (cell, 1)), self.pen(pen))
            for cell, pen in zip(cells, pens, strict=True)
            if cell != FILL
        ]


# Attributes besides colours: these codes switch bit n of a pen's marks on and off, in the order in which rich numbers
# them: bold, dim, italic, underline, two kinds of blinking, reverse, conceal, strike, double underline, frame, circle,
# overline.
_ON = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "21", "51", "52", "53")
_OFF = ("22", "22", "23", "24", "25", "25", "27", "28", "29", "24", "54", "54", "55")
_SEEN_ON_BLANKS = 0b1111101001000  # all lines, frames and reversal; a blank looks the same in bold or in italics


class Pen(NamedTuple):
    """How a character is drawn."""

    ink: str = ""  # the SGR parameters of the colour, such as "38;5;12"; "" for the terminal's own
    ground: str = ""
    marks: int = 0

    @property
    def leaves_blanks_bare(self) -> bool:
        """Whether a blank drawn with the pen shows nothing but the ground."""
        return not self.marks & _SEEN_ON_BLANKS

    @property
    def for_blanks(self) -> Pen:
        """The pen that stands for all pens that draw a blank in the same way."""
        return Pen("", self.ground) if self.leaves_blanks_bare else self


PLAIN = Pen()  # the pen after `ESC[m`


def change_pen(before: Pen | None, after: Pen) -> str:
    """The code that changes from one pen to another; `None` is an unknown pen."""
    if before == after:
        return ""
    anew = _sgr(["0", *_marks(after.marks), after.ink, after.ground]) if after != PLAIN else "\x1b[m"
    if before is None:
        return anew
    parts = _change_marks(before.marks, after.marks) if before.marks != after.marks else []
    parts += [after.ink or "39"] * (after.ink != before.ink)
    parts += [after.ground or "49"] * (after.ground != before.ground)
    return min(_sgr(parts), anew, key=len)


def _change_marks(before: int, after: int) -> list[str]:
    """The parameters that switch marks off and on."""
    off = {_OFF[bit] for bit in _bits(before & ~after)}
    lost = sum(1 << bit for bit in _bits(before & after) if _OFF[bit] in off)  # bold and dim go off together
    return [*sorted(off), *_marks((after & ~before) | lost)]


def _sgr(parts: list[str]) -> str:
    return f"\x1b[{';'.join(filter(None, parts))}m"


@lru_cache(maxsize=64)
def _bits(marks: int) -> tuple[int, ...]:
    return tuple(bit for bit in range(len(_ON)) if marks >> bit & 1)


def _marks(marks: int) -> list[str]:
    return [_ON[bit] for bit in _bits(marks)]


@lru_cache(maxsize=512)
def go_to(y: int, x: int) -> str:
    """The code that places the cursor, wherever it is now."""
    return f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H" if y else "\x1b[H"


def move_cursor(at: tuple[int, int] | None, y: int, x: int) -> str:
    """The shortest code that places the cursor; `at` is where it is now, if that is known."""
    if at is None:
        return go_to(y, x)
    if at == (y, x):
        return ""
    if at[0] + 1 == y and x == 0:
        return "\r\n"  # never a line feed alone: a terminal's line discipline may or may not add the return
    return min(_down(y - at[0]) + _across(at[1], x), go_to(y, x), key=len)


@lru_cache(maxsize=512)
def _across(before: int, x: int) -> str:
    return "" if before == x else min(_along(x - before), f"\x1b[{x + 1}G" if x else "\r", key=len)


@lru_cache(maxsize=1024)
def _along(columns: int) -> str:
    if columns < 0:
        return min("\b" * -columns, f"\x1b[{-columns}D", key=len)
    return f"\x1b[{columns}C" if columns > 1 else "\x1b[C"


@lru_cache(maxsize=1024)
def _down(rows: int) -> str:
    """The code that moves the cursor down, or up if `rows` is negative, for few rows in a byte or two.

    These codes scroll only at the terminal's border, and the cursor never moves beyond that. A vertical tab moves down
    like a line feed, but no line discipline adds a return to it.
    """
    if -1 <= rows <= 3:
        return "\v" * rows if rows > 0 else "\x1bM" * -rows
    return f"\x1b[{abs(rows)}{'B' if rows > 0 else 'A'}"


_FAR = 100  # rows or columns: no terminal has many more
_ROW_BYTES = [len(_down(rows)) for rows in (*range(_FAR), *range(1 - _FAR, 0))]  # an index below 0 counts from the end
_COLUMN_BYTES = [0, *(len(_along(columns)) for columns in (*range(1, _FAR), *range(1 - _FAR, 0)))]


def move_cost(at: tuple[int, int] | None, y: int, x: int) -> int:
    """The length of `move_cursor`, mostly found without the code itself, as the painter compares many places."""
    if at is None or x < 9 or not (-_FAR < (columns := x - at[1]) < _FAR and -_FAR < (rows := y - at[0]) < _FAR):
        return len(move_cursor(at, y, x))  # in the first columns it may be shorter to place the column than to step
    steps = _ROW_BYTES[rows] + _COLUMN_BYTES[columns]
    return steps if steps <= 7 else min(steps, 7 + (y > 8) + (y > 98) + (y > 998) + (x > 98) + (x > 998))
