"""The palette: everything that a key does on the screen below it, found by its name."""

from pathlib import Path

import pytest
from textual.command import CommandPalette

from termpuzzles.games import named
from termpuzzles.tui.keys import bound_keys
from termpuzzles.tui.opening import SCREENS
from tests.games.boards import board
from tests.tui.apps import playing


@pytest.mark.parametrize("key", ["ctrl+p", "f2"])
async def test_the_palette_does_what_is_chosen_in_it(tmp_path: Path, key: str) -> None:
    async with playing(tmp_path, board(named("net"), "┓╺╸", "╻┻╸", "┗━┛")) as game:
        await game.press(key)
        assert isinstance(game.app.screen, CommandPalette)
        await game.press(*"half", "space", *"turn")
        await game.pilot.pause(0.3)
        await game.press("enter")
        await game.pilot.pause(0.2)
        assert [str(move) for move in game.session.moves] == ["turn 1,1 2"]


@pytest.mark.parametrize("rows", [("┓╺╸", "╻┻╸", "┗━┛"), ()])
async def test_the_palette_lists_whatever_a_key_does_on_any_screen(tmp_path: Path, rows: tuple[str, ...]) -> None:
    async with playing(tmp_path, *([board(named("net"), *rows)] if rows else [])) as game:
        listed = {command.title for command in game.app.get_system_commands(game.app.screen)}
        bound = {each.name for name, each in bound_keys(game.app.screen).items() if name != "app.palette"}
        assert listed >= bound
        assert listed - bound <= set(SCREENS)
        assert set(SCREENS) <= listed
