"""Alternating ways one by one, straight toward a node that lacks a line: for the few that are far from each other.

Whole-board growth takes as many layers as a way is long, and the last ways are as long as the board. A search that
heads straight for the goal hardly ever has to turn back there.
"""

from __future__ import annotations

from heapq import heappop, heappush
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, N, S, W
from termpuzzles.logic.checkerboard.degrees import Nodes, Pair
from termpuzzles.logic.checkerboard.taking import Taking
from termpuzzles.logic.task import Task

MOST = 20_000  # nodes that a search may look at before the way is left to others
BETWEEN_YIELDS = 4_000  # nodes

Node = tuple[int, int]  # a cell and the sides of it that the node stands for


class _Came(NamedTuple):
    """The node from which a node was reached, and the side of that node."""

    node: Node
    side: int


def seek(taking: Taking, most: int = MOST) -> Task[None]:
    """Give lines to nodes that lack them, one after the other, along ways that are quickly found."""
    seeker = _Seeker(taking)
    looked = 0
    for start in seeker.black:
        found = seeker.way(start, most)
        looked += found
        if looked > BETWEEN_YIELDS:
            looked = 0
            yield None
    seeker.give_back()


class _Seeker:
    """The board cell by cell: free and taken sides, and the nodes that lack a line, once for each that they lack."""

    def __init__(self, taking: Taking) -> None:
        frame = taking.frame
        self.taking, self.frame = taking, frame
        self.free, self.loose = (
            bytearray(frame.stripped(frame.masks(sides))) for sides in (taking.free(), taking.loose())
        )
        self.double = frame.marks(taking.degrees.double)
        black = taking.degrees.black
        self.black, white = self._lacking(black), self._lacking(frame.cells & ~black)
        self.white = set(white)
        self._served: list[Node] = []
        self._changed: set[tuple[int, int]] = set()

    def _lacking(self, cells: int) -> list[Node]:
        places, lacking, double = self.frame.places, self.taking.lacking(), self.taking.degrees.double
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

    def give_back(self) -> None:
        """Write the changes back to the whole board."""
        frame = self.frame
        self.taking.exchange(Pair.along(frame, self._changed))
        upright = [cell for cell, group in self._served if group & N]
        level = [cell for cell, group in self._served if group == E | W]
        self.taking.serve(Nodes(frame.bitboard_of_places(upright), frame.bitboard_of_places(level)))
