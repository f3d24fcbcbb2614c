"""Whether a board is surely too wide to be counted, before anything is built to count it.

A cluster is swept by rows, by columns or greedily. If all three frontiers grow too wide, that shows near any cell of a
large cluster, however large it is.
"""

from __future__ import annotations

from collections import Counter

from termpuzzles.board.grid import DEGREE, SIDES_OF, E, Grid, S

SAMPLES = 8  # cells to look around
NEAR = 20_000  # cells to look at around each; smaller clusters are left to be counted


def is_too_wide(grid: Grid, undecided: bytes, widest: int, most_touched: int, near: int = NEAR) -> bool:
    """Whether some cluster's frontier surely grows too wide by rows, by columns and greedily.

    By rows and columns that is wider than `widest`, greedily it is more than `most_touched` cells that wait at once.
    `undecided` has for each cell the mask of the sides whose lines are undecided.
    """
    for sample in range(SAMPLES):
        start = _next_open(undecided, sample * grid.size // SAMPLES)
        if start >= 0 and _crossings(grid, undecided, start, near) > widest:
            return _touches_many(grid, undecided, start, most_touched, near)
    return False


def _next_open(undecided: bytes, cell: int) -> int:
    """The first cell from this one on that has an undecided line; -1 if there is none."""
    rest = undecided[cell:].lstrip(b"\0")
    return len(undecided) - len(rest) if rest else -1


def _crossings(grid: Grid, undecided: bytes, start: int, most: int) -> int:
    """The least width of the frontier, seen from near this cell, by rows and by columns; 0 if the cluster is small."""
    seen = {start}
    near = [start]
    for cell in near:  # grows while it is read
        for side in SIDES_OF[undecided[cell]]:
            other = grid.ways[side][cell]
            if other not in seen:
                seen.add(other)
                near.append(other)
        if len(near) > most:
            break
    else:
        return 0
    rows = Counter(cell // grid.width for cell in near if undecided[cell] & S)
    columns = Counter(cell % grid.width for cell in near if undecided[cell] & E)
    return min(max(rows.values(), default=0), max(columns.values(), default=0))


def _touches_many(grid: Grid, undecided: bytes, start: int, most_touched: int, near: int) -> bool:
    """Whether too many cells wait at once in the greedy order, which takes the cell that widens the frontier least."""
    growth = {start: DEGREE[undecided[start]]}
    taken: set[int] = set()
    while growth:
        if len(growth) > most_touched:
            return True
        if len(taken) > near:
            return False
        cell = min(growth, key=growth.__getitem__)
        del growth[cell]
        taken.add(cell)
        for side in SIDES_OF[undecided[cell]]:
            other = grid.ways[side][cell]
            if other not in taken:
                growth[other] = growth.get(other, DEGREE[undecided[other]]) - 2
    return False
