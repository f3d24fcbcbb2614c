"""Looks made into strips: one line of a drawn board, or the part of it that is on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.render.drawing import Piece, block, ground_of, join, tile, tone_of, weight_of
from termpuzzles.render.glyph_sets import Glyphs, flat, upright
from termpuzzles.render.picture import Look, Picture
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.geometry import Geometry

Run = tuple[str, Style]

_UNDER_CURSOR = {"hinted": "hint", "wrong": "wrong"}  # the tone that tells of a ground which the cursor hides

PLAIN, CHECKER, CURSOR, COPY = range(4)  # where a cell stands: plainly, on the darker squares, at the cursor, beyond


class Brush:
    """Makes the characters and styles of single cells, each once: boards have few different ones."""

    def __init__(self, glyphs: Glyphs, palette: Palette) -> None:
        self.glyphs = glyphs
        self.palette = palette
        self._made: dict[tuple[object, ...], tuple[Run, ...]] = {}

    def cell(self, look: Look, beyond: Look | None, zoom: int, part: int, stand: int) -> tuple[Run, ...]:
        """One row of a cell: `part` counts its rows from the top, `beyond` is the look of its eastern neighbour."""
        key = (look, beyond if zoom == 2 else None, zoom, part, stand)
        runs = self._made.get(key)
        if runs is None:
            runs = self._made[key] = tuple(self._make(look, beyond, zoom, part, stand))
        return runs

    def _make(self, look: Look, beyond: Look | None, zoom: int, part: int, stand: int) -> Iterator[Run]:
        ground, mark = ground_of(look, zoom), None
        if stand == CURSOR:
            ground, mark = "cursor", _UNDER_CURSOR.get(ground) if zoom < 3 else None
        elif ground == "plain" and stand == CHECKER:
            ground = "checker"
        for piece in pieces(look, beyond, zoom, part, self.glyphs):
            piece = piece._replace(tone=mark, bold=True) if mark else piece
            yield piece.text, self.palette.style("copy") if stand == COPY else self.palette.of(piece, ground)


def pieces(look: Look, beyond: Look | None, zoom: int, part: int, glyphs: Glyphs) -> tuple[Piece, ...]:
    """One row of a cell as pieces."""
    if zoom == 3:
        return block(look, glyphs)[part]
    if zoom == 2:
        return tile(look, glyphs), join(look, beyond, glyphs)
    return (tile(look, glyphs),)


class Drawer:
    """Draws lines of one picture; everything that decides how one looks is given, nothing is kept."""

    def __init__(self, picture: Picture, geometry: Geometry, brush: Brush, cursor: int) -> None:
        self.picture = picture
        self.geometry = geometry
        self.grid = picture.grid
        self.brush = brush
        self.glyphs = brush.glyphs
        self.palette = brush.palette
        self.cursor = cursor

    def line(self, y: int, first: int, last: int) -> Strip:
        """Columns `first` to `last` (exclusive) of line `y` of the board."""
        shape = self.geometry
        columns = shape.columns(first, last)
        begin = 0 if columns.start == 0 else shape.left + columns.start * shape.cell_width
        strip = _strip(self._runs(y, columns.start, columns.stop))
        return strip.crop(first - begin, last - begin)

    def _runs(self, y: int, start: int, stop: int) -> list[Run]:
        shape = self.geometry
        if y in (shape.top - 1, shape.bottom):
            return list(self._frame_line(y, start, stop))
        inside = shape.top <= y < shape.bottom
        offset = y - shape.top + (y < shape.top) - (y > shape.bottom)
        row, part = offset // shape.cell_height % self.grid.height, offset % shape.cell_height
        runs = list(self._edge(row, part, W, inside)) if start == 0 else []
        runs += self._cells(row, part, start, stop, inside)
        return runs + list(self._edge(row, part, E, inside)) if stop == self.grid.width else runs

    def _cells(self, row: int, part: int, start: int, stop: int, inside: bool) -> list[Run]:
        looks = self.picture.row(row, start, stop)
        beyond = [*looks[1:], self._look_after(row, stop)]
        zoom, cell, runs = self.geometry.zoom, self.brush.cell, list[Run]()
        here = self.cursor - row * self.grid.width - start if inside else -1
        checkers = (row + start) % 2 if zoom == 3 else None
        for index, look in enumerate(looks):
            stand = CURSOR if index == here else COPY if not inside else checkers == (index + 1) % 2
            runs += cell(look, beyond[index], zoom, part, stand)
        return runs

    def _look_after(self, row: int, stop: int) -> Look | None:
        if stop == self.grid.width and not self.grid.wrap_x:
            return None
        return self.picture.look(self.grid.cell(stop % self.grid.width, row))

    def _edge(self, row: int, part: int, side: int, inside: bool) -> Iterator[Run]:
        """The frame beside a row, and beyond it, where the board wraps, the cell that comes next."""
        grid, width = self.grid, self.grid.width
        column = 0 if side == W else width - 1
        frame = self._upright_frame(row, part, side, column) if inside else (" ", self.palette.style("frame"))
        if not grid.wrap_x:
            yield frame
            return
        copied = width - 1 - column
        look, beyond = (self.picture.look(grid.cell(x % width, row)) for x in (copied, copied + 1))
        copy = self._copy(look, beyond, part)
        yield from (copy, frame) if side == W else (frame, copy)

    def _copy(self, look: Look, beyond: Look, part: int) -> Run:
        text = "".join(piece.text for piece in pieces(look, beyond, self.geometry.zoom, part, self.glyphs))
        return text, self.palette.style("copy")

    def _upright_frame(self, row: int, part: int, side: int, column: int) -> Run:
        glyphs, shape = self.glyphs, self.geometry
        if not self.grid.wrap_x:
            return glyphs.frame[1], self.palette.style("frame")
        look = self.picture.look(self.grid.cell(column, row))
        if look.walls & side:
            return glyphs.frame[1], self.palette.style("wall")
        if look.joined & side and part == shape.cell_height // 2:
            weight = weight_of(look, side)
            return flat(glyphs, weight, weight), self.palette.style(tone_of(look))
        return glyphs.seam[1], self.palette.style("frame")

    def _frame_line(self, y: int, start: int, stop: int) -> Iterator[Run]:
        """The frame above or below the board; where the board wraps, lines cross it."""
        above = y < self.geometry.top
        row, side = (0, N) if above else (self.grid.height - 1, S)
        corners = self.glyphs.frame[2:4] if above else self.glyphs.frame[5:3:-1]
        padding = " " * (self.geometry.left - 1)
        style = self.palette.style("frame")
        solid = not (self.grid.wrap_x or self.grid.wrap_y)
        if start == 0:
            yield padding + (corners[0] if solid else " "), style
        for look in self.picture.row(row, start, stop):
            yield from self._level_frame(look, side)
        if stop == self.grid.width:
            yield (corners[1] if solid else " ") + padding, style

    def _level_frame(self, look: Look, side: int) -> Iterator[Run]:
        glyphs, width = self.glyphs, self.geometry.cell_width
        style = self.palette.style("frame")
        if not self.grid.wrap_y:
            yield glyphs.frame[0] * width, style
        elif look.walls & side:
            yield glyphs.frame[0] * width, self.palette.style("wall")
        elif look.joined & side:
            middle, weight = (width - 1) // 2, weight_of(look, side)
            yield glyphs.seam[0] * middle, style
            yield upright(glyphs, weight, weight), self.palette.style(tone_of(look))
            yield glyphs.seam[0] * (width - middle - 1), style
        else:
            yield glyphs.seam[0] * width, style


def _strip(runs: list[Run]) -> Strip:
    """The runs as a strip, neighbours of one style joined, since each change of style costs bytes on the wire."""
    segments: list[Segment] = []
    texts: list[str] = []
    current: Style | None = None
    length = 0
    for text, style in runs:
        length += len(text)
        if style is not current:
            if texts:
                segments.append(Segment("".join(texts), current))
            texts, current = [], style
        texts.append(text)
    if texts:
        segments.append(Segment("".join(texts), current))
    return Strip(segments, length)
