"""Where to look in words, and marks of several pages in one."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import TORUS, Seam, Surface
from termpuzzles.hints.hint import area
from termpuzzles.logic.explain.parts import Role, merged_marks

GRID, FLAT = Grid(6, 5, TORUS), Grid(6, 5)


@pytest.mark.parametrize(
    ("columns", "rows", "words"),
    [
        ((), (), "the board"),
        ((0,), (0,), "column 1, row 1"),
        ((5,), (4,), "column 6, row 5"),
        ((0, 1), (3, 4), "columns 1 and 2, rows 4 and 5"),
        ((0, 2), (0, 1, 3), "columns 1 and 3, rows 1 to 4"),
        ((1, 5), (1, 4), "columns 2 and 6, rows 2 and 5"),
        ((0, 5), (0, 4), "columns 6 and 1 across the edge, rows 5 and 1 across the edge"),
        ((0, 1, 5), (0, 3, 4), "columns 6 to 2 across the edge, rows 4 to 1 across the edge"),
        ((0, 4, 5), (0, 1, 4), "columns 5 to 1 across the edge, rows 5 to 2 across the edge"),
        ((0, 2, 5), (0, 2, 4), "columns 1 to 6, rows 1 to 5"),
        ((0, 1, 2, 3, 4, 5), (0, 1, 2, 3, 4), "columns 1 to 6, rows 1 to 5"),
        ((0, 1, 2, 3, 4), (1, 2, 3, 4), "columns 1 to 5, rows 2 to 5"),
    ],
)
def test_cells_lie_in_columns_and_rows(columns: tuple[int, ...], rows: tuple[int, ...], words: str) -> None:
    cells = [GRID.cell(x, y) for x in columns for y in rows]
    assert area(GRID, cells) == area(GRID, cells[::-1]) == words
    if "across the edge" not in words:
        assert area(FLAT, cells) == words


def test_nothing_is_across_the_edge_where_the_board_does_not_wrap() -> None:
    cells = [FLAT.cell(x, y) for x in (0, 1, 5) for y in (0, 3, 4)]
    assert area(FLAT, cells) == "columns 1 to 6, rows 1 to 5"
    assert area(FLAT, cells[::4]) == "columns 1 to 6, rows 1 to 5"
    assert area(FLAT, [FLAT.cell(0, 0), FLAT.cell(5, 4)]) == "columns 1 and 6, rows 1 and 5"
    assert area(Grid(6, 5, Surface(Seam.JOINED)), cells) == "columns 6 to 2 across the edge, rows 1 to 5"


def test_a_cell_with_several_roles_keeps_the_first_with_all_its_sides() -> None:
    first = {Role.BECAUSE: {1: 2, 4: 1}, Role.TARGET: {2: 8}}
    second = {Role.TARGET: {1: 4}, Role.CUT_OFF: {2: 1, 3: 0}}
    because, target, cut_off = Role.BECAUSE, Role.TARGET, Role.CUT_OFF
    at_first = merged_marks(first, second, (because, target, cut_off))
    assert at_first == {because: {1: 6, 4: 1}, target: {2: 9}, cut_off: {3: 0}}
    counted = merged_marks(first, second, (cut_off, target, because))
    assert counted == {because: {4: 1}, target: {1: 6}, cut_off: {2: 9, 3: 0}}
    for found in (at_first, counted):
        assert list(found) == [role for role in Role if role in found]
    assert merged_marks(first, {}) == {target: {2: 8}, because: {1: 2, 4: 1}}
    assert merged_marks({}, {}) == {}
