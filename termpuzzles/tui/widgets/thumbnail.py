"""A board as a small picture: two pixels a tile in half blocks, or in lines where a terminal has no pipes."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise

from rich.segment import Segment
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.render.ink import CHECKER, COPY, CURSOR, PIPE_ZOOMS, SMALL, SMALLEST, AdjacentLooks, Zoom
from termpuzzles.render.picture import Phase, Picture
from termpuzzles.render.pixels import Dye
from termpuzzles.render.thumbnail import Dot, OnDemand, thumbnail
from termpuzzles.render.thumbnail import Thumbnail as Dots
from termpuzzles.tui.adapter.display import plain_lines
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.light import STILL
from termpuzzles.tui.widgets.strips import Beside, CellPainter, Run, half_block, join_runs, stones_beside


def thumbnail_strips(
    picture: Picture,
    room: Size,
    brush: CellPainter,
    at: int | None = None,
    solved: bool = False,
    ground: str = "outside",
    cursor: int | None = None,
    beyond: int | None = None,
) -> list[Strip]:
    """The board in at most that many characters, as large as it fits; else the part around `at`, or its middle.

    A solved board has one colour. `ground` is the ground behind it, one of those that tiles take. Where cells
    are drawn, the cursor is shown at the cell `cursor`; where tiles are, the cell `beyond` like a copy beyond a seam.
    """
    if not room.width or not room.height:
        return []
    if not brush.ink.pipes:
        return _in_lines(picture, room, brush, at, cursor)
    if solved and not picture.settled:
        picture = replace(picture, settled=Phase.DONE, _layers={})
    if zoom := _fitting(picture.grid.width, picture.grid.height, room):
        return _in_tiles(picture, zoom.pixels, brush, cursor, beyond)
    if picture.puzzle.game.clue:
        ground = "stone ground"
    dots = thumbnail(picture, room.width, room.height, at, solved)
    times = min(room.width // len(dots[0]), 2 * room.height // len(dots))
    return dot_strips([[dot for dot in row for _ in range(times)] for row in dots for _ in range(times)], brush, ground)


def _fitting(width: int, height: int, room: Size) -> Zoom | None:
    """The largest size of tiles for a board of that size, if there is room for any."""
    zooms = (zoom for zoom in reversed(PIPE_ZOOMS) if zoom.pixels)
    return next((z for z in zooms if width * z.width <= room.width and height * z.height <= room.height), None)


def rows_of(width: int, height: int, room: Size, pipes: bool) -> int:
    """The rows that the picture of a board of that size takes in a room."""
    zoom = _fitting(width, height, room) if pipes else None
    return min(room.height, height * zoom.height if zoom else height)


def _in_tiles(picture: Picture, size: int, brush: CellPainter, cursor: int | None, beyond: int | None) -> list[Strip]:
    """The whole board in tiles; of copies beyond its seams only what is asked for."""
    grid, strips = picture.grid, []
    flags = STILL.stand(0, picture.settled) if picture.settled else 0
    for row in range(grid.height):
        tiles = []
        for column, look in enumerate(picture.row(row, 0, grid.width)):
            cell = grid.cell(column, row)
            sides = Beside(stones=stones_beside(picture, look, cell))
            stand = CHECKER * ((column + row) % 2) | CURSOR * (cursor == cell) | COPY * (beyond == cell) | flags
            tiles.append(brush.tile(picture.filled(look, cell), size, stand, sides))
        strips += [Strip([Segment(*run) for tile in tiles for run in tile[line]]) for line in range(size // 2)]
    return strips


def dot_strips(drawn: Dots, brush: CellPainter, ground: str = "outside") -> list[Strip]:
    """A small picture for a terminal with pipes; each character shows two of its pixels."""
    return [*strips_on_demand(drawn, brush, ground)]


def strips_on_demand(drawn: Dots, brush: CellPainter, ground: str = "outside") -> OnDemand[Strip]:
    """The same, drawn strip by strip as they are shown."""
    dyes = brush.palette.dyes(brush.ink.few)

    @cache
    def drawn_as(*pair: Dot) -> Run:
        dyed = (Dye(dot.tone or ground, ground, dot.faded if dot.tone else 0) for dot in pair)
        upper, lower = ((dyes.colour(dye), not dot.tone) for dye, dot in zip(dyed, pair, strict=True))
        return half_block(upper, lower, dyes)

    def strip(y: int) -> Strip:
        return Strip([Segment(*run) for run in join_runs(map(drawn_as, drawn[2 * y], drawn[2 * y + 1]))])

    return OnDemand(len(drawn) // 2, strip)


def _in_lines(picture: Picture, room: Size, brush: CellPainter, at: int | None, cursor: int | None) -> list[Strip]:
    """One character a tile, or two where there is room."""
    grid = picture.grid
    zoom = SMALL if 2 * grid.width - 1 <= room.width else SMALLEST
    x, y = grid.place(at) if at is not None else (grid.width // 2, grid.height // 2)
    columns = _shown(grid.width, room.width // zoom.width if zoom is SMALLEST else grid.width, x)
    strips = []
    for row in _shown(grid.height, room.height, y):
        looks = picture.row(row, columns.start, columns.stop)
        stands = (CURSOR * (grid.cell(column, row) == cursor) for column in columns)
        drawn = zip(pairwise([*looks, None]), stands, strict=True)
        runs = [
            run
            for (look, east), stand in drawn
            if look
            for run in brush.cell(look, AdjacentLooks(east), zoom, stand)[0]
        ]
        strips.append(
            Strip([Segment(*run) for run in runs]).crop(0, min(room.width, len(columns) * zoom.width - zoom.width + 1))
        )
    return strips


def _shown(cells: int, room: int, at: int) -> range:
    """The columns or rows around one of them that there is room for."""
    first = max(0, min(at - room // 2, cells - room))
    return range(first, min(cells, first + room))


class Thumbnail(Widget):
    """Shows a board in the middle of whatever room it is given, or nothing."""

    def __init__(self, context: Context, picture: Picture | None = None, *, id: str | None = None) -> None:  # noqa: A002 # textual's own name for it
        super().__init__(id=id)
        self.context = context
        self._shown: tuple[Picture | None, int | None, bool] = (picture, None, False)
        self._drawn: tuple[object, list[Strip]] = (None, [])

    def show(self, picture: Picture | None, at: int | None = None, solved: bool = False) -> None:
        """Show this board, around the cell `at` if it is too large; a solved one in one colour."""
        self._shown = (picture, at, solved)
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw some lines."""
        return plain_lines(self, crop)

    def render_line(self, y: int) -> Strip:
        """Draw one line."""
        picture, at, solved = self._shown
        brush = CellPainter(self.context.ink, self.context.palette)
        key = (*self._shown, self.size, brush.ink, self.context.theme_name)
        if self._drawn[0] != key:
            self._drawn = (key, thumbnail_strips(picture, self.size, brush, at, solved) if picture else [])
        strips, blank = self._drawn[1], self.context.palette.style("text")
        line = y - (self.size.height - len(strips)) // 2
        if not 0 <= line < len(strips):
            return Strip.blank(self.size.width, blank)
        before = (self.size.width - strips[line].cell_length) // 2
        return Strip([Segment(" " * before, blank), *strips[line]]).adjust_cell_length(self.size.width, blank)
