"""The boards of the day: one a game and date, the same for everyone, made offline; streaks, and the text to share."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.play.clock import clock_text
from termpuzzles.play.shelf import daily_recipe
from termpuzzles.play.storage.summaries import Summary

FORGIVEN = 1  # missed days a month that end no streak


class Stream(NamedTuple):
    """A way of drawing boards: its number, and the date from which it holds; each game says what it draws by it.

    A stream never changes; another recipe or size is a stream of its own, on a date that has not come yet.
    """

    number: int
    begins: date


STREAMS = (Stream(1, date.min),)


def stream_of(day: date) -> Stream:
    """The stream that holds on that date."""
    return next(stream for stream in reversed(STREAMS) if stream.begins <= day)


def daily_games(day: date) -> tuple[str, ...]:
    """The games that have a board on that date, in the order in which games are offered."""
    return tuple(name for name in names() if stream_of(day).number in named(name).daily)


def daily_size(game: str, day: date) -> str:
    """The size of that day's board; a `w` at its end says that it wraps."""
    return named(game).daily[stream_of(day).number].sizes[day.weekday()]


def daily_board(game: str, day: date) -> Puzzle:
    """That day's board of the game. Raises KeyError where the game has none."""
    stream = stream_of(day).number
    form, sizes = named(game).daily[stream]
    key = f"termpuzzles stream {stream} {game} {day.isoformat()}"
    puzzle = daily_recipe.board(named(game), form, sizes[day.weekday()], key)
    return replace(puzzle, title=f"Daily {day.isoformat()}", header=(("daily", day.isoformat()),))


class DayPlayed(NamedTuple):
    """A board of the day that was solved on its own date."""

    day: date
    game: str
    seconds: float
    unaided: bool


def days_played(entries: Iterable[Summary]) -> list[DayPlayed]:
    """The boards of the day that were opened on their own date and solved, even if midnight came in between."""
    return [
        DayPlayed(day, entry.game, solve.seconds, solve.unaided)
        for entry in entries
        for solve in entry.solves
        if solve.daily and solve.daily == solve.day and (day := _date(solve.daily))
    ]


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def streak(days: Collection[date], today: date) -> int:
    """How many days in a row were played, up to today or yesterday; a month's first missed day ends no streak.

    A forgiven day is never counted as played.
    """
    played = set(days)
    day = today if today in played else today - timedelta(1)
    forgiven: dict[tuple[int, int], int] = {}
    count = 0
    while True:
        if day in played:
            count += 1
        elif count == 0 and day < today - timedelta(2):
            return 0
        else:
            month = (day.year, day.month)
            forgiven[month] = forgiven.get(month, 0) + 1
            if forgiven[month] > FORGIVEN:
                return count
        if day == date.min:
            return count
        day -= timedelta(1)


def share_text(puzzle: Puzzle, day: date, seconds: float, help_taken: str, stars: str = "") -> str:
    """The result as text that gives nothing away: words first, then how many minutes as bars where there are some."""
    words = [
        f"termpuzzles {day.isoformat()}",
        f"{puzzle.game.title} {puzzle.grid}{' wraps' if puzzle.grid.wrap_x else ''}",
        f"{clock_text(seconds)}, {help_taken}",
        f"stream {stream_of(day).number}",
    ]
    return " · ".join(words) + (f"\n{stars}" if stars else "")


def bars(seconds: float) -> str:
    """A bar for every minute begun, ten at most, so that a glance tells short from long."""
    minutes = min(10, int(seconds // 60) + 1)
    return "▮" * minutes + "▯" * (10 - minutes)
