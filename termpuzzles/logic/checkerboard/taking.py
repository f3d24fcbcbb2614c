"""Taking lines greedily on a whole board at once, until no node that lacks a line can take one more.

Source: R. M. Karp and M. Sipser, Maximum matching in sparse random graphs (1981), with any numbers in place of ones:
where a node needs all lines that it can still take, these are taken first.
"""

from __future__ import annotations

from termpuzzles.logic.bitboards.frame import Frame, Sides
from termpuzzles.logic.checkerboard.degrees import Degrees, Nodes, Pair, even_columns, even_rows
from termpuzzles.logic.task import Task


class Taking:
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


def codes(frame: Frame, sides: Sides) -> bytes:
    """For each cell the mask of the sides that are set."""
    return frame.stripped(frame.masks(sides))
