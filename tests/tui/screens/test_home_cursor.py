"""Where the cursor of the first screen is once the journals are read, and what the next day brings; these are quick."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.catalogue.daily import daily_games, daily_size, daily_title
from termpuzzles.catalogue.levels import PackLevel
from termpuzzles.catalogue.suggestions import Preview
from termpuzzles.storage.summaries import JournalList, Solve, Summary
from termpuzzles.tui.screens import home as home_screen
from termpuzzles.tui.screens.home import HomeScreen
from termpuzzles.tui.screens.home_rows import Go, Today
from termpuzzles.tui.screens.value_pictures import sample
from tests.tui.apps import Game, playing, shown
from tests.tui.past import NOW, TODAY
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import listed

GAMES = list(daily_games(TODAY))
LARGE = (140, 40)  # with cards


def today(game: str, *, solved: bool = False, modified: float = 9.0) -> Summary:
    """A board of the day, begun or solved."""
    solves = (Solve(60.0, True, TODAY.isoformat(), TODAY.isoformat()),) if solved else ()
    size = daily_size(game, TODAY).removesuffix("w")
    return Summary(f"/none/{game}.journal", game, daily_title(TODAY), size, 60.0, solved, modified, solves=solves)


def begun(number: int = 1) -> Summary:
    return Summary(f"/none/{number}.journal", "net", f"Board {number}", "5x5", 60.0, False, 5.0)


async def home(game: Game, *entries: Summary) -> HomeScreen:
    """Home with these journals."""
    library = game.app.context.library
    library.today = lambda: NOW
    library.journal_list = lambda: JournalList(entries)  # type: ignore[method-assign]
    screen = HomeScreen(game.app.context)
    await game.app.push_screen(screen)
    await listed(game)
    return screen


CURSOR: list[tuple[str, tuple[Summary, ...], object]] = [
    ("nothing was played", (), Today(GAMES[0])),
    ("the first of the day is solved", (today(GAMES[0], solved=True),), Today(GAMES[1])),
    ("another of the day was begun", (today(GAMES[2]),), Today(GAMES[2])),
    ("one of the day was begun before another board", (begun(), today(GAMES[2], modified=4.0)), begun()),
    ("another board was begun before one of the day", (today(GAMES[2]), begun()), Today(GAMES[2])),
    ("a board was begun", (begun(),), begun()),
]
ALL_SOLVED = tuple(today(game, solved=True) for game in GAMES)


async def test_the_cursor_begins_at_what_is_to_go_on_with(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=LARGE) as game:
        for what, entries, expected in CURSOR:
            screen = await home(game, *entries)
            at_card = isinstance(expected, Today)
            assert screen.focused is (screen.cards if at_card else screen.choices), what
            assert (screen.cards.value if at_card else screen.choices.value) == expected, what
            assert bool(screen.check_action("cards", ())) == (not at_card), what
            assert screen.choices.has_class("left") == at_card, what
            screen.action_cards()
            assert screen.focused is screen.cards, what
            game.app.pop_screen()


@pytest.mark.parametrize("size", [(59, 24), (80, 24)])
async def test_without_room_for_cards_the_cursor_begins_at_the_same_board_in_the_list(
    size: tuple[int, int], tmp_path: Path
) -> None:
    async with playing(tmp_path, net(), size=size) as game:
        for what, entries, expected in CURSOR:
            screen = await home(game, *entries)
            assert screen.focused is screen.choices, what
            assert screen.choices.value == expected, what
            assert not screen.check_action("cards", ()), what
            game.app.pop_screen()
        screen = await home(game, *ALL_SOLVED)
        assert isinstance(screen.choices.value, PackLevel), "what is suggested, once all boards of the day are solved"
        assert any("all five in 5:00" in line for line in shown(game.app))


async def test_the_ends_of_the_list_lead_to_the_cards_and_on(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=LARGE) as game:
        screen: Any = await home(game, begun())
        screen.pass_end(1)
        assert screen.focused is screen.cards
        for way, expected in ((1, begun()), (-1, Go("help"))):
            screen.set_focus(screen.cards)
            screen.on_cards_passed(screen.cards.Passed(way))
            assert screen.focused is screen.choices
            assert screen.choices.value == expected
    async with playing(tmp_path, net(), size=(59, 24)) as game:
        screen = await home(game, begun())
        screen.pass_end(-1)
        assert screen.choices.value == Go("help")
        screen.pass_end(1)
        assert screen.choices.value == Today(GAMES[0])


@pytest.mark.parametrize("before", [(), (begun(),)], ids=["none begun", "one begun"])
async def test_who_comes_back_to_home_is_where_they_left_unless_a_board_is_to_go_on_with_now(
    before: tuple[Summary, ...], tmp_path: Path
) -> None:
    async with playing(tmp_path, net(), size=(59, 24)) as game:
        screen = await home(game, *before)

        async def back_with(*entries: Summary) -> object:
            screen.set_focus(screen.choices)
            screen.show(Go("statistics"))
            screen.context.library.journal_list = lambda: JournalList(entries)  # type: ignore[method-assign]
            screen.on_screen_resume()
            await listed(game)
            assert screen.focused is screen.choices
            return screen.choices.value

        assert await back_with(*before) == Go("statistics")
        screen.wanted = "net"  # as typed into the filter
        await back_with(begun(), *before)
        screen.wanted = ""
        assert await back_with() == Go("statistics")
        assert await back_with(begun()) == begun()
        assert await back_with(begun(), begun(2)) == Go("statistics")


async def test_the_next_day_offers_its_own_boards(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen = await home(game, *(today(game, solved=True) for game in GAMES))
        assert "Sunday 22 November" in "\n".join(shown(game.app))
        assert screen.headline().state[0][0] == "1-day streak"
        screen.on_screen_resume()
        assert screen.listing.today == TODAY
        game.app.context.library.today = lambda: NOW + timedelta(1)
        screen.on_screen_resume()
        assert screen.listing.today == TODAY + timedelta(1)
        await listed(game)
        assert "Monday 23 November" in "\n".join(shown(game.app))
        assert not any("✓" in line for line in shown(game.app)[:10])
        game.app.context.library.today = lambda: datetime(2026, 11, 25)
        screen.on_screen_resume()
        assert screen.headline().state[0][0] == "the first board of a day starts a streak"


async def test_a_message_of_home_stays_as_long_as_the_cursor(tmp_path: Path) -> None:
    async with playing(tmp_path, net()) as game:
        screen = await home(game, begun())

        def said() -> str:
            return game.text_of("said").strip()

        screen.show_message("This cannot be read.")
        assert said() == "This cannot be read."
        screen.describe(screen.choices.value)
        assert said() == "This cannot be read."
        screen.describe(Go("new"))
        assert said() == ""


async def test_the_help_of_home_is_about_the_game_that_was_played_last(tmp_path: Path) -> None:
    async with playing(tmp_path, net(), size=(59, 24)) as game:
        for entries, expected in (
            ((), "Net"),
            ((begun()._replace(game="octopus"), begun()._replace(game="masyu")), "Masyu"),
            ((begun()._replace(game="infinity"),), "∞ Loop"),
        ):
            screen = await home(game, *entries)
            screen.action_help()
            await game.pilot.pause()
            assert game.app.screen is not screen
            await game.press("2")  # the rules
            await game.until(lambda: any(line.strip() == expected for line in shown(game.app)))  # noqa: B023 - at once
            await game.press("q")


async def test_a_window_that_grows_has_more_boards_read_and_none_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, looked_at = list[str](), list[str]()

    def seen(library: object, game: str, day: object, mine: object) -> Preview:
        drawn.append(game)
        return Preview(sample())

    def look(library: object, entry: Summary) -> Preview:
        looked_at.append(entry.title)
        return Preview()

    monkeypatch.setattr(home_screen, "preview_today", seen)
    monkeypatch.setattr(home_screen, "preview", look)
    async with playing(tmp_path, net(), size=(59, 24)) as game:
        await home(game, *map(begun, range(5)))
        assert (drawn, looked_at) == ([], ["Board 0"])
        for size, names, count in (
            ((58, 24), [], 1),
            ((58, 30), [], 3),
            ((80, 30), GAMES, 3),
            ((80, 29), GAMES, 3),
            ((90, 31), GAMES, 3),
            ((80, 43), GAMES, 4),
        ):
            await game.pilot.resize_terminal(*size)
            await listed(game)
            await listed(game)
            assert drawn == names
            assert looked_at == [f"Board {number}" for number in range(count)]


async def test_home_looks_again_and_again_whether_a_new_day_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home_screen, "CALENDAR", 0.01)
    async with playing(tmp_path, net(), size=(59, 24)) as game:
        screen = await home(game)
        for later in (1, 2):
            day = NOW + timedelta(later)
            game.app.context.library.today = lambda: day  # noqa: B023 - at once
            await game.until(lambda: screen.listing.today == day.date())  # noqa: B023 - at once


async def test_beside_the_list_of_a_large_window_stands_what_each_row_is_about(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(160, 50)) as game:
        screen = await home(game, begun())
        screen.set_focus(screen.choices)
        for to, words in (
            ("learn", "A straight at the border\nonly fit"),
            ("new", "an example, not your board"),
            ("levels", "Classic\n∞ Loop 10x10, easy"),
            ("practise", "only fit\nA tile must agree with what is known of its"),
            ("next board", "Net 7x6, easy, short"),
            ("rush", "Rush\nsmall boards on the clock, or a streak"),
            ("statistics", "what you solved, and how fast"),
            ("options", "colours, keys, and what is done for you"),
            ("help", "the rules, the keys, the techniques"),
        ):
            screen.show(Go(to))
            await game.until(lambda words=words: words in game.text_of("about"))  # type: ignore[misc]
