"""How large the board of the Wall Game is in its room."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from textual.geometry import Size

from termpuzzles.render.glyph_sets import UNICODE
from termpuzzles.render.ink import Ink
from termpuzzles.tui import theme
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.wall.game.position import Wall, start
from termpuzzles.wall.picture import INNER, WallView, size_of
from termpuzzles.wall.pixels import LEFT, SHAPES, SMALL_SHAPES
from termpuzzles.wall.screens.board import Placement, board_strips
from termpuzzles.wall.screens.small_boards import small_board_strips
from tests.tui.screens.test_every_screen import past
from tests.tui.screens.test_room import shows_where_there_is_room
from tests.tui.visit import visiting

assert past  # a fixture


@pytest.mark.parametrize("size", range(len(INNER)))
def test_a_board_of_the_wall_game_is_as_large_as_it_fits(size: int) -> None:
    at = start("standard", 5, 4)
    view, brush = WallView(at, {}), CellPainter(Ink(UNICODE, True, True), theme.palette(theme.DARK))
    width, height = size_of(at, size)
    frame, strips = board_strips(view, Size(width, height), brush)
    assert (frame, len(strips)) == (Placement(size, 0, 0), height)
    assert board_strips(view, Size(width + 5, height), brush)[0] == Placement(size, 2, 0)
    for room in (Size(width - 1, height), Size(width, height - 1)):
        assert board_strips(view, room, brush)[0].size == max(0, size - 1)


@pytest.mark.parametrize("height", [3, 5, 8, 16])
def test_of_a_board_of_the_wall_game_that_is_too_high_the_rows_around_the_cursor_are_shown(height: int) -> None:
    at = start("standard", 8, 8)
    brush = CellPainter(Ink(UNICODE, True, True), theme.palette(theme.DARK))
    for rank in range(8):
        for cursor in (rank, 8 * 7 + rank, Wall(False, 0, rank), Wall(True, 0, min(rank, 6))):
            frame, strips = board_strips(WallView(at, {}, cursor=cursor), Size(80, height), brush)
            above = 2 * (7 - (min(rank, 6) if isinstance(cursor, Wall) and cursor.above else rank))
            assert frame.top == max(0, min(above - height // 2, 17 - height))
            assert len(strips) == height
            row = strips[above + 1 - frame.top].text
            assert row.split()[0] == f"{8 - above // 2}", "the cursor's row is seen, and where it should be"


@pytest.mark.parametrize("width", [20, 33, 46])
def test_of_a_board_of_the_wall_game_that_is_too_wide_the_columns_around_the_cursor_are_shown(width: int) -> None:
    at = start("standard", 11, 11)
    brush = CellPainter(Ink(UNICODE, True, True), theme.palette(theme.DARK))
    whole = [strip.text for strip in board_strips(WallView(at, {}), Size(47, 23), brush)[1]]
    assert {len(row) for row in whole} <= {46, 47}
    for file in range(11):
        for cursor in (11 * file, Wall(True, file, 0), Wall(False, min(file, 9), 0)):
            frame, strips = board_strips(WallView(at, {}, cursor=cursor), Size(width, 23), brush)
            column = 3 + 4 * (min(file, 9) if isinstance(cursor, Wall) and not cursor.above else file)
            assert -frame.left == max(0, min(column - width // 2, 47 - width))
            assert 0 <= column + frame.left < width, "the cursor is seen"
            letters = strips[-1].text
            assert letters == whole[-1][-frame.left :]
            assert "abcdefghijk"[file] in letters


async def test_results_have_whole_heads_where_there_is_room(past: Path, tmp_path: Path) -> None:
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    async with visiting(tmp_path) as visit:
        await shows_where_there_is_room(visit, "wall results", "", [((60, 24), (59, 24), "drawn")])


def test_a_board_that_is_only_looked_at_is_as_large_as_it_fits_and_names_ranks_and_files_only_where_one_plays() -> None:
    at, brush = (
        start("standard", 5, 4),
        CellPainter(Ink(UNICODE, True, True, True, fine=True), theme.palette(theme.DARK)),
    )
    for shape in (*SHAPES, *SMALL_SHAPES):
        wide, high = (
            number * (side + shape.slot) - shape.slot for number, side in ((5, shape.width), (4, shape.height))
        )
        is_named = shape in SHAPES
        least = Size(wide + LEFT * is_named, (high + 1) // 2 + is_named)
        seen = []
        for room in (least, Size(least.width - 1, least.height), Size(least.width, least.height - 1)):
            rows = [strip.text.rstrip() for strip in small_board_strips(at, room, brush)]
            assert len(rows) <= room.height
            assert max(map(len, rows)) <= room.width
            seen.append((max(map(len, rows)), len(rows)))
        assert seen[0] == least
        assert least not in seen[1:]
