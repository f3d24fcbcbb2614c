"""What drawn lines show: which are joined, loose or on a loop, and which groups are closed."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, repeat
from operator import eq
from typing import NamedTuple

from termpuzzles.board.byteboard import bitboards, cells_with, without_ends
from termpuzzles.board.graph import forest
from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S, W

_HAS = {side: bytes(bool(mask & side) for mask in MASKS) + bytes(240) for side in SIDES}


class Tally(NamedTuple):
    """Counts of the groups: by their ids the cells and the loose ends of each, and how many groups there are.

    `groups` counts those that have a line, `closed` those of them without a loose end, `loops` the pieces held together
    by lines on loops.
    """

    sizes: array[int]
    ends: array[int]
    groups: int
    closed: int
    loops: int


@dataclass(frozen=True, eq=False)
class Survey:
    """A position seen as a whole, one entry a cell.

    `lines` holds the masks as they stand; `joined` the sides whose line meets one from the cell beyond; `loose` the
    others (toward a cell, a border or a wall); `looped` the sides whose line lies on a loop: the joined lines that are
    no bridge. `ids` gives each group some number: two cells have the same number exactly when they are joined.
    """

    grid: Grid
    lines: bytes
    joined: bytes
    loose: bytes
    looped: bytes
    ids: array[int]
    counted: Tally | None = field(default=None, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Survey):
            return NotImplemented
        return self._seen() == other._seen()

    def _seen(self) -> tuple[object, ...]:
        fields = self.lines, self.joined, self.loose, self.looped, self.group, self.closed
        return (self.grid, *fields, self.tally[2:])

    def lit(self, source: int) -> bytes:
        """1 for each cell joined to the source, the source included, else 0."""
        return bytes(map(eq, self.ids, repeat(self.ids[source])))

    @cached_property
    def group(self) -> list[int]:
        """For each cell the first cell of its group."""
        first: dict[int, int] = {}
        return [first.setdefault(number, cell) for cell, number in enumerate(self.ids)]

    @cached_property
    def tally(self) -> Tally:
        """The counts of the groups, worked out if they were not given."""
        return self.counted or _count_groups(self)

    @cached_property
    def closed(self) -> bytes:
        """1 for each cell whose group has a line and no loose end, else 0."""
        if not self.tally.closed:
            return bytes(self.grid.size)
        return self.closed_at(slice(None))

    def closed_at(self, cells: slice) -> bytes:
        """`closed` of some cells alone."""
        ends = self.tally.ends
        return bytes(
            mask > 0 and not ends[number] for mask, number in zip(self.lines[cells], self.ids[cells], strict=True)
        )

    @cached_property
    def inside(self) -> bytes:
        """For each cell of a board that does not wrap which of its `CORNERS` lie inside a loop."""
        return _inside(self.grid, self.looped) if any(self.looped) else bytes(self.grid.size)

    @cached_property
    def ends(self) -> bytes:
        """The loose sides toward a cell that has no line there."""
        return bitboards(self.grid).usable(self.loose)

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
    def groups(self) -> int:
        """How many groups have a line."""
        return self.tally.groups

    @property
    def closed_groups(self) -> int:
        """How many groups have a line and no loose end."""
        return self.tally.closed

    @property
    def loops(self) -> int:
        """The number of pieces held together by lines on loops: loops that share a line or a cell count as one."""
        return self.tally.loops


def survey(grid: Grid, lines: bytes) -> Survey:
    """Survey the position from scratch; linear in the number of cells."""
    joined, loose = bitboards(grid).join(lines)
    ids = array("i", b"\xff\xff\xff\xff") * grid.size
    _regroup(grid, joined, range(grid.size), ids)
    return Survey(grid, lines, joined, loose, _loops(grid, joined), ids)


def _count_groups(seen: Survey) -> Tally:
    grid, ids = seen.grid, seen.ids
    sizes, ends = array("i", bytes(4 * grid.size)), array("i", bytes(4 * grid.size))
    for number, size in Counter(ids).items():
        sizes[number] = size
    for side in SIDES:
        for number, count in Counter(compress(ids, seen.loose.translate(_HAS[side]))).items():
            ends[number] += count
    with_lines = set(compress(ids, seen.lines))
    pieces = _regroup(grid, seen.looped, cells_with(seen.looped), array("i", b"\xff\xff\xff\xff") * grid.size)
    return Tally(sizes, ends, len(with_lines), sum(1 for number in with_lines if not ends[number]), pieces)


def _regroup(grid: Grid, joined: bytes, cells: Iterable[int], ids: array[int]) -> int:
    """Number each group of `cells` (ascending, whole groups, their ids -1) by its first cell; returns their number."""
    keys, jumps = bitboards(grid).keys(joined), bitboards(grid).jumps
    count = 0
    for first in cells:
        if ids[first] >= 0:
            continue
        count += 1
        ids[first] = first
        if not joined[first]:
            continue
        members = [first]
        for cell in members:  # which grows ahead of the walk
            for jump in jumps[keys[cell]]:
                if ids[cell + jump] < 0:
                    ids[cell + jump] = first
                    members.append(cell + jump)
    return count


def _loops(grid: Grid, joined: bytes) -> bytes:
    """The joined sides whose line lies on a loop.

    Dangling lines are first taken away in all cells at once: on most boards that leaves little to walk.
    """
    looped = bytearray(without_ends(grid, joined))
    for line, _ in forest(cells_with(looped), bitboards(grid).along(bytes(looped))).bridges:
        cell, side = line >> 1, S if line & 1 else E
        looped[cell] ^= side
        looped[grid.ways[side][cell]] ^= OPPOSITE[side]
    return bytes(looped)


CORNERS = {N | W: 1, N | E: 2, S | E: 4, S | W: 8}  # a bit for each corner of a cell


def _inside(grid: Grid, looped: bytes) -> bytes:
    """`Survey.inside`: the corners to which no way leads from beyond the border without crossing a loop."""
    width, height = grid.width, grid.height
    # The grid of corners has one more column and row. Each is the north-western one of the cell of the same number,
    # whose lines to the north and west part it from the corners to the east and south. The first and last column are
    # outside, so that it does no harm to walk from the end of a row to the beginning of the next.
    rows = [looped[start : start + width] + b"\0" for start in range(0, grid.size, width)]
    crossed = b"".join(rows) + bytes(width + 1)
    below = width + 1
    is_inside = bytearray(b"\1") * len(crossed)
    is_inside[0] = 0
    waiting = [0]
    for corner in waiting:  # which grows ahead of the walk
        for other, owner, side in (
            (corner + 1, corner, N),
            (corner - 1, corner - 1, N),
            (corner + below, corner, W),
            (corner - below, corner - below, W),
        ):
            if 0 <= other < len(crossed) and is_inside[other] and not crossed[owner] & side:
                is_inside[other] = 0
                waiting.append(other)
    places = ((0, N | W), (1, N | E), (below + 1, S | E), (below, S | W))
    return bytes(
        sum(CORNERS[corner] * is_inside[y * below + x + further] for further, corner in places)
        for y in range(height)
        for x in range(width)
    )


PASSES = 40  # over the whole board, each going one cell further from the loose ends; cells not reached are walked


def closed_groups(grid: Grid, lines: bytes, passes: int = PASSES) -> Iterator[tuple[int, ...]]:
    """The groups that have a line and no loose end: the cells of each in ascending order."""
    board = bitboards(grid)
    joined, loose = board.join(lines)
    left = bytearray(board.not_reached(joined, loose, passes))
    first = left.find(1)
    while first >= 0:
        members, is_closed = _group(grid, joined, left, first)
        if is_closed:
            yield tuple(sorted(members))
        first = left.find(1, first)


def _group(grid: Grid, joined: bytes, left: bytearray, first: int) -> tuple[list[int], bool]:
    """Take the cells of a group out of `left`: these cells, and whether they are the whole group."""
    members, is_closed = [first], True
    seen = {first}
    left[first] = 0
    for cell in members:  # grows while it is read
        for side in SIDES_OF[joined[cell]]:
            other = grid.ways[side][cell]
            if left[other]:
                left[other] = 0
                seen.add(other)
                members.append(other)
            elif other not in seen:
                is_closed = False
    return members, is_closed
