"""What one asks of the logic: a chain of steps, solutions, how many there are, and how hard the board is.

Everything that may take long is a task (`termpuzzles.logic.task`): a generator to be driven by `finish`, which can stop
it anywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from termpuzzles.logic.domains import LONE
from termpuzzles.logic.engine.effort import weight
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.propagators.components import may_be_tree
from termpuzzles.logic.engine.rounds import rounds
from termpuzzles.logic.engine.search import search
from termpuzzles.logic.explain.conclusion import step_of
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason, Step
from termpuzzles.logic.problem import Domain, Problem, Whole
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.task import Task

LEAST_OPEN = 200  # cells of a board on which one loop is made by merging many, without deduction,
WIDE_OPEN = 0.85  # if of all its open cells so many are unsettled


class Rating(NamedTuple):
    """How hard a board is: the hardest rule of the chain that settles it, and how many steps each rule makes.

    `hardest` is None where the board has no solution or several; `steps` then counts those that were made at all.
    `contradiction` is the step that finds the board contradictory, if a rule does. `effort` adds up what all steps ask
    of a person; None where `hardest` is.
    """

    hardest: str | None
    steps: dict[str, int]
    contradiction: Step | None = None
    effort: int | None = None


def solve(problem: Problem, domains: Sequence[Domain] | None = None) -> Task[bytes | None]:
    """A solution, a mask a cell; None if there is none. `domains`: what is known already (see `Knowledge`)."""
    found = yield from solutions(problem, 1, domains)
    return found[0] if found else None


def solutions(problem: Problem, most: int = 2, domains: Sequence[Domain] | None = None) -> Task[list[bytes]]:
    """Up to `most` different solutions; fewer means that there are no more."""
    if _no_tree(problem):
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
    """Up to `most` loops of a board that propagation leaves wide open, or that it refutes; None where that is not so.

    Also None where as many are not found by merging loops: then it takes deduction.
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


def _no_tree(problem: Problem) -> bool:
    """Whether all should be one tree, and the tiles have too many ends for that or too few."""
    return problem.whole is Whole.TREE and not may_be_tree(problem)


def complete(knowledge: Knowledge, most: int, found: list[bytes]) -> Task[None]:
    """Add solutions of what is left open to `found`, up to `most`; the knowledge, at its fixpoint, stays as it is."""
    from termpuzzles.logic.counting import by_cluster  # only where something is open are its means needed

    if most <= 2 and knowledge.problem.whole is Whole.LINES:
        found += yield from by_cluster.solutions(knowledge.problem, knowledge.left, most)
    else:
        yield from search(knowledge, most, found)


def findings(knowledge: Knowledge) -> Iterator[Finding | None]:
    """What the rules find, each put in when the next is asked for, and None now and then between them.

    The knowledge must be fresh. Where all rules stall and the board has one solution, the last finding is a `search`
    that settles the rest.
    """
    problem = knowledge.problem
    finding = None
    for finding in rounds(knowledge, (name for name in problem.rules if name != SEARCH)):
        yield finding
    if SEARCH not in problem.rules or (finding and finding.contradiction) or _no_tree(problem):
        return
    if cells := knowledge.open_cells():
        found: list[bytes] = []
        for _ in complete(knowledge, 2, found):
            yield None
        if len(found) == 1:
            yield _guess(knowledge, cells, found[0], (yield from _assumptions(knowledge)))


def steps(problem: Problem) -> Iterator[Step]:
    """The steps that settle the board, easiest rule first; one that is a contradiction is the last."""
    return (step_of(problem, finding) for finding in findings(Knowledge(problem)) if finding)


def rate(problem: Problem) -> Task[Rating]:
    """The rating of a board, by the whole chain of its steps."""
    knowledge = Knowledge(problem)
    counts: Counter[str] = Counter()
    effort = 0.0
    last = None
    for finding in findings(knowledge):
        if finding:
            counts[finding.rule] += 1
            effort += weight(finding)
            last = finding
        else:
            yield knowledge.left
    names = [name for name in problem.rules if counts[name]]
    ordered = {name: counts[name] for name in names}
    if last and last.contradiction:
        return Rating(None, ordered, step_of(problem, last))
    board = knowledge.settled()
    if counts[SEARCH] or (board is not None and problem.judge(board)):
        return Rating(names[-1] if names else problem.rules[0], ordered, effort=round(effort))
    return Rating(None, ordered)


def _assumptions(knowledge: Knowledge) -> Generator[None, None, int]:
    """How many assumptions it takes to show that what is left open can be in one way only."""
    task = search(knowledge, 2, [])
    while True:
        try:
            next(task)
        except StopIteration as end:
            total: int = end.value
            return total
        yield


def _guess(knowledge: Knowledge, cells: list[int], solution: bytes, assumptions: int) -> Finding:
    narrowed = tuple(Narrowing(cell, knowledge.left[cell], 1 << solution[cell]) for cell in cells)
    return Finding(SEARCH, narrowed, partial(_guess_reason, knowledge, assumptions), assumptions)


def _guess_reason(knowledge: Knowledge, assumptions: int) -> Reason:
    because = tuple(Premise(cell, knowledge.known(cell), knowledge.left[cell]) for cell in range(knowledge.size))
    tried = f"{assumptions} assumption{'s' * (assumptions != 1)}"
    return Reason(because, f"Trying out every way to go on, with {tried}, leaves just one.")
