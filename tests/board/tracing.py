"""Bridges by walking along walls: the right-hand rule, adapted to boards that wrap.

Walk along a drawn line with the right hand on it, and at each cell take the first line to the right. That walk comes
back to where it began. On a plane, a line has the same walk on both its sides exactly if it is a bridge. On a torus, a
loop around the board has one walk on both its sides and is no bridge; so the walk records how far it has gone:

- A line with two different walks on its sides is no bridge, because a walk that crosses a bridge comes back across it.
- A line that a walk comes back across without having gone around the board is a bridge. Proof: unroll the board to a
  plane. There the walk in between crosses no line and encloses everything on one side of the line, so that side is
  finite. A loop through the line would either be a loop in the plane, where the walk separates the ends of the line, or
  go on for ever on both sides.
- If a walk comes back across a line after going around the board, nothing is known about that line.
"""

from __future__ import annotations

from collections.abc import Mapping

from termpuzzles.board.grid import OPPOSITE, E, Grid, N, S, W

Dart = tuple[int, int]  # a cell and a side: the line there, walked away from the cell

_RIGHT = (N, W, S, E)  # after each side comes the next one to try with the right hand on the wall
_STEP = {N: (0, -1), E: (1, 0), S: (0, 1), W: (-1, 0)}


def traced(grid: Grid, lines: bytes) -> tuple[set[int], set[int]]:
    """The lines that are certainly bridges, and those that certainly are not; every line must be met from beyond."""
    bridges, others = set(), set()
    walks: dict[Dart, tuple[int, int, int]] = {}  # for each dart, its walk and how far the walk had gone before it
    for cell, mask in enumerate(lines):
        for side in (N, E, S, W):
            if mask & side and (cell, side) not in walks:
                walks |= _walk(grid, lines, (cell, side), len(walks))
    for (cell, side), (walk, x, y) in walks.items():
        back, *went = walks[grid.ways[side][cell], OPPOSITE[side]]
        dx, dy = _STEP[side]
        if back != walk:
            others.add(grid.line(cell, side))
        elif went == [x + dx, y + dy]:
            bridges.add(grid.line(cell, side))
    return bridges, others


def _walk(grid: Grid, lines: bytes, start: Dart, number: int) -> Mapping[Dart, tuple[int, int, int]]:
    found: dict[Dart, tuple[int, int, int]] = {}
    (cell, side), x, y = start, 0, 0
    while (cell, side) not in found:
        found[cell, side] = (number, x, y)
        dx, dy = _STEP[side]
        cell, x, y = grid.ways[side][cell], x + dx, y + dy
        turn = _RIGHT.index(OPPOSITE[side])
        side = next(way for way in (*_RIGHT[turn + 1 :], *_RIGHT[: turn + 1]) if lines[cell] & way)
    return found
