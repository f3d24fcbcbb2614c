"""What can be seen of a position: what is joined, loose, on a loop, closed; and what is still wrong with it.

Two ways to look, held to the same answers by the tests: `survey` and `resurvey` find everything that a player is
shown; `fits` and `is_one_tree` judge a full board at the speed of bytes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, repeat
from operator import eq, ne

from termpuzzles.board.bitboard import lanes
from termpuzzles.board.graph import DisjointSets, forest
from termpuzzles.board.grid import DEGREE, OPPOSITE, E, Grid, N, S, W
from termpuzzles.games.model import Mistake

_DEGREES = bytes(DEGREE) + bytes(240)


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
    left = lanes(grid).without_ends(lines)
    sets = DisjointSets(grid.size)
    for side in (E, S):
        starts = cells_with(left.translate(_HAS[side]))
        if not sets.join_all(starts, map(grid.ways[side].__getitem__, starts)):
            return False
    return True


def count(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless there is one: "1 loop", "3 loops"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def loose_ends(seen: Survey) -> tuple[Mistake, ...]:
    """The mistakes `loose end` and `wall`: lines that no other meets, and lines into a wall or off the board."""
    found = []
    if any(seen.ends):
        sentence = count(sum(seen.ends.translate(_DEGREES)), "loose end")
        found.append(Mistake("loose end", tuple(cells_with(seen.ends)), sentence))
    if blocked := cells_with(seen.blocked):
        number = sum(seen.blocked.translate(_DEGREES))
        off = sum(DEGREE[seen.blocked[cell] & _border(seen.grid, cell)] for cell in blocked)
        where = "off the board" if off == number else "into a wall or off the board" if off else "into a wall"
        sentence = f"{count(number, 'line')} {'runs' if number == 1 else 'run'} {where}"
        found.append(Mistake("wall", tuple(blocked), sentence))
    return tuple(found)


def _border(grid: Grid, cell: int) -> int:
    """The mask of the cell's sides that face the border of the board."""
    x, y = grid.place(cell)
    across = 0 if grid.wrap_x else (x == 0) * W | (x == grid.width - 1) * E
    return across if grid.wrap_y else across | (y == 0) * N | (y == grid.height - 1) * S


def loops(seen: Survey) -> tuple[Mistake, ...]:
    """The mistake `loop`: lines that lead around to where they began."""
    cells = cells_with(seen.looped)
    return (Mistake("loop", tuple(cells), count(seen.loops, "loop")),) if cells else ()


def not_joined(seen: Survey, source: int) -> tuple[Mistake, ...]:
    """The mistakes `sealed off` (groups that can no longer grow) and `not joined` (more than one group).

    The cells not joined are those outside the group of the source, or of the first cell with a line where the source
    is blank.
    """
    groups = len(seen.heads)
    if groups < 2:
        return ()
    found = []
    if sealed := seen.closed_groups:
        found.append(Mistake("sealed off", tuple(cells_with(seen.closed)), count(sealed, "sealed-off group")))
    main = source if seen.lines[source] else seen.heads[0]
    apart = list(compress(range(seen.grid.size), map(ne, seen.group, repeat(seen.group[main]))))
    cells = tuple(compress(apart, map(seen.lines.__getitem__, apart)))
    return (*found, Mistake("not joined", cells, f"{groups} groups to join"))
