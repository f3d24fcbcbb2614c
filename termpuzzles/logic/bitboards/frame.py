"""How a board's cells lie in the bits of one int, a *bitboard*, how bitboards move, and those of tiles and known lines.

A bitboard states one fact about every cell: bit `row * (width + 1) + column`. The bit after each row's last cell, its
guard, belongs to no cell. Four bitboards, one for each side in the order north, east, south, west, state a fact about
every side of every cell; such a tuple is called `Sides`.

*Why nothing leaks.* A line has a side in each of two cells, and shifts carry the facts from one to the other. Where the
board wraps, a second term carries the last column round, and the guards are cleared. Where it does not, a shift by 1
carries the last column into the guards and the guards into the first column: nothing but such a carry ever sets a fact
at a guard, so a guard holds a copy of its neighbour in the last or first column, and can only give that copy back to
where it came from. The only fact known from the start about sides beyond a border is "ruled out", and it stays true
when copied along the border. The same goes for the rows above the first and below the last.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from itertools import compress
from types import MappingProxyType
from typing import NamedTuple

from termpuzzles.board.byteboard import few_ones
from termpuzzles.board.grid import MASKS, SIDES, TURNS, E, Grid, N, S, W
from termpuzzles.logic.problem import KNOWN, Domain, Problem, domain

GUARD = 255  # the code of a guard in a row of bytes: no kind of cell has it
FEW = 100  # set bits: up to this many are found one by one, more by looking at all bits
SPARSE = 5  # where at least one in this many is set it is quicker to go through all than to look for the next
ZERO, ONE = b"01"
_VALUES = bytes.maketrans(b"01", bytes([0, 1]))


class Sides(NamedTuple):
    """One bitboard for each side."""

    n: int
    e: int
    s: int
    w: int


Four = tuple[int, int, int, int]  # `Sides` without their names, which take longer to make than three operations

NOTHING = Sides(0, 0, 0, 0)


def digits(codes: bytes) -> bytes:
    """A table for `bytes.translate` that writes the digit 1 for each of these codes and 0 for every other."""
    table = bytearray([ZERO]) * 256
    for code in codes:
        table[code] = ONE
    return bytes(table)


Shift = Callable[[int], int]


@lru_cache(maxsize=64)
def _straight(step: int) -> tuple[Shift, Shift]:
    """Functions that move bits up and down by a step."""
    return lambda bitboard: bitboard << step, lambda bitboard: bitboard >> step


def _round(step: int, around: int, first: int, cells: int) -> tuple[Shift, Shift]:
    """The same where the board wraps: `first` are the cells behind the seam, and `around` is the way back to them."""
    return (
        lambda bitboard: (bitboard << step | bitboard >> around & first) & cells,
        lambda bitboard: (bitboard >> step | (bitboard & first) << around) & cells,
    )


class Frame:
    """The bits of one grid's cells; `stride` is the distance of a cell to the one below it."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.width, self.height = grid.width, grid.height
        across, down = grid.surface
        self._wraps_x, self._wraps_y = bool(across), bool(down)
        self.stride = grid.width + 1
        self.bits = self.stride * grid.height
        self.cells = int(("0" + "1" * grid.width) * grid.height, 2)
        self.first_column = int(("0" * grid.width + "1") * grid.height, 2)
        self.last_column = self.first_column << grid.width - 1
        self.first_row = (1 << grid.width) - 1
        self.around_y = self.stride * (grid.height - 1)
        # Each moves the bits of a bitboard so that each cell gets the bit of the cell west, east, north or south of it.
        self.from_west, self.from_east = (
            _round(1, grid.width - 1, self.first_column, self.cells) if across else _straight(1)
        )
        self.from_north, self.from_south = (
            _round(self.stride, self.around_y, self.first_row, self.cells) if down else _straight(self.stride)
        )

    @cached_property
    def closed(self) -> Sides:
        """The sides of cells closed by a border or a wall."""
        last_row = self.first_row << self.around_y
        n, e, s, w = (
            0 if self._wraps_y else self.first_row,
            0 if self._wraps_x else self.last_column,
            0 if self._wraps_y else last_row,
            0 if self._wraps_x else self.first_column,
        )
        if self.grid.walls:
            east = self.bitboard_of_places([cell for cell, side in self.grid.walls if side == E])
            south = self.bitboard_of_places([cell for cell, side in self.grid.walls if side == S])
            n, e, s, w = n | self.from_north(south), e | east, s | south, w | self.from_west(east)
        return Sides(n & self.cells, e & self.cells, s & self.cells, w & self.cells)

    def across(self, sides: Four) -> Four:
        """At each side of each cell the fact stated about the same line by the cell beyond."""
        n, e, s, w = sides
        if self._wraps_x or self._wraps_y:
            return self.from_north(s), self.from_east(w), self.from_south(n), self.from_west(e)
        return s << self.stride, w >> 1, n >> self.stride, e << 1  # four calls take as long as eight shifts

    def shared(self, sides: Four) -> Sides:
        """The facts stated about a line in either of its two cells, now stated in both."""
        n, e, s, w = sides
        beyond_n, beyond_e, beyond_s, beyond_w = self.across(sides)
        return Sides(n | beyond_n, e | beyond_e, s | beyond_s, w | beyond_w)

    def padded(self, codes: bytes) -> bytes:
        """The bytes of the cells, row by row, with the guards put in and the last bit first, for `bitboard`."""
        width = self.width
        rows = [codes[start : start + width] for start in range(0, len(codes), width)]
        return bytes([GUARD]).join([*rows, b""])[::-1]

    def bitboard(self, padded: bytes, table: bytes) -> int:
        """The bitboard of the cells to whose code the table (see `digits`) gives a 1, from the result of `padded`."""
        return int(padded.translate(table), 2)

    def places(self, bitboard: int) -> list[int]:
        """The cells whose bits are set, numbered as in the grid, in ascending order."""
        bitboard &= self.cells
        number = bitboard.bit_count()
        if number > FEW:
            marks = self.marks(bitboard)
            return list(compress(range(self.grid.size), marks) if number * SPARSE > self.bits else few_ones(marks))
        found = []
        while bitboard:
            bit = bitboard.bit_length() - 1
            bitboard ^= 1 << bit
            found.append(bit - bit // self.stride)
        found.reverse()
        return found

    def marks(self, bitboard: int) -> bytes:
        """One byte a cell: 1 where the bit is set, else 0."""
        text = format(bitboard & self.cells, f"0{self.bits}b").encode().translate(_VALUES)
        return self.stripped(text[::-1])

    def lowest(self, bitboard: int) -> int:
        """The first cell whose bit is set; there must be one."""
        bit = (bitboard & -bitboard).bit_length() - 1
        return bit - bit // self.stride

    def bitboard_of_places(self, cells: list[int]) -> int:
        """The bitboard of these cells."""
        text = bytearray(b"0") * self.bits
        for cell in cells:
            text[~(cell + cell // self.width)] = ONE
        return int(text, 2)

    def masks(self, sides: Sides) -> bytes:
        """For each bit, guards included, the mask of the sides that are set."""
        together = 0
        for side, bitboard in zip((N, E, S, W), sides, strict=True):
            text = format(bitboard & self.cells, f"0{self.bits}b").encode()
            together |= int.from_bytes(text.translate(_VALUES), "big") * side
        return together.to_bytes(self.bits, "big")[::-1]

    def masks_at(self, sides: Sides, places: int) -> dict[int, int]:
        """For each cell in the bitboard `places` the mask of the sides that are set; for few quicker than `masks`."""
        cells, length, width = self.places(places), self.bits // 8 + 1, self.width
        n, e, s, w = [(bitboard & self.cells).to_bytes(length, "little") for bitboard in sides]
        found = {}
        for cell in cells:
            at, bit = divmod(cell + cell // width, 8)
            found[cell] = (n[at] >> bit & 1) * N | (e[at] >> bit & 1) * E | (s[at] >> bit & 1) * S | (w[at] >> bit & 1)
        return found

    def stripped(self, codes: bytes) -> bytes:
        """Take the guards out of one byte for each bit: one byte for each cell is left, row by row."""
        width = self.width
        return b"".join([codes[start : start + width] for start in range(0, self.bits, self.stride)])


END, BAR, CORNER, TEE, CROSS = (domain(*TURNS[mask]) for mask in (N, N | S, N | E, N | E | S, N | E | S | W))

NOTHING_GIVEN: Mapping[int, Domain] = MappingProxyType({})


class TileBits(NamedTuple):
    """The cells that hold each kind of tile; blank ones are in none."""

    ends: int
    bars: int
    corners: int
    tees: int
    crosses: int


class KnownLines(NamedTuple):
    """The lines known at each side of each cell: those drawn, and those ruled out."""

    drawn: Sides
    out: Sides


class Layout(NamedTuple):
    """A problem laid out in bitboards: frame and tiles, the lines known at once, and how many cells are not blank."""

    frame: Frame
    tiles: TileBits
    start: KnownLines
    joined: int


def fits(problem: Problem) -> bool:
    """Whether bitboards can hold the problem: every domain is all turns of one tile, or one mask alone.

    A flipped seam would mirror a row or column of bits at each shift; such boards are solved cell by cell.
    """
    return not problem.grid.is_twisted and _are_turns(problem.domains)


@lru_cache(maxsize=8)
def _are_turns(domains: tuple[Domain, ...]) -> bool:
    return all(found in (END, BAR, CORNER, TEE) or found.bit_count() == 1 for found in domains)


class _Tables(NamedTuple):
    """Tables of cell codes: those of each tile, and for each side those that surely have a line there, or none."""

    tiles: tuple[bytes, ...]
    drawn: tuple[bytes, ...]
    out: tuple[bytes, ...]
    blank: bytes


@lru_cache(maxsize=8)
def _tables(domains: tuple[Domain, ...]) -> _Tables:
    """The tables (see `frame.digits`) for problems with these domains; kept, for all boards of a game have the same."""

    def table(wanted: list[Domain]) -> bytes:
        return digits(bytes(code for code, found in enumerate(domains) if found in wanted))

    return _Tables(
        tuple(table([orbit, *_each(orbit)]) for orbit in (END, BAR, CORNER, TEE, CROSS)),
        tuple(table([1 << mask for mask in MASKS if mask & side]) for side in SIDES),
        tuple(table([1 << mask for mask in MASKS if not mask & side]) for side in SIDES),
        table([domain(0)]),
    )


def lay_out(problem: Problem, given: Mapping[int, Domain] = NOTHING_GIVEN) -> Layout:
    """The problem in bitboards; `fits` must hold for it. `given` limits some cells to fewer masks."""
    frame = Frame(problem.grid)
    tables, padded = _tables(problem.domains), frame.padded(problem.cell_types)
    found: dict[bytes, int] = {}  # often several tables are the same

    def cells(table: bytes) -> int:
        if table not in found:
            found[table] = frame.bitboard(padded, table)
        return found[table]

    drawn, out = Sides(*map(cells, tables.drawn)), Sides(*map(cells, tables.out))
    tiles = TileBits(*map(cells, tables.tiles))
    start = _folded(frame, tiles, KnownLines(drawn, _union(out, frame.closed)))
    if given:
        start = _with_given(frame, problem, start, given)
    return Layout(frame, tiles, start, problem.grid.size - cells(tables.blank).bit_count())


def _folded(frame: Frame, tiles: TileBits, lines: KnownLines) -> KnownLines:
    """Add what is known about lines that join a cell to itself, where the board is one cell wide or high and wraps.

    A tile has both ends of such a line or neither: a tee has both, an end neither, and a corner cannot be there.
    """
    own_x = frame.cells & ~frame.closed.e if frame.width == 1 else 0
    own_y = frame.cells & ~frame.closed.s if frame.height == 1 else 0
    if not own_x and not own_y:
        return lines
    own = Sides(own_y, own_x, own_y, own_x)
    drawn = Sides(*(bitboard & (tiles.tees | tiles.corners) for bitboard in own))
    out = Sides(*(bitboard & (tiles.ends | tiles.corners) for bitboard in own))
    return KnownLines(_union(lines.drawn, drawn), _union(lines.out, out))


def _with_given(frame: Frame, problem: Problem, lines: KnownLines, given: Mapping[int, Domain]) -> KnownLines:
    """Add the lines on which the masks left to the given cells agree."""
    known = {cell: KNOWN[problem.domain_of(cell) & keep] for cell, keep in given.items()}

    def cells(bits: int) -> int:
        return frame.bitboard_of_places([cell for cell, byte in known.items() if byte & bits])

    drawn = Sides(*(cells(side << 4) for side in SIDES))
    out = Sides(*(cells(side) for side in SIDES))
    return KnownLines(frame.shared(_union(lines.drawn, drawn)), frame.shared(_union(lines.out, out)))


def _union(some: Sides, more: Sides) -> Sides:
    return Sides(*(one | other for one, other in zip(some, more, strict=True)))


def _each(orbit: Domain) -> list[Domain]:
    """The domains of a single mask of the orbit."""
    return [1 << mask for mask in MASKS if orbit >> mask & 1]
