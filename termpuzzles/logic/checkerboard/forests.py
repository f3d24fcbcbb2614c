"""Alternating ways from all nodes that lack a line at once, breadth first, each step a few operations on bitboards.

A way leads from a black node that lacks a line over a free line to a white node, from there over a taken line to a
black node, and so on to a white node that lacks a line. Exchanging free and taken lines along it gives one line more to
both its ends and none to any other node (Berge 1957). Where no such way is left, no choice of lines is better.
"""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.bitboards.frame import NOTHING, Frame, Sides
from termpuzzles.logic.checkerboard.degrees import Nodes, Pair, both, nodes_of, union, without
from termpuzzles.logic.checkerboard.seeking import MOST, seek
from termpuzzles.logic.checkerboard.taking import Taking
from termpuzzles.logic.task import Task

BITS_AT_ONCE = 400_000  # bits that layers go over between two yields, in some 5 ms
PATIENCE = 1.3  # once a tree has reached a node that lacks a line, the others may grow this many times as far
FEW = 500  # bits of nodes: up to this many nodes are quicker served one by one (a single node has two bits)

Way = list[tuple[int, int]]  # lines one after the other, each as the cell that it leaves and the side there


class Forest(NamedTuple):
    """Trees of ways, one from each of the nodes `starts`, which are black and lack a line.

    `parents` holds for each node the side from which the way to it came; a cell that is two nodes has one for each
    direction. `sinks` are the white nodes in the trees that lack a line.
    """

    starts: Nodes
    parents: Sides
    sinks: Nodes


def complete(taking: Taking, few: int = FEW, most: int = MOST, at_once: int = BITS_AT_ONCE) -> Task[bool]:
    """Give every node its lines, many at once, and one by one where few are left; False if that is impossible."""
    black = taking.degrees.black
    breath = _Breath(taking.frame, at_once)
    sought = False
    while True:
        lacking = taking.lacking()
        starts = both(lacking, Nodes(black, black))
        if not starts:
            return not lacking
        if not sought and starts.upright.bit_count() + starts.level.bit_count() <= few:
            yield from seek(taking, most)
            sought = True
            continue
        forest = yield from grow(taking, starts, lacking, breath)
        if not forest.sinks:
            return False
        yield from exchange(taking, forest, breath)
        sought = False


def grow(taking: Taking, starts: Nodes, lacking: Nodes, breath: _Breath) -> Task[Forest]:
    """Grow the forest from these black nodes as far as it reaches, but not much farther than to its first sinks."""
    frame, single = taking.frame, taking.degrees.single
    free, loose = taking.free(), taking.loose()
    reached, frontier, parents = starts, starts, NOTHING
    sinks = Nodes(0, 0)
    depth, last = 0, 0
    while frontier and not (sinks and depth > last):
        reached, frontier, came = _layer(frame, single, free, frontier, reached)
        parents = union(parents, came)
        found = both(frontier, lacking)
        if found:
            last = last or round(PATIENCE * (depth + 1))
            sinks = Nodes(sinks.upright | found.upright, sinks.level | found.level)
            frontier = without(frontier, found)
        reached, frontier, came = _layer(frame, single, loose, frontier, reached)
        parents = union(parents, came)
        depth += 1
        yield from breath.after_layer()
    return Forest(starts, parents, sinks)


class _Breath:
    """Yields every few milliseconds, however large the board: once every `_layers` layers."""

    def __init__(self, frame: Frame, at_once: int) -> None:
        self._layers = max(1, at_once // frame.bits)
        self._done = 0

    def after_layer(self) -> Task[None]:
        self._done += 1
        if self._done % self._layers == 0:
            yield None


def _layer(frame: Frame, single: int, lines: Sides, frontier: Nodes, reached: Nodes) -> tuple[Nodes, Nodes, Sides]:
    """All nodes reached after one more step along these lines, the new ones, and the sides from which they are reached.

    A node to which several lines lead is reached by only one of them.
    """
    upright, level = reached
    from_n = frame.from_north(frontier.upright & lines.s) & ~upright
    upright |= from_n
    from_s = frame.from_south(frontier.upright & lines.n) & ~upright
    upright |= from_s
    level |= (from_n | from_s) & single
    from_w = frame.from_west(frontier.level & lines.e) & ~level
    level |= from_w
    from_e = frame.from_east(frontier.level & lines.w) & ~level
    level |= from_e
    upright |= (from_w | from_e) & single
    new = without(Nodes(upright, level), reached)
    return Nodes(upright, level), new, Sides(from_n, from_e, from_s, from_w)


def exchange(taking: Taking, forest: Forest, breath: _Breath) -> Task[None]:
    """Exchange lines along the way to one sink in each tree that has any, from the roots down, layer by layer."""
    frame, single = taking.frame, taking.degrees.single
    sinks = forest.sinks
    children = yield from _children(frame, single, forest.parents, sinks, breath)
    nodes = both(forest.starts, nodes_of(single, children.n | children.s, children.e | children.w))
    lines, served = Pair(0, 0), nodes
    while nodes:
        s = children.s & nodes.upright
        n = children.n & nodes.upright & ~s
        rest = nodes.level & ~(single & (s | n))
        e = children.e & rest
        w = children.w & rest & ~e
        lines = Pair(lines.e | e | frame.from_east(w), lines.s | s | frame.from_south(n))
        nodes = nodes_of(single, frame.from_north(s) | frame.from_south(n), frame.from_west(e) | frame.from_east(w))
        ends = both(nodes, sinks)
        served = Nodes(served.upright | ends.upright, served.level | ends.level)
        nodes = without(nodes, ends)
        yield from breath.after_layer()
    taking.exchange(lines)
    taking.serve(served)


def _children(frame: Frame, single: int, parents: Sides, sinks: Nodes, breath: _Breath) -> Task[Sides]:
    """For each node of the trees the sides toward those of its children from which a sink can be reached."""
    children, seen, frontier = NOTHING, sinks, sinks
    while frontier:
        toward = Sides(
            frame.from_north(parents.s & frontier.upright),
            frame.from_east(parents.w & frontier.level),
            frame.from_south(parents.n & frontier.upright),
            frame.from_west(parents.e & frontier.level),
        )
        children = union(children, toward)
        frontier = without(nodes_of(single, toward.n | toward.s, toward.e | toward.w), seen)
        seen = Nodes(seen.upright | frontier.upright, seen.level | frontier.level)
        yield from breath.after_layer()
    return children


def closed_way(taking: Taking) -> Way:
    """A closed way of alternately free and taken lines; empty if nothing is open.

    No node may lack a line. Every open node then has a free line and a taken one, for the local rule leaves no node
    open that needs all or none of its lines. So one can always go on, from black nodes over free lines and from white
    ones over taken lines, until a node is met again: the way since then is closed, and exchanging free and taken lines
    along it gives another solution.
    """
    degrees, frame = taking.degrees, taking.frame
    start = frame.lowest(degrees.black & (degrees.single | degrees.double))
    if start < 0:
        return []
    free, loose = (frame.stripped(frame.masks(sides)) for sides in (taking.free(), taking.loose()))
    double, beyond = frame.marks(degrees.double), frame.grid.ways
    cell, group = start, SIDES_OF[free[start]][0]
    group |= OPPOSITE[group]
    way: Way = []
    met: dict[tuple[int, int], int] = {}
    while (node := (cell, group if double[cell] else 15)) not in met:
        met[node] = len(way)
        side = SIDES_OF[(loose if len(way) % 2 else free)[cell] & node[1]][0]
        way.append((cell, side))
        cell, group = beyond[side][cell], side | OPPOSITE[side]
    return way[met[node] :]
