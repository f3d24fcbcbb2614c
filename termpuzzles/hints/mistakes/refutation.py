"""Why something shown cannot be: suppose it, and follow where it leads with what can be seen, to a contradiction."""

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

FEW_ROUNDS = 12  # of findings after which what follows is hardly shorter than supposing the contrary


class Refutation(NamedTuple):
    """A contradiction, and what it rests on."""

    step: Finding
    grounds: Grounds


def deny(
    position: Position, held: Mapping[int, Domain], distance: Distance, until: int = FEW_ROUNDS
) -> Task[Refutation | None]:
    """What follows from what is known, and leaves one of these cells none of the masks to which it is held.

    None where the rules do not come to it in a few rounds.
    """

    def denies(finding: Finding) -> bool:
        return any(cell in held and not after & held[cell] & before for cell, before, after in finding.narrowed)

    names = [name for name in position.problem.rules if name not in (SEARCH, "one step ahead")]
    fixed = not position.plain()
    knowledge = Knowledge(position.problem, position.base if fixed else position.own)
    knowledge.begin_steps()
    findings = Findings(knowledge, position.own, position.told)
    found = yield from find(findings, names, range(knowledge.size), distance, denies, until)
    reasons = [Refutation(finding, findings.grounds(finding, {})) for finding in found]
    return min(reasons, key=lambda reason: len(reason.grounds.cells), default=None)


def refute(
    problem: Problem, shown: list[Domain], held: Mapping[int, Domain], distance: Distance
) -> Task[Refutation | None]:
    """The contradiction to which it leads that cells are held to these masks; None if no rule finds one.

    First only what follows from those cells by the easiest rule is looked at, which alone may leave the rest of the
    board aside; then the whole board.
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
    reasons = [Refutation(step, findings.grounds(step)) for step in found]
    return min(reasons, key=lambda reason: len(reason.grounds.cells), default=None)
