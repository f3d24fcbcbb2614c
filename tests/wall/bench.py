"""Matches between players of the Wall Game: openings of four random walls, each played twice with sides swapped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from termpuzzles.wall.game.engine import best_turn
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import WallPosition, start
from termpuzzles.wall.game.rules import ACTIONS, WallGame, successors, turn_between

Player = Callable[[WallGame, Random], Turn]

WALLS = 4  # of an opening


class Score(NamedTuple):
    """Games won, drawn and lost by the first player."""

    won: int
    drawn: int
    lost: int

    @property
    def points(self) -> float:
        """A point a win, and half a point a draw."""
        return self.won + self.drawn / 2

    def __str__(self) -> str:
        return f"+{self.won} ={self.drawn} -{self.lost}"


def at_random(game: WallGame, chance: Random) -> Turn:
    """Any legal turn, each as likely as another."""
    return turn_between(game.position, chance.choice(list(successors(game.position))))


def walker(game: WallGame, chance: Random) -> Turn:
    """Steps of the cat alone, as near to the mouse as they lead."""
    here, side = game.position, game.position.side
    walked = [after for after in successors(here) if _only_cat_moved(here, after)]
    nearest = min(after.distance(side) for after in walked)
    return turn_between(here, chance.choice([after for after in walked if after.distance(side) == nearest]))


def _only_cat_moved(here: WallPosition, after: WallPosition) -> bool:
    side = here.side
    return (here.right, here.up, here.mouse(side)) == (after.right, after.up, after.mouse(side))


def at_depth(depth: int) -> Player:
    """The engine, searching to that depth."""
    return lambda game, chance: best_turn(game.position, depth=depth, seen=game.seen).turn


def within(seconds: float) -> Player:
    """The engine, searching for that long."""
    return lambda game, chance: best_turn(game.position, seconds, seen=game.seen).turn


def opening(chance: Random, size: int = 8) -> WallPosition:
    """The usual start with walls that leave both cats a way."""
    position = start("standard", size, size)
    for _ in range(WALLS // ACTIONS):
        position = chance.choice([after for after in successors(position) if after.pieces == position.pieces])
    return position


def match(one: Player, other: Player, games: int, seed: int = 1) -> Score:
    """Play that many games, an even number."""
    chance, results = Random(seed), []
    for _ in range(games // 2):
        begun = opening(chance)
        results += [_played(begun, (one, other), chance), -_played(begun, (other, one), chance)]
    return Score(results.count(1), results.count(0), results.count(-1))


def _played(begun: WallPosition, players: tuple[Player, Player], chance: Random) -> int:
    """1 if red won, -1 if blue did, 0 for a draw."""
    game = WallGame(begun)
    while game.outcome is None:
        game.play(players[game.position.side](game, chance))
    return 0 if game.outcome.winner is None else 1 - 2 * game.outcome.winner


class Bar(NamedTuple):
    """A match, and the least share of the points that its first player must take."""

    name: str
    one: Player
    other: Player
    games: int
    share: float

    def played(self, games: int | None = None, seed: int = 1) -> Score:
        """Play the match, or the first games of it."""
        return match(self.one, self.other, games or self.games, seed)


BARS = {
    bar.name: bar
    for bar in (
        Bar("depth 2 against random", at_depth(2), at_random, 20, 19.5 / 20),
        Bar("depth 2 against a walker", at_depth(2), walker, 20, 18 / 20),
        Bar("depth 2 against depth 1", at_depth(2), at_depth(1), 40, 26 / 40),
        Bar("depth 3 against depth 2", at_depth(3), at_depth(2), 40, 24 / 40),
    )
}
TIMED = {"1 s against depth 2": Bar("1 s against depth 2", within(1.0), at_depth(2), 10, 7 / 10)}


def duels() -> Iterator[str]:
    """The engine of the Wall Game in matches, each with the least that it must come to."""
    for bar in (*BARS.values(), *TIMED.values()):
        score = bar.played()
        mark = " " if score.points >= bar.share * bar.games else "!"
        yield f"{mark} {bar.name}: {score} in {bar.games} games (at least {bar.share * bar.games:g} points)"


TABLES = {"duels": duels}
