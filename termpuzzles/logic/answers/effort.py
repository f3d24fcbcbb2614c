"""The effort of a finding: what it asks of a person. A board's effort is the sum over its canonical chain."""

from __future__ import annotations

from collections.abc import Callable
from math import log2

from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.problem import SEARCH

Weight = Callable[[Finding], float]


def _flat(base: float) -> Weight:
    """The same weight for every finding."""
    return lambda finding: base


def _by_size(base: float, each: float) -> Weight:
    """A weight that grows with each joint turn, tile or link that the rule counts."""
    return lambda finding: base + each * finding.size


def _by_tiles(base: float, each: float) -> Weight:
    """A weight that grows with each tile on which the finding rests."""
    return lambda finding: base + each * len(finding.because)


def _by_bound(most: float, each: float) -> Weight:
    """A weight that grows by `each` whenever the number of tiles that would be sealed off doubles, up to `most`."""
    return lambda finding: min(most, each * log2(max(2, finding.size)))


WEIGHTS: dict[str, Weight] = {
    "edge": _flat(1),
    "degree": _flat(1),
    "circles": _flat(4),
    "pocket": _flat(8),
    "no loop": _flat(12),
    "patterns": _by_size(2, 12),  # 0 where a single circle leaves ways through the cells beside it
    "block": _by_size(16, 4),
    "dead end": _by_bound(64, 8),
    "colouring": _by_size(16, 4),
    "only way across": _flat(32),
    "parity": _by_tiles(12, 4),
    "pairs": _flat(56),
    "parity type 1": _by_tiles(24, 4),
    "parity type 2": _by_tiles(48, 4),
    "chain": _by_size(16, 12),
    "one step ahead": _by_tiles(160, 4),
    SEARCH: _by_size(0, 1000),  # the cells left open, the same whichever way round the board lies
}  # by the name of the rule


def weight(finding: Finding) -> float:
    """The effort of a finding; ask for it before anything is put in, as for its reason."""
    return WEIGHTS[finding.rule](finding)
