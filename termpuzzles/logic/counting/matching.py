"""Clusters of ends, corners and tees as matchings: a solution, two, or a proof that there is none, however wide.

An end is a node that needs exactly one of its lines. A corner is two nodes: one for north and south, one for east and
west. A tee needs all of its lines but one: a node for each of them, matched along its line or with an inner node that
can take just one (degree-constrained subgraphs: Tutte 1954). So drawn lines are the matched edges of a graph, and the
cluster has a solution exactly when that graph has a perfect matching.

Bars make the problem hard. A bar counts as a cell with any two of its lines, with two inner nodes, which allows too
much: where a matching bends a bar, each of its turns is tried. The local rule first draws what a turn means for the
lines around it, and the matching is then mended, which bounds the search: most wrong turns show at once.
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
from termpuzzles.logic.problem import HAS, KNOWN, LACKS, Domain, masks_of
from termpuzzles.logic.task import Task

Graph = list[tuple[int, ...]]

ROUNDS = 12  # rounds of straightening bars, each a third longer than the one before


class Group(NamedTuple):
    """Some sides of a cell, and how many of them have a line in every mask of its domain."""

    sides: int
    drawn: int


class Model(NamedTuple):
    """A cluster as a graph: the node for each side of each cell, and the cells whose domains it does not enforce."""

    grid: Grid
    domains: Domains
    graph: Graph
    sockets: dict[tuple[int, int], int]
    limited: list[int]

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
        return {cell: self.mask(mate, cell) for cell in dict.fromkeys(cell for cell, _ in self.sockets)}


class Position(NamedTuple):
    """What is left of the domains, the graph and the matching while bars are straightened."""

    domains: Domains
    graph: Graph
    mate: list[int]


@cache
def groups(domain: Domain) -> tuple[tuple[Group, ...], bool] | None:
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
    return all((found := groups(domains[cell])) and found[1] for cell in cluster)


def model(grid: Grid, domains: Domains, cluster: Sequence[int]) -> Model | None:
    """The cluster as a graph; None if numbers of lines cannot describe some domain.

    None as well if a line joins a cell to itself, or two lines join the same two cells, for the graph has no double
    edges: that happens on boards that wrap and are one or two cells wide, where no cluster is too wide to sweep.
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


def ways(grid: Grid, domains: Domains, cluster: Sequence[int], wanted: int = 2) -> Task[list[Answer] | None]:
    """Up to `wanted` (1 or 2) ways to settle the cluster; fewer are all that there are.

    None where matchings cannot decide it: domains of another kind, or bars that would not straighten.
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
    """A matching that draws other lines than this one; [] if there is none, None if that could not be decided.

    Every cell has the same number of lines in all its masks, so all solutions draw equally many, and another solution
    lacks some line of this one: each is ruled out in turn.
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
    """A perfect matching that gives each cell a mask of its domain; [] if there is none, None past the limit.

    Restarts after some matchings, each time with more patience, and straightens the bars first that proved hard
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
    """As `_allowed`, after at most `patience` matchings; adds to the weight of each cell at which one fails."""
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
    """The position with the cell's domain narrowed and all conclusions of the local rule; None on a contradiction.

    Lines ruled out leave the graph. Drawn lines affect it only by the lines that they rule out: enough to bound the
    search, and the matching at its end is checked against the whole domains anyway.
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
    """Take the edge out of the graph, if it is still there, and out of the matching."""
    for node, other in (ends, ends[::-1]):
        graph[node] = tuple(each for each in graph[node] if each != other)
        if mate[node] == other:
            mate[node] = -1
