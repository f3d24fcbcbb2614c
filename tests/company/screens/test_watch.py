"""The board that one watches."""

from pathlib import Path

from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.tui.screen import ShownGame
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_sizes import takes_no_key


async def test_the_board_that_one_watches_takes_no_key(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        shown = ShownGame(game.screen.controller.picture(), 0, "Net 3x3", "0 moves")
        await takes_no_key(game, WatchScreen(game.app.context, "Ada", lambda: shown))
