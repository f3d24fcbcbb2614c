"""The chain from one start, link by link, as a reader follows it."""

from __future__ import annotations

from collections.abc import Iterable

from termpuzzles.logic.rules.implications.graph import Implications, Link, bits_of
from termpuzzles.logic.rules.implications.levels import Levels
from termpuzzles.logic.rules.supposed import closed_loop


class Trace:
    """The chain from one start up to some level: each literal with the first link that led to it.

    If it is `branched`, several literals at a tile may lead on together.
    """

    def __init__(self, graph: Implications, start: int, depth: int, branched: bool) -> None:
        self.graph = graph
        self.start = start
        self.came: dict[int, Link] = {}
        self.level = {start: 0}
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
        found = []
        for cell, literals in self.graph.at_tiles():
            missing = [literal for literal in literals if literal not in self.level]
            for literal in missing if len(missing) == 1 else literals if not missing else ():
                denied = self.graph.denial(literal)
                if denied not in self.level:
                    found.append(Link(denied, tuple(each for each in literals if each != literal), cell))
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
        for at in bits_of(self._lines_out(roots)):
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

    def __init__(self, levels: Levels) -> None:
        self.graph = levels.graph
        self._levels = levels
        self._made: dict[tuple[int, int], Trace] = {}

    def of(self, start: int, depth: int) -> Trace:
        """The trace from this start up to that level."""
        if (start, depth) not in self._made:
            self._made[start, depth] = Trace(self.graph, start, depth, self._levels.branched)
        return self._made[start, depth]
