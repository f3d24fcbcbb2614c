"""Connectivity of any graph: disjoint sets, bridges and two-line cuts.

A graph is a neighbour function: `neighbours(node)` gives `(line, other)` for each line that leaves the node. Nodes and
lines are numbered from 0. A line has two ends, so it is given at both; two lines may join the same two nodes, and a
line from a node to itself (given once or twice there) is a loop. Nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:  # `random` takes as long to load as all the rest of this floor, and only those who pass one need it
    from random import Random


Neighbours = Callable[[int], Iterable[tuple[int, int]]]


class DisjointSets:
    """Disjoint sets of the numbers below `size`, each number alone at first (Tarjan; path halving)."""

    __slots__ = ("parents", "sets")

    def __init__(self, size: int) -> None:
        self.parents = list(range(size))
        self.sets = size

    def find(self, item: int) -> int:
        """The item that stands for the whole set of this one."""
        parents = self.parents
        while (parent := parents[item]) != item:
            parents[item] = item = parents[parent]
        return item

    def join(self, one: int, other: int) -> bool:
        """Join the two items' sets; False if they were one already."""
        one, other = self.find(one), self.find(other)
        if one == other:
            return False
        if other < one:  # the smallest item of a set stands for it, however the set came about
            one, other = other, one
        self.parents[other] = one
        self.sets -= 1
        return True

    def join_all(self, ones: Iterable[int], others: Iterable[int]) -> bool:
        """Join each of `ones` to its partner in `others`, in less than half the time that `join` takes pair by pair.

        Stop with False at the first pair that is in one set already, and leave the rest.
        """
        parents = self.parents
        for one, other in zip(ones, others, strict=True):
            while (parent := parents[one]) != one:
                parents[one] = one = parents[parent]
            while (parent := parents[other]) != other:
                parents[other] = other = parents[parent]
            if one == other:
                return False
            if other < one:
                one, other = other, one
            parents[other] = one
            self.sets -= 1
        return True

    def joined(self, one: int, other: int) -> bool:
        """Whether the two items are in one set."""
        return self.find(one) == self.find(other)


class Bridge(NamedTuple):
    """A line whose removal parts its group in two; `below` is its end on the side away from the group's root."""

    line: int
    below: int


class Forest:
    """The depth-first trees of a graph, one for each group of joined nodes, and the bridges among their lines.

    `order` holds the nodes in preorder, so that everything below a node follows it without a gap; a *position* is an
    index into it, and `position[node]` gives it. For each position `up` holds the position above (-1 at a root), `line`
    the line toward it (-1), and `low` the smallest position to which a line from here or below leads, the line toward
    the position above excepted.

    A line of a tree is a bridge exactly when nothing at or below its lower end leads above it; a line outside the
    trees never is, for the trees join its ends without it (Tarjan, A note on finding the bridges of a graph, 1974).
    """

    __slots__ = ("__dict__", "line", "low", "order", "position", "up")

    def __init__(self, order: list[int], position: dict[int, int], up: list[int], line: list[int], low: list[int]):
        self.order = order
        self.position = position
        self.up = up
        self.line = line
        self.low = low

    @cached_property
    def bridges(self) -> list[Bridge]:
        """Every bridge, in preorder of the node below it."""
        return [
            Bridge(line, node)
            for here, (node, line, low) in enumerate(zip(self.order, self.line, self.low, strict=True))
            if low == here and line >= 0
        ]

    @cached_property
    def root(self) -> list[int]:
        """For each position the position of its group's root: equal exactly where two nodes are joined."""
        roots: list[int] = []
        for here, above in enumerate(self.up):
            roots.append(here if above < 0 else roots[above])
        return roots

    @cached_property
    def end(self) -> list[int]:
        """For each position the end of what is at or below it: one past the last such position."""
        return [here + size for here, size in enumerate(self._add_up([1] * len(self.order)))]

    @cached_property
    def _lower_end(self) -> dict[int, int]:
        """For each line of a tree the position of its end away from the root."""
        return {line: here for here, line in enumerate(self.line) if line >= 0}

    def group(self, node: int) -> list[int]:
        """All nodes joined to this one, itself among them."""
        root = self.root[self.position[node]]
        return self.order[root : self.end[root]]

    def joined(self, one: int, other: int) -> bool:
        """Whether some way of lines leads from one node to the other."""
        return self.root[self.position[one]] == self.root[self.position[other]]

    def below(self, node: int) -> list[int]:
        """The nodes at and below this one; at the lower end of a bridge, all that the bridge parts from the root."""
        here = self.position[node]
        return self.order[here : self.end[here]]

    def sums(self, weight: Callable[[int], int]) -> list[int]:
        """For each position the weights of the nodes at and below it, added up in one pass over all.

        For a bridge with `p = position[below]` one side weighs `sums[p]`, the other `sums[root[p]] - sums[p]`. So it
        parts two nodes of positive weight exactly where both sides have weight.
        """
        return self._add_up([weight(node) for node in self.order])

    def _add_up(self, totals: list[int]) -> list[int]:
        up = self.up
        for here in range(len(totals) - 1, -1, -1):
            if up[here] >= 0:
                totals[up[here]] += totals[here]
        return totals

    def pair_sum(self, sums: list[int], one: int, other: int) -> int:
        """The weight of one side of a two-line cut (see `two_line_cuts`), given the `sums` of weights; constant time.

        A line outside the trees of a depth-first forest leads from a node to one above it. So where such a line leads
        around two lines of a tree together, the lower end of one lies above that of the other, and the nodes between
        the two ends are one side. Where one of the two is the line outside, all nodes below the other one are.
        """
        return self.pair_sums(sums, (one, other))[0]

    def pair_sums(self, sums: list[int], lines: Sequence[int]) -> list[int]:
        """The `pair_sum` of the first line and each of the others, for lines any two of which are a cut."""
        lower_end, found = self._lower_end, list[int]()
        first = lower_end.get(lines[0], -1)
        for line in lines[1:]:
            high, low = first, lower_end.get(line, -1)
            if high > low:
                high, low = low, high
            found.append(sums[low] if high < 0 else sums[high] - sums[low])
        return found


