"""The palette where somebody else's game is watched."""

from pathlib import Path

from termpuzzles.company.screens.watch import WatchScreen
from tests.tui.apps import playing
from tests.tui.screens.test_palette import declared_on


async def test_the_palette_holds_every_binding_of_the_screen_that_watches(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = WatchScreen(game.app.context, "Ada", lambda: None)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        offered = [command.help for command in game.app.get_system_commands(screen)]
        declared = declared_on(screen)
        assert declared
        assert not [each for each in declared if not any(words.startswith(each) for words in offered)]
