"""Directed graphs: strong components, dominators, and the arcs without which a graph would not be strongly connected.

Nodes are numbered from 0, and nothing here recurses. A node `d` *dominates* `v` when every path from a root to `v`
passes `d`; the last such `d` is the immediate dominator. Dominators show which arcs hold a graph together, in nearly
linear time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence


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
