"""The first start in a large window: the board is twice as large, in whole pixels, and is played in the same way."""

from pathlib import Path
from typing import Any

import pytest

from termpuzzles.tui.screens.welcome import TO_TURN, LargeBoard
from tests.tui.apps import Game, playing


def pixels(game: Game) -> list[list[Any]]:
    """The colours of the pixels of the board, of which each is a row high and two columns wide."""
    board = game.app.screen.query_one(LargeBoard)
    rows = []
    for y in range(board.size.height):
        strip = board.render_line(y)
        assert not strip.text.strip(), "grounds alone make whole pixels"
        signs = [segment.style and segment.style.bgcolor for segment in strip for _ in segment.text]
        assert signs[::2] == signs[1::2]
        rows.append(signs[::2])
    return rows


async def test_in_a_large_window_a_tile_is_24_columns_wide_and_space_turns_the_marked_one(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(160, 50), look="pipes") as game:
        await game.pilot.pause()
        board, seen = game.app.screen.query_one(LargeBoard), set[str]()
        for cell in TO_TURN:
            assert board.cursor == cell
            x, y = board.terminal_cursor - board.region.offset
            left, top = (board.size.width - 72) // 2, (board.size.height - 36) // 2
            assert ((x - left) // 24, (y - top) // 12) == board.picture.grid.place(cell)
            rows = pixels(game)
            grounds = {colour for row in rows for colour in row}
            assert 3 < len(grounds) < 12
            seen.add(str(rows))
            await game.press("space")
        assert len(seen) == len(TO_TURN), "each turn is seen"


@pytest.mark.parametrize("size", [(139, 50), (160, 39), (80, 24), (40, 15)])
async def test_in_any_other_window_it_is_as_large_as_a_board_in_play(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size, look="pipes") as game:
        await game.pilot.pause()
        board = game.app.screen.query_one(LargeBoard)
        assert any(board.render_line(y).text.strip() for y in range(board.size.height))
