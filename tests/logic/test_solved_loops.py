"""Loops that are drawn already: what is left open of them is what propagation leaves open of their puzzle."""

from dataclasses import replace
from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.bitboards.frame import Frame
from termpuzzles.logic.bitboards.solved_loops import left_by_degree, left_by_no_loop
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem, Whole
from tests.data import sweep


def left_by_propagation(problem: Problem) -> dict[int, int]:
    knowledge = Knowledge(problem)
    assert knowledge.propagate()
    return {cell: knowledge.left[cell] for cell in knowledge.open_cells()}


@pytest.mark.parametrize(("width", "height"), [(2, 2), (2, 7), (5, 4), (8, 8), (15, 11), (30, 20)])
def test_the_rules_leave_of_drawn_loops_what_propagation_leaves_of_their_puzzle(width: int, height: int) -> None:
    game, grid, chance = named("simpleloop"), Grid.make(width, height), Random(width)
    maker = game.maker()  # type: ignore[misc]
    open_cells = 0
    for _ in range(sweep.share(100)):
        masks = maker.draw(grid, Params(width, height, density=chance.uniform(0.1, 0.62)), chance)
        problem = Puzzle(game, grid, maker.tiles(bytes(masks))).problem()
        left = left_by_propagation(problem)
        assert left_by_no_loop(Frame(grid), bytes(masks)) == left
        assert left_by_no_loop(Frame(grid), bytes(masks), near=chance.randrange(grid.size)).keys() <= left.keys()
        open_cells += len(left)
        more = left_by_degree(Frame(grid), bytes(masks))
        assert more == left_by_propagation(replace(problem, whole=Whole.LINES))
        assert more.keys() >= left.keys()
    assert open_cells or width * height < 20
