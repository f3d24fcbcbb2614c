"""Whether two lines part two nodes, in constant time a question: what the labels of cycles are good for, as a check."""

from __future__ import annotations

from random import Random

from termpuzzles.board.graph import Neighbours, cycle_labels, forest


class DoubleCut:
    """Answers whether removing two lines parts `source` from `target`: built in linear time, asked in constant time.

    With an imagined line v between the two, lines e and f part them exactly when {e, v}, {f, v} or {e, f, v} is a
    cut of the graph with v: any such cut has the two ends of v on different sides, and a cut of least lines between
    them is one of the three.
    """

    def __init__(self, source: int, target: int, neighbours: Neighbours, rng: Random) -> None:
        tree = forest((source,), neighbours)
        self.joined = target in tree.position
        self._labels = cycle_labels(tree, neighbours, rng, (source, target)) if self.joined else {}

    def separates(self, one: int, other: int) -> bool:
        """Whether no way is left without the two lines (the same twice: without that one)."""
        if not self.joined:
            return True
        labels = self._labels
        virtual, first, second = labels[-1], labels.get(one, 0), labels.get(other, 0)
        return virtual in (first, second, first ^ second)
