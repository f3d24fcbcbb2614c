"""Clusters of ends, corners and tees as matchings: a solution, two, or a proof that there is none, however wide.

An end is a node that needs exactly one of its lines. A corner is two: one of north and south, one of east and west. A
tee needs all of its lines but one: a node for each of them, each with its line or with an inner node that can serve
just one (degree-constrained subgraphs: Tutte 1954). So drawn lines are the matched edges of a graph, and the cluster
has a solution exactly when that graph has a perfect matching.

Bars are what makes the problem hard. One counts as any cell with two of its lines, served by two inner nodes, which
allows too much: where a matching bends a bar, each of its turns is tried. What that says of the lines around is drawn
first by the local rule, and the matching then mended, which bounds the search: most turns that are wrong show at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, N, S, W
from termpuzzles.logic.counting.blossom import first_matching, perfect
from termpuzzles.logic.counting.count import Answer
from termpuzzles.logic.counting.frontier_sweep import Domains, undecided
from termpuzzles.logic.domains import HAS, KNOWN, LACKS, masks_of
from termpuzzles.logic.problem import Domain
from termpuzzles.logic.task import Task

Graph = list[tuple[int, ...]]

ROUNDS = 12  # of straightening bars, each a third longer than the one before


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
        return {cell: self.mask(mate, cell) for cell in dict.fromkeys(cell for cell, _ in self.sockets)}


class Position(NamedTuple):
    """What is left while bars are straightened: of each domain, of the graph, of the matching."""

    domains: Domains
    graph: Graph
    mate: list[int]


@cache
def groups(domain: Domain) -> tuple[tuple[Group, ...], bool] | None:
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
            return tuple(found), allowed == len(masks)
    return None


def is_nothing_else(domains: Domains, cluster: Sequence[int]) -> bool:
    """Whether the cluster is a matching and no more: then matchings answer quickest, however wide it is."""
    return all((found := groups(domains[cell])) and found[1] for cell in cluster)


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


def ways(grid: Grid, domains: Domains, cluster: Sequence[int], wanted: int = 2) -> Task[list[Answer] | None]:
    """Up to `wanted` ways, one or two, to settle the cluster; fewer are all that there are.

    None where matchings cannot tell: domains of another kind, or bars that would not straighten.
    """
    built = model(grid, domains, cluster)
    if built is None:
        return None
    start = Position(dict(domains), built.graph, first_matching(built.graph))
    mate = yield from _allowed(built, start)
    if not mate:
        return None if mate is None else []
    other: list[int] | None = []
    if wanted > 1:
        other = yield from _another(built, mate)
        if other is None:
            return None
    return [built.masks(each) for each in (mate, other) if each]


def _another(built: Model, mate: list[int]) -> Task[list[int] | None]:
    """A matching that draws other lines than this one; [] where there is none, None where that cannot be told.

    Every cell has as many lines in all its masks, so two solutions draw equally many, and another one lacks some line
    of this one: each is ruled out in turn.
    """
    unsure = False
    for cell, side in built.sockets:
        node, other = built.edge(cell, side)
        if node < other == mate[node]:
            start = Position(built.domains, built.graph, mate)
            without = narrowed(built, start, cell, LACKS[side])
            found = (yield from _allowed(built, without)) if without else []
            if found:
                return found
            unsure = unsure or found is None
    return None if unsure else []


def _allowed(built: Model, start: Position) -> Task[list[int] | None]:
    """A perfect matching that gives each cell a mask of its domain; [] where there is none, None past the limit.

    Begins anew after some matchings, each time with more patience, and straightens first what proved to be hard
    (weights and restarts: Boussemart, Hemery, Lecoutre and Sais 2004).
    """
    weight: dict[int, int] = dict.fromkeys(built.limited, 0)
    patience = 50 + len(built.limited)
    for _ in range(ROUNDS):
        found = yield from _straighten(built, start, weight, patience)
        if found is not None:
            return found
        patience += patience // 3
    return None


def _straighten(built: Model, start: Position, weight: dict[int, int], patience: int) -> Task[list[int] | None]:
    """As `_allowed`, after so many matchings at most; adds to the weight of each cell where one fails."""
    waiting: list[tuple[Position, int, Domain]] = [(start, -1, 0)]
    for _ in range(patience):
        if not waiting:
            return []
        before, cell, keep = waiting.pop()
        here = before if cell < 0 else narrowed(built, before, cell, keep)
        if here is None or not (yield from perfect(here.graph, here.mate)):
            if cell >= 0:
                weight[cell] += 1
            continue
        bent = [cell for cell in built.limited if not built.domains[cell] >> built.mask(here.mate, cell) & 1]
        if not bent:
            return here.mate
        hardest = max(bent, key=weight.__getitem__)
        waiting += [(here, hardest, 1 << mask) for mask in masks_of(here.domains[hardest])]
    return None


def narrowed(built: Model, position: Position, cell: int, keep: Domain) -> Position | None:
    """The position with the cell's domain narrowed and all that the local rule draws from it; None if it contradicts.

    Lines ruled out leave the graph. Of lines drawn it learns only by those that they rule out: enough to bound the
    search, and whatever matching that ends with is checked against the whole domains.
    """
    domains, changed = dict(position.domains), [cell]
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
    return Position(domains, graph, mate)


def _remove(graph: Graph, mate: list[int], *ends: int) -> None:
    """Takes the edge out of the graph, if it is still there, and out of the matching."""
    for node, other in (ends, ends[::-1]):
        graph[node] = tuple(each for each in graph[node] if each != other)
        if mate[node] == other:
            mate[node] = -1
