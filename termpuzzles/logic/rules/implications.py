"""What follows from a line, drawn or not, link by link; and every start of a chain at once, until some end.

A *literal* is an undecided line, drawn or not drawn: with n lines, line `i` drawn is literal `i`, and line `i` not
drawn is literal `i + n`.

All that follows from a literal is one int, with a bit for each literal. All starts go on level by level: a start
reaches within n + 1 links what its successors reach within n.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from enum import Enum
from functools import cache, cached_property, reduce
from itertools import combinations
from operator import and_, or_
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, S
from termpuzzles.logic.engine.components import Components, weights_of
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS, KNOWN, Domain
from termpuzzles.logic.rules.assumption import components_joined

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
    """A literal that follows from some at a tile, or near a clue, or (tile -1) from lines that it would loop with."""

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
    """The undecided lines of a board, what follows from what, and what does not go together.

    With `among`, of tiles and clues only what these cells say; where lines only need to meet, of lines only theirs.
    """

    def __init__(self, knowledge: Knowledge, among: Collection[int] | None = None) -> None:
        self.knowledge = knowledge
        self.components = components_joined(knowledge)
        self.lines: list[int] = []  # their numbers on the grid
        self.index: dict[int, int] = {}
        cells = knowledge.open_cells()
        if among is not None and self.components is None:
            inside = {*among}
            cells = [cell for cell in cells if cell in inside]
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
        clues = knowledge.problem.clue_links(knowledge) if knowledge.problem.clue_links else None
        self.left = clues.left if clues else knowledge.left
        self.beside = clues.beside if clues else {}  # for each cell the clues that narrow it further
        self.at_clue: dict[tuple[int, int], int] = {}  # for a literal and one that follows from it: by which clue
        for cell in cells if among is None else among:
            self._at_tile(cell)
        for cell, sides in clues.together if clues else ():
            if among is None or cell in among:
                self._at_clue(cell, tuple(self.literal(at, (side, True)) for at, side in sides))
        self.ends: list[tuple[int, int]] = []  # for each line the two components at it
        self.out: dict[int, int] = defaultdict(int)  # for each component its undecided lines, a bit each
        if self.components:
            self.weights, self.total = weights_of(self.components)
            self._between(self.components)

    def may_close(self, weight: int) -> bool:
        """Whether a loop of the components that weigh so much may close: where one loop is the goal, through all."""
        return bool(self.components and self.components.closing) and weight == self.total

    def must_go_on(self, weight: int) -> bool:
        """Whether a component that weighs so much is sealed off without a line that leads out.

        Where cells may stay blank it is a line with two ends, and the masks at these say so.
        """
        return weight < self.total and not (self.components and self.components.may_stay_blank)

    def literal(self, cell: int, spoken: Spoken) -> int:
        """The literal for a side of the cell, with a line or without."""
        side, drawn = spoken
        return self.index[self.knowledge.grid.line(cell, side)] + (0 if drawn else self.number)

    @cached_property
    def at_tiles(self) -> list[tuple[int, tuple[int, ...]]]:
        """The tiles with the literals, three or more, that do not go together there."""
        return [(end.cell, end.literals) for end in self.together if end.how is Bad.TILE]

    @cached_property
    def at_tiles_of(self) -> dict[int, list[int]]:
        """For each literal the places in `at_tiles` where it is one of them."""
        found: dict[int, list[int]] = defaultdict(list)
        for place, (_, literals) in enumerate(self.at_tiles):
            for literal in literals:
                found[literal].append(place)
        return found

    @cached_property
    def wanted(self) -> Literals:
        """All literals that do not go together with others."""
        return reduce(or_, {1 << literal for end in self.together for literal in end.literals}, 0)

    def denial(self, literal: int) -> int:
        """The opposite literal."""
        return literal - self.number if literal >= self.number else literal + self.number

    def _at_tile(self, cell: int) -> None:
        domain = self.left[cell]
        for spoken, then in _following(domain):
            self.after[self.literal(cell, spoken)] += [self.literal(cell, other) for other in then]
        for some in _impossible(domain):
            self.together.append(End(-1, Bad.TILE, tuple(self.literal(cell, each) for each in some), cell))

    def _at_clue(self, cell: int, literals: tuple[int, ...]) -> None:
        """Take in that these do not go together because of a clue; of one alone the rule of the clue has spoken."""
        if len(literals) == 2:
            for one, other in (literals, literals[::-1]):
                self.after[one].append(self.denial(other))
                self.at_clue[one, self.denial(other)] = cell
        elif len(literals) > 2:
            self.together.append(End(-1, Bad.TILE, literals, cell))

    def is_at(self, cell: int, literals: Iterable[int]) -> bool:
        """Whether these are lines of the cell, and not lines near a clue in it."""
        return all(self.sides(cell, self.lines[literal % self.number]) for literal in literals)

    def _between(self, components: Components) -> None:
        """Add what follows from lines between the same two components, and which lines lead out of each."""
        shared: dict[tuple[int, int], list[int]] = {}
        for at, line in enumerate(self.lines):
            one, other = map(components.find, self.knowledge.grid.ends(line))
            self.ends.append((one, other))
            shared.setdefault((min(one, other), max(one, other)), []).append(at)
            for root in {one, other}:
                self.out[root] |= 1 << at
        for roots, lines in shared.items():
            weight = sum(self.weights[root] for root in {*roots})
            for at in lines if len(lines) > 1 and not self.may_close(weight) else ():
                self.after[at] += [other + self.number for other in lines if other != at]
        for root, bits in self.out.items():
            if components.parents[root] < -1 and self.must_go_on(self.weights[root]):  # one tile: by its masks
                self.together.append(End(-1, Bad.SEALED, tuple(at + self.number for at in bits_of(bits)), root))

    def tile_of(self, before: int, after: int) -> int:
        """The tile or the clue at which one literal follows from another; -1 if it follows because of a loop."""
        if (before, after) in self.at_clue:
            return self.at_clue[before, after]
        grid, number = self.knowledge.grid, self.number
        line, other = self.lines[before % number], self.lines[after % number]
        for cell in grid.ends(line):
            both = self.sides(cell, line), self.sides(cell, other)
            if all(both):
                known = KNOWN[self.left[cell] & FITS[_as_known(both[0], before < number)]]
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
    text = bin(bits)[:1:-1]  # to look for the next digit takes less than to take a bit off so long a number
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)


MOST_BRANCHED = 4000  # literals: on boards with more, what follows from several at a tile together is not looked for


class _Joined:
    """The components that the drawn literals of one start have joined so far."""

    __slots__ = ("above", "done", "out", "weight")

    def __init__(self) -> None:
        self.above: dict[int, int] = {}
        self.done: Literals = 0
        self.out: dict[int, int] = {}  # for each component that stands for joined ones: the lines that lead out
        self.weight: dict[int, int] = {}


class ImplicationLevels:
    """Every start at once, level by level, until some of them end."""

    def __init__(self, graph: Implications) -> None:
        self.graph = graph
        self.reached: list[list[Literals]] = [[1 << literal for literal in range(2 * graph.number)]]
        self.joined: dict[int, _Joined] = {}
        # For a start the literals that follow from several together, each with its level.
        self.late: dict[int, list[tuple[int, int]]] = {}
        self.branched = False
        self._starts: list[Literals] = [0] * (2 * graph.number)  # of each literal, once some are late,
        self._turned: list[Literals] = [0] * (2 * graph.number)  # as far as what each start reaches was taken in
        if graph.components:
            for start in range(graph.number):
                self._join(start, 1 << start)

    def first_ends(self) -> list[End]:
        """The ends on the first level that has any; [] if no level has any.

        Only once nothing more follows from single literals, look for what follows from several at a tile together.
        """
        while (found := self.next_ends()) is not None:
            if found:
                return found
        return []

    def next_ends(self) -> list[End] | None:
        """The ends on the next level; None if nothing more follows."""
        if self.advance() or self._branch():
            return [*self.denials(), *self._together(), *self._joined_ends()]
        return None

    def advance(self) -> bool:
        """Go on by one link from every start; False if nothing more follows."""
        now = self.reached[-1]
        then = []
        for literal, after in enumerate(self.graph.after):
            bits = now[literal]
            for other in after:
                bits |= now[other]
            then.append(bits)
        level = len(self.reached)
        for start, late in self.late.items():
            for literal, since in late:
                then[start] |= self.reached[level - since][literal]
        self.reached.append(then)
        return then != now

    def _branch(self) -> bool:
        """Where all but one of the literals that do not go together at a tile are reached, deny the last one."""
        self.branched = True
        if 2 * self.graph.number > MOST_BRANCHED:
            return False
        starts, level = self._starts_of(), len(self.reached)
        found: set[tuple[int, int]] = set()
        for _, literals in self.graph.at_tiles:
            for literal in literals:
                bits = reduce(and_, [starts[other] for other in literals if other != literal])
                denied = self.graph.denial(literal)
                found.update((start, denied) for start in bits_of(bits) if not self.reached[-1][start] >> denied & 1)
        for start, denied in sorted(found):
            self.late.setdefault(start, []).append((denied, level))
        return bool(found) and self.advance()

    def denials(self) -> Iterator[End]:
        """The starts that reach a line both drawn and not drawn, with each such line."""
        low, number = self.graph.low, self.graph.number
        for start, bits in enumerate(self.reached[-1]):
            for at in bits_of(bits & bits >> number & low):
                yield End(start, Bad.DENIAL, (at, at + number))

    def _together(self) -> Iterator[End]:
        """The starts that reach literals that do not go together."""
        starts = self._starts_of()
        for end in self.graph.together:
            for start in bits_of(reduce(and_, map(starts.__getitem__, end.literals))):
                yield end._replace(start=start)

    def _starts_of(self) -> list[Literals]:
        """For each literal that does not go together with others, the starts that reach it."""
        low, number = self.graph.low, self.graph.number
        now = self.reached[-1]
        if not self.late:  # every link can be turned round: these are the denials of what the literal's denial reaches
            return [(bits & low) << number | bits >> number for bits in (*now[number:], *now[:number])]
        starts, turned, wanted = self._starts, self._turned, self.graph.wanted
        for start, bits in enumerate(now):
            if news := bits & wanted & ~turned[start]:
                turned[start] |= news
                for literal in bits_of(news):
                    starts[literal] |= 1 << start
        return starts

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
                if not out & ~decided and self.graph.must_go_on(joined.weight[root]):
                    yield End(start, Bad.SEALED, (), root)

    def _join(self, start: int, drawn: Literals) -> bool:
        """Take in the lines that are drawn from this start by now; False if they close a loop."""
        graph = self.graph
        assert graph.components
        weights, ends = graph.weights, graph.ends
        joined = self.joined.setdefault(start, _Joined())
        above, outs, sums = joined.above, joined.out, joined.weight
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
                if graph.may_close(sums[one] if one in sums else weights[one]):
                    continue
                return False
            above[other] = one
            mine = outs[one] if one in outs else graph.out[one]
            its = outs.pop(other) if other in outs else graph.out[other]
            outs[one] = mine ^ its
            sums[one] = (sums[one] if one in sums else weights[one]) + (
                sums.pop(other) if other in sums else weights[other]
            )
            if not graph.may_close(sums[one]):
                closing |= mine & its & ~drawn
        if closing:
            self._bar(start, closing)
        return True

    def _bar(self, start: int, closing: int) -> None:
        """Rule out, one level on, lines that would close a loop with the lines of the chain."""
        number = self.graph.number
        news = closing & ~(self.reached[-1][start] >> number)
        if not (news and len(self.reached) > 1):
            return  # for one line alone that is a link already
        level = len(self.reached)
        self.late.setdefault(start, []).extend((at + number, level) for at in bits_of(news))
