"""What the logic is asked: a grid, the masks each cell may take, the rules that hold, and a judge for a full board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from termpuzzles.board.grid import Grid

Domain = int  # a set of masks in 16 bits: bit m is set while mask m is possible


def domain(*masks: int) -> Domain:
    """The domain that holds exactly these masks."""
    bits = 0
    for mask in masks:
        bits |= 1 << mask
    return bits


@dataclass(frozen=True)
class Problem:
    """A question to the logic.

    `kinds` gives each cell a code, and `domains[code]` the masks that such a cell may take: a board of a million cells
    is a million bytes and a short table. `rules` names the deductions that are sound for this problem, easiest first.
    `judge` tells whether a full board (one mask a cell, each from its domain) is a solution; it has the last word.
    """

    grid: Grid
    kinds: bytes
    domains: tuple[Domain, ...]
    rules: tuple[str, ...]
    judge: Callable[[bytes], bool]

    def domain_of(self, cell: int) -> Domain:
        """The masks that the cell may take before anything is deduced."""
        return self.domains[self.kinds[cell]]
