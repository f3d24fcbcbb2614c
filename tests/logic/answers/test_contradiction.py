"""A board without a solution is explained by a small group of tiles that already contradict each other."""

from random import Random

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.logic.answers.contradiction import contradiction_of
from termpuzzles.logic.problem import ALL
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.logic.boards import infinity_problem, net_problem
from tests.logic.oracle import fitting, is_tree, random_problem


def test_a_lone_tile_that_does_not_fit_is_the_whole_group() -> None:
    problem = infinity_problem(Grid.make(3, 2), bytes([6, 4, 3, 15, 7, 9]))
    found = finish(contradiction_of(problem))
    assert found
    assert found.cells == (3,)
    assert found.sentence == "No turn of the cross tile at (1, 2) fits. The border is on the left."


def test_one_of_two_ends_facing_each_other_is_enough() -> None:
    problem = net_problem(Grid.make(4, 1), bytes([4, 1, 4, 1]))
    found = finish(contradiction_of(problem))
    assert found
    assert len(found.cells) == 1, "the end in the corner leads to a tile that must lead on, and so the other way round"


def test_a_board_with_a_solution_has_no_contradiction() -> None:
    assert finish(contradiction_of(net_problem(Grid.make(2, 1), bytes([4, 1])))) is None


def test_of_more_than_four_hundred_cells_none_is_left_out() -> None:
    problem = infinity_problem(Grid(20, 21, TORUS), bytes([3] + [7] * 419))  # with an odd number of Ts
    found = finish(contradiction_of(problem))
    assert found
    assert len(found.cells) == 420


def test_no_board_has_these_tiles_whatever_the_others_are() -> None:
    rng = Random(2)
    number = 0
    while number < sweep.share(60):
        problem = random_problem(rng, 9)
        if sum(1 for _ in problem.grid.lines()) > 12 or not (found := finish(contradiction_of(problem))):
            continue
        number += 1
        tree = "no loop" in problem.rules
        domains = [ALL & ~1 if tree else ALL] * problem.grid.size
        for cell in found.cells:
            domains[cell] = problem.domain_of(cell)
        boards = fitting(problem.grid, domains)
        assert not any(not tree or is_tree(board, problem.grid) for board in boards), (problem, found)


def test_on_a_huge_board_only_contradictions_of_the_easiest_rule_are_explained() -> None:
    ring = net_problem(Grid.make(2, 2), bytes([6, 6, 6, 6]))
    assert finish(contradiction_of(ring))
    assert finish(contradiction_of(ring, large=3)) is None
    assert finish(contradiction_of(net_problem(Grid.make(4, 1), bytes([4, 6, 4, 1])), large=3))
