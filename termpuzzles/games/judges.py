"""Judges of full boards, at the speed of bytes: whether all lines meet, and whether they form one tree."""

from __future__ import annotations

from termpuzzles.board.byteboard import few_ones, without_ends
from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import E, Grid, N, S, W

_HAS = {side: bytes(bool(mask & side) for mask in range(16)) + bytes(240) for side in (N, E, S, W)}


def fits(grid: Grid, lines: bytes) -> bool:
    """Whether no line ends loose, at a border or at a wall: every line of a full board is met by one from beyond."""
    width, height = grid.width, grid.height
    east, west = bytearray(lines.translate(_HAS[E])), bytearray(lines.translate(_HAS[W]))
    south, north = lines.translate(_HAS[S]), lines.translate(_HAS[N])
    if south[:-width] != north[width:] or east[width - 1 :: width] != west[::width] or south[-width:] != north[:width]:
        return False
    if (not grid.wrap_x and 1 in west[::width]) or (not grid.wrap_y and 1 in north[:width]):
        return False
    east[width - 1 :: width] = west[::width] = bytes(height)
    return east[:-1] == west[1:] and not any(lines[cell] & side for cell, side in grid.walls)


def is_one_tree(grid: Grid, lines: bytes) -> bool:
    """Whether the lines of a board that `fits` join all cells that are not blank, with no loop.

    Of `n` cells, `n - 1` lines of which none closes a loop leave one group.
    """
    cells = grid.size - lines.count(0)
    if not cells:
        return True
    if lines.translate(_HAS[E]).count(1) + lines.translate(_HAS[S]).count(1) != cells - 1:
        return False
    left = without_ends(grid, lines)
    if left.count(0) == grid.size:
        return True
    sets = DisjointSets(grid.size)
    for side in (E, S):
        starts = list(few_ones(left.translate(_HAS[side])))
        if not sets.join_all(starts, map(grid.ways[side].__getitem__, starts)):
            return False
    return True
