"""What lies between the screens: from a row of one to another screen, what cannot be done, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.errors import PuzzleError
from termpuzzles.tui.screens.figures import BoardsOf
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.levels import LevelsScreen
from termpuzzles.tui.screens.new import NewScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.statistics import StatisticsScreen
from termpuzzles.tui.screens.welcome import Start, WelcomeScreen
from termpuzzles.tui.widgets.choices import Choices
from tests.tui.visit import visiting


async def test_statistics_lead_to_practice_and_a_row_of_a_known_game_to_its_levels_of_that_size(
    tmp_path: Path,
) -> None:
    async with visiting(tmp_path) as visit:
        screen = StatisticsScreen(visit.context)
        await visit.show(screen)
        screen.action_go("practise")
        await visit.settle()
        assert type(visit.app.screen).__name__ == "PractiseScreen"
        await visit.press("escape")
        screen.post_message(Choices.Chosen(BoardsOf("octopus", "7x7")))
        await visit.settle()
        assert visit.app.screen is screen
        screen.post_message(Choices.Chosen(BoardsOf("net", "7x7")))
        await visit.settle()
        assert isinstance(visit.app.screen, LevelsScreen)
        assert "7x7" in visit.window


async def test_a_board_that_cannot_be_made_is_told_on_the_screen_for_new_ones(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        visit.app.go("new")
        await visit.settle()
        assert isinstance(visit.app.screen, NewScreen)
        visit.app.screen._made("this size has none")
        await visit.settle()
        assert "This size has none" in visit.window
        assert isinstance(visit.app.screen, NewScreen)


async def test_home_opens_the_help_where_another_screen_asks_for_it(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        assert isinstance(visit.app.screen, HomeScreen)
        visit.app.screen.action_go("help")
        await visit.settle()
        assert type(visit.app.screen).__name__ == "HelpScreen"


async def test_from_the_welcome_one_goes_on_through_home_for_good(tmp_path: Path) -> None:
    async with visiting(tmp_path, started=False) as visit:
        screen = visit.app.screen
        assert isinstance(screen, WelcomeScreen)
        screen.action_go("learn")
        await visit.settle()
        assert visit.context.settings["started"] is True
        assert visit.context.library.settings()["started"] is True
        assert not isinstance(visit.app.screen, HomeScreen)
        await visit.press("escape")
        assert isinstance(visit.app.screen, HomeScreen)
        assert not any(isinstance(below, WelcomeScreen) for below in visit.app.screen_stack)


@pytest.mark.parametrize(("start", "opened"), [(Start.PLAY, "PlayScreen"), (Start.BROWSE, "LevelsScreen")])
async def test_what_is_chosen_at_the_welcome_is_opened_above_home(start: Start, opened: str, tmp_path: Path) -> None:
    async with visiting(tmp_path, started=False) as visit:
        screen = visit.app.screen
        assert isinstance(screen, WelcomeScreen)
        screen.choose(start)
        await visit.settle()
        assert [type(each).__name__ for each in visit.app.screen_stack][-2:] == ["HomeScreen", opened]


async def test_at_the_welcome_why_a_lesson_cannot_be_opened_is_said_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(opener: object, to: str) -> None:
        raise PuzzleError("a lesson", f"{to!r}")

    async with visiting(tmp_path, started=False) as visit:
        screen = visit.app.screen
        assert isinstance(screen, WelcomeScreen)
        monkeypatch.setattr(type(screen.opener), "go", refuse)
        screen.choose(Start.LESSONS)
        await visit.settle()
        assert type(visit.app.screen).__name__ == "HomeScreen"
        assert "Expected a lesson, found 'lesson'." in visit.window


async def test_the_result_of_a_board_is_copied_once_it_is_solved(tmp_path: Path) -> None:
    from tests.tui.screens.test_every_screen import to_the_end

    async with visiting(tmp_path, (100, 30)) as visit:
        visit.app.play(Levels(packs()).named("net/first-turns").puzzles(), 0)
        await visit.settle()
        screen = visit.app.screen
        assert isinstance(screen, PlayScreen)
        screen.action_act("play.share")
        await visit.settle()
        assert visit.app.clipboard == ""
        await to_the_end(visit)
        screen.action_act("play.share")
        await visit.settle()
        assert visit.app.clipboard.startswith("termpuzzles")
        assert "Copied: " in visit.window
