"""The boards of the first days of each stream: `.venv/bin/python -m tests.daily_catalogue` writes what is missing.

Each line holds a date and, for each game, the first eight letters of the identity of its board. A stream never
changes, so existing lines are never rewritten.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from termpuzzles.catalogue.daily import daily_board, daily_games
from termpuzzles.catalogue.day import STREAMS
from termpuzzles.storage.journal_text import identity

FOLDER = Path(__file__).parent / "data" / "daily"
FIRST, DAYS = date(2026, 11, 21), 400  # of the first stream
LATER_DAYS = 100  # of each later one, from the day on which it begins


def path(stream: int) -> Path:
    """The catalogue of a stream."""
    return FOLDER / f"stream-{stream}.tsv"


def catalogue(stream: int) -> dict[date, dict[str, str]]:
    """The recorded identity for each day and game."""
    if not path(stream).exists():
        return {}
    heading, *lines = (line.split("\t") for line in path(stream).read_text(encoding="utf-8").splitlines())
    return {date.fromisoformat(day): dict(zip(heading[1:], found, strict=True)) for day, *found in lines}


def days(stream: int = 1) -> Iterator[date]:
    """The days of the catalogue of a stream, whatever stream draws their boards by now."""
    begins = next(each.begins for each in STREAMS if each.number == stream)
    first, number = (FIRST, DAYS) if begins == date.min else (begins, LATER_DAYS)
    return (first + timedelta(number) for number in range(number))


def short_identity(game: str, day: date) -> str:
    """The identity of that day's board, shortened."""
    return identity(daily_board(game, day))[:8]


def main() -> None:
    """Write the catalogue of the latest stream, keeping its existing lines."""
    stream = STREAMS[-1].number
    before = catalogue(stream)
    games = daily_games(next(days(stream)))
    lines = ["\t".join(("date", *games))]
    for day in days(stream):
        known = before.get(day, {})
        lines.append("\t".join((day.isoformat(), *(known.get(game) or short_identity(game, day) for game in games))))
    FOLDER.mkdir(parents=True, exist_ok=True)
    path(stream).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    ArgumentParser(prog=".venv/bin/python -m tests.daily_catalogue", description=__doc__).parse_args()
    main()
