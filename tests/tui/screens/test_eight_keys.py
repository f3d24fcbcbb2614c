"""Any level is opened by at most eight keys, pressed on the first screen as it stands after the start."""

from pathlib import Path

from termpuzzles.play.shelf.finding import all_levels
from termpuzzles.play.shelf.levels import shipped
from termpuzzles.play.storage.journal_text import identity
from termpuzzles.tui.screens.home.screen import HomeScreen
from tests.tui.apps import playing


async def test_levels_from_all_over_the_packs_are_opened_by_eight_keys(tmp_path: Path) -> None:
    every = all_levels(shipped())
    chosen = every[:: len(every) // 22] + every[-1:]
    assert len(chosen) >= 20
    async with playing(tmp_path) as game:
        for found in chosen:
            keys = ["slash", *str(found.number), "enter"]
            assert len(keys) <= 8
            await game.press(*keys)
            assert identity(game.controller.puzzle) == found.shelved.level.identity, found.number
            await game.press("q", "escape")
            assert isinstance(game.app.screen, HomeScreen)
