"""Connectivity of any graph: disjoint sets, bridges, two-line cuts, strong components, and a tree with a root.

A graph is a neighbour function: `neighbours(node)` gives `(line, other)` for each line that leaves the node. Nodes and
lines are numbered from 0. A line has two ends, so it is given at both; two lines may join the same two nodes, and a
line from a node to itself (given once or twice there) is a loop. Nothing here recurses.

In a directed graph, a node `d` *dominates* `v` when every path from a root to `v` passes `d`; the last such `d` is the
immediate dominator. Dominators show which arcs hold a graph together, in nearly linear time.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid

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
        high, low = sorted(self._lower_end.get(line, -1) for line in (one, other))
        return sums[low] if high < 0 else sums[high] - sums[low]


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


def two_line_cuts(tree: Forest, neighbours: Neighbours, rng: Random) -> list[list[int]]:
    """Classes of lines, none a bridge, any two of which together part their group; classes of one are left out."""
    classes: dict[int, list[int]] = {}
    for line, label in cycle_labels(tree, neighbours, rng).items():
        if label:
            classes.setdefault(label, []).append(line)
    return [lines for lines in classes.values() if len(lines) > 1]


def strong_components(size: int, successors: Callable[[int], Sequence[int]]) -> list[int]:
    """For each node below `size` the number of its strong component, along directed lines; sinks are numbered first.

    Two nodes have one number exactly when each can be reached from the other (Tarjan 1972).
    """
    component = [-1] * size
    low = [0] * size  # 0: not yet met
    open_nodes: list[int] = []
    met = found = 0
    for root in range(size):
        if low[root]:
            continue
        low[root] = met = met + 1
        ahead = successors(root)
        if not ahead:  # on boards most nodes are alone
            component[root] = found
            found += 1
            continue
        open_nodes.append(root)
        path: list[tuple[int, int, Iterator[int]]] = []
        node, number, rest = root, met, iter(ahead)
        while True:
            for other in rest:
                if not low[other]:
                    path.append((node, number, rest))
                    low[other] = met = met + 1
                    open_nodes.append(other)
                    node, number, rest = other, met, iter(successors(other))
                    break
                if component[other] < 0 and low[other] < low[node]:
                    low[node] = low[other]
            else:
                least = low[node]
                if least == number:
                    while (last := open_nodes.pop()) != node:
                        component[last] = found
                    component[node] = found
                    found += 1
                if not path:
                    break
                node, number, rest = path.pop()
                if least < low[node]:
                    low[node] = least
    return component


SMALL = 64  # cells: a branch up to this size is soon walked; in a larger one it is quicker to look up from a few cells


class Tree(bytearray):
    """A tree that joins all cells of a grid: one mask a cell.

    For each cell `above` is the next cell on the way to the root, and `up` the side at which it lies; the root is above
    itself, at no side.
    """

    above: array[int]
    up: bytearray

    @classmethod
    def bare(cls, grid: Grid, root: int) -> Tree:
        """A tree without a line yet: the root is above itself, and nothing (-1) above all other cells."""
        tree = cls(grid.size)
        tree.above = array("i", [-1]) * grid.size
        tree.above[root] = root
        tree.up = bytearray(grid.size)
        return tree

    @classmethod
    def of(cls, masks: Iterable[int], above: Iterable[int], up: Iterable[int]) -> Tree:
        """The tree of these masks, given the cell above each and the side at which that lies."""
        tree = cls(masks)
        tree.above, tree.up = array("i", above), bytearray(up)
        return tree

    @classmethod
    def rooted(cls, grid: Grid, masks: bytes | bytearray, root: int = 0) -> Tree:
        """The tree of these masks, rooted at a cell."""
        tree = cls.bare(grid, root)
        tree[:] = masks
        reached = [root]
        for cell in reached:  # grows while it is read
            for side in SIDES_OF[masks[cell] & ~tree.up[cell]]:
                other = grid.ways[side][cell]
                tree.above[other], tree.up[other] = cell, OPPOSITE[side]
                reached.append(other)
        return tree

    def copy(self) -> Tree:
        """An equal tree that shares nothing with this one."""
        return Tree.of(self, self.above, self.up)

    def branch(self, grid: Grid, lower: int) -> set[int] | None:
        """The cells that hang on the line above the cell `lower`, which is one of them; None if they are too many."""
        up, ways = self.up, grid.ways
        cells = [lower]
        for cell in cells:  # grows while it is read
            for side in SIDES_OF[self[cell] & ~up[cell]]:
                cells.append(ways[side][cell])
            if len(cells) > SMALL:
                return None
        return set(cells)

    def among(self, lower: int, wanted: Iterable[int]) -> set[int]:
        """The wanted cells that hang on the line above the cell `lower`, and perhaps further cells that do."""
        above = self.above
        hanging, others = {lower}, set[int]()
        for cell in wanted:
            path = []
            while cell not in hanging and cell not in others:
                path.append(cell)
                if cell == above[cell]:
                    others.add(cell)
                cell = above[cell]
            (hanging if cell in hanging else others).update(path)
        return hanging

    def hang(self, lower: int, end: int, side: int, beyond: int) -> None:
        """Hang the branch below `lower` on the line out of its cell `end` instead: reverse the ways between the two."""
        above, up, cell = self.above, self.up, end
        while True:
            old, back = above[cell], up[cell]
            above[cell], up[cell] = beyond, side
            if cell == lower:
                return
            cell, side, beyond = old, OPPOSITE[back], cell


def separating_bridges(tree: Forest, pairs: Iterable[tuple[int, int]], rng: Random) -> set[int]:
    """The bridges that separate the nodes of at least one pair; linear in nodes, lines and pairs.

    Each pair adds a random number at one of its nodes and takes it away at the other: below a bridge these cancel out
    unless the bridge separates a pair. A pair that is not joined to begin with is left out.
    """
    weights = dict.fromkeys(tree.order, 0)
    for one, other in pairs:
        if tree.joined(one, other):
            weight = rng.getrandbits(64)
            weights[one] += weight
            weights[other] -= weight
    sums = tree.sums(weights.__getitem__)
    return {line for line, below in tree.bridges if sums[tree.position[below]]}


class DoubleCut:
    """Tells whether removing two lines separates `source` from `target`; linear time to build, constant time to ask.

    With an imagined line v between the two, lines e and f separate them exactly when {e, v}, {f, v} or {e, f, v} is a
    cut of the graph with v: any such cut has the two ends of v on different sides, and a cut of least lines between
    them is one of the three.
    """

    def __init__(self, source: int, target: int, neighbours: Neighbours, rng: Random) -> None:
        def with_imagined(node: int) -> list[tuple[int, int]]:
            return [*neighbours(node), *((-2, end) for own, end in ends if own == node)]

        self.joined = target in forest((source,), neighbours).position
        ends = ((source, target), (target, source))
        self._labels = cycle_labels(forest((source,), with_imagined), with_imagined, rng)

    def separates(self, one: int, other: int) -> bool:
        """Whether no path is left without the two lines, which may be the same line twice."""
        if not self.joined:
            return True
        labels = self._labels
        imagined, first, second = labels[-2], labels.get(one, 0), labels.get(other, 0)
        return imagined in (first, second, first ^ second)


Arcs = Sequence[Sequence[int]]  # for each node the nodes that its arcs lead to


def strong_bridges(successors: Arcs, predecessors: Arcs) -> set[tuple[int, int]] | None:
    """The arcs `(tail, head)` without which no path leads from tail to head; None if not strongly connected.

    `predecessors` holds the same arcs the other way round; no arc may be doubled or lead back to its tail. An arc
    without which its tail cannot reach its head parts some node from node 0, or node 0 from some node: so two sets of
    dominators are enough (Italiano, Laura and Santaroni, Finding strong bridges, 2012).
    """
    if not successors:
        return set()
    forth = bridges_from(0, successors, predecessors)
    if forth is None:
        return None
    back = bridges_from(0, predecessors, successors)
    if back is None:
        return None
    return forth | {(tail, head) for head, tail in back}


def bridges_from(root: int, successors: Arcs, predecessors: Arcs) -> set[tuple[int, int]] | None:
    """The arcs without which the root cannot reach some node; None if it cannot reach every node anyway.

    An arc into `v` is one when every other arc into `v` comes from a node that `v` itself dominates: a path that takes
    such an arc has been at `v` before.
    """
    order = reached(root, successors)
    if len(order) < len(successors):
        return None
    above = immediate_dominators(order, predecessors)
    first, last = _intervals(order, above)
    found = set()
    for node in order[1:]:
        low, high, entering = first[node], last[node], predecessors[node]
        if high - low > 1:  # else it dominates nothing but itself
            entering = [tail for tail in entering if not low <= first[tail] < high]
        if len(entering) == 1:
            found.add((entering[0], node))
    return found


def reached(root: int, successors: Arcs) -> list[int]:
    """The nodes that can be reached from the root, nearest first."""
    seen = bytearray(len(successors))
    seen[root] = 1
    order = [root]
    for node in order:
        for head in successors[node]:
            if not seen[head]:
                seen[head] = 1
                order.append(head)
    return order


def smaller_reach(
    tail: int, after: Callable[[int], Iterable[int]], head: int, before: Callable[[int], Iterable[int]]
) -> set[int]:
    """The nodes that `tail` reaches or those that reach `head`, whichever are fewer, in time linear in the fewer."""
    searches = [({start}, [start], neighbours) for start, neighbours in ((tail, after), (head, before))]
    while True:
        for seen, waiting, neighbours in searches:
            if not waiting:
                return seen
            for other in neighbours(waiting.pop()):
                if other not in seen:
                    seen.add(other)
                    waiting.append(other)


def immediate_dominators(order: Sequence[int], predecessors: Arcs) -> list[int]:
    """The immediate dominator of each node; the root's is itself.

    `order` holds all nodes, the root first and each dominator before the nodes it dominates; nearest first is such an
    order. Each node gets the nearest common dominator of its predecessors, again and again until nothing changes
    (Cooper, Harvey and Kennedy, A simple, fast dominance algorithm, 2001).
    """
    rank = [0] * len(predecessors)
    for place, node in enumerate(order):
        rank[node] = place
    ranked = [[rank[tail] for tail in predecessors[node]] for node in order]
    above = [-1] * len(order)
    above[0] = 0
    changed = True
    while changed:
        changed = False
        for place in range(1, len(order)):
            best = -1
            for tail in ranked[place]:
                if above[tail] < 0:
                    continue
                if best < 0:
                    best = tail
                while best != tail:
                    if best > tail:
                        best = above[best]
                    else:
                        tail = above[tail]
            if above[place] != best:
                above[place] = best
                changed = True
    dominators = [0] * len(order)
    for place, node in enumerate(order):
        dominators[node] = order[above[place]]
    return dominators


def _intervals(order: Sequence[int], above: Sequence[int]) -> tuple[list[int], list[int]]:
    """Numbers such that `v`, if it is not the root, dominates `w` exactly when first[v] <= first[w] < last[v]."""
    size = [1] * len(above)
    for node in reversed(order[1:]):
        size[above[node]] += size[node]
    first, last, free = ([0] * len(above) for _ in range(3))
    free[order[0]] = 1
    for node in order[1:]:
        parent = above[node]
        first[node] = free[parent]
        free[parent] += size[node]
        free[node] = first[node] + 1
        last[node] = first[node] + size[node]
    return first, last
