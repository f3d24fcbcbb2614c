"""What is certain of a board by propagation alone, found on whole boards first and finished cell by cell."""

from __future__ import annotations

from collections.abc import Mapping

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.task import Task

FEW = 400  # cells of a board that is sooner looked at cell by cell than whole boards are loaded


def deduced(problem: Problem, given: Mapping[int, Domain]) -> Task[tuple[Knowledge, bool]]:
    """The knowledge with every conclusion of the propagators drawn, and whether it is free of contradictions.

    `given` holds some cells to fewer masks.
    """
    knowledge = yield from _begun(problem, given)
    for cell, keep in given.items():
        if not knowledge.narrow(cell, keep):
            return knowledge, False
    return knowledge, (yield from knowledge.deducing())


def _begun(problem: Problem, given: Mapping[int, Domain]) -> Task[Knowledge]:
    """The knowledge with as much in it as whole boards tell; a board that contradicts itself is told of in full."""
    if problem.grid.size > FEW:
        from termpuzzles.logic import bitboards

        if bitboards.fits(problem):
            settled = yield from bitboards.settling(problem, given=given)
            if not settled.contradiction:
                knowledge = Knowledge(problem, settled.domains(), settled.joined)
                yield from knowledge.propagating()
                return knowledge
    return Knowledge(problem)
