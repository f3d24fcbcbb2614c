"""Perfect matchings in any graph, by augmenting paths.

A graph is a list with the neighbours of each node, without double edges; `mate` gives each node's partner or -1.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from termpuzzles.logic.task import Task

Graph = Sequence[Collection[int]]

BETWEEN_YIELDS = 32  # searches


def perfect(graph: Graph, mate: list[int]) -> Task[bool]:
    """Make the matching `mate` perfect, in place; False if that is impossible.

    An exposed node from which no augmenting path starts is exposed in some largest matching (Berge 1957), so the first
    such node ends the search.
    """
    exposed = [node for node, partner in enumerate(mate) if partner < 0]
    for number, node in enumerate(exposed):
        if number % BETWEEN_YIELDS == 0:
            yield None
        if mate[node] < 0 and not augment(graph, mate, node):
            return False
    return True


def first_matching(graph: Graph) -> list[int]:
    """A matching that leaves few nodes exposed: nodes with one free neighbour first (Karp and Sipser 1981)."""
    mate = [-1] * len(graph)
    free = [len(neighbours) for neighbours in graph]
    pressing = [node for node, number in enumerate(free) if number == 1]
    following = 0
    while pressing or following < len(graph):
        if pressing:
            node = pressing.pop()
        else:
            node, following = following, following + 1
        choices = [other for other in graph[node] if mate[other] < 0] if mate[node] < 0 else []
        if choices:
            chosen = min(choices, key=free.__getitem__)
            mate[node], mate[chosen] = chosen, node
            for matched in (node, chosen):
                for other in graph[matched]:
                    free[other] -= 1
                    if free[other] == 1:
                        pressing.append(other)
    return mate


def augment(graph: Graph, mate: list[int], root: int) -> bool:
    """Switch an alternating path from the exposed root to another exposed node; False if there is none.

    Edmonds, Paths, trees, and flowers (1965): nodes at an even distance from the root are outer; an edge between two
    of them closes a blossom, an odd cycle, whose nodes all become outer and count as one, its base.
    """
    parent: dict[int, int] = {}  # for each node reached by an edge outside the matching: the node before it
    base: dict[int, int] = {}  # for each node in a blossom: the base of the blossom
    outer = {root: None}
    queue = [root]
    for node in queue:
        for other in graph[node]:
            if other in outer:
                if base.get(node, node) != base.get(other, other):
                    grown = _close_blossom(mate, parent, base, node, other)
                    fresh = [each for each in grown if each not in outer]
                    outer |= dict.fromkeys(fresh)
                    queue += fresh
            elif other not in parent:
                parent[other] = node
                partner = mate[other]
                if partner < 0:
                    _switch(mate, parent, other)
                    return True
                outer[partner] = None
                queue.append(partner)
    return False


def _switch(mate: list[int], parent: dict[int, int], node: int) -> None:
    """Exchange matched and unmatched edges on the path from the node back to the root."""
    while node >= 0:
        before = parent[node]
        following = mate[before]
        mate[node], mate[before] = before, node
        node = following


def _close_blossom(mate: list[int], parent: dict[int, int], base: dict[int, int], one: int, other: int) -> list[int]:
    """Contract the cycle closed by the edge between two outer nodes to one blossom; returns all nodes now in it."""
    top = _meeting(mate, parent, base, one, other)
    inside = _climb(mate, parent, base, one, other, top) | _climb(mate, parent, base, other, one, top)
    members = [node for node in {*parent, *base} if base.get(node, node) in inside]
    base |= dict.fromkeys(members, top)
    return members


def _meeting(mate: list[int], parent: dict[int, int], base: dict[int, int], one: int, other: int) -> int:
    """The first base that both nodes' ways back to the root share."""
    passed = set()
    node = base.get(one, one)
    passed.add(node)
    while mate[node] >= 0:
        before = parent[mate[node]]
        node = base.get(before, before)
        passed.add(node)
    node = base.get(other, other)
    while node not in passed:
        before = parent[mate[node]]
        node = base.get(before, before)
    return node


def _climb(mate: list[int], parent: dict[int, int], base: dict[int, int], node: int, child: int, top: int) -> set[int]:
    """The bases on the way from the node up to `top`; their nodes can now be reached from the other side."""
    passed = set()
    while base.get(node, node) != top:
        partner = mate[node]
        passed |= {base.get(node, node), base.get(partner, partner)}
        parent[node] = child
        child, node = partner, parent[partner]
    return passed
