"""Who solved the boards of a day how quickly: times that the journals prove when they are played again.

The first solving counts, with all the time and help before it, because whoever begins anew knows the board. A journal
that says what cannot have happened proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from itertools import groupby
from typing import Any, Generic, NamedTuple, TypeVar

from termpuzzles.catalogue.daily import daily_games, daily_title, shared_daily_board
from termpuzzles.company.pace import BY_MACHINE, is_by_machine
from termpuzzles.games import named
from termpuzzles.games.model import Move, Puzzle
from termpuzzles.logic.task import Task
from termpuzzles.session.ghost import runs
from termpuzzles.session.questions import GuideCache
from termpuzzles.session.session import Session, clock_text
from termpuzzles.storage.journal_text import Event, identity, parse
from termpuzzles.storage.store import Store

T = TypeVar("T")
_QUICKEST = 20  # cells a second, on average over a game, that a person may change


class Result(NamedTuple):
    """A proven solving of a board of the day: the game, whether with help, the seconds that it took, and whether it
    was played faster than hands play.
    """

    game: str
    helped: bool
    seconds: float
    by_machine: bool = False


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
    return Result(puzzle.game.name, helped, seconds, is_by_machine(events))


def proven_by(game: str, day: date, data: bytes) -> Result | None:
    """What the bytes of a journal prove about that day's board of the game."""
    content = parse(data)
    whole = content.good == len(data) or content.torn
    return proven(shared_daily_board(game, day), day, content.events) if whole and content.events else None


def why_unlisted(game: str, day: date, data: bytes, came: bool) -> str:
    """Why the board of that day whose journal this is stands in no table, in a sentence; "" if it was not finished.

    That is asked only of journals that prove nothing, or `came` from elsewhere.
    """
    words = [event.split() for _, event in parse(data).events]
    if ["finished"] not in words:
        return ""
    if came:
        why = "it was played on another machine"
    elif ["gave"] in [word[:1] for word in words]:
        why = "you were shown the solution"
    elif any(word[0] == "opened" and word[-1] != day.isoformat() for word in words):
        why = "it was not opened as the board of the day, from Home or Daily"
    else:
        why = "it was not opened on its day, or its journal proves nothing"
    return f"Your {named(game).title} is not listed: {why}."


class ProofQuestion(NamedTuple, Generic[T]):
    """Asks what journals `prove` about a day: the bytes of each, by the game."""

    prove: Callable[[str, date, bytes], T | None]
    day: date
    journals: tuple[tuple[str, bytes], ...]

    def work(self, cache: GuideCache) -> Task[list[T]]:
        """The results, where there is one."""
        found = []
        for game, data in self.journals:
            if result := self.prove(game, self.day, data):
                found.append(result)
            yield None
        return found


_CAME = "came"  # among a player's saved choices: of journals with the board of a day, when they came from elsewhere


def remember_arrival(store: Store, today: date, name: str, events: Sequence[Event]) -> None:
    """Remember that this journal comes from another machine, if it is of a board of these days. Raises OSError."""
    opened = [event.rpartition(" daily ")[2] for _, event in events if event.startswith("opened")]
    if not {(today + timedelta(days)).isoformat() for days in (-1, 0, 1)} & {*opened}:
        return
    saved = store.saved_choices()
    store.save_choices(saved, {**saved, _CAME: {**arrivals(saved), name: today.isoformat()}})


def arrivals(saved: Mapping[str, Any]) -> dict[str, str]:
    """The journals that came from elsewhere, which no table lists; from a player's saved choices, which forget none."""
    came = saved.get(_CAME)
    return {str(name): str(day) for name, day in came.items()} if isinstance(came, dict) else {}


@lru_cache(maxsize=8)
def journal_names(day: date) -> dict[str, str]:
    """The names of the journals of that day's boards, by game; it takes a third of a second for some."""
    return {game: identity(shared_daily_board(game, day)) for game in daily_games(day)}


class Listed(NamedTuple):
    """A player in the table of a day: the name, the results, and on how many days in a row there were any."""

    name: str
    results: tuple[Result, ...]
    streak: int = 1


class TableRow(NamedTuple):
    """A row of a table: the place, the seconds, who it is, the days in a row, and whether it was too fast for hands."""

    rank: int
    seconds: float
    name: str
    streak: int
    by_machine: bool = False

    def __str__(self) -> str:
        streak = f"   {self.streak}-day streak" * (self.streak > 1)
        machine = f"   {BY_MACHINE}" * self.by_machine
        return f"{self.rank:>4}  {clock_text(self.seconds):>8}  {self.name}{streak}{machine}"


class TablePart(NamedTuple):
    """The quickest solvings of a board, with help or without."""

    game: str
    helped: bool
    rows: tuple[TableRow, ...]

    @property
    def title(self) -> str:
        """`Net, without help`."""
        return f"{named(self.game).title}, {'with' if self.helped else 'without'} help"


def table_parts(day: date, players: Iterable[Listed], most: int, mine: str = "") -> list[TablePart]:
    """The table of a day by games, those without help first: the first `most` of each, and the player of that name."""
    games = daily_games(day)
    found = [(each, result) for each in players for result in each.results]
    found.sort(key=lambda each: (games.index(each[1].game), each[1].helped, each[1].seconds, each[0].name))
    made = []
    for (game, helped), part in groupby(found, key=lambda each: each[1][:2]):
        ranked = [
            TableRow(rank, result.seconds, each.name, each.streak, result.by_machine)
            for rank, (each, result) in enumerate(part, 1)
        ]
        made.append(TablePart(game, helped, tuple(row for row in ranked if row.rank <= most or row.name == mine)))
    return made


def table(day: date, found: Iterable[TablePart]) -> str:
    """The table as text."""
    lines = [daily_title(day)]
    for part in found:
        lines += ["", part.title, *map(str, part.rows)]
    return "\n".join(lines if len(lines) > 1 else [*lines, "", "Nobody listed has solved a board yet."])


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
