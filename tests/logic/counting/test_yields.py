"""Long searches give a chance to stop again and again, and stop after as many states as they are given."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import pytest

from termpuzzles.board.grid import E, Grid, W
from termpuzzles.logic.counting.matching import perfect
from termpuzzles.logic.counting.sweep import sweep, ways_through
from termpuzzles.logic.problem import ALL, domain


def with_yields(task: Generator[Any, None, Any]) -> tuple[object, int]:
    """What a task finds, and how often it could have been stopped."""
    yields = 0
    while True:
        try:
            next(task)
        except StopIteration as end:
            return end.value, yields
        yields += 1


def test_a_matching_of_many_nodes_yields_now_and_then() -> None:
    pairs = [[node ^ 1] for node in range(400)]
    mate = [-1] * 400
    found, yields = with_yields(perfect(pairs, mate))
    assert found is True
    assert mate == [node ^ 1 for node in range(400)]
    assert 4 <= yields <= 200


@pytest.mark.parametrize("most", [3 * 4096, 5 * 4096])
def test_a_sweep_for_ways_yields_every_few_thousand_states_until_they_are_too_many(most: int) -> None:
    grid = Grid(6, 6)
    task = ways_through(sweep(grid, dict.fromkeys(range(36), ALL), range(36)), 10**9, most)
    found, yields = with_yields(task)
    assert found is None
    assert most // 4096 - 1 <= yields <= most // 1000


def test_as_many_states_as_a_sweep_takes_are_enough_and_one_fewer_is_not() -> None:
    grid, domains = Grid(2, 1), {0: domain(0, E), 1: domain(0, W)}
    found = [with_yields(ways_through(sweep(grid, domains, range(2)), 9, most))[0] for most in range(12)]
    assert found == [None] * 7 + [[{0: 0, 1: 0}, {0: 4, 1: 1}]] * 5
