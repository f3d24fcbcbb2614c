"""Random games, and every legal turn found without the generator of the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from termpuzzles.wall.game.cuts import Cuts
from termpuzzles.wall.game.position import WallPosition, start
from termpuzzles.wall.game.rules import WallGame, successors, turn_between

SIZES = [(2, 2), (3, 3), (4, 3), (3, 5), (4, 4), (5, 4), (5, 5)]


def random_game(chance: Random, width: int = 0, height: int = 0) -> WallGame:
    """A game played at random to its end, steps about as often as walls."""
    if not width:
        width, height = chance.choice(SIZES)
    game = WallGame(start(chance.choice(("standard", "standard", "classic")), width, height))
    while game.outcome is None:
        game.play(turn_between(game.position, random_successor(chance, game.position)))
    return game


def random_successor(chance: Random, position: WallPosition) -> WallPosition:
    """The position after a legal turn."""
    after = list(successors(position))
    moved = [one for one in after if one.pieces != position.pieces] if chance.random() < 0.6 else []
    return chance.choice(moved or after)


def by_cuts(position: WallPosition, chance: Random) -> Iterator[WallPosition]:
    """The position after each legal turn, walls judged by bridges and labels."""
    for pieces, left in _after_steps(position):
        moved = position._replace(pieces=pieces, side=1 - position.side)
        yield moved
        if not left:
            continue
        cuts = Cuts(moved, chance)
        allowed = [wall for wall in position.free() if wall not in cuts.forbidden]
        yield from (moved.with_wall(wall) for wall in allowed)
        if left > 1:
            for one, other in combinations(allowed, 2):
                if not cuts.separate(one, other):
                    yield moved.with_wall(one).with_wall(other)


def _after_steps(position: WallPosition) -> list[tuple[tuple[int, int, int, int], int]]:
    """The pieces after each choice of steps, found step by step, and the actions that are left."""
    graph = Cuts(position)
    movable = (2 * position.side,) if position.variant == "classic" else (2 * position.side, 2 * position.side + 1)
    found = {position.pieces: 2}
    for left in (1, 0):
        for pieces in [known for known, had in found.items() if had == left + 1]:
            for piece in movable:
                for _, cell in graph._lines(pieces[piece]):
                    moved = list(pieces)
                    moved[piece] = cell
                    found.setdefault((moved[0], moved[1], moved[2], moved[3]), left)
    return list(found.items())
