"""Cells, their four sides, which cell lies beyond which side, and the characters of the masks.

A *mask* is a set of sides in four bits, N8 E4 S2 W1. Cells are numbered row by row from 0. A *line* is the place
between two neighbouring cells where a line may be drawn; it is numbered by the cell west or north of it
(`2 * cell` toward the east, `2 * cell + 1` toward the south), so that the two lines that join the same two cells of
a 2-wide wrapped board, and the one that joins a wrapped 1-wide cell to itself, are told apart.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

N, E, S, W = 8, 4, 2, 1
SIDES = (N, E, S, W)
MASKS = range(16)
MOST_CELLS = 4_000_000  # the largest board that is read or made

SIDE_NAMES = {N: "north", E: "east", S: "south", W: "west"}


def clockwise(mask: int) -> int:
    """The mask after a quarter turn clockwise: north goes to east."""
    return mask >> 1 | (mask & 1) << 3


def _turns(mask: int) -> tuple[int, int, int, int]:
    once = clockwise(mask)
    twice = clockwise(once)
    return mask, once, twice, clockwise(twice)


TURNS = tuple(_turns(mask) for mask in MASKS)  # TURNS[mask][quarters]: the mask after that many quarter turns clockwise
OPPOSITE = tuple(TURNS[mask][2] for mask in MASKS)  # OPPOSITE[N] == S; of any mask, the mask after a half turn
SIDES_OF = tuple(tuple(side for side in SIDES if mask & side) for mask in MASKS)
DEGREE = tuple(mask.bit_count() for mask in MASKS)

_LACKING = {side: bytes(mask & ~side for mask in range(256)) for side in SIDES}  # tables that take one side away


def turn(mask: int, quarters: int) -> int:
    """The mask after that many quarter turns clockwise (negative: anticlockwise)."""
    return TURNS[mask][quarters & 3]


@dataclass(frozen=True)
class Grid:
    """A board's cells: `width` columns and `height` rows, at least 1 each and not both 1, and how they are connected.

    `walls` holds `(cell, side)` pairs, the side E or S, in normal form (see `Grid.make`): no line crosses a wall.
    """

    width: int
    height: int
    wrap_x: bool = False
    wrap_y: bool = False
    walls: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def make(
        cls, width: int, height: int, wrap_x: bool = False, wrap_y: bool = False, walls: Iterable[tuple[int, int]] = ()
    ) -> Grid:
        """The grid in normal form: a seam that does not wrap has no walls, and one that is all walls does not wrap.

        `walls` holds `(cell, side)`, the side E or S (on the last column or row: on the seam).
        """
        kept = set(walls)
        if not kept:
            return cls(width, height, wrap_x, wrap_y)
        east = {((y + 1) * width - 1, E) for y in range(height)}
        south = {((height - 1) * width + x, S) for x in range(width)}
        wrap_x = wrap_x and not east <= kept
        wrap_y = wrap_y and not south <= kept
        if not wrap_x:
            kept -= east
        if not wrap_y:
            kept -= south
        return cls(width, height, wrap_x, wrap_y, frozenset(kept))

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.height

    def cell(self, x: int, y: int) -> int:
        """The cell in column `x` and row `y`, both from 0."""
        return y * self.width + x

    def place(self, cell: int) -> tuple[int, int]:
        """Column and row of a cell, both from 0."""
        y, x = divmod(cell, self.width)
        return x, y

    def beyond(self, cell: int, side: int) -> int | None:
        """The cell beyond that side, or None at a border or a wall."""
        other = self.ways[side][cell]
        return None if other < 0 else other

    @cached_property
    def ways(self) -> dict[int, array[int]]:
        """For each side an array: the cell beyond that side of each cell, or -1 at a border or a wall."""
        width, height, size = self.width, self.height, self.size
        east, south = array("i", range(1, size + 1)), array("i", range(width, size + width))
        for y in range(height):
            east[(y + 1) * width - 1] = y * width if self.wrap_x else -1
        for x in range(width):
            south[size - width + x] = x if self.wrap_y else -1
        west, north = array("i", range(-1, size - 1)), array("i", range(-width, size - width))
        for y in range(height):
            west[y * width] = (y + 1) * width - 1 if self.wrap_x else -1
        for x in range(width):
            north[x] = size - width + x if self.wrap_y else -1
        for cell, side in self.walls:
            forth, back = (east, west) if side == E else (south, north)
            other, forth[cell] = forth[cell], -1
            if other >= 0:
                back[other] = -1
        return {N: north, E: east, S: south, W: west}

    @cached_property
    def open_sides(self) -> bytes:
        """For each cell the mask of the sides that neither a border nor a wall closes."""
        width, size = self.width, self.size
        sides = bytearray(b"\x0f" * size)
        if not self.wrap_x:
            sides[::width] = sides[::width].translate(_LACKING[W])
            sides[width - 1 :: width] = sides[width - 1 :: width].translate(_LACKING[E])
        if not self.wrap_y:
            sides[:width] = sides[:width].translate(_LACKING[N])
            sides[-width:] = sides[-width:].translate(_LACKING[S])
        for cell, side in self.walls:
            x, y = self.place(cell)
            other = self.cell((x + 1) % width, y) if side == E else (cell + width) % size
            sides[cell] &= ~side
            sides[other] &= ~OPPOSITE[side]
        return bytes(sides)

    def line(self, cell: int, side: int) -> int:
        """The number of the line across that side of the cell; the side must lead to a cell."""
        if side == E:
            return 2 * cell
        if side == S:
            return 2 * cell + 1
        return 2 * self.ways[side][cell] + (side == N)

    def ends(self, line: int) -> tuple[int, int]:
        """The two cells that a line joins, west or north one first; the same cell twice if it joins one to itself."""
        cell, south = divmod(line, 2)
        return cell, self.ways[S if south else E][cell]

    def lines(self) -> Iterator[int]:
        """Every line of the board in ascending order, without those across borders and walls."""
        east, south = self.ways[E], self.ways[S]
        for cell in range(self.size):
            if east[cell] >= 0:
                yield 2 * cell
            if south[cell] >= 0:
                yield 2 * cell + 1

    def name(self, cell: int) -> str:
        """The cell as players read it: `(column, row)`, both from 1."""
        x, y = self.place(cell)
        return f"({x + 1}, {y + 1})"

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


HEAVY = " ╸╻┓╺━┏┳╹┛┃┫┗┻┣╋"
LIGHT = " ╴╷┐╶─┌┬╵┘│┤└┴├┼"
DOUBLE = " ╸╻╗╺═╔╦╹╝║╣╚╩╠╬"  # there is no double half line: the heavy one stands in
ROUNDED = {"╭": 6, "╮": 3, "╯": 9, "╰": 12}

MASK_OF = (
    {glyph: mask for glyphs in (DOUBLE, LIGHT, HEAVY) for mask, glyph in enumerate(glyphs)} | ROUNDED | {"·": 0}
)  # the mask that each character on input stands for
