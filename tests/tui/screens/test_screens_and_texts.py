"""Texts that come to the app or leave it: what was pasted, and the keys in force."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.formats import canonical_id, read
from termpuzzles.tui.keys import KEYMAPS, bound_keys, key_name, keymap, shown_keys
from termpuzzles.tui.screens.play import PlayScreen
from tests.tui.visit import Visit, visiting

SMALL = canonical_id(Levels(packs()).named("net/first turns").puzzles()[0])


def boards(visit: Visit) -> list[str]:
    """The boards that are open, the lowest first."""
    screens = [screen for screen in visit.app.screen_stack if isinstance(screen, PlayScreen)]
    return [f"{screen.controller.puzzle.game.name} {screen.controller.puzzle.grid}" for screen in screens]


async def test_a_text_that_is_no_board_is_answered_with_why(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        for text in ("nonsense", "4x4:zz", "5x5:4acba4c99e3b3da8", "", "# game: chess\n╻\n"):
            await visit.paste(text)
            assert boards(visit) == []
            assert "  what was pasted" in visit.window
        await visit.paste(SMALL)
        await visit.paste("nonsense")
        assert boards(visit) == ["net 4x4"]
        assert "what was pasted" in visit.window
        visit.context.keeps_files = False
        await visit.press("ctrl+p", *"save")
        assert "Save the board" not in visit.window, "on a service"


async def test_a_large_board_is_read_aside_and_opens_all_the_same(tmp_path: Path) -> None:
    large = Levels(packs()).named("net/monsters").puzzles()[5]
    text = canonical_id(large)
    assert len(text) > 4000
    async with visiting(tmp_path) as visit:
        await visit.paste(text)
        await visit.until(lambda: boards(visit) == [f"net {large.grid}"])
        await visit.press("q")
        assert boards(visit) == []


@pytest.mark.parametrize("preset", KEYMAPS)
async def test_the_keys_in_force_are_those_of_the_preset_and_of_the_player(preset: str, tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        settings = visit.context.settings
        settings["keymap"], settings["keys"] = preset, {"tile.pin": "f6", "play.check": 5}
        visit.app.set_keymap(keymap(settings))
        for text in (SMALL, "simpleloop/4/4/0000"):
            visit.app.play(read(text))
            await visit.settle()
            bound, wanted = bound_keys(visit.app.screen), keymap(settings)
            assert bound
            every = [key for each in bound.values() for key in each.keys]
            assert len(set(every)) == len(every), "no key has two meanings"
            for name, each in bound.items():
                assert each.name, name
                assert each.sentence, name
                if name in wanted:
                    assert set(each.keys) <= set(map(key_name, wanted[name].split(","))), name
            if "tile.pin" in bound:
                assert bound["tile.pin"].keys == [key_name("f6")]
            beside = [key.action for group in shown_keys(bound_keys(visit.app.screen)) for key in group]
            assert beside
            assert len(set(beside)) == len(beside)
