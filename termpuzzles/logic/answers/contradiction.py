"""Why a board has no solution: a small group of tiles that already contradict each other."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from termpuzzles.english import sentence
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.conclusion import conclusion_of
from termpuzzles.logic.explain.parts import counted_cells, plain_noun
from termpuzzles.logic.explain.slices import resting_on_all, smallest_slice
from termpuzzles.logic.explain.step import Step
from termpuzzles.logic.learning.cores import among
from termpuzzles.logic.problem import Problem
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.task import Task, with_progress

LARGE = 400_000  # cells: on a larger board only the easiest rule is asked, as the others take up to 1 kB for each cell
MOST = 400  # cells to try to leave out one after the other, which takes time that grows as the square


class Contradiction(NamedTuple):
    """Cells whose tiles allow no solution, whatever the others are; and the last step of the proof in words."""

    cells: tuple[int, ...]
    sentence: str


def contradiction_of(problem: Problem, large: int = LARGE) -> Task[Contradiction | None]:
    """The contradiction that the rules find, on as few cells as dropping one after the other leaves; else None."""
    steps = yield from _proof(problem, large)
    if not steps:
        return None
    open_sides = problem.grid.open_sides
    last = steps[-1]
    end = last.narrowed[0].cell
    cells = sorted(smallest_slice(problem.grid, steps, lambda cell: 15 ^ open_sides[cell]).cells)
    cells = yield from _fewest(problem, cells, end)
    if end in cells:
        return Contradiction(tuple(cells), f"{conclusion_of(problem, last.narrowed).plain} {last.sentence}")
    # With fewer cells the proof ends elsewhere, maybe at a tile that is not among them.
    if len(cells) == 1:
        text = f"the {plain_noun(problem)} at {problem.grid.name(cells[0])} cannot fit, whatever the others are"
    else:
        text = f"{counted_cells(problem, len(cells))} cannot fit together, whatever the others are"
    return Contradiction(tuple(cells), sentence(text))


def _proof(problem: Problem, large: int) -> Task[list[Step]]:
    """The steps up to a contradiction, with their reasons; none if the rules find no contradiction."""
    rules = rules_of(problem.rules[:1] if problem.grid.size > large else problem.rules)
    knowledge = Knowledge(replace(problem, rules=tuple(rule.name for rule in rules)))
    steps: list[Step] = []
    for finding in chain(knowledge, rules):
        if finding:
            steps.append(resting_on_all(problem, finding.step()))
        yield knowledge.left
    return steps if steps and steps[-1].contradiction else []


def _fewest(problem: Problem, cells: list[int], end: int) -> Task[list[int]]:
    """The fewest cells seen to contradict each other, by those of the proof and on small boards by all, nearest first.

    The same cells where neither shows a contradiction: the proof counts cells that are not among them.
    """
    if len(cells) > MOST:
        return cells
    near = sorted(cells, key=lambda cell: (problem.grid.distance(end, cell), cell))
    rest = sorted(set(range(problem.grid.size)).difference(cells)) if problem.grid.size <= MOST else []
    for among_these in (near, [*near, *rest]):
        core = yield from with_progress(among(problem, among_these, {}), ())
        if core and len(core.cells) < len(cells):
            cells = sorted(core.cells)
    return cells
