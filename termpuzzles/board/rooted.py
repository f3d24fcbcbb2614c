"""A tree on a grid that knows for each cell the way to one root, so that lines move without walking half the tree."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from termpuzzles.board.grid import SIDES_OF, Grid

SMALL = 64  # cells of a branch that are soon walked; of a larger one it is quicker to look up from a few cells


class Tree(bytearray):
    """A tree that joins all cells of a grid: one mask a cell, and in `above` the next cell on the way to the root.

    The root is above itself.
    """

    above: list[int]

    @classmethod
    def rooted(cls, grid: Grid, masks: bytes | bytearray, root: int = 0) -> Tree:
        """The tree of these masks, rooted at a cell."""
        tree = cls(masks)
        tree.above = list(range(grid.size))
        reached = [root]
        for cell in reached:  # grows while it is read
            for other in _joined(grid, masks, cell):
                if other != tree.above[cell]:
                    tree.above[other] = cell
                    reached.append(other)
        return tree

    def copy(self) -> Tree:
        """Another tree that is the same."""
        tree = Tree(self)
        tree.above = self.above.copy()
        return tree

    def branch(self, grid: Grid, lower: int, wanted: Iterable[int]) -> Collection[int]:
        """What hangs on the line above the cell `lower`: of the wanted cells at least those that do, and no others."""
        cells = [lower]
        for cell in cells:  # grows while it is read
            above = self.above[cell]
            cells += [other for other in _joined(grid, self, cell) if other != above]
            if len(cells) > SMALL:
                return self._among(lower, wanted)
        return cells

    def _among(self, lower: int, wanted: Iterable[int]) -> set[int]:
        above = self.above
        hanging, others = {lower}, set[int]()
        for cell in wanted:
            path = []
            while cell not in hanging and cell not in others:
                path.append(cell)
                if cell == above[cell]:
                    others.add(cell)
                cell = above[cell]
            (hanging if cell in hanging else others).update(path)
        return hanging

    def hang(self, lower: int, end: int, beyond: int) -> None:
        """Turn the ways of the branch below `lower` round, so that they lead over its cell `end` to that beyond it."""
        above, cell = self.above, end
        while cell != lower:
            above[cell], beyond, cell = beyond, cell, above[cell]
        above[lower] = beyond


def _joined(grid: Grid, masks: bytes | bytearray, cell: int) -> list[int]:
    return [grid.ways[side][cell] for side in SIDES_OF[masks[cell]]]
