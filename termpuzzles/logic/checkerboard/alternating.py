"""Solutions of a board on which only the numbers of lines matter, by alternating ways: many at once, then one by one.

A way leads from a black node that lacks a line over a free line to a white node, from there over a taken line to a
black node, and so on to a white node that lacks a line. Exchanging free and taken lines along it gives one line more to
both its ends and none to any other node (Berge 1957). Where no such way is left, no choice of lines is better.

Whole-board growth takes as many layers as a way is long, and the last ways are as long as the board. A search that
heads straight for the goal hardly ever has to turn back there.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, N, S, W
from termpuzzles.logic.bitboards.frame import NOTHING, Frame, KnownLines, Layout, Sides
from termpuzzles.logic.checkerboard.degrees import Degrees, Nodes, Pair, PartialMatching, both, nodes_of, union, without
from termpuzzles.logic.task import Task

MOST = 20_000  # nodes that a search may look at before the way is left to others
BETWEEN_YIELDS = 4_000  # nodes

Node = tuple[int, int]  # a cell and the sides of it that the node stands for


class _Came(NamedTuple):
    """The node from which a node was reached, and the side of that node."""

    node: Node
    side: int


def augmenting_path(matching: PartialMatching, most: int = MOST) -> Task[None]:
    """Give lines to nodes that lack them, one after the other, along ways that are quickly found."""
    seeker = _Seeker(matching)
    looked = 0
    for start in seeker.black:
        found = seeker.way(start, most)
        looked += found
        if looked > BETWEEN_YIELDS:
            looked = 0
            yield None
    seeker.undo()


class _Seeker:
    """The board cell by cell: free and taken sides, and the nodes that lack a line, once for each that they lack."""

    def __init__(self, matching: PartialMatching) -> None:
        frame = matching.frame
        self.matching, self.frame = matching, frame
        self.free, self.loose = (
            bytearray(frame.stripped(frame.masks(sides))) for sides in (matching.free(), matching.loose())
        )
        self.double = frame.marks(matching.degrees.double)
        black = matching.degrees.black
        self.black, white = self._lacking(black), self._lacking(frame.cells & ~black)
        self.white = set(white)
        self._served: list[Node] = []
        self._changed: set[tuple[int, int]] = set()

    def _lacking(self, cells: int) -> list[Node]:
        places, lacking, double = self.frame.places, self.matching.lacking(), self.matching.degrees.double
        nodes = [(cell, N | S if self.double[cell] else 15) for cell in places(lacking.upright & cells)]
        return nodes + [(cell, E | W) for cell in places(lacking.level & cells & double)]

    def way(self, start: Node, most: int) -> int:
        """Exchange lines on a way from the black node to a white one, if found; returns how many nodes it looked at."""
        goal = self._nearest(start[0])
        came: dict[Node, _Came] = {}
        waiting = [(0, start)]
        width, ways, double = self.frame.width, self.frame.grid.ways, self.double
        goal_y, goal_x = divmod(goal, width)
        sides_of = (self.free, self.loose)
        black = self._is_black
        while waiting and len(came) < most:
            _, node = heappop(waiting)
            cell, group = node
            for side in SIDES_OF[sides_of[not black(cell)][cell] & group]:
                other = ways[side][cell]
                reached = (other, side | OPPOSITE[side] if double[other] else 15)
                if reached in came or reached == start:
                    continue
                came[reached] = _Came(node, side)
                if reached in self.white:
                    self._exchange(start, reached, came)
                    return len(came)
                y, x = divmod(other, width)
                heappush(waiting, (abs(y - goal_y) + abs(x - goal_x), reached))
        return len(came)

    def _is_black(self, cell: int) -> bool:
        y, x = divmod(cell, self.frame.width)
        return not (x + y) & 1

    def _nearest(self, cell: int) -> int:
        """The cell of the nearest white node that lacks a line, ignoring ways across seams."""
        width = self.frame.width
        y, x = divmod(cell, width)
        return (
            min((abs(other // width - y) + abs(other % width - x), other) for other, _ in self.white)[1]
            if self.white
            else cell
        )

    def _exchange(self, start: Node, end: Node, came: dict[Node, _Came]) -> None:
        """Exchange free and taken lines along the way, and note that both its ends lack one line less."""
        ways, free, loose = self.frame.grid.ways, self.free, self.loose
        self._served += [start, end]
        self.white.discard(end)
        node = end
        while node != start:
            node, side = came[node]
            cell = node[0]
            other = ways[side][cell]
            for masks in (free, loose):
                masks[cell] ^= side
                masks[other] ^= OPPOSITE[side]
            self._changed ^= {(cell, side) if side in (E, S) else (other, OPPOSITE[side])}

    def undo(self) -> None:
        """Write the changes back to the whole board."""
        frame = self.frame
        self.matching.exchange(Pair.along(frame, self._changed))
        upright = [cell for cell, group in self._served if group & N]
        level = [cell for cell, group in self._served if group == E | W]
        self.matching.serve(Nodes(frame.bitboard_of_places(upright), frame.bitboard_of_places(level)))


BITS_AT_ONCE = 400_000  # bits that layers go over between two yields, in some 5 ms
PATIENCE = 1.3  # once a tree has reached a node that lacks a line, the others may grow this many times as far
FEW = 500  # bits of nodes: up to this many nodes are quicker served one by one (a single node has two bits)

Way = list[tuple[int, int]]  # lines one after the other, each as the cell that it leaves and the side there


class AlternatingForest(NamedTuple):
    """Trees of ways, one from each of the nodes `starts`, which are black and lack a line.

    `parents` holds for each node the side from which the way to it came; a cell that is two nodes has one for each
    direction. `sinks` are the white nodes in the trees that lack a line.
    """

    starts: Nodes
    parents: Sides
    sinks: Nodes


def complete_matching(
    matching: PartialMatching, few: int = FEW, most: int = MOST, at_once: int = BITS_AT_ONCE
) -> Task[bool]:
    """Give every node its lines, many at once, and one by one where few are left; False if that is impossible."""
    black = matching.degrees.black
    yields = _Yields(matching.frame, at_once)
    sought = False
    while True:
        lacking = matching.lacking()
        starts = both(lacking, Nodes(black, black))
        if not starts:
            return not lacking
        if not sought and starts.upright.bit_count() + starts.level.bit_count() <= few:
            yield from augmenting_path(matching, most)
            sought = True
            continue
        forest = yield from grow(matching, starts, lacking, yields)
        if not forest.sinks:
            return False
        yield from exchange(matching, forest, yields)
        sought = False


def grow(matching: PartialMatching, starts: Nodes, lacking: Nodes, yields: _Yields) -> Task[AlternatingForest]:
    """Grow the forest from these black nodes as far as it reaches, but not much farther than to its first sinks."""
    frame, single = matching.frame, matching.degrees.single
    free, loose = matching.free(), matching.loose()
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
        yield from yields.after_layer()
    return AlternatingForest(starts, parents, sinks)


class _Yields:
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


def exchange(matching: PartialMatching, forest: AlternatingForest, yields: _Yields) -> Task[None]:
    """Exchange lines along the way to one sink in each tree that has any, from the roots down, layer by layer."""
    frame, single = matching.frame, matching.degrees.single
    sinks = forest.sinks
    children = yield from _children(frame, single, forest.parents, sinks, yields)
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
        yield from yields.after_layer()
    matching.exchange(lines)
    matching.serve(served)


def _children(frame: Frame, single: int, parents: Sides, sinks: Nodes, yields: _Yields) -> Task[Sides]:
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
        yield from yields.after_layer()
    return children


def closed_way(matching: PartialMatching) -> Way:
    """A closed way of alternately free and taken lines; empty if nothing is open.

    No node may lack a line. Every open node then has a free line and a taken one, for the local rule leaves no node
    open that needs all or none of its lines. So one can always go on, from black nodes over free lines and from white
    ones over taken lines, until a node is met again: the way since then is closed, and exchanging free and taken lines
    along it gives another solution.
    """
    degrees, frame = matching.degrees, matching.frame
    open_nodes = degrees.black & (degrees.single | degrees.double)
    if not open_nodes:
        return []
    start = frame.lowest(open_nodes)
    free, loose = (frame.stripped(frame.masks(sides)) for sides in (matching.free(), matching.loose()))
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


def matchings(
    board: Layout, lines: KnownLines, wanted: int, few: int = FEW, most: int = MOST, at_once: int = BITS_AT_ONCE
) -> Task[list[bytes] | None]:
    """Up to `wanted` (1 or 2) solutions, one mask a cell; fewer are all that there are. None: it is no such board.

    The local rule must be at its fixpoint with these lines, and the whole board must have no rule of its own.
    """
    degrees = Degrees.of(board.frame, board.tiles, lines)
    if degrees is None:
        return None
    matching = PartialMatching(degrees)
    yield from matching.greedily()
    if not (yield from complete_matching(matching, few, most, at_once)):
        return []
    found = [_masks(board, lines, matching)]
    if wanted > 1 and (way := closed_way(matching)):
        matching.exchange(Pair.along(board.frame, way))
        found.append(_masks(board, lines, matching))
    return found


def _masks(board: Layout, lines: KnownLines, matching: PartialMatching) -> bytes:
    """For each cell the mask of its known lines and of those taken."""
    frame = board.frame
    together = Sides(*(drawn | taken for drawn, taken in zip(lines.drawn, matching.loose(), strict=True)))
    return frame.stripped(frame.masks(together))
