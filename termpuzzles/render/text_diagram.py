"""A position as plain text, with numbered columns and rows and marked cells, for reading without a screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from termpuzzles.board.grid import HEAVY, LIGHT, Grid, S
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import MARKS, SMALL, AdjacentLooks, Ink
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Look, Picture, picture_of

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State

_OPENING = {0: "", BECAUSE: "(", CUT_OFF: "{", ASSUMED: "?", TARGET: "▸"}
_CLOSING = {0: "", BECAUSE: ")", CUT_OFF: "}", ASSUMED: "?", TARGET: "◂"}
_STRENGTH = {role: at for at, role in enumerate(_OPENING)}  # between two cells the stronger of their marks is written
_INK = Ink(UNICODE, colour=False, shades=False)
_OUTSIDE = Look(0, 0, 0, 0, 0, 0, 0)

_PLAIN = " <v7>-rT^J|3LAE+"  # by mask
IN_ASCII = str.maketrans(
    dict(zip(LIGHT + HEAVY, _PLAIN * 2, strict=True))
    | dict(zip("╼╾▸◂▔▐█·×•", "--><##%.x~", strict=True))
    | {style.glyph: style.ascii for style in MARKS.values()}
)  # for `str.translate`: turns a chart into ascii


def text_diagram(
    puzzle: Puzzle, state: State, marks: Mapping[int, int], room: tuple[int, int] | None = None, above: int = 0
) -> list[str]:
    """The board, two characters a cell: targets between triangles, runs of the cells they rest on in brackets.

    Runs of cells that would be cut off stand in braces, runs of supposed cells between question marks. Pinned tiles are
    heavy. `marks` gives cells their roles. Of a board that is too large for a `room` of so many columns and rows only
    the part around the marks is drawn, below a line that says which; it leaves room for as many rows `above`.
    """
    grid = puzzle.grid
    columns, rows = range(grid.width), range(grid.height)
    if room is None or _fits(grid, columns, rows, room):
        return _part(puzzle, state, marks, columns, rows)
    columns, rows = _around(grid, marks, (room[0], max(room[1] // 2, room[1] - above)))
    shown = f"Columns {columns[0] + 1} to {columns[-1] + 1}, rows {rows[0] + 1} to {rows[-1] + 1} of {grid}:"
    return [shown, *_part(puzzle, state, marks, columns, rows)]


def part_diagram(puzzle: Puzzle, state: State, columns: range, rows: range) -> list[str]:
    """These columns and rows of the board, with their numbers and without marks."""
    return _part(puzzle, state, {}, columns, rows)


def _size(grid: Grid, columns: range, rows: range) -> tuple[int, int]:
    """How many columns and rows of text these columns and rows of the board take."""
    walls = sum(any((grid.cell(x, y), S) in grid.walls for x in columns) for y in rows) if grid.walls else 0
    return len(str(grid.height)) + 2 + 2 * len(columns), len(str(grid.width)) + len(rows) + walls


def _fits(grid: Grid, columns: range, rows: range, room: tuple[int, int]) -> bool:
    width, height = _size(grid, columns, rows)
    return width <= room[0] and height <= room[1]


def _around(grid: Grid, marks: Mapping[int, int], room: tuple[int, int]) -> tuple[range, range]:
    """The columns and rows around the marks that fit the room: around them all if they fit, else around the targets."""
    width = max(1, (room[0] - len(str(grid.height)) - 2) // 2)
    height = max(1, room[1] - len(str(grid.width)) - 1)
    targets = [cell for cell, mark in marks.items() if mark == TARGET]
    for cells in (list(marks), targets or list(marks)[:1]):
        xs, ys = zip(*map(grid.place, cells), strict=True) if cells else ((0,), (0,))
        if max(xs) - min(xs) < width and max(ys) - min(ys) < height:
            break
    columns, rows = _centred(xs, width, grid.width), _centred(ys, height, grid.height)
    while len(rows) > 1 and _size(grid, columns, rows)[1] >= room[1]:  # walls take rows of their own
        rows = rows[1:] if ys[0] - rows[0] > rows[-1] - ys[0] else rows[:-1]
    return columns, rows


def _centred(places: Sequence[int], most: int, length: int) -> range:
    """At most so many places from 0 up to the length, with these in the middle."""
    first = max(0, min((min(places) + max(places) + 1 - most) // 2, length - most))
    return range(first, min(length, first + most))


def _part(puzzle: Puzzle, state: State, marks: Mapping[int, int], columns: range, rows: range) -> list[str]:
    """These columns and rows of the board, with their numbers."""
    picture = picture_of(puzzle, state, marks=False)
    grid = puzzle.grid
    margin = len(str(grid.height)) + 1
    lines = [" " * margin + row for row in _numbers(columns, len(str(columns.stop)))]
    for y in rows:
        lines.append(f"{y + 1:>{margin - 1}} {_row(picture, marks, columns, y)}")
        walls = [(grid.cell(x, y), S) in grid.walls for x in columns]
        if any(walls):
            lines.append(" " * (margin + 1) + " ".join("▔" if wall else " " for wall in walls))
    return [line.rstrip() for line in lines]


def _numbers(columns: range, digits: int) -> Iterator[str]:
    """The numbers of the columns, written downward."""
    for place in range(digits):
        yield " " + " ".join(str(column + 1).rjust(digits)[place] for column in columns)


def _row(picture: Picture, marks: Mapping[int, int], columns: range, y: int) -> str:
    grid = picture.grid
    row = [grid.cell(x, y) for x in columns]
    looks = picture.row(y, columns.start, columns.stop)
    west, east = _beside(grid, columns.start - 1, y), _beside(grid, columns.stop, y)
    seam = _drawn(picture.seen_at(columns.start - 1, y) or _OUTSIDE, looks[0])[1]
    whole = len(columns) == grid.width  # then marks go on beyond the seam
    text = [_mark(marks, west if whole else None, row[0], True) or seam]
    looks.append(picture.seen_at(columns.stop, y) or _OUTSIDE)
    for place, cell in enumerate(row):
        last = cell == row[-1]
        beyond = row[place + 1] if not last else east if whole else None
        tile, join = _drawn(looks[place], None if last and east is None else looks[place + 1])
        text += [tile, _mark(marks, cell, beyond, last) or join]
    return "".join(text)


def _beside(grid: Grid, x: int, y: int) -> int | None:
    """The cell in that column, also beyond a seam; None beyond a border."""
    found = grid.unrolled(x, y)
    return found[0] if found else None


def _drawn(look: Look, east: Look | None) -> tuple[str, str]:
    """The characters of a tile and of the join to its right."""
    look = look._replace(walls=look.walls & ~S)  # those below have a line of their own
    tile, join = draw(look, AdjacentLooks(east), SMALL, _INK)[0]
    return tile.text, join.text


def _mark(marks: Mapping[int, int], west: int | None, east: int | None, at_edge: bool) -> str:
    """The mark that ends or begins between two cells, or ""."""
    left = 0 if west is None else marks.get(west, 0)
    right = 0 if east is None else marks.get(east, 0)
    if not (at_edge or left != right or left == TARGET):
        return ""
    return _CLOSING[left] if _STRENGTH[left] > _STRENGTH[right] else _OPENING[right]