def forest(nodes: Iterable[int], neighbours: Neighbours) -> Forest:
    """The depth-first forest of all that is joined to `nodes`, with its bridges; linear in nodes and lines.

    Each of `nodes` that no earlier one reaches is the root of a tree.
    """
    order: list[int] = []
    position: dict[int, int] = {}
    up: list[int] = []
    lines: list[int] = []
    low: list[int] = []
    for root in nodes:
        if root in position:
            continue
        # A node waits once for each line into it and is taken up by the last: so the tree is truly depth-first, and a
        # line to a node already placed leads to itself or upward.
        waiting = [(root, -1, -1)]
        while waiting:
            node, line, above = waiting.pop()
            if node in position:
                continue
            here = lowest = len(order)
            position[node] = here
            order.append(node)
            up.append(above)
            lines.append(line)
            for along, other in neighbours(node):
                seen = position.get(other)
                if seen is None:
                    waiting.append((other, along, here))
                elif seen < lowest and along != line:
                    lowest = seen
            low.append(lowest)
    for here in range(len(order) - 1, 0, -1):
        above = up[here]
        if above >= 0 and low[here] < low[above]:
            low[above] = low[here]
    return Forest(order, position, up, lines, low)


def reached_without(start: int, neighbours: Neighbours, removed: Collection[int] = ()) -> set[int]:
    """The nodes that can be reached from `start` without the removed lines, to confirm a cut."""
    seen = {start}
    waiting = [start]
    while waiting:
        for line, other in neighbours(waiting.pop()):
            if other not in seen and line not in removed:
                seen.add(other)
                waiting.append(other)
    return seen


def cycle_labels(tree: Forest, neighbours: Neighbours, rng: Random) -> dict[int, int]:
    """A label of 64 bits for each line, such that a set of lines is a cut when its labels cancel out (by xor).

    Each line outside the trees gets a random label, and a line of a tree the xor of the labels of all lines that lead
    around it. The labels of a cut always cancel out; those of any other set with probability 2**-64, so confirm first
    (Pritchard and Thurimella, Fast computation of small cuts via cycle space sampling). A bridge is labelled 0.
    """
    position, up = tree.position, tree.up
    labels: dict[int, int] = {}
    sums = [0] * len(tree.order)
    for here, node in enumerate(tree.order):
        for line, other in neighbours(node):
            there = position[other]
            if line == tree.line[here] or line == tree.line[there] or line in labels:
                continue
            labels[line] = label = rng.getrandbits(64)
            sums[here] ^= label
            sums[there] ^= label
    for here in range(len(sums) - 1, -1, -1):
        if up[here] >= 0:
            labels[tree.line[here]] = sums[here]
            sums[up[here]] ^= sums[here]
    return labels


def two_line_cuts(labels: Mapping[int, int]) -> list[list[int]]:
    """Classes of lines, none a bridge, any two of which together part their group; classes of one are left out.

    `labels` are the lines' cycle labels.
    """
    classes: dict[int, list[int]] = {}
    for line, label in labels.items():
        if label:
            classes.setdefault(label, []).append(line)
    return [lines for lines in classes.values() if len(lines) > 1]
