"""Recognising boards too wide to count by their shape alone; a small `near` makes small boards count as large."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from termpuzzles.board.grid import OPPOSITE, E, Grid, S
from termpuzzles.logic.counting import clusters

GRID = Grid(10, 100)
SURELY, NEVER = 3, 60  # limits on the cells waiting at once: below what any strip needs, and above what any needs


def exceeds_width(grid: Grid, undecided: bytes, widest: int, most_touched: int, near: int = 150) -> bool:
    return clusters.exceeds_width(grid, undecided, widest, most_touched, near)


def undecided(lines: Iterable[tuple[int, int, int]]) -> bytes:
    """The masks of the undecided sides for these lines, each given as a column, a row and a side."""
    masks = bytearray(GRID.size)
    for x, y, side in lines:
        cell = GRID.cell(x, y)
        masks[cell] |= side
        masks[GRID.ways[side][cell]] |= OPPOSITE[side]
    return bytes(masks)


def strip(columns: int, first: int, last: int) -> bytes:
    """All lines within the first `columns` columns of these rows."""
    rows = range(first, last + 1)
    across = [(x, y, E) for y in rows for x in range(columns - 1)]
    return undecided([*across, *((x, y, S) for y in rows[:-1] for x in range(columns))])


def comb(spine: int, teeth: int) -> bytes:
    """A spine of lines along the first column or row, with teeth across the board."""
    if spine == S:
        return undecided([*((0, y, S) for y in range(99)), *((x, y, E) for y in range(teeth) for x in range(9))])
    return undecided([*((x, 0, E) for x in range(9)), *((x, y, S) for x in range(10) for y in range(teeth))])


@pytest.mark.parametrize("rows", [(0, 30), (30, 60), (69, 99)])
@pytest.mark.parametrize("columns", [5, 10])
def test_a_strip_is_as_wide_as_its_columns_wherever_it_lies(rows: tuple[int, int], columns: int) -> None:
    lines = strip(columns, *rows)
    for widest in (columns - 1, columns):
        large = columns * 31 > 150
        assert exceeds_width(GRID, lines, widest, SURELY) == (large and widest < columns)
        assert not exceeds_width(GRID, lines, widest, NEVER)


def test_a_small_cluster_is_left_to_be_counted_however_wide() -> None:
    assert not exceeds_width(GRID, strip(10, 40, 54), 0, SURELY)
    assert exceeds_width(GRID, strip(10, 40, 55), 5, SURELY)
    assert not exceeds_width(GRID, bytes(GRID.size), -1, 0)


def test_a_large_cluster_is_found_beside_small_ones() -> None:
    small, large = strip(10, 0, 3), strip(10, 80, 99)
    both = bytes(one | other for one, other in zip(small, large, strict=True))
    assert exceeds_width(GRID, both, 9, SURELY)


@pytest.mark.parametrize("spine", [S, E])
def test_a_comb_is_no_wider_than_its_spine(spine: int) -> None:
    lines = comb(spine, 40)
    assert exceeds_width(GRID, lines, 0, -1)
    assert not exceeds_width(GRID, lines, 1, -1)


def test_along_a_line_of_cells_one_waits_at_a_time() -> None:
    lines = undecided((0, y, S) for y in range(99))
    assert exceeds_width(GRID, lines, -1, 0, 50)
    assert not exceeds_width(GRID, lines, -1, 1, 50)
    assert not exceeds_width(GRID, lines, 0, 0, 50)
    lines = undecided((x, 50, E) for x in range(9))
    assert exceeds_width(GRID, lines, -1, 0, 5)
    assert not exceeds_width(GRID, lines, -1, 1, 5)
    assert not exceeds_width(GRID, lines, 0, 0, 5)
