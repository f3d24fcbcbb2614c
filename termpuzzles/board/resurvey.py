"""A survey after a few cells have changed, by difference: a turn on a huge board costs what it touches.

Every line that disappears or appears is followed through groups and loops. Where a line disappears, the group is
searched from both its ends in turn, until the smaller side is done; where one appears, the smaller group joins the
larger.
(Dynamic connectivity the simple way: Even and Shiloach, An on-line edge-deletion problem, 1981.)
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES, SIDES_OF
from termpuzzles.board.survey import Survey, Tally, survey

STALE = 2  # ids are given out anew once there are this many times as many as cells


class WayStep(NamedTuple):
    """One line of a way: the cell that it leaves, and by which side."""

    cell: int
    side: int


def resurvey(previous: Survey, lines: bytes, changed: Iterable[int]) -> Survey:
    """The survey of `lines`, which differ from the previous ones in the `changed` cells alone."""
    grid = previous.grid
    joins_itself = min(grid.width, grid.height) == 1 and not grid.is_simple
    if joins_itself or len(previous.tally.sizes) > STALE * grid.size + 1000:
        return survey(grid, lines)
    return _Change(previous, lines, changed).made()


class _Change:
    """A survey while it changes: copies of its arrays, and the cells whose lines may have been joined or parted."""

    def __init__(self, previous: Survey, lines: bytes, changed: Iterable[int]) -> None:
        self.before, self.lines, self.grid = previous, lines, previous.grid
        ways = self.grid.ways
        self.ways = [ways.get(side, ways[SIDES[0]]) for side in range(SIDES[0] + 1)]
        self.joined, self.loose = bytearray(previous.joined), bytearray(previous.loose)
        self.looped, self.ids = bytearray(previous.looped), array("i", previous.ids)
        tally = previous.tally
        self.sizes, self.ends, self.loops = array("i", tally.sizes), array("i", tally.ends), tally.loops
        changed = tuple(changed)
        around = [self.ways[side][cell] for cell in changed for side in SIDES_OF[self.grid.open_sides[cell]]]
        self.affected = list(dict.fromkeys((*changed, *around)))

    def made(self) -> Survey:
        """The survey after the change."""
        lost, gained = self._met_otherwise()
        for cell, side in lost:
            self._lose(cell, side, self.ways[side][cell])
        for cell, side in gained:
            self._gain(cell, side, self.ways[side][cell])
        for cell in self.affected:
            loose = self.lines[cell] & ~self.joined[cell]
            self.ends[self.ids[cell]] += DEGREE[loose] - DEGREE[self.loose[cell]]
            self.loose[cell] = loose
        before = self.before
        fields = bytes(self.joined), bytes(self.loose), bytes(self.looped), self.ids
        return Survey(self.grid, self.lines, *fields, self._tally(before))

    def _met_otherwise(self) -> tuple[list[WayStep], list[WayStep]]:
        """The lines that are no longer joined, and those that now are, each once."""
        lost: dict[int, WayStep] = {}
        gained: dict[int, WayStep] = {}
        for cell in self.affected:
            mask, open_sides = self.lines[cell], self.grid.open_sides[cell]
            for side in SIDES_OF[open_sides]:
                met = bool(mask & side and self.lines[self.ways[side][cell]] & OPPOSITE[side])
                if met != bool(self.joined[cell] & side):
                    (gained if met else lost)[self.grid.line(cell, side)] = WayStep(cell, side)
        return list(lost.values()), list(gained.values())

    def _tally(self, before: Survey) -> Tally:
        """The counts, corrected by the groups in which the affected cells were and those in which they are now."""
        old = {before.ids[cell] for cell in self.affected if before.lines[cell]}
        new = {self.ids[cell] for cell in self.affected if self.lines[cell]}
        was = before.tally
        shut = sum(not self.ends[each] for each in new) - sum(not was.ends[each] for each in old)
        return Tally(self.sizes, self.ends, was.groups + len(new) - len(old), was.closed + shut, self.loops)

    # Lines that disappear

    def _lose(self, cell: int, side: int, other: int) -> None:
        _toggle(self.joined, cell, side, other)
        if self.looped[cell] & side:
            _toggle(self.looped, cell, side, other)
            self._open_loop(cell, other)
        else:
            self._part(_search(self.joined, self.ways, cell, other).reached)

    def _part(self, smaller: Sequence[int]) -> None:
        """Make these cells a group of their own."""
        old, new = self.ids[smaller[0]], len(self.sizes)
        ends = 0
        for cell in smaller:
            self.ids[cell] = new
            ends += DEGREE[self.loose[cell]]
        self.sizes[old] -= len(smaller)
        self.ends[old] -= ends
        self.sizes.append(len(smaller))
        self.ends.append(ends)

    def _open_loop(self, cell: int, other: int) -> None:
        """Take lines off the loops that are bridges now that a line between these cells has gone.

        Such a bridge parts the two cells, so it lies on every way between them, the one that is found among them.
        """
        way = _search(self.looped, self.ways, cell, other).way
        bridges = _bridges_on(way, self.looped, self.ways)
        for at in bridges:
            step = way[at]
            _toggle(self.looped, step.cell, step.side, self.ways[step.side][step.cell])
        self.loops += self._pieces(way, bridges) - 1

    # Lines that appear

    def _gain(self, cell: int, side: int, other: int) -> None:
        if self.ids[cell] == self.ids[other]:
            self._close_loop(cell, side, other)
        else:
            self._merge(cell, other)
        _toggle(self.joined, cell, side, other)

    def _merge(self, cell: int, other: int) -> None:
        """Move the smaller of the two cells' groups into the larger."""
        large, small = self.ids[cell], self.ids[other]
        if self.sizes[small] > self.sizes[large]:
            large, small, other = small, large, cell
        for member in _members(self.joined, self.ways, other):
            self.ids[member] = large
        self.sizes[large] += self.sizes[small]
        self.ends[large] += self.ends[small]

    def _close_loop(self, cell: int, side: int, other: int) -> None:
        """Mark every line of a way between the cells as on a loop; no other line that was a bridge is on one now."""
        way = _search(self.joined, self.ways, cell, other).way
        bridges = [at for at, step in enumerate(way) if not self.looped[step.cell] & step.side]
        self.loops += 1 - self._pieces(way, bridges) if bridges else 0
        for at in bridges:
            step = way[at]
            _toggle(self.looped, step.cell, step.side, self.ways[step.side][step.cell])
        _toggle(self.looped, cell, side, other)

    def _pieces(self, way: Sequence[WayStep], bridges: Sequence[int]) -> int:
        """How many pieces of loops the way passes; the bridges on it keep them apart."""
        passed, at_piece = 0, False
        parts = set(bridges)
        cells = [step.cell for step in way] + [self.ways[way[-1].side][way[-1].cell]]
        for at, cell in enumerate(cells):
            at_piece = at_piece or self.looped[cell] > 0
            if at in parts or at == len(way):
                passed += at_piece
                at_piece = False
        return passed


