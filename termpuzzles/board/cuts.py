"""Which lines separate which nodes, for many pairs or lines at a time."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from termpuzzles.board.graph import Forest, Neighbours, cycle_labels, forest

if TYPE_CHECKING:
    from random import Random


def separating_bridges(tree: Forest, pairs: Iterable[tuple[int, int]], rng: Random) -> set[int]:
    """The bridges that separate the nodes of at least one pair; linear in nodes, lines and pairs.

    Each pair adds a random number at one of its nodes and takes it away at the other: below a bridge these cancel out
    unless the bridge separates a pair. A pair that is not joined to begin with is left out.
    """
    weights = dict.fromkeys(tree.order, 0)
    for one, other in pairs:
        if tree.joined(one, other):
            weight = rng.getrandbits(64)
            weights[one] += weight
            weights[other] -= weight
    sums = tree.sums(weights.__getitem__)
    return {line for line, below in tree.bridges if sums[tree.position[below]]}


class DoubleCut:
    """Tells whether removing two lines separates `source` from `target`; linear time to build, constant time to ask.

    With an imagined line v between the two, lines e and f separate them exactly when {e, v}, {f, v} or {e, f, v} is a
    cut of the graph with v: any such cut has the two ends of v on different sides, and a cut of least lines between
    them is one of the three.
    """

    def __init__(self, source: int, target: int, neighbours: Neighbours, rng: Random) -> None:
        def with_imagined(node: int) -> list[tuple[int, int]]:
            return [*neighbours(node), *((-2, end) for own, end in ends if own == node)]

        self.joined = target in forest((source,), neighbours).position
        ends = ((source, target), (target, source))
        self._labels = cycle_labels(forest((source,), with_imagined), with_imagined, rng)

    def separates(self, one: int, other: int) -> bool:
        """Whether no path is left without the two lines, which may be the same line twice."""
        if not self.joined:
            return True
        labels = self._labels
        imagined, first, second = labels[-2], labels.get(one, 0), labels.get(other, 0)
        return imagined in (first, second, first ^ second)
