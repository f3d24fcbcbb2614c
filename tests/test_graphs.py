"""The public algorithms on graphs, against taking edges away one by one and looking who can still reach whom."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import product
from random import Random

import pytest

from termpuzzles import graphs
from termpuzzles.errors import ArgumentError
from tests.data.sweep import share

Edges = list[tuple[int, int]]


def joined(edges: Edges, one: int, other: int, removed: Collection[int] = ()) -> bool:
    """Whether a way leads from one node to the other without the removed edges."""
    seen, waiting = {one}, [one]
    while waiting:
        node = waiting.pop()
        for number, edge in enumerate(edges):
            if node in edge and number not in removed:
                beyond = {*edge} - seen
                seen |= beyond
                waiting += beyond
    return other in seen


def some(rng: Random) -> tuple[int, Edges, dict[int, list[int]]]:
    """A small graph, often with double edges and loops: its nodes, its edges, and its nodes with their neighbours."""
    nodes = rng.randint(1, 7)
    edges = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(rng.randint(0, 9))]
    neighbours: dict[int, list[int]] = {node: [] for node in range(nodes)}
    for one, other in edges:
        neighbours[one].append(other)
        if one != other or rng.random() < 0.5:
            neighbours[other].append(one)
    return nodes, edges, neighbours


def with_keys(edges: Edges) -> list[tuple[int, int] | tuple[int, int, int]]:
    """The edges as they are asked for: parallel ones are told apart by a number."""
    seen = list[set[int]]()
    named: list[tuple[int, int] | tuple[int, int, int]] = []
    for one, other in edges:
        number = seen.count({one, other})
        named.append((other, one, number) if number else (one, other))
        seen.append({one, other})
    return named


@pytest.mark.parametrize("seed", range(share(300)))
def test_bridges_and_what_they_separate(seed: int) -> None:
    rng = Random(seed)
    nodes, edges, neighbours = some(rng)
    expected = [{*edge} for number, edge in enumerate(edges) if not joined(edges, *edge, {number})]
    assert sorted(map(sorted, graphs.bridges(neighbours))) == sorted(map(sorted, expected))
    pairs = [(rng.randrange(nodes), rng.randrange(nodes)) for _ in range(4)]
    parted = {
        frozenset(edge): number
        for place, edge in enumerate(edges)
        if (number := sum(joined(edges, *pair) and not joined(edges, *pair, {place}) for pair in pairs))
    }
    assert {frozenset(edge): number for edge, number in graphs.separating_bridges(neighbours, pairs).items()} == parted


@pytest.mark.parametrize("seed", range(share(100)))
def test_two_edges_that_together_separate_two_nodes(seed: int) -> None:
    rng = Random(seed)
    nodes, edges, neighbours = some(rng)
    source, target = rng.randrange(nodes), rng.randrange(nodes)
    asked = graphs.SeparatingPairs(neighbours, source, target)
    assert asked.joined == joined(edges, source, target)
    for (one, first), (other, second) in product(enumerate(with_keys(edges)), repeat=2):
        assert asked.separate(first, second) == (not joined(edges, source, target, {one, other}))


@pytest.mark.parametrize("seed", range(share(100)))
def test_strong_components_are_those_that_reach_each_other_and_come_after_what_they_lead_to(seed: int) -> None:
    rng = Random(seed)
    nodes = rng.randint(1, 7)
    arcs = {node: [rng.randrange(nodes) for _ in range(rng.randint(0, 2))] for node in range(nodes)}
    found = graphs.strong_components(arcs)
    place = {node: number for number, component in enumerate(found) for node in component}
    reached = {node: reach(arcs, node) for node in arcs}
    for one, other in product(arcs, repeat=2):
        assert (place[one] == place[other]) == (other in reached[one] and one in reached[other])
        assert other not in reached[one] or place[other] <= place[one]


def reach(arcs: Mapping[int, Sequence[int]], node: int) -> set[int]:
    """The nodes to which edges lead from this one, itself among them."""
    seen = {node}
    while more := {head for tail in seen for head in arcs[tail]} - seen:
        seen |= more
    return seen


def test_graphs_of_networkx_give_the_same() -> None:
    networkx = pytest.importorskip("networkx")
    rng = Random(1)
    for _ in range(50):
        nodes, edges, neighbours = some(rng)
        graph = networkx.MultiGraph(edges)
        graph.add_nodes_from(range(nodes))
        assert sorted(map(sorted, graphs.bridges(graph))) == sorted(map(sorted, graphs.bridges(neighbours)))
        simple = networkx.Graph(edges)
        assert {*map(frozenset, graphs.bridges(simple))} == {*map(frozenset, networkx.bridges(simple))}
        directed = networkx.DiGraph(edges)
        found = {frozenset(component) for component in graphs.strong_components(directed)}
        assert found == {*map(frozenset, networkx.strongly_connected_components(directed))}
    with pytest.raises(ArgumentError, match="expected an undirected graph, found a directed one"):
        graphs.bridges(networkx.DiGraph([(1, 2)]))


def test_a_graph_as_deep_as_a_board_is_large() -> None:
    long = 100_000
    path = {node: [other for other in (node - 1, node + 1) if 0 <= other < long] for node in range(long)}
    assert len(graphs.bridges(path)) == long - 1
    assert graphs.separating_bridges(path, [(0, 2), (1, 3)]) == {(0, 1): 1, (1, 2): 2, (2, 3): 1}


def test_what_is_no_graph_and_not_in_it_is_told() -> None:
    with pytest.raises(ArgumentError, match="found 'b' once among the neighbours of 'a', and 'a' never among those"):
        graphs.bridges({"a": ["b"]})
    with pytest.raises(ArgumentError, match="expected a mapping of nodes to their neighbours or a graph of networkx"):
        graphs.strong_components(5)  # type: ignore[arg-type] # as somebody without types may call it
    with pytest.raises(ArgumentError, match="expected a node of the graph, found 3"):
        graphs.separating_bridges({1: [2], 2: [1]}, [(1, 3)])
    asked = graphs.SeparatingPairs({1: [2], 2: [1]}, 1, 2)
    for wrong in ((1, 2, 1), (2, 1, -1), (1, 2, "a")):
        with pytest.raises(ArgumentError, match="expected an edge of the graph"):
            asked.separate((1, 2), wrong)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match=r"expected an edge such as \('a', 'b'\), found 1"):
        asked.separate(1, 1)  # type: ignore[arg-type]
