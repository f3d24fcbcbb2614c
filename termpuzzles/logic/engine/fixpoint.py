"""What is certain of a board by propagation alone, found on whole boards first and finished cell by cell."""

from __future__ import annotations

from collections.abc import Mapping

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.task import Task

FEW = 400  # cells: on a board up to this size, going cell by cell is quicker than loading whole-board deduction


def deduced(problem: Problem, given: Mapping[int, Domain], few: int = FEW) -> Task[tuple[Knowledge, bool]]:
    """The knowledge after every conclusion of the propagators, and whether it is free of contradictions.

    `given` limits some cells to fewer masks.
    """
    knowledge = yield from _begun(problem, given, few)
    for cell, keep in given.items():
        if not knowledge.narrow(cell, keep):
            return knowledge, False
    return knowledge, (yield from knowledge.deducing())


def _begun(problem: Problem, given: Mapping[int, Domain], few: int) -> Task[Knowledge]:
    """The knowledge with all that whole-board deduction finds; with nothing, if that finds a contradiction."""
    if problem.grid.size > few:
        from termpuzzles.logic import bitboards

        if bitboards.fits(problem):
            settled = yield from bitboards.settling(problem, given=given)
            if not settled.contradiction:
                knowledge = Knowledge(problem, settled.domains(), settled.joined)
                yield from knowledge.propagating()
                return knowledge
    return Knowledge(problem)
