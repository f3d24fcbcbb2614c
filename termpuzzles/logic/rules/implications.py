"""What follows of a line, drawn or not, link by link: the search for the shortest chain that ends badly (`chain`).

A *literal* is an undecided line, drawn or not drawn: of so many lines, line `i` drawn is literal `i`, and not drawn it
is literal `i + lines`. What follows of every literal at once is one int each, a bit for each literal; all starts go on
level by level, and of a start what is within one link more is what its successors have within one link less.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import combinations
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.logic.domains import FITS, KNOWN
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.propagators.components import Components
from termpuzzles.logic.problem import Domain
from termpuzzles.logic.rules.supposed import closed_loop, tree_components

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

    A loop is of all literals that are drawn, so none are named.
    """

    start: int
    how: Bad
    literals: tuple[int, ...] = ()
    cell: int = -1


class Link(NamedTuple):
    """A literal that follows of others: of one at a tile, or (tile -1) of the lines that it would close a loop with."""

    literal: int
    before: tuple[int, ...]
    tile: int


@cache
def _following(domain: Domain) -> tuple[tuple[Spoken, tuple[Spoken, ...]], ...]:
    """For each undecided side of a tile, drawn or not, what then follows for its other sides."""
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

    Of two that do not go together one follows the other's denial.
    """
    known = KNOWN[domain]
    literals = [(side, drawn) for side in SIDES_OF[15 & ~(known >> 4 | known)] for drawn in (True, False)]
    found: list[tuple[Spoken, ...]] = []
    for number in range(2, 5):
        for some in combinations(literals, number):
            is_new = len({side for side, _ in some}) == number and not any(set(less) <= set(some) for less in found)
            if is_new and not domain & FITS[sum(side << 4 if drawn else side for side, drawn in some)]:
                found.append(some)
    return tuple(some for some in found if len(some) > 2)


class Implications:
    """The undecided lines of a board, what follows of what, and what does not go together."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.components = tree_components(knowledge)
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
        self.together: list[End] = []  # literals that cannot all be; without a start
        for cell in cells:
            self._at_tile(cell)
        self.ends: list[tuple[int, int]] = []  # of each line the components at it
        self.out: dict[int, int] = {}  # of each component with undecided lines these, a bit each
        if self.components:
            self._between(self.components)

    def literal(self, cell: int, spoken: Spoken) -> int:
        """The literal that the tile speaks of so."""
        side, drawn = spoken
        return self.index[self.knowledge.grid.line(cell, side)] + (0 if drawn else self.number)

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
        """What follows of lines between the same two components, and which lines lead out of each."""
        shared: dict[tuple[int, int], list[int]] = {}
        for at, line in enumerate(self.lines):
            one, other = map(components.find, self.knowledge.grid.ends(line))
            self.ends.append((one, other))
            shared.setdefault((min(one, other), max(one, other)), []).append(at)
            for root in {one, other}:
                self.out[root] = self.out.get(root, 0) | 1 << at
        for lines in shared.values():
            for at in lines if len(lines) > 1 else ():
                self.after[at] += [other + self.number for other in lines if other != at]
        for root, bits in self.out.items():
            size = -components.parents[root]
            if 1 < size < components.total:  # of a tile alone its masks tell
                self.together.append(End(-1, Bad.SEALED, tuple(at + self.number for at in _bits(bits)), root))

    def tile_of(self, before: int, after: int) -> int:
        """The tile at which one literal follows of another; -1 if that is for a loop."""
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

    def sides(self, cell: int, line: int) -> int:
        """The mask of the cell's sides that the line crosses: none, one, or both of a line to itself."""
        one, other = self.knowledge.grid.ends(line)
        side = S if line & 1 else E
        return (side if one == cell else 0) | (OPPOSITE[side] if other == cell else 0)


def _as_known(sides: int, drawn: bool) -> int:
    return sides << 4 if drawn else sides


