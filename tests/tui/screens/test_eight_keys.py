"""Any level is opened by at most eight keys, pressed on the first screen as it stands after the start."""

from pathlib import Path

from termpuzzles.catalogue.levels import all_levels, shipped
from termpuzzles.storage.journal_text import identity
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.levels import LevelsScreen
from tests.data import sweep
from tests.tui.apps import playing, shown
from tests.tui.screens.test_home import at_home


async def test_levels_from_all_over_the_packs_are_opened_by_eight_keys(tmp_path: Path) -> None:
    every = all_levels(shipped())
    chosen = every[:: len(every) // sweep.share(22, 8)] + every[-1:]
    assert len(chosen) >= sweep.share(20, 8)
    async with playing(tmp_path) as game:
        await at_home(game)
        for found in chosen:
            keys = ["slash", *str(found.number), "enter"]
            assert len(keys) <= 8
            await game.press(*keys)
            assert identity(game.puzzle) == found.pack_level.level.identity, found.number
            await game.press("q", "escape")
            assert isinstance(game.app.screen, HomeScreen)


async def test_the_list_of_levels_is_filtered_as_one_types_and_opens_any_level_by_eight_keys(tmp_path: Path) -> None:
    every = all_levels(shipped())
    async with playing(tmp_path) as game:
        game.app.context.settings["started"] = True
        game.app.go("levels")
        await game.pilot.pause()
        for found in (every[0], every[-1]):
            keys = ["slash", *str(found.number), "enter"]
            assert len(keys) <= 8
            await game.press(*keys)
            assert identity(game.puzzle) == found.pack_level.level.identity
            await game.press("q")
            assert isinstance(game.app.screen, LevelsScreen)
            await game.press("escape")
            assert isinstance(game.app.screen, LevelsScreen)
        await game.press("slash", *"net 7x7")
        rows = [row for row in shown(game.app) if "7x7" in row]
        assert rows
        assert all(" Ne " in row or "net 7x7" in row for row in rows), rows
        await game.press("escape")
        assert any("earlier packs" in row for row in shown(game.app))


async def test_no_technique_is_cut_in_a_list_that_was_narrowed_on_a_window_of_80_columns(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await game.press("slash", *"same wraps")
        await game.until(lambda: any("Same or opposite " in row for row in shown(game.app)))
        rows = [row for row in shown(game.app) if "Same or opposite " in row]
        assert not any("…" in row for row in rows)


async def test_a_large_window_shows_the_board_of_a_level_that_was_found(tmp_path: Path) -> None:
    last = all_levels(shipped())[-1]
    async with playing(tmp_path, size=(160, 50)) as game:
        game.app.go("levels")
        await game.press("slash", *str(last.number))
        await game.until(lambda: last.pack_level.level.title in game.text_of("about"))
        assert any(line[100:].strip() for line in shown(game.app)[5:20]), "the board"
