"""The ladder: how strong a player is in each game, and which level comes next.

A player's rating is counted anew from the journals whenever somebody asks, so it follows whatever becomes of them. Each
board is a contest against the board's own rating (`Difficulty.points`), which is certain. So the formula is Glicko's
(Glickman, Parameter estimation in large paired comparison experiments, 1999, for opponents of deviation 0): Elo whose
step fades as the player's strength becomes known. Glicko-2 is for periods of ten to fifteen games, and follows each
player's volatility from one period to the next; a rating that moves after each board has no periods.

Glicko's first steps are wide: a newcomer who was shown a hint on an easy board would lose 190 points, and 430 by giving
it up. So a step is bounded, and that with help more so, because newcomers are meant to ask: it costs at most 50 points.
Of a thousand players as they are simulated, that moves the mean error after thirty boards by half a point, and by less
than four where all those boards that would have been lost are solved with help.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from math import log, sqrt
from operator import attrgetter
from random import Random
from statistics import median
from typing import NamedTuple

from termpuzzles.catalogue.levels import Levels, PackLevel
from termpuzzles.catalogue.statistics import ENOUGH, techniques_met
from termpuzzles.catalogue.suggestions import Following
from termpuzzles.english import counted, number_in_words
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.answers.grades import Difficulty, technique_name
from termpuzzles.storage.summaries import Solve, Summary

BEGINNING, _UNKNOWN = 900.0, 350.0  # a newcomer's rating, and how far off it may be
_SURE = 60.0  # points: however many boards are played, the rating still follows a player who gets better
_Q = log(10) / 400  # Elo's scale: 400 points are ten to one
PROVISIONAL = 110.0  # a deviation beyond which a rating is not to be trusted yet
WON, HELPED, LOST = 0.0, 0.5, 1.0  # the share of a loss that a finished board costs
_MOST, _MOST_HELPED = 200.0, 50.0  # points: the largest step, and the most that a board solved with help costs
AGAIN_AFTER = 30  # days after which a board counts once more, and may come again
_A_MINUTE, _PER_CELL, _USUAL = 60.0, 9.0, 600  # seconds, and for each cell of a board of so many points or fewer
STEP = 150  # points: a step above one's rating
_ABOVE, _LEAST_MET = 4, 10  # one board in so many is a step above; one has a technique that was least met
_SLOW, _BOARDS = 1.25, 3  # times the usual pace, from which on a technique is slow, and boards that are recommended
_NEAREST = 5  # levels among which chance decides
_MOST_CELLS = 225  # of a level that comes next: larger ones take an evening, and are for whoever chooses them
_MOST_AT_FIRST = 100  # cells, for whoever's rating is not known yet


class Contest(NamedTuple):
    """A finished board: its game, its rating, and the share of a loss that it cost, 0 if it was won."""

    game: str
    points: int
    cost: float


class PlayerRating(NamedTuple):
    """A player's rating in a game: its value, how far off it may be, and all values so far, a contest each."""

    value: float = BEGINNING
    deviation: float = _UNKNOWN
    values: tuple[float, ...] = ()

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few boards to trust it."""
        return self.deviation > PROVISIONAL

    def __str__(self) -> str:
        return f"{self.value:,.0f}{'?' * self.is_provisional}"

    def after(self, points: int, cost: float) -> PlayerRating:
        """The rating after a contest with a board of that rating. A win never lowers it, all else never raises it."""
        expected = 1 / (1 + 10 ** ((points - self.value) / 400))
        certainty = 1 / self.deviation**2 + _Q**2 * expected * (1 - expected)
        step = _Q / certainty * (-cost * expected if cost else 1 - expected)
        value = self.value + max(-_MOST if cost == LOST else -_MOST_HELPED, min(step, _MOST))
        return PlayerRating(value, max(_SURE, 1 / sqrt(certainty)), (*self.values, value))


def time_for(points: int, cells: int) -> float:
    """The seconds within which a board must be solved to be won: 11 minutes for an easy 7x7, 25 for a fiendish one."""
    return _A_MINUTE + _PER_CELL * cells * max(1.0, points / _USUAL)


def contests(entries: Iterable[Summary], levels: Levels) -> list[Contest]:
    """The finished boards that count, oldest first: of each the first solving, and any a month after one that did."""
    found: list[tuple[str, float, Contest]] = []
    for entry in sorted(entries, key=attrgetter("modified")):
        points, latest = points_of(entry, levels), ""
        for number, solve in enumerate(entry.solves, 1):
            if entry.game in names() and (not latest or _month_apart(latest, solve.day)):
                latest = solve.day or latest or "-"
                gave_up = entry.gave_up and number == len(entry.solves)
                contest = Contest(entry.game, points, _cost(solve, points, entry.cells, gave_up))
                found.append((solve.day, entry.modified, contest))
    return [contest for _, _, contest in sorted(found, key=lambda each: each[:2])]


def points_of(entry: Summary, levels: Levels) -> int:
    """The rating of a journal's board; of one that is no level, what is usual for its game, size and technique."""
    if level := levels.by_identity.get(entry.identity):
        return level.level.difficulty(level.pack.game).points
    return Difficulty(entry.game, entry.cells, 0, entry.rating).points


def _cost(solve: Solve, points: int, cells: int, gave_up: bool) -> float:
    if gave_up:
        return LOST
    return WON if solve.unaided and solve.seconds <= time_for(points, cells) else HELPED


def _month_apart(first: str, day: str) -> bool:
    try:
        return date.fromisoformat(day) - date.fromisoformat(first) >= timedelta(AGAIN_AFTER)
    except ValueError:  # a journal of an early version does not tell its day
        return False


