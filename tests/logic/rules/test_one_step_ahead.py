"""What suppositions led to is kept for a chain: it finds the same as if each were followed anew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import pytest

import termpuzzles.logic.rules.one_step_ahead as what_if
from termpuzzles.games import named
from termpuzzles.logic.answers.canonical_chain import canonical_chain
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.problem import Domain, Problem, masks_of
from termpuzzles.logic.rules import rules_of
from tests.data import sweep
from tests.games.boards import random_puzzle, solvable_puzzle
from tests.logic.oracle import random_problem

Told = tuple[str, tuple[Narrowing, ...], tuple[int, ...]]

BOARDS = sweep.share(400, 10)


def find_anew(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """As the rule does, but each supposition is followed, whatever was seen before."""
    for cell in cells:
        before = knowledge.left[cell]
        for mask in masks_of(before) if before & (before - 1) else ():
            if what_if.world_of(knowledge, cell, mask) is None:
                narrowed = (Narrowing(cell, before, before & ~(1 << mask)),)
                yield next(each for each in what_if.find(knowledge, [cell]) if each.narrowed == narrowed)


ANEW = what_if.RULE._replace(find=find_anew, kept=None)


def boards(name: str) -> Iterator[Problem]:
    """Boards with one solution, several, or none."""
    rng = Random(name)
    for number in range(BOARDS):
        if name == "tiles":
            yield random_problem(rng, 16)
        else:
            made = solvable_puzzle if number % 4 else random_puzzle
            yield made(rng, named(name), 5).problem()


def told(findings: Iterable[Finding | None]) -> list[Told]:
    return [(each.rule, each.narrowed, tuple(premise.cell for premise in each.because)) for each in findings if each]


@pytest.mark.parametrize("name", ["tiles", "net", "infinity", "simpleloop", "masyu", "simpleloops"])
def test_a_chain_finds_the_same_with_what_was_seen_before(name: str) -> None:
    spared = 0
    for problem in boards(name):
        for number in (2, 3) if problem.clues else (1, 3):  # what circles leave is known before anything is supposed
            easy = rules_of(problem.rules[:number])
            both: list[list[Rule]] = [[*easy, what_if.RULE], [*easy, ANEW]]
            for steps in (chain, canonical_chain):
                (kept, left), (anew, left_anew) = (_run(steps, problem, rules) for rules in both)
                assert kept == anew
                assert left == left_anew
                spared += sum(rule == "one step ahead" for rule, _, _ in kept)
    assert spared


def _run(steps: object, problem: Problem, rules: list[Rule]) -> tuple[list[Told], list[Domain]]:
    knowledge = Knowledge(problem)
    assert callable(steps)
    return told(steps(knowledge, rules)), knowledge.left
