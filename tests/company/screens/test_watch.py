"""The board that one watches."""

from pathlib import Path

from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.tui.screen import ShownGame
from termpuzzles.tui.widgets.board import Board
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import net


async def test_the_board_that_one_watches_takes_no_key(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        shown = ShownGame(game.screen.controller.picture(), 0, "Net 3x3", "0 moves")
        screen = WatchScreen(game.app.context, "Ada", lambda: shown)
        await game.app.push_screen(screen)
        await game.until(lambda: bool(screen.query(Board)))
        assert not screen.query_one(Board).focusable
        await game.press("tab", "right")
        assert screen.query_one(Board).cursor == 0
        assert not isinstance(screen.focused, Board)
