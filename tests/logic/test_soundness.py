"""Every rule against all solutions of small boards: none ever drops a turn that some solution uses.

The ordinary run takes a sample, and with `--long` a larger one. With `TERMPUZZLES_ALL` set in the environment it takes
all boards up to 2x3, plain and wrapped, and thousands of random ones up to 4x4.
"""

import os
from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.engine.agenda import apply, chain
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import Problem, Whole
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import finish
from tests.board.surfaces import glued
from tests.data import sweep
from tests.logic.boards import ORBITS
from tests.logic.oracle import all_solutions, problem_of, random_problem

EVERYTHING = bool(os.environ.get("TERMPUZZLES_ALL"))
EVERY = 1 if EVERYTHING else 211 if sweep.IS_LONG else 5 * 211  # which of the small boards are taken
RANDOM_BOARDS = 20000 if EVERYTHING else sweep.share(1000)
TILES = (0, 1, 3, 5, 7, 15)  # one of each kind: blank, end, corner, bar, tee, cross


def small_boards() -> Iterator[Problem]:
    """Boards up to 2x3, as Net and as ∞ Loop, plain and wrapped: a sample, or all with `TERMPUZZLES_ALL` set."""
    number = 0
    for width, height in ((1, 2), (1, 3), (2, 2), (2, 3)):
        for tiles in product(TILES, repeat=width * height):
            for wrap, tree in product((False, True), repeat=2):
                number += 1
                if number % EVERY == 0:
                    grid = Grid.make(width, height, glued(wrap, wrap))
                    yield problem_of(grid, [ORBITS[tile] for tile in tiles], tree)


def random_boards() -> Iterator[Problem]:
    rng = Random(7)
    return (random_problem(rng) for _ in range(RANDOM_BOARDS))


BOARDS = [pytest.param(small_boards, id="small"), pytest.param(random_boards, id="random")]


def rule_names(problem: Problem) -> list[str]:
    return [name for name in problem.rules if name != "search"]


def check(step: Finding, solved: set[bytes], problem: Problem) -> None:
    """Check that no solution uses a mask that the step drops."""
    for cell, before, after in step.narrowed:
        assert after != before, f"{step} narrows nothing"
        assert not after & ~before, f"{step} brings back a mask that was ruled out"
        for solution in solved:
            assert not (before & ~after) >> solution[cell] & 1, f"{step} of {problem} drops what {solution!r} uses"


@pytest.mark.parametrize("boards", BOARDS)
def test_no_step_of_the_chain_drops_what_a_solution_uses(boards: type[Iterator[Problem]]) -> None:
    for problem in boards():
        solved = all_solutions(problem)
        for step in chain(Knowledge(problem), rules_of(rule_names(problem))):
            if step:
                check(step, solved, problem)


@pytest.mark.parametrize("boards", BOARDS)
def test_no_rule_drops_what_a_solution_uses_wherever_easier_rules_stall(boards: type[Iterator[Problem]]) -> None:
    for problem in boards():
        solved = all_solutions(problem)
        names = rule_names(problem)
        for easier in range(1, len(names)):
            knowledge = Knowledge(problem)
            for step in chain(knowledge, rules_of(names[:easier])):
                if step and step.contradiction:
                    break
            else:
                for name in names[easier:]:
                    for step in rule_named(name).find(knowledge, range(knowledge.size)):
                        check(step, solved, problem)


@pytest.mark.parametrize("boards", BOARDS)
def test_settling_at_once_says_the_same_as_the_steps_of_its_rules(boards: type[Iterator[Problem]]) -> None:
    for problem in boards():
        local = [name for name in problem.rules if name in ("edge", "no loop", "dead end")]
        stepwise, at_once = Knowledge(problem), Knowledge(problem)
        contradiction = any(step and step.contradiction for step in chain(stepwise, rules_of(local)))
        assert at_once.propagate() is not contradiction
        if not contradiction:
            assert at_once.left == stepwise.left, problem


@pytest.mark.parametrize("boards", BOARDS)
def test_search_finds_every_solution_and_nothing_else(boards: type[Iterator[Problem]]) -> None:
    for problem in boards():
        solved = all_solutions(problem)
        found = finish(solutions(problem, 1000))
        assert len(found) == len(set(found))
        if len(solved) < 1000:
            assert set(found) == solved, problem


def test_undoing_to_a_mark_restores_the_knowledge() -> None:
    rng = Random(3)
    for problem in random_boards():
        knowledge = Knowledge(problem)
        if not knowledge.propagate():
            continue
        again = Knowledge(problem)
        again.propagate()
        for cell in knowledge.open_cells():
            mark = knowledge.mark()
            knowledge.narrow(cell, rng.getrandbits(16) or 1)
            if not knowledge.contradicted:
                knowledge.propagate()
            knowledge.undo(mark)
            assert knowledge.left == again.left
            if problem.whole is Whole.TREE:
                components, same = (each.propagator(Components) for each in (knowledge, again))
                assert (components.lines, components.parents) == (same.lines, same.parents)
                reach = knowledge.propagator(Reach)
                kept = {key: bound for key, bound in reach.bounds.items() if bound < reach.endless}
                assert kept == again.propagator(Reach).bounds


def test_a_step_put_in_is_known_afterwards() -> None:
    for problem in random_boards():
        knowledge = Knowledge(problem)
        knowledge.begin_steps()
        for step in rule_named("edge").find(knowledge, range(knowledge.size)):
            if not step.contradiction:
                apply(knowledge, step)
                assert all(knowledge.left[cell] == after for cell, _, after in step.narrowed)
                break
