"""All solutions of a puzzle one by one, and how often each technique is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from termpuzzles.errors import ArgumentError
from termpuzzles.games import queries
from termpuzzles.games.arguments import as_found, check_puzzle
from termpuzzles.logic.answers import solver
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.task import finish, never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State


def solutions(puzzle: Puzzle, limit: int | None = None, until: Callable[[], bool] = never) -> Iterator[State]:
    """Yield the solutions of a puzzle, all different, each as soon as it is found; at most `limit` of them.

    One search is kept between them, so to ask for one more costs no more than it must. A board of ∞ Loop may have more
    solutions than anybody can list: `count_solutions` counts them without.

    Raises `ArgumentError` at once if the limit is not a number of at least 0, and `Unfinished` once `until()`, called
    every few milliseconds, is true.
    """
    check_puzzle(puzzle)
    if limit is not None and (not isinstance(limit, int) or limit < 0):
        raise ArgumentError(f"expected a limit of 0 or more, found {as_found(limit)}")
    return _solutions(puzzle, limit, until)


def _solutions(puzzle: Puzzle, limit: int | None, until: Callable[[], bool]) -> Iterator[State]:
    problem = puzzle.problem()
    first = finish(solver.solutions(problem, 2 if limit is None else min(2, limit)), until) if limit != 0 else []
    for found in first:
        yield puzzle.game.solved_state(puzzle, found)
    if len(first) < 2:
        return
    knowledge = Knowledge(problem)
    finish(knowledge.deducing(), until)
    search = BoardSearch(knowledge)
    others = [search.unlike(found) for found in first]
    number = len(first)
    while (limit is None or number < limit) and (board := finish(search.solve(others), until)) is not None:
        search.search.rule_out(search.other())
        number += 1
        yield puzzle.game.solved_state(puzzle, board)


def techniques(puzzle: Puzzle, until: Callable[[], bool] = never) -> dict[str, int]:
    """How many steps of each technique settle the puzzle, by the technique's id, easiest first (see `Rating.steps`).

    Raises `ArgumentError` for what is no puzzle, and `Unfinished` once `until()`, called every few milliseconds, is
    true.
    """
    check_puzzle(puzzle)
    return dict(queries.rate(puzzle, until).steps)
