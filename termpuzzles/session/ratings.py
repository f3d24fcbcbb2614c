"""What a player of a service has come to in matches: a ledger of them, and Elo ratings by variant and clock.

A ledger is a journal of its own for each player, with an event when a match begins and one when it is over. A rating
begins at 1200; the first 20 games move it by up to 32 points, each later one by up to 16.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from hashlib import sha256
from typing import NamedTuple

from termpuzzles.duels.wall.position import SIDES, VARIANTS
from termpuzzles.duels.wall.records import DRAWN, OPEN, REASONS
from termpuzzles.session.duel import ABORTED, CLOCKS, Match, Terms
from termpuzzles.storage.journal_text import VERSION, Event
from termpuzzles.storage.summaries import DUEL

BEGINNING = 1200.0
PROVISIONAL = 20  # games after which a rating is no longer provisional
_FAST, _SLOW = 32.0, 16.0  # the most points that a game moves it, while it is provisional and afterwards
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


def elo_ratings(ledger: Iterable[LedgerEntry]) -> dict[Kind, EloRating]:
    """The ratings to which the rated games of a ledger lead."""
    found: dict[Kind, EloRating] = {}
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
    return f"began {match} {SIDES[side]} {terms.seats[1 - side]} {at.variant} {size} {terms.clock or '-'} {rated}"


def ended(match: str, result: str, reason: str, after: float | None) -> str:
    """The event that a match is over, with the rating after it, if it was rated."""
    return f"ended {match} {result} {reason}" + ("" if after is None else f" {after:.1f}")


def read_ledger(events: Iterable[Event]) -> list[LedgerEntry]:
    """The matches of a ledger in the order in which they began, rated ones in that in which they ended.

    What cannot be read is left out, and so is a game that was never begun.
    """
    open_ones: dict[str, LedgerEntry] = {}
    over: list[LedgerEntry] = []
    for _, event in events:
        match event.split(" "):
            case ["began", name, side, other, variant, size, clock, rated] if side in SIDES and variant in VARIANTS:
                control = clock if clock in CLOCKS else ""
                kind = (variant, size, control, rated == "rated")
                open_ones[name] = LedgerEntry(name, SIDES.index(side), other, *kind)
            case ["ended", name, result, reason, *rest] if name in open_ones:
                played = open_ones.pop(name)
                if reason in REASONS and reason != ABORTED:
                    over.append(played._replace(result=result, reason=reason, after=_number(rest)))
    return [*over, *open_ones.values()]


def _number(rest: list[str]) -> float | None:
    try:
        return float(rest[0]) if rest else None
    except ValueError:
        return None


def is_to_be_rated(match: Match) -> bool:
    """Whether a game that is over counts for the ratings."""
    ending = match.game.outcome
    return match.terms.rated and ending is not None and ending.reason != ABORTED
