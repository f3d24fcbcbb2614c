"""What marks break at a glance: the own rule of a cell, a loop closed too early, a part of the board sealed off."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum, auto
from typing import NamedTuple

from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.hints.position import Position
from termpuzzles.logic.problem import EMPTY, FITS, Problem, Whole


class BreachKind(Enum):
    """What is broken."""

    CELL = auto()  # the own rule of a cell
    BOTH = auto()  # a line and a cross are in one place
    PIN = auto()  # a pinned tile has a line where a cross is noted, or none where a line is
    LOOP = auto()  # lines close a loop that leaves something out, or that must not be
    PART = auto()  # no line can lead out of a part of the board


OF_CELLS = (BreachKind.CELL, BreachKind.BOTH, BreachKind.PIN)


class Breach(NamedTuple):
    """What the marks break: the cells at which it shows, each with the mask of its sides that count.

    `known` are the marks at the cell whose rule is broken, as a known byte; `left_out` is a cell that a loop leaves
    out, or -1.
    """

    kind: BreachKind
    cells: dict[int, int]
    known: int = 0
    left_out: int = -1


def breaches(position: Position, distance: Callable[[int], int]) -> Iterator[Breach]:
    """All that the marks of a position break, in the order in which it is easiest to see; of a kind the nearest first.

    What is shown by two tiles that are pinned against each other is none of it.
    """
    drawn, absent, clashing = _lines_shown(position)
    loops, parts = _loops(position.problem, drawn), _parts(position.problem, absent)
    for found in (_cells(position), loops, parts):
        clear = (breach for breach in found if breach.kind in OF_CELLS or clashing.isdisjoint(breach.cells))
        yield from sorted(clear, key=lambda breach: (min(map(distance, breach.cells)), min(breach.cells)))


def _cells(position: Position) -> Iterator[Breach]:
    """The cells of which what is marked at their sides, with the border and walls, leaves nothing."""
    grid = position.problem.grid
    for cell in position.claimed:
        known = position.claims(cell)
        closed = known | 15 & ~grid.open_sides[cell]
        if not position.problem.domain_of(cell) & FITS[closed]:
            if both := known >> 4 & known:
                yield Breach(BreachKind.BOTH, {cell: both}, known)
            else:
                yield Breach(BreachKind.CELL, {cell: (known >> 4 | known) & grid.open_sides[cell]}, known)
        elif position.state.pins[cell] and (against := _against_pin(position, cell)):
            yield Breach(BreachKind.PIN, {cell: against}, known)


def _against_pin(position: Position, cell: int) -> int:
    """The sides at which a note says otherwise than the pinned tile."""
    lines, known = position.state.lines[cell], position.claims(cell)
    return (~lines & known >> 4 | lines & known) & 15


def _lines_shown(position: Position) -> tuple[list[int], list[int], set[int]]:
    """For each cell the sides at which the marks show a line, and those at which they show none; and where both."""
    grid, lines = position.problem.grid, position.state.lines
    drawn, absent, clashing = [0] * grid.size, [0] * grid.size, set[int]()
    for cell in range(grid.size):
        known = position.claims(cell)
        if position.state.pins[cell]:
            known |= lines[cell] << 4 | 15 ^ lines[cell]
        if known >> 4 & ~grid.open_sides[cell]:
            clashing.add(cell)
        for shown, sides in ((drawn, known >> 4), (absent, known & 15)):
            for side in SIDES_OF[sides & grid.open_sides[cell]]:
                shown[cell] |= side
                shown[grid.ways[side][cell]] |= OPPOSITE[side]
    clashing.update(cell for cell in range(grid.size) if drawn[cell] & absent[cell])
    return drawn, absent, clashing


def _loops(problem: Problem, drawn: list[int]) -> Iterator[Breach]:
    """The loops of lines where there may be none, or that leave out a line or a cell which must have lines."""
    if not problem.whole.joins_all:
        return
    for loop in _closed(problem, drawn):
        if problem.whole is Whole.TREE:
            yield Breach(BreachKind.LOOP, loop)
        elif (out := _left_out(problem, drawn, loop)) >= 0:
            yield Breach(BreachKind.LOOP, loop, left_out=out)


def _closed(problem: Problem, drawn: list[int]) -> Iterator[dict[int, int]]:
    """The loops that remain of the lines once dead ends are taken away; where a cell has more than two lines, none."""
    grid, left = problem.grid, drawn[:]
    waiting = [cell for cell in range(grid.size) if left[cell].bit_count() == 1]
    while waiting:
        cell = waiting.pop()
        for side in SIDES_OF[left[cell]] if left[cell].bit_count() == 1 else ():
            other = grid.ways[side][cell]
            left[cell] ^= side
            left[other] &= ~OPPOSITE[side]
            waiting.append(other)
    seen = set[int]()
    for start in range(grid.size):
        loop = _joined(problem, left, start) if left[start] and start not in seen else {}
        seen.update(loop)
        if loop and all(sides.bit_count() == 2 for sides in loop.values()):
            yield loop


def _joined(problem: Problem, lines: list[int], start: int) -> dict[int, int]:
    """The cells that lines join to one, each with its lines."""
    found, waiting = {start: lines[start]}, [start]
    while waiting:
        cell = waiting.pop()
        for side in SIDES_OF[lines[cell]]:
            other = problem.grid.ways[side][cell]
            if other not in found:
                found[other] = lines[other]
                waiting.append(other)
    return found


def _left_out(problem: Problem, drawn: list[int], loop: Iterable[int]) -> int:
    """A cell beside a loop that must be on it; -1 if there is none."""
    on = set(loop)
    must = (cell for cell in range(problem.grid.size) if cell not in on and not problem.domain_of(cell) & EMPTY)
    also = (cell for cell, sides in enumerate(drawn) if sides and cell not in on)
    return next(must, next(also, -1))


def _parts(problem: Problem, absent: list[int]) -> Iterator[Breach]:
    """The parts of the board, all but the largest, out of which no line can lead though their cells must have some."""
    if not problem.whole.joins_all:
        return
    grid = problem.grid
    sets = DisjointSets(grid.size)
    for cell in range(grid.size):
        for side in SIDES_OF[grid.open_sides[cell] & ~absent[cell]]:
            sets.join(cell, grid.ways[side][cell])
    parts: dict[int, list[int]] = {}
    for cell in range(grid.size):
        if not problem.domain_of(cell) & EMPTY:
            parts.setdefault(sets.find(cell), []).append(cell)
    for part in sorted(parts.values(), key=len)[:-1]:
        yield Breach(BreachKind.PART, {cell: absent[cell] for cell in part})
