"""A rush on the screen: boards in a row by keys, the end by time, by a key and by a mistake, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from termpuzzles.board.grid import E
from termpuzzles.catalogue.rush import KINDS, RUSH, RushBests, RushKind, RushQuestion, RushTerms, rush_bests
from termpuzzles.games import GAMES
from termpuzzles.games.model import Change
from termpuzzles.logic.task import finish
from termpuzzles.play.rush import Rush, bests_of, rush_of
from termpuzzles.session.questions import GuideCache
from termpuzzles.storage.library import Folders, Library
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.rush import RushMenuScreen, RushResultScreen, RushScreen
from tests.data import sweep
from tests.play.rushing import boards_begun, keys_to_solve, rush_journal, solution
from tests.tui.apps import Game, playing, shown
from tests.tui.screen import Start

TODAYS, THREE_MINUTES, FIVE_MINUTES, THREE_MISTAKES, STREAK = KINDS


async def begin(game: Game, of: str = "net", kind: RushKind = THREE_MINUTES, ready: int = 6) -> RushScreen:
    """Begin a rush of which the first boards are made."""
    rush = rush_of(game.app.context, RushTerms(of, kind, "1"))
    assert isinstance(rush, Rush)
    rush.boards += finish(RushQuestion(rush.terms, 0, ready).work(GuideCache()))
    screen = RushScreen(game.app.context, rush)
    game.app.push_screen(screen)
    await game.pilot.pause()
    return screen


def keys_for(change: Change, way: tuple[int, int]) -> list[str]:
    """The keys that lead to a cell from another one, and make the change there."""
    across, down = change.x - way[0], change.y - way[1]
    moves = ["right"] * across + ["left"] * -across + ["down"] * down + ["up"] * -down
    return moves + (["space"] * change.amount if change.verb == "turn" else ["d" if change.amount == E else "s"])


async def solve_by_keys(game: Game) -> None:
    at = game.puzzle.grid.place(game.board.cursor)
    keys: list[str] = []
    for change in solution(game.puzzle).changes:
        keys += keys_for(change, at)
        at = change.x, change.y
    await game.press(*keys)


@pytest.mark.parametrize("of", sweep.sample(GAMES, 3))
async def test_boards_follow_each_other_by_one_key_without_any_wait(tmp_path: Path, of: str) -> None:
    async with playing(tmp_path) as game:
        screen = await begin(game, of, ready=4)
        for number in range(3):
            await solve_by_keys(game)
            assert len(screen.rush.solved) == number + 1
            await game.press("enter")  # at once, by the clock of the test
            assert game.puzzle is screen.rush.boards[number + 1]
            assert not game.solved
        assert "3 solved" in game.text_of("heading")
        await game.press("right_square_bracket")
        assert "3 solved, 1 mistake" in game.text_of("heading")


async def test_the_end_of_the_time_shows_what_came_of_it_and_what_was_missed_is_played_again(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        screen = await begin(game)
        game.time.now += 100
        await solve_by_keys(game)
        await game.press("enter", "right_square_bracket")
        game.time.now += 100
        await game.until(lambda: isinstance(game.app.screen, RushResultScreen) and bool(shown(game.app)))
        text = "\n".join(shown(game.app))
        assert "You solved 1 board in 3:00, with 1 mistake." in text
        assert "best today 1   best ever 1: your best ever" in text
        assert "2 boards to play again" in text
        missed = screen.rush.missed
        await game.press("enter")
        assert type(game.app.screen) is PlayScreen
        assert game.puzzles == missed
        await game.press("q")
        assert isinstance(game.app.screen, RushResultScreen)


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_leaving_ends_the_rush_and_shows_what_came_of_it(tmp_path: Path, key: str) -> None:
    async with playing(tmp_path) as game:
        screen = await begin(game, kind=STREAK)
        await solve_by_keys(game)
        await game.press(key)
        assert isinstance(game.app.screen, RushResultScreen)
        assert screen.rush.is_over
        assert bests_of(game.app.context, "net", STREAK) == RushBests(1, 1)


@pytest.mark.parametrize("size", sweep.sample([(40, 15), (80, 24), (160, 50)], 2))
async def test_no_key_is_named_that_is_refused(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(tmp_path, size=size) as game:
        await begin(game)
        panel = game.text_of("panel") + game.text_of("status")
        assert not any(name in panel for name in ("hint", "why not"))
        await game.press("i")
        assert game.message == "There are no hints in a rush; ] skips this board."
        assert game.hints == 0
        assert "0 solved" in game.text_of("heading")


async def test_the_menu_begins_a_rush_of_each_kind_and_shows_bests(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.go("rush")
        await game.pilot.pause()
        assert isinstance(game.app.screen, RushMenuScreen)
        text = "\n".join(shown(game.app))
        assert all(text.count(kind.name) > 2 for kind in KINDS)
        await game.press("down", "down", "down", "down", "down", "enter")
        await game.until(lambda: isinstance(game.app.screen, RushScreen))
        assert game.puzzle.game.name == GAMES[1]
        await solve_by_keys(game)
        await game.press("q", "q")
        await game.until(lambda: isinstance(game.app.screen, RushMenuScreen))
        assert "best 1, today 1" in "\n".join(shown(game.app))


def test_a_rush_that_is_killed_in_mid_board_counts_what_was_done(start: Start, tmp_path: Path) -> None:
    player = start()
    player.see("Space turns")
    player.press("\x10")
    player.settle()
    player.press("rush\r")
    player.see("three mistakes")
    player.press("jj\r")
    player.see("0 solved")
    for number in range(2):
        player.settle()
        begun = boards_begun(rush_journal(tmp_path))
        assert len(begun) == number + 1
        player.press(keys_to_solve(begun[-1]) + "\r")  # in one write
        player.see(f"{number + 1} solved")
    player.press(" ")
    player.settle()
    assert len(boards_begun(rush_journal(tmp_path))) == 3
    player.kill()
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    assert rush_bests(library.others(RUSH), GAMES[0], FIVE_MINUTES, f"{library.today():%Y-%m-%d}") == RushBests(2, 2)


@pytest.mark.parametrize("wanted", [True, False])
async def test_the_next_board_is_a_level_and_tells_of_the_rating_once_it_is_solved(
    tmp_path: Path, wanted: bool
) -> None:
    async with playing(tmp_path) as game:
        game.app.context.settings["ladder"] = wanted
        game.app.go("next board")
        await game.pilot.pause()
        first = game.puzzle
        await solve_by_keys(game)
        assert game.solved
        await game.until(lambda: bool(game.screen.frame.praise) or not wanted)
        assert ("rating 900 → " in game.screen.frame.praise) == wanted
        game.time.now += 10
        await game.press("enter")
        assert game.puzzle.title != first.title
