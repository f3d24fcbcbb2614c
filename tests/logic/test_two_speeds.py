"""Bitboards, worklist, chain of steps and a slow reference deduce the same on boards of our own.

The tests compare what is left of each cell at the fixpoint, not only the final answers.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from termpuzzles.board.grid import SIDES, Grid
from termpuzzles.formats import read
from termpuzzles.logic import bitboards
from termpuzzles.logic.bitboards import tree
from termpuzzles.logic.bitboards.frame import Frame
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Problem, Whole
from termpuzzles.logic.rules import rules_of
from tests.data import sweep
from tests.data.tables import masks, rows
from tests.logic.fixpoint import Left, Rest, dead_within, fixpoint, local, no_loop, sealed, sets

LARGEST = 50  # cells; the slow reference takes too long on larger boards
PATIENCE = 10_000  # passes: more than any board needs


def problems(game: str, largest: int = LARGEST) -> list[Problem]:
    return [read(row.id)[0].problem() for row in sweep.sample(rows(game)) if row.cells <= largest]


def meets_itself(grid: Grid) -> bool:
    """Whether a line leads around the board back to its own cell."""
    return any(grid.beyond(cell, side) == cell for cell in range(grid.size) for side in SIDES)


def rest(problem: Problem) -> Rest:
    domains = (problem.domain_of(cell) for cell in range(problem.grid.size))
    return Rest(problem.grid, sets(domains), one_loop=problem.whole is Whole.LOOP)


def stepwise(problem: Problem, *rules: str) -> Left | None:
    """What the steps of these rules leave; None where one of them is a contradiction."""
    knowledge = Knowledge(problem)
    if any(finding and finding.contradiction for finding in chain(knowledge, rules_of(rules))):
        return None
    return sets(knowledge.left)


def at_once(problem: Problem) -> Left | None:
    """What the worklist leaves."""
    knowledge = Knowledge(problem)
    return sets(knowledge.left) if knowledge.propagate() else None


def whole_boards(problem: Problem, *rules: str) -> Left | None:
    """What the bitboards leave."""
    found = bitboards.settle(problem, rules or None, PATIENCE)
    return None if found.contradiction else sets(found.domains())


def test_all_speeds_say_the_same_of_infinity_loop() -> None:
    for problem in problems("infinity", 400):
        slowly = fixpoint(rest(problem), local)
        assert whole_boards(problem) == slowly
        # the worklist leaves a line from a tile to itself to later rules
        if not meets_itself(problem.grid):
            assert at_once(problem) == stepwise(problem, "edge") == slowly


def test_all_speeds_say_the_same_of_net_without_dead_ends() -> None:
    for problem in problems("net"):
        slowly = fixpoint(rest(problem), local, no_loop)
        assert whole_boards(problem, "edge", "no loop") == stepwise(problem, "edge", "no loop") == slowly


def test_the_worklist_and_its_steps_find_all_dead_ends_that_the_bounds_imply() -> None:
    for problem in problems("net"):
        slowly = fixpoint(rest(problem), local, no_loop, sealed)
        assert at_once(problem) == stepwise(problem, "edge", "no loop", "dead end") == slowly


def test_bitboards_find_all_dead_ends_within_a_ball_that_is_too_small() -> None:
    for problem in problems("net"):
        slow = rest(problem)
        steps = tree.deepest(Frame(problem.grid), slow.total)
        assert whole_boards(problem) == fixpoint(slow, local, no_loop, dead_within(steps))


def test_the_worklist_goes_on_from_the_bitboards_to_all_that_both_can_find() -> None:
    for problem in problems("net"):
        slow = rest(problem)
        steps = tree.deepest(Frame(problem.grid), slow.total)
        slowly = fixpoint(slow, local, no_loop, dead_within(steps), sealed)
        found = bitboards.settle(problem, None, PATIENCE)
        knowledge = Knowledge(problem, found.domains(), found.joined)
        combined = None if found.contradiction or not knowledge.propagate() else sets(knowledge.left)
        assert combined == slowly


@pytest.mark.parametrize("game", ["net", "infinity"])
def test_neither_speed_loses_a_solution_of_a_large_board(game: str) -> None:
    for row in rows(game):
        problem = read(row.id)[0].problem()
        if row.number != "0":
            for left in (whole_boards(problem), at_once(problem)):
                assert left is not None
                assert all(mask in kept for mask, kept in zip(masks(row.solution), left, strict=True)), row.id


def test_all_speeds_say_the_same_of_one_loop_to_draw() -> None:
    for problem in problems("simpleloop"):
        slowly = fixpoint(rest(problem), local, no_loop)
        assert at_once(problem) == stepwise(problem, "degree", "no loop") == slowly


def test_all_speeds_say_the_same_of_any_loops_to_draw() -> None:
    for problem in problems("simpleloops", 150):
        slowly = fixpoint(rest(problem), local)
        assert at_once(problem) == stepwise(problem, "degree") == slowly


def test_all_speeds_say_the_same_where_only_the_judge_knows_the_whole() -> None:
    for problem in problems("web"):
        slowly = fixpoint(rest(problem), local)
        assert whole_boards(problem) == slowly
        if not meets_itself(problem.grid):
            assert at_once(problem) == stepwise(problem, "edge") == slowly


def test_a_problem_with_fewer_rules_is_deduced_no_further() -> None:
    for problem in problems("net")[::10]:
        assert at_once(problem) == at_once(replace(problem, rules=("edge", "search")))
