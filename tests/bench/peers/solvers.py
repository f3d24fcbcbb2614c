"""General solvers from PyPI that get the same puzzles, each encoded as well as we know how.

clingo and OR-Tools get a truth value for each line, and one for each mask that a cell may take; python-sat, which is
quicker for it, lines alone. Where all must be
joined they differ: python-sat and OR-Tools learn lazily, cut by cut, that the lines leaving a group apart cannot all be
missing; clingo knows what can be reached. (For Net that is enough: a tree's tiles have too few lines to be joined and
hold a loop.) One thread each. The time to load a peer is not counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from importlib import import_module
from itertools import combinations, product
from typing import Any, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.problem import Problem, masks_of
from termpuzzles.logic.rules.circles import BLACK, WHITE


class Peer(NamedTuple):
    """A solver: its name, the module that it needs, and a function that returns up to so many solutions.

    `most`: the cells of the largest board that it is given; beyond that it takes minutes. Only one that `knows_clues`
    is given a board with clues.
    """

    name: str
    module: str
    solutions: Callable[[Puzzle, int], list[bytes]]
    most: int = 10**6
    knows_clues: bool = False

    def missing(self) -> bool:
        """Whether it is not installed."""
        try:
            import_module(self.module)
        except ImportError:
            return True
        return False


class Model(NamedTuple):
    """The variables of a puzzle, numbered from 1: one per line, and for each cell one per mask."""

    grid: Grid
    lines: dict[int, int]
    turns: list[dict[int, int]]
    joined: frozenset[int]  # the cells that must be connected; empty if they need not be
    may_stay_blank: bool  # whether cells may, so that only some must be joined, and those with lines

    @classmethod
    def of(cls, puzzle: Puzzle) -> Model:
        """The model of the puzzle."""
        problem = puzzle.problem()
        grid = problem.grid
        lines = {line: number for number, line in enumerate(grid.lines(), 1)}
        count = len(lines)
        turns = []
        for cell in range(grid.size):
            masks = [mask for mask in masks_of(problem.domain_of(cell)) if _fits(grid, cell, mask)]
            turns.append({mask: count + number for number, mask in enumerate(masks, 1)})
            count += len(masks)
        joined = _with_lines(problem) if problem.whole.joins_all else frozenset()
        return cls(grid, lines, turns, joined, any(1 < domain & ~1 < domain for domain in problem.domains))

    def clauses(self) -> Iterator[list[int]]:
        """Clauses that each cell has a mask, and that each mask fixes the cell's lines."""
        for cell, turns in enumerate(self.turns):
            yield list(turns.values())
            for side in SIDES_OF[self.grid.open_sides[cell]]:
                line = self.lines[self.grid.line(cell, side)]
                yield from ([-turn, line if mask & side else -line] for mask, turn in turns.items())

    def board(self, true: Callable[[int], bool]) -> bytes:
        """The board of a solver's answer."""
        return bytes(next(mask for mask, turn in turns.items() if true(turn)) for turns in self.turns)

    def different(self, board: bytes) -> list[int]:
        """A clause that some cell differs from that board."""
        return [-self.turns[cell][mask] for cell, mask in enumerate(board) if len(self.turns[cell]) > 1]

    def cuts(self, board: bytes) -> list[list[int]]:
        """For each group of connected cells, unless it is all of them: a clause that some line leaves it."""
        groups = list(_groups(self.grid, board, self.joined))
        return [self._leaving(group) for group in groups] if len(groups) > 1 else []

    def loop_cuts(self, board: bytes, needed: frozenset[int]) -> list[list[int]]:
        """The same for one loop through all the cells that are needed, at least one, which leaves others blank.

        A loop without any of those is ruled out as it is; for any other some line leaves its cells.
        """
        groups = list(_groups(self.grid, board, frozenset(cell for cell, mask in enumerate(board) if mask)))
        if len(groups) < 2:
            return []
        return [
            self._leaving(group) if group & needed else [-self.lines[line] for line in self._drawn(board, group)]
            for group in groups
            if needed - group
        ]

    def _drawn(self, board: bytes, group: set[int]) -> set[int]:
        return {self.grid.line(cell, side) for cell in group for side in SIDES_OF[board[cell]]}

    def _leaving(self, group: set[int]) -> list[int]:
        return [
            self.lines[self.grid.line(cell, side)]
            for cell in group
            for side in SIDES_OF[self.grid.open_sides[cell]]
            if self.grid.ways[side][cell] not in group
        ]


