"""A look back on a finished game: the first wrong pin, and what could be seen at each long pause."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.catalogue.practice import mistaken
from termpuzzles.games.queries import solve
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.answers.grades import technique_name
from termpuzzles.logic.task import Task
from termpuzzles.session.questions import GuideCache
from termpuzzles.session.session import Session
from termpuzzles.storage.journal_text import Event

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State

LONG = 15.0  # a long pause has at least this many seconds
TIMES = 4.0  # and is at least this many times as long as the usual pause
MOST = 8  # long pauses to look at
_STOPS = 10  # moments from which a game can be played again


class Moment(NamedTuple):
    """A point of the game worth a look: the event before it, the clock's seconds, and a sentence about it."""

    event: int
    seconds: float
    sentence: str
    rule: str = ""


class Review(NamedTuple):
    """A look back on a game; `wrong` are the moments at which a cell was settled wrongly, in order."""

    wrong: tuple[Moment, ...]
    pauses: tuple[Moment, ...]


class ReviewQuestion(NamedTuple):
    """Asks for the review of a game."""

    puzzle: Puzzle
    events: tuple[Event, ...]

    def work(self, cache: GuideCache) -> Task[Review]:
        """The review."""
        return reviewing(self.puzzle, self.events)


def starts(events: Sequence[Event]) -> list[Moment]:
    """A few moments from the first to the last from which the game can be played again."""
    counts = sorted({len(events) * stop // _STOPS for stop in range(_STOPS)})
    return [moment_after(events, count) for count in counts]


def moment_after(events: Sequence[Event], count: int) -> Moment:
    """The moment after the first `count` events."""
    return Moment(count, events[count - 1][0] if count else 0.0, "")


def reviewing(puzzle: Puzzle, events: Sequence[Event]) -> Task[Review]:
    """Look back on the game recorded in these events."""
    answer = solve(puzzle)
    yield None
    wrong = tuple(_wrong(puzzle, events, answer)) if answer else ()
    pauses = yield from _pauses(puzzle, events)
    return Review(wrong, pauses)


def state_after(puzzle: Puzzle, events: Sequence[Event], count: int) -> State:
    """The position after the first `count` events."""
    session = Session(puzzle)
    session.restore(events[:count])
    return session.state


def _wrong(puzzle: Puzzle, events: Sequence[Event], answer: State) -> list[Moment]:
    """The moments at which a pin or a drawn line differed from the solution."""
    session, found = Session(puzzle), []
    known = mistaken(puzzle, session.state, answer)
    for place, (seconds, event) in enumerate(events):
        session.restore([(seconds, event)])
        wrong = mistaken(puzzle, session.state, answer)
        for cell in sorted(wrong - known):
            at = puzzle.grid.name(cell)
            pinned, drawn = f"The tile at {at} was pinned the wrong way.", f"The cell at {at} was given a wrong line."
            found.append(Moment(place + 1, seconds, pinned if puzzle.game.pins else drawn))
        known = wrong
    return found


def _pauses(puzzle: Puzzle, events: Sequence[Event]) -> Task[tuple[Moment, ...]]:
    """The longest pauses in the order of the game, each with the technique that could be used there."""
    moves = [place for place, (_, event) in enumerate(events) if event.startswith("move ")]
    waits = [(events[after][0] - events[before][0], before) for before, after in pairwise(moves)]
    usual = sorted(wait for wait, _ in waits)[len(waits) // 2] if waits else 0.0
    long = sorted((wait, place) for wait, place in waits if wait >= max(LONG, TIMES * usual))[-MOST:]
    guide, found = Guide(puzzle), []
    for wait, place in sorted(long, key=lambda pause: pause[1]):
        hint = yield from guide.find(state_after(puzzle, events, place + 1))
        if hint is not None:
            found.append(_pause(place, events[place][0], wait, hint.rule))
    return tuple(found)


def _pause(place: int, seconds: float, wait: float, rule: str | None) -> Moment:
    seen = f"you could have used “{technique_name(rule)}”" if rule else "you could have pinned a correct tile"
    return Moment(place + 1, seconds, f"{round(wait)} s: {seen}.", rule or "")


def shown_at(puzzle: Puzzle, events: Sequence[Event], count: int) -> Puzzle:
    """The puzzle as it stood after the first `count` events, to look at or to play on from there."""
    return replace(puzzle, start=state_after(puzzle, events, count), moves=(), position=0)
