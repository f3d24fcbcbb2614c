"""What a board says of its day, and the text in which its result is shared."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from termpuzzles.games.model import Puzzle
from termpuzzles.session.session import clock_text


class Stream(NamedTuple):
    """A way of drawing boards: its number, and the date from which it holds; each game says what it draws for it.

    A stream never changes; another recipe or size is a new stream from a future date on.
    """

    number: int
    begins: date


STREAMS = (Stream(1, date.min), Stream(2, date(2027, 1, 11)))


def stream_of(day: date) -> Stream:
    """The stream that holds on that date."""
    return next(stream for stream in reversed(STREAMS) if stream.begins <= day)


def day_of(puzzle: Puzzle) -> date | None:
    """The day whose board this is by its header; None if there is none, or no such day: anybody may write a header."""
    return day_named(dict(puzzle.header).get("daily", ""))


def is_daily(puzzle: Puzzle) -> bool:
    """Whether this is the board of a day."""
    return day_of(puzzle) is not None


def day_named(text: str) -> date | None:
    """The day whose ISO date this is; None if it is none."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def share_text(puzzle: Puzzle, day: date | None, seconds: float, help_taken: str, below: str = "") -> str:
    """The result as text: first words, then what stands below them, such as the minutes as bars.

    `day` is that of a board of the day.
    """
    words = [
        f"termpuzzles {day.isoformat()}" if day else "termpuzzles",
        f"{puzzle.game.title} {puzzle.grid}{' wraps' * bool(puzzle.grid.surface.across)}",
        *([puzzle.title] if puzzle.title and not day else []),
        f"{clock_text(seconds)}, {help_taken}",
        *([f"stream {stream_of(day).number}"] if day else []),
    ]
    return " · ".join(words) + (f"\n{below}" if below else "")


def bars(seconds: float) -> str:
    """One bar for every minute begun, at most ten, so that short and long times are easy to compare."""
    minutes = min(10, int(seconds // 60) + 1)
    return "▮" * minutes + "▯" * (10 - minutes)
