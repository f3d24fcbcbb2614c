"""What came of a player's games of the Wall Game, against the program and others, in rows for any front end."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.library import Library
from termpuzzles.wall.game.engine import LEVELS
from termpuzzles.wall.game.records import OPEN
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.offers import Standings
from termpuzzles.wall.match.terms import CLOCKS, DUEL, YOU, terms_of


class ResultRow(NamedTuple):
    """Games of a kind that are over: against whom or at which clock, the variant, and how they ended.

    `rating` is the player's for rated games, as one reads it, with the best it ever was; else "".
    """

    against: str
    variant: str
    won: int
    lost: int
    drawn: int
    rating: str = ""

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.won + self.lost + self.drawn


def results_here(library: Library) -> list[ResultRow]:
    """A row for each level of the engine and each variant that was played; reads all journals of such games."""
    found: dict[tuple[str, str], list[float]] = defaultdict(list)
    for entry in library.others(DUEL):
        if entry.finished:
            with suppress(OSError, PuzzleError):
                content = parse(library.store.read(entry.name))
                terms = terms_of(content.head)
                match = Match(terms, lambda: 0.0)
                match.restore(content.events)
                if YOU in terms.seats and match.game.outcome:
                    side, winner = terms.seats.index(YOU), match.game.outcome.winner
                    points = 0.5 if winner is None else float(winner == side)
                    found[terms.seats[1 - side], terms.start.variant].append(points)
    known = [*LEVELS]
    order = sorted(found, key=lambda key: (known.index(key[0]) if key[0] in known else len(known), key[1]))
    return [_row(*key, found[key]) for key in order]


def results_among(standings: Standings) -> list[ResultRow]:
    """A row for each clock and variant of the matches with other players."""
    over = [each for each in standings.played if each.result != OPEN]
    rows = []
    for kind in dict.fromkeys(each.kind for each in over):
        row = _row(CLOCKS[kind[1]], kind[0], [each.points for each in over if each.kind == kind])
        if rating := standings.ratings.get(kind):
            row = row._replace(rating=f"{rating}, at best {rating.peak:.0f}")
        rows.append(row)
    return rows


def _row(against: str, variant: str, points: Iterable[float]) -> ResultRow:
    counted = list(points)
    won, drawn = counted.count(1.0), counted.count(0.5)
    return ResultRow(against, variant, won, len(counted) - won - drawn, drawn)
