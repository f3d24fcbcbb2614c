"""Solving and rating, on real boards whose answers are known."""

from termpuzzles.logic.solver import rate, solutions
from termpuzzles.logic.work import finish
from tests import corpus
from tests.logic.boards import masks, net


def test_a_board_with_one_solution_is_solved_and_proved_so() -> None:
    for text, wires in corpus.rows("net/unique.tsv")[::9]:
        problem = net(text)
        if problem.grid.size <= 400:
            assert finish(solutions(problem)) == [masks(wires)], text


def test_deduction_alone_finishes_boards_that_the_reference_generates() -> None:
    for text, _ in corpus.rows("net/unique.tsv")[::9]:
        problem = net(text)
        if problem.grid.size <= 400:
            assert finish(rate(problem)).hardest in ("edge", "no loop", "dead end"), text
