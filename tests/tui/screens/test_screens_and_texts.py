"""Texts that come to the app or leave it: what was pasted, boards that are saved, and the keys in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.formats import canonical_id, read
from termpuzzles.tui.keys import KEYMAPS, bound_keys, keymap, palette_bindings, shown_keys
from termpuzzles.tui.screens.play import PlayScreen
from tests.approved import approve
from tests.tui.visit import Visit, visiting

SMALL = canonical_id(Levels(packs()).named("net/first turns").puzzles()[0])
OTHER = "infinity:2x2:6c39"


def boards(visit: Visit) -> list[str]:
    """The boards that are open, the lowest first."""
    screens = [screen for screen in visit.app.screen_stack if isinstance(screen, PlayScreen)]
    return [f"{screen.controller.puzzle.game.name} {screen.controller.puzzle.grid}" for screen in screens]


async def test_a_board_that_is_pasted_opens_in_place_of_the_one_pasted_before(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        await visit.paste(SMALL)
        assert boards(visit) == ["net 4x4"]
        await visit.paste(SMALL)
        assert boards(visit) == ["net 4x4"]
        assert "You are already playing this board." in visit.window
        await visit.paste(OTHER)
        assert boards(visit) == ["infinity 2x2"]
        await visit.press("o")
        visit.app.play(read("# game: net\n╻╻\n┗┛\n"))
        await visit.settle()
        assert boards(visit) == ["infinity 2x2", "net 2x2"]
        await visit.paste(OTHER)
        assert boards(visit) == ["infinity 2x2"]
        await visit.press("q")
        assert boards(visit) == []
        assert "Today" in visit.window


@pytest.mark.parametrize("text", ["nonsense", "4x4:zz", "5x5:4acba4c99e3b3da8", "", "# game: chess\n╻\n"])
async def test_a_text_that_is_no_board_is_answered_with_why(text: str, tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        await visit.paste(text)
        assert boards(visit) == []
        assert "  what was pasted" in visit.window
        await visit.paste(SMALL)
        await visit.paste(text)
        assert boards(visit) == ["net 4x4"]
        assert "what was pasted" in visit.window


async def test_a_large_board_is_read_aside_and_opens_all_the_same(tmp_path: Path) -> None:
    large = Levels(packs()).named("net/monsters").puzzles()[5]
    text = canonical_id(large)
    assert len(text) > 4000
    async with visiting(tmp_path) as visit:
        await visit.paste(text)
        await visit.until(lambda: boards(visit) == [f"net {large.grid}"])
        await visit.press("q")
        assert boards(visit) == []


async def test_on_a_service_nothing_is_saved_to_files(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        visit.context.keeps_files = False
        visit.app.play(read(SMALL))
        await visit.settle()
        await visit.press("ctrl+p", *"save")
        assert "Save the board" not in visit.window


async def test_the_keys_in_force_are_as_approved(tmp_path: Path) -> None:
    lines: list[str] = []
    async with visiting(tmp_path) as visit:
        for name in ("home", "levels", "learn", "new", "options", "wall", "wall game"):
            visit.app.go(name)
            await visit.settle()
            lines += [name, *_keys(visit)]
        for text in (SMALL, "simpleloop/4/4/0000"):
            usual: list[str] = []
            for preset in KEYMAPS:
                settings = visit.context.settings
                settings["keymap"], settings["keys"] = preset, {"tile.pin": "f6", "play.check": 5}
                visit.app.set_keymap(keymap(settings))
                visit.app.play(read(text))
                await visit.settle()
                beside = [[f"{key.keys} {key.name} {key.action}" for key in g] for g in shown_keys(visit.app.screen)]
                found = sorted(_keys(visit))
                lines += [f"{text}, {preset}", *map("; ".join, beside)]
                lines += [line for line in found if line not in usual]
                usual = usual or found
                await visit.press("escape")
    approve(__file__, "keys-in-force", "\n".join([*lines, ""]))


def _keys(visit: Visit) -> list[str]:
    """A line for each binding in force; those with a star are not in the palette."""
    bound, offered = bound_keys(visit.app.screen), palette_bindings(visit.app.screen)
    return [
        f"  {'*' * (name not in offered)}{name}: {' '.join(each.keys)}, {each.name}, {each.group or '-'}, {each.action}"
        for name, each in bound.items()
    ]
