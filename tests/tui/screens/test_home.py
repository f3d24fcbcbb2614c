"""The first screen: what it lists, what it opens, and what it says about things that it cannot open."""

import asyncio
import threading
import time
from datetime import date, datetime
from itertools import pairwise
from pathlib import Path

import pytest

from termpuzzles.catalogue.daily import daily_games
from termpuzzles.catalogue.levels import Levels
from termpuzzles.catalogue.suggestions import Glance
from termpuzzles.games import named
from termpuzzles.games.model import Gesture
from termpuzzles.session.recorded_session import open_session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import JournalList, Solve, Summary
from termpuzzles.tui.screens.daily import DailyScreen
from termpuzzles.tui.screens.dialogs import TakeOverScreen
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.home_rows import Played, Room, continue_rows, daily_row
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.widgets.choices import Choices
from tests.data import sweep
from tests.games.boards import board
from tests.play.test_session import Time
from tests.tui.apps import Game, playing, shown


@pytest.fixture(autouse=True)
def three_levels(tmp_path: Path) -> None:
    """Two packs in place of the shipped ones."""
    for name, text in (
        ("infinity/01-rings.loops", "# title: Small ring\n┗┓\n┗┛\n---\n# title: Wide ring\n┗━┓\n┗━┛\n"),
        ("net/bars.loops", "# title: Bar\n╺╻╸\n┃┻┃\n"),
    ):
        path = tmp_path / "levels" / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")


async def listed(game: Game) -> list[str]:
    await game.pilot.pause()  # a screen that has just opened starts its workers
    await game.app.workers.wait_for_complete()
    await game.pilot.pause()
    return [line.rstrip() for line in shown(game.app) if line.strip()]


async def at_home(game: Game) -> HomeScreen:
    """The list of everything, past the words that greet a new player."""
    game.app.context.settings["started"] = True
    await listed(game)
    assert isinstance(game.app.screen, HomeScreen)
    game.app.screen.show()
    await game.pilot.pause()
    return game.app.screen


async def choose(game: Game, words: str) -> None:
    """Go down to the row with these words once everything is read, and press Enter."""
    await listed(game)
    await choose_now(game, words)


async def choose_now(game: Game, words: str) -> None:
    """Go down to the row with these words, and press Enter."""
    for _ in range(60):
        choices = game.app.screen.query_one(Choices)
        at = choices.highlighted
        if at is not None and words in str(choices.get_option_at_index(at).prompt):
            await game.press("enter")
            await game.pilot.pause()
            return
        await game.press("down")
    raise AssertionError(f"no row says {words!r}")


