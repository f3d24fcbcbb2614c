"""The ledgers of players: what came of their matches and their ratings, and what is removed of old matches.

All of it may wait for a disk, so it is done in threads.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from threading import Lock

from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.store import Store
from termpuzzles.wall.game.records import OPEN
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.ratings import (
    ENDED,
    EloRating,
    LedgerEntry,
    began,
    elo_ratings,
    ended,
    is_to_be_rated,
    ledger_name,
    match_in,
    note,
    read_ledger,
)
from termpuzzles.wall.match.terms import Terms

GUESTS = "guest-"  # with which the ids of players begin whose games are not rated
_AT_ONCE = 20  # old matches that are removed at once


class Ledgers:
    """The ledgers of all players of a service.

    `seated` gives terms the ids of those who sit there now. Of so many matches of a player that are over as `kept`
    says, the turns are kept. Of a match that `is_held` nothing is removed.
    """

    def __init__(
        self,
        store: Store,
        seated: Callable[[Terms], Terms],
        kept: Callable[[], int],
        is_held: Callable[[str], bool],
    ) -> None:
        self._store, self._seated, self._kept, self._is_held = store, seated, kept, is_held
        self._writing = Lock()

    def settle(self, name: str, match: Match) -> list[int]:
        """Write what came of a match into both ledgers, unless it is there already; returns the points that each side
        has gained, none if it is not rated. Raises OSError.
        """
        ending, terms = match.game.outcome, self._seated(match.terms)
        assert ending is not None
        match.terms = terms
        before = [self._rating_without(name, player, terms) for player in terms.seats]
        for side, player in enumerate(terms.seats):
            against = before[1 - side] if is_to_be_rated(match) else None
            self.note(player, began(name, terms, side), ended(name, ending.result, ending.reason, against))
            self._forget_oldest(player)
        if not is_to_be_rated(match):
            return []
        kind = terms.start.variant, terms.clock
        after = [elo_ratings(self.of(player)).get(kind, EloRating()).value for player in terms.seats]
        return [round(new) - round(old) for new, old in zip(after, before, strict=True)]

    def _rating_without(self, name: str, player: str, terms: Terms) -> float:
        """A player's rating for games on these terms, without what came of the match of that name."""
        events = parse(self._store.read(ledger_name(player))).events
        others = [each for each in events if match_in(each[1]) != (ENDED, name)]
        return elo_ratings(read_ledger(others)).get((terms.start.variant, terms.clock), EloRating()).value

    def _forget_oldest(self, player: str) -> None:
        """Remove the turns of the matches of a player that are over and beyond those that are kept, some at a time."""
        over = [each.match for each in self.of(player) if each.result != OPEN]
        for name in over[: -self._kept()][-_AT_ONCE:]:
            self.remove(name)

    def remove(self, name: str) -> None:
        """Remove the journal of a match that is over, unless somebody has it open."""
        if not self._is_held(name) and self._store.read(name):
            with suppress(OSError), closing(self._store.open(name)) as log:
                log.replace(b"")

    def of(self, player: str) -> list[LedgerEntry]:
        """The matches of the player of that id."""
        return read_ledger(parse(self._store.read(ledger_name(player))).events)

    def ratings_of(self, terms: Terms) -> list[str]:
        """The ratings of both players, as one reads them; none if the game cannot be rated."""
        if not terms.rated:
            return []
        kind = terms.start.variant, terms.clock
        return [str(elo_ratings(self.of(player)).get(kind, EloRating())) for player in terms.seats]

    def note(self, player: str, *events: str) -> None:
        """Write events into a ledger, unless they are there; guests have none. Raises OSError."""
        if not player.startswith(GUESTS):
            with self._writing:
                note(self._store, player, events)
