"""Clusters of ends, corners and tees as matchings: a solution, two, or a proof that there is none, however wide.

An end is a node that needs exactly one of its lines. A corner is two: one of north and south, one of east and west. A
tee needs all of its lines but one: a node for each of them, each with its line or with an inner node that can serve
just one (degree-constrained subgraphs: Tutte 1954). So drawn lines are the matched edges of a graph, and the cluster
has a solution exactly when that graph has a perfect matching.

Bars are what makes the problem hard. One counts as any cell with two of its lines, served by two inner nodes, which
allows too much: where a matching bends a bar, each of its turns is tried, by closing the lines that it does not have.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, N, S, W
from termpuzzles.logic.blossom import first_matching, perfect
from termpuzzles.logic.count import Answer
from termpuzzles.logic.domains import KNOWN, masks_of
from termpuzzles.logic.problem import Domain
from termpuzzles.logic.sweep import Domains, undecided
from termpuzzles.logic.work import Work

Graph = list[tuple[int, ...]]

MOST = 200  # matchings tried for one solution where bars must be straightened


class Group(NamedTuple):
    """Some sides of a cell of which every mask of its domain has the same number."""

    sides: int
    drawn: int


class Model(NamedTuple):
    """A cluster as a graph: the node for each side of each cell, and the cells whose domain the graph only limits."""

    grid: Grid
    domains: Domains
    graph: Graph
    sockets: dict[tuple[int, int], int]
    limited: list[int]

    def edge(self, cell: int, side: int) -> tuple[int, int]:
        """The nodes that the line across that side joins."""
        return self.sockets[cell, side], self.sockets[self.grid.ways[side][cell], OPPOSITE[side]]

    def mask(self, mate: list[int], cell: int) -> int:
        """The cell's mask as the matching has it."""
        domain = self.domains[cell]
        drawn = KNOWN[domain] >> 4
        for side in SIDES_OF[undecided(domain)]:
            node, other = self.edge(cell, side)
            if mate[node] == other:
                drawn |= side
        return drawn

    def masks(self, mate: list[int]) -> Answer:
        """Every cell's mask as the matching has it."""
        return {cell: self.mask(mate, cell) for cell, _ in self.sockets}


def groups(domain: Domain) -> tuple[list[Group], bool] | None:
    """The domain as numbers of lines drawn in groups of its undecided sides, and whether these say all that it says.

    None where not even all undecided sides together have the same number of lines in every mask.
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
            return found, allowed == len(masks)
    return None


def model(grid: Grid, domains: Domains, cluster: Sequence[int]) -> Model | None:
    """The cluster as a graph; None where some domain is no such matter of numbers.

    Also None where a line joins a cell to itself, or two lines the same two cells, for the graph has no double edges:
    that is so on boards that wrap and are one or two cells wide, which no cluster is too wide for.
    """
    if (grid.wrap_x and grid.width <= 2) or (grid.wrap_y and grid.height <= 2):
        return None
    edges: list[list[int]] = []
    sockets: dict[tuple[int, int], int] = {}
    limited = []
    for cell in cluster:
        found = groups(domains[cell])
        if found is None:
            return None
        if not found[1]:
            limited.append(cell)
        for group in found[0]:
            _add_group(edges, sockets, cell, group)
    for (cell, side), node in sockets.items():
        edges[node].append(sockets[grid.ways[side][cell], OPPOSITE[side]])
    return Model(grid, domains, [tuple(row) for row in edges], sockets, limited)


def _add_group(edges: list[list[int]], sockets: dict[tuple[int, int], int], cell: int, group: Group) -> None:
    """The nodes of a group: one where one line of it is drawn, else one a line and inner nodes for those not drawn."""
    sides, drawn = SIDES_OF[group.sides], group.drawn
    if drawn == 1:
        sockets |= {(cell, side): len(edges) for side in sides}
        edges.append([])
        return
    outer = range(len(edges), len(edges) + len(sides))
    inner = range(outer.stop, outer.stop + len(sides) - drawn)
    sockets |= {(cell, side): node for side, node in zip(sides, outer, strict=True)}
    edges += [list(inner) for _ in outer] + [list(outer) for _ in inner]


def ways(grid: Grid, domains: Domains, cluster: Sequence[int], wanted: int = 2) -> Work[list[Answer] | None]:
    """Up to `wanted` ways, one or two, to settle the cluster; fewer are all that there are.

    None where matchings cannot tell: domains of another kind, or bars that would not straighten.
    """
    built = model(grid, domains, cluster)
    if built is None:
        return None
    mate = yield from _allowed(built, built.graph, first_matching(built.graph))
    if not mate:
        return None if mate is None else []
    other: list[int] | None = []
    if wanted > 1:
        other = yield from _another(built, mate)
        if other is None:
            return None
    return [built.masks(each) for each in (mate, other) if each]


def _another(built: Model, mate: list[int]) -> Work[list[int] | None]:
    """A matching that draws other lines than this one; [] where there is none, None where that cannot be told.

    Every cell has as many lines in all its masks, so two solutions draw equally many, and another one lacks some line
    of this one: each is closed in turn.
    """
    unsure = False
    for cell, side in built.sockets:
        node, other = built.edge(cell, side)
        if node < other == mate[node]:
            found = yield from _allowed(built, *_without(built.graph, mate, [(node, other)]))
            if found:
                return found
            unsure = unsure or found is None
    return None if unsure else []


def _allowed(built: Model, graph: Graph, mate: list[int]) -> Work[list[int] | None]:
    """A perfect matching that gives each cell a mask of its domain; [] where there is none, None past the limit."""
    waiting = [(graph, mate)]
    for _ in range(MOST):
        if not waiting:
            return []
        graph, mate = waiting.pop()
        if not (yield from perfect(graph, mate)):
            continue
        cell = next((cell for cell in built.limited if not _fits(built, mate, cell)), None)
        if cell is None:
            return mate
        for mask in masks_of(built.domains[cell]):
            closed = SIDES_OF[undecided(built.domains[cell]) & ~mask]
            waiting.append(_without(graph, mate, [built.edge(cell, side) for side in closed]))
    return None


def _fits(built: Model, mate: list[int], cell: int) -> bool:
    return bool(built.domains[cell] >> built.mask(mate, cell) & 1)


def _without(graph: Graph, mate: list[int], edges: list[tuple[int, int]]) -> tuple[Graph, list[int]]:
    """The graph and the matching without these edges, some of which may be gone from the graph already."""
    graph, mate = graph.copy(), mate.copy()
    for ends in edges:
        for node, other in (ends, ends[::-1]):
            graph[node] = tuple(each for each in graph[node] if each != other)
            if mate[node] == other:
                mate[node] = -1
    return graph, mate
