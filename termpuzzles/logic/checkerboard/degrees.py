"""Boards on which only the numbers of lines matter, as bitboards: what each cell still needs, and lines taken greedily.

An open end needs one of its undecided lines, an open tee all of them but one, and an open corner one of north and
south and one of east and west. So an end or a tee is one *node* and a corner is two, its upright one (north and south)
and its level one (east and west); each node needs a certain number of lines, and a solution of the board gives it
exactly that many. On a checkerboard every line joins a black cell to a white one, so this is a degree problem on a
bipartite graph. Crosses and blank cells have nothing open; bars depend on more than numbers and must not be open.

Both nodes of a cell have a bit each, in two bitboards: an end or a tee has both bits or none.

Source: R. M. Karp and M. Sipser, Maximum matching in sparse random graphs (1981), with any numbers in place of ones:
where a node needs all lines that it can still take, these are taken first.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from termpuzzles.board.grid import E, S, W
from termpuzzles.logic.bitboards.frame import Frame, KnownLines, Sides, TileBits
from termpuzzles.logic.task import Task


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
    def of(cls, frame: Frame, tiles: TileBits, lines: KnownLines) -> Degrees | None:
        """The open part of a board with the local rule at its fixpoint; None where more than numbers matter."""
        if not frame.grid.has_checkerboard:
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


class PartialMatching:
    """The lines taken so far and what each node still lacks, `ones` and `twos` for the single nodes.

    No node ever has more lines than it needs.
    """

    def __init__(self, degrees: Degrees) -> None:
        frame = degrees.frame
        self.frame = frame
        self.degrees = degrees
        self.taken = Pair(0, 0)
        self.ones, self.twos = degrees.ones, degrees.twos
        self.lone = degrees.lone
        columns, rows = even_columns(frame), even_rows(frame)
        self._level_classes = (columns, frame.cells & ~columns)
        self._upright_classes = (rows, frame.cells & ~rows)

    def lacking(self) -> Nodes:
        """The nodes that lack a line."""
        single = self.ones | self.twos
        return Nodes(single | self.lone.upright, single | self.lone.level)

    def available(self) -> Pair:
        """The undecided lines that are not taken and whose two nodes both lack one."""
        frame, lacking, (e, s) = self.frame, self.lacking(), self.degrees.undecided
        return Pair(
            e & ~self.taken.e & lacking.level & frame.from_east(lacking.level),
            s & ~self.taken.s & lacking.upright & frame.from_south(lacking.upright),
        )

    def greedily(self) -> Task[None]:
        """Take lines until none is available: needed ones first, then dominoes side by side.

        Dominoes that all lie the same way leave few nodes short; at random they leave many, far from each other.
        """
        while True:
            yield None
            available = self.available()
            if not available.e and not available.s:
                return
            needed = self._needed(available)
            if needed.e or needed.s:
                self._take(needed)
            else:
                self._take_dominoes(available)

    def _take_dominoes(self, available: Pair) -> None:
        for cells in self._level_classes:
            if some := available.e & cells:
                self._take(Pair(some, 0))
                return
        self._take(Pair(0, available.s))

    def _needed(self, available: Pair) -> Pair:
        """The available lines of nodes that have no more of them than they lack."""
        n, e, s, w = available.sides(self.frame)
        ones, twos = self.ones, self.twos
        one_upright, one_level = n ^ s, e ^ w
        both = n & s | e & w
        four = n & s & e & w
        two_or_three = both & ~four | one_upright & one_level
        odd = one_upright ^ one_level
        single = ~four & (twos & (ones | ~(two_or_three & odd)) | ones & ~twos & ~two_or_three)
        upright = single | self.degrees.double & one_upright
        level = single | self.degrees.double & one_level
        return Pair(
            e & (level | self.frame.from_east(level)),
            s & (upright | self.frame.from_south(upright)),
        )

    def _take(self, wanted: Pair) -> None:
        """Take those of these lines whose two nodes still lack one, never two neighbours at once."""
        frame = self.frame
        for cells in self._level_classes:
            if some := wanted.e & cells:
                level = self.ones | self.twos | self.lone.level
                if some := some & level & frame.from_east(level):
                    self.taken = Pair(self.taken.e | some, self.taken.s)
                    self.serve(Nodes(0, some | frame.from_west(some)))
        for cells in self._upright_classes:
            if some := wanted.s & cells:
                upright = self.ones | self.twos | self.lone.upright
                if some := some & upright & frame.from_south(upright):
                    self.taken = Pair(self.taken.e, self.taken.s | some)
                    self.serve(Nodes(some | frame.from_north(some), 0))

    def serve(self, nodes: Nodes) -> None:
        """Let these nodes lack one line less; either bit of a single node will do."""
        single = (nodes.upright | nodes.level) & self.degrees.single
        self.twos &= ~(single & ~self.ones)
        self.ones ^= single
        self.lone = Nodes(self.lone.upright & ~nodes.upright, self.lone.level & ~nodes.level)

    def exchange(self, lines: Pair) -> None:
        """Free the lines among these that are taken, and take the others."""
        self.taken = Pair(self.taken.e ^ lines.e, self.taken.s ^ lines.s)

    def free(self) -> Sides:
        """The undecided lines that are not taken, as sides of both cells at each."""
        (e, s), taken = self.degrees.undecided, self.taken
        return Pair(e & ~taken.e, s & ~taken.s).sides(self.frame)

    def loose(self) -> Sides:
        """The lines taken, as sides of both cells at each."""
        return self.taken.sides(self.frame)
