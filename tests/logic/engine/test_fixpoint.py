"""Whole boards first and then cell by cell: nothing less is known than cell by cell alone, and nothing false."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine import fixpoint
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.task import finish
from tests.logic.bitboards.local import random_grid, random_lines
from tests.logic.oracle import all_solutions
from tests.logic.trees import random_tree


def cell_by_cell(problem: Problem, given: Mapping[int, Domain]) -> tuple[Knowledge, bool]:
    knowledge = Knowledge(problem)
    held = all(knowledge.narrow(cell, keep) for cell, keep in given.items())
    return knowledge, held and finish(knowledge.deducing())


@pytest.mark.parametrize("game", ["infinity", "net"])
def test_nothing_is_lost_and_nothing_is_false(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fixpoint, "FEW", 0)
    rng = Random(game)
    consistent = 0
    for _ in range(400):
        grid = random_grid(rng)
        masks = random_lines(rng, grid) if game == "infinity" else random_tree(rng, grid, 0.1)
        tiles = bytes(TURNS[mask][rng.randrange(4)] for mask in masks)
        problem = Puzzle(named(game), grid, tiles).problem()
        given = {
            cell: rng.choice((1 << mask, 1 << mask | rng.getrandbits(16), rng.getrandbits(16)))
            for cell, mask in enumerate(masks)
            if rng.random() < 0.2
        }
        slow, slow_consistent = cell_by_cell(problem, given)
        fast, fast_consistent = finish(fixpoint.deduced(problem, given))
        every = [
            board for board in all_solutions(problem) if all(keep >> board[cell] & 1 for cell, keep in given.items())
        ]
        assert fast_consistent <= slow_consistent
        if not fast_consistent:
            assert not every
            continue
        consistent += 1
        assert all(not quick & ~plain for quick, plain in zip(fast.left, slow.left, strict=True))
        assert all(fast.left[cell] >> mask & 1 for board in every for cell, mask in enumerate(board))
    assert consistent > 100


def test_marks_are_taken_back_one_by_one_and_after_the_last_nothing_waits_to_be() -> None:
    grid = Grid(6, 6, wrap_x=True, wrap_y=True)
    knowledge = Knowledge(Puzzle(named("net"), grid, bytes(random_tree(Random(1), grid, 0))).problem())
    assert knowledge.propagate()
    before = [(bytes(map(int.bit_count, knowledge.left)), knowledge.depth)]
    marks = []
    for cell in knowledge.open_cells()[:3]:
        marks.append(knowledge.mark())
        domain = knowledge.left[cell]
        knowledge.narrow(cell, domain & -domain)
        knowledge.note()
        before.append((bytes(map(int.bit_count, knowledge.left)), knowledge.depth))
    assert [depth for _, depth in before] == [0, 1, 2, 3]
    for mark in reversed(marks):
        before.pop()
        knowledge.undo(mark)
        assert (bytes(map(int.bit_count, knowledge.left)), knowledge.depth) == before[-1]
