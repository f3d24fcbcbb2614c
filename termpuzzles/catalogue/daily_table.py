"""Who solved the boards of a day how quickly: times that the journals prove when they are played again.

The first solving counts, with all the time and help before it, because whoever begins anew knows the board. A journal
that says what cannot have happened proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from itertools import groupby
from typing import NamedTuple

from termpuzzles.catalogue.daily import daily_games, daily_title, shared_daily_board
from termpuzzles.games import named
from termpuzzles.games.model import Move, Puzzle
from termpuzzles.session.ghost import runs
from termpuzzles.session.session import Session, clock_text
from termpuzzles.storage.journal_text import Event, identity, parse
from termpuzzles.storage.library import Library

_QUICKEST = 20  # cells a second, on average over a game, that a person may change


class Result(NamedTuple):
    """A proven solving of a board of the day: the game, whether with help, and the seconds that it took."""

    game: str
    helped: bool
    seconds: float


def proven(puzzle: Puzzle, day: date, events: Sequence[Event]) -> Result | None:
    """What these events prove about the board of that day; None if it was not solved then, or they cannot be true."""
    end = next((place for place, (_, event) in enumerate(events, 1) if event == "finished"), 0)
    events = events[:end]
    if not _is_of(day, events) or Session(puzzle, now=lambda: 0.0).restore(events) < len(events):
        return None
    ghosts, seconds = runs(puzzle, events), _seconds(events)
    if len(ghosts) != 1 or seconds is None or seconds * _QUICKEST < _changes(puzzle, events):
        return None
    words = [event.split() for _, event in events]
    if ["gave"] in [word[:1] for word in words]:
        return None
    helped = any(word[0] == "hint" or (word[0] == "checked" and word[1:] != ["0"]) for word in words)
    return Result(puzzle.game.name, helped, seconds)


def results(library: Library, day: date) -> list[Result]:
    """What a player's journals prove about that day's boards, those of which take a third of a second to make."""
    found: list[Result] = []
    for game in daily_games(day):
        puzzle = shared_daily_board(game, day)
        with suppress(OSError):
            data = library.store.read(identity(puzzle))
            content = parse(data)
            if (content.good == len(data) or content.torn) and (result := proven(puzzle, day, content.events)):
                found.append(result)
    return found


def table(day: date, players: Mapping[str, Iterable[Result]]) -> str:
    """The table of a day, of each player's results by name: a part for each game, those without help first."""
    games = daily_games(day)
    found = ((name, result) for name, their in players.items() for result in their)
    rows = sorted((games.index(result.game), result.helped, result.seconds, name) for name, result in found)
    lines = [daily_title(day)]
    for (place, helped), part in groupby(rows, key=lambda row: row[:2]):
        lines += ["", f"{named(games[place]).title}, {'with' if helped else 'without'} help"]
        lines += [f"{rank:>3}  {clock_text(seconds):>8}  {name}" for rank, (*_, seconds, name) in enumerate(part, 1)]
    return "\n".join(lines if rows else [*lines, "", "Nobody has solved a board yet."])


def _is_of(day: date, events: Sequence[Event]) -> bool:
    """Whether the board was opened on that day as the board of the day, before anything else happened."""
    opened = [event for _, event in events if event.startswith("opened")]
    dates = [event.removeprefix("opened ")[:10] for event in opened]
    of_day = all(event.endswith(f" daily {day.isoformat()}") for event in opened)
    return bool(opened) and events[0][1] == opened[0] and of_day and dates[0] == day.isoformat()


def _seconds(events: Sequence[Event]) -> float | None:
    """The time of all attempts together; None if a clock ran back."""
    total = before = 0.0
    for seconds, event in events:
        if seconds < before:
            return None
        before = seconds
        if event == "attempt":
            total, before = total + seconds, 0.0
    return total + before


def _changes(puzzle: Puzzle, events: Iterable[Event]) -> int:
    """How many cells all moves changed together, of events that were played before."""
    moves = (event.removeprefix("move ") for _, event in events if event.startswith("move "))
    return sum(len(Move.parse(move, puzzle).changes) for move in moves)
