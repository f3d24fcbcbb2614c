"""The boards that are measured: real ones from the corpus, and random ones that are the same in every run."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random

from termpuzzles.board.grid import OPPOSITE, TURNS, E, Grid, S
from termpuzzles.formats import read
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_tree import grown_tree
from termpuzzles.games.model import Puzzle
from termpuzzles.generator import make_board, rng_of
from tests import corpus
from tests.board.surfaces import glued

LEAST = 12  # boards of a size: the time that a single one takes says little


def net(size: str, most: int = LEAST) -> list[Puzzle]:
    """Net boards of that size (such as `25x25w`) with one solution: those of the corpus, then some of our own."""
    ids = (row[0] for row in corpus.rows("net/unique.tsv") if row[0].startswith(f"{size}:"))
    found = [puzzle for text in islice(ids, most) for puzzle in read(text)]
    return found + made("net", size, most - len(found))


def made(game: str, size: str, most: int = LEAST) -> list[Puzzle]:
    """New boards of a game with one solution."""
    params = Params.parse(size)
    return [
        replace(make_board(named(game), params, rng_of("bench", index)), title=f"bench {index}")
        for index in range(most)
    ]


class _SaidToBeTwisted(Grid):
    is_twisted = True


def cell_by_cell(puzzle: Puzzle) -> Puzzle:
    """The puzzle on a grid that says that it is twisted, so that it is not solved a whole board at once."""
    grid = puzzle.grid
    return replace(puzzle, grid=_SaidToBeTwisted(grid.width, grid.height, grid.surface, grid.walls))


def picture(name: str, game: str) -> Puzzle:
    """The board of that picture."""
    text = corpus.path(name).read_text(encoding="utf-8")
    (puzzle,) = read(text, game=game, source=name)
    return puzzle


def random_infinity(side: int, seed: int, wraps: bool = False) -> Puzzle:
    """A square ∞ Loop board in whose solution each line is present with probability one half."""
    rng = Random(seed)
    grid = Grid.make(side, side, glued(wraps, wraps))
    masks = bytearray(grid.size)
    for line in grid.lines():
        if rng.random() < 0.5:
            one, other = grid.ends(line)
            direction = S if line % 2 else E
            masks[one] |= direction
            masks[other] |= OPPOSITE[direction]
    tiles = bytes(TURNS[mask][rng.randrange(4)] for mask in masks)
    return Puzzle(named("infinity"), grid, tiles, f"random {side}x{side}, seed {seed}")


def simple_loop(size: str, most: int) -> list[Puzzle]:
    """Simple Loop boards of that size with one solution."""
    rows = (row for row in corpus.rows("simpleloop/real.tsv") if row[1:3] == ["unique", size])
    return [puzzle for row in islice(rows, most) for puzzle in read(row[0])]


def random_net(side: int, seed: int, scrambled: bool = True) -> Puzzle:
    """A square Net board, scrambled or solved, which may have more than one solution."""
    rng = Random(seed)
    grid = Grid.make(side, side)
    masks = grown_tree(grid, rng)
    tiles = bytes(TURNS[mask][rng.randrange(4) if scrambled else 0] for mask in masks)
    return Puzzle(named("net"), grid, tiles, f"random {side}x{side}, seed {seed}")
