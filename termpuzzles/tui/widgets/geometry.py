"""Where each cell lies in the view of a board at each zoom, including copies on wrapped boards."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Offset, Region, Size

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.render.ink import ZOOMS, Zoom
from termpuzzles.tui.widgets.axis import CELL, Axis

ORIGIN = Offset(0, 0)


class Geometry(NamedTuple):
    """A grid at a zoom in a view: which cell is where, measured in characters from the view's top left corner."""

    grid: Grid
    zoom: Zoom
    x: Axis
    y: Axis

    @classmethod
    def of(cls, grid: Grid, zoom: Zoom, room: Size, scroll: Offset = ORIGIN, shift: Offset = ORIGIN) -> Geometry:
        """The geometry in a view of that size, scrolled by `scroll` characters and shifted by `shift` cells."""
        x = Axis(grid.width, zoom.width, grid.wrap_x, room.width, scroll.x, shift.x)
        y = Axis(grid.height, zoom.height, grid.wrap_y, room.height, scroll.y, shift.y)
        return cls(grid, zoom, x, y)

    @property
    def size(self) -> Size:
        """The columns and rows of the whole board with its frame."""
        return Size(self.x.length, self.y.length)

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell drawn there, if any; a copy counts as the cell that it shows."""
        column, row = self.x.spot(x), self.y.spot(y)
        return self.grid.cell(column.cell, row.cell) if column.kind == row.kind == CELL else None

    def side_at(self, x: int, y: int) -> int:
        """The side of the cell at that place that lies nearest to it."""
        across = (self.x.spot(x).part + 0.5) / self.zoom.width - (self.zoom.column + 0.5) / self.zoom.width
        down = (self.y.spot(y).part + 0.5) / self.zoom.height - (self.zoom.row + 0.5) / self.zoom.height
        if abs(across) >= abs(down):
            return E if across >= 0 else W
        return S if down >= 0 else N

    def region(self, cell: int) -> Region:
        """The region of the cell itself, not of its copies."""
        column, row = self.grid.place(cell)
        return Region(self.x.place(column), self.y.place(row), self.zoom.width, self.zoom.height)

    def span(self, first: int, last: int) -> list[Region]:
        """The regions to redraw when cells of one row change, from `first` to `last`, copies included.

        They include the joins that their neighbours to the west and north draw.
        """
        (start, row), stop = self.grid.place(first), self.grid.place(last)[0]
        lead, rise = int(self.zoom.shares), int(self.zoom.shares and self.zoom.height > 1)
        width = (stop - start) * self.zoom.width
        lefts = self.x.places(start, lead)
        if self.x.wraps and start != stop:
            lefts = sorted({*lefts, *(place - width for place in self.x.places(stop, lead))})
        size = Size(width + self.zoom.width + lead, self.zoom.height + rise)
        return [Region(left - lead, top - rise, *size) for left in lefts for top in self.y.places(row, rise)]


def largest_zoom(grid: Grid, room: Size) -> Zoom | None:
    """The largest zoom at which the whole board fits, if any does."""
    for zoom in reversed(ZOOMS):
        size = Geometry.of(grid, zoom, room).size
        if size.width <= room.width and size.height <= room.height:
            return zoom
    return None
