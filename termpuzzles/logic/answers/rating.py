"""How a person gets through a board: its steps, by the canonical chain, and how hard these make it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.logic.answers.canonical_chain import canonical_chain
from termpuzzles.logic.answers.effort import weight
from termpuzzles.logic.answers.solver import complete, no_tree
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.explain.parts import counted_cells, part
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason, Step
from termpuzzles.logic.problem import SEARCH, Problem
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.task import Task


class Rating(NamedTuple):
    """How hard a board is: the hardest rule of the chain that settles it, and how many steps each rule makes.

    `hardest` is None if the board has no solution or several; `steps` then counts the steps that could be made.
    `contradiction` is the step that finds the board contradictory, if a rule does. `effort` adds up what all steps ask
    of a person; it is None whenever `hardest` is.
    """

    hardest: str | None
    steps: dict[str, int]
    contradiction: Step | None = None
    effort: int | None = None

    def __hash__(self) -> int:
        return hash((self.hardest, self.effort, frozenset(self.steps.items())))


class UniqueRating(Rating):
    """The rating of a board with just one solution: `hardest` and `effort` are known, also to type checkers.

    `steps` are as in `Rating`, and `contradiction` is None. `isinstance(found, UniqueRating)` tells it from that of a
    board with none or several.
    """

    if TYPE_CHECKING:
        hardest: str
        effort: int


def findings(knowledge: Knowledge, fits: Counter[str] | None = None) -> Iterator[Finding | None]:
    """Yield what the rules find, each put in when the next is asked for, and None now and then in between.

    The knowledge must be fresh. If all rules stall and the board has one solution, the last finding is a `search` that
    settles the rest. Given `fits`, findings of `edge` are only counted there (see `canonical_chain`).
    """
    problem = knowledge.problem
    finding = None
    for finding in canonical_chain(knowledge, rules_of(problem.rules), fits):
        yield finding
    if SEARCH not in problem.rules or (finding and finding.contradiction) or no_tree(problem):
        return
    if cells := knowledge.open_cells():
        found: list[bytes] = []
        for _ in complete(knowledge, 2, found):
            yield None
        if len(found) == 1:
            (solution,) = found
            yield _guess(knowledge, cells, solution)


def chain_steps(problem: Problem) -> Iterator[Step]:
    """The steps that settle the board, easiest rule first; a step that is a contradiction is the last."""
    return (step_of(problem, finding) for finding in findings(Knowledge(problem)) if finding)


def rating_of(problem: Problem) -> Task[Rating]:
    """The rating of a board, by the whole chain of its steps."""
    knowledge = Knowledge(problem)
    counts: Counter[str] = Counter()
    fits: Counter[str] = Counter()
    effort = 0.0
    last = None
    for finding in findings(knowledge, fits):
        if finding:
            counts[finding.rule] += 1
            effort += weight(finding)
            last = finding
        else:
            yield knowledge.left
    effort += sum(fits.values())  # each weighs 1
    counts += fits
    names = [name for name in problem.rules if counts[name]]
    ordered = {name: counts[name] for name in names}
    if last and last.contradiction:
        return Rating(None, ordered, step_of(problem, last))
    board = knowledge.settled()
    if counts[SEARCH] or (board is not None and problem.judge(board)):
        return UniqueRating(names[-1] if names else problem.rules[0], ordered, effort=round(effort))
    return Rating(None, ordered)


def _guess(knowledge: Knowledge, cells: list[int], solution: bytes) -> Finding:
    narrowed = tuple(Narrowing(cell, knowledge.left[cell], 1 << solution[cell]) for cell in cells)
    return Finding(SEARCH, narrowed, partial(_guess_reason, knowledge, len(cells)), len(cells))


def _guess_reason(knowledge: Knowledge, open_cells: int) -> Reason:
    because = tuple(Premise(cell, knowledge.known(cell), knowledge.left[cell]) for cell in range(knowledge.size))
    where = counted_cells(knowledge.problem, open_cells)
    return Reason.of(because, part(f"Trying out every way to go on through {where} leaves only one."))
