"""What a player finds who comes home: what the journals show, and a board with which to explain the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date
from typing import NamedTuple

from termpuzzles.catalogue.daily import daily_board, days_played
from termpuzzles.catalogue.levels import Pack
from termpuzzles.catalogue.statistics import Practice, practice
from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, names
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.library import Library
from termpuzzles.storage.summaries import JournalList, Summary


class Played(NamedTuple):
    """What the journals show: all of them, the identities of solved boards, and best times by identity.

    `begun` are the boards to go on with, the latest first; `days` the dates on which a board of the day was solved, and
    `daily` how many were solved on each.
    """

    entries: tuple[Summary, ...] = ()
    solved: frozenset[str] = frozenset()
    best: Mapping[str, float] = {}
    begun: tuple[Summary, ...] = ()
    days: frozenset[date] = frozenset()
    daily: Mapping[date, int] = {}

    @classmethod
    def of(cls, entries: tuple[Summary, ...]) -> Played:
        """What these journals show."""
        best: dict[str, float] = {}
        done = [entry for entry in entries if entry.solves]
        for entry in done:
            name, seconds = entry.identity, min(entry.solves).seconds
            best[name] = min(seconds, best.get(name, seconds))
        begun = tuple(entry for entry in entries if not entry.finished and entry.game in names())
        daily = Counter(played.day for played in days_played(done))
        return cls(entries, frozenset(best), best, begun, frozenset(daily), daily)


class AtHome(NamedTuple):
    """The journals, what they show, and what needs practice."""

    listed: JournalList
    played: Played
    needs: Practice


def come_home(library: Library, before: Played) -> AtHome:
    """Read the journals; what they showed before is taken where they are still the same."""
    listed = library.journal_list()
    played = before if before.entries is listed.entries else Played.of(listed.entries)
    return AtHome(listed, played, practice(listed.entries))


def last_game(played: Played) -> str:
    """The game that was played last, of those that there are."""
    return next((entry.game for entry in played.entries if entry.game in names()), USUAL)


def example_for_help(packs: Sequence[Pack], game: str, today: date) -> Puzzle:
    """A level of that game, else of another; a board of the day if there is none."""
    for pack in sorted(packs, key=lambda pack: pack.game != game):
        with suppress(PuzzleError, OSError):
            if puzzles := pack.puzzles():
                return puzzles[0]
    return daily_board(game, today)
