"""Where each cell lies in the view of a board at each zoom, axis by axis, including copies on wrapped boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from textual.geometry import Offset, Region, Size

from termpuzzles.board.grid import E, Grid, N, S, W, mirrored
from termpuzzles.board.surface import Seam
from termpuzzles.render.ink import SMALL, ZOOMS, Zoom

ORIGIN = Offset(0, 0)
_MOST_NEW = 3000  # characters that may come into view at once, as all of them are sent; at most half the view


class Geometry(NamedTuple):
    """A grid at a zoom in a view: which cell is where, measured in characters from the view's top left corner."""

    grid: Grid
    zoom: Zoom
    x: Axis
    y: Axis

    @classmethod
    def of(cls, grid: Grid, zoom: Zoom, room: Size, scroll: Offset = ORIGIN, shift: Offset = ORIGIN) -> Geometry:
        """The geometry in a view of that size, scrolled by `scroll` characters and shifted by `shift` cells."""
        edge = 0 if zoom.pixels else 1
        across, down = (zoom.width // 2, zoom.height // 2) if zoom.pixels else (1, 1)
        most_x, most_y = (max(1, _MOST_NEW // max(1, beside)) for beside in (room.height, room.width))
        wraps_x, wraps_y = map(bool, grid.surface)
        x = Axis(grid.width, zoom.width, wraps_x, room.width, scroll.x, shift.x, 0, edge, across, most_x)
        tail = int(zoom.pixels == 4 and bool(grid.walls) and room.height > grid.height * zoom.height)
        y = Axis(grid.height, zoom.height, wraps_y, room.height, scroll.y, shift.y, 0, edge, down, most_y, tail=tail)
        flips_x, flips_y = (seam is Seam.FLIPPED for seam in grid.surface)
        return cls(grid, zoom, x._replace(flips=flips_x), y._replace(flips=flips_y))

    @property
    def size(self) -> Size:
        """The columns and rows of the whole board with its frame, if it has one."""
        return Size(self.x.length, self.y.length)

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell drawn there, if any; a copy counts as the cell that it shows."""
        column, row = self.x.spot(x), self.y.spot(y)
        return self.shown(column, row)[0] if column.kind == row.kind == CELL else None

    def shown(self, column: AxisCell, row: AxisCell) -> tuple[int, int]:
        """The cell that is drawn there, and which of its sides are seen swapped (see `Grid.unrolled`)."""
        found = self.grid.unrolled(column.number, row.number) if self.grid.is_twisted else None
        return found or (self.grid.cell(column.cell, row.cell), 0)

    def swapped(self, cell: int) -> int:
        """Which sides of the cell itself are seen swapped: N | S, E | W or none."""
        region = self.region(cell)
        return self.shown(self.x.spot(region.x), self.y.spot(region.y))[1]

    def side_at(self, x: int, y: int) -> int:
        """The side of the cell at that place that lies nearest to it."""
        return mirrored(self._side_seen_at(x, y), self.shown(self.x.spot(x), self.y.spot(y))[1])

    def _side_seen_at(self, x: int, y: int) -> int:
        zoom = self.zoom
        column, row = (zoom.width / 2, zoom.height / 2) if zoom.pixels else (zoom.column + 0.5, zoom.row + 0.5)
        across = (self.x.spot(x).part + 0.5 - column) / zoom.width
        down = (self.y.spot(y).part + 0.5 - row) / zoom.height
        if abs(across) >= abs(down):
            return E if across >= 0 else W
        return S if down >= 0 else N

    def region(self, cell: int) -> Region:
        """The region of the cell itself, not of its copies."""
        left, top = self._own_place(cell)
        return Region(left, top, self.zoom.width, self.zoom.height)

    def _own_place(self, cell: int) -> tuple[int, int]:
        column, row = self.grid.place(cell)
        if self.y.flips:
            top = self.y.place(row)
            return self.x.place(self._column(column, top)), top
        left = self.x.place(column)
        return left, self.y.place(self._row(row, left))

    def _column(self, column: int, top: int) -> int:
        """The column in which the cells of that one are seen at the height `top`: beyond a flipped seam another."""
        return self.x.cells - 1 - column if self.y.flips and self.y.number(top) // self.y.cells % 2 else column

    def _row(self, row: int, left: int) -> int:
        """The row in which the cells of that one are seen so far from the left."""
        return self.y.cells - 1 - row if self.x.flips and self.x.number(left) // self.x.cells % 2 else row

    def places(self, cell: int, lead: int = 0, rise: int = 0) -> list[tuple[int, int]]:
        """Where the cell and its copies begin, as far as some part of them is visible (see `Axis.places`)."""
        (column, row), x, y = self.grid.place(cell), self.x, self.y
        if y.flips:
            return [(left, top) for top in y.places(row, rise) for left in x.places(self._column(column, top), lead)]
        return [(left, top) for left in x.places(column, lead) for top in y.places(self._row(row, left), rise)]

    def homed(self, cell: int) -> Geometry:
        """The geometry with the repetitions as its home in which that cell is visible."""
        column, row = self.grid.place(cell)
        if self.y.flips:
            y = self.y.homed(row)
            return self._replace(y=y, x=self.x.homed(self._replace(y=y)._column(column, y.place(row))))
        x = self.x.homed(column)
        return self._replace(x=x, y=self.y.homed(self._replace(x=x)._row(row, x.place(column))))

    def revealing(self, cell: int, near: Offset | None = None) -> Offset:
        """The offset at which a cell is in view (see `Axis.revealing`)."""
        (column, row), (near_x, near_y) = self.grid.place(cell), near or (None, None)
        if self.y.flips:
            down = self.y.revealing(row, near_y)
            y = self.y._replace(offset=down).homed(row)
            return Offset(self.x.revealing(self._replace(y=y)._column(column, y.place(row)), near_x), down)
        across = self.x.revealing(column, near_x)
        x = self.x._replace(offset=across).homed(column)
        return Offset(across, self.y.revealing(self._replace(x=x)._row(row, x.place(column)), near_y))

    def span(self, first: int, last: int) -> list[Region]:
        """The regions to redraw when cells of one row change, from `first` to `last`, copies included.

        They include the joins that their neighbours to the west and north draw.
        """
        (start, row), stop = self.grid.place(first), self.grid.place(last)[0]
        lead, rise = int(self.zoom.shares), int(self.zoom.shares and self.zoom.height > 1)
        tail = self.y.tail
        if self.grid.is_twisted:
            size = Size(self.zoom.width + lead, self.zoom.height + rise + tail)
            places = [place for cell in range(first, last + 1) for place in self.places(cell, lead, rise)]
            return [Region(left - lead, top - rise, *size) for left, top in places]
        width = (stop - start) * self.zoom.width
        lefts = self.x.places(start, lead)
        if self.x.wraps and start != stop:
            lefts = sorted({*lefts, *(place - width for place in self.x.places(stop, lead))})
        size = Size(width + self.zoom.width + lead, self.zoom.height + rise + tail)
        return [Region(left - lead, top - rise, *size) for left in lefts for top in self.y.places(row, rise)]


def largest_zoom(grid: Grid, room: Size, zooms: Sequence[Zoom] = ZOOMS) -> Zoom | None:
    """The largest of these zooms at which the whole board fits, if it fits at any."""
    for zoom in reversed(zooms):
        size = Geometry.of(grid, zoom, room).size
        if size.width <= room.width and size.height <= room.height:
            return zoom
    return None


def fitting_zoom(grid: Grid, room: Size, beside: int, zooms: Sequence[Zoom]) -> Zoom:
    """The zoom at which a board opens: the largest that fits; pipes leave a panel of width `beside` its place.

    Only where a panel would leave too little, as in narrow windows, they take all of the room.
    """
    left = Size(room.width - beside, room.height) if room.width >= _ROOM_FOR_PANEL else room
    pipes = [zoom for zoom in zooms if zoom.pixels]
    rest = [zoom for zoom in zooms if not zoom.pixels]
    return largest_zoom(grid, left, pipes) or largest_zoom(grid, room, rest) or SMALL


_ROOM_FOR_PANEL = 60  # the fewest columns of a window with a panel beside the board

CELL, FRAME, BLANK = range(3)


class AxisCell(NamedTuple):
    """What lies at a place of the view: part of a cell (counted from its start), a frame, or nothing.

    `copy` says that this is a copy of the cell beyond the seam of a wrapped axis. For a frame, `cell` is -1 before the
    cells and the number of cells after them. `number` counts on beyond the seam, where `cell` begins again.
    """

    kind: int
    cell: int = 0
    part: int = 0
    copy: bool = False
    number: int = 0


_NOTHING = AxisCell(BLANK)


class Axis(NamedTuple):
    """`cells` cells of `size` characters each in a view of `room` characters.

    An axis that does not wrap has a frame of `edge` characters before and after its cells, and begins `offset`
    characters before the view if it does not fit. An axis that wraps goes on beyond both ends with copies of its cells:
    if all of it fits, its cells begin with `start`, and at most `reach` characters on each side show copies; else the
    view is a window, `offset` characters on, over cells that repeat without end, none of which is a copy: the
    repetition `home` is the one with the cursor. To show a cell just outside, the view moves by at most `most`. Where
    its seam `flips`, every second repetition is mirrored along the other axis. With a `tail` of 1 cells are drawn half
    a character further on: the first character of a cell shows half of the one before, and one more follows the last.
    """

    cells: int
    size: int
    wraps: bool
    room: int
    offset: int = 0
    start: int = 0
    home: int = 0
    edge: int = 1
    reach: int = 1
    most: int = 1 << 30
    flips: bool = False
    tail: int = 0

    @property
    def period(self) -> int:
        """The number of characters of all cells."""
        return self.cells * self.size

    @property
    def length(self) -> int:
        """The number of characters of all cells and of what must stand beside them: a frame, or glimpses of copies."""
        return self.period + 2 * self.edge + self.tail

    @property
    def fits(self) -> bool:
        """Whether all cells can be seen at once."""
        return self.length <= self.room

    @property
    def first(self) -> int:
        """Where in the view the cells begin; on an endless axis, those of its home."""
        if self.fits:
            return (self.room - self.period - self.tail) // 2
        return self.home * self.period - self.offset if self.wraps else self.edge - self.offset

    @property
    def shown_from(self) -> int:
        """Where in the view cells are first seen that are no copies."""
        return max(0, self.first) if self.fits or not self.wraps else 0

    @property
    def before(self) -> int:
        """The characters of copies before the cells of an axis that wraps and fits."""
        return min(self.reach, self.first)

    @property
    def after(self) -> int:
        """The characters of copies after those cells."""
        return min(self.reach, self.room - self.first - self.period)

    def spot(self, place: int) -> AxisCell:
        """What lies at that place of the view."""
        at = place - self.first
        inside = 0 <= at < self.period
        if self.wraps:
            if self.fits and not -self.before <= at < self.period + self.after:
                return _NOTHING
            number = self.number(place)
            return AxisCell(CELL, number % self.cells, at % self.size, self.fits and not inside, number)
        if inside:
            return AxisCell(CELL, at // self.size, at % self.size, number=at // self.size)
        if not self.edge:
            return AxisCell(FRAME, self.cells) if self.tail and at == self.period else _NOTHING
        return AxisCell(FRAME, -1) if at == -1 else AxisCell(FRAME, self.cells) if at == self.period else _NOTHING

    def number(self, place: int) -> int:
        """The number of the cell at that place of the view, which counts on beyond the seam."""
        start = self.start if self.fits else self.home * self.cells
        return (place - self.first) // self.size + start * self.wraps

    def place(self, index: int) -> int:
        """Where in the view a cell begins; on a wrapped axis the cell itself, not a copy."""
        start = self.start if self.wraps and self.fits else 0
        return self.first + (index - start) % self.cells * self.size

    def place_of(self, spot: AxisCell) -> int:
        """Where in the view the cell at a spot begins, beyond a seam, too."""
        start = self.start if self.fits else self.home * self.cells
        return self.first + (spot.number - start * self.wraps) * self.size

    def places(self, index: int, reach: int = 0) -> list[int]:
        """Where in the view a cell and its copies begin, as far as some part of them is visible.

        `reach` is how many characters before a cell also belong to it: a join that the cell before draws.
        """
        own = self.place(index)
        if not self.wraps:
            found = [own]
        elif self.fits:
            found = [own + repeat * self.period for repeat in (-1, 0, 1)]
            low, high = self.first - self.size, self.first + self.period + self.size
            found = [place for place in found if low <= place < high]
        else:
            nearest = own % self.period
            found = list(range(nearest - self.period, self.room + reach, self.period))
        return [place for place in found if -self.size < place < self.room + reach]

    def visible(self) -> tuple[AxisCell, ...]:
        """The cells that are visible at least in part, in order, copies included.

        `part` is how many of the cell's characters lie before the view.
        """
        return _visible(self)

    @property
    def begin(self) -> int:
        """The first place of the view where something is drawn."""
        return self.first - (self.before if self.wraps else self.edge) if self.fits else 0

    def revealing(self, index: int, near: int | None = None) -> int:
        """The offset at which a cell is in view: the same if it is already, else one with the cell in the middle.

        If the cell lies just outside a large view, that moves less far. Of a cell that repeats without end the view
        goes to the one nearest to the place `near`, by default the middle.
        """
        if self.fits:
            return 0
        places = [place for place in self.places(index) if place >= 0 and place + self.size <= self.room]
        if places:
            return self.offset
        place = self._nearest(index, near) if self.wraps else self.place(index)
        by = place - max(0, min(self.room // 2, self.room - self.size))
        most = max(self.size, self.most)
        if -most <= place <= self.room + most - self.size:
            by = max(-most, min(most, by))
        offset = self.offset + by
        return offset if self.wraps else max(0, min(self.length - self.room, offset))

    @property
    def shown(self) -> tuple[int, int]:
        """The first cell of the board itself that is in view, and how many are.

        On an endless axis they are those of its home, or of the repetition at its beginning if none of those are seen.
        """
        begin = self.first
        if self.wraps and not self.fits and not -self.period < begin < self.room:
            begin %= -self.period
        first = min(self.cells - 1, max(0, -begin) // self.size)
        last = min(self.cells - 1, (self.room - 1 - begin) // self.size)
        return first, max(1, last + 1 - first)

    def _nearest(self, index: int, to: int | None = None) -> int:
        """Where the copy of a cell begins that is nearest to a place, by default the middle of the view."""
        own, wanted = self.place(index), self.room // 2 if to is None else to
        return own + round((wanted - own) / self.period) * self.period

    def homed(self, index: int) -> Axis:
        """The axis with the repetition as its home in which that cell is visible."""
        if not self.wraps or self.fits:
            return self
        places = [place for place in self.places(index) if place >= 0 and place + self.size <= self.room]
        place = places[0] if places else self._nearest(index)
        return self._replace(home=(place + self.offset) // self.period)


@lru_cache(maxsize=256)
def _visible(axis: Axis) -> tuple[AxisCell, ...]:
    """The visible cells along an axis; cached, because every line of a board needs them."""
    spots, place = [], axis.begin
    while place < axis.room:
        spot = axis.spot(place)
        if spot.kind != CELL:
            place += 1
            continue
        spots.append(spot)
        place += axis.size - spot.part
    return tuple(spots)
