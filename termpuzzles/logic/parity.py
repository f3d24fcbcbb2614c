"""Counting black and white cells: which lines a loop through every open cell must and must not use.

The board is coloured like a checkerboard, its top left cell black. Each line joins a black cell to a white one, so in
a region that holds `B` black cells and `W` white ones, each with two lines, the lines that leave it from black cells
(its black exits) outnumber those that leave it from white cells by exactly `2 (B - W)`: count both ends of every line.

*Type 1* is that rule for every region at once. *Type 2* is for regions with `B = W`: their loop must leave them, and
by the rule it then leaves them from a black cell and from a white one. (Simple Loop Parity, 02C.)
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

from termpuzzles.board.dominators import reached, strong_bridges, turned_around
from termpuzzles.board.graph import strong_components
from termpuzzles.board.grid import OPPOSITE
from termpuzzles.logic.balance import Region
from termpuzzles.logic.flow import Lines, colours, neighbour_offsets, offsets, sides_toward


class Forced(NamedTuple):
    """A line that is settled: across that side of the cell, drawn or crossed out."""

    cell: int
    side: int
    drawn: bool


def type_1(lines: Lines, factor: bytes) -> list[Forced]:
    """The undecided lines that all 2-factors agree on, as `factor`, one of them, has them.

    Any other 2-factor differs from it in closed tours that take free lines from black to white and leave taken ones
    from white to black. So a line can change exactly when such a tour passes it, that is when both its ends lie in one
    strong component. Settling the others changes no tour: a second pass finds nothing new.
    """
    component = strong_components(lines.grid.size, residual(lines, factor).__getitem__)
    offset = offsets(lines.grid)
    return [
        Forced(cell, side, bool(factor[cell] & side))
        for cell, side in lines.undecided()
        if component[cell] != component[cell + offset[side]]
    ]


def residual(lines: Lines, factor: bytes) -> list[tuple[int, ...]]:
    """For each cell the neighbours that a tour may go on to: black to white by a free line, white to black by a taken.

    Lines already decided have no part in it.
    """
    out = neighbour_offsets(lines.grid)
    return [
        tuple([cell + offset for offset in out[(usable & ~taken) if black else (taken & ~drawn)]])
        for cell, (black, usable, taken, drawn) in enumerate(
            zip(colours(lines.grid), lines.usable, factor, lines.drawn, strict=True)
        )
    ]


def why_type_1(lines: Lines, factor: bytes, forced: Forced) -> Region:
    """A small region whose numbers of black and white cells settle this line, which `type_1` gave.

    Nothing leads out of what can be reached from one end of it: all undecided black exits of that region are taken in
    `factor` and none of its white ones. So its black exits are the most and its white ones the fewest that there can
    be, and the rule allows no other way. The same holds, colours changed, of what the other end is reached from.
    """
    other = forced.cell + offsets(lines.grid)[forced.side]
    black_end, white_end = (forced.cell, other) if colours(lines.grid)[forced.cell] else (other, forced.cell)
    # The line is an arc from its black cell to its white one while free, the other way once taken.
    tail, head = (white_end, black_end) if forced.drawn else (black_end, white_end)
    arcs = residual(lines, factor)
    regions = reached(head, arcs), reached(tail, turned_around(arcs))
    return Region.of(lines, frozenset(_smaller(*regions)))


def _smaller(one: Collection[int], other: Collection[int]) -> Collection[int]:
    return one if len(one) <= len(other) else other


class Dominoes(NamedTuple):
    """A perfect matching contracted: its dominoes as (black cell, white cell), and the arcs between them by number.

    Every usable line outside the matching is an arc from the domino of its black cell to that of its white one.
    """

    cells: list[tuple[int, int]]
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
        return cls(cells, after, before)

    def region(self, lines: Lines, dominoes: Iterable[int]) -> Region:
        """The region that these dominoes cover."""
        return Region.of(lines, frozenset(cell for domino in dominoes for cell in self.cells[domino]))


def type_2(lines: Lines, factor: bytes) -> list[Forced] | Region:
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
    found: set[Forced] = set()
    for matching in two_matchings(lines, factor):
        dominoes = Dominoes.of(lines, matching)
        bridges = strong_bridges(dominoes.after, dominoes.before)
        if bridges is None:
            return _stranded(lines, dominoes)
        for tail, head in bridges:
            black, white = dominoes.cells[tail][0], dominoes.cells[head][1]
            if not lines.drawn[black] & toward[white - black]:
                cell, other = sorted((black, white))
                found.add(Forced(cell, toward[other - cell], True))
    return sorted(found)


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
    everything = range(len(dominoes.cells))
    within = set(reached(0, dominoes.after))
    if len(within) == len(everything):
        within = set(reached(0, dominoes.before))
    without = set(everything) - within
    return dominoes.region(lines, _smaller(within, without))


def why_type_2(lines: Lines, factor: bytes, forced: Forced) -> Region:
    """A small region with as many black cells as white that can be left only by this line, which `type_2` gave."""
    other = forced.cell + offsets(lines.grid)[forced.side]
    black, white = (forced.cell, other) if colours(lines.grid)[forced.cell] else (other, forced.cell)
    side = sides_toward(lines.grid)[white - black]
    matching = next(matching for matching in two_matchings(lines, factor) if matching[black] != side)
    dominoes = Dominoes.of(lines, matching)
    tail = next(domino for domino, (cell, _) in enumerate(dominoes.cells) if cell == black)
    head = next(domino for domino, (_, cell) in enumerate(dominoes.cells) if cell == white)
    dominoes.after[tail].remove(head)
    dominoes.before[head].remove(tail)
    regions = reached(tail, dominoes.after), reached(head, dominoes.before)
    return dominoes.region(lines, _smaller(*regions))
