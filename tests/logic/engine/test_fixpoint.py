"""Deducing on whole boards first, then cell by cell: it finds no less than cell by cell alone, and nothing false."""

from __future__ import annotations

import tracemalloc
from collections.abc import Mapping
from random import Random

import pytest

from termpuzzles.board.grid import TURNS, Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.generator.generate import generate
from termpuzzles.logic.answers import solver
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.task import finish
from tests.logic.bitboards.local import random_grid, random_lines
from tests.logic.oracle import all_solutions
from tests.logic.trees import random_tree


def cell_by_cell(problem: Problem, given: Mapping[int, Domain]) -> tuple[Knowledge, bool]:
    knowledge = Knowledge(problem)
    held = all(knowledge.narrow(cell, keep) for cell, keep in given.items())
    return knowledge, held and finish(knowledge.deducing())


@pytest.mark.parametrize("game", ["infinity", "net"])
def test_nothing_is_lost_and_nothing_is_false(game: str) -> None:
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
        fast, fast_consistent = finish(solver.deduced(problem, given, few=0))
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


def test_marks_are_undone_one_by_one_and_each_restores_the_state_before_it() -> None:
    grid = Grid(6, 6, TORUS)
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


def propagated(side: int) -> Knowledge:
    """What is known of a random Net board that wraps, once every cell has been looked at."""
    grid = Grid(side, side, TORUS)
    knowledge = Knowledge(Puzzle(named("net"), grid, bytes(random_tree(Random(1), grid, 0))).problem())
    assert knowledge.propagate()
    return knowledge


def test_a_mark_takes_no_more_room_on_a_large_board_than_on_a_small_one() -> None:
    room = []
    for side in (6, 60):
        knowledge = propagated(side)
        tracemalloc.start()
        marks = [knowledge.mark() for _ in range(100)]
        room.append(tracemalloc.get_traced_memory()[0])
        tracemalloc.stop()
        assert len(marks) == knowledge.depth
    assert room[1] < 2 * room[0]


def test_the_cells_that_wait_to_be_looked_at_for_pockets_are_taken_back_too() -> None:
    knowledge = propagated(6)
    reach, before, marks = knowledge.propagator(Reach), [], []
    for cell in knowledge.open_cells()[:6]:
        before.append(set(reach.small))
        marks.append(knowledge.mark())
        knowledge.narrow(cell, knowledge.left[cell] & -knowledge.left[cell])
        knowledge.note()
        list(reach.look_small(min(reach.small), 3))
    assert before[0] > before[-1] > set(reach.small)
    while marks:
        knowledge.undo(marks.pop())
        assert set(reach.small) == before.pop()


@pytest.mark.parametrize("game", ["net", "simpleloop"])
def test_deducing_on_from_the_easiest_rule_finds_as_much_as_from_the_beginning(game: str) -> None:
    rng = Random(game)
    further = 0
    for number in range(40):
        puzzle = generate(game, "5x5", seed=number)
        problem, answer = puzzle.problem(), solve(puzzle)
        assert answer
        given = {cell: 1 << mask for cell, mask in enumerate(answer.lines) if rng.random() < 0.1}
        easy = Knowledge(problem)
        for cell, keep in given.items():
            easy.narrow(cell, keep)
        assert not any(step and step.contradiction for step in chain(easy, rules_of(problem.rules[:1])))
        resumed = Knowledge(problem, list(easy.left))
        assert finish(resumed.deducing())
        assert resumed.left == cell_by_cell(problem, given)[0].left
        further += resumed.left != easy.left
    assert further > 5


def test_the_cells_narrowed_last_are_known_as_far_back_as_they_can_be_undone() -> None:
    knowledge = Knowledge(Puzzle(named("infinity"), Grid(4, 1), bytes([1, 5, 5, 1])).problem())
    assert knowledge.latest(5) == []
    knowledge.mark()
    for cell in (2, 0, 3):
        assert knowledge.narrow(cell, 1 << 1 | 1 << 4 | 1 << 5)
    assert [knowledge.latest(most) for most in (1, 2, 3, 5)] == [[3], [3, 0], [3, 0, 2], [3, 0, 2]]
