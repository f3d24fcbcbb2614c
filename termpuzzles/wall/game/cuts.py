"""Which walls would leave a cat without a way, by bridges and labels of the graph of open sides.

A wall is forbidden exactly where its slot is a bridge between a cat and its mouse, and a pair of walls where the two
cut them apart. This takes one pass over the board for all walls, and constant time for a pair. Labels are random, and
one in 2**64 pairs is refused wrongly; `forbidden` floods the board to confirm.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

from termpuzzles.board.graph import Forest, Neighbours, cycle_labels, forest
from termpuzzles.wall.game.position import NO_WAY, Wall, WallPosition
from termpuzzles.wall.game.rules import pairs_of


class Cuts:
    """The forbidden walls of a position, whose pieces stand where a turn's steps would leave them."""

    def __init__(self, position: WallPosition, chance: Random | None = None) -> None:
        chance = chance or Random()
        self._position = position
        pairs = pairs_of(position.pieces)
        bridges = separating_bridges(forest((cell for pair in pairs for cell in pair), self._lines), pairs, chance)
        self.forbidden = {wall for wall in position.free() if self._line(wall) in bridges}
        self._cuts = [DoubleCut(*pair, self._lines, chance) for pair in pairs]

    def separate(self, one: Wall, other: Wall) -> bool:
        """Whether these two walls, each free, together leave a cat without a way."""
        lines = self._line(one), self._line(other)
        return any(cut.separates(*lines) for cut in self._cuts)

    def _line(self, wall: Wall) -> int:
        return 2 * (wall.file * self._position.height + wall.rank) + wall.above

    def _lines(self, cell: int) -> list[tuple[int, int]]:
        """The open sides of a cell, each with its number and the cell beyond."""
        height, right, up = self._position.height, self._position.right, self._position.up
        found = []
        if right >> cell & 1:
            found.append((2 * cell, cell + height))
        if cell >= height and right >> cell - height & 1:
            found.append((2 * (cell - height), cell - height))
        if up >> cell & 1:
            found.append((2 * cell + 1, cell + 1))
        if cell and up >> cell - 1 & 1:
            found.append((2 * cell - 1, cell - 1))
        return found


def forbidden(position: WallPosition) -> tuple[list[Wall], list[tuple[Wall, Wall]]]:
    """The walls that may not be built, and the pairs of walls, each allowed alone, that may not be built together."""
    cuts = Cuts(position)
    allowed = [wall for wall in position.free() if wall not in cuts.forbidden]
    pairs = (pair for pair in combinations(allowed, 2) if cuts.separate(*pair))
    return sorted(wall for wall in cuts.forbidden if _leaves_none(position, wall)), [
        pair for pair in pairs if _leaves_none(position, *pair)
    ]


def _leaves_none(position: WallPosition, *walls: Wall) -> bool:
    """Whether some cat has no way with these walls, by flooding the board."""
    for wall in walls:
        position = position.with_wall(wall)
    return any(position.distance(side) == NO_WAY for side in (0, 1))


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
