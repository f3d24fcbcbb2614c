"""The overview of a board: which part it marks, and where the mark can move."""

from pathlib import Path

import pytest
from textual.geometry import Region

from termpuzzles.board.grid import Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.tui.screens.overview import Map, OverviewScreen
from tests.tui.apps import playing, shown

WAYS = {"down": (0, 1), "right": (1, 0), "up": (0, -1), "left": (-1, 0)}


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_a_board_without_pins_is_seen_whole(tmp_path: Path, ascii_only: bool) -> None:
    puzzle = Puzzle(named("infinity"), Grid(12, 9), bytes([5] * 108))
    async with playing(tmp_path, puzzle, ascii_only=ascii_only) as game:
        await game.press("O")
        assert [line.strip() for line in shown(game.app)].count(("." if ascii_only else "·") * 12) == 9


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 3), (5, 4), (12, 9)])
async def test_the_view_moves_by_half_of_itself_and_never_off_the_board(
    tmp_path: Path, width: int, height: int
) -> None:
    puzzle = Puzzle(named("infinity"), Grid(12, 9), bytes([5] * 108))
    x, y = min(4, 12 - width), min(3, 9 - height)
    by_columns, by_rows = {1: (1, 1), 2: (1, 1), 5: (2, 2), 12: (6, 4)}[width]
    async with playing(tmp_path, puzzle) as game:
        overview = OverviewScreen(game.app.context, puzzle, puzzle.start, Region(x, y, width, height))
        await game.app.push_screen(overview)
        for key in ("down", "right", "down", "up", *["up"] * 4, *["right"] * 8, *["left"] * 3, *["down"] * 8):
            await game.press(key)
            columns, rows = WAYS[key]
            x = min(12 - width, max(0, x + columns * by_columns))
            y = min(9 - height, max(0, y + rows * by_rows))
            assert overview.query_one(Map).view == Region(x, y, width, height)
