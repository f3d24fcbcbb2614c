"""What cannot be read is said, on each screen that opens something; nothing else happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from termpuzzles.catalogue.levels import Level, Pack, PackLevel
from termpuzzles.storage.summaries import JournalList, Summary
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.learn import LearnScreen, LessonNumber
from termpuzzles.tui.screens.levels import LevelsScreen, PackScreen
from termpuzzles.tui.screens.practise import PractiseScreen
from termpuzzles.tui.screens.statistics import StatisticsScreen
from tests.tui.apps import playing
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import listed

LEVEL = Level("Gone", "9x9", "id", "no loop", 90, (("no loop", 2),), "")
MISSING = Pack(Path("/none/gone.loops"), "net", "gone", (LEVEL,))
JOURNAL = Summary("/none/1.journal", "net", "Board 1", "5x5", 60.0, False, 5.0)


ROWS: list[tuple[Any, object]] = [
    (HomeScreen, PackLevel(MISSING, 0)),
    (HomeScreen, JOURNAL),
    (LevelsScreen, PackLevel(MISSING, 0)),
    (PractiseScreen, JOURNAL),
]


async def test_a_row_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(59, 24)) as game:
        for make, value in ROWS:
            screen = make(game.app.context)
            await game.app.push_screen(screen)
            await listed(game)
            screen.choose(value)
            assert game.app.screen is screen
            said = "first line of a journal" if value is JOURNAL else "no such file"
            assert said in " ".join(game.text_of("said").lower().split())


async def test_a_pack_that_cannot_be_read_is_said_so_where_it_is_told_of(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(160, 40)) as game:
        levels = LevelsScreen(game.app.context)
        await game.app.push_screen(levels)
        await listed(game)
        levels.describe(PackLevel(MISSING, 0))
        assert "no such file" in game.text_of("said").lower()
        await game.app.push_screen(PackScreen(game.app.context, MISSING))
        await game.pilot.pause()
        assert "no such file" in game.text_of("said").lower()


async def test_a_lesson_that_cannot_be_given_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(tmp_path, net()) as game:
        screen = LearnScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.pilot.pause()

        def missing(game_name: str) -> object:
            raise OSError("the lessons are gone")

        monkeypatch.setattr("termpuzzles.tui.screens.learn.lessons", missing)
        screen.choose(LessonNumber("net", 1))
        assert game.app.screen is screen
        assert game.text_of("said").strip() == "The lessons are gone."


async def test_a_journal_that_cannot_be_read_is_told_of_by_the_statistics(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        game.app.context.library.journal_list = lambda: JournalList((), 1)  # type: ignore[method-assign]
        await game.app.push_screen(StatisticsScreen(game.app.context))
        told = "1 file among the journals cannot be read and is not listed."
        await game.until(lambda: game.text_of("said").strip() == told)
