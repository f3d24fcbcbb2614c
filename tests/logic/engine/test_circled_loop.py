"""What follows from one loop that may leave cells out, and from its circles: nothing is dropped that a solution has."""

from random import Random

from termpuzzles.board.grid import Grid
from termpuzzles.games import masyu, named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.games.boards import random_clues, random_grid
from tests.logic.oracle import fitting

BOARDS = sweep.share(2000, 10)


def problem_of(grid: Grid, clues: bytes) -> Problem:
    return masyu.problem(Puzzle(named("masyu"), grid, b"\1" * grid.size, clues=clues))


def test_nothing_is_dropped_that_a_solution_has_whatever_is_known_on_any_surface() -> None:
    rng, contradictions, settled = Random(1), 0, 0
    for _ in range(BOARDS):
        grid = random_grid(rng, 4)
        problem = problem_of(grid, random_clues(rng, named("masyu"), grid.size))
        solved = [board for board in fitting(grid, [*map(problem.domain_of, range(grid.size))]) if problem.judge(board)]
        like = rng.choice(solved) if solved else b""
        held = {cell: rng.getrandbits(16) | (1 << like[cell] if like else 0) for cell in range(grid.size)}
        held = {cell: keep for cell, keep in held.items() if rng.random() < 0.5}
        agreeing = [board for board in solved if all(keep >> board[cell] & 1 for cell, keep in held.items())]
        knowledge = Knowledge(problem)
        consistent = all(knowledge.narrow(cell, keep) for cell, keep in held.items()) and finish(knowledge.deducing())
        assert consistent or not agreeing
        contradictions += not consistent
        for board in agreeing:
            assert all(knowledge.left[cell] >> mask & 1 for cell, mask in enumerate(board))
        settled += consistent and knowledge.settled() is not None
    assert contradictions
    assert settled
