"""Turns looks into strips, one line of the view of a board each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from termpuzzles.board.grid import SIDES, E, N, S, W, mirrored
from termpuzzles.render.drawing import draw
from termpuzzles.render.glyph_sets import NONE, upright
from termpuzzles.render.ink import (
    ALONE,
    CHECKER,
    COPY,
    CURSOR,
    GLOW,
    MEDIUM,
    SMALL,
    SMALLEST,
    WEST_OF_CURSOR,
    AdjacentLooks,
    Glyph,
    Ink,
    Zoom,
    side_tone,
    weight_of,
)
from termpuzzles.render.picture import ASIDE, BECAUSE, LIT, ROLE, Look, Picture
from termpuzzles.render.pixels import GROUNDS, Tile, tile
from termpuzzles.tui.dyes import BACK, CLEAR, Dyes
from termpuzzles.tui.dyes import COPY as SEEN_AS_COPY
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.geometry import BLANK, CELL, AxisCell, Geometry
from termpuzzles.tui.widgets.light import STILL, Light

Run = tuple[str, Style]


_MOST_MADE = 1000  # the most drawn cells to keep, which take a kilobyte or two each


class CellPainter:
    """Draws single cells, each kind once for all players: boards have few different ones."""

    def __init__(self, ink: Ink, palette: Palette) -> None:
        self.ink = ink
        self.palette = palette
        self._made: dict[tuple[object, ...], list[tuple[Run, ...]]] = palette.drawn.setdefault(ink, {})
        # Taken now: the palette may become one without colour some time before the board gets another brush.
        self._dyes = palette.dyes(ink.few) if ink.pipes else None

    def cell(self, look: Look, around: AdjacentLooks, zoom: Zoom, stand: int) -> list[tuple[Run, ...]]:
        """The rows of a cell, from the top."""
        key = (look, around, zoom.name, stand)
        rows = self._made.get(key)
        if rows is None:
            if len(self._made) > _MOST_MADE:
                self._made.clear()
            drawn = draw(look, around, zoom, self.ink, stand)
            rows = self._made[key] = [tuple(self._runs(row)) for row in drawn]
        return rows

    def tile(self, look: Look, size: int, stand: int, edges: int, inner: int) -> list[tuple[Run, ...]]:
        """The rows of a tile in pipes, from the top."""
        assert self._dyes is not None
        key = (look, size, stand, edges, inner)
        rows = self._made.get(key)
        if rows is None:
            if len(self._made) > _MOST_MADE:
                self._made.clear()
            rows = self._made[key] = half_blocks(
                tile(look, size, stand & ~COPY, edges, inner), _veil(look, stand), self._dyes
            )
        return rows

    def _runs(self, row: Iterable[Glyph]) -> Iterator[Run]:
        """The pieces as runs, where neighbours that differ only in their text make one."""
        for (tone, ground, attributes), pieces in groupby(row, itemgetter(1, 2, 3)):
            text = "".join(piece.text for piece in pieces)
            yield text, self.palette.style(tone, ground, attributes=attributes)


def _veil(look: Look, stand: int) -> int:
    return SEEN_AS_COPY if stand & COPY else BACK if look.effects & ASIDE else CLEAR


def half_blocks(made: Tile, veil: int, dyes: Dyes) -> list[tuple[Run, ...]]:
    """Pixels as characters, each of which shows two, one above the other."""
    pixels = [[(dyes.colour(dye, veil), dye.tone in GROUNDS) for dye in row] for row in made]
    return [
        tuple(join_runs(half_block(*pair, dyes) for pair in zip(upper, lower, strict=True)))
        for upper, lower in zip(pixels[::2], pixels[1::2], strict=True)
    ]


def half_block(upper: tuple[str, bool], lower: tuple[str, bool], dyes: Dyes) -> Run:
    """The character for two pixels; the ground is what is behind it, where there is one, so that it seldom changes."""
    if upper[0] == lower[0]:
        return " ", dyes.style(upper[0], upper[0])
    if upper[1] and not lower[1]:
        return "▄", dyes.style(lower[0], upper[0])
    return "▀", dyes.style(upper[0], lower[0])


def join_runs(runs: Iterable[Run]) -> Iterator[Run]:
    """The runs, with neighbours of one style joined."""
    for style, group in groupby(runs, itemgetter(1)):
        yield "".join(text for text, _ in group), style


class RowPainter:
    """Draws lines of one picture, from nothing but what it is given."""

    def __init__(
        self,
        picture: Picture,
        geometry: Geometry,
        brush: CellPainter,
        cursor: int,
        rulers: bool = False,
        light: Light = STILL,
    ) -> None:
        self.picture = picture
        self.geometry = geometry
        self.grid = picture.grid
        self.brush = brush
        self.glyphs = brush.ink.glyphs
        self.palette = brush.palette
        self.cursor = cursor
        x, y = self.grid.place(cursor)
        self._before_cursor, _ = self.grid.unrolled(x - 1, y) or (-1, 0)
        self.rulers = rulers
        self.light = light
        self._rows: dict[tuple[int, bool], list[tuple[AxisCell, list[tuple[Run, ...]]]]] = {}

    def line(self, y: int) -> Strip:
        """Line `y` of the view, in its full width."""
        row = self.geometry.y.spot(y)
        width = self.geometry.x.room
        if self.rulers and y == max(0, self.geometry.y.shown_from - 1):
            return self._column_numbers()
        if row.kind == BLANK:
            return Strip.blank(width, self.palette.style("text"))
        strip = _strip(self._runs(row), width, self.palette.style("text"))
        return self._with_row_number(strip, row) if self.rulers and row.kind == CELL else strip

    def _runs(self, row: AxisCell) -> Iterator[Run]:
        """The runs of a line, from the left edge of the view."""
        if self.geometry.zoom.pixels:
            yield from self._tiles(row)
            return
        axis = self.geometry.x
        first = axis.begin
        if first:
            yield " " * first, self.palette.style("text")
        if axis.spot(first).kind != CELL and not axis.wraps:
            yield self._corner(row, True)
        yield from self._cells(row) if row.kind == CELL else self._frame(row)
        if not axis.wraps and 0 <= axis.first + axis.period < axis.room:
            yield self._corner(row, False)

    def _tiles(self, row: AxisCell) -> Iterator[Run]:
        """The runs of a line of a board in pipes."""
        axis = self.geometry.x
        yield " " * axis.begin, self.palette.style("text")
        found = self._rows.get((row.number, row.copy))
        if found is None:
            found = self._rows[row.number, row.copy] = list(self._drawn_tiles(row))
        for spot, rows in found:
            yield from _cut(rows[row.part], spot.part) if spot.part else rows[row.part]

    def _drawn_tiles(self, row: AxisCell) -> Iterator[tuple[AxisCell, list[tuple[Run, ...]]]]:
        """The visible tiles of a row; the last copy beyond a seam is cut at the end of what it has room for."""
        x, size = self.geometry.x, self.geometry.zoom.pixels
        spots = x.visible()
        for place, (spot, look) in enumerate(zip(spots, self._looks(row, spots), strict=True), 1):
            copy = spot.copy or row.copy
            stand = self._stand(spot, row) & (CHECKER if copy else -1) | COPY * copy
            edges = 0 if copy else self._bare_sides(spot.cell, row.cell)
            inner = self._inner_sides(look, *self.geometry.shown(spot, row))
            rows = self.brush.tile(look, size, stand, edges, inner)
            if spot.copy and place == len(spots):
                rows = [tuple(_kept(runs, x.after)) for runs in rows]
            yield spot, rows

    def _inner_sides(self, look: Look, cell: int, swapped: int) -> int:
        """The sides of a cell outlined by a hint beyond which lies another one, as they are seen."""
        if look.hint & ROLE != BECAUSE:
            return 0
        hints, ways = self.picture.hints, self.grid.ways
        return mirrored(sum(side for side in SIDES if hints.get(ways[side][cell], 0) & ROLE == BECAUSE), swapped)

    def _bare_sides(self, column: int, row: int) -> int:
        """The sides of a cell where the board ends for want of room, though it wraps around."""
        x, y, sides = self.geometry.x, self.geometry.y, 0
        if x.wraps and x.fits:
            place = (column - x.start) % x.cells
            sides |= W * (not place and not x.before) | E * (place == x.cells - 1 and not x.after)
        if y.wraps and y.fits:
            place = (row - y.start) % y.cells
            sides |= N * (not place and not y.before) | S * (place == y.cells - 1 and not y.after)
        return sides

    def _corner(self, row: AxisCell, left: bool) -> Run:
        """The frame to the left or right of a line."""
        frame = self.glyphs.frame
        if row.kind == CELL:
            text = frame[1] if not row.copy else " "
        else:
            text = frame[(2 if left else 3) if row.cell < 0 else (5 if left else 4)]
        return text, self.palette.style("frame")

    def _cells(self, row: AxisCell) -> Iterator[Run]:
        if row.copy:
            yield from self._glimpses(row)
            return
        part = row.part
        for spot, rows in self._row(row):
            yield from _cut(rows[part], spot.part) if spot.part else rows[part]

    def _row(self, row: AxisCell) -> list[tuple[AxisCell, list[tuple[Run, ...]]]]:
        """The visible cells of a row, each drawn; found once for all lines of the row."""
        found = self._rows.get((row.number, row.copy))
        if found is None:
            found = self._rows[row.number, row.copy] = list(self._drawn(row))
        return found

    def _drawn(self, row: AxisCell) -> Iterator[tuple[AxisCell, list[tuple[Run, ...]]]]:
        zoom, cell = self.geometry.zoom, self.brush.cell
        spots = self.geometry.x.visible()
        looks = self._looks(row, spots)
        beyond = [*looks[1:], self.picture.seen_at(spots[-1].number + 1, row.number)] if spots else []
        below = self._below(row, spots) if zoom is MEDIUM else [None] * len(spots)
        for spot, look, east, south in zip(spots, looks, beyond, below, strict=True):
            if spot.copy:  # all that is shown there of a copy is one character
                yield spot._replace(part=0), self._beside(look)
                continue
            around = AdjacentLooks(east if zoom.shares else None, south) if zoom.shares else ALONE
            yield spot, cell(look, around, zoom, COPY if spot.copy or row.copy else self._stand(spot, row))

    def _beside(self, look: Look) -> list[tuple[Run, ...]]:
        """The rows of a glimpse to the left or right of the board."""
        zoom, blank = self.geometry.zoom, (" ", self.palette.style("text"))
        return [(_glimpse(look, self.brush) if y == zoom.row else blank,) for y in range(zoom.height)]

    def _glimpses(self, row: AxisCell) -> Iterator[Run]:
        """The line of glimpses above or below the board."""
        zoom, axis, style = self.geometry.zoom, self.geometry.x, self.palette.style("text")
        spots = axis.visible()
        for spot, look in zip(spots, self._looks(row, spots), strict=True):
            if spot.copy:
                yield " ", style
            else:
                blank = " " * zoom.width
                runs = (blank[: zoom.column], style), _glimpse(look, self.brush), (blank[zoom.column + 1 :], style)
                yield from _cut(runs, spot.part)

    def _stand(self, spot: AxisCell, row: AxisCell) -> int:
        """The flags for a cell's place on the screen."""
        zoom, (cell, _) = self.geometry.zoom, self.geometry.shown(spot, row)
        stand = CURSOR if cell == self.cursor else 0
        if zoom is SMALL and cell == self._before_cursor:
            stand |= WEST_OF_CURSOR
        if self.light.glowing and cell in self.light.glowing:
            stand |= GLOW
        if zoom.height > 1 and (spot.cell + row.cell) % 2:
            stand |= CHECKER
        return stand

    def _looks(self, row: AxisCell, spots: Sequence[AxisCell]) -> list[Look]:
        """The looks of these columns of a row, fetched in runs of neighbours."""
        looks: list[Look] = []
        if self.grid.is_twisted:
            looks = [look for spot in spots if (look := self.picture.seen_at(spot.number, row.number))]
        else:
            for _, group in groupby(enumerate(spots), lambda pair: pair[1].cell - pair[0]):
                columns = [spot.cell for _, spot in group]
                looks += self.picture.row(row.cell, columns[0], columns[-1] + 1)
        if self.light.unreached:
            return [self._without_light(look, spot, row) for look, spot in zip(looks, spots, strict=True)]
        return looks

    def _without_light(self, look: Look, spot: AxisCell, row: AxisCell) -> Look:
        reached = self.geometry.shown(spot, row)[0] not in self.light.unreached
        return look if reached else look._replace(states=look.states & ~LIT)

    def _below(self, row: AxisCell, spots: Sequence[AxisCell]) -> list[Look | None]:
        number = row.number + 1
        if number == self.grid.height and not self.grid.surface.down:
            return [None] * len(spots)
        return list(self._looks(row._replace(cell=number % self.grid.height, number=number), spots))

    def _frame(self, row: AxisCell) -> Iterator[Run]:
        """The frame above or below the cells; at the medium zoom lines that run up against it show there."""
        zoom, style, level = self.geometry.zoom, self.palette.style("frame"), self.glyphs.frame[0]
        spots = self.geometry.x.visible()
        above = row.cell < 0 and zoom is MEDIUM
        looks: Iterable[Look | None] = self._looks(AxisCell(CELL), spots) if above else [None] * len(spots)
        for spot, look in zip(spots, looks, strict=True):
            text = level * (1 if spot.copy else zoom.width - spot.part)
            if look is not None and look.mask & N and not spot.copy and not spot.part:
                yield text[: zoom.column], style
                arm = upright(self.glyphs, NONE, weight_of(look, N))
                yield arm, self.palette.style(side_tone(look, N))
                yield text[zoom.column + 1 :], style
            else:
                yield text, style

    def _column_numbers(self) -> Strip:
        """The numbers of the columns over their middles, as many as there is room for."""
        axis, zoom = self.geometry.x, self.geometry.zoom
        text, end = [" "] * axis.room, 0
        widest = len(str(self.grid.width))
        step = 1 if zoom.width > widest or zoom.width == widest == 1 else 5
        for spot in axis.visible():
            if spot.copy or ((spot.cell + 1) % step and spot.cell):
                continue
            number, place = str(spot.cell + 1), axis.place_of(spot) + zoom.column
            place -= (len(number) - 1) // 2
            if end <= place and place + len(number) <= axis.room:
                text[place : place + len(number)] = number
                end = place + len(number) + 1
        return _strip([("".join(text), self.palette.style("faint"))], axis.room, self.palette.style("text"))

    def _with_row_number(self, strip: Strip, row: AxisCell) -> Strip:
        """The line with the number of its row before the cells."""
        zoom, axis = self.geometry.zoom, self.geometry.x
        if row.part != zoom.row or row.copy:
            return strip
        digits = len(str(self.grid.height))
        stop = max(axis.shown_from, digits)
        _, shown_row = self.grid.place(self.geometry.shown(axis.spot(axis.shown_from), row)[0])
        number = f"{shown_row + 1}".rjust(digits)
        middle = Strip([Segment(number, self.palette.style("faint"))], digits)
        return Strip.join([strip.crop(0, stop - digits), middle, strip.crop(stop, axis.room)])


def _glimpse(look: Look, brush: CellPainter) -> Run:
    """A cell beyond the seam in a single character."""
    return brush.cell(look, ALONE, SMALLEST, COPY)[0][0]


def _cut(runs: tuple[Run, ...], count: int) -> Iterator[Run]:
    """The runs without their first characters."""
    for text, style in runs:
        if text[count:]:
            yield text[count:], style
        count = max(0, count - len(text))


def _kept(runs: tuple[Run, ...], count: int) -> Iterator[Run]:
    """The first characters of the runs."""
    for text, style in runs:
        if count > 0:
            yield text[:count], style
        count -= len(text)


def _strip(runs: Iterable[Run], width: int, blank: Style) -> Strip:
    """The runs as a strip, with neighbours of one style joined, as each change of style costs bytes on the wire."""
    segments: list[Segment] = []
    joined, pen = "", blank
    for text, style in runs:
        if style is pen:  # each is made once
            joined += text
            continue
        if joined:
            segments.append(Segment(joined, pen))
        joined, pen = text, style
    if joined:
        segments.append(Segment(joined, pen))
    length = sum(len(segment.text) for segment in segments)
    strip = Strip(segments, length)
    return strip.crop(0, width) if length > width else strip.extend_cell_length(width, blank)
