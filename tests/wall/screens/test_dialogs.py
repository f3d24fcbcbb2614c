"""A board or game of a list is asked for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.store import JournalInUseError, StoreAwayError
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.screens.dialogs import TakeOverScreen
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.screens.menu import WallMenuScreen
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import net, wrapped
from tests.tui.screens.test_dialogs import words

SUMMARY = Summary("1", "net", "Board 1", "5x5", 60.0, False, 5.0)


async def test_a_board_or_game_of_a_list_is_asked_for_also_where_the_store_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slowly(raised: list[OSError]) -> Any:
        def refuse(*given: object) -> object:
            raise raised.pop()

        return refuse

    taken, away = JournalInUseError("open elsewhere"), StoreAwayError(5, "the store is away")
    async with playing(tmp_path, net()) as game:
        library = game.app.context.library
        monkeypatch.setattr(library, "open_named", slowly([taken, away]))
        monkeypatch.setattr(library, "puzzle", lambda entry: wrapped())
        game.app.resume(SUMMARY)
        await game.until(lambda: isinstance(game.app.screen, TakeOverScreen))
        await game.press("escape")
        menu = WallMenuScreen(game.app.context)
        game.app.push_screen(menu)
        await game.pilot.pause()
        monkeypatch.setattr(library, "open_named", slowly([taken, away]))
        monkeypatch.setattr(
            library, "head", lambda name: parse(Terms(start("standard", 3, 3), ("you", "friend")).head()).head
        )
        menu._open(SUMMARY)
        await game.until(lambda: any("This game is open in another window" in line for line in words(game)))
