"""New boards have just one solution by a solver of another kind, too; that solver is held to trying everything."""

from __future__ import annotations

import pytest

from tests.data import sweep
from tests.generator.other_solver import KINDS, by_sat, by_trying, is_unique, made, wishes


@pytest.mark.parametrize("game", KINDS)
def test_new_boards_have_one_solution_by_a_solver_of_another_kind(game: str) -> None:
    for wish in wishes(game):
        for index in range(sweep.share(5)):
            assert is_unique(made(game, wish, index)), (wish, index)


@pytest.mark.parametrize("game", KINDS)
def test_it_finds_what_trying_everything_finds(game: str) -> None:
    pytest.importorskip("pysat")
    for wish in ("4x4", "4x4, any"):
        for index in range(sweep.share(10)):
            problem = made(game, wish, index).problem()
            assert sorted(by_sat(problem, 50)) == sorted(by_trying(problem, 50))