def _toggle(sides: bytearray, cell: int, side: int, other: int) -> None:
    sides[cell] ^= side
    sides[other] ^= OPPOSITE[side]


class _Found(NamedTuple):
    """The result of a search between two cells: a way from one to the other, or all cells joined to one of them."""

    way: list[WayStep]
    reached: list[int]


def _search(sides: bytearray, ways: Sequence[Sequence[int]], one: int, other: int) -> _Found:
    """Search along these sides from two cells in turn, until they meet or the smaller side is done."""
    came: tuple[dict[int, WayStep | None], ...] = ({one: None}, {other: None})
    waiting = ([one], [other])
    at = 0
    while True:
        for which in (0, 1):
            cells, mine, theirs = waiting[which], came[which], came[1 - which]
            if at == len(cells):
                return _Found([], cells)
            cell = cells[at]
            for side in SIDES_OF[sides[cell]]:
                beyond = ways[side][cell]
                if beyond in theirs:
                    here, there = (cell, beyond) if which == 0 else (beyond, cell)
                    middle = WayStep(cell, side) if which == 0 else WayStep(beyond, OPPOSITE[side])
                    return _Found(_joined_way(came, ways, here, middle, there), [])
                if beyond not in mine:
                    mine[beyond] = WayStep(cell, side)
                    cells.append(beyond)
        at += 1


