"""Where each cell lies on a drawn board, frame and neighbouring copies included, at each zoom."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Region, Size

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.render.drawing import CELL_HEIGHT, CELL_WIDTH, ZOOMS


class Geometry(NamedTuple):
    """A grid at a zoom, measured in columns and rows of characters from its top left corner.

    Around the cells runs a frame one character thick; beyond it, in each direction that wraps, a copy of the cells
    from the other side.
    """

    grid: Grid
    zoom: int

    @property
    def cell_width(self) -> int:
        """Columns of one cell."""
        return CELL_WIDTH[self.zoom]

    @property
    def cell_height(self) -> int:
        """Rows of one cell."""
        return CELL_HEIGHT[self.zoom]

    @property
    def left(self) -> int:
        """The column where the first cell begins."""
        return 1 + self.cell_width * self.grid.wrap_x

    @property
    def top(self) -> int:
        """The row where the first cell begins."""
        return 1 + self.cell_height * self.grid.wrap_y

    @property
    def right(self) -> int:
        """The column after the last cell."""
        return self.left + self.grid.width * self.cell_width

    @property
    def bottom(self) -> int:
        """The row after the last cell."""
        return self.top + self.grid.height * self.cell_height

    @property
    def size(self) -> Size:
        """Columns and rows of the whole board."""
        return Size(self.right + self.left, self.bottom + self.top)

    def columns(self, first: int, last: int) -> range:
        """The columns of cells of which some part lies from `first` to `last` (exclusive)."""
        start = max(0, min(self.grid.width, (first - self.left) // self.cell_width))
        return range(start, max(start, min(self.grid.width, -((self.left - last) // self.cell_width))))

    def rows(self, first: int, last: int) -> range:
        """The rows of cells of which some part lies from `first` to `last` (exclusive)."""
        start = max(0, min(self.grid.height, (first - self.top) // self.cell_height))
        return range(start, max(start, min(self.grid.height, -((self.top - last) // self.cell_height))))

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell drawn there, if any; a copy counts as the cell that it shows."""
        column, row = (x - self.left) // self.cell_width, (y - self.top) // self.cell_height
        if self.grid.wrap_x and x not in (self.left - 1, self.right):
            column = (x - self.left + (x < self.left) - (x > self.right)) // self.cell_width % self.grid.width
        if self.grid.wrap_y and y not in (self.top - 1, self.bottom):
            row = (y - self.top + (y < self.top) - (y > self.bottom)) // self.cell_height % self.grid.height
        if 0 <= column < self.grid.width and 0 <= row < self.grid.height:
            return self.grid.cell(column, row)
        return None

    def side_at(self, x: int, y: int) -> int:
        """The side of its cell that lies nearest to that place."""
        across = ((x - self.left) % self.cell_width + 0.5) / self.cell_width - 0.5
        down = ((y - self.top) % self.cell_height + 0.5) / self.cell_height - 0.5
        if abs(across) >= abs(down):
            return E if across >= 0 else W
        return S if down >= 0 else N

    def region(self, cell: int) -> Region:
        """The characters of the cell, with the join to its west at zoom 2."""
        x, y = self.grid.place(cell)
        joined = int(self.zoom == 2)
        return Region(
            self.left + x * self.cell_width - joined,
            self.top + y * self.cell_height,
            self.cell_width + joined,
            self.cell_height,
        )

    def span(self, first: int, last: int) -> list[Region]:
        """All that must be drawn again when cells of one row change, from `first` to `last`.

        On a seam that is also the frame and the copy beyond it.
        """
        region = self.region(first).union(self.region(last))
        grid, (start, y), stop = self.grid, self.grid.place(first), self.grid.place(last)[0]
        across, down = self.right - self.left + 2, self.bottom - self.top + 2
        columns = [across] * (grid.wrap_x and start == 0) + [-across] * (grid.wrap_x and stop == grid.width - 1)
        rows = [down] * (grid.wrap_y and y == 0) + [-down] * (grid.wrap_y and y == grid.height - 1)
        if rows or columns:
            region = region.grow((bool(rows), bool(columns)) * 2)
        return [region.translate((dx, dy)) for dx in (0, *columns) for dy in (0, *rows)]


def largest_zoom(grid: Grid, room: Size) -> int | None:
    """The largest zoom at which the whole board fits, if any does."""
    for zoom in reversed(ZOOMS):
        size = Geometry(grid, zoom).size
        if size.width <= room.width and size.height <= room.height:
            return zoom
    return None
