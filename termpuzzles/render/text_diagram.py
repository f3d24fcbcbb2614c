"""A position as plain text, with numbered columns and rows and marked cells, for reading without a screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from termpuzzles.board.glyphs import HEAVY, LIGHT
from termpuzzles.board.grid import S
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import Around, Ink
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Look, Picture, picture_of
from termpuzzles.render.zooms import SMALL

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State

_OPENING = {0: "", BECAUSE: "(", CUT_OFF: "{", ASSUMED: "?", TARGET: "▸"}
_CLOSING = {0: "", BECAUSE: ")", CUT_OFF: "}", ASSUMED: "?", TARGET: "◂"}
_STRENGTH = {role: at for at, role in enumerate(_OPENING)}  # between two cells the stronger of their marks is written
_INK = Ink(UNICODE, colour=False, shades=False)
_OUTSIDE = Look(0, 0, 0, 0, 0, 0, 0)

_PLAIN = " <v7>-rT^J|3LAE+"  # by mask
IN_ASCII = str.maketrans(
    dict(zip(LIGHT + HEAVY, _PLAIN * 2, strict=True)) | dict(zip("▸◂▔▐█·×•", "><##%.x~", strict=True))
)  # for `str.translate`: turns a chart into ascii


def chart(puzzle: Puzzle, state: State, marks: Mapping[int, int]) -> list[str]:
    """The board, two characters a cell: targets between triangles, runs of the cells they rest on in brackets.

    Runs of cells that would be cut off stand in braces, runs of supposed cells between question marks. Pinned tiles are
    heavy. `marks` gives cells their roles.
    """
    picture = picture_of(puzzle, state, marks=False)
    grid = puzzle.grid
    margin = len(str(grid.height)) + 1
    lines = [" " * margin + row for row in _columns(grid.width)]
    for y in range(grid.height):
        row = range(y * grid.width, (y + 1) * grid.width)
        lines.append(f"{y + 1:>{margin - 1}} {_row(picture, marks, row)}")
        if any((cell, S) in grid.walls for cell in row):
            lines.append(" " * (margin + 1) + " ".join("▔" if (cell, S) in grid.walls else " " for cell in row))
    return [line.rstrip() for line in lines]


def _columns(width: int) -> Iterator[str]:
    """The numbers of the columns, written downward."""
    digits = len(str(width))
    for place in range(digits):
        yield " " + " ".join(str(column).rjust(digits)[place] for column in range(1, width + 1))


def _row(picture: Picture, marks: Mapping[int, int], row: range) -> str:
    wraps = picture.grid.wrap_x
    looks = picture.row(row[0] // picture.grid.width, 0, len(row))
    seam = _drawn(looks[-1] if wraps else _OUTSIDE, looks[0])[1]
    text = [_mark(marks, row[-1] if wraps else None, row[0], True) or seam]
    for place, cell in enumerate(row):
        last = cell == row[-1]
        beyond = cell + 1 if not last else row[0] if wraps else None
        tile, join = _drawn(looks[place], None if beyond is None else looks[beyond - row[0]])
        text += [tile, _mark(marks, cell, beyond, last) or join]
    return "".join(text)


def _drawn(look: Look, east: Look | None) -> tuple[str, str]:
    """The characters of a tile and of the join to its right."""
    tile, join = draw(look, Around(east), SMALL, _INK)[0]
    return tile.text, join.text


def _mark(marks: Mapping[int, int], west: int | None, east: int | None, at_edge: bool) -> str:
    """The mark that ends or begins between two cells, or ""."""
    left = 0 if west is None else marks.get(west, 0)
    right = 0 if east is None else marks.get(east, 0)
    if not (at_edge or left != right or left == TARGET):
        return ""
    return _CLOSING[left] if _STRENGTH[left] > _STRENGTH[right] else _OPENING[right]
