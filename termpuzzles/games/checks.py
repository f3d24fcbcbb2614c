"""What can be seen of a position: what is joined, loose, on a loop, closed; and what is still wrong with it.

Two ways to look, held to the same answers by the tests: `survey` and `resurvey` find everything that a player is
shown; `fits` and `is_one_tree` judge a full board at the speed of bytes.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import eq
from typing import NamedTuple

from termpuzzles.board.graph import DisjointSets, Neighbours, forest
from termpuzzles.board.grid import DEGREE, SIDES_OF, E, Grid, N, S, W
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
    group: array[int]
    closed: bytes

    def lit(self, source: int) -> bytes:
        """1 for each cell joined to the source, itself among them, else 0."""
        lit = self.group[source]
        return bytes([label == lit for label in self.group])

    def blocked(self, cell: int) -> int:
        """The mask of the cell's loose sides that run into a wall or the border."""
        return self.loose[cell] & ~self.grid.open_sides[cell]

    @cached_property
    def heads(self) -> tuple[int, ...]:
        """The first cell of each group that has lines: one for each group, in ascending order."""
        firsts = bytes(map(eq, self.group, range(len(self.group))))
        return tuple(cell for cell, first in enumerate(firsts) if first and self.lines[cell])

    @property
    def closed_groups(self) -> int:
        """How many groups have a line and no loose end."""
        return sum(self.closed[head] for head in self.heads)

    @cached_property
    def loops(self) -> int:
        """How many loops can be told apart: pieces held together by lines on loops, those of one piece counted once."""
        seen: set[int] = set()
        along = _along(self.grid, self.looped)
        count = 0
        for cell, sides in enumerate(self.looped):
            if sides and cell not in seen:
                count += 1
                seen.update(forest((cell,), along).order)
        return count


def survey(grid: Grid, lines: bytes) -> Survey:
    """All that can be seen of the position, from nothing; linear in the cells."""
    joined, loose = _join(grid, lines)
    size = grid.size
    group, closed, looped = array("i", range(size)), bytearray(size), bytearray(size)
    _recount(grid, joined, loose, range(size), group, closed, looped)
    return Survey(grid, lines, joined, loose, bytes(looped), group, bytes(closed))


def resurvey(previous: Survey, lines: bytes, changed: Iterable[int]) -> Survey:
    """The survey of `lines`, which differ from the previous ones in the `changed` cells alone.

    Counts only the groups that the change touches: those in which a changed cell was, and those that it now joins.
    No other group has gained, lost or loosened a line, because every such line has a changed cell at one end.
    """
    grid = previous.grid
    joined, loose = _join(grid, lines)
    now = _along(grid, joined)
    roots = {other for cell in changed for _, other in now(cell)}.union(changed)
    touched = sorted(forest(roots, _along(grid, previous.joined)).order)
    group, closed, looped = previous.group[:], bytearray(previous.closed), bytearray(previous.looped)
    for cell in touched:
        group[cell] = cell
        closed[cell] = looped[cell] = 0
    _recount(grid, joined, loose, touched, group, closed, looped)
    return Survey(grid, lines, joined, loose, bytes(looped), group, bytes(closed))


def _along(grid: Grid, sides: bytes) -> Neighbours:
    """The graph whose lines are those on the given sides of each cell."""
    ways, line = grid.ways, grid.line

    def neighbours(cell: int) -> list[tuple[int, int]]:
        return [(line(cell, side), ways[side][cell]) for side in SIDES_OF[sides[cell]]]

    return neighbours


def _recount(
    grid: Grid,
    joined: bytes,
    loose: bytes,
    cells: Iterable[int],
    group: array[int],
    closed: bytearray,
    looped: bytearray,
) -> None:
    """Fill in group, closed and looped of `cells`: whole groups, ascending, each cell given as a group alone."""
    tree = forest((cell for cell in cells if joined[cell]), _along(grid, joined))
    bridges = {bridge.line for bridge in tree.bridges}
    for root, first in enumerate(tree.order):
        if tree.up[root] >= 0:
            continue
        members = tree.order[root : tree.end[root]]
        shut = not any(loose[cell] for cell in members)
        for cell in members:
            group[cell] = first
            closed[cell] = shut
            for side in SIDES_OF[joined[cell]]:
                if grid.line(cell, side) not in bridges:
                    looped[cell] |= side


class _Lanes(NamedTuple):
    """A grid's masks for working on all cells at once: a byte a cell in one integer, the first cell lowest."""

    open_sides: int
    side: dict[int, int]
    last_column: int
    last_row: int


