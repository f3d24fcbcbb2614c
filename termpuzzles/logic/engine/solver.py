"""The questions where only the answer counts: a solution, or several.

Everything that may take long is a task (`termpuzzles.logic.task`): a generator for `finish` to run, which can stop it
anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from termpuzzles.logic.domains import LONE
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.propagators.components import may_be_tree
from termpuzzles.logic.engine.search import search
from termpuzzles.logic.problem import Domain, Problem, Whole
from termpuzzles.logic.task import Task

LEAST_OPEN = 200  # unsettled cells from which on one loop is made by merging many, without deduction,
WIDE_OPEN = 0.85  # if they are at least this share of the cells that lines run through


def solve(problem: Problem, domains: Sequence[Domain] | None = None) -> Task[bytes | None]:
    """A solution, one mask a cell; None if there is none. `domains`: what is known already (see `Knowledge`)."""
    found = yield from solutions(problem, 1, domains)
    return found[0] if found else None


def solutions(problem: Problem, most: int = 2, domains: Sequence[Domain] | None = None) -> Task[list[bytes]]:
    """Up to `most` different solutions; fewer means that there are no more."""
    if no_tree(problem):
        return []
    from termpuzzles.logic import bitboards  # some 5 ms that steps and hints can do without

    joined = None
    if domains is None and bitboards.fits(problem):
        settled = yield from bitboards.settling(problem)
        if settled.contradiction:
            return []
        if not settled.is_open:
            return [settled.drawn] if problem.judge(settled.drawn) else []
        if problem.whole is Whole.LINES and most <= 2 and settled.finished:
            from termpuzzles.logic.checkerboard import whole_board  # only for boards that are open

            boards = yield from whole_board.solutions(settled.board, settled.facts.lines, most)
            if boards is not None:
                return boards
        domains, joined = settled.domains(), settled.joined
    knowledge = Knowledge(problem, domains, joined)
    if problem.whole is Whole.LOOP and domains is None and most <= 2:
        loops = yield from _wide_open_loops(knowledge, most)
        if loops is not None:
            return loops
    found: list[bytes] = []
    if (yield from knowledge.deducing()):
        yield from complete(knowledge, most, found)
    return found


def _wide_open_loops(knowledge: Knowledge, most: int) -> Task[list[bytes] | None]:
    """Up to `most` loops of a board that propagation leaves wide open, [] if it refutes the board; else None.

    None as well if merging finds fewer loops than asked for without a proof: then it takes deduction.
    """
    problem = knowledge.problem
    grid = problem.grid
    if not problem.two_lines_each or grid.wrap_x or grid.wrap_y or grid.walls:
        return None
    if not (yield from knowledge.propagating()):
        return []
    open_cells = sum(domain not in LONE for domain in knowledge.left)  # a list of millions would take much room
    if open_cells < LEAST_OPEN or open_cells < WIDE_OPEN * (grid.size - list(knowledge.left).count(1)):
        return None
    from termpuzzles.logic.checkerboard import merging  # only for boards that are wide open
    from termpuzzles.logic.engine.propagators.balance import Balance

    found = yield from merging.solutions(knowledge.propagator(Balance).lines(), most)
    return None if found and len(found) < most else found


def no_tree(problem: Problem) -> bool:
    """Whether the board must be one tree, but the tiles have too many lines for that or too few."""
    return problem.whole is Whole.TREE and not may_be_tree(problem)


def complete(knowledge: Knowledge, most: int, found: list[bytes]) -> Task[None]:
    """Add solutions of what is left open to `found`, up to `most`; the knowledge, at its fixpoint, stays as it is."""
    from termpuzzles.logic.counting import by_cluster  # only needed if something is open

    if most <= 2 and knowledge.problem.whole is Whole.LINES:
        found += yield from by_cluster.solutions(knowledge.problem, knowledge.left, most)
    else:
        yield from search(knowledge, most, found)
