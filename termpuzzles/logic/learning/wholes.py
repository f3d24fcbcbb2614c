"""What must hold of the whole board, as rules that hear of each line drawn: one loop, one tree.

Nodes stand for cells, or for groups of cells that settled lines join. A line joins two nodes, given by its variable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from termpuzzles.logic.learning.search import Clause, Search

SHORT = 12  # lines: in every other turn, only loops up to this length are ruled out before the board is full
ANY_LENGTH = 1 << 60

Ends = Sequence[tuple[int, int]]  # by variable: the two nodes that the line joins


class _Lines:
    """The lines drawn so far at each node, in the order in which they were set."""

    def __init__(self, nodes: int, ends: Ends, positions: Sequence[int]) -> None:
        self.ends, self.positions = ends, positions
        self.drawn: list[list[int]] = [[] for _ in range(nodes)]

    def draw(self, literal: int) -> None:
        """Add the line at both its ends."""
        for node in self.ends[literal >> 1]:
            self.drawn[node].append(literal)

    def erase(self, literal: int) -> None:
        """Take back the line that was drawn last."""
        for node in self.ends[literal >> 1]:
            self.drawn[node].pop()

    def beyond(self, node: int, literal: int) -> int:
        """The other end of a line at the node."""
        one, other = self.ends[literal >> 1]
        return other if one == node else one

    def next_at(self, node: int, last: int, order: int) -> int:
        """The line at the node besides the last one, among the first `order` literals that were set."""
        lines = self.drawn[node]
        return next(line for line in lines if line != last and self.positions[line >> 1] < order)

    def between(self, start: int, end: int, order: int, without: int) -> list[int]:
        """The lines from one node to another among the first `order` literals that were set, without one of them.

        Where they do not join the two, all lines joined to either.
        """
        above = self._reached(start, order, without)
        if end not in above:
            reached = (*above.values(), *self._reached(end, order, without).values())
            return [literal for literal in reached if literal >= 0]
        lines = []
        while (literal := above[end]) >= 0:
            lines.append(literal)
            end = self.beyond(end, literal)
        return lines

    def _reached(self, start: int, order: int, without: int) -> dict[int, int]:
        """The nodes joined to this one, each with the line by which it was reached, -1 for the start."""
        above, waiting = {start: -1}, [start]
        for node in waiting:  # grows while it is read
            for literal in self.drawn[node]:
                if literal != without and self.positions[literal >> 1] < order:
                    other = self.beyond(node, literal)
                    if other not in above:
                        above[other] = literal
                        waiting.append(other)
        return above


class OneLoop:
    """All lines are one loop: no node has more than two, and every node that must have any is on it.

    A loop is wrong if it leaves out a node that must be on it. It can be ruled out at once, by the line that would
    close a path: then propagation is strong, but the clauses grow as long as the paths. Or it can wait for the full
    board, which may show several at once: then search goes far before it is told. Neither is good on all boards, and
    the two in turn are nearly as good as the better one. Where no node must be on it, it runs along the first line that
    is drawn.

    `jumps[node]` is the other end of the settled lines that begin there, the node itself if none do; `weights[node]`
    counts the nodes that must be on the loop along them; `total` is how many there are.
    """

    def __init__(
        self, ends: Ends, positions: Sequence[int], jumps: Sequence[int], weights: Sequence[int], total: int
    ) -> None:
        self._lines = _Lines(len(jumps), ends, positions)
        self._jumps, self._total = jumps, total
        self._end = list(jumps)  # of the path that ends at the node: its other end,
        self._weight = list(weights)  # how many nodes along it must be on the loop,
        self._length = [0] * len(jumps)  # and its lines
        self._longest = ANY_LENGTH
        self._log: list[tuple[int, int, int, int, int, int, int]] = []
        self._closed: list[int] = []  # the lines that closed a loop
        self._first: list[int] = []  # the line drawn first, where no node must be on the loop
        self._between: dict[tuple[int, int], list[int]] = {}
        for variable, (one, other) in enumerate(ends):
            for pair in {(one, other), (other, one)} if variable else ():
                self._between.setdefault(pair, []).append(2 * variable + 1)

    def note(self, literal: int) -> Sequence[int]:
        """Take in a line that is drawn; one that would close too small a loop follows not to be."""
        one, other = self._lines.ends[literal >> 1]
        start, end = self._end[one], self._end[other]
        if start == other:
            if self._is_wrong(start):
                return (literal ^ 1,)
            self._closed.append(literal)
            return ()
        weight, length = self._weight, self._length
        self._log.append((literal, start, end, weight[start], weight[end], length[start], length[end]))
        self._lines.draw(literal)
        self._end[start], self._end[end] = end, start
        weight[start] = weight[end] = weight[start] + weight[end]
        length[start] = length[end] = length[start] + length[end] + 1
        if not self._total:
            self._total = weight[start] = weight[end] = 1
            self._first = [literal]
        closing = self._between.get((start, end)) if self._is_wrong(start) else None
        return [line for line in closing if line != literal ^ 1] if closing else ()

    def _is_wrong(self, end: int) -> bool:
        """Whether to rule out at once that the path which ends there is closed."""
        return self._weight[end] < self._total and self._length[end] < self._longest

    def undo(self, literal: int) -> None:
        """Take back a line that was drawn, after all those drawn later."""
        if self._closed and self._closed[-1] == literal:
            self._closed.pop()
        elif self._log and self._log[-1][0] == literal:
            _, start, end, *before = self._log.pop()
            self._weight[start], self._weight[end], self._length[start], self._length[end] = before
            self._end[start], self._end[end] = self._lines.ends[literal >> 1]
            self._lines.erase(literal)
            if self._first and not self._log:
                self._total, self._first = 0, []

    def why(self, literal: int, order: int) -> list[int]:
        """The lines of the path that this line would close, among the first `order` literals, and one not on it."""
        return [*self._path(literal, order), *self._first]

    def _path(self, literal: int, order: int) -> list[int]:
        """The lines from one end of this line to the other, among the first `order` literals that were set."""
        node, end = self._lines.ends[literal >> 1]
        last, path, jumped = literal & ~1, list[int](), False
        while node != end:
            if not jumped and self._jumps[node] != node:
                node, jumped = self._jumps[node], True
                continue
            last = self._lines.next_at(node, last, order)
            path.append(last)
            node, jumped = self._lines.beyond(node, last), False
        return path

    def full(self) -> list[Clause]:
        """That none of the loops is closed which leave out a node, or the line drawn first, or are not the first."""
        weight, ends = self._weight, self._lines.ends
        wrong = [line for line in self._closed if weight[ends[line >> 1][0]] < self._total]
        if not self._total:
            wrong = self._closed[1:]
        first = self._first or ([] if self._total else self._closed[:1])
        return [[each ^ 1 for each in (line, *self._path(line, ANY_LENGTH), *first)] for line in wrong]

    def restarted(self) -> None:
        """Rule out long loops at once, or on full boards, in turn."""
        self._longest = SHORT if self._longest == ANY_LENGTH else ANY_LENGTH


class _Groups(_Lines):
    """The nodes that lines join, as disjoint sets by size whose last join can be taken back."""

    def __init__(self, nodes: int, ends: Ends, positions: Sequence[int]) -> None:
        super().__init__(nodes, ends, positions)
        self.parents = list(range(nodes))
        self.sizes = [1] * nodes
        self.log: list[tuple[int, int, int]] = []  # each line that joined two groups, and the nodes that stood for them

    def find(self, node: int) -> int:
        """The node that stands for the group."""
        parents = self.parents
        while parents[node] != node:
            node = parents[node]
        return node

    def join(self, literal: int, one: int, other: int) -> int:
        """Join two groups by a line, given by the nodes that stand for them; returns the one that stands for both."""
        if self.sizes[one] < self.sizes[other]:
            one, other = other, one
        self.parents[other] = one
        self.sizes[one] += self.sizes[other]
        self.log.append((literal, one, other))
        self.draw(literal)
        return one

    def part(self, literal: int) -> tuple[int, int] | None:
        """Take back the line if it was the last to join groups; returns the one that stands for both, and the other."""
        if not self.log or self.log[-1][0] != literal:
            return None
        _, one, other = self.log.pop()
        self.parents[other] = other
        self.sizes[one] -= self.sizes[other]
        self.erase(literal)
        return one, other


class OneTree:
    """All nodes are joined without a loop, by lines of which each node has just as many as it needs.

    `missing[node]` is how many lines a node still needs. No loop may close, and no group may be complete that is not
    everything. As the numbers of lines add up to those of a tree, a full board without a loop is one.
    """

    def __init__(self, ends: Ends, positions: Sequence[int], missing: Sequence[int]) -> None:
        self._groups = _Groups(len(missing), ends, positions)
        self._missing = list(missing)

    def note(self, literal: int) -> Sequence[int]:
        """Take in a line that is drawn; it cannot be if it closes a loop, or a group that is not everything."""
        groups, missing = self._groups, self._missing
        one, other = map(groups.find, groups.ends[literal >> 1])
        if one == other:
            return (literal ^ 1,)
        rest = missing[one] + missing[other] - 2
        if not rest and groups.sizes[one] + groups.sizes[other] < len(missing):
            return (literal ^ 1,)
        missing[groups.join(literal, one, other)] = rest
        return ()

    def undo(self, literal: int) -> None:
        """Take back a line that was drawn, after all those drawn later."""
        if parted := self._groups.part(literal):
            one, other = parted
            self._missing[one] += 2 - self._missing[other]

    def why(self, literal: int, order: int) -> list[int]:
        """The lines of the loop that this one would close, or of the group that it would complete."""
        one, other = self._groups.ends[literal >> 1]
        return self._groups.between(one, other, order, literal & ~1)

    def full(self) -> list[Clause]:
        """Nothing: whatever is wrong shows before."""
        return []

    def restarted(self) -> None:
        """There is but one way to treat lines."""


class Guarded:
    """What can be said of the whole where not all cells have their rules, so that a node may have any lines.

    It holds while the literal `guard` does: no loop is closed that leaves out a node of `needed`; and where `is_tree`,
    none at all, and no nodes are cut off. On the whole board `total` cells must be joined; `outside` are nodes of whose
    other lines the search knows nothing.
    """

    def __init__(
        self,
        ends: Ends,
        search: Search,
        guard: int,
        needed: Sequence[bool],
        total: int,
        is_tree: bool,
        outside: Collection[int],
    ) -> None:
        self._groups = _Groups(len(needed), ends, search.positions)
        self._true, self._guard = search.true, guard
        self._needed, self._total, self._is_tree, self._outside = needed, total, is_tree, outside

    def note(self, literal: int) -> Sequence[int]:
        """Take in a line that is drawn; it cannot be if it closes a loop that leaves out a node."""
        groups = self._groups
        ends = groups.ends[literal >> 1]
        one, other = map(groups.find, ends)
        if one != other:
            groups.join(literal, one, other)
        elif self._true[self._guard] and self._is_wrong_loop([literal, *groups.between(*ends, ANY_LENGTH, literal)]):
            return (literal ^ 1,)
        return ()

    def _is_wrong_loop(self, loop: Iterable[int]) -> bool:
        """Whether a loop of these lines is wrong."""
        if self._is_tree:
            return True
        nodes = {node for line in loop for node in self._groups.ends[line >> 1]}
        return sum(map(self._needed.__getitem__, nodes)) < self._total

    def undo(self, literal: int) -> None:
        """Take back a line that was drawn, after all those drawn later."""
        self._groups.part(literal)

    def why(self, literal: int, order: int) -> list[int]:
        """The lines of the loop that this one would close."""
        return [*self._groups.between(*self._groups.ends[literal >> 1], order, literal & ~1), self._guard]

    def full(self) -> list[Clause]:
        """That the loops are not closed which were closed before the guard was set, and that no nodes are cut off."""
        if not self._true[self._guard]:
            return []
        drawn = [line for line in range(2, 2 * len(self._groups.ends), 2) if self._true[line]]
        if self._is_tree:
            loops = self._loops(drawn)
        elif len(drawn) == len(self._groups.log):
            loops = []
        else:  # a loop is wrong if it is there without some node
            ends, nodes = self._groups.ends, [node for node, needed in enumerate(self._needed) if needed]
            loops = [loop for node in nodes for loop in self._loops([x for x in drawn if node not in ends[x >> 1]])]
        return loops or (self._cuts() if self._is_tree else [])

    def _loops(self, drawn: Sequence[int]) -> list[Clause]:
        """That a loop of these lines is not closed, if there is one."""
        rest = _Groups(len(self._needed), self._groups.ends, self._groups.positions)
        for line in drawn:
            ends = rest.ends[line >> 1]
            one, other = map(rest.find, ends)
            if one == other:
                path = rest.between(*ends, ANY_LENGTH, line)
                return [[self._guard ^ 1, line ^ 1, *(each ^ 1 for each in path)]]
            rest.join(line, one, other)
        return []

    def _cuts(self) -> list[Clause]:
        """That some line leads out of each group that leaves out nodes."""
        groups = self._groups
        roots = [groups.find(node) for node in range(len(self._needed))]
        counts = Counter(root for root, needed in zip(roots, self._needed, strict=True) if needed)
        for node in self._outside:
            del counts[roots[node]]
        closed = {root for root, count in counts.items() if count < self._total}
        borders: dict[int, Clause] = {root: [self._guard ^ 1] for root in closed}
        for variable, (one, other) in enumerate(groups.ends):
            if variable and roots[one] != roots[other]:
                for root in closed.intersection((roots[one], roots[other])):
                    borders[root].append(2 * variable)
        return list(borders.values())

    def restarted(self) -> None:
        """There is but one way to treat lines."""
