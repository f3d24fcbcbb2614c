"""The sentences that explain the numbers of a region."""

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.logic.checkerboard.flow import (
    BoardLines,
    Region,
    colours,
    explain_exact,
    explain_impossible,
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


def test_a_corner_needs_both_its_exits() -> None:
    region = Region.of(OPEN, frozenset([0]))
    assert (region.black, region.white, region.black_exits) == (1, 0, ((0, E), (0, S)))
    assert explain_exact(region) == [
        "{region} has one dark cell and no light ones.",
        "So it needs two more dark exits than light ones.",
        "The only dark exits left are {exits}.",
        "So both must be drawn.",
    ]


def test_exits_of_the_other_colour_that_are_already_drawn_are_counted() -> None:
    lines = crossed((1, E), (7, N))._replace(drawn=bytes([0, S, 0, 0, 0, 0, N, 0, 0, 0]) + bytes(10))
    region = Region.of(lines, frozenset([0, 1]))
    assert explain_exact(region) == [
        "{region} has one dark cell and one light one.",
        "So it needs as many dark exits as light ones.",
        "one light exit is already drawn.",
        "The only dark exit left is {exits}, so it must be drawn.",
    ]


def test_where_no_exit_is_left_none_of_the_other_colour_may_be_a_line() -> None:
    region = Region.of(crossed((0, S), (1, E)), frozenset([0, 1]))
    assert explain_exact(region)[-1] == "No dark exit is left, so no other light exit can be drawn."


def test_a_region_with_too_few_exits_says_so() -> None:
    assert explain_impossible(Region.of(crossed((0, E)), frozenset([0]))) == [
        "{region} has one dark cell and no light ones.",
        "So it needs two more dark exits than light ones.",
        "But only one dark exit is left.",
    ]


def test_a_balanced_region_is_left_from_both_colours() -> None:
    *_, start, end = explain_only_way(Region.of(OPEN, frozenset([0, 1])))
    assert start == "So the loop leaves it equally often from dark and light cells, at least once from each."
    assert end == "Its only dark exit is {exits}, so it must be drawn."
    *_, end = explain_only_way(Region.of(crossed((0, S)), frozenset([0, 1])))
    assert end == "But it has no dark exit left."


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
