"""Text as cells: one character for each column, and one sign for each pen, so that rows are compared as strings."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from termpuzzles.tui.terminal.codes import Pen

FILL = "\1"  # the second column of a wide character
_FIRST_CLUSTER = 0xF0000  # private characters from here on stand for clusters of several characters or columns
_FIRST_PEN = 0x100
_MOST = 4000  # the most pens, or clusters
_MOST_RUNS = 1000  # the most runs whose cells are cached

# Every terminal is known to draw these in one column; after any other character the painter places the cursor anew.
_RANGES = (" ~", "¡¨", "ª¬", "¯ʯ", "‐―", "‘…", "←↓", "∞∞", "─▵", "▷▿", "◁◺", "◿◿", "⠀⣿", "✓✓", "✗✗")
STEADY = frozenset(chain.from_iterable(map(chr, range(ord(ends[0]), ord(ends[1]) + 1)) for ends in _RANGES))

_CONTROL = "[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ue000-\uf8ff\U000f0000-\U0010ffff]"
_INK = re.compile("[^ ]")
_FILLED = re.compile("([\U000f0000-\U0010ffff]?)(\1*)")


class Run(NamedTuple):
    """Some text drawn with one pen."""

    text: str
    columns: int  # the columns it takes; if not one for each character, the text is a single cluster
    pen: Pen


class Cells:
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