def _joined_way(
    came: tuple[dict[int, WayStep | None], ...], ways: Sequence[Sequence[int]], here: int, middle: WayStep, there: int
) -> list[WayStep]:
    """The way from the first cell to `here`, over the line in the middle, and from `there` to the second cell."""
    way = []
    step = came[0][here]
    while step:
        way.append(step)
        step = came[0][step.cell]
    way.reverse()
    way.append(middle)
    step = came[1][there]
    while step:
        way.append(WayStep(ways[step.side][step.cell], OPPOSITE[step.side]))
        step = came[1][step.cell]
    return way


def _members(sides: bytearray, ways: Sequence[Sequence[int]], start: int) -> list[int]:
    """All cells joined to this one."""
    seen, cells = {start}, [start]
    for cell in cells:  # grows while it is read
        for side in SIDES_OF[sides[cell]]:
            beyond = ways[side][cell]
            if beyond not in seen:
                seen.add(beyond)
                cells.append(beyond)
    return cells


def _bridges_on(way: Sequence[WayStep], sides: bytearray, ways: Sequence[Sequence[int]]) -> list[int]:
    """The places in the way of its lines that are bridges among these sides, searched for from both ends in turn.

    A walk starts at each end and may not use the way's own lines. Where it reaches the way again further on, it leads
    around all lines before that place; where it does not, the next line is a bridge.
    """
    cells = [step.cell for step in way] + [ways[way[-1].side][way[-1].cell]]
    own = {(step.cell, step.side) for step in way}
    own |= {(ways[side][cell], OPPOSITE[side]) for cell, side in way}
    forth, back = _Walk(cells), _Walk(cells[::-1])
    walks = (forth.steps(sides, ways, own), back.steps(sides, ways, own))
    while forth.far + back.far < len(way):
        for walk in walks:
            next(walk)
    return [*forth.bridges, *(len(way) - 1 - at for at in back.bridges if len(way) - 1 - at >= forth.far)]


class _Walk:
    """A walk along the detours of a way: `far` counts the lines decided so far, `bridges` holds the bridges of them."""

    def __init__(self, cells: Sequence[int]) -> None:
        self.place = {cell: at for at, cell in enumerate(cells)}
        self.cells = cells
        self.far = 0
        self.bridges: list[int] = []

    def steps(self, sides: bytearray, ways: Sequence[Sequence[int]], own: set[tuple[int, int]]) -> Iterator[None]:
        """Walk on, one cell at a time; whoever steps ends it, once every line is decided."""
        seen = {self.cells[0]}
        waiting = [self.cells[0]]
        at = 0
        while True:
            if at == len(waiting):
                self.bridges.append(self.far)
                self.far += 1
                self._go_on_from(self.far, self.far, seen, waiting)
            cell = waiting[at]
            at += 1
            for side in SIDES_OF[sides[cell]]:
                beyond = ways[side][cell]
                if beyond in seen or (cell, side) in own:
                    continue
                place = self.place.get(beyond, -1)
                if place > self.far:
                    first, self.far = self.far + 1, place
                    self._go_on_from(first, place, seen, waiting)
                elif place < 0:
                    seen.add(beyond)
                    waiting.append(beyond)
            yield None

    def _go_on_from(self, first: int, last: int, seen: set[int], waiting: list[int]) -> None:
        """Let the walk go on from the cells of the way between these two places, both included."""
        for cell in self.cells[first : last + 1]:
            seen.add(cell)
            waiting.append(cell)
