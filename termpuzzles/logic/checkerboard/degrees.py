"""Boards on which only the numbers of lines matter, as bitboards: how many lines each cell still needs, and which.

An open end needs one of its undecided lines, an open tee all of them but one, and an open corner one of north and
south and one of east and west. So an end or a tee is one *node* and a corner is two, its upright one (north and south)
and its level one (east and west); each node needs a certain number of lines, and a solution of the board gives it
exactly that many. On a checkerboard every line joins a black cell to a white one, so this is a degree problem on a
bipartite graph. Crosses and blank cells have nothing open; bars depend on more than numbers and must not be open.

Both nodes of a cell have a bit each, in two bitboards: an end or a tee has both bits or none.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from termpuzzles.board.grid import E, S, W
from termpuzzles.logic.bitboards.frame import Frame, KnownLines, Sides, Tiles


class Nodes(NamedTuple):
    """A set of nodes: one bitboard of upright nodes, one of level nodes."""

    upright: int
    level: int

    def __bool__(self) -> bool:
        return bool(self.upright or self.level)


class Pair(NamedTuple):
    """A set of lines, each at the cell west or north of it: one bitboard for lines east, one for lines south."""

    e: int
    s: int

    @classmethod
    def along(cls, frame: Frame, way: Iterable[tuple[int, int]]) -> Pair:
        """The lines of a way, each given as a cell and a side of it."""
        width, size = frame.width, frame.grid.size
        e: list[int] = []
        s: list[int] = []
        for cell, side in way:
            if side == E:
                e.append(cell)
            elif side == W:
                e.append(cell - 1 if cell % width else cell + width - 1)
            elif side == S:
                s.append(cell)
            else:
                s.append((cell - width) % size)
        return cls(frame.bitboard_of_places(e), frame.bitboard_of_places(s))

    def sides(self, frame: Frame) -> Sides:
        """The lines as sides of both cells at each."""
        return Sides(frame.from_north(self.s), self.e, self.s, frame.from_west(self.e))


class Degrees(NamedTuple):
    """The open part of a board: the undecided lines, the nodes, and how many lines each node needs.

    `single` holds the open ends and tees, `double` the open corners; `ones` and `twos` are the two bits of the number
    that each single node needs; `lone` holds the nodes of corners, which need one line each. `black` holds the black
    cells of the checkerboard.
    """

    frame: Frame
    black: int
    undecided: Pair
    single: int
    double: int
    ones: int
    twos: int
    lone: Nodes

    @classmethod
    def of(cls, frame: Frame, tiles: Tiles, lines: KnownLines) -> Degrees | None:
        """The open part of a board with the local rule at its fixpoint; None where more than numbers matter."""
        if not has_checkerboard(frame):
            return None
        (n, e, s, w), (no_n, no_e, no_s, no_w) = lines
        cells = frame.cells
        n, e, s, w = cells & ~(n | no_n), cells & ~(e | no_e), cells & ~(s | no_s), cells & ~(w | no_w)
        still_open = n | e | s | w
        if still_open & tiles.bars:
            return None
        ends, tees, corners = still_open & tiles.ends, still_open & tiles.tees, still_open & tiles.corners
        odd, pairs = n ^ e ^ s ^ w, (n & e) ^ (n & s) ^ (n & w) ^ (e & s) ^ (e & w) ^ (s & w)
        # A tee with two, three or four undecided lines needs one, two or three of them: one less.
        twos, ones = tees & (odd | ~pairs), tees & ~odd
        return cls(
            frame, black(frame), Pair(e, s), ends | tees, corners, ends | ones, twos, Nodes(corners & n, corners & e)
        )


def has_checkerboard(frame: Frame) -> bool:
    """Whether every line joins a black cell to a white one: the board is even in each direction that wraps."""
    grid = frame.grid
    return not ((grid.wrap_x and grid.width % 2) or (grid.wrap_y and grid.height % 2))


def even_columns(frame: Frame) -> int:
    """The cells in even columns, the first one among them."""
    row = int("01" * ((frame.width + 1) // 2), 2) & (1 << frame.width) - 1
    return repeated(row, frame.stride, frame.height)


def even_rows(frame: Frame) -> int:
    """The cells in even rows, the first one among them."""
    return repeated((1 << frame.width) - 1, 2 * frame.stride, (frame.height + 1) // 2)


def black(frame: Frame) -> int:
    """The cells whose column and row are both even or both odd."""
    return frame.cells & ~(even_columns(frame) ^ even_rows(frame))


def repeated(pattern: int, stride: int, times: int) -> int:
    """The pattern repeated `times` times, each copy a stride further on."""
    text = format(pattern, f"0{stride}b")
    return int(text * times, 2)


def nodes_of(single: int, upright: int, level: int) -> Nodes:
    """The nodes with these bits, where either bit is enough for a single node."""
    return Nodes(upright | level & single, level | upright & single)


def both(some: Nodes, others: Nodes) -> Nodes:
    """The nodes in both sets."""
    return Nodes(some.upright & others.upright, some.level & others.level)


def without(some: Nodes, others: Nodes) -> Nodes:
    """The nodes of the first set that are not in the second."""
    return Nodes(some.upright & ~others.upright, some.level & ~others.level)


def union(some: Sides, more: Sides) -> Sides:
    """The sides in either set."""
    return Sides(some.n | more.n, some.e | more.e, some.s | more.s, some.w | more.w)
