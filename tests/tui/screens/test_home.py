"""The first screen: what it lists, what it opens, and what it says about things that it cannot open."""

import asyncio
import threading
import time
from collections import Counter
from datetime import date, datetime
from pathlib import Path

import pytest

from termpuzzles.catalogue.daily import daily_games
from termpuzzles.catalogue.levels import shipped
from termpuzzles.games import named
from termpuzzles.games.model import Gesture
from termpuzzles.play.opening import open_session
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.summaries import JournalList
from termpuzzles.tui.screens.dialogs import TakeOverScreen
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.home_rows import Today
from termpuzzles.tui.screens.levels import LevelsScreen, PackScreen
from termpuzzles.tui.screens.play import PlayScreen
from termpuzzles.tui.screens.welcome import TO_TURN, Start, WelcomeScreen
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.cards import Cards
from termpuzzles.tui.widgets.choices import Choices
from tests.games.boards import board
from tests.play.storage.opened import taken
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
    """The list of everything, past the screen that greets a new player."""
    game.app.context.settings["started"] = True
    if isinstance(game.app.screen, WelcomeScreen):
        game.app.begin()
    await listed(game)
    assert isinstance(game.app.screen, HomeScreen)
    return game.app.screen


async def choose(game: Game, words: str) -> None:
    """Go down to the row with these words once everything is read, and press Enter."""
    await listed(game)
    await choose_now(game, words)


async def choose_now(game: Game, words: str) -> None:
    """Go down to the row with these words, and press Enter."""
    for _ in range(80):
        choices = game.app.screen.query_one(Choices)
        at = choices.highlighted
        row = str(choices.get_option_at_index(at).prompt).strip() if at is not None else ""
        if row.startswith("more …") and words not in row:
            await game.press("enter")  # the options that few change
        elif at is not None and words in str(choices.get_option_at_index(at).prompt):
            await game.press("enter")
            await game.pilot.pause()
            return
        await game.press("down")
    raise AssertionError(f"no row says {words!r}")


