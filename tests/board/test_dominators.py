"""Dominators and strong bridges, against removing each node and each arc and looking at what is still reached."""

from random import Random

from termpuzzles.board.directed import (
    _intervals,
    bridges_from,
    immediate_dominators,
    reached,
    smaller_reach,
    strong_bridges,
)


def random_arcs(rng: Random, connected: bool = False) -> list[list[int]]:
    """A random directed graph of a few nodes without double arcs; `connected` adds a ring through all nodes."""
    size = rng.randint(1, 9)
    density = rng.random() * 0.6
    arcs = [[head for head in range(size) if head != tail and rng.random() < density] for tail in range(size)]
    if connected and size > 1:
        for tail in range(size):
            if (tail + 1) % size not in arcs[tail]:
                arcs[tail].append((tail + 1) % size)
    return arcs


def turned_around(arcs: list[list[int]]) -> list[list[int]]:
    """The same arcs the other way around."""
    return [[tail for tail, heads in enumerate(arcs) if head in heads] for head in range(len(arcs))]


def without(arcs: list[list[int]], tail: int, head: int) -> list[list[int]]:
    """The graph without that arc."""
    return [[other for other in heads if (node, other) != (tail, head)] for node, heads in enumerate(arcs)]


def test_strong_bridges_are_the_arcs_whose_tail_no_longer_reaches_their_head() -> None:
    rng = Random("strong bridges")
    for _ in range(500):
        arcs = random_arcs(rng, connected=True)
        expected = {
            (tail, head)
            for tail, heads in enumerate(arcs)
            for head in heads
            if head not in reached(tail, without(arcs, tail, head))
        }
        assert strong_bridges(arcs, turned_around(arcs)) == expected


def test_a_graph_that_is_not_strongly_connected_has_no_answer() -> None:
    rng = Random("connected")
    for _ in range(500):
        arcs = random_arcs(rng)
        connected = all(len(reached(root, arcs)) == len(arcs) for root in range(len(arcs)))
        assert (strong_bridges(arcs, turned_around(arcs)) is not None) == connected


def test_bridges_from_a_root_separate_some_node_from_it() -> None:
    rng = Random("from a root")
    for _ in range(500):
        arcs = random_arcs(rng)
        found = bridges_from(0, arcs, turned_around(arcs))
        everyone = len(arcs)
        if len(reached(0, arcs)) < everyone:
            assert found is None
            continue
        assert found == {
            (tail, head)
            for tail, heads in enumerate(arcs)
            for head in heads
            if len(reached(0, without(arcs, tail, head))) < everyone
        }


def test_the_immediate_dominator_is_the_last_node_that_every_path_passes() -> None:
    rng = Random("dominators")
    for _ in range(300):
        arcs = random_arcs(rng, connected=True)
        order = reached(0, arcs)
        dominators: dict[int, set[int]] = {}
        for node in order:
            cut = [[head for head in heads if node not in (tail, head)] for tail, heads in enumerate(arcs)]
            for other in order:
                if other == node or node == 0 or other not in reached(0, cut):
                    dominators.setdefault(other, set()).add(node)
        above = immediate_dominators(order, turned_around(arcs))
        for node in order[1:]:
            assert dominators[node] - {node} == dominators[above[node]]


def test_the_smaller_reach_is_all_that_one_node_reaches_or_all_that_reach_the_other() -> None:
    rng = Random("smaller reach")
    for _ in range(300):
        arcs = random_arcs(rng)
        around = turned_around(arcs)
        tail, head = rng.randrange(len(arcs)), rng.randrange(len(arcs))
        after, before = set(reached(tail, arcs)), set(reached(head, around))
        assert smaller_reach(tail, arcs.__getitem__, head, around.__getitem__) in (after, before)


def test_a_long_ladder_takes_no_recursion() -> None:
    size = 5000
    arcs = [[other for other in (node - 1, node + 1) if 0 <= other < size] for node in range(size)]
    assert strong_bridges(arcs, arcs) == {(tail, head) for tail, heads in enumerate(arcs) for head in heads}


def test_intervals_say_which_nodes_each_node_but_the_root_dominates() -> None:
    rng = Random(7)
    for _ in range(50):
        size = rng.randint(1, 12)
        names = rng.sample(range(size), size)  # the order, the root first
        above = [0] * size
        for place, node in enumerate(names):
            above[node] = names[rng.randrange(place)] if place else node
        ways: dict[int, set[int]] = {}
        for node in names:
            ways[node] = {node} | ways.get(above[node], set())
        first, last = _intervals(names, above)
        for one in names[1:]:
            for other in names:
                assert (first[one] <= first[other] < last[one]) == (one in ways[other])
