"""The steps of a run on which its last one rests, and the cells on which they rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from termpuzzles.board.grid import SIDES_OF, Grid
from termpuzzles.logic.explain.step import Premise, Step
from termpuzzles.logic.problem import KNOWN, Problem


def resting_on_all(problem: Problem, step: Step) -> Step:
    """The step; where clues narrow cells, it rests also on all that was known of the cells that it narrows itself."""
    if not problem.clues:
        return step
    before = (Premise(cell, KNOWN[left], left) for cell, left, _ in step.narrowed)
    return step._replace(because=(*step.because, *before))


class Slice(NamedTuple):
    """The steps on which the last of a run rests, including that one, and all the cells on which they rest."""

    steps: list[Step]
    cells: set[int]


def smallest_slice(grid: Grid, steps: list[Step], known: Callable[[int], int]) -> Slice:
    """The part of the steps on which the last one rests, directly or through earlier ones.

    `known` gives what was known of a cell's sides before all of them, as a known byte: a cell that is needed brings in
    the cells beyond those of its sides that became known since.
    """
    needed: set[int] = set()
    kept: list[Step] = []
    for step in reversed(steps):
        if kept and not any(cell in needed for cell, _, _ in step.narrowed):
            continue
        kept.append(step)
        needed.update(cell for cell, _, _ in step.narrowed)
        for premise in step.because:
            needed.add(premise.cell)
            fresh = premise.known & ~known(premise.cell)
            for side in SIDES_OF[fresh >> 4 | fresh & 15]:
                needed.add(grid.ways[side][premise.cell])
    return Slice(kept[::-1], needed)
