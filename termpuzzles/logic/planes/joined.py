"""Which cells the drawn lines join, kept while more lines are drawn, and the turns that would join a group twice."""

from __future__ import annotations

from itertools import chain, pairwise, repeat

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.logic.planes.frame import Frame, Sides
from termpuzzles.logic.planes.tiles import Lines, Tiles
from termpuzzles.logic.planes.tree import Facts


class Joined:
    """The cells in disjoint sets, each cell by its bit; `looped` once a drawn line joined two cells already joined."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.parents = list(range(frame.bits))
        self.known = (0, 0)
        self.looped = False

    def join(self, drawn: Sides) -> None:
        """Joins the cells at lines drawn since the last time."""
        frame = self.frame
        east, south = drawn.e & frame.cells, drawn.s & frame.cells
        new_east, new_south = east & ~self.known[0], south & ~self.known[1]
        if self.known == (0, 0):
            self._join_rows(east & ~frame.last_column)
            new_east &= frame.last_column
        self.known = (east, south)
        stride, width, bits = frame.stride, frame.width, frame.bits
        for cell in frame.positions(new_east):
            self._union(cell, cell + 1 if (cell + 1) % stride != width else cell + 1 - width)
        for cell in frame.positions(new_south):
            self._union(cell, (cell + stride) % bits)

    def _join_rows(self, east: int) -> None:
        """Joins at one go what lies in one row without a gap, while all cells are still alone."""
        everything = (1 << self.frame.bits) - 1
        starts = self.frame.positions(everything & ~(east << 1))
        lengths = (after - start for start, after in pairwise([*starts, self.frame.bits]))
        self.parents = list(chain.from_iterable(map(repeat, starts, lengths)))

    def _union(self, cell: int, other: int) -> None:
        parents = self.parents
        while (above := parents[cell]) != cell:
            parents[cell] = cell = parents[above]
        while (above := parents[other]) != other:
            parents[other] = other = parents[above]
        if cell == other:
            self.looped = True
        parents[other] = cell

    def root(self, cell: int) -> int:
        """The one cell, the same for all, that stands for the group of this one."""
        parents = self.parents
        while (above := parents[cell]) != cell:
            parents[cell] = cell = parents[above]
        return cell


def no_loop(joined: Joined, tiles: Tiles, facts: Facts, opened: int) -> Facts:
    """The facts with all turns ruled out, at the cells of the plane `opened`, that would join a group twice.

    A line not yet drawn between two cells of one group would close a loop, and so would two lines of one turn into the
    same other group.
    """
    frame, lines = joined.frame, facts.lines
    undecided = frame.masks(Sides(*(~(drawn | out) for drawn, out in zip(*lines, strict=True))))
    clashes: dict[int, list[int]] = {}
    for cell in frame.positions(opened):
        for pair in _clashing(joined, cell, undecided[cell]):
            clashes.setdefault(pair, []).append(cell)
    at = {pair: frame.plane_of_positions(cells) for pair, cells in clashes.items()}
    return _without(frame, tiles, facts, at)


def _clashing(joined: Joined, cell: int, mask: int) -> list[int]:
    """The masks of one or two of these sides that no turn may draw (together)."""
    stride, bits, width = joined.frame.stride, joined.frame.bits, joined.frame.width
    root = joined.root
    roots = {0: root(cell)}
    if mask & N:
        roots[N] = root((cell - stride) % bits)
    if mask & E:
        roots[E] = root(cell + 1 if (cell + 1) % stride != width else cell + 1 - width)
    if mask & S:
        roots[S] = root((cell + stride) % bits)
    if mask & W:
        roots[W] = root(cell - 1 if cell % stride else cell + width - 1)
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
