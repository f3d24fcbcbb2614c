"""The screens with other players of a service: a race, the daily table, and somebody else's game."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import date

from termpuzzles.company.daily_table import TablePart, TableRow
from termpuzzles.company.meetings import Company, Invitation, LocalExchange, Meeting
from termpuzzles.company.race import Race, race_about, race_settings
from termpuzzles.company.records import Figures
from termpuzzles.company.screens.daily_table import DailyTableScreen
from termpuzzles.company.screens.race import RaceScreen, RoomScreen
from termpuzzles.company.screens.watch import WatchScreen
from termpuzzles.company.slots import COMPANY, TABLE
from termpuzzles.generator.generate import generate
from termpuzzles.render.picture import picture_of
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import ShownGame
from tests.company.races import records
from tests.pictures.boards import half_played
from tests.pictures.veteran import TODAY
from tests.tui.recorder import Recorded


async def daily_table(play: Recorded, context: Context) -> None:
    """The table of a day, with the player in it."""

    async def table(day: date) -> list[TablePart]:
        names = ("Anna", "Bob", "Zoë the Quick")
        rows = tuple(TableRow(at, 41.0 + 30 * at, name, 5 * (at % 2)) for at, name in enumerate(names, 1))
        return [TablePart("net", False, rows), TablePart("net", True, rows[1:2]), TablePart("infinity", False, rows)]

    TABLE.fill(context, table)
    context.settings["table"] = True
    play.app.push_screen(DailyTableScreen(context, TODAY.date()))


def a_race(context: Context, now: Callable[[], float] = lambda: 95.0) -> Race:
    """A race of Ann, who is the player, with two others, which began at 0; Bob is there and ready."""
    exchange, board = LocalExchange(), generate("net", "7x7", seed=1)
    COMPANY.fill(context, Company("ann", exchange, lambda name: (name, name), records(now)))
    about = race_about(race_settings(["bob", "carla", "7x7"], "net"), board)
    invitation = Invitation("race", "ann", ("bob", "carla"), about, names=("Ann", "Bob", "Carla Maria"))
    for name in ("bob", "carla"):
        other = Meeting(exchange, name, invitation, lambda: None, lambda who, what: None)
        other.come()
        if name == "bob":
            other.be_ready()
    race = Race(COMPANY.required(context), invitation, lambda: None)
    race.come()
    race.starts_at = 0.0
    race.reports["bob"], race.reports["carla"] = Figures(80.0, 0.4, 1), Figures(80.0, 0.75)
    return race


async def room(play: Recorded, context: Context) -> None:
    """Where players gather before a race."""
    play.app.push_screen(RoomScreen(context, a_race(context).invitation))


async def race(play: Recorded, context: Context) -> None:
    """The board of a race."""
    play.app.push_screen(RaceScreen(context, a_race(context), None))


async def watch(play: Recorded, context: Context) -> None:
    """Somebody else's game."""
    puzzle = half_played("net", "9x9")
    shown = ShownGame(picture_of(puzzle, puzzle.start), 40, "Net 9x9", "40 of 81 pinned")
    play.app.push_screen(WatchScreen(context, "Ada", lambda: shown))


SCREENS: dict[str, Callable[[Recorded, Context], Awaitable[None]]] = {
    "daily-table": daily_table,
    "race-room": room,
    "race": race,
    "watch": watch,
}
