"""What a player of a service has come to in matches: a ledger of them, and Elo ratings by variant and clock.

A ledger is a journal of its own for each player, with an event when a match begins and one when it is over, which has
the other player's rating at that time. Ratings are computed from it: each begins at 1200; the first 20 games move it by
up to 32 points, each later one by up to 16. So games that end at once in two processes both count.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from hashlib import sha256
from typing import NamedTuple

from termpuzzles.storage.journal import Journal, take_over
from termpuzzles.storage.journal_text import VERSION, Event, parse
from termpuzzles.storage.store import Store
from termpuzzles.wall.game.position import SIDES, VARIANTS
from termpuzzles.wall.game.records import DRAWN, OPEN, REASONS
from termpuzzles.wall.match.match import ABORTED, Match
from termpuzzles.wall.match.terms import CLOCKS, DUEL, Terms

BEGINNING = 1200.0
PROVISIONAL = 20  # games after which a rating is no longer provisional
_FAST, _SLOW = 32.0, 16.0  # the most points that a game moves it, while it is provisional and afterwards
BEGAN, ENDED = "began", "ended"  # the first words of events
_AGAINST = "against"
_TRIES = 5  # to write into a ledger into which others write, too
_SCALE = 400.0  # points by which ten times the points are expected

Kind = tuple[str, str]  # what is rated: a variant, and a clock such as 10+2


class LedgerEntry(NamedTuple):
    """A match in a ledger: its name, the player's side, who the other was by id, and what came of it.

    `result` is that of the game, `*` while it goes on; `after` is the rating after a rated game, else None.
    """

    match: str
    side: int
    other: str
    variant: str
    size: str
    clock: str
    rated: bool
    result: str = OPEN
    reason: str = ""
    after: float | None = None

    @property
    def kind(self) -> Kind:
        """What it is rated as."""
        return self.variant, self.clock

    @property
    def points(self) -> float:
        """What the player got for it."""
        return 0.5 if self.result == DRAWN else float(self.result.startswith("1") == (self.side == 0))


class EloRating(NamedTuple):
    """A player's rating for a variant and a clock, and the rated games that led to it."""

    value: float = BEGINNING
    peak: float = BEGINNING
    won: int = 0
    lost: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        """How many games were rated."""
        return self.won + self.lost + self.drawn

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few games to trust it."""
        return self.games < PROVISIONAL

    def __str__(self) -> str:
        return f"{self.value:.0f}{'?' * self.is_provisional}"


def rating_after(mine: EloRating, other: float, points: float) -> float:
    """The rating after a game against somebody of that rating, for which one got so many points, of 1."""
    expected = 1.0 / (1.0 + math.pow(10.0, (other - mine.value) / _SCALE))
    most = _FAST if mine.is_provisional else _SLOW
    return mine.value + most * (points - expected)


def elo_ratings(
    ledger: Iterable[LedgerEntry], earlier: Mapping[Kind, EloRating] | None = None
) -> dict[Kind, EloRating]:
    """The ratings to which the rated games of a ledger lead, from those before."""
    found = dict(earlier or {})
    for played in ledger:
        if played.after is not None:
            won, drawn = played.points == 1, played.points == 0.5
            before = found.get(played.kind, EloRating())
            found[played.kind] = EloRating(
                played.after,
                max(before.peak, played.after),
                before.won + won,
                before.lost + (not won and not drawn),
                before.drawn + drawn,
            )
    return found


def ledger_name(player: str) -> str:
    """The name of the ledger's journal of the player of that id."""
    return sha256(f"ledger {player}".encode()).hexdigest()[:24]


def ledger_head(player: str) -> bytes:
    """The first line of a ledger."""
    facts = {"termpuzzles": VERSION, "game": f"{DUEL}ledger", "size": "0x0", "title": player, "text": ""}
    return json.dumps(facts).encode() + b"\n"


def began(match: str, terms: Terms, side: int) -> str:
    """The event that a match has begun."""
    at = terms.start
    size, rated = f"{at.width}x{at.height}", "rated" if terms.rated else "unrated"
    return f"{BEGAN} {match} {SIDES[side]} {terms.seats[1 - side]} {at.variant} {size} {terms.clock or '-'} {rated}"


def ended(match: str, result: str, reason: str, against: float | None) -> str:
    """The event that a match is over, with the other player's rating before it, if it was rated."""
    return f"{ENDED} {match} {result} {reason}" + ("" if against is None else f" {_AGAINST} {against:.1f}")


def match_in(event: str) -> tuple[str, str]:
    """What an event of a ledger says, `began` or `ended`, and of which match."""
    what, _, rest = event.partition(" ")
    return what, rest.partition(" ")[0]


def read_ledger(events: Iterable[Event]) -> list[LedgerEntry]:
    """The matches of a ledger: those that are over in the order in which they ended, then the others as they began.

    What cannot be read is left out, and so is a game that was never begun.
    """
    open_ones: dict[str, LedgerEntry] = {}
    over: list[LedgerEntry] = []
    ratings: dict[Kind, EloRating] = {}
    for _, event in events:
        match event.split(" "):
            case ["began", name, side, other, variant, size, clock, rated] if side in SIDES and variant in VARIANTS:
                control = clock if clock in CLOCKS else ""
                kind = (variant, size, control, rated == "rated")
                open_ones[name] = LedgerEntry(name, SIDES.index(side), other, *kind)
            case ["ended", name, result, reason, *rest] if name in open_ones:
                played = open_ones.pop(name)
                if reason in REASONS and reason != ABORTED:
                    over.append(_rated(played._replace(result=result, reason=reason), rest, ratings))
    return [*over, *open_ones.values()]


def _rated(played: LedgerEntry, rest: list[str], ratings: dict[Kind, EloRating]) -> LedgerEntry:
    """The match with the rating after it, which becomes the one in `ratings`, if its event says that it was rated."""
    with suppress(ValueError, OverflowError):
        before = ratings.get(played.kind, EloRating())
        match rest:
            case [word, against] if word == _AGAINST:
                played = played._replace(after=rating_after(before, float(against), played.points))
            case [after]:  # a version before this one wrote the rating itself
                played = played._replace(after=float(after))
        ratings.update(elo_ratings([played], ratings))
    return played


def is_to_be_rated(match: Match) -> bool:
    """Whether a game that is over counts for the ratings."""
    ending = match.game.outcome
    red, blue = match.terms.seats
    return match.terms.rated and red != blue and ending is not None and ending.reason != ABORTED


def note(store: Store, player: str, events: Iterable[str]) -> None:
    """Write events into a player's ledger, each unless it is there; may wait. Raises OSError."""
    name, why = ledger_name(player), ""
    wanted = {match_in(event): event for event in events}
    if not wanted.keys() - _noted(parse(store.read(name)).events):
        return
    for _ in range(_TRIES):
        journal = Journal(take_over(store, name, time.monotonic, time.sleep), lambda: ledger_head(player))
        missing = wanted.keys() - _noted(journal.events)
        for what, event in wanted.items():
            if what in missing:
                journal.record(0.0, event)
        journal.close()
        if not (why := journal.lost or journal.trouble):  # else another process wrote at the same time, or it is away
            return
    raise OSError(None, why)


def _noted(events: Iterable[Event]) -> set[tuple[str, str]]:
    """What a ledger says already."""
    return {match_in(event) for _, event in events}


def carry_over(store: Store, source: str, target: str) -> None:
    """Bring the matches of one player's ledger into that of another, to whom the first one is joined; may wait."""
    note(store, target, [event for _, event in parse(store.read(ledger_name(source))).events])
