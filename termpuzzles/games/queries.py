"""Questions about a puzzle as a whole: solve it, deduce it step by step, count its solutions, rate it.

Each function takes `until`, which is called every few milliseconds: once it returns True the work stops with
`termpuzzles.logic.task.Unfinished`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from termpuzzles.games.arguments import check_puzzle
from termpuzzles.logic.answers import solver
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Whole
from termpuzzles.logic.task import Task, Unfinished, finish, never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.answers.contradiction import Contradiction
    from termpuzzles.logic.answers.rating import Rating
    from termpuzzles.logic.explain.step import Step
    from termpuzzles.logic.problem import Problem

Until = Callable[[], bool]

MOST_COUNTED = 99  # solutions to count if all must be joined: a search finds them one after the other


class Count(int):
    """The number of solutions of a puzzle, `exact` or the least that it can be; `str` gives `480` or `2+`."""

    exact: bool

    def __new__(cls, least: int, exact: bool = True) -> Count:
        """The number, exact unless said otherwise."""
        count = super().__new__(cls, least)
        count.exact = exact
        return count

    def __str__(self) -> str:
        return f"{int(self)}{'' if self.exact else '+'}"

    def __repr__(self) -> str:
        return str(int(self)) if self.exact else f"Count({int(self)}, exact=False)"


def solve(puzzle: Puzzle, until: Until = never) -> State | None:
    """The position that shows a solution, or None if it is proved that there is none.

    Raises `ArgumentError` for what is no puzzle, and `Unfinished` once `until()`, called every few milliseconds, is
    true.
    """
    check_puzzle(puzzle)
    found = finish(solver.one_solution(puzzle.problem()), until)
    return None if found is None else puzzle.game.solved_state(puzzle, found)


def two_solutions(puzzle: Puzzle, until: Until = never) -> list[State]:
    """Two different solutions; fewer if it is proved that there are no more."""
    found = finish(solver.solutions(puzzle.problem(), 2), until)
    return [puzzle.game.solved_state(puzzle, solution) for solution in found]


def steps(puzzle: Puzzle, until: Until = never) -> Iterator[Step]:
    """The steps that settle the board, easiest rule first, each with its sentence and the cells it rests on.

    A step that is a contradiction is the last. Raises `ArgumentError` for what is no puzzle, at once, and `Unfinished`
    once `until()`, called after each step, is true.
    """
    check_puzzle(puzzle)
    return _steps(puzzle, until)


def _steps(puzzle: Puzzle, until: Until) -> Iterator[Step]:
    from termpuzzles.logic.answers.rating import findings  # 10 ms with the next, not needed for a solution
    from termpuzzles.logic.explain.conclusion import step_of

    knowledge = Knowledge(puzzle.problem())
    for finding in findings(knowledge):
        if finding:
            yield step_of(knowledge.problem, finding)
        if until():
            raise Unfinished(tuple(knowledge.left))


def count_solutions(puzzle: Puzzle, until: Until = never, known: int = 0) -> Count:
    """How many solutions there are: exact for ∞ Loop unless a cluster is too wide to count, else exact up to 99.

    If up to two different ones are known already, pass their number as `known` to save the time of finding them.
    Raises `ArgumentError` for what is no puzzle, and `Unfinished` once `until()`, called every few milliseconds, is
    true.
    """
    check_puzzle(puzzle)
    return finish(_count(puzzle.problem(), known), until)


def _count(problem: Problem, known: int) -> Task[Count]:
    if problem.whole is not Whole.LINES:
        found = yield from solver.solutions(problem, MOST_COUNTED + 1)
        return Count(len(found), len(found) <= MOST_COUNTED)
    from termpuzzles.logic.counting import clusters  # 10 ms, only needed to count

    number = yield from clusters.count_lines(problem, known > 0)
    if number is not None:
        return Count(number)
    if known < 2:
        known = len((yield from solver.solutions(problem, 2)))
    return Count(known, known < 2)


def rate(puzzle: Puzzle, until: Until = never) -> Rating:
    """How hard the puzzle is: the hardest rule that the chain of its steps needs, and how many steps of each rule.

    Raises `ArgumentError` for what is no puzzle, and `Unfinished` once `until()`, called every few milliseconds, is
    true.
    """
    check_puzzle(puzzle)
    from termpuzzles.logic.answers import rating

    return finish(rating.rating_of(puzzle.problem()), until)


def contradiction(puzzle: Puzzle, until: Until = never) -> Contradiction | None:
    """A small group of cells that already contradict each other; None if the rules find none."""
    from termpuzzles.logic.answers import contradiction as logic  # only for the few boards that have no solution

    return finish(logic.contradiction_of(puzzle.problem()), until)
