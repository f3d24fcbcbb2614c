"""A core contradicts itself, and nothing that is left of it does: by a SAT solver that knows lines, masks and cuts."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from random import Random
from typing import Any

import pytest

from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, N, S
from termpuzzles.formats import read
from termpuzzles.generator.generate import generate
from termpuzzles.logic.answers.solver import one_solution
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.cores import ALL_CONFLICTS, Core, CoreQuestion, among, nearest_core
from termpuzzles.logic.problem import HAS, LACKS, Domain, Problem, Whole
from termpuzzles.logic.rules.circles import BLACK, WHITE
from termpuzzles.logic.task import finish
from tests import corpus
from tests.data import sweep
from tests.logic.learning.boards import boards

pytest.importorskip("pysat")

BOARDS = sweep.share(3000, 10)


class Rules:
    """The rules of some cells, and that of the whole board, as clauses of a SAT solver."""

    def __init__(self, problem: Problem, cells: Collection[int], whole: bool, held: Mapping[int, Domain]) -> None:
        from pysat.solvers import Solver  # type: ignore[import-untyped] # it has no types

        self.problem, self.grid, self.whole = problem, problem.grid, whole and problem.whole.joins_all
        self.lines = {line: number for number, line in enumerate(self.grid.lines(), 1)}
        self.solver: Any = Solver(name="cadical153")
        self.solver.append_formula([[number, -number] for number in self.lines.values()])
        for cell in range(self.grid.size):
            self._keep(cell, held.get(cell, 0xFFFF) & (problem.domain_of(cell) if cell in cells else 0xFFFF))
            if problem.clue_rule and cell in cells:
                self._circle(cell)

    def _line(self, cell: int, side: int) -> int:
        """The variable of a line; 0 if there is none."""
        return self.lines[self.grid.line(cell, side)] if cell >= 0 and self.grid.ways[side][cell] >= 0 else 0

    def _forbid(self, lines: list[tuple[int, bool]]) -> None:
        """Forbid that all of these are as they are given."""
        if all(line or not drawn for line, drawn in lines):
            self.solver.add_clause([-line if drawn else line for line, drawn in lines if line])

    def _keep(self, cell: int, masks: Domain) -> None:
        for mask in range(16):
            if not masks >> mask & 1:
                self._forbid([(self._line(cell, side), bool(mask & side)) for side in SIDES])

    def _circle(self, cell: int) -> None:
        clue, ways = self.problem.clues[cell], self.grid.ways
        for side in SIDES if clue == BLACK else ():
            self._forbid([(self._line(cell, side), True), (self._line(ways[side][cell], side), False)])
        for side in (N, E) if clue == WHITE else ():
            back = OPPOSITE[side]
            around = (self._line(ways[side][cell], side), self._line(ways[back][cell], back))
            self._forbid([(self._line(cell, side), True), *((line, True) for line in around)])

    def can_hold(self) -> bool:
        """Whether some lines follow all the rules."""
        while self.solver.solve():
            model = set(self.solver.get_model())
            wrong = self._wrong({line for line, number in self.lines.items() if number in model}) if self.whole else []
            if not wrong:
                return True
            for clause in wrong:
                self.solver.add_clause(clause)
        return False

    def _wrong(self, drawn: set[int]) -> list[list[int]]:
        """The clauses that these lines violate: loops that leave out a cell, and in a tree loops and cuts."""
        needed = {cell for cell in range(self.grid.size) if not self.problem.domain_of(cell) & 1}
        is_tree, ends = self.problem.whole is Whole.TREE, {line: self.grid.ends(line) for line in self.lines}
        without = {frozenset(line for line in drawn if cell not in ends[line]) for cell in needed}
        found = [clause for lines in ({frozenset(drawn)} if is_tree else without) for clause in self._loops(lines)]
        sets = DisjointSets(self.grid.size)
        for line in drawn:
            sets.join(*ends[line])
        roots = {sets.find(cell) for cell in needed}
        for root in roots if is_tree and len(roots) > 1 and not found else ():
            inside = {cell for cell in range(self.grid.size) if sets.find(cell) == root}
            found.append([self.lines[line] for line, (a, b) in ends.items() if (a in inside) != (b in inside)])
        return found

    def _loops(self, lines: Collection[int]) -> list[list[int]]:
        """That a loop of these lines is not closed, if there is one."""
        sets, kept = DisjointSets(self.grid.size), set[int]()
        for line in lines:
            one, other = self.grid.ends(line)
            if not sets.join(one, other):
                return [[-self.lines[each] for each in (*self._path(kept, one, other), line)]]
            kept.add(line)
        return []

    def _path(self, lines: set[int], start: int, end: int) -> list[int]:
        above: dict[int, tuple[int, int]] = {start: (-1, -1)}
        waiting = [start]
        for cell in waiting:
            for side in SIDES_OF[self.grid.open_sides[cell]]:
                line, other = self.grid.line(cell, side), self.grid.ways[side][cell]
                if line in lines and other not in above:
                    above[other] = line, cell
                    waiting.append(other)
        path = []
        while end != start:
            line, end = above[end]
            path.append(line)
        return path


def check(problem: Problem, core: Core, held: Mapping[int, Domain]) -> None:
    assert not Rules(problem, core.cells, core.whole, held).can_hold()
    for cell in core.cells:
        assert Rules(problem, [each for each in core.cells if each != cell], core.whole, held).can_hold()
    if core.whole:
        assert Rules(problem, core.cells, False, held).can_hold()


def large_boards() -> Iterator[Problem]:
    """Masyu and Net of which the rules for single cells leave most of more than 150 cells open."""
    for text in sweep.sample(corpus.rows("masyu/15x15.tsv")[::3], 12):
        yield read(f"pearl:{text[0]}")[0].problem()
    for number in range(sweep.share(8, 8)):
        yield generate("net", "15x15w", f"cores {number}").problem()


def test_cores_of_large_boards_are_least() -> None:
    rng, sizes = Random(5), list[int]()
    for problem in large_boards():
        assert len(Knowledge(problem).open_cells()) > 150
        solution, grid = finish(one_solution(problem)), problem.grid
        assert solution
        for line in rng.sample(list(grid.lines()), 8):
            (cell, _), side = grid.ends(line), S if line & 1 else E
            held = {
                at: 1 << solution[at] for at in range(grid.size) if grid.distance(at, cell) > 3 and rng.random() < 0.5
            }
            held[cell] = (LACKS if solution[cell] & side else HAS)[side]
            core = finish(among(problem, sorted(range(grid.size), key=partial(grid.distance, cell)), held))
            assert core
            if core.is_least and not core.whole:  # to cut off loops takes minutes here; smaller boards have them
                check(problem, core, held)
                sizes.append(len(core.cells))
    assert len(sizes) > 8
    assert max(sizes) > 4


def test_each_part_of_a_core_is_needed_and_all_of_it_contradicts_itself() -> None:
    rng, checked, with_whole = Random(3), 0, 0
    for problem, expected in boards(BOARDS, 61):
        held: dict[int, Domain] = {}
        like, wrong = min(expected, default=b""), rng.choice((0.05, 0.5))
        for line in problem.grid.lines():
            cell, side = line >> 1, S if line & 1 else E
            if rng.random() < 0.3:
                drawn = bool(like and like[cell] & side) != (rng.random() < wrong)
                held[cell] = held.get(cell, 0xFFFF) & (HAS if drawn else LACKS)[side]
        answer = finish(nearest_core(problem, [CoreQuestion(held, [rng.randrange(problem.grid.size)])], ALL_CONFLICTS))
        core = answer.core if answer else None
        fitting = [board for board in expected if all(keep >> board[cell] & 1 for cell, keep in held.items())]
        needed = any(not problem.domain_of(cell) & 1 for cell in range(problem.grid.size))
        if problem.whole is Whole.LINES or (problem.whole.joins_all and needed):
            assert core or fitting
        if core:
            assert not fitting
            assert core.is_least
            check(problem, core, held)
            checked += 1
            with_whole += core.whole
    assert checked > BOARDS // 3
    assert with_whole > BOARDS // 100


def test_lines_far_from_a_core_count_where_they_cut_it_off() -> None:
    grown = 0
    for number in (6, 11, 19, 25):  # without these lines one cell more seems to be needed
        rng, problem = Random(number), generate("net", "13x3", f"far {number}").problem()
        solution, grid = finish(one_solution(problem)), problem.grid
        assert solution
        for line in rng.choices(list(grid.lines()), k=4):
            (cell, _), side = grid.ends(line), S if line & 1 else E
            held = {
                at: 1 << solution[at] for at in range(grid.size) if grid.distance(at, cell) > 1 and rng.random() < 0.9
            }
            held[cell] = (LACKS if solution[cell] & side else HAS)[side]
            if answer := finish(nearest_core(problem, [CoreQuestion(held, [cell])], ALL_CONFLICTS)):
                check(problem, answer.core, held)
                grown += answer.core.whole
    assert grown > 2
