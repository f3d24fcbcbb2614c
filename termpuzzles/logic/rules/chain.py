"""`chain`: suppose a line is drawn, or not; follow it link by link; if it ends badly, the opposite is true.

Proof: a link at a tile holds because all masks of the tile that agree with the one line agree on the other; a link at a
clue because what the clue asks bars the two lines together, or the masks of a cell beside it; a line that would
close a loop with lines of the chain cannot be drawn together with them, where all must become one tree. So every
solution that has the start has all of the chain. No solution has a line drawn and not drawn, or a tile in none of its
masks; and where all must become one tree none has a loop, or a component smaller than the board with no line left to go
on by. So no solution has the start. Where one loop through all cells is sought, the same holds of every smaller loop.
Source: implication graphs as for 2-satisfiability; forcing chains.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import NamedTuple

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.step import Finding, Reason
from termpuzzles.logic.rules.assumption import AssumedComponents, closed_loop, closed_loops, components_joined
from termpuzzles.logic.rules.chain_words import reason_of
from termpuzzles.logic.rules.cuts import joint, stated
from termpuzzles.logic.rules.implications import Bad, End, ImplicationLevels, Implications, Link, Literals, bits_of

NAME = "chain"
LARGE = 1000  # open cells: on a board with more, chains are looked for in parts
PART = 12  # cells: the sides of a part


class Chain(NamedTuple):
    """A start, the links from it, and the bad end."""

    links: tuple[Link, ...]
    end: End


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The chains of the fewest links on the first level that has any; the whole board at once."""
    yield from _first_found(knowledge, Implications(knowledge))


def find_among(knowledge: Knowledge, cells: Collection[int]) -> Iterator[Finding]:
    """The same where only these cells have tiles and clues, and all others may have any lines."""
    yield from _first_found(knowledge, Implications(knowledge, cells))


