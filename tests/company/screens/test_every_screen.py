"""Each screen of company as one sees it, as approved."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from termpuzzles.company.daily_table import TablePart, TableRow
from termpuzzles.company.screens.daily_table import DailyTableScreen
from termpuzzles.company.screens.race import RaceScreen, RoomScreen
from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.company.slots import TABLE
from termpuzzles.render.picture import picture_of
from termpuzzles.tui.screen import ShownGame
from tests.company.pictures import a_race
from tests.pictures.boards import half_played
from tests.tui.screens.test_every_screen import Way, past, seen_as_approved
from tests.tui.screens.test_whole import SEEN, look_through
from tests.tui.visit import Visit

assert past  # a fixture


async def watch(visit: Visit) -> None:
    """Somebody else's game."""
    puzzle = half_played("net", "7x7")
    shown = ShownGame(picture_of(puzzle, puzzle.start), 20, "Net 7x7", "20 of 49 pinned")
    await visit.show(WatchScreen(visit.context, "Ada", lambda: shown))


async def daily_table(visit: Visit) -> None:
    """The table of a day, with other players."""

    async def table(day: date) -> list[TablePart]:
        names = ("Anna", "Bob", "Zoë the Quick")
        rows = tuple(TableRow(at, 41.0 + 1000 * at, name, at - 1) for at, name in enumerate(names, 1))
        if day.day % 2:
            return []
        return [TablePart("net", False, rows), TablePart("net", True, rows[1:2]), TablePart("infinity", False, ())]

    TABLE.fill(visit.context, table)
    visit.context.day_screen = DailyTableScreen
    await visit.show(DailyTableScreen(visit.context, visit.context.library.today().date()))


async def room(visit: Visit) -> None:
    """Where players gather before a race."""
    await visit.show(RoomScreen(visit.context, a_race(visit.context).invitation))


async def race(visit: Visit) -> None:
    """The board of a race."""
    await visit.show(RaceScreen(visit.context, a_race(visit.context), None))


WAYS = {
    "daily table": Way(daily_table, ("left", "m")),
    "watch": Way(watch),
    "race room": Way(room, ("enter",)),
    "race": Way(race),
}


@pytest.mark.parametrize("name", WAYS)
async def test_a_screen_is_as_approved_and_misses_nothing_in_a_small_window(
    name: str, past: Path, tmp_path: Path
) -> None:
    await seen_as_approved(__file__, name, WAYS[name], past, tmp_path)


@pytest.mark.parametrize("look", SEEN)
async def test_no_word_is_cut_and_nothing_touches_an_edge(look: str, past: Path, tmp_path: Path) -> None:
    shutil.copytree(past, tmp_path, dirs_exist_ok=True)
    await look_through(tmp_path, look, {name: way.go for name, way in WAYS.items()})
