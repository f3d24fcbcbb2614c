"""What can be seen of drawn lines: what is joined, loose, on a loop, closed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, repeat
from operator import eq

from termpuzzles.board.bitboard import lanes
from termpuzzles.board.graph import forest
from termpuzzles.board.grid import OPPOSITE, E, Grid, S


@dataclass(frozen=True)
class Survey:
    """A position seen as a whole, one entry a cell.

    `lines` holds the masks as they stand; `joined` the sides whose line is met by one from beyond; `loose` the others
    (toward a cell, a border or a wall); `looped` the sides whose line lies on a loop, which is so exactly when it is
    no bridge. `group` numbers the cell's group by the group's first cell, and `closed` is 1 where that group has a
    line and no loose end.
    """

    grid: Grid
    lines: bytes
    joined: bytes
    loose: bytes
    looped: bytes
    group: list[int]
    closed: bytes

    def lit(self, source: int) -> bytes:
        """1 for each cell joined to the source, itself among them, else 0."""
        return bytes(map(eq, self.group, repeat(self.group[source])))

    @cached_property
    def ends(self) -> bytes:
        """The loose sides toward a cell that has no line there."""
        return lanes(self.grid).usable(self.loose)

    @cached_property
    def blocked(self) -> bytes:
        """The loose sides that run into a wall or off the board."""
        whole = int.from_bytes(self.loose, "little") ^ int.from_bytes(self.ends, "little")
        return whole.to_bytes(self.grid.size, "little")

    @cached_property
    def heads(self) -> list[int]:
        """The first cell of each group that has lines, in ascending order."""
        firsts = list(compress(range(self.grid.size), map(eq, self.group, range(self.grid.size))))
        return list(compress(firsts, map(self.lines.__getitem__, firsts)))

    @property
    def closed_groups(self) -> int:
        """How many groups have a line and no loose end."""
        return sum(map(self.closed.__getitem__, self.heads))

    @cached_property
    def loops(self) -> int:
        """How many loops can be told apart: pieces held together by lines on loops, those of one piece counted once."""
        piece = [-1] * self.grid.size
        cells = cells_with(self.looped)
        return _regroup(self.grid, self.looped, self.looped, cells, piece, bytearray(self.grid.size))


def survey(grid: Grid, lines: bytes) -> Survey:
    """All that can be seen of the position, from nothing; linear in the cells."""
    joined, loose = lanes(grid).join(lines)
    group = [-1] * grid.size
    closed, looped = bytearray(grid.size), bytearray(grid.size)
    _regroup(grid, joined, loose, range(grid.size), group, closed)
    _mark_loops(grid, joined, range(grid.size), looped)
    return Survey(grid, lines, joined, loose, bytes(looped), group, bytes(closed))


def resurvey(previous: Survey, lines: bytes, changed: Iterable[int]) -> Survey:
    """The survey of `lines`, which differ from the previous ones in the `changed` cells alone.

    Counts only the groups that the change touches: those in which a changed cell was, and those that it now joins.
    No other group has gained, lost or loosened a line, because every such line has a changed cell at one end.

    Loops are counted again only where they can differ. Where no changed cell was on a loop, what went was a bridge and
    every loop stayed; and a new one would raise the number of independent loops, lines - cells + groups.
    """
    grid, changed, group = previous.grid, tuple(changed), previous.group[:]
    joined, loose = lanes(grid).join(lines)
    before, after = (lanes(grid).along(sides) for sides in (previous.joined, joined))
    touched = {group[cell] for cell in changed}
    touched.update(group[other] for cell in changed for _, other in after(cell))
    cells = list(compress(range(grid.size), map(touched.__contains__, group)))
    closed, looped = bytearray(previous.closed), previous.looped
    for cell in cells:
        group[cell], closed[cell] = -1, 0
    groups = _regroup(grid, joined, loose, cells, group, closed)
    lost, gained = ({line for cell in changed for line, _ in along(cell)} for along in (before, after))
    if len(gained) + groups != len(lost) + len(touched) or any(looped[cell] for cell in changed):
        marked = bytearray(looped)
        for cell in cells:
            marked[cell] = 0
        _mark_loops(grid, joined, cells, marked)
        looped = bytes(marked)
    return Survey(grid, lines, joined, loose, looped, group, bytes(closed))


def _regroup(grid: Grid, joined: bytes, loose: bytes, cells: Iterable[int], group: list[int], closed: bytearray) -> int:
    """Number the groups of `cells` (ascending, whole groups, their group -1 and closed 0), and count them."""
    keys, jumps = lanes(grid).keys(joined), lanes(grid).jumps
    count = 0
    for first in cells:
        if group[first] >= 0:
            continue
        count += 1
        group[first] = first
        if not joined[first]:
            continue
        members = [first]
        for cell in members:  # which grows ahead of the walk
            for jump in jumps[keys[cell]]:
                if group[cell + jump] < 0:
                    group[cell + jump] = first
                    members.append(cell + jump)
        if not any(map(loose.__getitem__, members)):
            for cell in members:
                closed[cell] = 1
    return count


def _mark_loops(grid: Grid, joined: bytes, cells: Sequence[int], looped: bytearray) -> None:
    """Fill in the looped sides of `cells`, whole groups, given as 0.

    Where they are much of the board, dangling lines are first taken away in all cells at once: on most boards that
    leaves little to walk.
    """
    if 10 * len(cells) > grid.size:
        mine = bytearray(grid.size)
        for cell in cells:
            mine[cell] = joined[cell]
        joined = lanes(grid).without_ends(bytes(mine))
        cells = cells_with(joined)
    tree = forest(cells, lanes(grid).along(joined))
    for cell in cells:
        looped[cell] = joined[cell]
    for line, _ in tree.bridges:
        cell, side = line >> 1, S if line & 1 else E
        looped[cell] ^= side
        looped[grid.ways[side][cell]] ^= OPPOSITE[side]


def cells_with(plane: bytes) -> list[int]:
    """The cells whose byte is not 0, in ascending order."""
    return list(compress(range(len(plane)), plane))
