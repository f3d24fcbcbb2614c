"""What a screen has room for: from the window of a certain size on, and not in one a column or a row smaller."""

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
from termpuzzles.wall.screens.board import Placement, board_strips
from tests.tui.screens.test_every_screen import past
from tests.tui.visit import visiting

assert past  # a fixture

Window = tuple[int, int]

SHOWS: list[tuple[str, str, list[tuple[Window, Window, str]]]] = [  # a screen, the keys pressed there, what it shows
    ("home", "", [((80, 30), (80, 29), "Everyday 11"), ((106, 30), (105, 30), "24 lines")]),
    ("levels", "", [((60, 24), (59, 24), "━─────"), ((72, 24), (71, 24), "next  Everyday 1")]),
    (
        "levels",
        "slash n e t space m e d i u m",
        [((100, 24), (99, 24), "medium   only fit"), ((60, 24), (59, 24), "Net            ")],
    ),
    (
        "statistics",
        "",
        [((60, 26), (59, 26), "32 without help"), ((79, 26), (78, 26), "latest"), ((65, 26), (64, 26), "no help")],
    ),
    ("daily", "", [((58, 24), (57, 24), "●····")]),
    ("new", "", [((95, 24), (94, 24), "monster")]),
    ("practise", "", [((60, 24), (59, 24), "wrong"), ((67, 24), (66, 24), "━")]),
    ("wall results", "", [((60, 24), (59, 24), "drawn")]),
]


async def test_a_window_with_room_for_it_shows_it_and_a_smaller_one_does_not(past: Path, tmp_path: Path) -> None:
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    async with visiting(tmp_path) as visit:
        for name, keys, shows in SHOWS:
            visit.app.go(name)
            await visit.settle()
            await visit.press(*keys.split())
            for roomy, tight, words in shows:
                await visit.take(f"{roomy[0]}x{roomy[1]}")
                assert words in visit.window, (roomy, words, visit.window)
                await visit.take(f"{tight[0]}x{tight[1]}")
                assert words not in visit.window, (tight, words, visit.window)


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
