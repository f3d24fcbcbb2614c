"""Keys: no command needs a modified key on three keyboards, except for capitals; presets; fast typing."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple

import pytest
from textual.binding import Binding
from textual.keys import key_to_character

from termpuzzles import tui
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.play.command_table import COMMANDS
from termpuzzles.tui.keys import KEYMAPS, bound_keys
from termpuzzles.tui.warnings import is_usable
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import loops, net

NAMED = {  # keys that stand by themselves on every keyboard
    *("up", "down", "left", "right", "home", "end", "pageup", "pagedown", "space", "enter", "escape", "tab"),
    *(f"f{number}" for number in range(1, 13)),
    *("delete", "backspace"),
}


class Keyboard(NamedTuple):
    """What a keyboard types alone, with Shift and with AltGr; a dead key types nothing until the next key."""

    alone: str
    shift: str
    altgr: str = ""
    dead: str = ""


LETTERS = "abcdefghijklmnopqrstuvwxyz"
KEYBOARDS = {
    "us": Keyboard("1234567890-=[];',./\\`" + LETTERS, '!@#$%^&*()_+{}:"<>?|~' + LETTERS.upper()),
    "german": Keyboard(
        "1234567890ß+#,.-<üöä" + LETTERS, "!\"§$%&/()=?*';:_>ÜÖÄ°" + LETTERS.upper(), "²³{[]}\\@~|€µ", "^´`"
    ),
    "french": Keyboard(
        "²&é\"'(-è_çà)=$ù*,;:!<" + LETTERS, "1234567890°+£%µ?./§>" + LETTERS.upper(), "~#{[|`\\^@]}€¤", "^¨"
    ),
}


def signs(keys: str) -> list[str]:
    """The keys of a binding, each as the character that it types or by its name."""
    found = [key.strip() for key in keys.split(",") if key]
    return [key if key in NAMED or "+" in key else _SIGNS.get(key) or key_to_character(key) or key for key in found]


_SIGNS = {"minus": "-", "plus": "+"}  # which textual does not translate
WITHOUT_KEYS = {  # in the palette; most are parts of what `m` and `e` ask
    *("play.mark", "play.mark_named", "play.back", "play.possible", "play.ghost", "play.share"),
}
BY_CONTROL = {"PuzzleApp app.leave", "PuzzleApp app.suspend"}  # as everywhere in a terminal
BY_ARROWS = {  # the same by arrows, and in Learn and New by Enter
    *(f"LearnScreen learn.{digit}" for digit in range(10)),
    *(f"HelpScreen help.{page}" for page in range(1, 5)),
    *(f"NewScreen new.{preset}" for preset in range(1, 9)),
}


def is_plain(sign: str, keyboard: Keyboard) -> bool:
    """Whether one finger can type it."""
    return sign in NAMED or (len(sign) == 1 and sign in keyboard.alone and sign not in keyboard.dead)


def is_capital(sign: str) -> bool:
    return len(sign) == 1 and sign.isalpha() and sign.isupper()


def every_binding() -> dict[str, tuple[str, str]]:
    """The keys and names of each binding of the program, by its id."""
    found = {}
    for module in walk_packages(tui.__path__, "termpuzzles.tui."):
        for kind in vars(import_module(module.name)).values():
            ours = isinstance(kind, type) and kind.__module__ == module.name
            for binding in vars(kind).get("BINDINGS", ()) if ours else ():
                assert isinstance(binding, Binding), (kind, binding)
                found[f"{kind.__name__} {binding.id}"] = (binding.key, binding.description)
    return found


def test_what_the_keyboards_type_alone_they_do_not_type_otherwise() -> None:
    for keyboard in KEYBOARDS.values():
        assert not set(keyboard.alone) & set(keyboard.shift + keyboard.altgr + keyboard.dead)


@pytest.mark.parametrize("preset", KEYMAPS)
@pytest.mark.parametrize("name", KEYBOARDS)
def test_every_command_has_a_key_that_one_finger_types_or_only_capitals_and_a_place_in_the_palette(
    name: str, preset: str
) -> None:
    chosen = KEYMAPS[preset]
    for command in COMMANDS:
        keys = signs(chosen.get(command.id, command.keys))
        assert keys or command.id in WITHOUT_KEYS
        assert all(map(is_capital, keys)) or any(is_plain(key, KEYBOARDS[name]) for key in keys), command.id


@pytest.mark.parametrize("name", KEYBOARDS)
def test_no_screen_has_a_key_that_needs_shift_or_altgr_alone_and_the_palette_opens_by_one_finger(name: str) -> None:
    bindings = every_binding()
    assert len(bindings) > 80
    by_capitals = {f"PlayScreen {command.id}" for command in COMMANDS if all(map(is_capital, signs(command.keys)))}
    for place, (keys, _) in bindings.items():
        plain = any(is_plain(key, KEYBOARDS[name]) for key in signs(keys))
        assert plain or place in by_capitals | BY_CONTROL | BY_ARROWS, (place, keys)
    palette = [keys for keys, description in bindings.values() if description == "everything"]
    assert palette
    assert all("f2" in signs(keys) for keys in palette)


async def test_whatever_has_only_a_capital_is_in_the_palette(tmp_path: Path) -> None:
    for puzzle in (net(), loops()):
        async with playing(tmp_path / puzzle.game.name, puzzle) as game:
            listed = {command.title for command in game.app.get_system_commands(game.app.screen)}
            controls = puzzle.game.controls
            able = [command for command in COMMANDS if controls in command.controls]
            assert listed >= {each.name for each in able if all(map(is_capital, signs(each.keys))) and each.keys}


def loop() -> Puzzle:
    """A board on which lines are drawn."""
    (puzzle,) = read("simpleloop/4/4/0000")
    return puzzle


@pytest.mark.parametrize("board", [net(), loop()], ids=lambda board: board.game.name)
@pytest.mark.parametrize("preset", KEYMAPS)
async def test_a_preset_leaves_every_command_a_key(tmp_path: Path, preset: str, board: Puzzle) -> None:
    from termpuzzles.storage.library import Folders, Library

    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    settings = library.settings()
    settings["keymap"] = preset
    assert library.keep_settings(settings) == ""
    async with playing(tmp_path, board) as game:
        bound = bound_keys(game.screen)
        able = {command.id for command in COMMANDS if board.game.controls in command.controls}
        wanted = able - (WITHOUT_KEYS - KEYMAPS[preset].keys())
        assert wanted <= bound.keys()
        if preset == "tatham" and not board.game.draws:
            await game.press("enter")
            assert game.moves == ["turn 1,1 3"]


@pytest.mark.parametrize("key", ["f6", "d", "w"])
async def test_a_key_that_is_changed_for_one_game_stays_as_it_is_in_the_others(tmp_path: Path, key: str) -> None:
    from termpuzzles.storage.library import Folders, Library

    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    settings = library.settings()
    settings["keys"] = {"tile.pin": key}
    assert library.keep_settings(settings) == ""
    async with playing(tmp_path, loop()) as game:
        bound = bound_keys(game.screen)
        assert [bound[f"line.{side}"].keys[0] for side in ("north", "west", "south", "east")] == list("wasd")
        await game.press("s", "d")
        assert len(game.moves) == 2
    async with playing(tmp_path, net()) as game:
        await game.press(key)
        assert game.pins == 1


async def test_keys_typed_faster_than_drawn_are_all_played_in_order(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), net()) as game:
        for key in ["space", "right"] * 2 + ["s", "down", "space", "right_square_bracket", "space", "u", "d"]:
            game.app.simulate_key(key)
        await game.pilot.pause()
        await game.pilot.pause()
        assert game.index == 1
        assert game.moves[-1] == "turn 1,1 1"


async def test_after_a_key_that_waits_the_status_lists_what_may_follow(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        for key in ("x", "z"):
            await game.press(key)
            assert "direction" in game.text_of("status")
            assert "Esc" in game.text_of("status")
            await game.press("escape")
        await game.press("w")
        assert "wraps" in game.text_of("status")


def test_every_id_is_known_before_any_screen_was_opened() -> None:
    program = "from termpuzzles.tui.warnings import every_id; print(*every_id())"
    told = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert {"race.ready", "table.list_me", "wall.claim", "tile.pin", "list.choose", "app.palette"} <= {
        *told.stdout.split()
    }


@pytest.mark.parametrize(
    ("name", "keys", "usable"),
    [
        ("tile.turn", "x", True),
        ("home.options", "ctrl+r, f3", True),
        ("tile.trun", "x", False),
        ("tile.turn", "x, nokey", False),
        ("tile.turn", "hyperspace+x", False),
    ],
)
def test_a_key_is_usable_if_there_are_the_command_and_the_key(name: str, keys: str, usable: bool) -> None:
    assert is_usable(name, keys) == usable
