"""The exact number of solutions of a whole board where lines need only meet."""

from __future__ import annotations

from collections.abc import Mapping

from termpuzzles.logic import bitboards
from termpuzzles.logic.counting import by_cluster, count
from termpuzzles.logic.counting.frontier_sweep import MOST_TOUCHED
from termpuzzles.logic.counting.width import is_too_wide
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.task import Task


def count_lines(problem: Problem, is_solvable: bool = False) -> Task[int | None]:
    """The exact number of solutions; None if a cluster is too wide to count.

    Pass `is_solvable` if a solution is known to exist: then the first cluster that is too wide ends the count, for no
    other can make it 0.
    """
    left: Mapping[int, Domain]
    if bitboards.fits(problem):
        settled = yield from bitboards.settling(problem)
        if settled.contradiction:
            return 0
        if is_solvable and is_too_wide(problem.grid, settled.undecided, count.WIDEST, MOST_TOUCHED):
            return None
        left = settled.left
        knowledge = None if settled.finished else Knowledge(problem, settled.domains())
    else:
        knowledge = Knowledge(problem)
    if knowledge:
        if not (yield from knowledge.deducing()):
            return 0
        left = by_cluster.open_cells(knowledge.left)
    return (yield from count.count(problem.grid, left))
