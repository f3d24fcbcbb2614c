"""What follows from a line, drawn or not, by one link: the graph in which chains are searched for.

A *literal* is an undecided line, drawn or not drawn: with n lines, line `i` drawn is literal `i`, and line `i` not
drawn is literal `i + n`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, S
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS, KNOWN, Domain
from termpuzzles.logic.rules.supposed import joined

Literals = int  # a set of literals, a bit each
Spoken = tuple[int, bool]  # a side of a tile, and whether there is a line


class Bad(Enum):
    """How a chain ends."""

    DENIAL = "denial"  # a line would be drawn and not drawn
    TILE = "tile"  # a tile has no turn left
    LOOP = "loop"  # a loop closes
    SEALED = "sealed"  # a component too small for the board cannot go on


class End(NamedTuple):
    """Where the chain from a start ends: the literals that do not go together, or that seal off the cell's component.

    For a loop there are none: all drawn literals of the chain count.
    """

    start: int
    how: Bad
    literals: tuple[int, ...] = ()
    cell: int = -1


class Link(NamedTuple):
    """A literal that follows from others: from some at a tile, or (tile -1) from lines with which it closes a loop."""

    literal: int
    before: tuple[int, ...]
    tile: int


@cache
def _following(domain: Domain) -> tuple[tuple[Spoken, tuple[Spoken, ...]], ...]:
    """For each undecided side of a tile, drawn or not, what follows for its other sides."""
    known = KNOWN[domain]
    found = []
    for side in SIDES_OF[15 & ~(known >> 4 | known)]:
        for drawn in (True, False):
            fresh = KNOWN[domain & FITS[side << 4 if drawn else side]] & ~known
            then = [(other, True) for other in SIDES_OF[fresh >> 4 & ~side]]
            then += [(other, False) for other in SIDES_OF[fresh & 15 & ~side]]
            if then:
                found.append(((side, drawn), tuple(then)))
    return tuple(found)


@cache
def _impossible(domain: Domain) -> tuple[tuple[Spoken, ...], ...]:
    """The smallest choices for three or more undecided sides of a tile that together fit none of its masks.

    If two do not go together, each implies the denial of the other, which `_following` has already.
    """
    literals = [(side, drawn) for side in SIDES for drawn in (True, False)]
    found: list[tuple[Spoken, ...]] = []
    for number in range(2, 5):
        for some in combinations(literals, number):
            is_new = len({side for side, _ in some}) == number and not any(set(less) <= set(some) for less in found)
            if is_new and not domain & FITS[sum(side << 4 if drawn else side for side, drawn in some)]:
                found.append(some)
    return tuple(some for some in found if len(some) > 2)


class Implications:
    """The undecided lines of a board, what follows from what, and what does not go together."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.components = joined(knowledge)
        self.lines: list[int] = []  # their numbers on the grid
        self.index: dict[int, int] = {}
        cells = knowledge.open_cells()
        for cell in cells:
            for side in SIDES_OF[knowledge.undecided(cell)]:
                line = knowledge.grid.line(cell, side)
                if line not in self.index:
                    self.index[line] = len(self.lines)
                    self.lines.append(line)
        self.number = len(self.lines)
        self.low = (1 << self.number) - 1
        self.after: list[list[int]] = [[] for _ in range(2 * self.number)]
        self.together: list[End] = []  # literals that cannot all be true; without a start
        for cell in cells:
            self._at_tile(cell)
        self.ends: list[tuple[int, int]] = []  # for each line the two components at it
        self.out: dict[int, int] = {}  # for each component its undecided lines, a bit each
        if self.components:
            self._between(self.components)

    def literal(self, cell: int, spoken: Spoken) -> int:
        """The literal for a side of the cell, with a line or without."""
        side, drawn = spoken
        return self.index[self.knowledge.grid.line(cell, side)] + (0 if drawn else self.number)

    def at_tiles(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The literals, three or more, that do not go together at a tile."""
        return ((end.cell, end.literals) for end in self.together if end.how is Bad.TILE)

    def denial(self, literal: int) -> int:
        """The opposite literal."""
        return literal - self.number if literal >= self.number else literal + self.number

    def _at_tile(self, cell: int) -> None:
        domain = self.knowledge.left[cell]
        for spoken, then in _following(domain):
            self.after[self.literal(cell, spoken)] += [self.literal(cell, other) for other in then]
        for some in _impossible(domain):
            self.together.append(End(-1, Bad.TILE, tuple(self.literal(cell, each) for each in some), cell))

    def _between(self, components: Components) -> None:
        """Add what follows from lines between the same two components, and which lines lead out of each."""
        shared: dict[tuple[int, int], list[int]] = {}
        for at, line in enumerate(self.lines):
            one, other = map(components.find, self.knowledge.grid.ends(line))
            self.ends.append((one, other))
            shared.setdefault((min(one, other), max(one, other)), []).append(at)
            for root in {one, other}:
                self.out[root] = self.out.get(root, 0) | 1 << at
        for roots, lines in shared.items():
            size = sum(-components.parents[root] for root in {*roots})
            for at in lines if len(lines) > 1 and not components.may_close(size) else ():
                self.after[at] += [other + self.number for other in lines if other != at]
        for root, bits in self.out.items():
            size = -components.parents[root]
            if 1 < size < components.total:  # a single tile is covered by its masks
                self.together.append(End(-1, Bad.SEALED, tuple(at + self.number for at in bits_of(bits)), root))

    def tile_of(self, before: int, after: int) -> int:
        """The tile at which one literal follows from another; -1 if it follows because of a loop."""
        grid, number = self.knowledge.grid, self.number
        line, other = self.lines[before % number], self.lines[after % number]
        for cell in grid.ends(line):
            both = self.sides(cell, line), self.sides(cell, other)
            if all(both):
                known = KNOWN[self.knowledge.left[cell] & FITS[_as_known(both[0], before < number)]]
                claim = _as_known(both[1], after < number)
                if known & claim == claim:
                    return cell
        return -1

    def known(self, cell: int, literals: Iterable[int]) -> int:
        """What the literals say about the cell's sides, as a known byte."""
        found = 0
        for literal in literals:
            found |= _as_known(self.sides(cell, self.lines[literal % self.number]), literal < self.number)
        return found

    def sides(self, cell: int, line: int) -> int:
        """The mask of the cell's sides that the line crosses: none, one, or two if it joins the cell to itself."""
        one, other = self.knowledge.grid.ends(line)
        side = S if line & 1 else E
        return (side if one == cell else 0) | (OPPOSITE[side] if other == cell else 0)


def _as_known(sides: int, drawn: bool) -> int:
    return sides << 4 if drawn else sides


def bits_of(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
