"""A position as plain text with columns and rows numbered and cells marked: what is read without a screen.

It draws by itself, with nothing from `termpuzzles.render.drawing`: loading that costs a hint on the command line 6 ms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from termpuzzles.board.glyphs import HEAVY, LIGHT
from termpuzzles.board.grid import E, S, W

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State

RESTS, HINTED = 1, 2  # how a cell is marked: as one that a hint rests on, or as one that it is about

_OPENING = ("", "(", "▸")
_CLOSING = ("", ")", "◂")

_PLAIN = " <v7>-rT^J|3LAE+"  # by mask
IN_ASCII = str.maketrans(
    dict(zip(LIGHT + HEAVY, _PLAIN * 2, strict=True)) | dict(zip("▸◂▔▎█·×•", "><##%.x:", strict=True))
)  # for `str.translate`: a chart where only ascii can be shown


def chart(puzzle: Puzzle, state: State, marks: Mapping[int, int]) -> list[str]:
    """The board, two characters a cell: hinted cells between triangles, runs of those they rest on in brackets.

    Pinned tiles are heavy.
    """
    grid = puzzle.grid
    margin = len(str(grid.height)) + 1
    lines = [" " * margin + row for row in _columns(grid.width)]
    for y in range(grid.height):
        first = y * grid.width
        row = range(first, first + grid.width)
        lines.append(f"{y + 1:>{margin - 1}} {_row(puzzle, state, marks, row)}")
        if any((cell, S) in grid.walls for cell in row):
            lines.append(" " * (margin + 1) + " ".join("▔" if (cell, S) in grid.walls else " " for cell in row))
    return [line.rstrip() for line in lines]


def _columns(width: int) -> Iterator[str]:
    """The numbers of the columns, written downward."""
    digits = len(str(width))
    for place in range(digits):
        yield " " + " ".join(str(column).rjust(digits)[place] for column in range(1, width + 1))


def _row(puzzle: Puzzle, state: State, marks: Mapping[int, int], row: range) -> str:
    wraps = puzzle.grid.wrap_x
    text = [_between(puzzle, state, marks, row[-1] if wraps else None, row[0], True)]
    for cell in row:
        last = cell == row[-1]
        beyond = cell + 1 if not last else row[0] if wraps else None
        text.append(_tile(puzzle, state, cell))
        text.append(_between(puzzle, state, marks, cell, beyond, last))
    return "".join(text)


def _tile(puzzle: Puzzle, state: State, cell: int) -> str:
    if puzzle.game.shades and not state.lines[cell]:
        return "·" if puzzle.tiles[cell] else "█"
    return (HEAVY if state.pins[cell] else LIGHT)[state.lines[cell]]


def _between(
    puzzle: Puzzle, state: State, marks: Mapping[int, int], west: int | None, east: int | None, at_edge: bool
) -> str:
    """The mark that ends or begins between two cells, else what is there: a wall, lines, a note."""
    left = 0 if west is None else marks.get(west, 0)
    right = 0 if east is None else marks.get(east, 0)
    if at_edge or left != right or left == HINTED:
        mark = _CLOSING[left] if left > right else _OPENING[right]
        if mark:
            return mark
    if west is not None and (west, E) in puzzle.grid.walls:
        return "▎"
    drawn = 0 if west is None else state.lines[west] & E
    if east is not None and state.lines[east] & W:
        drawn |= W
    if not drawn and west is not None and (notes := state.notes[west] & (E << 4 | E)):
        return "×" if notes & E else "•"
    # A line of the western cell fills the western half, and the other way round.
    pinned = any(cell is not None and state.pins[cell] for cell in (west, east))
    return (HEAVY if pinned else LIGHT)[(E if drawn & W else 0) | (W if drawn & E else 0)]
