"""A step follows from the cells it names, with every other tile free to take any lines: tried on all such boards."""

import os
from collections.abc import Iterator
from random import Random

from termpuzzles.logic.domains import ALL, FITS
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Step
from termpuzzles.logic.problem import Problem, Whole
from termpuzzles.logic.rules import rule_named
from tests.logic.oracle import fitting, is_tree, random_problem

BOARDS = 3000 if os.environ.get("TERMPUZZLES_ALL") else 150
MOST_LINES = 12  # of a board whose line sets are all tried


def problems() -> Iterator[Problem]:
    rng = Random(11)
    found = 0
    while found < BOARDS:
        problem = random_problem(rng, 9)
        if sum(1 for _ in problem.grid.lines()) <= MOST_LINES:
            found += 1
            yield problem


def findings(problem: Problem) -> Iterator[Finding]:
    """All that edge finds at first, and all that every rule finds wherever the easier rules stall."""
    names = [name for name in problem.rules if name != "search"]
    yield from rule_named("edge").find(Knowledge(problem), range(problem.grid.size))
    for easier in range(1, len(names)):
        knowledge = Knowledge(problem)
        contradiction = any(step and step.contradiction for step in chain(knowledge, names[:easier]))
        if not contradiction:
            for name in names[easier:]:
                rule = rule_named(name)
                if rule.near:
                    list(rule.near(knowledge, (), 0))
                yield from rule.find(knowledge, range(knowledge.size))


def follows(step: Finding | Step, problem: Problem) -> bool:
    """Whether every board that the step's premises allow agrees with it."""
    tree = problem.whole is Whole.TREE
    domains = [ALL & ~1 if tree else ALL] * problem.grid.size
    for cell, known, left in step.because:
        domains[cell] = left & FITS[known]
    for board in fitting(problem.grid, domains):
        if tree and not is_tree(board, problem.grid):
            continue
        if step.contradiction or any((before & ~after) >> board[cell] & 1 for cell, before, after in step.narrowed):
            return False
    return True


def test_every_step_follows_from_the_cells_it_names() -> None:
    for problem in problems():
        for step in findings(problem):
            assert follows(step, problem), f"{step} {step.reason} of {problem}"


def test_a_step_names_a_cell_once_and_cites_what_is_known() -> None:
    for problem in problems():
        for step in findings(problem):
            cells = [premise.cell for premise in step.because]
            assert len(cells) == len(set(cells)), step
            assert not step.sentence[0].islower()
            assert step.sentence[0] != "("
            assert step.sentence.endswith("."), step.sentence