def _bits(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


class _Joined:
    """The components that the drawn literals of one start have joined so far."""

    __slots__ = ("above", "done", "out", "size")

    def __init__(self) -> None:
        self.above: dict[int, int] = {}
        self.done: Literals = 0
        self.out: dict[
            int, int
        ] = {}  # of what was joined, by the component that stands for it: the lines that lead out
        self.size: dict[int, int] = {}


class Levels:
    """Every start at once, level by level, until some end."""

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.reached: list[list[Literals]] = [[1 << literal for literal in range(2 * graph.number)]]
        self.joined: dict[int, _Joined] = {}
        self.late: dict[
            int, list[tuple[int, int]]
        ] = {}  # of a start: literals that follow for a loop, each with its level
        if graph.components:
            for start in range(graph.number):
                self._join(start, 1 << start)

    def first_ends(self) -> list[End]:
        """The ends on the first level that has any; none if there is none on any level."""
        while self.advance():
            if found := [*self.denials(), *self._together(), *self._joined_ends()]:
                return found
        return []

    def advance(self) -> bool:
        """Go on by one link from every start; False if nothing more follows."""
        now = self.reached[-1]
        then = []
        for literal, after in enumerate(self.graph.after):
            bits = now[literal] | 1 << literal
            for other in after:
                bits |= now[other]
            then.append(bits)
        level = len(self.reached)
        for start, late in self.late.items():
            for literal, since in late:
                then[start] |= self.reached[level - since][literal]
        self.reached.append(then)
        return then != now

    def denials(self) -> Iterator[End]:
        """The starts that come to a line drawn and not drawn, a line for each."""
        low, number = self.graph.low, self.graph.number
        for start, bits in enumerate(self.reached[-1]):
            if both := bits & bits >> number & low:
                at = (both & -both).bit_length() - 1
                yield End(start, Bad.DENIAL, (at, at + number))

    def _together(self) -> Iterator[End]:
        """The starts that come to literals which do not go together."""
        starts = self._starts_of()
        for end in self.graph.together:
            bits = -1
            for literal in end.literals:
                bits &= starts[literal]
                if not bits:
                    break
            else:
                for start in _bits(bits):
                    yield end._replace(start=start)

    def _starts_of(self) -> list[Literals]:
        """For each literal that does not go together with others, the starts that come to it."""
        low, number = self.graph.low, self.graph.number
        now = self.reached[-1]
        if not self.late:  # every link can be turned round: these are the denials of what its denial comes to
            return [(bits & low) << number | bits >> number for bits in (*now[number:], *now[:number])]
        found = [0] * (2 * number)
        wanted = 0
        for end in self.graph.together:
            for literal in end.literals:
                wanted |= 1 << literal
        for start, bits in enumerate(now):
            for literal in _bits(bits & wanted):
                found[literal] |= 1 << start
        return found

    def _joined_ends(self) -> Iterator[End]:
        """The starts whose drawn lines close a loop, or seal off what they join."""
        if not self.graph.components:
            return
        number, low = self.graph.number, self.graph.low
        for start, bits in enumerate(self.reached[-1]):
            drawn = bits & low
            if not drawn:
                continue
            is_new = start not in self.joined or drawn != self.joined[start].done
            if is_new and not self._join(start, drawn):
                yield End(start, Bad.LOOP)
                continue
            joined = self.joined[start]
            decided = drawn | bits >> number
            for root, out in joined.out.items():
                if not out & ~decided and joined.size[root] < self.graph.components.total:
                    yield End(start, Bad.SEALED, (), root)

    def _join(self, start: int, drawn: Literals) -> bool:
        """Take in the lines that are drawn from this start by now; False if they close a loop."""
        graph = self.graph
        assert graph.components
        parents, ends = graph.components.parents, graph.ends
        joined = self.joined.setdefault(start, _Joined())
        above, outs, sizes = joined.above, joined.out, joined.size
        new = drawn & ~joined.done
        joined.done = drawn
        closing = 0
        while new:
            bit = new & -new
            new ^= bit
            one, other = ends[bit.bit_length() - 1]
            while one in above:
                one = above[one]
            while other in above:
                other = above[other]
            if one == other:
                return False
            above[other] = one
            mine = outs[one] if one in outs else graph.out[one]
            its = outs.pop(other) if other in outs else graph.out[other]
            closing |= mine & its & ~drawn
            outs[one] = mine ^ its
            sizes[one] = (sizes[one] if one in sizes else -parents[one]) + (
                sizes.pop(other) if other in sizes else -parents[other]
            )
        if closing:
            self._bar(start, closing)
        return True

    def _bar(self, start: int, closing: int) -> None:
        """Lines that would close a loop with the chain's lines are not drawn, one level on."""
        number = self.graph.number
        news = closing & ~(self.reached[-1][start] >> number)
        if not (news and len(self.reached) > 1):
            return  # of one line alone that is a link already
        level = len(self.reached)
        self.late.setdefault(start, []).extend((at + number, level) for at in _bits(news))


class Trace:
    """The chain from one start up to some level: each literal with the link by which it came first."""

    def __init__(self, graph: Implications, start: int, depth: int) -> None:
        self.graph = graph
        self.start = start
        self.came: dict[int, Link] = {}
        self.level = {start: 0}
        frontier = [start]
        for level in range(1, depth + 1):
            frontier = [*self._follow(frontier), *(self._barred(level) if graph.components and level > 1 else ())]
            for literal in frontier:
                self.level[literal] = level

    def _follow(self, frontier: Iterable[int]) -> list[int]:
        found = []
        for literal in frontier:
            for other in self.graph.after[literal]:
                if other != self.start and other not in self.came:
                    self.came[other] = Link(other, (literal,), self.graph.tile_of(literal, other))
                    found.append(other)
        return found

    def _barred(self, level: int) -> list[int]:
        """The lines that would close a loop with those drawn before this level."""
        graph, found = self.graph, []
        assert graph.components
        above: dict[int, int] = {}

        def find(root: int) -> int:
            while root in above:
                root = above[root]
            return root

        drawn = [literal for literal in self.drawn() if self.level.get(literal, level) < level]
        for literal in drawn:
            one, other = map(find, graph.ends[literal])
            if one != other:
                above[other] = one
        roots = {root for literal in drawn for root in graph.ends[literal]}
        for at in _bits(self._lines_out(roots)):
            denied = at + graph.number
            if (
                at in drawn
                or denied in self.came
                or denied == self.start
                or find(graph.ends[at][0]) != find(graph.ends[at][1])
            ):
                continue
            loop = closed_loop(graph.knowledge, graph.components, [graph.lines[each] for each in (*drawn, at)])
            if loop and graph.lines[at] in loop.supposed:
                before = tuple(sorted(graph.index[line] for line in loop.supposed if line != graph.lines[at]))
                self.came[denied] = Link(denied, before, -1)
                found.append(denied)
        return found

    def _lines_out(self, roots: Iterable[int]) -> int:
        bits = 0
        for root in roots:
            bits |= self.graph.out[root]
        return bits

    def drawn(self) -> list[int]:
        """The literals so far that are drawn, by level."""
        return [literal for literal in (self.start, *self.came) if literal < self.graph.number]

    def links(self, literals: Iterable[int]) -> list[Link]:
        """The links that lead to these literals, each after those that it needs."""
        needed: dict[int, None] = {}
        waiting = [literal for literal in literals if literal != self.start]
        while waiting:
            literal = waiting.pop()
            if literal not in needed:
                needed[literal] = None
                waiting += [each for each in self.came[literal].before if each != self.start]
        return [self.came[literal] for literal in self.came if literal in needed]
