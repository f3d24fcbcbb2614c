"""Looks made into strips: one line of a drawn board, or the part of it that is on the screen."""

from __future__ import annotations

from collections.abc import Iterator

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from termpuzzles.board.grid import E, N, S, W
from termpuzzles.play.drawing import Piece, block, ground_of, join, tile, tone_of, weight_of
from termpuzzles.play.picture import Look, Picture
from termpuzzles.play.strokes import Glyphs, flat, upright
from termpuzzles.tui.geometry import Geometry
from termpuzzles.tui.theme import Palette

Run = tuple[str, Style]


class Drawer:
    """Draws lines of a board; everything that decides how one looks is given, nothing is kept."""

    def __init__(self, picture: Picture, geometry: Geometry, glyphs: Glyphs, palette: Palette, cursor: int) -> None:
        self.picture = picture
        self.geometry = geometry
        self.grid = picture.grid
        self.glyphs = glyphs
        self.palette = palette
        self.cursor = cursor

    def line(self, y: int, first: int, last: int) -> Strip:
        """Columns `first` to `last` (exclusive) of line `y` of the board."""
        shape = self.geometry
        start = max(0, min(self.grid.width, (first - shape.left) // shape.cell_width))
        stop = max(start, min(self.grid.width, -((shape.left - last) // shape.cell_width)))
        begin = 0 if start == 0 else shape.left + start * shape.cell_width
        runs = list(self._runs(y, start, stop))
        return Strip(_merged(runs)).crop(first - begin, last - begin)

    def _runs(self, y: int, start: int, stop: int) -> Iterator[Run]:
        shape = self.geometry
        if y in (shape.top - 1, shape.bottom):
            yield from self._frame_line(y, start, stop)
            return
        inside = shape.top <= y < shape.bottom
        offset = y - shape.top + (y < shape.top) - (y > shape.bottom)
        row, part = offset // shape.cell_height % self.grid.height, offset % shape.cell_height
        if start == 0:
            yield from self._edge(row, part, W, inside)
        yield from self._cells(row, part, start, stop, inside)
        if stop == self.grid.width:
            yield from self._edge(row, part, E, inside)

    def _cells(self, row: int, part: int, start: int, stop: int, inside: bool) -> Iterator[Run]:
        looks = self.picture.row(row, start, stop)
        after = self._look_after(row, stop)
        here = self.cursor - row * self.grid.width - start
        for index, look in enumerate(looks):
            beyond = looks[index + 1] if index + 1 < len(looks) else after
            ground = self._ground(look, index + start + row, index == here) if inside else "outside"
            for piece in self._pieces(look, beyond, part):
                yield piece.text, self._style(piece, ground, inside)

    def _look_after(self, row: int, stop: int) -> Look | None:
        if stop == self.grid.width and not self.grid.wrap_x:
            return None
        return self.picture.look(self.grid.cell(stop % self.grid.width, row))

    def _pieces(self, look: Look, beyond: Look | None, part: int) -> tuple[Piece, ...]:
        if self.geometry.zoom == 3:
            return block(look, self.glyphs)[part]
        if self.geometry.zoom == 2:
            return tile(look, self.glyphs), join(look, beyond, self.glyphs)
        return (tile(look, self.glyphs),)

    def _ground(self, look: Look, diagonal: int, at_cursor: bool) -> str:
        if at_cursor:
            return "cursor"
        ground = ground_of(look, self.geometry.zoom)
        return "checker" if ground == "plain" and self.geometry.zoom == 3 and diagonal % 2 else ground

    def _style(self, piece: Piece, ground: str, inside: bool) -> Style:
        return self.palette.of(piece, ground) if inside else self.palette.style("copy")

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
        text = "".join(piece.text for piece in self._pieces(look, beyond, part))
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


def _merged(runs: list[Run]) -> list[Segment]:
    """The runs as segments, neighbours of one style joined, since each change of style costs bytes on the wire."""
    segments: list[Segment] = []
    texts: list[str] = []
    current: Style | None = None
    for text, style in runs:
        if style is not current and texts:
            segments.append(Segment("".join(texts), current))
            texts = []
        current = style
        texts.append(text)
    if texts:
        segments.append(Segment("".join(texts), current))
    return segments
