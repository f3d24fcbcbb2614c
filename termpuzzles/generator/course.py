"""How a solver gets through a board, measured: what makes a board good beyond being right and rated.

A board is good if its hardest technique comes early and again, and if a solver mostly has a choice of places to go on.
A round of the canonical chain is everything that the easiest technique finds at that moment: these are the places that
are open to a solver. So the course of a board, like its rating, does not depend on which way round it lies.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

from termpuzzles.logic.answers.rating import findings
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.task import Task

EARLY = 0.4  # the share of the steps within which the hardest technique should come first
STRETCH = 1 / 3  # the share of the steps that should at most come in a row without a choice


class SolveCourse(NamedTuple):
    """The steps of the canonical chain in order: of each its rule, and how many places were open when it was taken."""

    hardest: str
    rules: tuple[str, ...]
    open_places: tuple[int, ...]

    @property
    def times(self) -> int:
        """How often the hardest rule is needed."""
        return self.rules.count(self.hardest)

    @property
    def first(self) -> float:
        """The share of the steps that come before the first one of the hardest rule, from 0 to 1."""
        return self.rules.index(self.hardest) / len(self.rules) if self.times else 1.0

    @property
    def stretch(self) -> float:
        """The longest stretch of steps without a choice of at least two open places, as a share of all steps."""
        lone = (len(list(steps)) for is_lone, steps in groupby(self.open_places, lambda places: places < 2) if is_lone)
        return max(lone, default=0) / max(1, len(self.rules))

    @property
    def width(self) -> float:
        """How many places are open at a time: the mean over the steps."""
        return fmean(self.open_places) if self.open_places else 0.0

    def comes(self, times: int) -> bool:
        """Whether the hardest rule is needed so often, the first time early."""
        return self.times >= times and self.first <= EARLY


def course_of(problem: Problem) -> Task[SolveCourse]:
    """The course of a board by the whole chain of its steps."""
    knowledge, rules, places = Knowledge(problem), list[str](), list[int]()
    for found in _rounds(knowledge):
        if found is None:
            yield knowledge.left
            continue
        rules += [finding.rule for finding in found]
        places += [_places(found)] * len(found)
    hardest = max(rules, key=problem.rules.index, default=problem.rules[0])
    return SolveCourse(hardest, tuple(rules), tuple(places))


def _rounds(knowledge: Knowledge) -> Iterator[list[Finding] | None]:
    """The findings of each round, taken before they are put in; and None now and then."""
    found: list[Finding] = []
    for finding in findings(knowledge):
        if found and _is_put_in(found[0], knowledge):
            yield found
            found = []
        if finding:
            found.append(finding)
        else:
            yield None
    if found:
        yield found


def _is_put_in(finding: Finding, knowledge: Knowledge) -> bool:
    return any(knowledge.left[cell] != before for cell, before, _ in finding.narrowed)


def _places(found: list[Finding]) -> int:
    """How many places a round has: findings about the same cells are one place."""
    return len({finding.narrowed[0].cell for finding in found})
