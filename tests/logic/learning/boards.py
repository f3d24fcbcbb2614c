"""Small boards of every game on every surface, with all their solutions by brute force."""

from collections.abc import Iterator
from random import Random

from termpuzzles.games import named, names
from termpuzzles.games.model import Game, Puzzle
from termpuzzles.logic.problem import Problem
from tests.games import web
from tests.games.boards import random_clues, random_grid, random_lines, solvable_puzzle
from tests.logic.oracle import fitting, random_problem

assert web.WEB.name in names()

MOST = 400  # solutions that a board may have, so that a sweep is not of a few wide open ones


def random_puzzle(rng: Random, game: Game, largest: int) -> Puzzle:
    """A puzzle of the game on any surface, with walls, whether or not the game has such boards."""
    grid = random_grid(rng, largest)
    if not game.draws:
        return Puzzle(game, grid, random_lines(rng, grid))
    shades = game.shades and rng.random() < 0.8
    tiles = bytes(not shades or rng.random() < 0.8 for _ in range(grid.size))
    return Puzzle(game, grid, tiles, clues=random_clues(rng, game, grid.size) if game.clue else b"")


def boards(number: int, seed: int, largest: int = 4) -> Iterator[tuple[Problem, set[bytes]]]:
    """So many problems, each with all its solutions."""
    rng = Random(seed)
    while number:
        game, chance = named(rng.choice(names())), rng.random()
        if chance < 0.4 and (game.joins_all or game.draws):  # a maker of random lines needs a board that has some
            problem = solvable_puzzle(rng, game, largest).problem()
        elif chance < 0.8:
            problem = random_puzzle(rng, game, largest).problem()
        else:
            problem = random_problem(rng)
        found = set[bytes]()
        for board in fitting(problem.grid, [*map(problem.domain_of, range(problem.grid.size))]):
            if problem.judge(board):
                found.add(board)
            if len(found) > MOST:
                break
        else:
            number -= 1
            yield problem, found
