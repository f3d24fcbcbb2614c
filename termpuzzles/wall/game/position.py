"""Cells, walls and pieces; distances and ways.

A cell is numbered file by file from the bottom left: a1 is 0, a2 is 1. A board of cells is an integer with a bit for
each. A *slot* is the side between two neighbouring cells; two boards hold those without a wall, `right` for the sides
right of each cell and `up` for those above it. So one step of many cells at once is a few shifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

RED, BLUE = 0, 1
SIDES = ("red", "blue")
VARIANTS = ("standard", "classic", "freestyle")
LEAST, MOST = 2, 12  # cells along a side
USUAL_SIZE = {"standard": (8, 8), "classic": (8, 8), "freestyle": (12, 10)}
NO_WAY = -1


class Wall(NamedTuple):
    """A wall right of a cell, or `above` it, by file and rank from 0; sorted as notation lists them."""

    above: bool
    file: int
    rank: int


class WallPosition(NamedTuple):
    """Walls, pieces, and whose turn it is. `pieces`: the cells of red's cat and mouse, then of blue's."""

    width: int
    height: int
    variant: str
    right: int  # the open sides right of a cell; those on the border are never open
    up: int  # the open sides above a cell
    pieces: tuple[int, int, int, int]
    side: int

    @property
    def size(self) -> int:
        """The number of cells."""
        return self.width * self.height

    def place(self, cell: int) -> tuple[int, int]:
        """File and rank of a cell, both from 0."""
        return divmod(cell, self.height)

    def cat(self, side: int) -> int:
        """The cell of that side's cat."""
        return self.pieces[2 * side]

    def mouse(self, side: int) -> int:
        """The cell of that side's mouse."""
        return self.pieces[2 * side + 1]

    def distance(self, side: int) -> int:
        """Steps from that side's cat to the other side's mouse; `NO_WAY` if there is none."""
        return distance(self.height, self.right, self.up, self.pieces[2 * side], self.pieces[3 - 2 * side])

    def is_free(self, wall: Wall) -> bool:
        """Whether that slot is on the board and has no wall yet."""
        width, height = self.width - (not wall.above), self.height - wall.above
        if not (0 <= wall.file < width and 0 <= wall.rank < height):
            return False
        return bool((self.up if wall.above else self.right) >> wall.file * self.height + wall.rank & 1)

    def free(self) -> Iterator[Wall]:
        """The slots without a wall, in canonical order."""
        for above, board in ((False, self.right), (True, self.up)):
            yield from (Wall(above, *self.place(cell)) for cell in cells(board))

    def walls(self) -> Iterator[Wall]:
        """The walls on the board, in canonical order."""
        right, up = all_open(self.width, self.height)
        yield from self._replace(right=right ^ self.right, up=up ^ self.up).free()

    def with_wall(self, wall: Wall) -> WallPosition:
        """The position with that wall, which must be free."""
        bit = 1 << wall.file * self.height + wall.rank
        return self._replace(up=self.up ^ bit) if wall.above else self._replace(right=self.right ^ bit)


def all_open(width: int, height: int) -> tuple[int, int]:
    """The two boards of open sides where no wall stands."""
    column = (1 << height) - 1
    right = (1 << (width - 1) * height) - 1
    up = sum(column >> 1 << file * height for file in range(width))
    return right, up


def cells(board: int) -> Iterator[int]:
    """The cells of a board in ascending order."""
    while board:
        lowest = board & -board
        yield lowest.bit_length() - 1
        board ^= lowest


def one_step(height: int, right: int, up: int, board: int) -> int:
    """The cells one step away from any cell of the board."""
    return (board & right) << height | board >> height & right | (board & up) << 1 | board >> 1 & up


def distance(height: int, right: int, up: int, start: int, end: int) -> int:
    """The least number of steps between two cells; `NO_WAY` if no way is open."""
    seen = reached = 1 << start
    goal = 1 << end
    steps = 0
    while not reached & goal:
        reached = (
            (reached & right) << height | reached >> height & right | (reached & up) << 1 | reached >> 1 & up
        ) & ~seen
        if not reached:
            return NO_WAY
        seen |= reached
        steps += 1
    return steps


def way(height: int, right: int, up: int, start: int, end: int) -> tuple[int, int] | None:
    """The sides that one shortest way crosses, as two boards like `right` and `up`; None if no way is open."""
    levels = [1 << start]
    seen, goal = levels[0], 1 << end
    while not levels[-1] & goal:
        further = one_step(height, right, up, levels[-1]) & ~seen
        if not further:
            return None
        seen |= further
        levels.append(further)
    across = along = 0
    here = goal
    for level in reversed(levels[:-1]):
        if before := here >> height & right & level:
            across |= before
        elif before := (here & right) << height & level:
            across |= here
        elif before := here >> 1 & up & level:
            along |= before
        else:
            before = here << 1
            along |= here
        here = before
    return across, along


def start(variant: str, width: int, height: int, chance: Random | None = None) -> WallPosition:
    """The start of a variant; of freestyle, which has many, one drawn by `chance`."""
    right, up = all_open(width, height)
    top_left, bottom_left = height - 1, 0
    top_right, bottom_right = width * height - 1, (width - 1) * height
    usual = WallPosition(width, height, variant, right, up, (top_left, bottom_left, top_right, bottom_right), RED)
    return _freestyle(usual, chance or Random()) if variant == "freestyle" else usual


def _freestyle(bare: WallPosition, chance: Random) -> WallPosition:
    """Pieces and walls at random, mirrored left to right; drawn again until nobody wins or is shut in."""
    while True:
        mouse, cat = sorted(((chance.randrange(4), chance.randrange(bare.height)) for _ in "12"), key=lambda at: at[1])
        red_cat, red_mouse, blue_cat, blue_mouse = (
            file * bare.height + rank for file, rank in (cat, mouse, _mirrored(bare, cat), _mirrored(bare, mouse))
        )
        drawn = bare._replace(pieces=(red_cat, red_mouse, blue_cat, blue_mouse))
        slots = [wall for wall in bare.free() if wall.file < 6]
        for wall in chance.sample(slots, chance.randint(4, 10)):
            for one in {wall, wall._replace(file=bare.width - 1 - (not wall.above) - wall.file)}:
                drawn = drawn.with_wall(one) if drawn.is_free(one) else drawn
        if cat[1] != mouse[1] and NO_WAY not in map(drawn.distance, (RED, BLUE)):
            return drawn


def _mirrored(position: WallPosition, place: tuple[int, int]) -> tuple[int, int]:
    return position.width - 1 - place[0], place[1]
