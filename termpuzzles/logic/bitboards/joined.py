"""Which cells the drawn lines join, kept while more lines are drawn, and the turns that would join a group twice."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import chain, compress, pairwise, repeat
from operator import sub

from termpuzzles.board.grid import TURNS, E, Grid, N, S, W
from termpuzzles.board.rooted import Tree
from termpuzzles.logic.bitboards.frame import NOTHING, Frame, Sides
from termpuzzles.logic.bitboards.tiles import Lines, Tiles
from termpuzzles.logic.bitboards.tree import Facts

_IS_ZERO = bytes([1]) + bytes(255)


class Joined:
    """The cells in disjoint sets; `looped` once a drawn line joined two cells already joined.

    Each cell's parent comes before it or is the cell itself.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.parents: list[int] = []
        self.drawn = NOTHING
        self.looped = False

    def join(self, drawn: Sides) -> None:
        """Joins the cells at lines drawn since the last time."""
        frame = self.frame
        east, south = drawn.e & ~self.drawn.e, drawn.s & ~self.drawn.s
        if not self.parents:
            self._join_rows(east & frame.cells & ~frame.last_column)
            east &= frame.last_column
        self.drawn = drawn
        width, size = frame.width, frame.grid.size
        for cell in frame.places(east):
            self._union(cell, cell + 1 if (cell + 1) % width else cell + 1 - width)
        for cell in frame.places(south):
            self._union(cell, (cell + width) % size)

    def _join_rows(self, east: int) -> None:
        """Joins at one go what lies in one row without a gap, while all cells are still alone."""
        starts = self.frame.places(~(east << 1))
        lengths = (after - start for start, after in pairwise([*starts, self.frame.grid.size]))
        self.parents = list(chain.from_iterable(map(repeat, starts, lengths)))

    def _union(self, cell: int, other: int) -> None:
        parents = self.parents
        while (above := parents[cell]) != cell:
            parents[cell] = cell = parents[above]
        while (above := parents[other]) != other:
            parents[other] = other = parents[above]
        if cell < other:
            parents[other] = cell
        elif other < cell:
            parents[cell] = other
        else:
            self.looped = True

    def root(self, cell: int) -> int:
        """The one cell, the same for all, that stands for the group of this one."""
        parents = self.parents
        while (above := parents[cell]) != cell:
            parents[cell] = cell = parents[above]
        return cell

    def roots_and_sizes(self) -> array[int]:
        """For each cell the root of its group, and for a root itself minus the number of its group's cells."""
        roots = self.parents.copy()
        for cell, above in enumerate(roots):
            roots[cell] = roots[above]  # final already, for it comes before
        for root, size in Counter(roots).items():
            roots[root] = -size
        return array("i", roots)

    def lines(self) -> bytes:
        """The mask of each cell's lines by which it is joined."""
        return self.frame.stripped(self.frame.masks(self.drawn))


class Along(Joined):
    """The same where all lines drawn are known to lie on one tree: then each cell's parent is the one above it there.

    That takes no search for a group's root at either end of a line. `fits_along` must hold of the tree's grid.
    """

    def __init__(self, frame: Frame, tree: Tree) -> None:
        super().__init__(frame)
        self._above = tree.above

    def join(self, drawn: Sides) -> None:
        """Joins the cells at lines drawn since the last time."""
        frame, above = self.frame, self._above
        if not self.parents:
            self._join_all(drawn)
        else:
            width, size, parents = frame.width, frame.grid.size, self.parents
            for cell in frame.places(drawn.e & ~self.drawn.e):
                other = cell + 1 if (cell + 1) % width else cell + 1 - width
                if above[cell] == other:
                    parents[cell] = other
                else:
                    parents[other] = cell
            for cell in frame.places(drawn.s & ~self.drawn.s):
                other = (cell + width) % size
                if above[cell] == other:
                    parents[cell] = other
                else:
                    parents[other] = cell
        self.drawn = drawn

    def _join_all(self, drawn: Sides) -> None:
        """Joins at one go what all these lines join, while all cells are still alone."""
        frame, size = self.frame, self.frame.grid.size
        side_by_step = _side_by_step(frame)
        up = bytes(map(side_by_step.__getitem__, map(sub, self._above, range(size))))
        joined = int.from_bytes(up, "big") & int.from_bytes(frame.stripped(frame.masks(drawn)), "big")
        self.parents = parents = self._above.copy()
        for cell in compress(range(size), joined.to_bytes(size, "big").translate(_IS_ZERO)):
            parents[cell] = cell


def fits_along(grid: Grid) -> bool:
    """Whether no two sides of a cell lead to one other cell, so that two cells tell the line between them."""
    return min(grid.width, grid.height) > 2


def _side_by_step(frame: Frame) -> dict[int, int]:
    """The side at which a cell lies whose number is so much larger; 0 for the cell itself."""
    width, size = frame.width, frame.grid.size
    sides = {1 - width: E, width - 1: W, width - size: S, size - width: N}  # across seams
    return {**sides, 1: E, -1: W, width: S, -width: N, 0: 0}


def no_loop(joined: Joined, tiles: Tiles, facts: Facts, opened: int) -> Facts:
    """The facts with all turns ruled out, at the cells of the plane `opened`, that would join a group twice.

    A line not yet drawn between two cells of one group would close a loop, and so would two lines of one turn into the
    same other group.
    """
    frame, lines = joined.frame, facts.lines
    undecided = Sides(*(~(drawn | out) for drawn, out in zip(*lines, strict=True)))
    masks = frame.stripped(frame.masks(undecided))
    clashes: dict[int, list[int]] = {}
    for cell in frame.places(opened):
        for pair in _clashing(joined, cell, masks[cell]):
            clashes.setdefault(pair, []).append(cell)
    at = {pair: frame.plane_of_places(cells) for pair, cells in clashes.items()}
    return _without(frame, tiles, facts, at)


def _clashing(joined: Joined, cell: int, mask: int) -> list[int]:
    """The masks of one or two of these sides that no turn may draw (together)."""
    width, size = joined.frame.width, joined.frame.grid.size
    root = joined.root
    roots = {0: root(cell)}
    if mask & N:
        roots[N] = root((cell - width) % size)
    if mask & E:
        roots[E] = root(cell + 1 if (cell + 1) % width else cell + 1 - width)
    if mask & S:
        roots[S] = root((cell + width) % size)
    if mask & W:
        roots[W] = root(cell - 1 if cell % width else cell + width - 1)
    if len(set(roots.values())) == len(roots):
        return []
    sides = list(roots)
    return [a | b for i, a in enumerate(sides) for b in sides[i + 1 :] if roots[a] == roots[b]]


def _without(frame: Frame, tiles: Tiles, facts: Facts, clashes: dict[int, int]) -> Facts:
    """The facts without the turns that draw all lines of a mask at the cells of its plane."""
    lines_out, turns_out = list(facts.lines.out), list(facts.turns_out)
    for mask, cells in clashes.items():
        for index, side in enumerate((N, E, S, W)):
            if mask == side:
                lines_out[index] |= cells
            elif mask == side | TURNS[side][2]:
                lines_out[index] |= cells & tiles.bars
            if TURNS[N | E][index] & mask == mask:
                turns_out[index] |= cells & tiles.corners
            if TURNS[E | S | W][index] & mask == mask:
                turns_out[index] |= cells & tiles.tees
    return Facts(Lines(facts.lines.drawn, frame.shared(Sides(*lines_out))), Sides(*turns_out))
