"""The year of statistics: a column for each week as far as there is room, each day the brighter the more was solved."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from termpuzzles.storage.summaries import JournalList, Solve, Summary
from termpuzzles.tui.screens.statistics import StatisticsScreen
from tests.tui.apps import playing, shown
from tests.tui.screens.play.test_play import net

DAYS = ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SIGNS = {0: "·", 1: "░", 2: "░", 3: "▒", 4: "▒", 5: "█", 6: "█"}  # by the boards that were solved on a day


def solved_on(day: date, number: int) -> Summary:
    solve = Solve(60.0, True, day.isoformat())
    return Summary(f"/x/{day}-{number}.journal", "net", f"Board {number}", "5x5", 60.0, True, 0.0, solves=(solve,))


@pytest.mark.parametrize("today", [date(2026, 11, 18), date(2027, 3, 1)])
async def test_each_day_is_the_brighter_the_more_was_solved_on_it(today: date, tmp_path: Path) -> None:
    solved = {today - timedelta(back): count for back, count in enumerate((3, 4, 0, 1, 2, 5, 6))}
    entries = tuple(solved_on(day, number) for day, count in solved.items() for number in range(count))
    async with playing(tmp_path, net(), size=(90, 30)) as game:
        library = game.app.context.library
        library.today = lambda: datetime(today.year, today.month, today.day, 12)
        library.journal_list = lambda: JournalList(entries)  # type: ignore[method-assign]
        await game.app.push_screen(StatisticsScreen(game.app.context))
        await game.until(lambda: any("21 without help" in line for line in shown(game.app)))
        for width in (90, 61, 62, 50):
            await game.pilot.resize_terminal(width, 30)
            await game.pilot.pause()
            year = game.app.screen.query_one("#year").region
            weeks = min(53, year.width - 5)
            monday = today - timedelta(today.weekday())
            mondays = [monday - timedelta(7 * back) for back in reversed(range(weeks))]
            months = ""
            for place, day in enumerate(mondays):
                if day.day <= 7 and len(months) <= place:
                    months = months.ljust(place) + MONTHS[day.month - 1]
            rows = [line[year.x : year.right].rstrip() for line in shown(game.app)[year.y : year.y + 8]]
            assert rows[0] == f"     {months[:weeks]}".rstrip()
            for number, name in enumerate(DAYS):
                days = [day + timedelta(number) for day in mondays]
                signs = "".join(SIGNS[solved.get(day, 0)] if day <= today else " " for day in days)
                assert rows[1 + number] == f"  {name} {signs}".rstrip()
