"""Why something shown is wrong: suppose it, and follow it to a contradiction with what can be seen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from termpuzzles.hints.reasoning.agenda import Distance, find
from termpuzzles.hints.reasoning.justification import Findings, Grounds
from termpuzzles.hints.reasoning.position import Position
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.task import Task

FEW_ROUNDS = 12  # rounds of findings: a longer proof is hardly shorter than one that supposes the mistake


class Refutation(NamedTuple):
    """A contradiction, and the grounds it rests on."""

    step: Finding
    grounds: Grounds


def deny(
    position: Position, held: Mapping[int, Domain], distance: Distance, until: int = FEW_ROUNDS
) -> Task[Refutation | None]:
    """A finding from what is known that leaves one of these cells none of the masks to which it is held.

    None if the rules do not find one in `until` rounds.
    """

    def denies(finding: Finding) -> bool:
        return any(cell in held and not after & held[cell] & before for cell, before, after in finding.narrowed)

    names = [name for name in position.problem.rules if name not in (SEARCH, "one step ahead")]
    fixed = not position.plain()
    knowledge = Knowledge(position.problem, position.base if fixed else position.own)
    knowledge.begin_steps()
    findings = Findings(knowledge, position.own, position.known_sides)
    found = yield from find(findings, names, range(knowledge.size), distance, denies, until)
    reasons = [Refutation(finding, findings.grounds(finding, {})) for finding in found]
    return min(reasons, key=lambda reason: len(reason.grounds.cells), default=None)


def refute(
    problem: Problem, shown: list[Domain], held: Mapping[int, Domain], distance: Distance
) -> Task[Refutation | None]:
    """The contradiction that follows from holding cells to these masks; None if no rule finds one.

    First look only at what follows from those cells by the easiest rule, the only one that may leave the rest of the
    board aside; then at the whole board.
    """
    names = [name for name in problem.rules if name != SEARCH]
    found = yield from _follow(problem, shown, held, names[:1], held, distance)
    if found is None:
        found = yield from _follow(problem, shown, held, names, range(problem.grid.size), distance)
    return found


def _follow(
    problem: Problem,
    shown: list[Domain],
    held: Mapping[int, Domain],
    names: list[str],
    changed: Iterable[int],
    distance: Distance,
) -> Task[Refutation | None]:
    base = shown[:]
    for cell, keep in held.items():
        base[cell] &= keep
        if not base[cell]:
            return None
    knowledge = Knowledge(problem, base)
    knowledge.begin_steps()
    findings = Findings(knowledge, base, [knowledge.known_beyond(cell) for cell in range(knowledge.size)])
    found = yield from find(findings, names, changed, distance, lambda step: step.contradiction)
    reasons = [Refutation(step, findings.grounds(step, {})) for step in found]
    return min(reasons, key=lambda reason: len(reason.grounds.cells), default=None)
