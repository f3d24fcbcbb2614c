"""Connectivity of your own graphs: bridges, what they separate, pairs of lines that separate, strong components.

These are the algorithms by which boards are surveyed and solved, for nodes of any kind. A graph is a mapping from each
node to its neighbours, or a graph of networkx, which is not needed otherwise:

>>> from termpuzzles import graphs
>>> graphs.bridges({"a": ["b", "b"], "b": ["a", "a", "c"], "c": ["b"]})
[('b', 'c')]

In an undirected graph each edge stands at both of its ends. A neighbour named twice is a double edge; a node among its
own neighbours has a loop. Parallel edges are told apart by a third part, 0 for the first: `("a", "b", 1)`. Nothing here
recurses, so graphs may be as deep as they like.

Every function raises `ArgumentError` for what is not such a graph, and for nodes and edges that it does not have.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from random import SystemRandom
from typing import Any, Generic, Protocol, TypeVar

from termpuzzles.board.directed import strong_components as numbered_components
from termpuzzles.board.graph import DisjointSets, Forest, cycle_labels, forest
from termpuzzles.english import how_often
from termpuzzles.errors import ArgumentError

Node = TypeVar("Node", bound=Hashable)
Edge = tuple[Node, Node] | tuple[Node, Node, int]


class NetworkX(Protocol):
    """What is asked of a graph of networkx."""

    def is_directed(self) -> bool:
        """Whether its edges have a direction."""

    def is_multigraph(self) -> bool:
        """Whether two nodes may be joined by several edges."""

    def adjacency(self) -> Iterator[tuple[Any, Mapping[Any, Any]]]:
        """Each node with its neighbours, and for each of these its edges by their keys."""


Graph = Mapping[Node, Iterable[Node]] | NetworkX


def bridges(graph: Graph[Node]) -> list[tuple[Node, Node]]:
    """The edges whose removal would separate their ends, in O(V + E) (Tarjan 1974).

    A double edge is no bridge, nor is a loop. Each bridge is given once, the end that is nearer to the first node of
    its part first.
    """
    numbered = _Undirected(graph)
    tree = numbered.tree
    return [numbered.named(bridge.line, bridge.below) for bridge in tree.bridges]


def separating_bridges(graph: Graph[Node], pairs: Iterable[tuple[Node, Node]]) -> dict[tuple[Node, Node], int]:
    """How many of k pairs of nodes each bridge separates, in O(V + E + k) but for the inverse of Ackermann's function.

    Bridges that separate none are left out, so the cut that separates all pairs is the edge of which the number is k.
    Pairs that are not joined at all are separated by nothing, and not counted.
    """
    numbered = _Undirected(graph)
    tree = numbered.tree
    places = [(tree.position[numbered.number(one)], tree.position[numbered.number(other)]) for one, other in pairs]
    ends = [0] * len(tree.order)  # of pairs, less two where their ways down the tree begin
    for (one, other), meeting in zip(places, _meetings(tree, places), strict=True):
        if meeting >= 0:
            ends[one] += 1
            ends[other] += 1
            ends[meeting] -= 2
    below = tree.sums(lambda node: ends[tree.position[node]])
    counted = {bridge: below[tree.position[bridge.below]] for bridge in tree.bridges}
    return {numbered.named(bridge.line, bridge.below): number for bridge, number in counted.items() if number}


class SeparatingPairs(Generic[Node]):
    """Which two edges together separate two nodes: built in O(V + E), asked in O(1) a pair.

    Each edge has a label of 64 random bits that cancel out (by xor) over every cut; one more edge is laid between the
    two nodes, and two edges separate them where their labels, or that of one of them, cancel out with its label
    (Pritchard and Thurimella 2011). Where the answer should be no, it is yes with a probability of 2**-62.
    """

    def __init__(self, graph: Graph[Node], source: Node, target: Node) -> None:
        self._numbered = numbered = _Undirected(graph)
        one, other = numbered.number(source), numbered.number(target)
        self.joined = numbered.tree.joined(one, other)
        between = numbered.add(one, other)
        tree = numbered.tree
        labels = cycle_labels(tree, numbered.neighbours, SystemRandom())
        self._label = labels[between] if one != other else -1
        self._labels = labels

    def separate(self, one: Edge[Node], other: Edge[Node]) -> bool:
        """Whether no way leads from source to target without these two edges; the same edge twice is one edge."""
        first, second = (self._labels.get(self._numbered.line(edge), 0) for edge in (one, other))
        return not self.joined or self._label in (first, second, first ^ second)


def strong_components(graph: Graph[Node]) -> list[list[Node]]:
    """The largest sets of nodes each of which leads to every other along directed edges, in O(V + E) (Tarjan 1972).

    A set comes after all to which its edges lead. Within it, nodes are in the order of the graph. A neighbour without
    an entry of its own has no edges.
    """
    arcs = _arcs(graph)
    numbers = _numbers(arcs)
    successors = [[numbers[head] for head in arcs.get(tail, ())] for tail in numbers]
    component = numbered_components(len(numbers), successors.__getitem__)
    found: list[list[Node]] = [[] for _ in range(max(component, default=-1) + 1)]
    for node, number in numbers.items():
        found[component[number]].append(node)
    return found


class _Undirected(Generic[Node]):
    """An undirected graph with its nodes and lines numbered from 0."""

    def __init__(self, graph: Graph[Node]) -> None:
        if not isinstance(graph, Mapping) and hasattr(graph, "is_directed") and graph.is_directed():
            raise ArgumentError("expected an undirected graph, found a directed one")
        arcs = _arcs(graph)
        _check_both_ends(arcs)
        self._numbers = _numbers(arcs)
        self._nodes = list(self._numbers)
        self._lines: dict[tuple[int, int], list[int]] = {}
        self._ends: list[tuple[int, int]] = []
        self._at: list[list[tuple[int, int]]] = [[] for _ in self._nodes]
        for node, others in arcs.items():
            one = self._numbers[node]
            for other in map(self._numbers.__getitem__, others):
                if one < other:
                    self._lines.setdefault((one, other), []).append(self.add(one, other))

    def add(self, one: int, other: int) -> int:
        """Draw one more line; returns its number. Nobody can name it as an edge."""
        line = len(self._ends)
        self._ends.append((one, other))
        self._at[one].append((line, other))
        self._at[other].append((line, one))
        return line

    def neighbours(self, node: int) -> list[tuple[int, int]]:
        """The lines of a node, and where each leads."""
        return self._at[node]

    @property
    def tree(self) -> Forest:
        """The depth-first forest of the graph as it is now."""
        return forest(range(len(self._nodes)), self.neighbours)

    def number(self, node: Node) -> int:
        """The number of a node."""
        if node not in self._numbers:
            raise ArgumentError(f"expected a node of the graph, found {node!r}")
        return self._numbers[node]

    def line(self, edge: Edge[Node]) -> int:
        """The number of an edge; -1 for a loop, which separates nothing."""
        if not isinstance(edge, tuple) or len(edge) not in (2, 3):
            raise ArgumentError(f"expected an edge such as ('a', 'b'), found {edge!r}")
        one, other, key = (*edge, 0)[:3]
        ends = self.number(one), self.number(other)
        if ends[0] == ends[1]:
            return -1
        lines = self._lines.get((min(ends), max(ends)), [])
        if not isinstance(key, int) or not 0 <= key < len(lines):
            raise ArgumentError(f"expected an edge of the graph, found {edge!r}")
        return lines[key]

    def named(self, line: int, below: int) -> tuple[Node, Node]:
        """A line by the nodes at its ends, the one that is not `below` first."""
        one, other = self._ends[line]
        above = other if one == below else one
        return self._nodes[above], self._nodes[below]


def _arcs(graph: Graph[Node]) -> dict[Node, list[Node]]:
    """For each node its neighbours, one for each edge."""
    if isinstance(graph, Mapping):
        return {node: list(others) for node, others in graph.items()}
    if not hasattr(graph, "adjacency"):
        raise ArgumentError(f"expected a mapping of nodes to their neighbours or a graph of networkx, found {graph!r}")
    several = graph.is_multigraph()
    return {
        node: [other for other, edges in others.items() for _ in range(len(edges) if several else 1)]
        for node, others in graph.adjacency()
    }


def _numbers(arcs: Mapping[Node, Iterable[Node]]) -> dict[Node, int]:
    """Every node with its number, those that are only neighbours last."""
    nodes = dict.fromkeys([*arcs, *(other for others in arcs.values() for other in others)])
    return {node: number for number, node in enumerate(nodes)}


def _check_both_ends(arcs: Mapping[Node, list[Node]]) -> None:
    counts = {node: Counter(others) for node, others in arcs.items()}
    for node, others in counts.items():
        for other, number in others.items():
            back = counts.get(other, Counter())[node]
            if back != number:
                raise ArgumentError(
                    f"expected each edge at both of its ends, found {other!r} {how_often(number)} among the"
                    f" neighbours of {node!r}, and {node!r} {how_often(back)} among those of {other!r}"
                )


def _meetings(tree: Forest, pairs: Iterable[tuple[int, int]]) -> list[int]:
    """For each pair of positions the lowest one above both, or -1 if they are not joined.

    Positions are in preorder, so of a pair it is the lowest above the later one that does not come after the earlier
    one. Joining every position to the one above it, the last first, leaves it as the smallest of its set (Tarjan 1979).
    """
    pairs = list(pairs)
    asked: dict[int, list[int]] = {}
    for place, pair in enumerate(pairs):
        asked.setdefault(min(pair), []).append(place)
    sets, found = DisjointSets(len(tree.order)), [-1] * len(pairs)
    for here in range(len(tree.order) - 1, -1, -1):
        for place in asked.get(here, ()):
            later = max(pairs[place])
            if tree.root[here] == tree.root[later]:
                found[place] = sets.find(later)
        if tree.up[here] >= 0:
            sets.join(here, tree.up[here])
    return found