async def test_the_first_start_offers_three_things_and_nothing_else(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        lines = await listed(game)
        assert [line.split("  ")[0].strip() for line in lines[1:5]] == [
            "Turn the tiles until every line meets another.",
            "Start here",
            "Browse",
            "Daily",
        ]
        await choose(game, "Browse")
        assert any("Levels" in line for line in await listed(game))
    async with playing(tmp_path) as game:
        assert not any("Start here" in line for line in await listed(game))


def test_the_rows_of_the_corner_of_a_board_to_go_on_with_stand_below_each_other() -> None:
    begun = tuple(Summary(f"{name}.journal", "net", name, "3x3", 65.0, False, 0.0) for name in ("one", "two"))
    glances = {"one": Glance(("┏━┓", "┗━┛"), "2 of 9 pinned"), "two": Glance(("╺━╸",), "")}
    one, two = continue_rows(Played(begun=begun), Levels([]), glances, Room(80, 2))
    first, second, below = "".join(text for text, _ in one.words).split("\n")
    assert first.split() == ["Continue", "Net", "3x3", "one", "┏━┓", "1:05", "2", "of", "9", "pinned"]
    assert second.split() == ["┗━┛"]
    assert first.index("┏━┓") == second.index("┗━┛")
    assert not below.strip()
    (only,) = "".join(text for text, _ in two.words).split("\n")
    assert only.index("╺━╸") == first.index("┏━┓")
    assert "Continue" not in only


async def test_packs_are_folded_and_unfold_by_enter_and_the_arrows(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        assert not any("Small ring" in line for line in await listed(game))
        await choose(game, "∞ Loop · rings")
        lines = await listed(game)
        assert [line.split()[1:4] for line in lines if " ring " in line] == [
            ["Small", "ring", "2x2"],
            ["Wide", "ring", "3x2"],
        ]
        assert any("0 of 2" in line for line in lines)
        await game.press("left")
        assert not any("Small ring" in line for line in await listed(game))
        await game.press("right")
        assert any("Small ring" in line for line in await listed(game))


async def test_enter_opens_the_level_at_the_cursor_and_its_pack_with_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await choose(game, "∞ Loop · rings")
        await choose(game, "Wide ring")
        assert "2 of 2" in game.text_of("heading")
        await game.press("q")
        assert isinstance(game.app.screen, HomeScreen)


async def test_unfinished_boards_come_first_and_go_on_where_they_ended(tmp_path: Path) -> None:
    kept = open_session(
        Library(Folders(tmp_path / "data", tmp_path / "config")), board(named("net"), "╺╻╸", "┃┻┃"), Time()
    )
    kept.session.do(Gesture("turn", 1))
    kept.leave()
    async with playing(tmp_path) as game:
        lines = await listed(game)
        assert "Continue" in lines[1]
        assert "0 of 6 pinned" in lines[1]
        await choose(game, "Continue")
        assert game.turns == 1
        assert len(game.puzzles) == 1


async def test_a_level_that_is_gone_on_with_keeps_its_pack(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await choose(game, "∞ Loop · rings")
        await choose(game, "Wide ring")
        await game.press("a", "q")
        await choose(game, "Continue")
        assert "2 of 2" in game.text_of("heading")


async def test_a_board_of_no_pack_is_gone_on_with_by_itself(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    kept = open_session(library, board(named("net"), "╺╻╸┓", "┃┻┃╹"), Time())
    kept.session.do(Gesture("turn", 1))
    kept.leave()
    async with playing(tmp_path) as game:
        await choose(game, "Continue")
        assert game.moves == ["turn 2,1 1"]


async def test_a_second_course_of_a_level_goes_on_where_it_ended(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    kept = open_session(library, board(named("net"), "╺╻╸", "┃┻┃"), Time())
    kept.session.do(Gesture("turn", 1))
    kept.leave()
    (entry,) = library.journal_list().entries
    entry.path.rename(entry.path.with_name(f"{entry.identity}-2.journal"))
    async with playing(tmp_path) as game:
        await choose(game, "Continue")
        assert game.moves == ["turn 2,1 1"]


async def test_a_solved_level_is_marked_and_counted(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await choose(game, "∞ Loop · rings")
        await choose(game, "Small ring")
        await game.press("space", "q")
        lines = await listed(game)
        assert not any("Continue" in line for line in lines)
        assert any("1 of 3 solved" in line for line in lines)
        assert any("✓" in line and "Small ring" in line for line in lines)


async def test_the_filter_narrows_the_list_as_one_types_and_enter_opens(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await game.press("slash", *"ri 3x2")
        assert [line.split()[3:5] for line in await listed(game) if "ring" in line] == [["Wide", "ring"]]
        await game.press("escape")
        assert any("Levels" in line for line in await listed(game))
        await game.press("slash", "3", "enter")
        assert "Bar" in game.text_of("heading")


async def test_what_cannot_be_opened_is_said(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        (tmp_path / "levels" / "net" / "bars.loops").unlink()
        await game.press("slash", "3", "enter")
        assert isinstance(game.app.screen, HomeScreen)
        assert "bars.loops" in game.text_of("said")


async def test_a_bad_file_among_the_journals_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data" / "journals" / "x.journal").mkdir(parents=True)
    async with playing(tmp_path) as game:
        await listed(game)
        assert game.text_of("said") == " 1 file among the journals cannot be read and is not listed."


async def test_a_click_opens_a_row(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        lines = shown(game.app)
        y = next(number for number, line in enumerate(lines) if "Net · bars" in line)
        await game.pilot.click(offset=(5, y))
        await game.pilot.pause()
        assert any("Bar " in line and "3x2" in line for line in await listed(game))


async def test_everything_is_in_the_palette(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await at_home(game)
        names = {command.title for command in game.app.get_system_commands(screen)}
        assert {"filter", "new", "daily", "statistics", "options", "help", "leave", "practise", "learn"} <= names


OTHERS = ("new", "daily", "statistics", "options", "learn", "practise", "first")
SIZES = ((80, 24), (40, 15), (120, 40))


@pytest.mark.parametrize(("to", "size"), sweep.sample([(to, size) for to in OTHERS for size in SIZES], 4))
async def test_every_other_screen_opens_and_leads_back(tmp_path: Path, to: str, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size) as game:
        home_screen = await at_home(game)
        game.app.go(to)
        await listed(game)
        assert game.app.screen is not home_screen
        await game.press("escape")
        assert game.app.screen is home_screen


def test_todays_boards_that_are_solved_are_marked_and_no_others() -> None:
    today = date(2026, 11, 20)
    game, *others = daily_games(today)
    solved = Summary("a.journal", game, "", "", 9.0, True, 0.0, solves=(Solve(9.0, True, "", today.isoformat()),))
    yesterday = [
        Summary("b.journal", other, "", "", 9.0, True, 0.0, solves=(Solve(9.0, True, "", "2026-11-19"),))
        for other in others
    ]
    words = [text for text, _ in daily_row(today, Played.of((solved, *yesterday)), " done").words]
    marked = [before for before, text in pairwise(words) if text == " done"]
    assert others
    assert [before.startswith(named(game).title) for before in marked] == [True]


async def test_midnight_brings_the_new_boards_of_the_day(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await at_home(game)
        game.app.context.library.today = lambda: datetime(2027, 1, 4)
        screen._look_at_the_calendar()
        await game.pilot.pause()
        assert any("Daily" in line and "Net 5x5" in line for line in shown(game.app))


async def test_a_new_board_is_made_and_the_wish_kept(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        game.app.go("new")
        await game.pilot.pause()
        await game.press("down", "down", "left", "m")
        await listed(game)
        assert str(game.puzzle.grid) == "5x5"
        await game.press("q", "q")
        assert any("Net 5x5  as last time" in line for line in await listed(game))


async def test_a_board_of_the_day_is_played_and_its_result_copied(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        game.app.context.library.today = lambda: datetime(2026, 11, 21, 12)
        game.app.go("daily")
        await game.pilot.pause()
        await game.press("y")
        assert "Solve the board first" in game.text_of("said")
        await choose(game, "Net 9x9 wraps")
        assert "Daily 2026-11-21" in game.text_of("heading")


async def test_another_window_is_asked_for_the_puzzle_and_leaves_it(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    puzzle = board(named("net"), "╺╻╸", "┃┻┃")
    async with playing(tmp_path, puzzle) as game:
        await game.press("space")
        journal = await asyncio.to_thread(library.take_over, puzzle, time.monotonic, time.sleep)
        journal.close()
        await game.pilot.pause(0.3)
        assert game.app._exit or isinstance(game.app.screen, HomeScreen)


@pytest.mark.parametrize("times", [1, 3])
async def test_a_puzzle_held_elsewhere_is_taken_over_by_enter(tmp_path: Path, times: int) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    puzzle = board(named("net"), "╺╻╸", "┃┻┃")
    kept = open_session(library, puzzle, Time())
    kept.session.do(Gesture("turn", 1))
    async with playing(tmp_path, puzzle) as game:
        assert isinstance(game.app.screen, TakeOverScreen)
        await game.press(*["enter"] * times)
        while not isinstance(game.app.screen, PlayScreen):
            kept.check_claim()
            await game.pilot.pause(0.02)
        await game.pilot.pause(1.2)  # the clock looks twice a second whether somebody asks for the board
        assert game.turns == 1
        assert isinstance(game.app.screen, PlayScreen)
        assert not game.app.leaving
    kept.leave()


async def test_the_list_is_there_before_the_journals_are_read(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        library, may_read = game.app.context.library, threading.Event()
        read = library.journal_list

        def slow() -> JournalList:
            may_read.wait(20)
            return read()

        library.journal_list = slow  # type: ignore[method-assign]
        game.app.push_screen(HomeScreen(game.app.context))
        await game.pilot.pause()
        assert any("∞ Loop · rings" in line for line in shown(game.app))
        await choose_now(game, "∞ Loop · rings")
        assert any("Wide ring" in line for line in shown(game.app))
        assert isinstance(game.app.screen, HomeScreen)
        assert not game.app.screen.listing.is_read
        may_read.set()
        await listed(game)
        assert game.app.screen.listing.is_read


async def test_a_row_says_more_at_the_cursor(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await choose(game, "∞ Loop · rings")
        assert "2x2 to 3x2" in game.text_of("said")


async def test_midnight_brings_a_new_day_to_its_screen_and_past_days_can_be_gone_to(
    tmp_path: Path,
) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        game.app.context.library.today = lambda: datetime(2027, 1, 3, 23, 59)
        game.app.go("daily")
        await listed(game)
        screen = game.app.screen
        assert isinstance(screen, DailyScreen)
        assert any("Sunday 2027-01-03" in line for line in shown(game.app))
        game.app.context.library.today = lambda: datetime(2027, 1, 4)
        screen.look_at_the_calendar()
        await game.pilot.pause()
        assert any("Monday 2027-01-04" in line for line in shown(game.app))
        assert "new day" in game.text_of("said")
        await game.press("left_square_bracket", "left_square_bracket")
        assert any("Monday 2026-11-09" in line for line in shown(game.app))
        assert any("November 2026" in line for line in shown(game.app))
        await game.press("right_square_bracket", "right_square_bracket", "right")
        assert any("Monday 2027-01-04" in line for line in shown(game.app))


async def test_any_point_of_a_game_can_be_gone_to(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "╺╻╸", "┃┻┃")) as game:
        await game.press("space", "space", "s", "V")
        await listed(game)
        await choose_now(game, "")  # the first point
        await game.press("q", "right", "right")
        assert any("after 2 of" in line for line in shown(game.app))
        await game.press("enter")
        await game.pilot.pause()
        assert game.state.lines == bytes((2, 2, 1, 10, 13, 10))


async def test_q_leaves(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.press("q")
        assert game.app._exit


async def test_a_game_is_looked_back_on_and_can_be_played_again_from_a_point(tmp_path: Path) -> None:
    async with playing(tmp_path, board(named("net"), "╺╻╸", "┃┻┃")) as game:
        await game.press("space", "s", "V")
        assert any("Replay from" in line for line in await listed(game))
        await choose(game, "start")
        assert game.pins == 0
