"""The efforts that new boards may take: more on larger boards."""

from itertools import pairwise

import pytest

from termpuzzles.games import named
from termpuzzles.games.making.maker import ENDLESS, Maker


def maker_of(game: str) -> Maker:
    make = named(game).maker
    assert make
    return make()


@pytest.mark.parametrize("wraps", [False, True])
@pytest.mark.parametrize("game", ["net", "infinity", "simpleloops"])
def test_a_larger_board_is_never_asked_for_less_effort(game: str, wraps: bool) -> None:
    efforts = [maker_of(game).efforts(cells, wraps) for cells in range(4, 1000)]
    assert all(1 <= least < most <= ENDLESS for least, most in efforts)
    assert all(before[0] <= after[0] for before, after in pairwise(efforts))


@pytest.mark.parametrize(
    ("game", "columns", "rows", "efforts"),
    [
        ("infinity", 8, 8, (1, 499)),
        ("infinity", 12, 12, (1, ENDLESS)),
        ("infinity", 25, 10, (100, 999)),
        ("infinity", 30, 15, (250, 999)),
        ("infinity", 41, 11, (500, ENDLESS)),
        ("net", 6, 6, (1, 499)),
        ("net", 8, 8, (1, 999)),
        ("net", 10, 10, (1, ENDLESS)),
        ("net", 25, 10, (100, ENDLESS)),
        ("net", 21, 12, (250, ENDLESS)),
        ("simpleloops", 12, 12, (1, 99)),
        ("simpleloops", 25, 10, (1, 249)),
        ("simpleloops", 30, 20, (100, 499)),
        ("simpleloops", 25, 25, (250, ENDLESS)),
    ],
)
def test_boards_of_each_size_have_their_range_of_efforts(
    game: str, columns: int, rows: int, efforts: tuple[int, int]
) -> None:
    assert maker_of(game).efforts(columns * rows, False) == efforts


@pytest.mark.parametrize(
    ("game", "wraps", "ranges"),
    [
        ("net", False, {1: (1, 499), 37: (1, 999), 65: (1, None), 101: (100, None), 251: (250, None)}),
        ("net", True, {1: (1, None), 65: (100, None), 145: (250, None)}),
        ("infinity", False, {1: (1, 499), 65: (1, None), 145: (100, 999), 251: (250, 999), 451: (500, None)}),
        ("infinity", True, {1: (1, None), 145: (100, None), 251: (250, None)}),
        ("simpleloop", False, {1: (1, 499), 37: (1, 999), 65: (1, None), 101: (100, None), 251: (250, None)}),
        ("simpleloops", False, {1: (1, 99), 145: (1, 249), 251: (100, 499), 601: (250, None)}),
        ("masyu", False, {1: (1, None)}),
    ],
)
def test_ranges_change_at_these_numbers_of_cells_and_no_others(
    game: str, wraps: bool, ranges: dict[int, tuple[int, int | None]]
) -> None:
    efforts = [maker_of(game).efforts(cells, wraps) for cells in range(1, 3000)]
    changes = {1: efforts[0]} | {
        cells: after for cells, (before, after) in enumerate(pairwise(efforts), 2) if after != before
    }
    assert changes == {cells: (least, most or ENDLESS) for cells, (least, most) in ranges.items()}
