"""Boards on which lines only have to meet, solved cluster by cluster: each method against brute force."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from random import Random

import pytest

from termpuzzles.board.grid import MASKS, TURNS, E, Grid, N, S, W
from termpuzzles.logic.answers.solver import one_solution, solutions
from termpuzzles.logic.counting import clusters, matching
from termpuzzles.logic.counting import sweep as count
from termpuzzles.logic.counting.clusters import KeptClusters
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem, Whole, domain, masks_of
from termpuzzles.logic.task import Task, finish
from tests.board.surfaces import random_surface
from tests.data import sweep
from tests.logic.bitboards import local
from tests.logic.oracle import all_solutions, random_problem

RULES = ("edge", "search")


def lines_problem(grid: Grid, domains: list[int]) -> Problem:
    """A problem with these domains, in which lines only have to meet."""
    kinds = sorted(set(domains))
    return Problem(grid, bytes(map(kinds.index, domains)), tuple(kinds), Whole.LINES, RULES, partial(agree, grid))


def agree(grid: Grid, board: bytes) -> bool:
    """Whether every cell agrees with all others."""
    masks = list(board)
    return all(local.fits(grid, cell, mask, masks, grid.size) for cell, mask in enumerate(masks))


def give_up(*_: object) -> Task[None]:
    """A method that never finds anything."""
    yield None


@pytest.fixture(params=["all", "no sweep", "search alone"])
def methods(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which methods are left: all, or only the harder ones."""
    if request.param != "all":
        monkeypatch.setattr(clusters, "ways_through", give_up)
    if request.param == "search alone":
        monkeypatch.setattr(matching, "ways", give_up)
    return str(request.param)


@pytest.mark.parametrize("seed", sweep.sample(range(10)))
def test_up_to_two_solutions_are_found_by_each_of_the_methods(seed: int, methods: str) -> None:
    rng = Random(f"{seed} {methods}")
    for _ in range(60):
        grid = local.random_grid(rng)
        domains = local.random_domains(rng, grid)
        problem = lines_problem(grid, domains)
        every = [bytes(board) for board in local.solutions(grid, domains)]
        found = finish(solutions(problem))
        assert len(set(found)) == len(found) == min(2, len(every))
        assert set(found) <= set(every)
        first = finish(one_solution(problem))
        assert first in every if every else first is None
        if left := local.narrow(grid, domains):
            found = finish(clusters.solutions_by_cluster(problem, left, 2, 5))
            assert len(set(found)) == len(found) == min(2, len(every))
            assert set(found) <= set(every)


def test_each_cluster_has_its_own_choice() -> None:
    grid = Grid.make(2, 11)
    pair, blank = domain(*TURNS[N]), domain(0)
    domains = [blank if y % 3 == 2 else pair for y in range(11) for _ in range(2)]
    problem = lines_problem(grid, domains)
    one, other = finish(solutions(problem))
    assert sum(a != b for a, b in zip(one, other, strict=True)) == 4
    left = local.narrow(grid, domains)
    assert left is not None
    assert finish(count.count(grid, clusters.undecided_cells(left))) == 2**4


def test_a_wide_board_with_some_bars_is_solved() -> None:
    rng = Random(5)
    grid = Grid.make(40, 40)
    masks = [0] * grid.size
    for line in rng.sample(list(grid.lines()), len(list(grid.lines()))):
        one, other = grid.ends(line)
        if not (masks[one] or masks[other]) or rng.random() < 0.05:
            masks[one] |= S if line % 2 else E
            masks[other] |= N if line % 2 else W
    assert sum(mask in (N | S, E | W) for mask in masks) > 20
    problem = Problem(
        grid, bytes(masks), tuple(domain(*TURNS[mask]) for mask in MASKS), Whole.LINES, RULES, partial(agree, grid)
    )
    found = finish(solutions(problem))
    assert len(set(found)) == 2
    assert all(map(problem.judge, found))
    assert all(board[cell] in TURNS[mask] for board in found for cell, mask in enumerate(masks))


def test_a_solution_like_another_has_the_cell_as_it_is_held_to_several_masks() -> None:
    rng, held = Random(3), 0
    while held < 300:
        problem = random_problem(rng, 12, random_surface(rng))
        knowledge = Knowledge(problem)
        solved = sorted(all_solutions(problem))
        if problem.whole is not Whole.LINES or not 1 < len(solved) < 100 or not finish(knowledge.deducing()):
            continue
        kept = KeptClusters(problem.grid, knowledge.left)
        for cell in knowledge.open_cells():
            masks = masks_of(knowledge.left[cell])
            for some in combinations(masks, 2):
                found = finish(kept.solution_like(solved[0], {cell: domain(*some)}))
                expected = [board for board in solved if board[cell] in some]
                assert found is None or (found[0] in expected if expected else not found)
                held += found is not None
