"""Today's boards: keys play one to its end, and its result is copied and shown."""

import re
from base64 import b64decode
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest

from termpuzzles.catalogue.daily import daily_board, daily_games, daily_size, daily_title
from termpuzzles.catalogue.levels import shipped
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.storage.summaries import JournalList, Solve, Summary
from termpuzzles.tui.screens.daily import DailyScreen
from termpuzzles.tui.screens.home import HomeScreen
from tests.tui.apps import Game, Never, playing, shown
from tests.tui.screens.play.test_play import net
from tests.tui.screens.test_home import choose, listed

MONDAY = datetime(2027, 1, 4, 12)


async def solve_at_once(game: Game) -> None:
    """Solve the board by a single move."""
    answer = solve(game.puzzle)
    assert answer
    game.screen.controller.carry_out(solving(game.puzzle, game.state, answer.lines), "")
    await game.pilot.pause()
    game.time.now += 10  # an Enter at once would not count


async def play_to_the_end(game: Game) -> None:
    """Go over the board row by row, turning each tile by Space until it lies as in the solution."""
    puzzle = game.puzzle
    answer = solve(puzzle)
    assert answer
    for cell in range(puzzle.grid.size):
        while not game.solved and game.state.lines[cell] != answer.lines[cell]:
            await game.press("space")
        if not game.solved:
            at_the_end = cell % puzzle.grid.width == puzzle.grid.width - 1
            await game.press(*(("down", "home") if at_the_end else ("right",)))
    assert game.solved


async def test_a_solved_board_of_the_day_is_copied_by_osc_52_and_shown(tmp_path: Path) -> None:
    async with playing(tmp_path, on_wire=True) as game:
        game.app.context.library.today = lambda: MONDAY
        game.app.context.settings["started"] = True
        game.app.go("daily")
        await choose(game, f"{'Net':<13}5x5")
        game.time.now += 75
        await play_to_the_end(game)
        await game.press("q")
        lines = await listed(game)
        assert isinstance(game.app.screen, DailyScreen)
        assert any(line.split()[:6] == ["●", "Net", "5x5", "✓", "1:15", "no"] for line in lines)
        game.sent()
        await game.press("y")
        result = "termpuzzles 2027-01-04 · Net 5x5 · 1:15, no hints · stream 1\n▮▮▯▯▯▯▯▯▯▯"
        (copied,) = re.findall(r"\x1b]52;c;([^\a]*)\a", game.sent())
        assert b64decode(copied).decode() == result
        assert all(any(part in line for line in shown(game.app)) for part in result.splitlines())


async def test_a_board_of_the_day_that_was_begun_shows_its_time_as_on_the_first_screen(tmp_path: Path) -> None:
    async with playing(tmp_path) as game:
        game.app.context.library.today = lambda: MONDAY
        game.app.context.settings["started"] = True
        game.app.begin()
        game.app.go("daily")
        await choose(game, f"{'Net':<13}5x5")
        game.time.now += 75
        await game.press("space", "q")
        (line,) = [line for line in await listed(game) if line.split()[1:3] == ["Net", "5x5"]]
        assert " 1:15 …" in line
        await game.press("q")
        assert any(line.split()[:2] == ["Net", "5x5"] and "1:15" in line for line in await listed(game)), "at home"
        listing, fresh = game.app.screen.listing, daily_board("net", MONDAY.date()).start  # type: ignore[attr-defined]
        await game.until(lambda: "net" in listing.boards and listing.boards["net"].picture.state.lines != fresh.lines)


async def test_enter_leads_from_each_board_of_the_day_to_the_next_unsolved_one_and_then_home(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(100, 30)) as game:
        game.app.context.library.today = lambda: MONDAY
        game.app.context.settings["started"] = True
        game.app.begin()
        game.app.go("daily")
        await choose(game, f"{'Net':<13}5x5")
        for following in ("Simple Loop 7x7", "Simple Loops 8x8", "Masyu 7x7", "∞ Loop 6x6"):
            await solve_at_once(game)
            card = game.text_of("solved")
            assert "Enter next" in card
            assert following in card
            await game.press("enter")
            assert f"{game.puzzle.game.title} {game.puzzle.grid}" == following
        await solve_at_once(game)
        assert "Enter home" in game.text_of("solved")
        await game.press("enter")
        assert isinstance(game.app.screen, HomeScreen)
        assert len(game.app.screen_stack) == 2


async def test_a_solved_board_that_is_opened_again_says_what_comes_next(tmp_path: Path) -> None:
    pack = next(pack for pack in shipped().packs if pack.name == "first turns")
    async with playing(tmp_path, *pack.puzzles(), size=(100, 30)) as game:
        await solve_at_once(game)
        await game.press("right_square_bracket")
        assert not game.solved
        await game.press("left_square_bracket")
        assert game.solved
        assert "First turns 2 (easy, short)" in " ".join(game.text_of("solved").split())


