"""What follows from one loop that may leave cells out: nothing that a solution has is dropped, and cuts are seen."""

from random import Random

from termpuzzles.board.grid import E, Grid, W
from termpuzzles.games import masyu, named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import EMPTY, HAS, Problem
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.games.boards import random_clues, random_grid, solvable_puzzle
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


def with_circles(width: int, height: int, *places: tuple[int, int]) -> Knowledge:
    """What is known of a board with white circles there, before anything is deduced."""
    grid = Grid(width, height)
    return Knowledge(problem_of(grid, bytes(grid.place(cell) in places for cell in range(grid.size))))


def test_the_only_line_out_of_a_part_is_drawn_if_the_loop_left_it_already() -> None:
    knowledge = with_circles(6, 2)
    knowledge.narrow(2, HAS[E])
    assert finish(knowledge.deducing())
    assert not knowledge.left[8] & ~HAS[E]
    assert not knowledge.left[9] & ~HAS[W]


def test_the_only_line_out_of_a_part_is_ruled_out_if_no_other_is_drawn() -> None:
    knowledge = with_circles(7, 5, (0, 2))
    for cell in (3, 10, 24, 31):
        knowledge.narrow(cell, EMPTY)
    assert finish(knowledge.deducing())
    assert [knowledge.left[cell] for cell in (4, 17, 20, 34)] == [EMPTY] * 4


def test_circles_on_both_sides_of_a_cell_that_alone_joins_them_are_a_contradiction() -> None:
    knowledge = with_circles(7, 5, (0, 2), (6, 2))
    for cell in (3, 10, 24, 31):
        knowledge.narrow(cell, EMPTY)
    assert knowledge.propagate()
    assert not finish(knowledge.deducing())


def test_a_cell_that_alone_joins_two_others_is_a_contradiction_where_all_three_have_lines() -> None:
    knowledge = with_circles(5, 5)
    for cell in (0, 1, 5, 6, 18, 19, 23, 24):
        knowledge.narrow(cell, EMPTY)
    for cell in (12, 13, 17):
        knowledge.narrow(cell, ~EMPTY)
    assert knowledge.propagate()
    assert not finish(knowledge.deducing())


def test_a_part_that_only_one_cell_joins_to_the_circles_stays_blank() -> None:
    knowledge = with_circles(5, 5, (0, 2))
    for cell in (3, 8, 18, 23, 2, 22):
        knowledge.narrow(cell, EMPTY)
    assert finish(knowledge.deducing())
    assert all(knowledge.left[cell] == EMPTY for cell in (4, 9, 13, 14, 19, 24))


def test_no_loop_says_nothing_false_also_before_anything_is_known_of_the_border() -> None:
    for seed in range(40):
        problem = solvable_puzzle(Random(seed), named("masyu"), 5).problem()
        known = finish(solutions(problem, 20))
        knowledge = Knowledge(problem)
        for finding in rule_named("no loop").find(knowledge, range(knowledge.size)):
            for cell, _, after in finding.narrowed:
                assert all(after >> board[cell] & 1 for board in known)
