"""Which cells the drawn lines join, kept while more lines are drawn, and the turns that would join a group twice."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, repeat
from operator import sub

from termpuzzles.board.grid import SIDES_OF, TURNS, E, N, S, W
from termpuzzles.logic.bitboards.frame import NOTHING, Frame, KnownLines, Sides, TileBits
from termpuzzles.logic.bitboards.tree import Facts


class Joined:
    """Disjoint sets of cells; `looped` is true once a drawn line joined two cells already joined.

    Each cell's parent comes before it or is the cell itself.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.parents: list[int] = []
        self.drawn = NOTHING
        self.looped = False

    def join(self, drawn: Sides) -> None:
        """Join the cells at lines drawn since the last call."""
        frame = self.frame
        east, south = drawn.e & ~self.drawn.e, drawn.s & ~self.drawn.s
        if not self.parents:
            self._join_rows(east & frame.cells & ~frame.last_column)
            east &= frame.last_column
        self.drawn = drawn
        for cells, side in ((frame.places(east), E), (frame.places(south), S)):
            self._union_all(cells, map(frame.grid.ways[side].__getitem__, cells))

    def _join_rows(self, east: int) -> None:
        """Join each run of cells in a row without a gap at one go, while all cells are still alone."""
        starts = self.frame.places(~(east << 1))
        lengths = map(sub, [*starts[1:], self.frame.grid.size], starts)
        self.parents = list(chain.from_iterable(map(repeat, starts, lengths)))

    def _union_all(self, cells: Iterable[int], others: Iterable[int]) -> None:
        parents = self.parents
        for cell, other in zip(cells, others, strict=True):
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
        """The cell that stands for the whole group of this one."""
        parents = self.parents
        while (above := parents[cell]) != cell:
            parents[cell] = cell = parents[above]
        return cell

    def roots_and_sizes(self) -> array[int]:
        """For each cell the root of its group; for a root minus the number of cells in its group."""
        roots = self._roots()
        for root, size in Counter(roots).items():
            roots[root] = -size
        return array("i", roots)

    def _roots(self) -> list[int]:
        roots = self.parents.copy()
        for cell, above in enumerate(roots):
            roots[cell] = roots[above]  # final already, for it comes before
        return roots

    def lines(self) -> bytes:
        """For each cell the mask of the lines by which it is joined."""
        return self.frame.stripped(self.frame.masks(self.drawn))


def no_loop(joined: Joined, tiles: TileBits, facts: Facts, opened: int) -> Facts:
    """The facts with all turns ruled out, at the cells of the bitboard `opened`, that would join a group twice."""
    (drawn, out), turns_out = facts
    frame = joined.frame
    undecided = frame.masks_at(Sides(*(~(line | cross) for line, cross in zip(drawn, out, strict=True))), opened)
    found = clashes(frame, {cell: joined.root(cell) for cell in undecided}, undecided)
    if not found:
        return facts
    no_line, no_turn = ruled_out(tiles, found)
    return Facts(KnownLines(drawn, frame.shared(_union(out, no_line))), _union(turns_out, no_turn))


def clashes(frame: Frame, roots: Mapping[int, int], undecided: Mapping[int, int]) -> dict[int, int]:
    """For each mask of sides the bitboard of the cells at which its lines would join a group twice.

    A line not yet drawn between two cells of one group would close a loop, and so would two lines of one turn into the
    same other group. `undecided` gives the mask of such lines for all cells that have any, and `roots` the cell that
    stands for each one's group.
    """
    clashes: dict[int, list[int]] = {}
    ways = frame.grid.ways
    for cell, mask in undecided.items():
        sides = SIDES_OF[mask]
        around = [roots[cell]]
        for side in sides:
            around.append(roots[ways[side][cell]])
        if len(set(around)) < len(around):
            for pair in _clashing(around, (0, *sides)):
                clashes.setdefault(pair, []).append(cell)
    return {pair: frame.bitboard_of_places(cells) for pair, cells in clashes.items()}


def _clashing(roots: list[int], sides: Sequence[int]) -> list[int]:
    """The masks of one or two of these sides that no turn may draw (together), 0 being the cell itself."""
    return [sides[i] | sides[j] for j in range(1, len(sides)) for i in range(j) if roots[i] == roots[j]]


def ruled_out(tiles: TileBits, clashes: Mapping[int, int]) -> tuple[Sides, Sides]:
    """The lines, and the turns of corners and tees, that would draw all lines of a clashing mask at a cell."""
    lines, turns = [0, 0, 0, 0], [0, 0, 0, 0]
    for mask, cells in clashes.items():
        for index, side in enumerate((N, E, S, W)):
            if mask == side:
                lines[index] |= cells
            elif mask == side | TURNS[side][2]:
                lines[index] |= cells & tiles.bars
            if TURNS[N | E][index] & mask == mask:
                turns[index] |= cells & tiles.corners
            if TURNS[E | S | W][index] & mask == mask:
                turns[index] |= cells & tiles.tees
    return Sides(*lines), Sides(*turns)


def _union(some: Sides, more: Sides) -> Sides:
    return Sides(*(one | other for one, other in zip(some, more, strict=True)))
