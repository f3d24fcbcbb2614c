"""Columns that the rows of a list, or some lines, have in common: set in one place, and filled row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rich.cells import cell_len, set_cell_size

from termpuzzles.tui.widgets.lines import Words

Cell = str | Words  # a text in the tone of its column, or pieces with tones of their own
_WIDE = 1000  # columns of a window that shows everything


class Column(NamedTuple):
    """A column of words in one tone, which begin at its left or end at its right, with a gap of blanks at that side.

    It is `width` wide besides its gap. What is longer moves aside what follows, so a column of no width is as wide as
    what it holds; but with `most` no more columns of it are shown. Windows narrower than `since` lack the column.
    """

    width: int = 0
    tone: str = "text"
    right: bool = False
    gap: int = 0
    most: int = 0
    since: int = 0


Columns = tuple[Column, ...]


def width_of(*columns: Column) -> int:
    """The columns of a window that these take."""
    return sum(column.width + column.gap for column in columns)


def in_columns(columns: Columns, *cells: Cell, window: int = _WIDE) -> Words:
    """These cells, one for each column, as a row in a window of so many columns.

    Blanks are counted as the terminal counts columns, and have the tone of what they stand beside. ValueError if there
    are more cells than columns, or fewer.
    """
    shown = (pair for pair in zip(columns, cells, strict=True) if pair[0].since <= window)
    return tuple(piece for column, cell in shown for piece in _filled(column, cell))


def _filled(column: Column, cell: Cell) -> Words:
    """What a cell holds, with the blanks around it."""
    pieces: Words = ((cell, column.tone),) if isinstance(cell, str) else cell or (("", column.tone),)
    if column.most:
        pieces = tuple(_cut(pieces, column.most))
    gap, left = " " * column.gap, " " * (column.width - sum(cell_len(piece[0]) for piece in pieces))
    before, after = (left, gap) if column.right else (gap, left)
    pieces = ((before + pieces[0][0], *pieces[0][1:]), *pieces[1:])
    return (*pieces[:-1], (pieces[-1][0] + after, *pieces[-1][1:]))


def _cut(pieces: Words, room: int) -> Iterator[tuple[str, ...]]:
    """As much of the pieces as has room in so many columns."""
    for text, *rest in pieces:
        kept = set_cell_size(text, min(room, cell_len(text)))
        yield (kept, *rest)
        room -= cell_len(kept)
