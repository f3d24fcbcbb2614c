"""Boards for the tests of the games: read from Net ids, and drawn at random."""

from random import Random

from termpuzzles.board.grid import MASKS, E, Grid, S

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
    return Grid.make(width, height, wrap, wrap, walls), masks(tiles)


def random_grid(rng: Random, largest: int = 6) -> Grid:
    """A grid of any shape up to that many columns and rows, often wrapped, often with walls."""
    width, height = rng.randint(1, largest), rng.randint(2, largest)
    if rng.random() < 0.5:
        width, height = height, width
    chance = rng.choice((0.0, 0.1, 0.3))
    walls = [(cell, side) for cell in range(width * height) for side in (E, S) if rng.random() < chance]
    return Grid.make(width, height, rng.random() < 0.5, rng.random() < 0.5, walls)


def random_lines(rng: Random, grid: Grid) -> bytes:
    """A mask for each cell: any at all, or those of random lines of the grid, so that some or no ends are loose."""
    lines = bytearray(rng.randrange(16) if rng.random() < 0.1 else 0 for _ in range(grid.size))
    if rng.random() < 0.3:
        return bytes(rng.randrange(16) for _ in range(grid.size))
    chance = rng.random()
    clean = rng.random() < 0.5
    if clean:
        lines = bytearray(grid.size)
    for line in grid.lines():
        if rng.random() < chance:
            one, other = grid.ends(line)
            lines[one] |= S if line & 1 else E
            lines[other] |= 8 if line & 1 else 1
    return bytes(lines)
