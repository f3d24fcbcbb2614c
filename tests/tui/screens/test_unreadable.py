"""What cannot be read is said, on each screen that opens something; nothing else happens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from textual.events import Paste

from termpuzzles.catalogue.levels import Level, Pack, PackLevel
from termpuzzles.company.meetings import Company, Invitation, LocalExchange
from termpuzzles.company.screens.race import RoomScreen, begin_race
from termpuzzles.company.slots import COMPANY
from termpuzzles.storage.summaries import JournalList, Summary
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.learn import LearnScreen, LessonNumber, PractiseScreen
from termpuzzles.tui.screens.levels import LevelsScreen, PackScreen
from termpuzzles.tui.screens.statistics import StatisticsScreen
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import Record
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.menu import WallMenuScreen
from tests.tui.apps import playing, shown
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import listed

LEVEL = Level("Gone", "9x9", "id", "no loop", 90, (("no loop", 2),), "")
MISSING = Pack(Path("/none/gone.loops"), "net", "gone", (LEVEL,))
RECORD = Record(start("standard", 4, 4), (), "*", "-")
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


async def test_a_race_on_a_board_of_another_version_is_said_to_be_unreadable(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        COMPANY.fill(game.app.context, Company("ann", LocalExchange(), lambda name: (name, name)))
        about = {"game": "net", "params": "5x5", "board": "net:5x5:?", "what": "Net 5x5"}
        screen = RoomScreen(game.app.context, Invitation("race", "bob", ("ann",), about, names=("Bob", "Ann")))
        await game.app.push_screen(screen)
        await game.until(lambda: "The board of this race cannot be read: " in game.text_of("said"))
        assert screen.meeting == ""


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


async def test_a_board_for_a_race_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        COMPANY.fill(game.app.context, Company("ann", LocalExchange(), lambda name: (name, name)))
        game.app.context.answerer = Refusing()  # type: ignore[assignment]
        await game.app.push_screen(begin_race(game.app.context, "bob, 5x5"))
        await game.until(lambda: game.text_of("said").strip() == "There is no such board.")


class Refusing:
    """Answers every question with a reason why there is nothing."""

    async def answer(self, question: object) -> str:
        return "there is no such board"