@lru_cache(maxsize=4)
def _lanes(grid: Grid) -> _Lanes:
    width, size = grid.width, grid.size
    column = bytes(width - 1) + b"\xff"
    return _Lanes(
        int.from_bytes(grid.open_sides, "little"),
        {side: int.from_bytes(bytes([side]) * size, "little") for side in (N, E, S, W)},
        int.from_bytes(column * grid.height, "little"),
        int.from_bytes(bytes(size - width) + b"\xff" * width, "little"),
    )


def _join(grid: Grid, lines: bytes) -> tuple[bytes, bytes]:
    """For each cell the sides whose line is met from beyond, and those whose line is not.

    The west bit of the next cell is brought under the east bit of this one, the north bit of the cell below under the
    south bit; on the last column and row what comes around the seam is taken instead. Sides that a border or a wall
    closes are cleared first, so that nothing meets across one.
    """
    lanes, width, size = _lanes(grid), grid.width, grid.size
    whole = int.from_bytes(lines, "little")
    usable = whole & lanes.open_sides
    north, east, south, west = (usable & lanes.side[side] for side in (N, E, S, W))
    around = 8 * (width - 1) + 2
    across = east & ((west >> 6) & ~lanes.last_column | (west << around) & lanes.last_column)
    up, over = 8 * width + 2, 8 * (size - width)
    down = south & ((north >> up) & ~lanes.last_row | (north << over >> 2) & lanes.last_row)
    met = across | (across & ~lanes.last_column) << 6 | (across & lanes.last_column) >> around
    met |= down | (down & ~lanes.last_row) << up | (down & lanes.last_row) << 2 >> over
    return met.to_bytes(size, "little"), (whole & ~met).to_bytes(size, "little")


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
    east, south = lines.translate(_HAS[E]), lines.translate(_HAS[S])
    if east.count(1) + south.count(1) != cells - 1:
        return False
    sets, ways = DisjointSets(grid.size), grid.ways
    return all(
        sets.join(cell, beyond[cell])
        for has, beyond in ((east, ways[E]), (south, ways[S]))
        for cell in range(grid.size)
        if has[cell]
    )


def count(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless there is one: "1 loop", "3 loops"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def loose_ends(seen: Survey) -> tuple[Mistake, ...]:
    """The mistakes `loose end` and `wall`: lines that no other meets, and lines into a wall or off the board."""
    loose = [cell for cell, sides in enumerate(seen.loose) if sides]
    blocked = {cell: sides for cell in loose if (sides := seen.blocked(cell))}
    ends = sum(seen.loose.translate(_DEGREES)) - sum(DEGREE[sides] for sides in blocked.values())
    found = []
    if ends:
        cells = tuple(cell for cell in loose if seen.loose[cell] != blocked.get(cell))
        found.append(Mistake("loose end", cells, count(ends, "loose end")))
    if blocked:
        found.append(Mistake("wall", tuple(blocked), _blocked_sentence(seen.grid, blocked)))
    return tuple(found)


def _blocked_sentence(grid: Grid, blocked: dict[int, int]) -> str:
    number = sum(DEGREE[sides] for sides in blocked.values())
    off = sum(DEGREE[sides & _border(grid, cell)] for cell, sides in blocked.items())
    where = "off the board" if off == number else "into a wall or off the board" if off else "into a wall"
    return f"{count(number, 'line')} {'runs' if number == 1 else 'run'} {where}"


def _border(grid: Grid, cell: int) -> int:
    """The mask of the cell's sides that face the border of the board."""
    x, y = grid.place(cell)
    across = 0 if grid.wrap_x else (x == 0) * W | (x == grid.width - 1) * E
    return across if grid.wrap_y else across | (y == 0) * N | (y == grid.height - 1) * S


def loops(seen: Survey) -> tuple[Mistake, ...]:
    """The mistake `loop`: lines that lead around to where they began."""
    cells = tuple(cell for cell, sides in enumerate(seen.looped) if sides)
    return (Mistake("loop", cells, count(seen.loops, "loop")),) if cells else ()


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
        cells = tuple(cell for cell, shut in enumerate(seen.closed) if shut)
        found.append(Mistake("sealed off", cells, count(sealed, "sealed-off group")))
    main = seen.group[source] if seen.lines[source] else seen.heads[0]
    apart = tuple(cell for cell, label in enumerate(seen.group) if label != main and seen.lines[cell])
    return (*found, Mistake("not joined", apart, f"{groups} groups to join"))
