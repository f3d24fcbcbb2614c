"""What lies between the screens: from a row of one to another screen, what cannot be done, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.catalogue.levels import Levels, packs
from termpuzzles.errors import PuzzleError
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.learn import PractiseScreen
from termpuzzles.tui.screens.new import NewScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.statistics import BoardsOf, StatisticsScreen
from termpuzzles.tui.screens.welcome import Start, WelcomeScreen
from termpuzzles.tui.widgets.choices import Choices
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import BLUE, RED, start
from termpuzzles.wall.game.records import OPEN, Record
from termpuzzles.wall.match.analysis import Analysis
from termpuzzles.wall.match.match import Match, Terms
from termpuzzles.wall.screens.analysis import WallAnalysisScreen
from termpuzzles.wall.screens.menu import WallMatchScreen
from tests.tui.visit import Visit, visiting


async def friendly(visit: Visit, width: int = 5, height: int = 5, variant: str = "standard") -> WallMatchScreen:
    """A game of two at one keyboard."""
    terms = Terms(start(variant, width, height), ("you", "friend"), "1+0")
    screen = WallMatchScreen(visit.context, Match(terms, visit.context.now))
    await visit.show(screen)
    return screen


async def test_enter_on_a_piece_of_ones_own_takes_it_up(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await friendly(visit)
        at = screen.match.position
        screen.say("something")
        screen.cursor = at.mouse(RED)
        assert not screen.mouse
        screen.action_put()
        assert screen.mouse
        assert screen.staging.turn == Turn()
        await visit.settle()
        assert "something" not in visit.window
        screen.cursor = at.cat(RED)
        screen.action_put()
        assert not screen.mouse
        assert screen.staging.turn == Turn()


async def test_enter_on_a_cell_moves_the_piece_that_can_go_there(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await friendly(visit)
        at = screen.match.position
        file, rank = at.place(at.mouse(RED))
        screen.cursor = file * at.height + rank + 1  # above the mouse, and three steps from the cat
        screen.action_put()
        assert screen.mouse
        assert screen.staging.shown.mouse(RED) == screen.cursor
        await visit.settle()
        assert "no open" not in visit.window


async def test_mice_do_not_move_in_classic(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await friendly(visit, variant="classic")
        screen.action_piece()
        await visit.settle()
        assert "In classic, mice do not move." in visit.window
        assert not screen.mouse


async def test_the_clock_of_a_game_rests_below_another_screen_and_after_its_end(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await friendly(visit)
        clock = screen.match.clock
        visit.time.now += 2
        assert clock.running == 2
        screen.pause()
        visit.time.now += 3
        assert clock.running == 0
        screen.go_on()
        visit.time.now += 4
        assert clock.running == 4
        screen.pause()
        screen.action_draw()
        assert screen.match.game.outcome is not None
        screen.go_on()
        visit.time.now += 5
        assert clock.running == 0


async def test_a_turn_taken_back_after_the_end_lets_the_clock_run_again(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = await friendly(visit)
        screen.send(read_turn("Ca4"))
        screen.action_draw()
        assert screen.match.game.outcome is not None
        visit.time.now += 3
        assert screen.match.clock.running == 0
        screen.action_take_back()
        assert screen.match.game.outcome is None
        visit.time.now += 4
        assert screen.match.clock.running == 4


async def test_turns_are_listed_in_pairs_and_after_dots_where_blue_began(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        terms = Terms(start("standard", 5, 5)._replace(side=BLUE), ("you", "friend"))
        screen = WallMatchScreen(visit.context, Match(terms, visit.context.now))
        await visit.show(screen)
        for turn in ("Ce4", "Ca4"):
            screen.send(read_turn(turn))
        await visit.settle()
        assert "   1  …          Ce4" in visit.window
        assert "   2  Ca4" in visit.window


async def test_the_engine_advises_nothing_before_it_has_looked_nor_after_the_end(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = WallAnalysisScreen(visit.context, Analysis(Record(start("standard", 3, 3), (), OPEN, "")))
        await visit.show(screen)
        found = screen._analysis.found
        assert found is not None
        screen.action_advice()
        assert screen.staging.shown != screen.staging.position
        await visit.paste("nonsense")
        assert "This cannot be opened: " in visit.window


async def test_a_row_of_statistics_leads_to_a_new_board_of_that_size(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = StatisticsScreen(visit.context)
        await visit.show(screen)
        screen.post_message(Choices.Chosen(BoardsOf("net", "7x7w")))
        await visit.settle()
        assert isinstance(visit.app.screen, NewScreen)
        assert visit.context.settings["again"] == {"game": "net", "size": "7x7w"}
        assert "7x7" in visit.window


async def test_a_row_of_a_game_that_is_not_known_leads_nowhere(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = StatisticsScreen(visit.context)
        await visit.show(screen)
        screen.post_message(Choices.Chosen(BoardsOf("octopus", "7x7")))
        await visit.settle()
        assert visit.app.screen is screen
        assert "again" not in visit.context.settings


async def test_a_wish_that_cannot_be_made_is_told_as_a_sentence(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = NewScreen(visit.context)
        await visit.show(screen)
        screen._made("this size has none")
        await visit.settle()
        assert "This size has none" in visit.window
        assert visit.app.screen is screen


async def test_home_opens_the_help_where_another_screen_asks_for_it(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        assert isinstance(visit.app.screen, HomeScreen)
        visit.app.screen.action_go("help")
        await visit.settle()
        assert type(visit.app.screen).__name__ == "HelpScreen"


@pytest.mark.parametrize("name", ["daily", "levels", "learn", "new"])
async def test_from_the_welcome_one_goes_on_through_home_for_good(name: str, tmp_path: Path) -> None:
    async with visiting(tmp_path, started=False) as visit:
        screen = visit.app.screen
        assert isinstance(screen, WelcomeScreen)
        screen.action_go(name)
        await visit.settle()
        assert visit.context.settings["started"] is True
        assert visit.context.library.settings()["started"] is True
        assert not isinstance(visit.app.screen, HomeScreen)
        await visit.press("escape")
        assert isinstance(visit.app.screen, HomeScreen)
        assert not any(isinstance(below, WelcomeScreen) for below in visit.app.screen_stack)


@pytest.mark.parametrize(
    ("start", "opened"), [(Start.PLAY, "PlayScreen"), (Start.LESSONS, "LessonScreen"), (Start.BROWSE, "LevelsScreen")]
)
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
        screen.action_share()
        await visit.settle()
        assert visit.app.clipboard == ""
        await to_the_end(visit)
        screen.action_share()
        await visit.settle()
        assert visit.app.clipboard.startswith("termpuzzles")
        assert "Copied: " in visit.window


async def test_statistics_lead_to_what_needs_practice(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        screen = StatisticsScreen(visit.context)
        await visit.show(screen)
        screen.action_practise()
        await visit.settle()
        assert isinstance(visit.app.screen, PractiseScreen)
