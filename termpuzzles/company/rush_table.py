"""Who solved most boards of today's rush: what the journals prove when their moves are played again.

The boards are named in a journal, which the service has written itself: one that came from elsewhere is in no table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import NamedTuple

from termpuzzles.catalogue.rush import TODAYS, RushTerms
from termpuzzles.company.pace import BY_MACHINE, is_by_machine
from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.play.rush import BOARD, SKIPPED
from termpuzzles.session.session import Session, clock_text
from termpuzzles.storage.journal_text import Event, parse

_ROUNDED = 0.05  # seconds by which an event may be written down too late


class RushResult(NamedTuple):
    """What a journal proves of a rush: the boards that were solved, the seconds up to the last of them, and the
    mistakes; and whether it was played faster than hands play.
    """

    solved: int
    seconds: float
    mistakes: int
    by_machine: bool = False

    @property
    def order(self) -> tuple[int, int, float]:
        """A sort key by which the best comes first."""
        return -self.solved, self.mistakes, self.seconds


def todays_terms(game: str, day: date) -> RushTerms:
    """The rush of that day."""
    return RushTerms.of(game, TODAYS, day, "")


def proven_rush(game: str, day: date, data: bytes) -> RushResult | None:
    """What the bytes of a journal prove about that day's rush of the game; None if they cannot be true, or nothing."""
    events = parse(data).events
    times = [seconds for seconds, _ in events]
    opened = [event for _, event in events if event.startswith("opened")]
    if len(opened) != 1 or events[0][1] != opened[0] or not opened[0].endswith(f" daily {day.isoformat()}"):
        return None
    if times != sorted(times) or times[-1] > TODAYS.seconds + _ROUNDED:
        return None
    solved, last, mistakes = 0, 0.0, 0
    for named_board, played in _boards(events[1:]):
        done = _played(game, named_board, played)
        if done is None:
            return None
        mistakes += sum(event == SKIPPED or (event[:8] == "checked " and event != "checked 0") for _, event in played)
        solved, last = (solved + 1, played[-1][0]) if done else (solved, last)
    return RushResult(solved, last, mistakes, is_by_machine(events)) if solved else None


def _boards(events: Iterable[Event]) -> list[tuple[str, list[Event]]]:
    """The boards by name, with the events of each."""
    found: list[tuple[str, list[Event]]] = []
    for seconds, event in events:
        word, _, rest = event.partition(" ")
        if word == BOARD:
            found.append((rest.partition(" ")[2], []))
        elif found:
            found[-1][1].append((seconds, event))
    return found


def _played(game: str, name: str, events: Sequence[Event]) -> bool | None:
    """Whether these moves solve the board of that name; None if they cannot have been played."""
    try:
        (puzzle,) = read(name, game=game)
    except (PuzzleError, ValueError):
        return None
    own = [each for each in events if each[1] != SKIPPED]
    session = Session(puzzle, now=lambda: 0.0)
    if session.restore(own) < len(own) or session.attempt.hints or session.attempt.gave_up:
        return None
    claimed = any(event == "finished" for _, event in own)
    return session.solved if claimed == session.solved else None


def rush_table(day: date, found: Iterable[tuple[str, str, RushResult]], most: int) -> str:
    """The table of a day as text, from games, names of players and results: the first `most` of each game."""
    lines, rows = [f"Rush {day.isoformat()}"], sorted(found, key=lambda each: (each[2].order, each[1]))
    for game in dict.fromkeys(game for game, _, _ in rows):
        lines += ["", named(game).title]
        for rank, (_, name, result) in enumerate((row for row in rows if row[0] == game), 1):
            machine = f"   {BY_MACHINE}" * result.by_machine
            wrong = f", {counted(result.mistakes, 'mistake')}" * (result.mistakes > 0)
            what = f"{counted(result.solved, 'board')} in {clock_text(result.seconds)}{wrong}"
            lines += [f"{rank:>4}  {name}   {what}{machine}"] * (rank <= most)
    return "\n".join(lines if rows else [*lines, "", "Nobody listed has played yet."])
