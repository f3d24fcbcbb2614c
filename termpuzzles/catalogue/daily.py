"""The boards of the day: one a game and date, the same for everyone, made offline; and streaks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import date, timedelta
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.catalogue.day import day_named, stream_of
from termpuzzles.catalogue.suggestions import Following, Preview, preview
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.render.picture import picture_of
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Library
from termpuzzles.storage.summaries import Solve, Summary

if TYPE_CHECKING:
    from termpuzzles.logic.task import Task
    from termpuzzles.session.questions import GuideCache

FORGIVEN = 1  # missed days a month that do not end a streak


def daily_games(day: date) -> tuple[str, ...]:
    """The games that have a board on that date, in the order in which games are offered."""
    return tuple(name for name in names() if stream_of(day).number in named(name).daily)


def daily_size(game: str, day: date) -> str:
    """The size of that day's board; a `w` at its end says that it wraps."""
    return named(game).daily[stream_of(day).number].sizes[day.weekday()]


def daily_title(day: date) -> str:
    """The title of the boards of that day."""
    return f"Daily {day.isoformat()}"


def daily_board(game: str, day: date) -> Puzzle:
    """That day's board of the game. Raises KeyError if the game has none."""
    from termpuzzles.catalogue import daily_recipe_2  # brings the solver: 20 ms of a start that draws no board

    stream = stream_of(day).number
    form, sizes = named(game).daily[stream]
    key = f"termpuzzles stream {stream} {game} {day.isoformat()}"
    puzzle = daily_recipe_2.board_of_week(named(game), form, sizes[day.weekday()], key, day.weekday())
    return replace(puzzle, title=daily_title(day), header=(("daily", day.isoformat()),))


@lru_cache(maxsize=64)
def shared_daily_board(game: str, day: date) -> Puzzle:
    """That day's board, made once for all who play in this program."""
    return daily_board(game, day)


class TodaysBoard(NamedTuple):
    """A board of the day as a list shows it: what it is, its best solving that day, else the time played so far."""

    game: str
    size: str
    wraps: bool
    solve: Solve | None = None
    begun: Summary | None = None

    @property
    def name(self) -> str:
        """`Net 9x9 wraps`."""
        return self._called(self.size)

    @property
    def for_speech(self) -> str:
        """`Net 9 by 9 wraps`."""
        return self._called(" by ".join(self.size.split("x")))

    def _called(self, size: str) -> str:
        return f"{named(self.game).title} {size}{' wraps' if self.wraps else ''}"


def todays_boards(day: date, entries: Sequence[Summary]) -> list[TodaysBoard]:
    """The day's boards, as far as the journals show them."""
    title, found = daily_title(day), []
    mine = [entry for entry in entries if entry.title == title]
    for game in daily_games(day):
        size = daily_size(game, day)
        own = [entry for entry in mine if entry.game == game]
        solve = min((solve for entry in own for solve in entry.solves), default=None)
        begun = next((entry for entry in own if not entry.finished), None)
        found.append(TodaysBoard(game, size.removesuffix("w"), size.endswith("w"), solve, begun))
    return found


def next_of_day(puzzle: Puzzle, day: date, entries: Sequence[Summary]) -> Following | None:
    """The next unsolved board of the day whose board this is, in the order of the games; None if all are solved."""
    boards = todays_boards(day, entries)
    here = next(place for place, board in enumerate(boards) if board.game == puzzle.game.name)
    left = (board for board in (*boards[here + 1 :], *boards[:here]) if board.solve is None)
    found = next(left, None)
    return found and Following(lambda: [shared_daily_board(found.game, day)], 0, found.name, found.for_speech)


def preview_today(library: Library, game: str, day: date, entries: Iterable[Summary]) -> Preview:
    """The day's board of the game as the player left it, else as it begins."""
    puzzle = shared_daily_board(game, day)
    name = identity(puzzle)
    entry = next((entry for entry in entries if entry.game == game and entry.identity == name), None)
    seen = preview(library, entry) if entry else Preview()
    return seen if seen.picture else seen._replace(picture=picture_of(puzzle, puzzle.start))


class DailyQuestion(NamedTuple):
    """Asks for the boards of a day: those some take a third of a second each."""

    day: date

    def work(self, cache: GuideCache) -> Task[dict[str, Puzzle]]:
        """That day's board of each game."""
        found = {}
        for game in daily_games(self.day):
            found[game] = shared_daily_board(game, self.day)
            yield None
        return found


class DayPlayed(NamedTuple):
    """A board of the day that was solved on its own date."""

    day: date
    game: str
    seconds: float
    unaided: bool


def days_played(entries: Iterable[Summary]) -> list[DayPlayed]:
    """The boards of the day that were opened on their own date and solved, even if past midnight."""
    return [
        DayPlayed(day, entry.game, solve.seconds, solve.unaided)
        for entry in entries
        for solve in entry.solves
        if solve.daily and solve.daily == solve.day and (day := day_named(solve.daily))
    ]


class Done(Enum):
    """What became of a board of the day; the number is the place of its sign."""

    OPEN = 0
    WITH_HELP = 1
    UNAIDED = 2
    BEGUN = 3


def days_done(entries: Iterable[Summary]) -> dict[date, dict[str, Done]]:
    """For each date the games whose board of that day was solved, at whatever time, and whether without help once."""
    found: dict[date, dict[str, Done]] = {}
    for entry in entries:
        for solve in entry.solves:
            if solve.daily and (day := day_named(solve.daily)):
                games = found.setdefault(day, {})
                if games.get(entry.game) is not Done.UNAIDED:
                    games[entry.game] = Done.UNAIDED if solve.unaided else Done.WITH_HELP
    return found


def days_begun(entries: Iterable[Summary]) -> dict[date, set[str]]:
    """For each date the games whose board of that day was begun, and is not solved."""
    found: dict[date, set[str]] = {}
    for entry in entries:
        if not entry.finished and (day := day_named(entry.title.removeprefix(daily_title(date.min)[:-10]))):
            found.setdefault(day, set()).add(entry.game)
    return found


def month_of(day: date) -> list[list[date | None]]:
    """The weeks of that day's month, each from Monday to Sunday, with None for days of other months."""
    first = day.replace(day=1)
    monday = first - timedelta(first.weekday())
    days = [monday + timedelta(number) for number in range(42)]
    weeks = [[each if each.month == day.month else None for each in days[at : at + 7]] for at in range(0, 42, 7)]
    return [week for week in weeks if any(week)]


def streak(days: Collection[date], today: date) -> int:
    """The number of days played in a row, up to today or yesterday; one missed day a month does not end a streak.

    A missed day never counts as played. The row may go to tomorrow: whoever travels west comes back to a day before.
    """
    played = set(days)
    day = next((each for each in (today + timedelta(1), today) if each in played), today - timedelta(1))
    forgiven: dict[tuple[int, int], int] = {}
    count = 0
    while True:
        if day in played:
            count += 1
        else:
            month = (day.year, day.month)
            forgiven[month] = forgiven.get(month, 0) + 1
            if forgiven[month] > FORGIVEN:
                return count
        if day == date.min:
            return count
        day -= timedelta(1)
