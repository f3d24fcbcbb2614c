"""Random small Simple Loop boards for the tests, with all their 2-factors and regions by brute force.

The boards have up to 12 cells, or up to 16 with `TERMPUZZLES_ALL` set in the environment.
"""

import os
from collections.abc import Iterator
from random import Random

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.logic.checkerboard.flow import BoardLines, colours, offsets, two_factor
from termpuzzles.logic.checkerboard.parity import Forced

LARGEST = 16 if os.environ.get("TERMPUZZLES_ALL") else 12  # cells; there are 65536 regions of 16


def lines_of(grid: Grid, tiles: bytes, drawn: bytes | None = None, crossed: bytes | None = None) -> BoardLines:
    """The board of these tiles (1 open, 0 shaded) with these masks of lines drawn and crossed out."""
    usable = bytearray(grid.size)
    for line in grid.lines():
        cell, other = grid.ends(line)
        side = S if line & 1 else E
        if tiles[cell] and tiles[other] and not (crossed and crossed[cell] & side):
            usable[cell] |= side
            usable[other] |= OPPOSITE[side]
    return BoardLines(grid, tiles, drawn or bytes(grid.size), bytes(usable))


def decided(lines: BoardLines, found: list[Forced]) -> BoardLines:
    """The board with these lines settled too."""
    drawn, usable = bytearray(lines.drawn), bytearray(lines.usable)
    for cell, side, is_drawn in found:
        other = cell + offsets(lines.grid)[side]
        for end, toward in ((cell, side), (other, OPPOSITE[side])):
            if is_drawn:
                drawn[end] |= toward
            else:
                usable[end] &= ~toward
    return lines._replace(drawn=bytes(drawn), usable=bytes(usable))


def random_board(rng: Random) -> BoardLines:
    """A board of at most `LARGEST` cells, with some lines drawn or crossed out, often without a 2-factor."""
    width = rng.randint(2, 4)
    grid = Grid(width, rng.randint(2, LARGEST // width))
    chance = rng.choice((0, 0.1, 0.25))
    lines = lines_of(grid, bytes(rng.random() >= chance for _ in range(grid.size)))
    if rng.random() < 0.5 and isinstance(factor := two_factor(lines, shuffled(rng, lines)), bytes):
        share = rng.random() / 2
        return decided(
            lines,
            [Forced(*line, bool(factor[line[0]] & line[1])) for line in lines.undecided() if rng.random() < share],
        )
    return decided(lines, [Forced(*line, rng.random() < 0.5) for line in lines.undecided() if rng.random() < 0.1])


def shuffled(rng: Random, lines: BoardLines) -> bytes:
    """A random half of the usable lines."""
    masks = bytearray(lines.grid.size)
    for cell, side in lines.undecided():
        if rng.random() < 0.5:
            masks[cell] |= side
    return bytes(masks)


def boards(number: int, seed: str) -> Iterator[BoardLines]:
    """That many random boards."""
    rng = Random(seed)
    return (random_board(rng) for _ in range(number))


def solvable(number: int, seed: str) -> Iterator[BoardLines]:
    """Of this many random boards, those that have a 2-factor."""
    return (lines for lines in boards(number, seed) if isinstance(two_factor(lines), bytes))


def all_two_factors(lines: BoardLines) -> Iterator[bytes]:
    """Every 2-factor, by trying each undecided line both ways, row by row."""
    offset = offsets(lines.grid)
    masks = bytearray(lines.drawn)
    undecided = list(lines.undecided())
    last = {}
    for place, (cell, side) in enumerate(undecided):
        last[cell] = last[cell + offset[side]] = place

    def complete(place: int) -> bool:
        cell, side = undecided[place]
        return all(DEGREE[masks[end]] == 2 or last[end] > place for end in (cell, cell + offset[side]))

    def extend(place: int) -> Iterator[bytes]:
        if place == len(undecided):
            if all(DEGREE[mask] == 2 * tile for mask, tile in zip(masks, lines.open, strict=True)):
                yield bytes(masks)
            return
        cell, side = undecided[place]
        other = cell + offset[side]
        if complete(place):
            yield from extend(place + 1)
        masks[cell] |= side
        masks[other] |= OPPOSITE[side]
        if DEGREE[masks[cell]] <= 2 and DEGREE[masks[other]] <= 2 and complete(place):
            yield from extend(place + 1)
        masks[cell] &= ~side
        masks[other] &= ~OPPOSITE[side]

    return extend(0)


def regions(lines: BoardLines) -> Iterator[tuple[int, int, list[tuple[int, int]], list[tuple[int, int]]]]:
    """Every proper, non-empty set of open cells: its excess of black cells, its size, its black and its white exits."""
    grid, black = lines.grid, colours(lines.grid)
    opens = [cell for cell in range(grid.size) if lines.open[cell]]
    number = {cell: place for place, cell in enumerate(opens)}
    offset = offsets(grid)
    usable = [
        (cell, side, 1 << number[cell], 1 << number[cell + offset[side]])
        for cell in opens
        for side in SIDES_OF[lines.usable[cell] & (E | S)]
    ]
    blacks = sum(1 << number[cell] for cell in opens if black[cell])
    for chosen in range(1, (1 << len(opens)) - 1):
        exits: tuple[list[tuple[int, int]], list[tuple[int, int]]] = ([], [])
        for cell, side, one, other in usable:
            if (chosen & one != 0) != (chosen & other != 0):
                exits[(chosen & (one | other) & blacks) != 0].append((cell, side))
        size = chosen.bit_count()
        yield 2 * (chosen & blacks).bit_count() - size, size, exits[1], exits[0]
