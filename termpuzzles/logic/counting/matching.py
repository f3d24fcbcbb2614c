"""Clusters of ends, corners and tees as matchings: a solution, two, or a proof that there is none, however wide.

An end is a node that needs exactly one of its lines. A corner is two nodes: one for north and south, one for east and
west. A tee needs all of its lines but one: a node for each of them, matched along its line or with an inner node that
can take just one (degree-constrained subgraphs: Tutte 1954). So drawn lines are the matched edges of a graph, and the
cluster has a solution exactly when that graph has a perfect matching.

Bars make the problem hard. A bar counts as a cell with any two of its lines, with two inner nodes, which allows too
much: where a matching bends a bar, each of its turns is tried. The local rule first draws what a turn means for the
lines around it, and the matching is then mended, which bounds the search: most wrong turns show at once.

A graph is a list with the neighbours of each node, without double edges; `mate` gives each node's partner or -1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from math import comb
from typing import NamedTuple

from termpuzzles.board.byteboard import differing
from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, N, S, W
from termpuzzles.logic.counting.sweep import Answer, Domains, undecided
from termpuzzles.logic.problem import HAS, KNOWN, LACKS, Domain, masks_of
from termpuzzles.logic.task import Task

Graph = list[tuple[int, ...]]

ROUNDS = 12  # rounds of straightening bars, each a third longer than the one before


class Group(NamedTuple):
    """Some sides of a cell, and how many of them have a line in every mask of its domain."""

    sides: int
    drawn: int


class Model(NamedTuple):
    """A cluster as a graph: the node for each side of each cell, and the cells whose domains it does not enforce.

    `cells` gives the cell for each node at a side.
    """

    grid: Grid
    domains: Domains
    graph: Graph
    sockets: dict[tuple[int, int], int]
    cells: dict[int, int]
    limited: set[int]

    def edge(self, cell: int, side: int) -> tuple[int, int]:
        """The nodes that the line across that side joins."""
        return self.sockets[cell, side], self.sockets[self.grid.ways[side][cell], OPPOSITE[side]]

    def mask(self, mate: list[int], cell: int) -> int:
        """The cell's mask in the matching."""
        domain = self.domains[cell]
        drawn = KNOWN[domain] >> 4
        for side in SIDES_OF[undecided(domain)]:
            node, other = self.edge(cell, side)
            if mate[node] == other:
                drawn |= side
        return drawn

    def masks(self, mate: list[int]) -> Answer:
        """Every cell's mask in the matching."""
        return {cell: self.mask(mate, cell) for cell in dict.fromkeys(self.cells.values())}

    def matching(self, masks: Sequence[int]) -> list[int]:
        """The matching in which every cell has its one of these masks, given for each cell of the board."""
        mate = [-1] * len(self.graph)
        for (cell, side), node in self.sockets.items():
            if masks[cell] & side:
                mate[node] = self.edge(cell, side)[1]
        for node in self.cells:
            if mate[node] < 0:  # without a line, it is matched with an inner node
                inner = next(each for each in self.graph[node] if each not in self.cells and mate[each] < 0)
                mate[node], mate[inner] = inner, node
        return mate

    def bent(self, mate: list[int], cells: Iterable[int]) -> set[int]:
        """Those of these limited cells whose mask in the matching is not in their domain."""
        return {cell for cell in cells if not self.domains[cell] >> self.mask(mate, cell) & 1}


class ModelNode(NamedTuple):
    """What is left of the domains, the graph and the matching while bars are straightened."""

    domains: Domains
    graph: Graph
    mate: list[int]


@cache
def sides_in_groups(domain: Domain) -> tuple[tuple[Group, ...], bool] | None:
    """The domain as numbers of lines in groups of its undecided sides, and whether these numbers allow just its masks.

    None if not even all undecided sides together have the same number of lines in every mask.
    """
    sides = undecided(domain)
    masks = masks_of(domain)
    for parts in ((sides & (N | S), sides & (E | W)), (sides,)):
        found = []
        for part in filter(None, parts):
            numbers = {(mask & part).bit_count() for mask in masks}
            if len(numbers) > 1:
                break
            found.append(Group(part, *numbers))
        else:
            allowed = 1
            for part, drawn in found:
                allowed *= comb(part.bit_count(), drawn)
            return tuple(found), allowed == len(masks)
    return None


