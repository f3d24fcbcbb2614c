"""What follows from a player's knowledge, by a SAT solver that shares no code with the rules or the hints.

A board has a variable for each place of a line. A cell may be held to a set of masks. A cell that is not held may take
any lines, and a line through such cells may lead anywhere. So whatever the model derives holds whatever those other
cells are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations

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
        self.may_stay_blank = any(domain & 1 and domain & ~1 for domain in problem.domains)
        for cell, masks in self.held.items():
            self._hold(cell, masks)
            if problem.clue_rule and problem.clues[cell]:
                self._circle(cell, problem.clues[cell] == 2)
        if self.may_stay_blank and len(self.held) == self.grid.size:
            self._solver.add_clause(list(self._numbers.values()))  # there is a loop

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

    def _circle(self, cell: int, is_black: bool) -> None:
        """On a black circle the loop turns and goes on straight; through a white one straight, and turns beside it."""
        on = {}
        for side in SIDES:
            other = self.grid.beyond(cell, side)
            on[side] = (self.line(cell, side), 0 if other is None else self.line(other, side))
        if is_black:
            for line, straight in on.values():
                if line:
                    self._solver.add_clause([-line, straight] if straight else [-line])
            return
        for one, other in ((8, 2), (4, 1)):
            lines = [*on[one], *on[other]]
            if all(lines):
                self._solver.add_clause([-line for line in lines])

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

    def is_possible_besides(self, facts: Iterable[tuple[int, int, bool]]) -> bool:
        """Whether not all of these facts need be true together."""
        literals = [line if drawn else -line for cell, side, drawn in facts if (line := self.line(cell, side))]
        self._solver.add_clause([-literal for literal in literals])
        return self.is_possible([])

    def _cut(self, model: set[int]) -> bool:
        """Rule out what the held cells show to break a condition on the whole board; False if nothing does."""
        whole, found = self.problem.whole, False
        if whole is Whole.LINES:
            return False
        if self.may_stay_blank:
            return self._cut_loop(model)
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

    def _cut_loop(self, model: set[int]) -> bool:
        """The same where the loop may leave out cells that may stay blank."""
        found = False
        parts = self._components(model)
        used: list[tuple[set[int], list[int]]] = []  # parts on the loop, with the literals that say so
        for members, lines in parts:
            if any(0 not in self.held.get(cell, {0}) for cell in members):
                used.append((members, []))
            elif lines:
                used.append((members, [-min(lines)]))
        for (members, because), (_, other) in permutations(used, 2):
            found = True
            self._solver.add_clause([*because, *other, *self._leading_out(members)])
        for members, lines in parts:
            for loop in self._loops(members, lines):
                found |= self._cut_early(model, loop)
            for line in lines:
                (side, _), *rest = self._components(model - {line}, members)
                if rest:
                    found = True  # a loop that leaves a region also enters it again
                    self._solver.add_clause([-line, *(self._leading_out(side) - {line})])
        return found

    def _cut_early(self, model: set[int], loop: set[int]) -> bool:
        """Rule out a loop beside which there is a line, or a cell that must have some."""
        cells = {cell for cell in range(self.grid.size) for side in SIDES if self.line(cell, side) in loop}
        outside = [cell for cell, masks in self.held.items() if cell not in cells and 0 not in masks]
        lines = [line for line in self._numbers.values() if line in model and line not in loop]
        if outside or lines:
            self._solver.add_clause([*(-line for line in loop), *(() if outside else (-lines[0],))])
        return bool(outside or lines)

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
            return [loop for loop in _parts(ends, left) if len(loop) < self.total or self.may_stay_blank]
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
