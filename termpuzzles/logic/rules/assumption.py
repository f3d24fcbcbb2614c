"""Shared by rules that suppose lines to be drawn: which cells would be joined, and where a loop would close."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Premise
from termpuzzles.logic.problem import ALL, EMPTY, Whole


def tree_components(knowledge: Knowledge) -> Components | None:
    """The components of a board that must become one tree; None for any other."""
    return knowledge.propagator(Components) if knowledge.problem.whole is Whole.TREE else None


def components_joined(knowledge: Knowledge) -> Components | None:
    """The components of a board that must become one tree or one loop; None for any other."""
    whole = knowledge.problem.whole
    return knowledge.propagator(Components) if whole in (Whole.TREE, Whole.LOOP) else None


class AssumedComponents:
    """The components as they would be with more lines drawn; the real ones do not change."""

    __slots__ = ("above", "components")

    def __init__(self, components: Components) -> None:
        self.components = components
        self.above: dict[int, int] = {}

    def find(self, cell: int) -> int:
        """The cell that would stand for the whole component."""
        root, above = self.components.find(cell), self.above
        while root in above:
            root = above[root]
        return root

    def join(self, cell: int, other: int) -> bool:
        """Suppose a line between the cells; False if that closes a loop."""
        root, child = self.find(cell), self.find(other)
        if root == child:
            return False
        self.above[child] = root
        return True


class Loop(NamedTuple):
    """A loop of supposed lines and drawn ones: the supposed lines, and the cells with the sides of its drawn lines."""

    supposed: frozenset[int]
    drawn: Mapping[int, int]

    def cells(self, grid: Grid) -> set[int]:
        """The cells on the loop."""
        return {*self.drawn, *(cell for line in self.supposed for cell in grid.ends(line))}

    def premises(self) -> list[Premise]:
        """The drawn lines as premises."""
        return [Premise(cell, sides << 4, ALL) for cell, sides in self.drawn.items() if sides]


def closed_loop(knowledge: Knowledge, components: Components, lines: Iterable[int]) -> Loop | None:
    """A short loop that these lines would close together with drawn ones; None if they close none."""
    return next(closed_loops(knowledge, components, lines), None)


def closed_loops(knowledge: Knowledge, components: Components, lines: Iterable[int]) -> Iterator[Loop]:
    """A short loop for each of the lines that closes one with the lines before it, except a loop that may close."""
    grid = knowledge.grid
    joining = AssumedComponents(components)
    sides: dict[int, int] = defaultdict(int)
    for line in lines:
        cell, other = grid.ends(line)
        side = S if line & 1 else E
        if not joining.join(cell, other):
            loop = _loop(knowledge, components, sides, cell, side)
            cells = loop.cells(grid)
            alone = [at for at in cells if not components.lines[at]]
            if not components.may_close(len(cells) - len(alone), alone):
                yield loop
            continue
        sides[cell] |= side
        sides[other] |= OPPOSITE[side]


def _loop(knowledge: Knowledge, components: Components, sides: Mapping[int, int], start: int, side: int) -> Loop:
    """A shortest loop that the line across that side of `start` closes with drawn lines and those at `sides`."""
    grid, goal = knowledge.grid, knowledge.ways[side][start]
    lines = components.lines.copy()
    for cell, supposed_sides in sides.items():
        lines[cell] |= supposed_sides
    supposed, drawn = {grid.line(start, side)}, defaultdict(int, {start: 0, goal: 0})
    for cell, way in _shortest_way(knowledge.ways, lines, start, goal):
        if components.lines[cell] & way:
            other = knowledge.ways[way][cell]
            drawn[cell] |= way
            drawn[other] |= OPPOSITE[way]
        else:
            supposed.add(grid.line(cell, way))
    return Loop(frozenset(supposed), drawn)


def _shortest_way(
    ways: Mapping[int, Sequence[int]] | Sequence[Sequence[int]], lines: bytearray, start: int, goal: int
) -> Iterator[tuple[int, int]]:
    """The lines of a shortest way, each as one of its cells with a side; looked for from both of its ends."""
    came: tuple[dict[int, tuple[int, int]], ...] = ({start: (start, 0)}, {goal: (goal, 0)})
    frontiers = [[start], [goal]]
    while start != goal and all(frontiers):
        at = len(frontiers[0]) > len(frontiers[1])
        mine, others, reached = came[at], came[not at], list[int]()
        for cell in frontiers[at]:
            for way in SIDES_OF[lines[cell]]:
                beyond = ways[way][cell]
                if beyond in others:
                    yield cell, way
                    yield from _back(mine, cell)
                    yield from _back(others, beyond)
                    return
                if beyond not in mine:
                    mine[beyond] = cell, way
                    reached.append(beyond)
        frontiers[at] = reached


def _back(came: Mapping[int, tuple[int, int]], cell: int) -> Iterator[tuple[int, int]]:
    """The lines by which a cell was reached, back to where the way began."""
    while (before := came[cell])[1]:
        yield before
        cell = before[0]


def members(knowledge: Knowledge, components: Components, cells: Collection[int]) -> list[int]:
    """All cells that are joined to any of these."""
    found = dict.fromkeys(cells)
    queue = list(found)
    for cell in queue:
        for side in SIDES_OF[components.lines[cell]]:
            other = knowledge.ways[side][cell]
            if other not in found:
                found[other] = None
                queue.append(other)
    return queue


def premises_of(knowledge: Knowledge, cells: Iterable[int]) -> list[Premise]:
    """These cells with all that is left of them, as premises."""
    return [Premise(cell, knowledge.known(cell), knowledge.left[cell]) for cell in cells]


def left_out(knowledge: Knowledge, on: Collection[int], near: int = -1) -> list[Premise]:
    """What a loop through these cells would leave out, where it may leave cells blank; else nothing.

    It is a cell with a clue that asks for lines, or else one with lines: if nothing is supposed one that has lines,
    the nearest to `near`, else the first, which has the same weight in each step. Whether a loop closes too early rests
    on it; where no cell is blank all must be passed.
    """
    problem, lines = knowledge.problem, knowledge.propagator(Components).lines
    if not problem.clues:
        return []
    off = [cell for cell in range(knowledge.size) if cell not in on]
    if near >= 0 and not knowledge.depth:
        asked = [cell for cell in off if not problem.domain_of(cell) & EMPTY]
        found = [cell for cell in asked or off if lines[cell]] or asked
        nearest = sorted(found, key=lambda cell: knowledge.grid.distance(near, cell))[:1]
        return [
            Premise(cell, lines[cell] << 4, problem.domain_of(cell) if not lines[cell] else ALL) for cell in nearest
        ]
    for cell in off:
        if not problem.domain_of(cell) & EMPTY:
            return [Premise(cell, 0, problem.domain_of(cell))]
    return [Premise(cell, lines[cell] << 4, ALL) for cell in off if lines[cell]][:1]


def merged(premises: Iterable[Premise]) -> tuple[Premise, ...]:
    """The premises with each cell only once."""
    found: dict[int, Premise] = {}
    for cell, known, left in premises:
        before = found.get(cell, Premise(cell, 0, ALL))
        found[cell] = Premise(cell, before.known | known, before.left & left)
    return tuple(found[cell] for cell in sorted(found))
