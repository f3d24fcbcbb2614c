"""The sentences that explain the numbers of a region."""

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.logic.checkerboard.flow import (
    BoardLines,
    Region,
    colours,
    explain_only_way,
    short_exits,
)
from tests.logic.checkerboard.two_factors import lines_of

GRID = Grid(5, 4)
OPEN = lines_of(GRID, bytes([1]) * 20)


def crossed(*lines: tuple[int, int]) -> BoardLines:
    """The open board of 5x4 with these lines crossed out, each as a cell and its side."""
    masks = bytearray(20)
    for cell, side in lines:
        masks[cell] |= side
        masks[GRID.ways[side][cell]] |= {N: S, S: N, E: W, W: E}[side]
    return lines_of(GRID, OPEN.open, crossed=bytes(masks))


def test_the_top_left_cell_is_black_and_its_neighbours_are_white() -> None:
    assert list(colours(GRID)) == [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0]


def test_the_exits_that_are_marked_are_those_that_the_sentence_means() -> None:
    assert short_exits(Region.of(OPEN, frozenset([0]))) == [(0, E), (0, S)]
    balanced = Region.of(OPEN, frozenset([0, 1]))
    assert explain_only_way(balanced)[-1] == "Its only dark exit is {exits}, so it must be drawn."
    assert short_exits(balanced) == [(0, S)]
    elsewhere = Region.of(OPEN, frozenset([4, 3]))
    assert short_exits(elsewhere) == [(4, S)]
    other = Region.of(crossed((4, S), (3, W)), frozenset([3, 4]))
    assert explain_only_way(other)[-1] == "But it has no dark exit left."
    assert short_exits(other) == []
