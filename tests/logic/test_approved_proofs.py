"""A proof of each kind of board as a text that a person has read, step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from random import Random

import tests.games.web  # noqa: F401 - registers a game that only the tests know
from termpuzzles.board.grid import E, N, S, W
from termpuzzles.formats import read
from termpuzzles.logic.answers import rating
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import FITS, Problem, Whole
from termpuzzles.logic.rules import rule_named, rules_of
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.logic.boards import ORBITS
from tests.logic.oracle import problem_of, random_problem
from tests.logic.transcript import told

PROVED = (
    "2x2w:9223",
    "infinity:1x8w:dd122ae0",
)


ADDRESS = "https://puzz.link/p?mashu/"


def problem(text: str) -> Problem:
    """The problem of an id."""
    return read(text)[0].problem()


def whole_proof(text: str) -> Iterator[str]:
    """The proof of a board, each step with all that it says."""
    asked = problem(text)
    proof = list(rating.chain_steps(asked))
    found = finish(rating.rating_of(asked))
    yield f"== {text}"
    yield f"{found.hardest}, effort {found.effort}, {found.steps}"
    for step in proof:
        yield told(step, asked.grid, step.rule == "edge")


def test_proofs_read_as_approved() -> None:
    approve(__file__, "logic-proofs", "\n".join(line for text in PROVED for line in whole_proof(text)) + "\n")


def stalled(asked: Problem, names: Iterable[str]) -> Knowledge | None:
    """What is known where these rules find nothing more; None if they contradict themselves."""
    knowledge = Knowledge(replace(asked, rules=tuple(names)))
    steps = list(chain(knowledge, rules_of(names)))
    return None if steps and steps[-1] and steps[-1].contradiction else knowledge


def broken(number: int) -> Iterator[Problem]:
    """Random boards with a tile or two exchanged, so that most have no solution."""
    rng = Random(12)
    for _ in range(number):
        asked = random_problem(rng, 12)
        domains = [asked.domain_of(cell) for cell in range(asked.grid.size)]
        for _ in range(rng.choice((1, 2))):
            domains[rng.randrange(len(domains))] = ORBITS[rng.randrange(16)]
        yield problem_of(asked.grid, domains, asked.whole is Whole.TREE)


def test_what_rules_say_of_a_loop_that_leaves_out_a_line_reads_as_approved() -> None:
    asked, found = problem(f"{ADDRESS}4/4/0"), []
    for name in ("no loop", "chain", "one step ahead"):
        knowledge = Knowledge(asked)
        knowledge.begin_steps()
        for cell, drawn in ((0, E | S), (1, W | S), (4, N), (5, N), (10, E), (11, W)):
            knowledge.narrow(cell, FITS[drawn << 4])
        knowledge.note()
        found += [told(finding.step(), asked.grid) for finding in rule_named(name).find(knowledge, (4,))]
    approve(__file__, "logic-loops-beside-lines", "\n".join(found) + "\n")
