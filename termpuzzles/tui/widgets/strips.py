"""Turns looks into strips, one line of the view of a board each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import NamedTuple

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
    phase_of,
    side_tone,
    weight_of,
)
from termpuzzles.render.picture import ASIDE, BECAUSE, LIT, ROLE, Look, Phase, Picture
from termpuzzles.render.pixels import BEHIND, Drawn, Dye, fine_tile, tile
from termpuzzles.tui.dyes import BACK, CLEAR, Dyes
from termpuzzles.tui.dyes import COPY as SEEN_AS_COPY
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.geometry import BLANK, CELL, Axis, AxisCell, Geometry
from termpuzzles.tui.widgets.light import STILL, Light

Run = tuple[str, Style]


_BOLD = Style(bold=True)


class Beside(NamedTuple):
    """What lies at the sides of a tile, as masks: where the board ends though it wraps around; where more of what a
    hint outlines lies; and where a line leads to another stone.
    """

    edges: int = 0
    inner: int = 0
    stones: int = 0


NOTHING_BESIDE = Beside()


class Placed(NamedTuple):
    """A tile in its place on the screen: its look, its flags, and what lies at its sides."""

    look: Look
    stand: int
    sides: Beside


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

    def tile(self, look: Look, size: int, stand: int, sides: Beside = NOTHING_BESIDE) -> list[tuple[Run, ...]]:
        """The rows of a tile in pipes, from the top."""
        assert self._dyes is not None
        key = (look, size, stand, sides)
        rows = self._made.get(key)
        if rows is None:
            self._make_room()
            rows = self._made[key] = half_blocks(
                self._drawn_tile(look, size, stand, sides), _veil(look, stand), self._dyes
            )
        return rows

    def _drawn_tile(self, look: Look, size: int, stand: int, sides: Beside, walled: bool = True) -> Drawn:
        edges, inner, stones = sides
        if not self.ink.fine:
            return Drawn(tile(look, size, stand & ~COPY, edges, inner), {})
        return fine_tile(look, size, stand & ~COPY, edges, inner, stones, walled)

    def _make_room(self) -> None:
        if len(self._made) > _MOST_MADE:
            self._made.clear()

    def middle(self, placed: Placed) -> tuple[Run, ...]:
        """The two middle rows of pixels of a tile at 4x2 that is drawn half a row lower."""
        key = ("middle", placed)
        rows = self._made.get(key)
        if rows is None:
            self._make_room()
            pixels = self._pixels_of(placed)
            walls = {3: ("▐", self._wall_colour(placed))} if placed.look.walls & E else {}
            rows = self._made[key] = [tuple(join_runs(self._between(pixels[1], pixels[2], walls)))]
        return rows[0]

    def border(self, above: Placed | None, below: Placed | None) -> tuple[Run, ...]:
        """The characters that hold the last row of pixels of one tile at 4x2 and the first of the next."""
        key = ("border", above, below)
        rows = self._made.get(key)
        if rows is None:
            self._make_room()
            rows = self._made[key] = [tuple(join_runs(self._border(above, below)))]
        return rows[0]

    def _border(self, above: Placed | None, below: Placed | None) -> Iterator[Run]:
        upper, lower = self._pixels_of(above)[3], self._pixels_of(below)[0]
        walls: dict[int, tuple[str, str]] = {}
        level = above if above and above.look.walls & S else below if below and below.look.walls & N else None
        if level:
            walls = dict.fromkeys(range(4), ("━", self._wall_colour(level)))
        beside = [placed for placed in (above, below) if placed and placed.look.walls & E]
        if beside:
            glyph = "▐" if len(beside) == 2 else "▝" if beside[0] is above else "▗"
            walls[3] = (glyph, self._wall_colour(beside[0]))
        return self._between(upper, lower, walls)

    def _pixels_of(self, placed: Placed | None) -> list[list[Pixel]]:
        """The pixels of a tile; without a tile, what lies around a board."""
        assert self._dyes is not None
        if placed is None:
            return [[(self._dyes.colour(Dye("outside")), _GROUND)] * 4] * 4
        look, stand, sides = placed
        veil, colour = _veil(look, stand), self._dyes.colour
        rows = self._drawn_tile(look, 4, stand, sides, walled=False).pixels
        return [[(colour(dye, veil), _depth(dye)) for dye in row] for row in rows]

    def _wall_colour(self, placed: Placed) -> str:
        assert self._dyes is not None
        ground = (Dye("settled"),) if phase_of(placed.stand) >= Phase.SOURCE else ()
        return self._dyes.halfway((Dye("wall"), *ground), _veil(placed.look, placed.stand))

    def _between(self, upper: list[Pixel], lower: list[Pixel], walls: dict[int, tuple[str, str]]) -> Iterator[Run]:
        """The characters of two rows of pixels, with walls; a line that meets one from one side keeps its half."""
        dyes = self._dyes
        assert dyes is not None
        for column, (up, down) in enumerate(zip(upper, lower, strict=True)):
            glyph, wall = walls.get(column, ("", ""))
            if not glyph:
                yield half_block(up, down, dyes)
            elif glyph == "━" and (up[1] == _GROUND) != (down[1] == _GROUND):
                yield ("▀", dyes.style(up[0], wall)) if down[1] == _GROUND else ("▄", dyes.style(down[0], wall))
            else:
                yield glyph, dyes.style(wall, dyes.mixture(up[0], down[0]))

    def _runs(self, row: Iterable[Glyph]) -> Iterator[Run]:
        """The pieces as runs, where neighbours that differ only in their text make one."""
        for (tone, ground, attributes), pieces in groupby(row, itemgetter(1, 2, 3)):
            text = "".join(piece.text for piece in pieces)
            yield text, self.palette.style(tone, ground, attributes=attributes)


def _veil(look: Look, stand: int) -> int:
    return SEEN_AS_COPY if stand & COPY else BACK if look.effects & ASIDE else CLEAR


def half_blocks(made: Drawn, veil: int, dyes: Dyes) -> list[tuple[Run, ...]]:
    """A tile as characters, most of which show two pixels, one above the other."""
    pixels = [[(dyes.colour(dye, veil), _depth(dye)) for dye in row] for row in made.pixels]
    blocks = made.blocks

    def run(row: int, column: int) -> Run:
        if block := blocks.get((row, column)):
            style = dyes.style(dyes.halfway(block.ink, veil), dyes.halfway(block.ground, veil))
            return block.glyph, style + _BOLD if block.glyph == "×" else style
        if made.pixels[2 * row][column].tone == made.pixels[2 * row + 1][column].tone == "cursor":
            return "█", run(row, column + 1 if column < size // 2 else column - 1)[1]
        return half_block(pixels[2 * row][column], pixels[2 * row + 1][column], dyes)

    size = len(pixels)
    return [tuple(join_runs(run(row, column) for column in range(size))) for row in range(size // 2)]


Pixel = tuple[str, int]  # its colour, and how far behind others it lies
_GROUND = 2


def _depth(dye: Dye) -> int:
    """How far behind others a pixel lies: ground, a line, or what has faded of it."""
    return _GROUND if dye.tone in BEHIND else int(not dye.thirds)


def half_block(upper: Pixel, lower: Pixel, dyes: Dyes) -> Run:
    """The character for two pixels; its ground is the one further behind, so that few pairs of colours are needed."""
    if upper[0] == lower[0]:
        return " ", dyes.style(upper[0], upper[0])
    if upper[1] > lower[1]:
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
        if self.geometry.y.tail:
            yield from self._half_lower(row)
            return
        found = self._rows.get((row.number, row.copy))
        if found is None:
            found = self._rows[row.number, row.copy] = [
                (spot, _cut_at_end(self.brush.tile(placed.look, self.geometry.zoom.pixels, *placed[1:]), end))
                for spot, placed, end in self._placed(row)
            ]
        for spot, rows in found:
            yield from _cut(rows[row.part], spot.part) if spot.part else rows[row.part]

    def _half_lower(self, row: AxisCell) -> Iterator[Run]:
        """The runs of a line of a board that is drawn half a row lower, so that walls run through characters."""
        brush = self.brush
        if row.part:
            runs = [(spot, brush.middle(placed), end) for spot, placed, end in self._placed(row)]
        else:
            before, after = _row_before(self.geometry.y, row), row if row.kind == CELL else None
            above = [*self._placed(before)] if before else []
            below = [*self._placed(after)] if after else []
            pairs = zip_longest((placed for _, placed, _ in above), (placed for _, placed, _ in below))
            places = ((spot, end) for spot, _, end in below or above)
            runs = [(spot, brush.border(*pair), end) for (spot, end), pair in zip(places, pairs, strict=True)]
        for spot, shown, end in runs:
            kept = tuple(_kept(shown, end)) if end else shown
            yield from _cut(kept, spot.part) if spot.part else kept

    def _placed(self, row: AxisCell) -> Iterator[tuple[AxisCell, Placed, int]]:
        """The visible tiles of a row; the last copy beyond a seam is cut at the end of what it has room for.

        Each comes with its spot, and the columns that are left of it, or 0 if all are.
        """
        x = self.geometry.x
        spots = x.visible()
        for place, (spot, look) in enumerate(zip(spots, self._looks(row, spots), strict=True), 1):
            copy = spot.copy or row.copy
            stand = self._stand(spot, row) & (~CURSOR if copy else -1) | COPY * copy
            cell, swapped = self.geometry.shown(spot, row)
            edges = 0 if copy else self._bare_sides(spot.cell, row.cell)
            stones = mirrored(stones_beside(self.picture, look, cell), swapped)
            sides = Beside(edges, self._inner_sides(look, cell, swapped), stones)
            yield (
                spot,
                Placed(self.picture.filled(look, cell), stand, sides),
                x.after if spot.copy and place == len(spots) else 0,
            )

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
        if self.picture.settled:
            stand = stand & ~CURSOR | self.light.stand(cell, self.picture.settled)
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
            dark = [self.geometry.shown(spot, row)[0] in self.light.unreached for spot in spots]
            lit = zip(looks, dark, strict=True)
            return [look._replace(states=look.states & ~LIT) if is_dark else look for look, is_dark in lit]
        return looks

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


def _row_before(axis: Axis, row: AxisCell) -> AxisCell | None:
    """The row of cells above a line that begins one, or that ends the board."""
    number = axis.number(axis.place_of(row) - 1) if row.kind == CELL else axis.cells - 1
    if not axis.wraps and number < 0:
        return None
    if axis.wraps and axis.fits and axis.place_of(row) - 1 < axis.first - axis.before:
        return None
    is_copy = axis.wraps and axis.fits and not 0 <= axis.place_of(row) - 1 - axis.first < axis.period
    return AxisCell(CELL, number % axis.cells, copy=is_copy, number=number)


def stones_beside(picture: Picture, look: Look, cell: int) -> int:
    """The sides of a cell with a stone beyond which lies another one; 0 for other cells."""
    if not look.clue:
        return 0
    clues, ways = picture.puzzle.clues, picture.grid.ways
    return sum(side for side in SIDES if ways[side][cell] >= 0 and clues[ways[side][cell]])


def _cut_at_end(rows: list[tuple[Run, ...]], end: int) -> list[tuple[Run, ...]]:
    """The rows of a tile, of which only so many columns are left, or all if that is 0."""
    return [tuple(_kept(runs, end)) for runs in rows] if end else rows


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
