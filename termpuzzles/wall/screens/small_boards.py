"""Small boards: one as large as it fits, without ranks and files, and one for each value of a setting."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.tui.widgets.lines import text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.wall.game.position import WallPosition
from termpuzzles.wall.picture import WallView, size_of
from termpuzzles.wall.pixels import LEFT, SHAPES, SMALL_SHAPES, PixelShape, room_of
from termpuzzles.wall.screens.board import board_strips
from termpuzzles.wall.screens.drawing import bare_strips

_GAP = 2  # columns between two boards
_SEVERAL = SMALL_SHAPES[-2:]  # the sizes in which several boards are shown, the larger first


class NamedBoard(NamedTuple):
    """A board with the name of what it shows, and whether that is chosen."""

    name: str
    position: WallPosition
    is_chosen: bool


def small_board_strips(position: WallPosition, room: Size, brush: CellPainter) -> Sequence[Strip]:
    """The board as large as it fits: as it is played on where there is room for that, else in smaller cells."""
    shapes = (*SHAPES, *SMALL_SHAPES) if brush.ink.pipes else ()
    shape = next((each for each in shapes if _fits(position, each, room, LEFT * (each in SHAPES))), None)
    if shape is None or shape in SHAPES:
        return board_strips(WallView(position, {}), room, brush)[1]
    strips = bare_strips(WallView(position, {}), shape, brush)
    left = text_strip(brush, (" " * ((room.width - strips[0].cell_length) // 2), "text"))
    above = [Strip.blank(0)] * ((room.height - len(strips)) // 2)
    return [*above, *(Strip.join([left, strip]) for strip in strips)]


def _fits(position: WallPosition, shape: PixelShape, room: Size, labels: int) -> bool:
    width, height = room_of(position, shape)
    return width - LEFT + labels <= room.width and height - (not labels) <= room.height


def named_board_strips(boards: Sequence[NamedBoard], room: Size, brush: CellPainter) -> list[Strip]:
    """The boards side by side and below one another, each below its name; in letters only the chosen one."""
    if not brush.ink.pipes:
        return _in_letters(boards, room, brush)
    blank = brush.palette.style("text")
    flows = (_flow([_box(each, shape, brush) for each in boards], room.width, blank) for shape in _SEVERAL)
    strips = next((strips for strips in map(list, flows) if len(strips) <= room.height), None)
    return strips if strips is not None else [*small_board_strips(_chosen(boards).position, room, brush)]


def _chosen(boards: Iterable[NamedBoard]) -> NamedBoard:
    found = list(boards)
    return next((each for each in found if each.is_chosen), found[0])


def _in_letters(boards: Sequence[NamedBoard], room: Size, brush: CellPainter) -> list[Strip]:
    chosen = _chosen(boards)
    smallest = size_of(chosen.position, 0)
    if smallest[1] + 1 > room.height:
        return [*board_strips(WallView(chosen.position, {}), room, brush)[1]]
    names = text_strip(brush, *((f" {each.name} ", "good" if each.is_chosen else "faint") for each in boards))
    return [names, *board_strips(WallView(chosen.position, {}), room - Size(0, 1), brush)[1]]


def _box(board: NamedBoard, shape: PixelShape, brush: CellPainter) -> list[Strip]:
    """A board below its name, all rows as wide as the wider of both."""
    name = text_strip(brush, (board.name, "good" if board.is_chosen else "faint"))
    rows = [name, *bare_strips(WallView(board.position, {}), shape, brush)]
    width, blank = max(row.cell_length for row in rows), brush.palette.style("text")
    return [row.adjust_cell_length(width, blank) for row in rows]


def _flow(boxes: Sequence[list[Strip]], width: int, blank: Style) -> Iterator[Strip]:
    """The boxes side by side as many as fit, then those below, with a blank row between."""
    line: list[list[Strip]] = []
    for box in boxes:
        if line and sum(each[0].cell_length + _GAP for each in (*line, box)) - _GAP > width:
            yield from _side_by_side(line, blank)
            yield Strip.blank(0)
            line = []
        line.append(box)
    yield from _side_by_side(line, blank)


def _side_by_side(boxes: Sequence[list[Strip]], blank: Style) -> Iterator[Strip]:
    gap = Strip.blank(_GAP, blank)
    for rows in zip_longest(*boxes):
        pieces = [row or Strip.blank(box[0].cell_length, blank) for row, box in zip(rows, boxes, strict=True)]
        yield Strip.join([part for piece in pieces for part in (piece, gap)])
