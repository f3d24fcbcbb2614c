"""Perfect matchings in any graph, against trying every pairing."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from termpuzzles.logic.counting.matching import first_matching, perfect
from termpuzzles.logic.task import finish


def has_perfect_matching(graph: list[list[int]], free: frozenset[int]) -> bool:
    """Whether the free nodes can all be paired, by trying every partner of the first."""
    if not free:
        return True
    node = min(free)
    return any(has_perfect_matching(graph, free - {node, other}) for other in graph[node] if other in free)


def random_graph(rng: Random, nodes: int, chance: float) -> list[list[int]]:
    """A graph in which any two nodes are joined with that probability."""
    graph: list[list[int]] = [[] for _ in range(nodes)]
    for one, other in combinations(range(nodes), 2):
        if rng.random() < chance:
            graph[one].append(other)
            graph[other].append(one)
    return graph


def is_matching(graph: list[list[int]], mate: list[int]) -> bool:
    """Whether every matched node has a neighbour as its partner, and is that node's partner."""
    pairs = [(node, other) for node, other in enumerate(mate) if other >= 0]
    return all(mate[other] == node and other in graph[node] for node, other in pairs)


@pytest.mark.parametrize("seed", range(10))
def test_a_perfect_matching_is_found_exactly_where_there_is_one(seed: int) -> None:
    rng = Random(seed)
    for _ in range(200):
        graph = random_graph(rng, rng.choice((2, 4, 6, 8, 10)), rng.choice((0.15, 0.25, 0.35, 0.5)))
        mate = first_matching(graph) if rng.random() < 0.5 else [-1] * len(graph)
        assert is_matching(graph, mate)
        assert finish(perfect(graph, mate)) == has_perfect_matching(graph, frozenset(range(len(graph))))
        assert is_matching(graph, mate)


def test_a_path_may_lead_through_blossoms_in_blossoms() -> None:
    rings = [(0, 1), (1, 2), (2, 3), (3, 4), (4, 2), (4, 5), (5, 6), (6, 1), (5, 7), (3, 8), (8, 9)]
    graph: list[list[int]] = [[] for _ in range(10)]
    for one, other in rings:
        graph[one].append(other)
        graph[other].append(one)
    mate = [-1] * 10
    assert finish(perfect(graph, mate)) == has_perfect_matching(graph, frozenset(range(10)))


def test_an_odd_ring_has_no_perfect_matching() -> None:
    graph = [[(node - 1) % 7, (node + 1) % 7] for node in range(7)]
    assert not finish(perfect(graph, first_matching(graph)))
