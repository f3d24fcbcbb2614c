"""A whole board as a byte a cell: walks and shifts all over it at once, dangling lines, and the cells that are marked.

One operation on the integer thus does the same in all cells at once. Walks from cell to cell use tables of jumps,
looked up by a cell's sides and by the edges of the board on which it lies.

Two integers hold the lines, one bit for each cell and the first cell's lowest: lines east of cells, and lines south.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import compress
from typing import NamedTuple, overload

from termpuzzles.board.graph import Neighbours
from termpuzzles.board.grid import DEGREE, MASKS, OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S, W
from termpuzzles.board.surface import Seam

_FIRST_ROW, _LAST_COLUMN, _LAST_ROW, _FIRST_COLUMN = 16, 32, 64, 128


class Bitboards:
    """Operations on all cells of a grid at once; `bitboards(grid)` makes one and keeps it."""

    def __init__(self, grid: Grid) -> None:
        width, size = grid.width, grid.size
        across, down = grid.surface
        self.size = size
        self.ones = self._whole(b"\1" * size)
        self.open_sides = self._whole(grid.open_sides)
        column = self._whole((bytes(width - 1) + b"\xff") * grid.height)
        row = self._whole(bytes(size - width) + b"\xff" * width)
        every = 255 * self.ones
        self._across = (E * self.ones, W * self.ones, 6, column, every ^ column, 8 * width - 4, bool(across))
        self._down = (S * self.ones, N * self.ones, 8 * width + 2, row, every ^ row, 8 * (size - width), bool(down))
        self._places = _FIRST_ROW * (row >> 8 * (size - width) & self.ones)
        self._places |= _LAST_COLUMN * (column & self.ones) | _LAST_ROW * (row & self.ones)
        self._places |= _FIRST_COLUMN * (column >> 8 * (width - 1) & self.ones)
        # for each side: its bit, the bit of the board's edge there, and the distance in cells to the cell beyond,
        # first within the board and then across the seam
        rows = (1, 6, width, width - size), (3, 4, -width, size - width)
        self._around = (2, 5, 1, 1 - width), (0, 7, -1, width - 1), *rows
        self._steps = tuple(_steps(key, width, size) for key in range(256))
        self.jumps = tuple(tuple(jump for _, jump in steps) for steps in self._steps)

    @staticmethod
    def _whole(cells: bytes) -> int:
        return int.from_bytes(cells, "little")

    def cells(self, whole: int) -> bytes:
        """The bytes of a whole board, one for each cell."""
        return whole.to_bytes(self.size, "little")

    def met(self, sides: int) -> int:
        """The sides among these, all of them open, whose line meets a line from the cell beyond."""
        return self._met(sides, *self._across) | self._met(sides, *self._down)

    def _met(
        self, sides: int, forth: int, back: int, shift: int, last: int, inner: int, around: int, wraps: bool
    ) -> int:
        """Bring each cell's side `back` under the side `forth` of the cell before it, and see where both are set.

        The cells in `last` have the first cell of their row or column beyond them: their partner is brought
        there the long way round. Without wrap no open side stands there, and nothing can meet by mistake.
        """
        ahead, behind = sides & forth, sides & back
        straight = ahead & behind >> shift
        if not wraps:
            return straight | straight << shift
        straight &= inner
        over = ahead & last & behind << around >> 2
        return straight | straight << shift | over | over << 2 >> around

    def join(self, lines: bytes) -> tuple[bytes, bytes]:
        """For each cell the sides whose line meets one from the cell beyond, and the sides whose line ends loose."""
        whole = self._whole(lines)
        met = self.met(whole & self.open_sides)
        return self.cells(met), self.cells(whole ^ met)

    def usable(self, sides: bytes) -> bytes:
        """The sides among these that neither a border nor a wall closes."""
        return self.cells(self._whole(sides) & self.open_sides)

    def not_reached(self, joined: bytes, starts: bytes, passes: int) -> bytes:
        """1 for each cell with a joined side that no start (not 0) reaches within `passes` steps, else 0."""
        sides, ones = self._whole(joined), self.ones
        have, reached = _has_any(sides) & ones, _has_any(self._whole(starts)) & ones
        ways = self._ways(sides)
        for _ in range(passes):
            more = reached
            for way, forth, back in ways:
                more |= (reached & way) << forth >> back
            if more == reached:
                break
            reached = more
        return self.cells(have & ~reached)

    def _ways(self, sides: int) -> list[tuple[int, int, int]]:
        """The cells that have each side, with the numbers of bits up and down to the cells beyond it."""
        ways = []
        for side, edge, step, around in self._around:
            have = sides >> side & self.ones
            over = have & self._places >> edge
            for cells, cells_on in ((have ^ over, step), (over, around)):
                if cells:
                    ways.append((cells, 8 * max(cells_on, 0), 8 * max(-cells_on, 0)))
        return ways

    def keys(self, sides: bytes) -> Sequence[int]:
        """For each cell the index into `jumps` for these sides, all of them open: how far away the cells beyond are."""
        return self.cells(self._whole(sides) | self._places)

    def along(self, sides: bytes) -> Neighbours:
        """The graph of the lines on those sides of each cell, each of them open."""
        keys, steps = self.keys(sides), self._steps

        def neighbours(cell: int) -> list[tuple[int, int]]:
            return [(2 * cell + line, cell + jump) for line, jump in steps[keys[cell]]]

        return neighbours


def _has_any(sides: int) -> int:
    """Set the lowest bit of each cell that has a side; the other bits mean nothing."""
    return sides | sides >> 1 | sides >> 2 | sides >> 3


def _steps(key: int, width: int, size: int) -> tuple[tuple[int, int], ...]:
    """For each side in the key two offsets: of the line's number from twice the cell's, and of the cell beyond."""
    north = size - width if key & _FIRST_ROW else -width
    south = width - size if key & _LAST_ROW else width
    west = width - 1 if key & _FIRST_COLUMN else -1
    east = 1 - width if key & _LAST_COLUMN else 1
    steps = {N: (2 * north + 1, north), E: (0, east), S: (1, south), W: (2 * west, west)}
    return tuple(steps[side] for side in SIDES_OF[key & 15])


class TwistedBitboards(Bitboards):
    """The same for a grid with a flipped seam, at which it goes cell by cell."""

    def __init__(self, grid: Grid) -> None:
        super().__init__(grid)
        self._grid = grid
        side = E if grid.surface.across is Seam.FLIPPED else S
        before = range(grid.width - 1, grid.size, grid.width) if side == E else range(grid.size - grid.width, grid.size)
        self._over = [(cell, side, other) for cell in before if (other := grid.ways[side][cell]) >= 0]
        closed = bytearray(b"\x0f" * grid.size)
        for cell, _, other in self._over:
            closed[cell] &= ~side
            closed[other] &= ~OPPOSITE[side]
        self._inside = self._whole(bytes(closed))
        self._beside = list(dict.fromkeys(end for cell, _, other in self._over for end in (cell, other)))
        own = [_steps_of(grid, cell, mask) for cell in self._beside for mask in MASKS]
        self._steps += tuple(own)
        self.jumps += tuple(tuple(jump for _, jump in steps) for steps in own)

    def met(self, sides: int) -> int:
        """The sides among these, all of them open, whose line meets a line from the cell beyond."""
        cells, found = self.cells(sides), bytearray(self.size)
        for cell, side, other in self._over:
            if cells[cell] & side and cells[other] & OPPOSITE[side]:
                found[cell] |= side
                found[other] |= OPPOSITE[side]
        return super().met(sides & self._inside) | self._whole(bytes(found))

    def not_reached(self, joined: bytes, starts: bytes, passes: int) -> bytes:
        """1 for each cell with a joined side that no start (not 0) reaches within `passes` steps, else 0."""
        ways, left, ring = self._grid.ways, bytearray(map(bool, joined)), cells_with(starts)
        for _ in range(passes + 1):
            for cell in ring:
                left[cell] = 0
            beyond = (ways[side][cell] for cell in ring for side in SIDES_OF[joined[cell]])
            ring = [other for other in dict.fromkeys(beyond) if left[other]]
        return bytes(left)

    def keys(self, sides: bytes) -> Sequence[int]:
        """For each cell the index into `jumps` for these sides, all of them open; each cell at the seam has its own."""
        keys = [*super().keys(sides)]
        for at, cell in enumerate(self._beside):
            keys[cell] = 256 + len(MASKS) * at + sides[cell]
        return keys


def _steps_of(grid: Grid, cell: int, sides: int) -> tuple[tuple[int, int], ...]:
    """What `_steps` tells, of the open sides among these of one cell."""
    open_sides = SIDES_OF[sides & grid.open_sides[cell]]
    return tuple((grid.line(cell, side) - 2 * cell, grid.ways[side][cell] - cell) for side in open_sides)


@lru_cache(maxsize=4)
def bitboards(grid: Grid) -> Bitboards:
    """The bitboards of the grid, made once for the few grids last asked about."""
    return TwistedBitboards(grid) if grid.is_twisted else Bitboards(grid)


def cells_with(cells: bytes | bytearray) -> list[int]:
    """The cells whose byte is not 0, in ascending order."""
    return list(compress(range(len(cells)), cells))


CHUNK = 64  # places that are compared at once


def differing(one: Sequence[int], other: Sequence[int]) -> Iterator[int]:
    """The places at which the two differ, which are as long as each other."""
    if one == other:
        return
    for start in range(0, len(one), CHUNK):
        if one[start : start + CHUNK] != other[start : start + CHUNK]:
            for place in range(start, min(start + CHUNK, len(one))):
                if one[place] != other[place]:
                    yield place


def few_ones(marks: bytes) -> Iterator[int]:
    """The places of the bytes that are 1, in ascending order; quicker than `cells_with` where they are few."""
    at = marks.find(1)
    while at >= 0:
        yield at
        at = marks.find(1, at + 1)


class CellSet(Sequence[int]):
    """The cells whose byte on a board is not 0, in ascending order; worked out when they are first asked for."""

    def __init__(self, cells: bytes | Callable[[], bytes]) -> None:
        self._bytes = cells

    @cached_property
    def _cells(self) -> tuple[int, ...]:
        return tuple(cells_with(self._bytes if isinstance(self._bytes, bytes) else self._bytes()))

    def __len__(self) -> int:
        return len(self._cells)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...
    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        return self._cells[at]

    def __eq__(self, other: object) -> bool:
        return tuple(other) == self._cells if isinstance(other, CellSet | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._cells)

    def __repr__(self) -> str:
        return repr(self._cells)


PASSES = 100  # after them, little is left but loops, what lies between them, and long paths that are quicker to walk

_DIGIT = {side: bytes(b"01"[bool(mask & side)] for mask in MASKS) * 16 for side in (E, S)}
_MASK = {side: bytes.maketrans(b"01", bytes([0, side])) for side in SIDES}


class _Seams(NamedTuple):
    """The cells before each seam that is not open: the last column, the last row, or none."""

    last_column: int
    last_row: int


@lru_cache(maxsize=4)
def _seams(grid: Grid) -> _Seams:
    width, height = grid.width, grid.height
    return _Seams(
        int(("1" + "0" * (width - 1)) * height, 2) if grid.surface.across else 0,
        (1 << width) - 1 << width * (height - 1) if grid.surface.down else 0,
    )


def without_ends(grid: Grid, joined: bytes, passes: int = PASSES) -> bytes:
    """The joined sides after `passes` rounds, each of which takes away all cells that have only one joined side.

    Every line of a loop stays. Bridges may stay, too: those between loops, and those that more passes would take away.
    """
    if grid.is_twisted:
        return _without_ends_by_cell(grid, joined, passes)
    width, size = grid.width, grid.size
    around_x, around_y = width - 1, size - width
    last_column, last_row = _seams(grid)
    east, south = (int(joined[::-1].translate(_DIGIT[side]), 2) for side in (E, S))
    for _ in range(passes):
        over_x, over_y = east & last_column, south & last_row
        inner_x, inner_y = east ^ over_x, south ^ over_y
        from_seam_x, from_seam_y = over_x >> around_x, over_y >> around_y
        west, north = inner_x << 1 | from_seam_x, inner_y << width | from_seam_y
        many = (east | south) & (west | north) | east & south | west & north
        kept_east = many & (inner_x & many >> 1 | (from_seam_x & many) << around_x)
        kept_south = many & (inner_y & many >> width | (from_seam_y & many) << around_y)
        if kept_east == east and kept_south == south:
            break
        east, south = kept_east, kept_south
    if not east and not south:
        return bytes(size)
    over_x, over_y = east & last_column, south & last_row
    west, north = (east ^ over_x) << 1 | over_x >> around_x, (south ^ over_y) << width | over_y >> around_y
    return _masks(size, {N: north, E: east, S: south, W: west})


def _without_ends_by_cell(grid: Grid, joined: bytes, passes: int) -> bytes:
    sides, ways = bytearray(joined), grid.ways
    ends = [cell for cell, mask in enumerate(sides) if DEGREE[mask] == 1]
    for _ in range(passes):
        beyond = []
        for cell in ends:
            if side := sides[cell]:  # else two ends faced each other
                sides[cell] = 0
                sides[other := ways[side][cell]] &= ~OPPOSITE[side]
                beyond.append(other)
        ends = [cell for cell in dict.fromkeys(beyond) if DEGREE[sides[cell]] == 1]
    return bytes(sides)


def _masks(size: int, sides: dict[int, int]) -> bytes:
    """For each cell the mask of its sides."""
    together = 0
    for side, cells in sides.items():
        digits = format(cells, f"0{size}b").encode()
        together |= int.from_bytes(digits.translate(_MASK[side]), "big")
    return together.to_bytes(size, "little")
