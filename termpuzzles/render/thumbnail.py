"""A board as a small picture: two pixels a tile and its joins, in any state, of any game, in any room.

A pixel is a tone, as in `pixels`, and how far it has faded: where copies go on beyond a seam, and where a board is cut
because it is larger than its room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple, TypeVar, overload

from termpuzzles.board.grid import DEGREE, E, S
from termpuzzles.render.ink import MARKS, side_tone
from termpuzzles.render.picture import DRAWN, MARK, SHADED, SLATE, SOURCE, Look, Phase, Picture


class Dot(NamedTuple):
    """A pixel of a small picture: its tone ("" where there is nothing), and by how many thirds it has faded."""

    tone: str
    faded: int = 0


T = TypeVar("T")
Thumbnail = Sequence[list[Dot]]  # rows of pixels, from the top; an even number of them
_NOTHING = Dot("")


class OnDemand(Sequence[T]):
    """So many rows, each made when it is asked for: what is large takes too long to be made all at once."""

    def __init__(self, number: int, make: Callable[[int], T]) -> None:
        self._rows, self._make = range(number), cache(make)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        rows = self._rows[at]
        return self._make(rows) if isinstance(rows, int) else list(map(self._make, rows))

    def __len__(self) -> int:
        return len(self._rows)


def thumbnail(picture: Picture, width: int, height: int, at: int | None = None, solved: bool = False) -> Thumbnail:
    """The board in at most `width` columns and `height` rows of characters, each of which shows two pixels.

    Of a board that is too large it shows the part around the cell `at`, or its middle. A solved board has one colour.
    """
    solved = solved or picture.settled is Phase.DONE
    grid = picture.grid
    x, y = grid.place(at) if at is not None else (grid.width // 2, grid.height // 2)
    across = _Span.of(grid.width, width, x, bool(grid.surface.across))
    down = _Span.of(grid.height, 2 * height, y, bool(grid.surface.down))
    rows = [_tiles(picture, row, across, solved) for row in down.tiles]
    pixels = [line for row in rows for line in row][down.skipped :][: down.length]
    pixels = [line[across.skipped :][: across.length] for line in pixels]
    faint = [
        [
            dot._replace(faded=max(across.fade(place), down.fade(line))) if dot.tone else dot
            for place, dot in enumerate(row)
        ]
        for line, row in enumerate(pixels)
    ]
    return faint + [[_NOTHING] * across.length] * (len(faint) % 2)


class _Span(NamedTuple):
    """Which tiles of a row or column are shown, and how many of their pixels are left out before the first."""

    tiles: range
    skipped: int
    length: int
    before: int  # pixels that fade at the beginning
    after: int

    @classmethod
    def of(cls, cells: int, room: int, at: int, wraps: bool) -> _Span:
        """The tiles in a room of so many pixels; beyond a seam one pixel of a copy, if there is room."""
        whole = 2 * cells - (not wraps)  # the join after the last tile leads to nothing
        if whole <= room:
            more = int(wraps and whole < room)
            return cls(range(-more, cells), more, whole + more, more, int(wraps))
        shown = max(1, room)
        first = max(0, min(2 * at + 1 - shown // 2, whole - shown)) if not wraps else 2 * at + 1 - shown // 2
        tiles = range(first // 2, (first + shown + 1) // 2)
        cut_before, cut_after = wraps or first > 0, wraps or first + shown < whole
        return cls(tiles, first % 2, shown, 2 * cut_before, 2 * cut_after)

    def fade(self, place: int) -> int:
        """By how many thirds the pixel at that place has faded."""
        near = 0
        if place < self.before:
            near = 2 if place < self.before - 1 or self.before == 1 else 1
        if place >= self.length - self.after:
            near = max(near, 2 if place == self.length - 1 else 1)
        return near


def _tiles(picture: Picture, row: int, span: _Span, solved: bool) -> tuple[list[Dot], list[Dot]]:
    """The two rows of pixels of a row of tiles: the tiles with their joins to the east, and the joins to the south."""
    grid = picture.grid
    looks = [] if grid.is_twisted else picture.row(row % grid.height, 0, grid.width)
    upper, lower = [], []
    for column in span.tiles:
        look = looks[column % grid.width] if looks else picture.seen_at(column, row)
        assert look  # no tile is shown beyond a border
        place = (
            row % grid.height,
            column % grid.width,
        )  # where it stands unless it is mirrored, which none but tiles are
        upper += [_middle(look, solved), _join(picture, look, *place, E, solved)]
        lower += [_join(picture, look, *place, S, solved), _corner(picture, *place)]
    return upper, lower


def _middle(look: Look, solved: bool) -> Dot:
    if look.states & SHADED:
        return Dot("shaded")
    if look.clue:
        return Dot(MARKS[look.clue & MARK].tones[0])
    if not look.mask:
        return Dot("dot") if look.states & DRAWN and not (solved or look.effects & SLATE) else _NOTHING
    if solved:
        return Dot("source" if DEGREE[look.mask] == 1 and not look.states & DRAWN else "done")
    if look.states & SOURCE:
        return Dot("source")
    return Dot(_tone(look, look.looped))


def _join(picture: Picture, look: Look, row: int, column: int, side: int, solved: bool) -> Dot:
    """The pixel between a tile and the next: a line, or the block of two shaded cells."""
    if look.states & SHADED:
        beyond = _beyond(picture, row, column, side)
        return Dot("shaded") if beyond is not None and beyond.states & SHADED else _NOTHING
    if not look.joined & side:
        return _NOTHING
    return Dot("done" if solved else _tone(look, side))


def _corner(picture: Picture, row: int, column: int) -> Dot:
    """The pixel between four tiles, which is filled only amid shaded cells."""
    here = picture.look(picture.grid.cell(column, row))
    if not here.states & SHADED:
        return _NOTHING
    grid = picture.grid
    cells = [grid.ways[E][grid.cell(column, row)], grid.ways[S][grid.cell(column, row)]]
    cells.append(grid.ways[S][cells[0]] if cells[0] >= 0 else -1)
    whole = all(cell >= 0 and picture.look(cell).states & SHADED for cell in cells)
    return Dot("shaded") if whole else _NOTHING


def _beyond(picture: Picture, row: int, column: int, side: int) -> Look | None:
    cell = picture.grid.ways[side][picture.grid.cell(column, row)]
    return picture.look(cell) if cell >= 0 else None


def _tone(look: Look, side: int) -> str:
    """The tone of the line toward a side; that of a source is its group's."""
    look = look._replace(states=look.states & ~SOURCE)
    tone = side_tone(look, side)
    return "ribbon" if look.states & DRAWN and DEGREE[look.mask] and tone in ("plain", "lit") else tone


