"""Counting black and white cells: which lines a loop through every open cell must and must not use.

The board is coloured like a checkerboard, its top left cell black. Each line joins a black cell to a white one, so in
a region that holds `B` black cells and `W` white ones, each with two lines, the lines that leave it from black cells
(its black exits) outnumber those that leave it from white cells by exactly `2 (B - W)`: count both ends of every line.

*Type 1* is that rule for every region at once. *Type 2* is for regions with `B = W`: their loop must leave them, and
by the rule it then leaves them from a black cell and from a white one. (Simple Loop Parity, 02C.)
"""

from collections.abc import Iterable
from typing import NamedTuple

from termpuzzles.board.dominators import reached, smaller_reach, strong_bridges
from termpuzzles.board.graph import strong_components
from termpuzzles.board.grid import OPPOSITE
from termpuzzles.logic.balance import Region
from termpuzzles.logic.flow import Lines, colours, neighbour_offsets, offsets, sides_toward


class Forced(NamedTuple):
    """A line that is settled: across that side of the cell, drawn or crossed out."""

    cell: int
    side: int
    drawn: bool


class Shared(NamedTuple):
    """What all 2-factors share: the undecided lines that they agree on, and why.

    `forth` and `back` hold for each cell the sides by which a tour may leave and enter it. A tour takes free lines
    from black to white and taken ones from white to black; lines decided already have no part in it.
    """

    lines: Lines
    forced: list[Forced]
    forth: bytes
    back: bytes

    def region(self, forced: Forced) -> Region:
        """A small region whose numbers of black and white cells settle this line, one of `forced`.

        Nothing leads out of what can be reached from one end of it: all undecided black exits of that region are
        taken in a 2-factor and none of its white ones. So its black exits are the most and its white ones the fewest
        that there can be, and the numbers allow no other way. Colours changed, the same holds of what the other end
        is reached from.
        """
        black, white = self.lines.black_first(forced.cell, forced.side)
        # The line is a step from its black cell to its white one while free, the other way once taken.
        tail, head = (white, black) if forced.drawn else (black, white)
        out = neighbour_offsets(self.lines.grid)
        forth, back = self.forth, self.back
        cells = smaller_reach(
            head,
            lambda cell: [cell + offset for offset in out[forth[cell]]],
            tail,
            lambda cell: [cell + offset for offset in out[back[cell]]],
        )
        return Region.of(self.lines, frozenset(cells))


def type_1(lines: Lines, factor: bytes) -> Shared:
    """The undecided lines that all 2-factors agree on, as `factor`, one of them, has them.

    Any other 2-factor differs from it in closed tours that take free lines from black to white and leave taken ones
    from white to black. So a line can change exactly when such a tour passes it, that is when both its ends lie in one
    strong component. Settling the others changes no tour: a second pass finds nothing new.
    """
    black = colours(lines.grid)
    free = bytes(usable & ~taken for usable, taken in zip(lines.usable, factor, strict=True))
    loose = bytes(taken & ~drawn for taken, drawn in zip(factor, lines.drawn, strict=True))
    sides = list(zip(black, free, loose, strict=True))
    forth = bytes([untaken if is_black else taken for is_black, untaken, taken in sides])
    back = bytes([taken if is_black else untaken for is_black, untaken, taken in sides])
    out, offset = neighbour_offsets(lines.grid), offsets(lines.grid)
    arcs = [[cell + step for step in out[mask]] for cell, mask in enumerate(forth)]
    component = strong_components(len(arcs), arcs.__getitem__)
    forced = [
        Forced(cell, side, bool(factor[cell] & side))
        for cell, side in lines.undecided()
        if component[cell] != component[cell + offset[side]]
    ]
    return Shared(lines, forced, forth, back)