def _fits(grid: Grid, cell: int, mask: int) -> bool:
    """Whether no line of the mask meets a border or a wall, and a line that wraps into its own cell has both ends."""
    to_itself = sum(side for side in SIDES if grid.ways[side][cell] == cell)
    return not mask & ~grid.open_sides[cell] and mask & to_itself == OPPOSITE[mask & to_itself]


def _with_lines(problem: Problem) -> frozenset[int]:
    return frozenset(cell for cell in range(problem.grid.size) if problem.domain_of(cell) != 1)


def _groups(grid: Grid, board: bytes, cells: frozenset[int]) -> Iterator[set[int]]:
    left = set(cells)
    while left:
        group = [left.pop()]
        for cell in group:  # the list grows during the iteration
            for side in SIDES_OF[board[cell]]:
                if (other := grid.ways[side][cell]) in left:
                    left.remove(other)
                    group.append(other)
        yield set(group)


def python_sat(puzzle: Puzzle, wanted: int) -> list[bytes]:
    """CaDiCaL with a variable per line. The solver is kept between answers; cuts and found solutions are added to it.

    Each tile is its prime clauses over the lines around it. Where all must be joined in one tree, no two ends face each
    other and no unit square is a loop; in one loop, no unit square is one either.
    """
    model, clauses = _in_clauses(puzzle)
    needed = frozenset(cell for cell, turns in enumerate(model.turns) if 0 not in turns)
    found: list[bytes] = []
    with import_module("pysat.solvers").Solver(name="cadical195", bootstrap_with=clauses) as solver:
        while len(found) < wanted and solver.solve():
            true = solver.get_model()
            board = _board_of_lines(model, true)
            if cuts := model.loop_cuts(board, needed) if model.may_stay_blank else model.cuts(board):
                for cut in cuts:
                    solver.add_clause(cut)
            else:
                found.append(board)
                solver.add_clause([-number if true[number - 1] > 0 else number for number in model.lines.values()])
    return found


def _board_of_lines(model: Model, true: list[int]) -> bytes:
    """The masks of the lines that are true; a puzzle without lines has none."""
    masks = bytearray(model.grid.size)
    for line, number in model.lines.items():
        if true[number - 1] > 0:
            one, other = model.grid.ends(line)
            side = S if line % 2 else E
            masks[one] |= side
            masks[other] |= OPPOSITE[side]
    return bytes(masks)


@lru_cache(maxsize=64)
def _in_clauses(puzzle: Puzzle) -> tuple[Model, list[list[int]]]:
    """The puzzle's clauses, cached because building them in Python is not the solver's time."""
    model = Model.of(puzzle)
    return model, list(_line_clauses(puzzle, model))


def _line_clauses(puzzle: Puzzle, model: Model) -> Iterator[list[int]]:
    grid = model.grid
    yield from ([number, -number] for number in model.lines.values())  # so that every line has a value
    for cell, turns in enumerate(model.turns):
        sides = SIDES_OF[grid.open_sides[cell]]
        for clause in _prime_clauses(sides, tuple(turns)):
            numbers = {side: model.lines[grid.line(cell, side)] for side, _ in clause}
            yield [numbers[side] if drawn else -numbers[side] for side, drawn in clause]
    if puzzle.clues:
        for cell, clue in enumerate(puzzle.clues):
            yield from _circle_clauses(model, cell, clue)
    if model.joined and len(model.joined) > 4:
        yield from _no_small_groups(puzzle, model)


def _circle_clauses(model: Model, cell: int, clue: int) -> Iterator[list[int]]:
    """What a circle of Masyu asks of the cells beside it: 1 is white, 2 is black."""
    onward = {}  # for each side the line across it, and the one straight on behind that, if there can be any
    for side in SIDES_OF[model.grid.open_sides[cell]]:
        other = model.grid.ways[side][cell]
        behind = [model.lines[model.grid.line(other, side)]] if model.grid.open_sides[other] & side else []
        onward[side] = model.lines[model.grid.line(cell, side)], behind
    if clue == BLACK:
        yield from ([-line, *behind] for line, behind in onward.values())
    for side in (N, E) if clue == WHITE else ():
        if side in onward and OPPOSITE[side] in onward:
            (line, behind), (_, before) = onward[side], onward[OPPOSITE[side]]
            if behind and before:
                yield [-line, -behind[0], -before[0]]