def ratings_of(entries: Iterable[Summary], levels: Levels) -> dict[str, PlayerRating]:
    """A player's rating in each game that was played, from all journals."""
    found: dict[str, PlayerRating] = {}
    for game, points, cost in contests(entries, levels):
        found[game] = found.get(game, PlayerRating()).after(points, cost)
    return found


def rating_change(entries: Sequence[Summary], levels: Levels, identity: str) -> str:
    """How the last solving of the board with that identity has changed the player's rating; "" if it did not count."""
    mine = next((entry for entry in entries if entry.identity == identity and entry.solves), None)
    if mine is None:
        return ""
    others = [entry._replace(solves=entry.solves[:-1]) if entry is mine else entry for entry in entries]
    before = ratings_of(others, levels).get(mine.game, PlayerRating())
    after = ratings_of(entries, levels)[mine.game]
    if len(before.values) == len(after.values):
        return ""
    return f"{named(mine.game).title} rating {before.value:,.0f} → {after.value:,.0f}."


class SlowTechnique(NamedTuple):
    """A technique of a game over which a player spends longest, and boards for it."""

    game: str
    rule: str
    boards: tuple[PackLevel, ...]

    @property
    def sentence(self) -> str:
        """`You spend longest on sealed off: three boards for it`."""
        return f"You spend longest on {technique_name(self.rule)}: {self.number} for it"

    @property
    def number(self) -> str:
        """`three boards`."""
        return counted(number_in_words(len(self.boards)), "board")

    def puzzles(self) -> list[Puzzle]:
        """The boards, which are levels and count as such. Raises PuzzleError or OSError."""
        return [found.pack.puzzles()[found.place] for found in self.boards]


def slowest_technique(entries: Iterable[Summary], levels: Levels) -> SlowTechnique | None:
    """The technique whose levels took a player longest for their effort, if clearly longer than those of others."""
    entries = list(entries)
    paces: dict[tuple[str, str], list[float]] = {}
    for entry in entries:
        level = found.level if (found := levels.by_identity.get(entry.identity)) else None
        if level and level.effort and entry.solves:
            paces.setdefault((entry.game, level.rating), []).append(entry.solves[0].seconds / level.effort)
    usual = {game: median(pace for (of, _), each in paces.items() for pace in each if of == game) for game, _ in paces}
    slow = {key: median(each) / usual[key[0]] for key, each in paces.items() if len(each) >= ENOUGH and usual[key[0]]}
    key = max(slow, key=lambda each: slow[each], default=None)
    if key is None or slow[key] < _SLOW:
        return None
    (game, rule), solved = key, {entry.identity for entry in entries if entry.solves}
    rating = ratings_of(entries, levels).get(game, PlayerRating()).value
    left = [each for each in _levels_of(game, levels, solved) if each.level.rating == rule]
    left.sort(key=lambda each: abs(each.level.difficulty(game).points - rating))
    return SlowTechnique(game, rule, tuple(left[:_BOARDS])) if left else None


def _levels_of(game: str, levels: Levels, without: Container[str]) -> list[PackLevel]:
    """The levels of a game, but for those with these identities."""
    packs = (pack for pack in levels.packs if pack.game == game)
    every = (PackLevel(pack, place) for pack in packs for place in range(len(pack.levels)))
    return [each for each in every if each.level.identity not in without]


def next_rung(rating: float, met: Mapping[str, int], rng: Random) -> tuple[float, str]:
    """The rating that the next level should have, and its technique, one of those `met` least; "" for any.

    One in four is a step above, one in ten has a technique.
    """
    least = [rule for rule, count in met.items() if count == min(met.values())]
    if least and not rng.randrange(_LEAST_MET):
        return rating, rng.choice(least)
    return rating + STEP * (not rng.randrange(_ABOVE)), ""


def next_level(entries: Iterable[Summary], levels: Levels, game: str, today: date) -> PackLevel | None:
    """The level of the game to play next, the same for the same journals on a day; None if a month has used them up."""
    entries = [entry for entry in entries if entry.game == game]
    since = (today - timedelta(AGAIN_AFTER)).isoformat()
    rating = ratings_of(entries, levels).get(game, PlayerRating())
    most = _MOST_AT_FIRST if rating.is_provisional else _MOST_CELLS
    recent = {each.identity for each in entries if max(each.opened, *(s.day for s in each.solves), "") > since}
    left = [
        each
        for each in _levels_of(game, levels, recent)
        if each.level.effort and each.level.difficulty(game).cells <= most
    ]
    if not left:
        return None
    rng = Random(f"{game} {today} {sorted(recent)}")
    seen = techniques_met(entries, levels.steps)
    near = [each for each in left if abs(each.level.difficulty(game).points - rating.value) <= 2 * STEP]
    points, technique = next_rung(
        rating.value, {each.level.rating: seen[game, each.level.rating] for each in near}, rng
    )
    fitting = [each for each in near if each.level.rating == technique] or left
    fitting.sort(key=lambda each: abs(each.level.difficulty(game).points - points))
    return rng.choice(fitting[:_NEAREST])


_LADDER = "ladder"  # the key in the header of a board after which the ladder goes on


def is_on_ladder(puzzle: Puzzle) -> bool:
    """Whether the ladder says what comes after this board."""
    return _LADDER in dict(puzzle.header)


def climb_on(entries: Iterable[Summary], levels: Levels, game: str, today: date) -> Following | None:
    """The level of the game to play next, after which the ladder goes on; None if a month has used them up."""
    if (found := next_level(entries, levels, game, today)) is None:
        return None

    def board() -> list[Puzzle]:
        puzzle = found.pack.puzzles()[found.place]
        return [replace(puzzle, header=(*puzzle.header, (_LADDER, "next")))]

    level = found.level
    return Following(board, 0, f"{level.title} ({level.difficulty(game).points:,})")
