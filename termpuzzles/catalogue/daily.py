"""The boards of the day: one a game and date, the same for everyone, made offline; streaks, and the text to share."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date, timedelta
from typing import NamedTuple

from termpuzzles.catalogue import daily_recipe
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.session.session import clock_text
from termpuzzles.storage.summaries import Summary

FORGIVEN = 1  # missed days a month that do not end a streak


class Stream(NamedTuple):
    """A way of drawing boards: its number, and the date from which it holds; each game says what it draws for it.

    A stream never changes; another recipe or size is a new stream from a future date on.
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
    """That day's board of the game. Raises KeyError if the game has none."""
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
    """The boards of the day that were opened on their own date and solved, even if past midnight."""
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
    """The number of days played in a row, up to today or yesterday; one missed day a month does not end a streak.

    A missed day never counts as played.
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
    """The result as text that gives nothing away: first words, then the minutes as bars, if any."""
    words = [
        f"termpuzzles {day.isoformat()}",
        f"{puzzle.game.title} {puzzle.grid}{' wraps' if puzzle.grid.wrap_x else ''}",
        f"{clock_text(seconds)}, {help_taken}",
        f"stream {stream_of(day).number}",
    ]
    return " · ".join(words) + (f"\n{stars}" if stars else "")


def bars(seconds: float) -> str:
    """One bar for every minute begun, at most ten, so that short and long times are easy to compare."""
    minutes = min(10, int(seconds // 60) + 1)
    return "▮" * minutes + "▯" * (10 - minutes)