def _no_small_groups(puzzle: Puzzle, model: Model) -> Iterator[list[int]]:
    """Clauses that no two ends face each other, and no unit square is a loop."""
    grid = model.grid
    problem = puzzle.problem()
    ends = [max(map(int.bit_count, masks_of(problem.domain_of(cell)))) == 1 for cell in range(grid.size)]
    for line, number in model.lines.items():
        one, other = grid.ends(line)
        if ends[one] and ends[other]:
            yield [-number]
        if line % 2 == 0 and not model.may_stay_blank and grid.open_sides[one] & S and grid.open_sides[other] & S:
            below, beyond = grid.ways[S][one], grid.ways[S][other]
            if grid.open_sides[below] & E and grid.ways[E][below] == beyond:
                yield [-model.lines[each] for each in (line, 2 * below, 2 * one + 1, 2 * other + 1)]


@cache
def _prime_clauses(sides: tuple[int, ...], masks: tuple[int, ...]) -> tuple[tuple[tuple[int, bool], ...], ...]:
    """The prime clauses over the lines of these sides: all masks satisfy them, but no proper part of one."""
    found: list[frozenset[tuple[int, bool]]] = []
    for length in range(len(sides) + 1):
        for chosen in combinations(sides, length):
            for signs in product((False, True), repeat=length):
                clause = frozenset(zip(chosen, signs, strict=True))
                holds = all(any(bool(mask & side) == drawn for side, drawn in clause) for mask in masks)
                if holds and not any(part <= clause for part in found):
                    found.append(clause)
    return tuple(tuple(sorted(clause)) for clause in found)


ANSWER_SETS = """
1 { turn(C, M) : may(C, M) } 1 :- cell(C).
line(L) :- turn(C, M), takes(C, M, L).
:- line(L), at(C, L), turn(C, M), not takes(C, M, L).
#show turn/2.
"""
ALL_JOINED = """
reached(C) :- root(C).
reached(D) :- reached(C), line(L), at(C, L), at(D, L).
:- joined(C), not reached(C).
"""


def clingo(puzzle: Puzzle, wanted: int) -> list[bytes]:
    """Answer set programming, which can express by itself which cells are reachable."""
    model = Model.of(puzzle)
    control = import_module("clingo").Control([str(wanted)])
    control.add("base", [], ANSWER_SETS + (ALL_JOINED if model.joined else "") + " ".join(_facts(model)))
    control.ground([("base", [])])
    found = []
    with control.solve(yield_=True) as answers:
        for answer in answers:
            board = bytearray(model.grid.size)
            for turn in answer.symbols(shown=True):
                board[turn.arguments[0].number] = turn.arguments[1].number
            found.append(bytes(board))
    return found


def _facts(model: Model) -> Iterator[str]:
    for cell, turns in enumerate(model.turns):
        sides = {side: model.grid.line(cell, side) for side in SIDES_OF[model.grid.open_sides[cell]]}
        yield f"cell({cell})."
        yield from (f"at({cell},{line})." for line in sides.values())
        for mask in turns:
            yield f"may({cell},{mask})."
            yield from (f"takes({cell},{mask},{line})." for side, line in sides.items() if mask & side)
    yield from (f"joined({cell})." for cell in model.joined)
    yield from (f"root({cell})." for cell in list(model.joined)[:1])


def or_tools(puzzle: Puzzle, wanted: int) -> list[bytes]:
    """CP-SAT with one worker; it cannot continue after an answer, so it starts anew after each cut and solution."""
    cp_model = import_module("ortools.sat.python.cp_model")
    model = Model.of(puzzle)
    problem, variables = _cp_problem(cp_model, model)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found: list[bytes] = []
    while len(found) < wanted and solver.solve(problem) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        board = model.board(lambda turn: solver.boolean_value(variables[turn]))
        if cuts := model.cuts(board):
            for cut in cuts:
                problem.add_bool_or([variables[line] for line in cut])
        else:
            found.append(board)
            problem.add_bool_or([~variables[-turn] for turn in model.different(board)])
    return found


def _cp_problem(cp_model: Any, model: Model) -> tuple[Any, list[Any]]:
    """The model for CP-SAT and its variables by number: exactly one mask per cell, linear constraints for the lines."""
    problem = cp_model.CpModel()
    count = len(model.lines) + sum(map(len, model.turns))
    variables = [problem.new_bool_var("") for _ in range(count + 1)]
    for cell, turns in enumerate(model.turns):
        problem.add_exactly_one(variables[turn] for turn in turns.values())
        for side in SIDES_OF[model.grid.open_sides[cell]]:
            line = variables[model.lines[model.grid.line(cell, side)]]
            problem.add(sum(variables[turn] for mask, turn in turns.items() if mask & side) == line)
    return problem, variables


PEERS = (
    Peer("python-sat", "pysat.solvers", python_sat, knows_clues=True),
    Peer("clingo", "clingo", clingo, 1_300),
    Peer("OR-Tools", "ortools.sat.python.cp_model", or_tools, 700),
)
