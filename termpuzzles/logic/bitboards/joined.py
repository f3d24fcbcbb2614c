"""Which cells the drawn lines join, kept while more lines are drawn, and the turns that would join a group twice."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import chain, pairwise, repeat

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.logic.bitboards.frame import NOTHING, Frame, Sides
from termpuzzles.logic.bitboards.tiles import Lines, Tiles
from termpuzzles.logic.bitboards.tree import Facts


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
