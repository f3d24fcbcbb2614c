"""Boards for the tests of the logic, read from ids and pictures without the formats layer."""

from functools import partial

from termpuzzles.board.grid import MASK_OF, TURNS, E, Grid, S
from termpuzzles.games import infinity, judges
from termpuzzles.games import net as net_game
from termpuzzles.logic.problem import Problem, Whole, domain
from tests.board.surfaces import glued

ORBITS = tuple(domain(*TURNS[mask]) for mask in range(16))


def mask_of(wires: str) -> int:
    """The mask of one digit of a Net id, whose bits are right 1, up 2, left 4, down 8."""
    bits = int(wires, 16)
    return (bits & 1) << 2 | (bits & 2) << 2 | (bits & 4) >> 2 | (bits & 8) >> 2


def masks(wires: str) -> bytes:
    """The masks of a row of digits."""
    return bytes(mask_of(digit) for digit in wires)


def net(text: str) -> Problem:
    """The problem of a Net id."""
    size, described = text.split(":")
    width, height = map(int, size.rstrip("w").split("x"))
    wraps = size.endswith("w")
    tiles = bytearray()
    walls = []
    for letter in described:
        if letter in "vh":
            walls.append((len(tiles) - 1, E if letter == "v" else S))
        else:
            tiles.append(mask_of(letter))
    return net_problem(Grid.make(width, height, glued(wraps, wraps), walls), bytes(tiles))


def net_problem(grid: Grid, tiles: bytes) -> Problem:
    """The problem of turning these tiles into one tree."""
    return Problem(grid, tiles, ORBITS, Whole.TREE, net_game.RULES, partial(net_game.is_solved, grid))


def infinity_problem(grid: Grid, tiles: bytes) -> Problem:
    """The problem of turning these tiles until no end is loose."""
    return Problem(grid, tiles, ORBITS, Whole.LINES, infinity.RULES, partial(judges.fits, grid))


def picture(text: str) -> tuple[Grid, bytes]:
    """The plain grid and the tiles of a picture without a header."""
    rows = text.split("\n")
    while rows and not rows[-1]:
        rows.pop()
    width = max(map(len, rows))
    return Grid.make(width, len(rows)), bytes(MASK_OF[glyph] for row in rows for glyph in row.ljust(width))
