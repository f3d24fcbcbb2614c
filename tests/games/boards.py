"""Boards for the tests of the games: read from Net ids, and drawn at random."""

from collections.abc import Iterable
from random import Random

import pytest

from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import MASK_OF, MASKS, OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.games import with_maker
from termpuzzles.games.making.params import Params
from termpuzzles.games.model import Game, Puzzle, State
from termpuzzles.generator.target import puzzle_of_solution
from tests.board.surfaces import glued, random_surface

MADE = with_maker()

_FROM_NET = [(digit & 1) << 2 | (digit & 2) << 2 | (digit & 4) >> 2 | (digit & 8) >> 2 for digit in MASKS]


def masks(digits: str) -> bytes:
    """The masks of hexadecimal digits in the bits of Net ids: right 1, up 2, left 4, down 8."""
    return bytes(_FROM_NET[int(digit, 16)] for digit in digits)


def net(text: str) -> tuple[Grid, bytes]:
    """The grid and the tiles of a Net id."""
    size, described = text.split(":")
    width, height = map(int, size.rstrip("w").split("x"))
    tiles, walls = "", set()
    for character in described:
        if character in "vh":
            walls.add((len(tiles) - 1, E if character == "v" else S))
        else:
            tiles += character
    wrap = size.endswith("w")
    return Grid.make(width, height, glued(wrap, wrap), walls), masks(tiles)


def random_grid(rng: Random, largest: int = 6) -> Grid:
    """A grid of any shape up to that many columns and rows, on any surface, often with walls."""
    width, height = rng.randint(1, largest), rng.randint(2, largest)
    if rng.random() < 0.5:
        width, height = height, width
    chance = rng.choice((0.0, 0.1, 0.3))
    walls = [(cell, side) for cell in range(width * height) for side in (E, S) if rng.random() < chance]
    return Grid.make(width, height, random_surface(rng), walls)


def drawing(grid: Grid, lines: Iterable[int]) -> bytes:
    """The position where exactly these lines of the grid are drawn."""
    position = bytearray(grid.size)
    for line in lines:
        side = S if line & 1 else E
        for cell, toward in zip(grid.ends(line), (side, OPPOSITE[side]), strict=True):
            position[cell] |= toward
    return bytes(position)


def random_tree(rng: Random, grid: Grid) -> list[int]:
    """Lines that join as many cells of the grid as possible, without a loop."""
    sets, order = DisjointSets(grid.size), list(grid.lines())
    rng.shuffle(order)
    return [line for line in order if sets.join(*grid.ends(line))]


def random_lines(rng: Random, grid: Grid) -> bytes:
    """A mask for each cell: any at all, or random lines of the grid, so that few ends or none are loose."""
    anything = bytes(rng.randrange(16) for _ in range(grid.size))
    stray = rng.choice((0.0, 0.1, 1.0))
    chance = rng.random()
    drawn = drawing(grid, (line for line in grid.lines() if rng.random() < chance))
    return bytes(odd if rng.random() < stray else mask for odd, mask in zip(anything, drawn, strict=True))


def board(game: Game, *picture: str, wrap: bool = False, walls: Iterable[tuple[int, int]] = ()) -> Puzzle:
    """The puzzle that the rows of a picture show, with the position that its lines show; `■` is a shaded cell."""
    grid = Grid.make(len(picture[0]), len(picture), glued(wrap, wrap), walls)
    glyphs = "".join(picture)
    lines = bytes(MASK_OF.get(glyph, 0) for glyph in glyphs)
    if not game.draws:
        return Puzzle(game, grid, lines)
    values = game.clue.values if game.clue else {}
    clues = bytes(values.get(glyph, 0) for glyph in glyphs) if values else b""
    return Puzzle(game, grid, bytes(glyph != "■" for glyph in glyphs), start=State.of(lines), clues=clues)


def solvable_puzzle(rng: Random, game: Game, largest: int = 4) -> Puzzle:
    """A puzzle of the game with a solution, drawn as new boards are, walled and wrapped if the game allows it.

    Sometimes a few of its lines are removed again, so that cells become blank, if that leaves a solution. A game
    without a maker gets the first random lines that its judge accepts.
    """
    if not game.maker:
        return solvable_by_chance(rng, game, largest)
    maker = game.maker()
    while True:
        grid = random_grid(rng, largest) if game.wraps else Grid(rng.randint(2, largest), rng.randint(2, largest))
        if (game.joins_all and not is_joined(grid)) or next(grid.lines(), None) is None:
            continue
        masks = maker.draw(grid, Params(grid.width, grid.height, density=rng.uniform(0.3, 0.7)), rng)
        if not game.draws and rng.random() < 0.3:
            masks = without_some_lines(rng, grid, masks)
        puzzle = puzzle_of_solution(game, maker, grid, bytes(masks))
        if puzzle.problem().judge(bytes(masks)):
            return puzzle


def solvable_by_chance(rng: Random, game: Game, largest: int) -> Puzzle:
    """A puzzle of the game whose solution is the first of many random boards that is one."""
    for _ in range(20_000):
        grid = random_grid(rng, largest) if game.wraps else Grid(rng.randint(2, largest), rng.randint(2, largest))
        chance = rng.random()
        masks = drawing(grid, (line for line in grid.lines() if rng.random() < chance))
        puzzle = Puzzle(game, grid, bytes(map(bool, masks)) if game.shades else masks)
        if any(masks) and puzzle.problem().judge(masks):
            return puzzle
    pytest.skip(f"{game.name} has no maker, and random boards of it have no solution")


def is_joined(grid: Grid) -> bool:
    """Whether there is a way from every cell to every other."""
    sets = DisjointSets(grid.size)
    return sum(sets.join(*grid.ends(line)) for line in grid.lines()) == grid.size - 1


def without_some_lines(rng: Random, grid: Grid, masks: bytearray) -> bytearray:
    """The masks without the lines of one or two cells."""
    fewer = bytearray(masks)
    for cell in rng.choices(range(grid.size), k=2):
        for side in SIDES_OF[fewer[cell]]:
            fewer[grid.ways[side][cell]] &= ~OPPOSITE[side]
        fewer[cell] = 0
    return fewer


def random_clues(rng: Random, game: Game, size: int) -> bytes:
    """Clues of the game in one cell in seven."""
    assert game.clue
    kinds = [value for value, symbol in game.clue.symbols.items() if symbol.letter]  # but those of unknown colour
    return bytes(rng.choice(kinds) if rng.random() < 1 / 7 else 0 for _ in range(size))


def random_puzzle(rng: Random, game: Game, largest: int = 6) -> Puzzle:
    """A puzzle of the game, rarely with a solution, walled and wrapped if the game allows it."""
    grid = random_grid(rng, largest)
    if not game.wraps:
        grid = Grid(grid.width, grid.height)
    if game.clue:
        return Puzzle(game, grid, b"\1" * grid.size, clues=random_clues(rng, game, grid.size))
    if game.draws:
        return Puzzle(game, grid, bytes(rng.random() < 0.8 for _ in range(grid.size)))
    return Puzzle(game, grid, random_lines(rng, grid))
