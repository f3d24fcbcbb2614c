"""From which size of the window on the screens of the Wall Game have room for more."""

from pathlib import Path

from termpuzzles.wall.screens.menu import WallMenuScreen
from termpuzzles.wall.screens.puzzles import WallPuzzleScreen
from tests.tui.apps import playing
from tests.tui.screens.test_sizes import beside, read_in_windows


async def test_the_menu_shows_a_board_beside_it_and_a_puzzle_all_rows_from_a_certain_size_on(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        context = game.app.context
        await read_in_windows(game, WallMenuScreen(context), beside, {"79x20": False, "80x20": True})
        windows: dict[str, object] = {"59x19": True, "59x20": False, "60x19": False}
        await read_in_windows(game, WallPuzzleScreen(context, 0), lambda screen: screen.has_few_rows, windows)
