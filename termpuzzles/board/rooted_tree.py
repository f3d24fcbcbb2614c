"""A tree that joins all cells of a grid, and knows for each cell the way to one root."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid

SMALL = 64  # cells: a branch up to this size is soon walked; in a larger one it is quicker to look up from a few cells


class Tree(bytearray):
    """A tree that joins all cells of a grid: one mask a cell.

    For each cell `above` is the next cell on the way to the root, and `up` the side at which it lies; the root is above
    itself, at no side.
    """

    above: array[int]
    up: bytearray

    @classmethod
    def bare(cls, grid: Grid, root: int) -> Tree:
        """A tree without a line yet: the root is above itself, and nothing (-1) above all other cells."""
        tree = cls(grid.size)
        tree.above = array("i", [-1]) * grid.size
        tree.above[root] = root
        tree.up = bytearray(grid.size)
        return tree

    @classmethod
    def of(cls, masks: Iterable[int], above: Iterable[int], up: Iterable[int]) -> Tree:
        """The tree of these masks, given the cell above each and the side at which that lies."""
        tree = cls(masks)
        tree.above, tree.up = array("i", above), bytearray(up)
        return tree

    @classmethod
    def rooted(cls, grid: Grid, masks: bytes | bytearray, root: int = 0) -> Tree:
        """The tree of these masks, rooted at a cell."""
        tree = cls.bare(grid, root)
        tree[:] = masks
        reached = [root]
        for cell in reached:  # grows while it is read
            for side in SIDES_OF[masks[cell] & ~tree.up[cell]]:
                other = grid.ways[side][cell]
                tree.above[other], tree.up[other] = cell, OPPOSITE[side]
                reached.append(other)
        return tree

    def copy(self) -> Tree:
        """An equal tree that shares nothing with this one."""
        return Tree.of(self, self.above, self.up)

    def branch(self, grid: Grid, lower: int) -> set[int] | None:
        """The cells that hang on the line above the cell `lower`, which is one of them; None if they are too many."""
        up, ways = self.up, grid.ways
        cells = [lower]
        for cell in cells:  # grows while it is read
            for side in SIDES_OF[self[cell] & ~up[cell]]:
                cells.append(ways[side][cell])
            if len(cells) > SMALL:
                return None
        return set(cells)

    def among(self, lower: int, wanted: Iterable[int]) -> set[int]:
        """The wanted cells that hang on the line above the cell `lower`, and perhaps further cells that do."""
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

    def hang(self, lower: int, end: int, side: int, beyond: int) -> None:
        """Hang the branch below `lower` on the line out of its cell `end` instead: reverse the ways between the two."""
        above, up, cell = self.above, self.up, end
        while True:
            old, back = above[cell], up[cell]
            above[cell], up[cell] = beyond, side
            if cell == lower:
                return
            cell, side, beyond = old, OPPOSITE[back], cell