class View(NamedTuple):
    """The part of a board that is in view: its first column and row, and their numbers."""

    x: int
    y: int
    width: int
    height: int


class Overview(NamedTuple):
    """A whole board in pixels, framed where it is in view, and what the pixels stand for.

    A tile is `pixels` pixels wide, or else a pixel is `tiles` tiles wide; one of the two is 1.
    """

    drawn: Thumbnail
    pixels: int
    tiles: int

    def cell_at(self, column: int, row: int) -> tuple[int, int]:
        """The column and row of the tile at that place of the picture, in pixels; perhaps beyond the board."""
        return (column - 1) * self.tiles // self.pixels, (row - 1) * self.tiles // self.pixels


def overview(picture: Picture, still_open: bytes, view: View, width: int, height: int) -> Overview:
    """All of a board in at most so many columns and rows of characters; what is settled has faded.

    `still_open` has 1 for each open cell. A board that is too large for two pixels a tile has one for each square of
    tiles, which fades the more of them are settled.
    """
    grid = picture.grid
    whole = 2 * grid.width + 1 <= width and 2 * grid.height + 1 <= 2 * height
    tiles = 1 if whole else max(-(-grid.width // max(1, width - 2)), -(-grid.height // max(1, 2 * height - 2)))
    pixels = 2 if whole else 1
    rows = _settled_faded(picture, still_open) if whole else _squares(picture, still_open, tiles)
    spans = ((view.x, view.width), (view.y, view.height))
    frame = _Frame(*(_edges(first, number, pixels, tiles) for first, number in spans), lined=not whole)
    blank = [_NOTHING] * len(rows[0])

    def framed(y: int) -> list[Dot]:
        return frame.over([_NOTHING, *(rows[y - 1] if 0 < y <= len(rows) else blank), _NOTHING], y)

    return Overview(OnDemand(2 + len(rows) + len(rows) % 2, framed), pixels, tiles)


def _settled_faded(picture: Picture, still_open: bytes) -> OnDemand[list[Dot]]:
    """Two pixels a tile; those of settled tiles have faded."""
    grid = picture.grid
    across = _Span(range(grid.width), 0, 0, 0, 0)

    @cache
    def tiles(y: int) -> tuple[list[Dot], list[Dot]]:
        return _tiles(picture, y, across, False)

    def row(line: int) -> list[Dot]:
        y, lower = divmod(line, 2)
        fades = [0 if still_open[y * grid.width + x] else 2 for x in range(grid.width)]
        return [dot._replace(faded=fades[place // 2]) for place, dot in enumerate(tiles(y)[lower][:-1])]

    return OnDemand(2 * grid.height - 1, row)


def _squares(picture: Picture, still_open: bytes, tiles: int) -> OnDemand[list[Dot]]:
    """A pixel for each square of tiles, in the tone of the tile in its middle."""
    grid = picture.grid
    lefts = range(0, grid.width, tiles)
    widths = [min(tiles, grid.width - left) for left in lefts]
    middles = [left + width // 2 for left, width in zip(lefts, widths, strict=True)]

    @cache
    def dot(cells: int, still: int, *look: int) -> Dot:
        return Dot(_middle(Look(*look), False).tone or "dot", 2 - round(2 * still / cells))

    def row(line: int) -> list[Dot]:
        below = range(line * tiles, min((line + 1) * tiles, grid.height))
        lines = (still_open[y * grid.width : (y + 1) * grid.width] for y in below)
        columns = sum(int.from_bytes(line, "big") for line in lines).to_bytes(grid.width, "big")  # a byte for each sum
        start = below[len(below) // 2] * grid.width
        looks = (map(layer.__getitem__, middles) for layer in picture.layers(start, start + grid.width))
        still = (sum(columns[left : left + tiles]) for left in lefts)
        return list(map(dot, (len(below) * width for width in widths), still, *looks))

    return OnDemand(-(-grid.height // tiles), row)


def _edges(first: int, number: int, pixels: int, tiles: int) -> tuple[int, int]:
    """The pixels beside the first and the last of so many tiles."""
    return first * pixels // tiles, -(-(first + number) * pixels // tiles) + (pixels == 1)


_LINED = 8  # pixels of a frame's side from which there is room for a blank line inside


class _Frame:
    """A frame over the pixels; `lined`, with a blank line inside, as all around may have the frame's colour."""

    def __init__(self, across: tuple[int, int], down: tuple[int, int], *, lined: bool) -> None:
        (left, right), (top, bottom) = across, down
        self._outlines = [(across, down, Dot("cursor"))]
        if lined and right - left >= _LINED and bottom - top >= _LINED:
            self._outlines.insert(0, ((left + 1, right - 1), (top + 1, bottom - 1), Dot("")))

    def over(self, row: list[Dot], y: int) -> list[Dot]:
        """Draw what is in row `y`."""
        for (left, right), (top, bottom), dot in self._outlines:
            if y in (top, bottom):
                stop = min(right + 1, len(row))
                row[left:stop] = [dot] * (stop - left)
            elif top < y < bottom:
                row[left] = row[right] = dot
        return row


_HALVES = " ▀▄█"  # two pixels, the upper one counting 1 and the lower one 2


def in_characters(pixels: Thumbnail) -> str:
    """A small picture as lines of text without colours."""
    pairs = zip(pixels[::2], pixels[1::2], strict=True)
    lines = (
        "".join(_HALVES[bool(up.tone) + 2 * bool(down.tone)] for up, down in zip(*pair, strict=True)) for pair in pairs
    )
    return "\n".join(line.rstrip() for line in lines)
