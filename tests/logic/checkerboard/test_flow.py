"""What is known of a board's lines, and whether it has grown since earlier."""

import pytest

from termpuzzles.board.grid import E, Grid, W
from termpuzzles.logic.checkerboard.flow import BoardLines
from termpuzzles.logic.checkerboard.parity import Forced
from tests.logic.checkerboard.two_factors import decided, lines_of

ROW = lines_of(Grid(3, 1), bytes([1, 1, 1]))  # two places for lines
LINE, CROSS = Forced(0, E, True), Forced(0, E, False)
OTHER_LINE, OTHER_CROSS = Forced(1, E, True), Forced(1, E, False)


def row(*found: Forced) -> BoardLines:
    return decided(ROW, list(found))


@pytest.mark.parametrize(
    ("earlier", "later", "grown"),
    [
        (row(), row(), True),
        (row(), row(LINE), True),
        (row(), row(CROSS), True),
        (row(LINE), row(LINE, OTHER_CROSS), True),
        (row(LINE), row(), False),
        (row(CROSS), row(), False),
        (row(LINE), row(OTHER_CROSS), False),
        (row(CROSS), row(OTHER_LINE), False),
        (row(LINE, OTHER_CROSS), row(CROSS, OTHER_LINE), False),
    ],
)
def test_what_is_known_has_grown_where_no_line_and_no_cross_was_taken_back(
    earlier: BoardLines, later: BoardLines, grown: bool
) -> None:
    assert later.grown_from(earlier) == grown


def test_the_lines_that_are_neither_drawn_nor_crossed_out_are_undecided() -> None:
    assert list(row().undecided()) == [(0, E), (1, E)]
    assert list(row(LINE).undecided()) == [(1, E)]
    assert list(row(OTHER_CROSS).undecided()) == [(0, E)]
    assert [row(LINE).is_undecided(cell, side) for cell, side in ((0, E), (1, W), (1, E), (2, W))] == [0, 0, 1, 1]
