"""A game of the Wall Game that cannot be read says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from textual.events import Paste

from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import Record
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from tests.tui.apps import playing, shown
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_unreadable import JOURNAL

RECORD = Record(start("standard", 4, 4), (), "*", "-")


async def test_a_text_that_is_no_game_of_the_wall_game_is_said_not_to_open(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        for make, given in ((WallMenuScreen, ()), (WallAnalysisScreen, (Analysis(RECORD),))):
            screen: Any = make(game.app.context, *given)
            await game.app.push_screen(screen)
            await game.pilot.pause()
            screen.on_paste(Paste("wall1 standard 9x"))
            assert isinstance(game.app.screen, make)
            assert game.text_of("said").strip().startswith("This cannot be opened: expected ")
            screen.on_paste(Paste("wall1 standard 3x3 1-0 knockout Cb2 --- Cc1"))
            await game.pilot.pause()
            assert isinstance(game.app.screen, WallAnalysisScreen)
            assert game.app.screen.headline().about == "standard 3x3"


async def test_a_game_of_the_wall_game_that_cannot_be_read_says_why(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        gone = JOURNAL._replace(game="wall", title="you against easy")
        game.app.context.library.others = lambda prefix: [gone]  # type: ignore[method-assign]
        screen = WallMenuScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.until(lambda: "go on you against easy" in " ".join("\n".join(shown(game.app)).split()))
        screen.choose(f"game {gone.name}")
        assert game.app.screen is screen
        said = game.text_of("said").strip()
        assert said.startswith("This game cannot be read: ")
        assert said.endswith(".")