def is_nothing_else(domains: Domains, cluster: Sequence[int]) -> bool:
    """Whether matchings describe the cluster exactly: then they answer quickest, however wide it is."""
    return all((found := sides_in_groups(domains[cell])) and found[1] for cell in cluster)


def model(grid: Grid, domains: Domains, cluster: Sequence[int]) -> Model | None:
    """The cluster as a graph; None if numbers of lines cannot describe some domain.

    None as well if a line joins a cell to itself, or two lines join the same two cells, for the graph has no double
    edges: that happens where a seam joins one or two columns or rows, where no cluster is too wide to sweep.
    """
    if not grid.is_simple:
        return None
    edges: list[list[int]] = []
    sockets: dict[tuple[int, int], int] = {}
    limited = set()
    for cell in cluster:
        found = sides_in_groups(domains[cell])
        if found is None:
            return None
        if not found[1]:
            limited.add(cell)
        for group in found[0]:
            _add_group(edges, sockets, cell, group)
    for (cell, side), node in sockets.items():
        edges[node].append(sockets[grid.ways[side][cell], OPPOSITE[side]])
    cells = {node: cell for (cell, _), node in sockets.items()}
    return Model(grid, domains, [tuple(row) for row in edges], sockets, cells, limited)


def _add_group(edges: list[list[int]], sockets: dict[tuple[int, int], int], cell: int, group: Group) -> None:
    """Add the group's nodes: one if just one line is drawn, else one for each line and one for each line not drawn."""
    sides, drawn = SIDES_OF[group.sides], group.drawn
    if drawn == 1:
        sockets |= {(cell, side): len(edges) for side in sides}
        edges.append([])
        return
    outer = range(len(edges), len(edges) + len(sides))
    inner = range(outer.stop, outer.stop + len(sides) - drawn)
    sockets |= {(cell, side): node for side, node in zip(sides, outer, strict=True)}
    edges += [list(inner) for _ in outer] + [list(outer) for _ in inner]


def ways(grid: Grid, domains: Domains, cluster: Sequence[int], wanted: int) -> Task[list[Answer] | None]:
    """Up to `wanted` (1 or 2) ways to settle the cluster; fewer are all that there are.

    None where matchings cannot decide it: domains of another kind, or bars that would not straighten.
    """
    built = model(grid, domains, cluster)
    if built is None:
        return None
    start = ModelNode(domains, built.graph, first_matching(built.graph))
    mate = yield from _allowed(built, start)
    if not mate:
        return None if mate is None else []
    other: list[int] | None = []
    if wanted > 1:
        other = yield from _another(built, mate)
        if other is None:
            return None
    return [built.masks(each) for each in (mate, other) if each]


def way_like(built: Model, masks: Sequence[int], held: Mapping[int, Domain]) -> Task[Answer | None]:
    """A way to settle the cluster with these of its cells held, found from the way that the board's `masks` show.

    Only the cells that it changes; not even one if there is no such way, None if that could not be decided.
    """
    before = built.matching(masks)
    here = narrow(built, ModelNode(built.domains, built.graph, before), held)
    kept = {cell: built.domains[cell] & keep for cell, keep in held.items()}
    holding = built._replace(domains={**built.domains, **kept}, limited=built.limited | kept.keys())
    mate = (yield from _allowed(holding, here)) if here else []
    if not mate:
        return None if mate is None else {}
    changed = {built.cells[node] for node in differing(before, mate) if node in built.cells}
    return {cell: built.mask(mate, cell) for cell in changed}


def _another(built: Model, mate: list[int]) -> Task[list[int] | None]:
    """A matching that draws other lines than this one; [] if there is none, None if that could not be decided.

    Every cell has the same number of lines in all its masks, so all solutions draw equally many, and another solution
    lacks some line of this one: each is ruled out in turn.
    """
    unsure = False
    for cell, side in built.sockets:
        node, other = built.edge(cell, side)
        if node < other == mate[node]:
            start = ModelNode(built.domains, built.graph, mate)
            without = narrow(built, start, {cell: LACKS[side]})
            found = (yield from _allowed(built, without)) if without else []
            if found:
                return found
            unsure = unsure or found is None
    return None if unsure else []


