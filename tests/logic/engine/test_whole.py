"""The condition on the whole board is data: rules explain and rate, and do not decide what is true."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.rating import chain_steps, findings
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.agenda import apply, chain
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.problem import EMPTY, SEARCH, TWO_LINES, Problem, Whole
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import finish
from tests.logic.oracle import all_solutions, fitting, is_joined, random_problem

FEWER = ((SEARCH,), ("edge", SEARCH), ("edge", "no loop", SEARCH))


def boards(number: int) -> Iterator[Problem]:
    """Small boards of turning tiles, some of which must become one tree."""
    rng = Random(2027)
    for _ in range(number):
        yield random_problem(rng, 9)


def drawn_boards(number: int) -> Iterator[Problem]:
    """Small boards of one loop through every open cell."""
    rng = Random(5)
    game = named("simpleloop")
    for _ in range(number):
        width, height = rng.randint(2, 5), rng.randint(2, 4)
        yield Puzzle(game, Grid.make(width, height), bytes(rng.random() < 0.8 for _ in range(width * height))).problem()


def test_with_fewer_rules_a_problem_has_the_same_solutions() -> None:
    for problem in (*boards(120), *drawn_boards(120)):
        for rules in (*FEWER, problem.rules):
            found = finish(solutions(replace(problem, rules=rules), 1000))
            assert len(found) == len(set(found))
            assert all(map(problem.judge, found))
            assert set(found) == set(finish(solutions(problem, 1000)))


def test_the_solutions_with_search_alone_are_those_of_brute_force() -> None:
    for problem in boards(150):
        found = finish(solutions(replace(problem, rules=(SEARCH,)), 1000))
        expected = all_solutions(problem)
        assert len(found) == min(len(expected), 1000)
        assert set(found) <= expected


@pytest.mark.parametrize("whole", Whole)
def test_the_judge_has_the_last_word_whatever_holds_of_the_whole(whole: Whole) -> None:
    for problem in boards(60):
        if problem.whole is not Whole.TREE:
            continue
        judged = replace(problem, whole=whole)
        found = set(finish(solutions(judged, 1000)))
        assert found <= all_solutions(problem)
        if whole in (Whole.TREE, Whole.JUDGED):
            assert len(found) == min(len(all_solutions(problem)), 1000)


def is_one_loop(board: bytes, grid: Grid) -> bool:
    """Whether the lines of a board without loose ends, two in each cell or none, are one loop."""
    return any(board) and {mask.bit_count() for mask in board} <= {0, 2} and is_joined(board, grid)


LINES_OR_NONE = TWO_LINES | EMPTY


def loop_boards(number: int) -> Iterator[Problem]:
    """Small boards of one loop through every cell that must have lines; others may stay blank, or must."""
    rng = Random(11)
    for _ in range(number):
        grid = Grid.make(rng.randint(2, 4), rng.randint(2, 4))
        weights = rng.choice(((0, 1, 0), (1, 1, 8), (1, 3, 6), (2, 1, 1)))
        kinds = bytes(rng.choices((0, 1, 2), weights, k=grid.size))
        judge = partial(is_one_loop, grid=grid)
        rules = ("degree", "no loop", "one step ahead", SEARCH)
        yield Problem(grid, kinds, (EMPTY, TWO_LINES, LINES_OR_NONE), Whole.LOOP, rules, judge)


def test_one_loop_through_some_cells_has_the_solutions_of_brute_force() -> None:
    for problem in loop_boards(200):
        domains = [problem.domain_of(cell) for cell in range(problem.grid.size)]
        expected = {board for board in fitting(problem.grid, domains) if is_one_loop(board, problem.grid)}
        for rules in (problem.rules, (SEARCH,)):
            found = finish(solutions(replace(problem, rules=rules), 1000))
            assert len(found) == len(set(found))
            assert set(found) == expected


@pytest.mark.parametrize(("width", "height", "number"), [(2, 2, 1), (3, 3, 13), (4, 4, 213)])
def test_a_board_whose_cells_may_all_stay_blank_has_each_single_loop(width: int, height: int, number: int) -> None:
    grid = Grid.make(width, height)
    judge = partial(is_one_loop, grid=grid)
    problem = Problem(grid, bytes(grid.size), (LINES_OR_NONE,), Whole.LOOP, ("degree", "no loop", SEARCH), judge)
    assert len(finish(solutions(problem, 1000))) == number


def test_a_step_that_is_kept_says_what_was_true_when_it_was_found() -> None:
    for problem in (*boards(40), *drawn_boards(40)):
        kept = list(chain_steps(problem))
        knowledge = Knowledge(problem)
        again = (finding for finding in findings(knowledge) if finding)
        for step, finding in zip(kept, again, strict=True):
            assert step[:3] == finding.step()[:3]
            for cell, known, left in step.because:
                assert not known & ~knowledge.known(cell), "the sides that a step cites are known by then"
                assert not knowledge.left[cell] & ~left, "the masks that a step cites include all that are left by then"


def visible_state(knowledge: Knowledge) -> object:
    """The visible state of the knowledge; a bound that is not worked out yet does not count."""
    found: list[object] = [list(knowledge.left), knowledge.contradicted, list(knowledge._work)]
    for each in knowledge.propagators:
        if isinstance(each, Components):
            found += [bytes(each.lines), list(each.parents), list(each.log), each.seen, each.loop]
        elif isinstance(each, Reach):
            each.lower()
            finite = {key: bound for key, bound in each.bounds.items() if bound < each.endless}
            found += [finite, list(each.log)]
    return found


def test_finding_and_looking_where_to_find_change_nothing() -> None:
    for problem in (*boards(25), *drawn_boards(25)):
        names = [name for name in problem.rules if name != SEARCH]
        for easier in range(1, len(names)):  # the other rules assume that the easiest finds nothing more
            knowledge = Knowledge(problem)
            if any(finding and finding.contradiction for finding in chain(knowledge, rules_of(names[:easier]))):
                break
            before = visible_state(knowledge)
            for name in names:
                rule = rule_named(name)
                list(rule.find(knowledge, range(knowledge.size)))
                if rule.near:
                    assert list(rule.near(knowledge, range(knowledge.size), 0)) == list(
                        rule.near(knowledge, range(knowledge.size), 0)
                    )
            assert visible_state(knowledge) == before


def test_each_propagator_says_what_the_rules_that_share_its_work_say() -> None:
    for problem in boards(60):
        if problem.whole is Whole.TREE:
            by_rules, at_once = Knowledge(problem), Knowledge(problem)
            stuck = any(
                finding and finding.contradiction
                for finding in chain(by_rules, rules_of(("edge", "no loop", "dead end")))
            )
            assert at_once.propagate() is not stuck
            assert stuck or at_once.left == by_rules.left


def test_a_propagator_that_the_problem_does_not_have_is_an_error() -> None:
    problem = next(problem for problem in boards(40) if problem.whole is Whole.LINES)
    with pytest.raises(LookupError, match="Components"):
        Knowledge(problem).propagator(Components)


def test_what_a_finding_narrows_is_noted_when_it_is_put_in() -> None:
    for problem in boards(20):
        knowledge = Knowledge(problem)
        knowledge.begin_steps()
        finding = next(iter(rule_named("edge").find(knowledge, range(knowledge.size))), None)
        if finding and not finding.contradiction:
            assert apply(knowledge, finding)[0] == finding.narrowed[0].cell
            assert not knowledge._work
