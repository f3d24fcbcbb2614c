"""The question put to the logic: a grid, the masks each cell may take, what holds of the whole, and a judge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from termpuzzles.board.grid import DEGREE, Grid

Domain = int  # a set of masks in 16 bits: bit m is set while mask m is possible


def domain(*masks: int) -> Domain:
    """The domain that holds exactly these masks."""
    bits = 0
    for mask in masks:
        bits |= 1 << mask
    return bits


EMPTY = domain(0)  # for a cell without lines
TWO_LINES = domain(*(mask for mask, lines in enumerate(DEGREE) if lines == 2))  # for a cell with any two lines


class Whole(Enum):
    """What must hold of a full board as a whole, besides every line meeting one from the cell beyond."""

    LINES = "lines"  # nothing more: clusters of open cells are independent of each other
    TREE = "tree"  # all cells that are not blank are joined, without a loop
    LOOP = "loop"  # one single loop runs through all cells that are not blank
    JUDGED = "judged"  # something that only the judge knows: it is asked for every full board

    @property
    def joins_all(self) -> bool:
        """Whether all cells that are not blank must be joined."""
        return self in (Whole.TREE, Whole.LOOP)


@dataclass(frozen=True)
class Problem:
    """A question to the logic.

    `kinds` gives each cell a code, and `domains[code]` the masks that such a cell may take: a board of a million cells
    is a million bytes and a short table. All masks of a domain have equally many lines. `whole` says what holds of a
    full board; whatever depends on that asks `whole`. `rules` names the deductions that explain and rate, easiest
    first: with fewer of them a problem has the same solutions. `judge` decides whether a full board (one mask a cell,
    each from its domain) is a solution; it has the last word. `aids` names deductions that no rating takes, and a hint
    only where they tell more shortly.
    """

    grid: Grid
    kinds: bytes
    domains: tuple[Domain, ...]
    whole: Whole
    rules: tuple[str, ...]
    judge: Callable[[bytes], bool]
    aids: tuple[str, ...] = ()

    def domain_of(self, cell: int) -> Domain:
        """The masks that the cell may take before anything is deduced."""
        return self.domains[self.kinds[cell]]

    @cached_property
    def two_lines_each(self) -> bool:
        """Whether every cell has either no line or any two, so that one deduces lines rather than turns."""
        return all(found in (EMPTY, TWO_LINES) for found in self.domains)
