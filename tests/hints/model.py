"""What follows from a player's knowledge, by a SAT solver that shares no code with the rules or the hints.

A board has a variable for each place of a line. A cell may be held to a set of masks. A cell that is not held may take
any lines, and a line through such cells may lead anywhere. So whatever the model derives holds whatever those other
cells are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from pysat.solvers import Solver  # type: ignore[import-untyped]  # it has no stubs

from termpuzzles.board.grid import Grid
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.problem import Problem, Whole

SIDES = {8: (0, -1), 4: (1, 0), 2: (0, 1), 1: (-1, 0)}


class Model:
    """The `held` cells, each with its set of masks, and the conditions on the whole board."""

    def __init__(self, problem: Problem, held: Mapping[int, Iterable[int]]) -> None:
        self.problem = problem
        self.grid: Grid = problem.grid
        self.held = {cell: frozenset(masks) for cell, masks in held.items()}
        self._numbers: dict[object, int] = {}
        self._solver = Solver("cadical153")
        self._empty = any(not masks for masks in self.held.values())
        self.total = sum(not problem.domain_of(cell) & 1 for cell in range(self.grid.size))
        for cell, masks in self.held.items():
            self._hold(cell, masks)

    def line(self, cell: int, side: int) -> int:
        """The variable of the line across a side of a cell; 0 where no line can be."""
        other = self.grid.beyond(cell, side)
        if other is None:
            return 0
        back = {8: 2, 2: 8, 4: 1, 1: 4}[side]
        key = min((cell, side), (other, back))
        return self._numbers.setdefault(key, len(self._numbers) + 1)

    def _hold(self, cell: int, masks: frozenset[int]) -> None:
        for mask in range(16):
            if mask not in masks:
                clause: list[int] = []
                for side in SIDES:
                    line = self.line(cell, side)
                    if line:
                        clause.append(-line if mask & side else line)
                    elif mask & side:
                        break  # no line can be there
                else:
                    self._solver.add_clause(clause)
                    self._empty |= not clause

    def is_possible(self, facts: Iterable[tuple[int, int, bool]]) -> bool:
        """Whether all these facts can be true together: a cell, a side, and whether a line is drawn there."""
        assumptions = []
        for cell, side, drawn in facts:
            line = self.line(cell, side)
            if not line and drawn:
                return False
            if line:
                assumptions.append(line if drawn else -line)
        if self._empty:
            return False
        while self._solver.solve(assumptions=assumptions):
            model = set(self._solver.get_model() or ())
            if not self._cut(model):
                return True
        return False

    def _cut(self, model: set[int]) -> bool:
        """Rule out what the held cells show to break a condition on the whole board; False if nothing does."""
        whole, found = self.problem.whole, False
        if whole is Whole.LINES:
            return False
        for members, lines in self._components(model):
            if loops := self._loops(members, lines):
                found = True
                for loop in loops:
                    self._solver.add_clause([-line for line in loop])
            if self._falls_short(members):
                found = True
                self._solver.add_clause(list(self._leading_out(members)))
            elif whole is Whole.LOOP:
                for line in lines:
                    (side, _), *rest = self._components(model - {line}, members)
                    if rest and self._falls_short(side) and any(self._falls_short(other) for other, _ in rest):
                        found = True  # a loop that leaves a region also enters it again
                        self._solver.add_clause([-line, *(self._leading_out(side) - {line})])
        return found

    def _falls_short(self, members: set[int]) -> bool:
        """Whether these cells, with a held cell among them that is not blank, are only some of those to be joined."""
        counted = sum(not self.problem.domain_of(cell) & 1 for cell in members)
        return 0 < counted < self.total and any(0 not in self.held.get(cell, {0}) for cell in members)

    def _leading_out(self, members: set[int]) -> set[int]:
        """The lines that lead from these cells to others."""
        return {
            line
            for cell in members
            for side in SIDES
            if self.grid.beyond(cell, side) not in members and (line := self.line(cell, side))
        }

    def _components(self, model: set[int], among: set[int] | None = None) -> list[tuple[set[int], set[int]]]:
        """The components with their drawn lines; two neighbours that are not held count as joined."""
        seen: set[int] = set()
        found = []
        for start in self.held:
            if start in seen or (among is not None and start not in among):
                continue
            members, lines, waiting = {start}, set(), [start]
            while waiting:
                cell = waiting.pop()
                for side in SIDES:
                    other = self.grid.beyond(cell, side)
                    if other is None:
                        continue
                    line = self.line(cell, side)
                    free = cell not in self.held and other not in self.held
                    if not free and line not in model:
                        continue
                    if not free:
                        lines.add(line)
                    if other not in members:
                        members.add(other)
                        waiting.append(other)
            seen |= members
            found.append((members, lines))
        return found

    def _loops(self, members: set[int], lines: set[int]) -> list[set[int]]:
        """The drawn lines that remain after removing dead ends again and again, where loops are forbidden."""
        ends: dict[int, set[int]] = {}
        for cell in members:
            for side in SIDES:
                line = self.line(cell, side)
                if line in lines:
                    ends.setdefault(line, set()).add(cell)
        left = set(ends)
        while True:
            degree: dict[int, int] = {}
            for line in left:
                for cell in ends[line]:
                    degree[cell] = degree.get(cell, 0) + (1 if len(ends[line]) == 2 else 2)
            loose = {line for line in left if any(degree[cell] == 1 for cell in ends[line])}
            if not loose:
                break
            left -= loose
        if self.problem.whole is Whole.LOOP:
            if any(at > 2 for at in degree.values()):
                return []
            return [loop for loop in _parts(ends, left) if len(loop) < self.total]
        double = [{one, other} for one, other in combinations(left, 2) if ends[one] == ends[other]]
        return double or ([left] if left else [])


def _parts(ends: Mapping[int, set[int]], lines: Iterable[int]) -> list[set[int]]:
    """The lines in groups that share no cell; `ends` gives the cells at each."""
    parts: list[tuple[set[int], set[int]]] = []  # lines, cells
    for line in lines:
        together, cells = {line}, set(ends[line])
        apart = []
        for part in parts:
            if cells.isdisjoint(part[1]):
                apart.append(part)
            else:
                together |= part[0]
                cells |= part[1]
        parts = [*apart, (together, cells)]
    return [together for together, _ in parts]


def known(puzzle: Puzzle, state: State, solutions: Iterable[bytes], turned: Iterable[int] = ()) -> dict[int, set[int]]:
    """The masks that each cell may take, given what the player knows of that cell alone.

    A pinned tile or one of `turned` counts if it stands right in some solution; a line, cross or note counts if it is
    right in some solution.
    """
    every, problem = list(solutions), puzzle.problem()
    trusted = set(turned)
    found = {}
    for cell in range(puzzle.grid.size):
        masks = {mask for mask in range(16) if problem.domain_of(cell) >> mask & 1}
        rights = {solution[cell] for solution in every}
        lines, notes = state.lines[cell], state.notes[cell]
        drawn = notes >> 4 | (lines if puzzle.game.draws else 0)
        for side in SIDES:
            if drawn & side and any(right & side for right in rights):
                masks = {mask for mask in masks if mask & side}
            if notes & side and any(not right & side for right in rights):
                masks = {mask for mask in masks if not mask & side}
        if not puzzle.game.draws and (state.pins[cell] or cell in trusted) and lines in rights:
            masks = {lines}
        found[cell] = masks
    return found