async def test_the_first_start_offers_three_things_beside_a_board_and_home_comes_after_it(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        assert isinstance(game.app.screen, WelcomeScreen)
        lines = "\n".join(await listed(game))
        assert all(word in lines for word in ("Turn the tiles", "Play", "Lessons", "Browse"))
        await choose(game, "Browse")
        assert isinstance(game.app.screen, LevelsScreen), "the boards that the row promises"
        await game.press("q")
        assert isinstance(game.app.screen, HomeScreen)
    async with playing(tmp_path) as game:
        assert isinstance(game.app.screen, HomeScreen)


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
async def test_three_turns_solve_the_first_board_and_enter_plays_a_real_one(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with playing(tmp_path, size=size, look="pipes") as game:
        await game.pilot.pause()
        board = game.app.screen.query_one(Board)
        assert board.size.width >= board.picture.grid.width * board.zoom.width
        assert board.size.height >= board.picture.grid.height * board.zoom.height
        assert board.zoom.height == (3 if size[0] == 40 else 6)
        cursors = []
        for _ in TO_TURN:
            assert "That's the game" not in " ".join(shown(game.app))
            cursors.append(board.cursor)
            await game.press("space")
        assert tuple(cursors) == TO_TURN
        puzzle = board.picture.puzzle
        assert not puzzle.game.mistakes(puzzle, board.picture.survey)
        assert "That's the game" in " ".join(" ".join(shown(game.app)).split())
        await game.press("enter")
        assert isinstance(game.app.screen, PlayScreen)
        assert game.puzzle.title == "Small ring"
        await game.press("s", "q")
        assert isinstance(game.app.screen, HomeScreen)
        for _ in range(5):  # each worker may start another
            await game.pilot.pause(0.05)
            await game.app.workers.wait_for_complete()
        await game.press("enter")
        assert game.puzzle.title == "Small ring", "one goes on with what one began"


@pytest.mark.parametrize("look", ["pipes", "lines"])
async def test_the_first_board_is_seen_whole_in_a_window_that_has_changed(tmp_path: Path, look: str) -> None:
    async with playing(tmp_path, size=(100, 30), look=look) as game:
        assert isinstance(game.app.screen, WelcomeScreen)
        first = game.app.screen.query_one(Board)
        for then in ((41, 32), (40, 15), (160, 50)):
            await game.pilot.resize_terminal(*then)

            def is_whole() -> bool:
                needed, there = first.virtual_size, first.size
                return game.app.size == then and needed.width <= there.width and needed.height <= there.height  # noqa: B023 - at once

            await game.until(is_whole)


async def test_plain_mode_is_a_key_away_at_the_first_start(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await game.press("f8")
        assert game.app._exit
        assert "Plain mode" in game.app.farewell
        assert game.app.context.library.settings()["plain"]


async def walk_to_the_pack(game: Game, name: str) -> None:
    """Open the levels, and the pack of that name in its game."""
    game.app.go("levels")
    await listed(game)
    await choose(game, name)


def test_all_packs_of_any_game_have_room_in_a_window_of_24_rows() -> None:
    """The earlier ones of a game are folded away into one row."""
    packs = shipped().packs
    listed_names = {(pack.game, "earlier" if pack.is_earlier else pack.name) for pack in packs}
    games = Counter(game for game, _ in listed_names)
    assert len(games) + max(games.values()) <= 24 - 5


async def test_no_board_of_a_pack_lies_below_the_scroll_bar(tmp_path: Path) -> None:
    ring = "\n".join(("┏" + "━" * 4 + "┓", *["┃" + "┻" * 4 + "┃"] * 4, "┗" + "━" * 4 + "┛"))
    (tmp_path / "levels/infinity/02-many.loops").write_text("\n---\n".join([ring] * 12), encoding="utf-8")
    async with playing(tmp_path) as game:
        await at_home(game)
        await walk_to_the_pack(game, "many")
        cards = game.app.screen.query_one(Cards)
        for width in (80, 79, 78, 41, 40, 81):
            await game.pilot.resize_terminal(width, 24)
            await game.pilot.pause()
            assert cards.show_vertical_scrollbar
            assert cards.virtual_size.width <= cards.scrollable_content_region.width


async def test_enter_opens_the_level_at_the_cursor_and_its_pack_with_it_now_and_later(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await walk_to_the_pack(game, "rings")
        assert isinstance(game.app.screen, PackScreen)
        assert "Small ring  2x2" in game.text_of("about")
        await game.press("right")
        assert "Wide ring  3x2" in game.text_of("about")
        await game.press("enter")
        assert "2 of 2" in game.text_of("heading")
        await game.press("a", "q", "q", "q")
        assert isinstance(game.app.screen, HomeScreen)
        await choose(game, "Continue")
        assert "2 of 2" in game.text_of("heading"), "it is still a level of its pack"
        await game.press("q", "q")
        assert game.app._exit


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


async def test_the_filter_narrows_the_list_as_one_types_and_enter_opens(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        await game.press("slash", *"ri 3x2")
        assert [line.split()[2:4] for line in await listed(game) if "ring" in line][:1] == [["Wide", "ring"]]
        await game.press("escape")
        assert any("Levels" in line for line in await listed(game))
        await game.press("slash", "3", "enter")
        assert "Bar" in game.text_of("heading")


async def test_a_bad_file_among_the_journals_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "data" / "journals" / "x.journal").mkdir(parents=True)
    async with playing(tmp_path) as game:
        await listed(game)
        assert game.text_of("said").strip() == "1 file among the journals cannot be read and is not listed."


async def test_a_click_opens_a_row(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        await at_home(game)
        lines = shown(game.app)
        y = next(number for number, line in enumerate(lines) if "Levels" in line)
        await game.pilot.click(offset=(5, y))
        await game.pilot.pause()
        assert isinstance(game.app.screen, LevelsScreen)


@pytest.mark.parametrize(("size", "cards"), [((140, 40), True), ((80, 24), False), ((40, 15), False)])
async def test_todays_boards_are_cards_or_where_there_is_no_room_lines(
    size: tuple[int, int], cards: bool, tmp_path: Path
) -> None:
    async with playing(tmp_path, size=size) as game:
        screen = await at_home(game)
        game.app.context.library.today = lambda: datetime(2026, 11, 21, 12)
        screen._look_at_the_calendar()
        await listed(game)
        assert screen.cards.display == cards
        names = [named(name).title for name in daily_games(date(2026, 11, 21))]
        assert all(any(name in line for line in shown(game.app)) for name in names)
        if cards:
            await game.press("up", "right", "left", "right", "down", "right")
            assert screen.focused is screen.cards
            assert screen.cards.value == Today(daily_games(date(2026, 11, 21))[1])
            await game.press("enter")
        else:
            await choose_now(game, names[1])
        assert game.puzzle.title == "Daily 2026-11-21"
        assert game.puzzle.game.name == daily_games(date(2026, 11, 21))[1]


async def test_only_one_of_card_and_row_is_marked(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(140, 40)) as game:
        screen = await at_home(game)
        await listed(game)

        def grounds() -> int:
            """The grounds on which the rows of the list stand."""
            pieces = [piece for y in range(screen.choices.size.height) for piece in screen.choices.render_line(y)]
            return len({piece.style.bgcolor for piece in pieces if piece.style and piece.text.strip()})

        screen.set_focus(screen.choices)
        await game.pilot.pause()
        assert grounds() == 2
        screen.set_focus(screen.cards)
        await game.pilot.pause()
        assert grounds() == 1


async def test_another_window_is_asked_for_the_puzzle_and_leaves_it(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    puzzle = board(named("net"), "╺╻╸", "┃┻┃")
    async with playing(tmp_path, puzzle) as game:
        await game.press("space")
        journal = await asyncio.to_thread(taken, library, puzzle, lambda: 0.0, time.sleep)
        journal.close()
        await game.until(lambda: game.app._exit or isinstance(game.app.screen, HomeScreen))


async def test_a_puzzle_held_elsewhere_is_taken_over_by_enter_however_often_it_is_pressed(tmp_path: Path) -> None:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    puzzle = board(named("net"), "╺╻╸", "┃┻┃")
    kept = open_session(library, puzzle, Time())
    kept.session.do(Gesture("turn", 1))
    async with playing(tmp_path, puzzle) as game:
        assert isinstance(game.app.screen, TakeOverScreen)
        await game.press(*["enter"] * 3)
        while not isinstance(game.app.screen, PlayScreen):
            kept.check_claim()
            await game.pilot.pause(0.02)
        assert game.screen.controller.tick() == "", "nobody asks for the board"
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
            may_read.wait()
            return read()

        library.journal_list = slow  # type: ignore[method-assign]
        game.app.push_screen(HomeScreen(game.app.context))
        await game.pilot.pause()
        assert any("Levels" in line for line in shown(game.app))
        assert isinstance(game.app.screen, HomeScreen)
        assert not game.app.screen.listing.is_read
        may_read.set()
        await listed(game)
        assert game.app.screen.listing.is_read


async def test_a_first_board_that_cannot_be_read_is_told_of_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(tmp_path) as game:
        screen, told = game.app.screen, list[tuple[str, bool]]()
        monkeypatch.setattr(
            game.app, "notify", lambda message, *, markup=True: told.append((message.partition(":")[0], markup))
        )
        assert isinstance(screen, WelcomeScreen)
        await game.pilot.pause()
        (tmp_path / "levels" / "infinity" / "01-rings.loops").unlink()
        screen.choose(Start.PLAY)
        await game.until(lambda: isinstance(game.app.screen, HomeScreen))
        assert told == [("[Errno 2] No such file or directory", False)], "what is in brackets is no markup"