class Dominoes(NamedTuple):
    """A perfect matching contracted: its dominoes as (black cell, white cell), and the arcs between them by number.

    `number` gives the domino of each open cell. Every usable line outside the matching is an arc from the domino of
    its black cell to that of its white one.
    """

    cells: list[tuple[int, int]]
    number: list[int]
    after: list[list[int]]
    before: list[list[int]]

    @classmethod
    def of(cls, lines: Lines, matching: bytes) -> "Dominoes":
        """The dominoes of this matching, given as the mask of the one side of each open cell."""
        black, offset, out = colours(lines.grid), offsets(lines.grid), neighbour_offsets(lines.grid)
        cells = [(cell, cell + offset[side]) for cell, side in enumerate(matching) if side and black[cell]]
        number = [0] * lines.grid.size
        for domino, (black_cell, white_cell) in enumerate(cells):
            number[black_cell] = number[white_cell] = domino
        rest = [usable & ~side for usable, side in zip(lines.usable, matching, strict=True)]
        after = [[number[cell + step] for step in out[rest[cell]]] for cell, _ in cells]
        before = [[number[cell + step] for step in out[rest[cell]]] for _, cell in cells]
        return cls(cells, number, after, before)

    def region(self, lines: Lines, dominoes: Iterable[int]) -> Region:
        """The region that these dominoes cover."""
        return Region.of(lines, frozenset(cell for domino in dominoes for cell in self.cells[domino]))


class OnlyWays(NamedTuple):
    """The undecided lines that some balanced region has for its only exit of one colour, and why.

    `dominoes` holds for each of `forced` the contracted matching in which it is an arc without any way around.
    """

    lines: Lines
    forced: list[Forced]
    dominoes: dict[Forced, Dominoes]

    def region(self, forced: Forced) -> Region:
        """A small region with as many black cells as white that can be left only by this line from its colour there."""
        dominoes = self.dominoes[forced]
        black, white = self.lines.black_first(forced.cell, forced.side)
        tail, head = dominoes.number[black], dominoes.number[white]
        found = smaller_reach(
            tail,
            lambda node: [other for other in dominoes.after[node] if (node, other) != (tail, head)],
            head,
            lambda node: [other for other in dominoes.before[node] if (other, node) != (tail, head)],
        )
        return dominoes.region(self.lines, found)


def type_2(lines: Lines, factor: bytes) -> OnlyWays | Region:
    """The undecided lines that a region with as many black cells as white ones needs; or such a region without an exit.

    A region made of whole dominoes of a perfect matching has as many black cells as white ones. With the dominoes
    contracted and every other line left directed from its black cell to its white one, its black exits are the arcs
    out of it: it needs one, so the graph is strongly connected; and an arc without which its tail cannot reach its
    head is the only black exit of all that its tail then reaches, and the only white exit of the rest.

    No region is missed. Where dominoes do not fit a region with B = W, those that leave it are exits, as many black as
    white. So one without a black exit is whole, and one with a single black exit is whole in a matching without that
    line. `factor` is a 2-factor and all its tours are even, so it parts into two matchings that have no line in
    common: each line is missing in one of them.
    """
    toward = sides_toward(lines.grid)
    found: dict[Forced, Dominoes] = {}
    for matching in two_matchings(lines, factor):
        dominoes = Dominoes.of(lines, matching)
        bridges = strong_bridges(dominoes.after, dominoes.before)
        if bridges is None:
            return _stranded(lines, dominoes)
        for tail, head in bridges:
            black, white = dominoes.cells[tail][0], dominoes.cells[head][1]
            if not lines.drawn[black] & toward[white - black]:
                cell, other = sorted((black, white))
                found[Forced(cell, toward[other - cell], True)] = dominoes
    return OnlyWays(lines, sorted(found), found)


def two_matchings(lines: Lines, factor: bytes) -> tuple[bytes, bytes]:
    """A 2-factor's lines parted into two perfect matchings, each as the one side of each open cell."""
    offset, first = offsets(lines.grid), bytearray(lines.grid.size)
    for start, sides in enumerate(factor):
        cell, side = start, sides & -sides
        while side and not first[cell]:
            other = cell + offset[side]
            first[cell], first[other] = side, OPPOSITE[side]
            onward = factor[other] & ~OPPOSITE[side]
            cell = other + offset[onward]
            side = factor[cell] & ~OPPOSITE[onward]
    return bytes(first), bytes(sides & ~side for sides, side in zip(factor, first, strict=True))


def _stranded(lines: Lines, dominoes: Dominoes) -> Region:
    """A region without black exits or without white ones, where the dominoes are not strongly connected."""
    everyone = len(dominoes.cells)
    within = reached(0, dominoes.after)
    if len(within) == everyone:
        within = reached(0, dominoes.before)
    without = set(range(everyone)).difference(within)
    return dominoes.region(lines, within if len(within) <= len(without) else without)
