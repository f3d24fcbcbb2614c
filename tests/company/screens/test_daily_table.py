"""The daily table on a screen."""

from __future__ import annotations

import asyncio
from datetime import date, timedelta
from pathlib import Path

from termpuzzles.company.daily_table import TablePart, TableRow
from termpuzzles.company.screens.daily_table import DailyTableScreen
from termpuzzles.company.slots import TABLE
from tests.tui.apps import playing, shown
from tests.tui.past import NOW, TODAY
from tests.tui.screens.play.test_play import net


async def test_a_daily_table_that_is_found_late_does_not_take_the_place_of_that_of_another_day(tmp_path: Path) -> None:
    goes_on, day = asyncio.Event(), TODAY - timedelta(3)

    async def table(asked: date) -> list[TablePart]:
        if asked == day:
            await goes_on.wait()
        return [TablePart("net", False, (TableRow(1, 60.0, f"Anna of {asked.isoformat()}", 1),))]

    async with playing(tmp_path, net()) as game:
        TABLE.fill(game.app.context, table)
        game.app.context.day_screen = DailyTableScreen
        game.app.context.library.today = lambda: NOW
        screen = DailyTableScreen(game.app.context, day)
        await game.app.push_screen(screen)
        await game.pilot.pause()
        assert game.text_of("said").strip() == "Looking …"
        screen.action_day(-1)
        await game.until(lambda: "Anna of 2026-11-18" in "\n".join(shown(game.app)))
        screen.action_day(1)
        assert game.text_of("said").strip() == "Looking …"
        assert screen.choices.option_count == 0
        screen.action_day(1)
        await game.until(lambda: "2026-11-20" in str(list(screen.rows())))
        goes_on.set()
        await game.pilot.pause()
        await game.pilot.pause()
        assert "2026-11-20" in str(list(screen.rows()))


async def test_a_name_in_the_daily_table_is_cut_where_the_row_is_full(tmp_path: Path) -> None:
    rows = [TableRow(7, 75.0, "x" * length, streak) for streak in (1, 2, 12) for length in range(1, 80)]

    async def table(day: date) -> list[TablePart]:
        return [TablePart("net", False, tuple(rows))]

    async with playing(tmp_path, net(), size=(40, 15)) as game:
        TABLE.fill(game.app.context, table)
        game.app.context.day_screen = DailyTableScreen
        screen = DailyTableScreen(game.app.context, TODAY)
        await game.app.push_screen(screen)
        await game.until(lambda: len(list(screen.rows())) > 2)
        for width, edge in ((40, 1), (59, 1), (60, 2), (80, 2)):
            await game.pilot.resize_terminal(width, 15)
            await game.pilot.pause()
            _, *found = ["".join(text for text, _ in row.words) for row in screen.rows()]
            for row, words in zip(rows, found, strict=True):
                begins = f"   7  {'1:15':>{5 if width < 60 else 8}}  "
                ends = f"{row.streak}-day streak" if row.streak > 1 else ""
                room = width - 2 * edge - len(begins) - len(ends) - 2
                name = row.name if len(row.name) <= room else f"{row.name[: room - 1]}…"
                assert words == begins + name + (f"  {ends}" if ends else "")
