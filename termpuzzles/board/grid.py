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

from termpuzzles.board.surface import PLANE, Seam, Surface

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

_FLIPPED = Seam.FLIPPED  # to look a member up takes three times as long as to ask for a twist
_LACKING = {side: bytes(mask & ~side for mask in range(256)) for side in SIDES}  # tables that take one side away


def mirrored(mask: int, sides: int) -> int:
    """The mask with these sides swapped: N | S, E | W or none."""
    return mask & ~sides | OPPOSITE[mask & sides]


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
    surface: Surface = PLANE
    walls: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def make(cls, width: int, height: int, surface: Surface = PLANE, walls: Iterable[tuple[int, int]] = ()) -> Grid:
        """The grid in normal form: a seam that is open has no walls, and one that is all walls is open.

        `walls` holds `(cell, side)`, the side E or S (on the last column or row: on the seam).
        """
        kept = set(walls)
        if not kept:
            return cls(width, height, surface)
        east = {((y + 1) * width - 1, E) for y in range(height)}
        south = {((height - 1) * width + x, S) for x in range(width)}
        across, down = surface
        if east <= kept:
            across = Seam.OPEN
        if south <= kept:
            down = Seam.OPEN
        if not across:
            kept -= east
        if not down:
            kept -= south
        return cls(width, height, Surface(across, down), frozenset(kept))

    @property
    def is_twisted(self) -> bool:
        """Whether a seam is flipped."""
        return _FLIPPED in self.surface

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
        columns, rows = range(width), range(height)
        across, down = self.surface
        east, south = array("i", range(1, size + 1)), array("i", range(width, size + width))
        west, north = array("i", range(-1, size - 1)), array("i", range(-width, size - width))
        for y, beyond in zip(rows, rows[::-1] if across is Seam.FLIPPED else rows, strict=True):
            east[(y + 1) * width - 1] = beyond * width if across else -1
            west[y * width] = (beyond + 1) * width - 1 if across else -1
        for x, beyond in zip(columns, columns[::-1] if down is Seam.FLIPPED else columns, strict=True):
            south[size - width + x] = beyond if down else -1
            north[x] = size - width + beyond if down else -1
        for cell, side in self.walls:
            forth, back = (east, west) if side == E else (south, north)
            other, forth[cell] = forth[cell], -1
            if other >= 0:
                back[other] = -1
        return {N: north, E: east, S: south, W: west}

    @cached_property
    def without_walls(self) -> Grid:
        """The same grid without its walls; borders stay."""
        return Grid(self.width, self.height, self.surface) if self.walls else self

    @cached_property
    def is_simple(self) -> bool:
        """Whether no two lines join the same two cells, and none joins a cell to itself, walls aside."""
        across, down = self.surface
        if not self.is_twisted:
            return not (across and self.width <= 2) and not (down and self.height <= 2)
        ends = [tuple(sorted(self.ends(line))) for line in self.without_walls.lines()]
        return len(set(ends)) == len(ends) and all(one != other for one, other in ends)

    @property
    def has_checkerboard(self) -> bool:
        """Whether every line, walls aside, joins a cell whose column and row add up to even to one where to odd."""
        (across, down), width, height = self.surface, self.width, self.height
        round_across = width + (height - 1) * (across is Seam.FLIPPED)
        round_down = height + (width - 1) * (down is Seam.FLIPPED)
        return not (across and round_across % 2) and not (down and round_down % 2)

    def unrolled(self, column: int, row: int) -> tuple[int, int] | None:
        """What is seen at a place beyond the board: a cell, and which of its sides are swapped there; None if nothing.

        The board goes on beyond its seams, and beyond a flipped one mirrored: the sides are N | S, or E | W, or 0.
        """
        (over, x), (under, y) = divmod(column, self.width), divmod(row, self.height)
        across, down = self.surface
        if (over and not across) or (under and not down):
            return None
        if over % 2 and across is Seam.FLIPPED:
            return self.cell(x, self.height - 1 - y), N | S
        if under % 2 and down is Seam.FLIPPED:
            return self.cell(self.width - 1 - x, y), E | W
        return self.cell(x, y), 0

    def distance(self, one: int, other: int) -> int:
        """The number of steps from one cell to the other, across seams too, walls aside."""
        (x, y), (other_x, other_y) = self.place(one), self.place(other)
        across, down = self.surface
        straight = self._apart(other_x - x, other_y - y)
        if across is Seam.FLIPPED:
            there = self.width - abs(other_x - x)
            return min(straight, there + self._apart(0, self.height - 1 - other_y - y))
        if down is Seam.FLIPPED:
            there = self.height - abs(other_y - y)
            return min(straight, there + self._apart(self.width - 1 - other_x - x, 0))
        return straight

    def _apart(self, columns: int, rows: int) -> int:
        """The number of steps between cells so many columns and rows apart, crossing no flipped seam."""
        columns, rows = abs(columns), abs(rows)
        if self.surface.across is Seam.JOINED:
            columns = min(columns, self.width - columns)
        if self.surface.down is Seam.JOINED:
            rows = min(rows, self.height - rows)
        return columns + rows

    @cached_property
    def open_sides(self) -> bytes:
        """For each cell the mask of the sides that neither a border nor a wall closes."""
        width, size = self.width, self.size
        sides = bytearray(b"\x0f" * size)
        if not self.surface.across:
            sides[::width] = sides[::width].translate(_LACKING[W])
            sides[width - 1 :: width] = sides[width - 1 :: width].translate(_LACKING[E])
        if not self.surface.down:
            sides[:width] = sides[:width].translate(_LACKING[N])
            sides[-width:] = sides[-width:].translate(_LACKING[S])
        ways = self.without_walls.ways if self.walls else {}
        for cell, side in self.walls:
            sides[cell] &= ~side
            sides[ways[side][cell]] &= ~OPPOSITE[side]
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
