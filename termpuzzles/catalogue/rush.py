"""A rush: small boards one after another, each a little harder. Its kinds, its boards by a seed, and what came of it.

A rush has a journal of its own, which begins each board with `attempt NUMBER`: so its summary counts the solved boards
by itself, whatever has ended the rush.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import date
from hashlib import sha256
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.randomness import rng_of
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.generate import making
from termpuzzles.logic.answers.grades import GRADES, Difficulty
from termpuzzles.logic.answers.rating import rating_of
from termpuzzles.logic.task import Task
from termpuzzles.storage.journal_text import VERSION
from termpuzzles.storage.summaries import Summary

if TYPE_CHECKING:
    from termpuzzles.session.questions import GuideCache

RUSH = "rush:"  # with which the games begin that journals of rushes name
_FIRST_POINTS, _MORE_POINTS = 680, 25  # the rating of the first board, and how much more each further one has
_SIZES = ((4, 5), (10, 6))  # boards before that number have so many columns and rows
_LARGEST = 7
_CANDIDATES = 2  # boards that are made for each place
_MEDIUM_FROM, _TRICKY_FROM = 8, 16  # places; where boards are drawn of all ratings, most of these take too long to make


class RushKind(NamedTuple):
    """What ends a rush: so many seconds, or so many mistakes."""

    name: str
    seconds: float
    mistakes: float

    @property
    def sentence(self) -> str:
        """What it asks, in a sentence."""
        if self == TODAYS:
            return "Three minutes with today's boards, the same for everyone, which you can play once."
        if self.seconds < inf:
            return f"As many boards as you can in {self.name}; a mistake is a wrong check or a skip."
        return f"No clock: it ends with {'the first' if self.mistakes == 1 else 'the third'} wrong check or skip."


TODAYS = RushKind("today's rush", 180.0, inf)  # the same boards for everybody, once a day
KINDS = (
    TODAYS,
    RushKind("three minutes", 180.0, inf),
    RushKind("five minutes", 300.0, inf),
    RushKind("three mistakes", inf, 3),
    RushKind("streak", inf, 1),
)


class RushTerms(NamedTuple):
    """Which rush it is: its game, its kind, and the seed of its boards."""

    game: str
    kind: RushKind
    seed: str

    @classmethod
    def of(cls, game: str, kind: RushKind, today: date, seed: str) -> RushTerms:
        """A rush of that kind, with that seed unless it is today's."""
        return cls(game, kind, today.isoformat() if kind == TODAYS else seed)

    @property
    def name(self) -> str:
        """The name of its journal."""
        return sha256(f"rush {self.game} {self.kind.name} {self.seed}".encode()).hexdigest()[:24]

    def head(self) -> bytes:
        """The first line of its journal."""
        facts = {"termpuzzles": VERSION, "game": f"{RUSH}{self.game}", "size": "0x0", "title": self.kind.name}
        return json.dumps({**facts, "text": self.seed}).encode() + b"\n"

    def size(self, number: int) -> int:
        """The columns, and rows, of the board at that place, counted from 0."""
        return next((size for before, size in _SIZES if number < before), _LARGEST)


class RushQuestion(NamedTuple):
    """Asks for the boards of a rush from that place on, which are the same whoever asks."""

    terms: RushTerms
    first: int
    number: int

    def work(self, cache: GuideCache) -> Task[list[Puzzle]]:
        """The boards, each with how hard it is in its header."""
        found = []
        for place in range(self.first, self.first + self.number):
            found.append((yield from self._board(place)))
        return found

    def _board(self, number: int) -> Task[Puzzle]:
        """The board nearest in its rating to what that place asks for, of some that are drawn."""
        game, size = named(self.terms.game), self.terms.size(number)
        wanted, candidates, place = _FIRST_POINTS + _MORE_POINTS * number, list[tuple[int, int, Puzzle]](), 0
        grade = (
            GRADES[(number >= _MEDIUM_FROM) + (number >= _TRICKY_FROM)] if game.maker and game.maker().mixed else None
        )
        while len(candidates) < _CANDIDATES:
            with suppress(PuzzleError):  # nothing asked for is rare, so another one is soon found
                rng = rng_of(f"rush {self.terms.seed} {number}", place)
                puzzle = yield from making(game, Params(size, size, grade=grade), rng)
                rating = yield from rating_of(puzzle.problem())
                hard = Difficulty(game.name, puzzle.grid.size, rating.effort or 0, rating.hardest or "")
                header = ("rating", hard.hardest), ("effort", f"{hard.effort}")
                puzzle = replace(puzzle, title=f"Rush {number + 1}", header=header)
                candidates.append((abs(hard.points - wanted), place, puzzle))
            place += 1
        return min(candidates, key=lambda each: each[:2])[2]


def points_of_rush(puzzle: Puzzle) -> int:
    """The rating of a board of a rush."""
    return Difficulty.written(puzzle.game.name, puzzle.grid.size, puzzle.header).points


class RushBests(NamedTuple):
    """The most boards that were solved in a rush of a game and kind: on a day, and ever."""

    today: int = 0
    ever: int = 0


def rush_bests(entries: Iterable[Summary], game: str, kind: RushKind, today: str) -> RushBests:
    """The bests among these journals of rushes; `today` is a date such as 2026-11-29."""
    mine = [each for each in entries if (each.game, each.title) == (f"{RUSH}{game}", kind.name)]
    of_day = [len(each.solves) for each in mine if each.opened == today]
    return RushBests(max(of_day, default=0), max((len(each.solves) for each in mine), default=0))
