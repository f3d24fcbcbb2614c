"""The keys: none that only a shifted or modified key does, on three keyboards; presets; all that is typed is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.tui.controller.commands import COMMANDS
from termpuzzles.tui.keys import KEYMAPS, bound_keys
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import loops, net

NAMED = {
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "space", "enter", "escape", "tab"),
    *(f"f{number}" for number in range(1, 13)),
}
SIGNS = {
    "comma": ",",
    "full_stop": ".",
    "minus": "-",
    "plus": "+",
    "equals_sign": "=",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "question_mark": "?",
}
PLAIN = {  # what each keyboard types without shift, control or AltGr, besides letters
    "us": "1234567890-=[];',./\\`",
    "german": "1234567890ß^´ü+öä#,.-<",
    "french": "²&é\"'(-è_çà)=^$ù*,;:!<",
}


def is_plain(key: str, keyboard: str) -> bool:
    """Whether the keyboard types the key with a single finger."""
    if key in NAMED or (len(key) == 1 and key.islower()):
        return True
    return SIGNS.get(key, key) in PLAIN[keyboard] and len(SIGNS.get(key, key)) == 1


@pytest.mark.parametrize("keyboard", PLAIN)
def test_every_command_has_a_key_that_is_typed_with_one_finger_or_stands_in_the_palette(keyboard: str) -> None:
    for command in COMMANDS:
        keys = command.keys.split(",")
        only_capital = all(len(key) == 1 and key.isupper() for key in keys)
        assert only_capital or any(is_plain(key, keyboard) for key in keys), command.id


async def test_whatever_has_only_a_capital_is_in_the_palette(tmp_path: Path) -> None:
    for puzzle in (net(), loops()):
        async with playing(tmp_path / puzzle.game.name, puzzle) as game:
            listed = {command.title for command in game.app.get_system_commands(game.app.screen)}
            controls = puzzle.game.controls
            assert listed >= {command.name for command in COMMANDS if controls in command.controls}


@pytest.mark.parametrize("preset", KEYMAPS)
async def test_a_preset_leaves_every_command_a_key(tmp_path: Path, preset: str) -> None:
    from termpuzzles.play.storage.library import Folders, Library

    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    settings = library.settings()
    settings["keymap"] = preset
    assert library.keep_settings(settings) == ""
    async with playing(tmp_path, net()) as game:
        bound = bound_keys(game.screen)
        wanted = {command.id for command in COMMANDS if net().game.controls in command.controls}
        assert wanted <= bound.keys()
        if preset == "tatham":
            await game.press("enter")
            assert [str(move) for move in game.session.moves] == ["turn 1,1 3"]


async def test_keys_typed_faster_than_drawn_are_all_played_in_order(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), net()) as game:
        for key in ["space", "right"] * 2 + ["s", "down", "space", "right_square_bracket", "space", "u", "d"]:
            game.app.simulate_key(key)
        await game.pilot.pause()
        await game.pilot.pause()
        assert game.controller.index == 1
        assert [str(move) for move in game.session.moves][-1] == "turn 1,1 1"


async def test_after_a_key_that_waits_the_status_lists_what_may_follow(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        for key in ("x", "z"):
            await game.press(key)
            assert "direction" in game.said("status")
            assert "Esc" in game.said("status")
            await game.press("escape")
        await game.press("w")
        assert "wraps" in game.said("status")
