"""One loop made of many: two lines in every open cell first, however many loops that makes, and then these merged.

Two loops that pass a unit square along opposite sides become one when the two sides are exchanged for the other two (a
*flip*). Where no flip is left, a line at a small loop is replaced by the shortest alternating way around it, which
changes how the loops lie, unless that leaves more loops than before. All of it may fail, which proves nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from itertools import chain
from random import Random

from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, N, S, W
from termpuzzles.logic.checkerboard.flow import BoardLines, Shortage, offsets, two_factor
from termpuzzles.logic.task import Task

NEAR = 600  # cells that the search for an alternating way looks at
TRIES = 300  # changes to try before giving up, and
MORE_TRIES = 2  # this many more for each loop that there is at first
SOME_TRIES = 50  # this many more for each attempt at a second solution
BESIDE = 0.7  # the chance of each further step away from a small loop before a line is taken out

Line = tuple[int, int]  # a cell and its side E or S


def single_loops(lines: BoardLines, wanted: int, attempts: int) -> Task[list[bytes] | None]:
    """Up to `wanted` loops through every open cell, with all drawn lines and only usable ones.

    All but the first are looked for in this many attempts, each by ruling out a line of the first. [] proves that there
    is none. None proves nothing, and finding fewer than wanted does not prove that there are no more.
    """
    factor = two_factor(lines, blocks(lines))
    if isinstance(factor, Shortage):
        return []
    rng = Random(len(factor))  # any will do, as long as it is always the same
    merger = Merger(lines, factor, rng)
    if not (yield from merger.merge(MORE_TRIES * merger.loops)):
        return None
    first = bytes(merger.masks)
    del merger  # on a board of millions of cells there is not room for two
    others = (yield from _others(lines, first, rng, attempts, wanted - 1)) if wanted > 1 else []
    return [first, *others]


def blocks(lines: BoardLines) -> bytes:
    """Masks of loops around unit squares, side by side over the whole board, allowed or not: these merge best."""
    grid = lines.grid
    rows = [[(E | S, W | S), (N | E, N | W)][y % 2] for y in range(grid.height)]
    return b"".join(bytes(pair[x % 2] for x in range(grid.width)) for pair in rows)


def _others(lines: BoardLines, loop: bytes, rng: Random, attempts: int, wanted: int) -> Task[list[bytes]]:
    """Up to so many other loops, as far as they are found by ruling out some lines of this one in turn."""
    drawn = array("q", (cell << 4 | side for cell, side in lines.undecided() if loop[cell] & side))
    found: list[bytes] = []
    for index in rng.sample(range(len(drawn)), min(attempts, len(drawn))):
        yield None
        merger = Merger(lines, loop, rng, (drawn[index] >> 4, drawn[index] & 15))
        if merger.bypass_banned_line() and (yield from merger.merge(SOME_TRIES)):
            other = bytes(merger.masks)
            found += [other] if other not in found else []
        if len(found) == wanted:
            break
    return found


class Merger:
    """Merges the loops of a 2-factor, whose lines `masks` holds, into one loop without the line `banned`."""

    def __init__(self, lines: BoardLines, factor: bytes, rng: Random, banned: Line | None = None) -> None:
        self.lines = lines
        self.masks = bytearray(factor)
        self.rng = rng
        self.banned = banned
        self.offset = offsets(lines.grid)
        width = lines.grid.width
        self._corners = (0, 1, width, width + 1)  # the steps back from a cell to the north-west of its unit squares
        self._walk()

    def bypass_banned_line(self) -> bool:
        """Replace the banned line by a way around it; False if there is none."""
        assert self.banned
        cell, side = self.banned
        way = self._way(cell, cell + self.offset[side])
        if way is None:
            return False
        self._exchange([self.banned, *way])
        return True

    def merge(self, tries: int) -> Task[bool]:
        """Merge all loops into one, with `TRIES` changes and `tries` more; False if that was not enough."""
        if self.stale:
            self._walk()
        self._flip_at(range(self.lines.grid.size))
        tries += TRIES
        while self.loops > 1 and tries:
            tries -= 1
            yield None
            self._change_near(self._small_loop())
        return self.loops == 1

    # Loops

    def _walk(self) -> None:
        """Number the loops, and the cells along each."""
        masks, offset = self.masks, self.offset
        ahead = {(mask, back): (offset[mask ^ back], OPPOSITE[mask ^ back]) for mask, back in _PASSAGES}
        self.number, self.place = [-1] * len(masks), [0] * len(masks)
        self.cells: list[list[int]] = []
        number, place = self.number, self.place
        for start, mask in enumerate(masks):
            if number[start] >= 0 or not mask:
                continue
            loop: list[int] = []
            cell, back, count = start, mask & -mask, len(self.cells)
            while number[cell] < 0:
                number[cell], place[cell] = count, len(loop)
                loop.append(cell)
                step, back = ahead[masks[cell], back]
                cell += step
            self.cells.append(loop)
        self.sets = DisjointSets(len(self.cells))
        self.loops = len(self.cells)
        self.stale = False

    def _small_loops(self) -> list[list[int]]:
        """The loops that are not the largest, small ones first."""
        if self.stale:
            self._walk()
        return sorted(self.cells, key=len)[:-1]

    def _small_loop(self) -> list[int]:
        loops = self._small_loops()
        return loops[int(len(loops) * self.rng.random() ** 2)]

    # Flips

    def _flip_at(self, cells: Iterable[int]) -> None:
        """Flip every unit square, with one of these cells in the north-west, that two loops pass on opposite sides."""
        masks, number, find = self.masks, self.number, self.sets.find
        width, usable, drawn = self.lines.grid.width, self.lines.usable, self.lines.drawn
        for cell in cells:
            mask = masks[cell]
            sides = mask & (E | S)
            if sides == E:  # lines above and below, none at the west
                below = cell + width
                if below + 1 >= len(masks) or not masks[below] & E or masks[cell + 1] & S:
                    continue
                if drawn[cell] & E or drawn[below] & E or not usable[cell] & S or not usable[cell + 1] & S:
                    continue
            elif sides == S:  # lines at the west and the east, none above
                below = cell + width
                if (cell + 1) % width == 0 or not masks[cell + 1] & S or masks[below] & E:
                    continue
                if drawn[cell] & S or drawn[cell + 1] & S or not usable[cell] & E or not usable[below] & E:
                    continue
            else:
                continue
            if self.banned in ((cell, E), (cell, S), (cell + 1, S), (below, E)):
                continue
            other = below if sides == E else cell + 1
            if find(number[cell]) != find(number[other]):
                self.sets.join(number[cell], number[other])
                self.loops -= 1
                self.stale = True
                for corner, turned in ((cell, E | S), (cell + 1, W | S), (below, N | E), (below + 1, N | W)):
                    masks[corner] ^= turned

    # Alternating ways

    def _change_near(self, loop: list[int]) -> None:
        """Replace a line at this loop or near it by the shortest way around it, unless that makes more loops."""
        cell = self.rng.choice(loop)
        while self.rng.random() < BESIDE:
            cell += self.offset[self.rng.choice(SIDES_OF[self.lines.usable[cell]])]
        side = self.rng.choice(SIDES_OF[self.masks[cell]])
        if self.lines.drawn[cell] & side:
            return
        way = self._way(cell, cell + self.offset[side])
        if way is None or self._loops_after([(cell, side), *way]) > self.loops:
            return
        changed = [(cell, side), *way]
        self._exchange(changed)
        self._walk()
        self._flip_at(self._squares_at(chain((at for at, _ in changed), *self._small_loops())))

    def _exchange(self, changed: Iterable[Line]) -> None:
        for cell, side in changed:
            self.masks[cell] ^= side
            self.masks[cell + self.offset[side]] ^= OPPOSITE[side]
        self.stale = True

    def _squares_at(self, cells: Iterable[int]) -> set[int]:
        """The north-west cells of the unit squares that have these cells, including some squares beyond the border."""
        return {cell - back for cell in cells for back in self._corners if cell >= back}

    def _way(self, start: int, end: int) -> list[Line] | None:
        """The shortest way of alternately free and taken lines from a cell to the one beside it, without their line."""
        masks, usable, drawn, offset = self.masks, self.lines.usable, self.lines.drawn, self.offset
        came: dict[int, Line] = {start: (start, 0)}
        frontier, free = [start], True
        while frontier and len(came) < NEAR:
            reached = []
            for cell in frontier:
                sides = usable[cell] & ~masks[cell] if free else masks[cell] & ~drawn[cell]
                for side in SIDES_OF[sides]:
                    other = cell + offset[side]
                    if other in came or self._is_banned(cell, side):
                        continue
                    came[other] = (cell, side)
                    if other == end:
                        return self._back(came, end, start)
                    reached.append(other)
            frontier, free = reached, not free
        return None

    def _is_banned(self, cell: int, side: int) -> bool:
        if self.banned is None:
            return False
        return self.banned == ((cell, side) if side in (E, S) else (cell + self.offset[side], OPPOSITE[side]))

    @staticmethod
    def _back(came: dict[int, Line], end: int, start: int) -> list[Line]:
        way = []
        cell = end
        while cell != start:
            way.append(came[cell])
            cell = came[cell][0]
        return way

    def _loops_after(self, changed: list[Line]) -> int:
        """The number of loops after the change: the pieces that removed lines leave, joined by the new lines."""
        cuts: dict[int, list[int]] = {}
        joins: list[tuple[int, int]] = []
        for cell, side in changed:
            other = cell + self.offset[side]
            if self.masks[cell] & side:
                first, last = sorted((self.place[cell], self.place[other]))
                cuts.setdefault(self.number[cell], []).append(first if last - first == 1 else last)
            else:
                joins.append((cell, other))
        part: dict[int, int] = {}  # the number of the piece between two cuts, by the cells at its two ends
        count = 0
        for loop, after in cuts.items():
            cells = self.cells[loop]
            after.sort()
            for before, cut in zip([after[-1], *after], after, strict=False):
                part[cells[(before + 1) % len(cells)]] = part[cells[cut]] = count
                count += 1
        together = DisjointSets(count)
        for one, other in joins:
            together.join(part[one], part[other])
        return self.loops - len(cuts) + together.sets


_PASSAGES = [(one | other, one) for one in (N, E, S, W) for other in (N, E, S, W) if one != other]
