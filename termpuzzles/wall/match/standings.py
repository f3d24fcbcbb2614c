"""What players of a service have come to, from ledgers and the journals of matches. All of it may wait for a disk."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from termpuzzles.errors import PuzzleError
from termpuzzles.storage.journal_text import Event, parse
from termpuzzles.wall.game.records import OPEN
from termpuzzles.wall.match.match import ABORTED
from termpuzzles.wall.match.matches import Matches
from termpuzzles.wall.match.offers import Standings
from termpuzzles.wall.match.ratings import elo_ratings
from termpuzzles.wall.match.seat import SeatMatch
from termpuzzles.wall.match.terms import Terms, terms_of

_NEAR = 0.9  # of the matches that are kept, from which on a player is told
_TRIES = 50  # journals that are read to find a match that is over


def kept_match(matches: Matches, name: str) -> tuple[Terms, list[Event]]:
    """The terms of a match and what its journal has. Raises OSError, or PuzzleError if it is no match."""
    content = parse(matches.store.read(name))
    return matches.seated(terms_of(content.head)), content.events


def _as_kept(matches: Matches, name: str) -> SeatMatch:
    """The match as its journal has it, to be read and not played."""
    return SeatMatch(*kept_match(matches, name), matches.now, None, lambda request: None)


def finished_match(matches: Matches) -> str:
    """The name of a match that was played to its end, any of those that are kept; "" if none is found."""
    names = [stamp.name for stamp in matches.store.stamps()]  # ledgers among them
    for name in Random().sample(names, min(len(names), _TRIES)):
        with suppress(OSError, PuzzleError):
            outcome = _as_kept(matches, name).game.outcome
            if outcome and outcome.reason != ABORTED:
                return name
    return ""


def standings_of(matches: Matches, name: str, me: str) -> Standings:
    """What the player of that name or id has come to, for the player `me`. Raises ValueError if there is none."""
    player, called = matches.find(name)
    played = matches.ledgers.of(player)
    for each in [each for each in played if each.result == OPEN]:
        _settle_late(matches, each.match)
    played = matches.ledgers.of(player)
    names = {each.other: matches.find(each.other)[1] for each in played}
    over, kept = sum(each.result != OPEN for each in played), matches.kept()
    notice = ""
    if player == me and over >= _NEAR * kept:
        notice = f"{over:,} of your matches here are over. All results are kept, but turns only of the last {kept:,}."
    return Standings(player, called, tuple(played), elo_ratings(played), names, notice)


def _settle_late(matches: Matches, name: str) -> None:
    """Settle a match that was over when its referee ended."""
    with suppress(PuzzleError):
        match = _as_kept(matches, name)
        if match.game.outcome:
            matches.ledgers.settle(name, match)