async def test_days_and_months_are_walked_up_to_today_and_four_hundred_days_back(tmp_path: Path) -> None:
    async with playing(tmp_path, size=(50, 15)) as game:
        game.app.context.library.today = lambda: datetime(2027, 3, 30, 12)
        game.app.go("daily")
        await listed(game)
        screen = game.app.screen
        assert isinstance(screen, DailyScreen)

        def day() -> str:
            return "".join(piece[0] for piece in next(iter(screen.rows())).words).strip()

        assert day() == "Tuesday 30 March   today"
        screen.action_day(1)
        assert day() == "Tuesday 30 March   today"
        walked = []
        for step in (-1, -1, -1, 1, 1, 1):
            screen.action_day(0, step)
            walked.append(f"{screen.headline().about}: {day()}")
        assert walked == [
            "February 2027: Sunday 28 February",
            "January 2027: Thursday 28 January",
            "December 2026: Monday 28 December",
            "January 2027: Thursday 28 January",
            "February 2027: Sunday 28 February",
            "March 2027: Sunday 28 March",
        ]
        screen.action_day(0, 1)
        assert day() == "Sunday 28 March"
        screen.action_day(0, -1)
        screen.action_day(1)
        assert day() == "Monday 1 March"
        screen.action_day(-29)
        assert day() == "Sunday 31 January"
        screen.action_day(0, 1)
        assert day() == "Sunday 28 February"
        screen.action_day(30)
        assert day() == "Tuesday 30 March   today"
        screen.action_day(-400)
        assert (day(), screen.headline().about) == ("Monday 23 February", "February 2026")
        screen.action_day(-1)
        screen.action_day(0, -1)
        assert day() == "Monday 23 February"


def solved_on(day: date, game: str, unaided: bool = True) -> Summary:
    """A board of that day which was solved on it."""
    solve = Solve(60.0, unaided, day.isoformat(), day.isoformat())
    size = daily_size(game, day).removesuffix("w")
    return Summary(f"/x/{day}-{game}.journal", game, daily_title(day), size, 60.0, True, 0.0, solves=(solve,))


@pytest.mark.parametrize("ascii_only", [False, True])
async def test_a_day_of_a_month_has_a_sign_for_each_board_where_there_is_room_and_else_one_for_all(
    ascii_only: bool, tmp_path: Path
) -> None:
    today = date(2026, 11, 18)  # the first of the month is a Sunday
    games = list(daily_games(today))
    done = {
        3: [],
        4: games[1:2],
        9: games[:4],
        17: games,
        18: games[2:3],
    }
    entries = tuple(
        solved_on(today.replace(day=day), game, game != games[2]) for day, found in done.items() for game in found
    )
    async with playing(tmp_path, net(), ascii_only=ascii_only) as game:
        library = game.app.context.library
        library.today = lambda: datetime(2026, 11, 18, 12)
        library.journal_list = lambda: JournalList(entries)  # type: ignore[method-assign]
        game.app.context.answerer = Never()  # type: ignore[assignment]
        screen = DailyScreen(game.app.context)
        await game.app.push_screen(screen)
        await game.until(lambda: any("**o**" in line or "●●○●●" in line for line in shown(game.app)))
        month = screen.query_one("#month")

        def lines() -> list[str]:
            top, left = month.region.y, month.region.x + 1
            return [line[left:] for line in shown(game.app)[top : top + month.size.height]]

        def names(pitch: int) -> list[str]:
            return [lines()[0][at * pitch : (at + 1) * pitch].strip() for at in range(7)]

        for (width, height), (pitch, rows) in {
            (40, 15): (5, 1),
            (59, 24): (8, 1),
            (60, 24): (6, 2),
            (80, 24): (6, 2),
            (140, 40): (8, 4),
        }.items():
            await game.pilot.resize_terminal(width, height)
            await game.until(lambda: month.size.height == 1 + 6 * rows and names(pitch) == list(DAYS))  # noqa: B023
            for day in range(1, 31):
                week, column = divmod(day + 5, 7)
                cell = [line[column * pitch : (column + 1) * pitch] for line in lines()[1 + week * rows :][:rows]]
                text = "".join(cell)
                assert str(day) in text.split("✓")[-1] or str(day) in text
                found = done.get(day, [])
                signs = "".join(
                    (".o*" if ascii_only else "·○●")[(g in found) + (g in found and g != games[2])] for g in games
                )
                if day > 18:
                    assert text.split() == [str(day)]
                elif rows > 1:
                    assert signs in text
                    assert ("v" in text or "✓" in text or "*" in text[:2]) == (len(found) == 5) or ascii_only
                else:
                    few = (" +*" if ascii_only else " ◐●")[(len(found) > 0) + (len(found) == 5)]
                    assert text.strip() == f"{day}{few}".strip()


DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")


async def test_the_screen_of_the_day_looks_by_itself_whether_a_new_one_has_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repeated: list[tuple[float, Any]] = []
    usual: Any = DailyScreen.set_interval

    def interval(self: DailyScreen, seconds: float, call: Any = None, **more: Any) -> Any:
        repeated.append((seconds, call))
        return usual(self, seconds, call, **more)

    monkeypatch.setattr(DailyScreen, "set_interval", interval)
    async with playing(tmp_path, net()) as game:
        game.app.context.answerer = Never()  # type: ignore[assignment]
        game.app.context.library.today = lambda: MONDAY
        await game.app.push_screen(DailyScreen(game.app.context))
        await game.until(lambda: any("Monday 4 January" in line for line in shown(game.app)))
        game.app.context.library.today = lambda: datetime(2027, 1, 5)
        (look,) = [call for seconds, call in repeated if seconds > 1]
        look()
        await game.until(lambda: any("Tuesday 5 January" in line for line in shown(game.app)))
        assert game.text_of("said").strip() == "A new day has begun. These are its boards."
