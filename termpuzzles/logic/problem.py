"""The question put to the logic: a grid, the masks each cell may take, what holds of the whole, and a judge.

A *known* byte says which sides of a cell are settled: the high four bits are the sides with a line, the low four bits
those without.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cache, cached_property
from typing import Any, NamedTuple

from termpuzzles.board.grid import DEGREE, MASKS, OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S, W

Domain = int  # a set of masks in 16 bits: bit m is set while mask m is possible


def domain(*masks: int) -> Domain:
    """The domain that holds exactly these masks."""
    bits = 0
    for mask in masks:
        bits |= 1 << mask
    return bits


EMPTY = domain(0)  # for a cell without lines
TWO_LINES = domain(*(mask for mask, lines in enumerate(DEGREE) if lines == 2))  # for a cell with any two lines
STRAIGHTS = domain(N | S, E | W)  # for a cell that the loop passes straight
BENDS = domain(N | E, N | W, S | E, S | W)  # for one on which it turns

SEARCH = "search"  # not a rule, but what is left when no rule finds anything: trying out


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


class ClueLinks(NamedTuple):
    """What clues say about lines that are still open.

    `left` is what is left of each cell once the clues beside it are looked at, which are listed in `beside`. Each item
    of `together` is the cell of a clue and some sides, as cell and side, that cannot all have a line because of it.
    """

    left: Sequence[Domain]
    beside: Mapping[int, Sequence[int]]
    together: Sequence[tuple[int, tuple[tuple[int, int], ...]]]


class ClueClause(NamedTuple):
    """What a clue says about lines: of those listed, as cell, side and whether it is drawn, at least one is so.

    A line across a border or a wall is not drawn.
    """

    cell: int
    lines: tuple[tuple[int, int, bool], ...]


@dataclass(frozen=True)
class Problem:
    """A question to the logic.

    `cell_types` gives each cell a code, and `domains[code]` the masks that such a cell may take: a board of a million
    cells is a million bytes and a short table. All masks of a domain have equally many lines; where the whole is one
    loop, a cell may have no line besides. `whole` says what holds of a full board; whatever depends on that asks
    `whole`. `rules` names the deductions that explain and rate, easiest first: with fewer of them a problem has the
    same solutions. `judge` decides whether a full board (one mask a cell, each from its domain) is a solution; it has
    the last word. `extra_rules` names deductions that no rating takes, and a hint only where they tell more shortly.
    Where `draws`, the player draws lines, so one speaks of lines and not of turns. `clues` gives each cell the clue
    printed in it, 0 for none, or is empty; `clue_rule` makes the propagator of what follows from clues, `clue_links`
    finds the `ClueLinks` of a position, `clue_clauses` says of a problem all that its domains do not say of its clues,
    and `clue_names` says what a player calls each clue.
    """

    grid: Grid
    cell_types: bytes
    domains: tuple[Domain, ...]
    whole: Whole
    rules: tuple[str, ...]
    judge: Callable[[bytes], bool]
    extra_rules: tuple[str, ...] = ()
    draws: bool = False
    clues: bytes = b""
    clue_rule: Callable[[Any], Any] | None = None
    clue_links: Callable[[Any], ClueLinks] | None = None
    clue_clauses: Callable[[Any], Iterator[ClueClause]] | None = None
    clue_names: Mapping[int, str] = field(default_factory=dict, hash=False)

    def domain_of(self, cell: int) -> Domain:
        """The masks that the cell may take before anything is deduced."""
        return self.domains[self.cell_types[cell]]

    @cached_property
    def two_lines_each(self) -> bool:
        """Whether every cell has either no line or any two."""
        return all(found in (EMPTY, TWO_LINES) for found in self.domains)


ALL = 0xFFFF  # the domain of every mask


def _known_table() -> bytes:
    # The index is a domain. If bit m is set, only sides of m can surely have a line, and only the others surely none.
    # So the half of the table where bit m is set is the half before it with that limit added.
    table = b"\xff"
    for mask in MASKS:
        limit = mask << 4 | 15 ^ mask
        table += table.translate(bytes(known & limit for known in range(256)))
    return table


KNOWN = _known_table()  # KNOWN[domain]: the sides that all its masks agree on; all of them, twice, where it is empty

# HAS[side]: the domain of all masks with a line there; LACKS[side]: of all masks without.
HAS = {side: sum(1 << mask for mask in MASKS if mask & side) for side in SIDES}
LACKS = {side: ALL ^ HAS[side] for side in SIDES}


def _fits_table() -> tuple[int, ...]:
    table = [ALL]
    for lines in (LACKS, HAS):  # each side without a line, then each with one, doubles the table
        for side in (1, 2, 4, 8):
            table += [domain & lines[side] for domain in table]
    return tuple(table)


FITS = _fits_table()  # FITS[known]: the masks that agree with a known byte: its lines, and none where it has none

LONE = {1 << mask: mask for mask in MASKS}  # each domain of just one mask, with that mask


_BY_LINES = [tuple((side, HAS[OPPOSITE[side]], True) for side in SIDES_OF[mask]) for mask in MASKS]
_BY_OTHERS = [tuple((side, LACKS[OPPOSITE[side]], False) for side in SIDES_OF[mask]) for mask in MASKS]

# TELLS[known]: for each side that a known byte settles, the masks it allows the cell beyond, and whether it has a line.
TELLS = tuple(lines + others for lines in _BY_LINES for others in _BY_OTHERS)


@cache
def masks_of(domain: int) -> tuple[int, ...]:
    """The masks in a domain, ascending."""
    return tuple(mask for mask in MASKS if domain >> mask & 1)


@cache
def choices(domain: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """For each mask of the domain its bit, and its sides without those that all masks of the domain have."""
    sure = KNOWN[domain] >> 4
    return tuple((1 << mask, SIDES_OF[mask & ~sure]) for mask in masks_of(domain))
