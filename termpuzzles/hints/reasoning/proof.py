"""What is certain of a board before anything is shown on it: kept from one hint to the next.

There are two depths. The rules settle nearly all that can be settled, and do so quickly; trying out, which may take
long, is asked only once everything else is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from termpuzzles.logic.domains import masks_of
from termpuzzles.logic.engine.fixpoint import deduced
from termpuzzles.logic.engine.knowledge import Knowledge, Mark
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.rules import SEARCH, Rule, named
from termpuzzles.logic.task import Task, telling

MOST_TRIED = 500  # cells of which each is tried out for itself where there are several solutions


class Proof(NamedTuple):
    """What is certain: `left` of each cell's domain.

    `consistent` is False where no solution is left. `tried` tells whether everything was tried out: then `solutions`
    holds one, or two where there are several.
    """

    left: tuple[Domain, ...]
    consistent: bool = True
    tried: bool = False
    solutions: tuple[bytes, ...] = ()


def prove(problem: Problem, given: Mapping[int, Domain]) -> Task[Proof]:
    """What the rules settle, `given` the masks to which some cells are held."""
    knowledge, consistent = yield from telling(deduced(problem, given), ())
    consistent = consistent and (yield from _deduce(knowledge))
    return Proof(tuple(knowledge.left), consistent)


def _deduce(knowledge: Knowledge) -> Task[bool]:
    """Draw all conclusions of all rules, the quick way; False on a contradiction."""
    while True:
        if not (yield from telling(knowledge.deducing(), ())):
            return False
        if (board := knowledge.settled()) is not None:
            return knowledge.problem.judge(board)
        for name in knowledge.problem.rules:
            if name == SEARCH:
                return True
            narrowed, consistent = yield from _apply(knowledge, named(name))
            if not consistent:
                return False
            if narrowed:
                break
        else:
            return True


def _apply(knowledge: Knowledge, rule: Rule) -> Task[tuple[bool, bool]]:
    """Put in what the rule finds: whether it found anything, and whether that is consistent."""
    found = False
    batches: Iterable[tuple[int, ...]] = [(cell,) for cell in knowledge.open_cells()] if rule.near else [()]
    for cells in batches:
        yield None
        for step in list(rule.find(knowledge, cells)):
            found = True
            if not all(knowledge.narrow(cell, after) for cell, _, after in step.narrowed):
                return True, False
        if found and not (yield from telling(knowledge.propagating(), ())):
            return True, False
    return found, True


def try_out(problem: Problem, proof: Proof) -> Task[Proof]:
    """The same with everything tried out that the rules leave open."""
    from termpuzzles.logic.engine.solver import complete  # most hints can do without

    if not proof.consistent:
        return proof._replace(tried=True)
    knowledge = Knowledge(problem, proof.left)
    found: list[bytes] = []
    consistent = yield from telling(knowledge.propagating(), ())
    if consistent:
        yield from complete(knowledge, 2, found)
    if not found:
        return proof._replace(consistent=False, tried=True)
    open_cells = knowledge.open_cells()
    alike = [cell for cell in open_cells if all(board[cell] == found[0][cell] for board in found)]
    if len(found) > 1:
        alike = (yield from _always(knowledge, found[0], alike)) if len(alike) <= MOST_TRIED else []
    left = list(knowledge.left)
    for cell in alike:
        left[cell] = 1 << found[0][cell]
    return Proof(tuple(left), True, True, tuple(found))


def _always(knowledge: Knowledge, solution: bytes, alike: list[int]) -> Task[list[int]]:
    """Of these cells, in which two solutions agree, those that are the same in all solutions."""
    from termpuzzles.logic.engine.solver import complete

    always = []
    while alike:
        cell = alike.pop()
        found: list[bytes] = []
        mark = knowledge.mark()
        if knowledge.narrow(cell, ~(1 << solution[cell])) and (yield from telling(knowledge.propagating(), ())):
            yield from complete(knowledge, 1, found)
        knowledge.undo(mark)
        if found:
            alike = [other for other in alike if found[0][other] == solution[other]]
        else:
            always.append(cell)
    return always


class _Counting(Knowledge):
    """A knowledge that counts the marks set in it: one for each assumption, and one for each search."""

    marks = 0

    def mark(self) -> Mark:
        """Set a mark, and count it."""
        self.marks += 1
        return super().mark()


def assumptions(problem: Problem, known: Mapping[int, Domain], cell: int, wrong: Domain) -> Task[int]:
    """How many assumptions it takes to refute these masks of a cell, each of them being one."""
    from termpuzzles.logic.engine.search import search

    proof = yield from prove(problem, known)
    total = 0
    for mask in masks_of(wrong):
        total += 1
        knowledge = _Counting(problem, proof.left)
        if knowledge.narrow(cell, 1 << mask) and (yield from knowledge.deducing()):
            yield from search(knowledge, 1, [])
            total += knowledge.marks - 1
    return total