def find_in_parts(knowledge: Knowledge) -> Iterable[Finding]:
    """The same in parts of a large board where lines only need to meet, if any of them has a chain.

    A short chain lies in a small part, and to follow all of them takes time that grows as the square.
    """
    cells = knowledge.open_cells()
    if len(cells) <= LARGE or components_joined(knowledge) is not None:
        return find(knowledge, ())
    parts: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for cell in cells:
        x, y = knowledge.grid.place(cell)
        for shift in (0, PART // 2):
            parts[shift, (x + shift) // PART, (y + shift) // PART].append(cell)
    going = [ImplicationLevels(Implications(knowledge, part)) for part in parts.values()]
    while going:
        ends = [(levels, found) for levels in going if (found := levels.next_ends()) is not None]
        if chains := [each for levels, some in ends if some for each in _found(knowledge, levels, some)]:
            fewest = min(finding.size for finding in chains)
            return [finding for finding in chains if finding.size == fewest]
        going = [levels for levels, _ in ends]
    return find(knowledge, ())


def _first_found(knowledge: Knowledge, graph: Implications) -> Iterator[Finding]:
    levels = ImplicationLevels(graph)
    return _found(knowledge, levels, levels.first_ends())


def _found(knowledge: Knowledge, levels: ImplicationLevels, ends: Iterable[End]) -> Iterator[Finding]:
    """The chains of the fewest links that have these ends, all on one level."""
    graph, traces = levels.graph, Traces(levels)
    depth = len(levels.reached) - 1
    chains: dict[int, Chain] = {}
    for end in ends:
        _keep(chains, _chain(traces, end, depth))
    if not chains:
        return
    if min(len(chain.links) for chain in chains.values()) > 2 * depth + 1:
        levels.advance()  # two ways that differ by one link meet one level on
        looped = {start for start, chain in chains.items() if chain.end.how is Bad.LOOP}
        for end in levels.denials():
            if end.start not in looped:  # once a loop is closed, what follows says nothing more
                _keep(chains, _chain(traces, end, depth + 1))
    fewest = min(len(chain.links) for chain in chains.values())
    for start, chain in chains.items():
        if len(chain.links) == fewest:
            line = graph.lines[start % graph.number]
            drawn, crossed = ([], [line]) if start < graph.number else ([line], [])
            narrowed, lines = joint(knowledge, drawn, crossed), stated(knowledge.grid, drawn, crossed)
            yield Finding(NAME, narrowed, partial(reason_of, knowledge, graph, chain.links, chain.end), fewest, lines)


def gist(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """What all chains that end on the first level with an end come to, in one finding without a reason."""
    graph = Implications(knowledge)
    starts = {end.start for end in ImplicationLevels(graph).first_ends()}
    drawn = [graph.lines[start - graph.number] for start in starts if start >= graph.number]
    crossed = [graph.lines[start] for start in starts if start < graph.number]
    if narrowed := joint(knowledge, drawn, crossed):
        yield Finding(NAME, narrowed, _unsaid)


def _unsaid() -> Reason:
    raise NotImplementedError("the gist of several chains has no reason")


def _keep(chains: dict[int, Chain], chain: Chain) -> None:
    before = chains.get(chain.end.start)
    if before is None or len(chain.links) < len(before.links):
        chains[chain.end.start] = chain


def _chain(traces: Traces, end: End, depth: int) -> Chain:
    """The chain of just the links that the end needs."""
    graph, trace = traces.graph, traces.of(end.start, depth)
    if not trace.level.keys() >= set(end.literals):
        end = End(end.start, Bad.LOOP)  # a line is denied because it closes a loop with others, and drawn all the same
    if end.how is Bad.LOOP:
        assert graph.components
        loops = closed_loops(graph.knowledge, graph.components, [graph.lines[each] for each in trace.drawn()])
        ends = [end._replace(literals=tuple(sorted(graph.index[line] for line in loop.supposed))) for loop in loops]
        end = min(ends, key=lambda end: len(trace.links(end.literals)))
    elif end.how is Bad.SEALED and not end.literals:
        end = _sealed(graph, trace, end)
    return Chain(tuple(trace.links(end.literals)), end)


def _sealed(graph: Implications, trace: Trace, end: End) -> End:
    """The end, with the literals that make the component grow and seal it off."""
    assert graph.components
    joining = AssumedComponents(graph.components)
    drawn = trace.drawn()
    for literal in drawn:
        joining.join(*graph.ends[literal])
    top = joining.find(end.cell)
    literals = []
    for at, ends in enumerate(graph.ends):
        inside = [joining.find(root) == top for root in ends]
        if at in drawn and all(inside):
            literals.append(at)
        elif inside[0] != inside[1]:
            literals.append(at + graph.number)
    return end._replace(literals=tuple(literals))


RULE = Rule(
    name=NAME,
    sentence="Suppose a line and follow it step by step: if it leads to a contradiction, the opposite is true.",
    find=find,
    gist=gist,
)


class Trace:
    """The chain from one start up to some level: each literal with the first link that led to it.

    If it is `branched`, several literals at a tile may lead on together.
    """

    def __init__(self, graph: Implications, start: int, depth: int, branched: bool) -> None:
        self.graph = graph
        self.start = start
        self.came: dict[int, Link] = {}
        self.level = {start: 0}
        self._above: dict[int, int] = {}  # for each component joined to another
        self._out: dict[int, Literals] = {}  # the lines out of one and all that were joined to it
        self._joined = 0  # so many drawn literals have joined theirs
        self._counted = 0  # so many literals are counted
        self._number: Counter[int] = Counter()  # where literals do not go together at a tile
        frontier = [start]
        for level in range(1, depth + 1):
            forced = self._forced() if branched else ()
            frontier = [*self._follow(frontier), *(self._barred(level) if graph.components and level > 1 else ())]
            frontier += [self._take(link) for link in forced if link.literal not in self.came]
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

    def _take(self, link: Link) -> int:
        self.came[link.literal] = link
        return link.literal

    def _forced(self) -> list[Link]:
        """The links from all but one of the literals that do not go together at a tile to the denial of the last."""
        found, graph, ready = list[Link](), self.graph, set[int]()
        for fresh in islice(self.level, self._counted, None):
            for place in graph.at_tiles_of.get(fresh, ()):
                self._number[place] += 1
                if self._number[place] >= len(graph.at_tiles[place][1]) - 1:
                    ready.add(place)
        self._counted = len(self.level)
        for cell, literals in map(graph.at_tiles.__getitem__, sorted(ready)):
            missing = [literal for literal in literals if literal not in self.level]
            for literal in missing if len(missing) == 1 else literals if not missing else ():
                denied = graph.denial(literal)
                if denied not in self.level:
                    found.append(Link(denied, tuple(each for each in literals if each != literal), cell))
        return found

    def _barred(self, level: int) -> list[int]:
        """The lines that would close a loop with those drawn before this level."""
        graph, found = self.graph, []
        assert graph.components
        drawn = [literal for literal in self.drawn() if self.level.get(literal, level) < level]
        for at in bits_of(self._join(drawn)):
            denied = at + graph.number
            if at in self.level or denied in self.came or denied == self.start:
                continue
            loop = closed_loop(graph.knowledge, graph.components, [graph.lines[each] for each in (*drawn, at)])
            if loop and graph.lines[at] in loop.supposed:
                before = tuple(sorted(graph.index[line] for line in loop.supposed if line != graph.lines[at]))
                self.came[denied] = Link(denied, before, -1)
                found.append(denied)
        return found

    def _join(self, drawn: Sequence[int]) -> Literals:
        """Join the components at the ends of the lines drawn since the last time; returns the lines between such."""
        between = 0
        for one, other in map(self.graph.ends.__getitem__, drawn[self._joined :]):
            one, other = self._top(one), self._top(other)
            if one != other:
                out, further = (self._out.get(each, self.graph.out[each]) for each in (one, other))
                between |= out & further
                self._above[other], self._out[one] = one, out | further
        self._joined = len(drawn)
        return between

    def _top(self, root: int) -> int:
        above = self._above
        while root in above:
            root = above[root]
        return root

    def drawn(self) -> list[int]:
        """The drawn literals so far, by level."""
        return [literal for literal in (self.start, *self.came) if literal < self.graph.number]

    def links(self, literals: Iterable[int]) -> list[Link]:
        """The links that lead to these literals, each after the links that it needs."""
        needed: dict[int, None] = {}
        waiting = [literal for literal in literals if literal != self.start]
        while waiting:
            literal = waiting.pop()
            if literal not in needed:
                needed[literal] = None
                waiting += [each for each in self.came[literal].before if each != self.start]
        return [self.came[literal] for literal in self.came if literal in needed]


class Traces:
    """The traces of several starts, each made once."""

    def __init__(self, levels: ImplicationLevels) -> None:
        self.graph = levels.graph
        self._levels = levels
        self._made: dict[tuple[int, int], Trace] = {}

    def of(self, start: int, depth: int) -> Trace:
        """The trace from this start up to that level."""
        if (start, depth) not in self._made:
            self._made[start, depth] = Trace(self.graph, start, depth, self._levels.branched)
        return self._made[start, depth]