def _allowed(built: Model, start: ModelNode) -> Task[list[int] | None]:
    """A perfect matching that gives each cell a mask of its domain; [] if there is none, None past the limit.

    Restarts after some matchings, each time with more patience, and straightens the bars first that proved hard
    (weights and restarts: Boussemart, Hemery, Lecoutre and Sais 2004).
    """
    weight = Counter[int]()
    patience = 50 + len(built.limited)
    for _ in range(ROUNDS):
        found = yield from _straighten(built, start, weight, patience)
        if found is not None:
            return found
        patience += patience // 3
    return None


def _straighten(built: Model, start: ModelNode, weight: Counter[int], patience: int) -> Task[list[int] | None]:
    """As `_allowed`, after at most `patience` matchings; adds to the weight of each cell at which one fails."""
    if not (yield from perfect(start.graph, start.mate)):
        return []
    here: ModelNode | None = start
    bent = built.bent(start.mate, built.limited)
    waiting: list[tuple[ModelNode, set[int], int, Domain]] = []
    for _ in range(patience):
        if here and not bent:
            return here.mate
        if here:
            hardest = max(bent, key=lambda cell: (weight[cell], -cell))
            waiting += [(here, bent, hardest, 1 << mask) for mask in masks_of(here.domains[hardest])]
        if not waiting:
            return []
        before, bent_before, cell, keep = waiting.pop()
        here = narrow(built, before, {cell: keep})
        if here is None or not (yield from perfect(here.graph, here.mate)):
            weight[cell] += 1
            here = None
        else:
            changed = {built.cells[node] for node in differing(before.mate, here.mate) if node in built.cells}
            bent = bent_before - changed | built.bent(here.mate, changed & built.limited)
    return None


def narrow(built: Model, position: ModelNode, held: Mapping[int, Domain]) -> ModelNode | None:
    """The position with some cells' domains narrowed and all conclusions of the local rule; None on a contradiction.

    Lines ruled out leave the graph. Drawn lines affect it only by the lines that they rule out: enough to bound the
    search, and the matching at its end is checked against the whole domains anyway.
    """
    domains, changed = dict(position.domains), [*held]
    for cell, keep in held.items():
        domains[cell] &= keep
    for near in changed:  # grows while it is read
        known = KNOWN[domains[near]]
        if not domains[near]:
            return None
        for side in SIDES_OF[undecided(position.domains[near]) & (known >> 4 | known)]:
            other = built.grid.ways[side][near]
            agreeing = domains[other] & (HAS if known >> 4 & side else LACKS)[OPPOSITE[side]]
            if agreeing != domains[other]:
                domains[other] = agreeing
                changed.append(other)
    graph, mate = position.graph.copy(), position.mate.copy()
    for near in dict.fromkeys(changed):
        for side in SIDES_OF[undecided(position.domains[near]) & KNOWN[domains[near]]]:
            _remove(graph, mate, *built.edge(near, side))
    return ModelNode(domains, graph, mate)


def _remove(graph: Graph, mate: list[int], *ends: int) -> None:
    """Take the edge out of the graph, if it is still there, and out of the matching."""
    for node, other in (ends, ends[::-1]):
        graph[node] = tuple(each for each in graph[node] if each != other)
        if mate[node] == other:
            mate[node] = -1


Neighbours = Sequence[Collection[int]]

BETWEEN_YIELDS = 32  # searches


def perfect(graph: Neighbours, mate: list[int]) -> Task[bool]:
    """Make the matching `mate` perfect, in place; False if that is impossible.

    An exposed node from which no augmenting path starts is exposed in some largest matching (Berge 1957), so the first
    such node ends the search.
    """
    node = number = 0
    while -1 in mate:  # quicker than to look at each node, where all but a few are matched
        node = mate.index(-1, node)
        if number % BETWEEN_YIELDS == 0:
            yield None
        if not augment(graph, mate, node):
            return False
        number += 1
    return True


def first_matching(graph: Neighbours) -> list[int]:
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


def augment(graph: Neighbours, mate: list[int], root: int) -> bool:
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
