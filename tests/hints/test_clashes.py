"""Marks that are wrong at a glance: each is told by what stands beside it, wherever that is."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, TURNS, E, Grid, N, S, W
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.hints.guide import Guide
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.task import finish
from tests.games.boards import solvable_puzzle

LEADING = {N: "up", E: "to the right", S: "down", W: "to the left"}
NOUNS = {1: "end", 3: "T", 4: "cross tile"}


def noun(mask: int) -> str:
    return "straight" if mask in (5, 10) else NOUNS.get(mask.bit_count(), "corner")


def is_at_border(grid: Grid, cell: int, side: int) -> bool:
    """Whether the board ends there, whatever the walls: where it wraps, only a wall can close a side."""
    x, y = grid.place(cell)
    to_x, to_y = x + (side == E) - (side == W), y + (side == S) - (side == N)
    across, down = grid.surface
    return not ((across or 0 <= to_x < grid.width) and (down or 0 <= to_y < grid.height))


def test_a_pinned_line_into_the_border_or_a_wall_is_told_so() -> None:
    rng, seen = Random(1), Counter[tuple[int, bool]]()
    while len(seen) < 8 or min(seen.values()) < 5:
        puzzle = solvable_puzzle(rng, named(rng.choice(("net", "infinity"))))
        grid = puzzle.grid
        for cell, tile in enumerate(puzzle.tiles):
            for mask in TURNS[tile] if tile.bit_count() == 1 else ():
                if grid.beyond(cell, mask) is not None or not finish(solutions(puzzle.problem(), 1)):
                    continue
                lines = bytearray(puzzle.tiles)
                lines[cell] = mask
                pins = bytes(at == cell for at in range(grid.size))
                hint = Guide(puzzle).hint(State(bytes(lines), pins, bytes(grid.size)), 0)
                assert hint
                at_border = is_at_border(grid, cell, mask)
                assert hint.sentence == (
                    f"The end at {grid.name(cell)} is pinned the wrong way. "
                    f"Its line {LEADING[mask]} runs into {'the border' if at_border else 'a wall'}."
                )
                seen[mask, at_border] += 1


def told_beside(puzzle: Puzzle, lines: bytes, cell: int, side: int, other: int) -> str:
    """What is said of a tile pinned wrongly where the tile beyond that side is pinned as it must be."""
    has, beyond = lines[cell] & side, f"the {noun(lines[other])} at {puzzle.grid.name(other)}"
    return (
        f"The {noun(lines[cell])} at {puzzle.grid.name(cell)} is pinned the wrong way. "
        f"It has {'a' if has else 'no'} line {LEADING[side]}, but {beyond} has {'none' if has else 'one'} toward it."
    )


def test_a_tile_pinned_wrongly_is_told_by_the_pinned_one_beside_it() -> None:
    rng, seen = Random(2), Counter[tuple[int, bool]]()
    while len(seen) < 8 or min(seen.values()) < 3:
        puzzle = solvable_puzzle(rng, named(rng.choice(("net", "infinity"))))
        grid, found = puzzle.grid, finish(solutions(puzzle.problem(), 2))
        if len(found) != 1 or not grid.is_simple or {*puzzle.tiles} & {0, 15}:  # these are known without a pin
            continue
        for cell, right in enumerate(found[0]):
            for mask in TURNS[right]:
                sides = [side for side in SIDES_OF[mask ^ right] if grid.beyond(cell, side) is not None]
                if not sides or mask & ~grid.open_sides[cell]:  # the line into a border would be told
                    continue
                side = rng.choice(sides)
                other = grid.ways[side][cell]
                lines = bytearray(found[0])
                lines[cell] = mask
                pins = bytes(at in (cell, other) for at in range(grid.size))
                hint = Guide(puzzle).hint(State(bytes(lines), pins, bytes(grid.size)), cell)
                assert hint
                assert hint.sentence == told_beside(puzzle, bytes(lines), cell, side, other)
                seen[side, bool(mask & side)] += 1


@pytest.mark.parametrize(
    ("size", "line", "sentence"),
    [
        ((2, 2), (0, 1, E), "The cross between (1, 1) and (2, 1) is wrong. A line is noted there as well."),
        ((3, 2), (1, 4, S), "The line between (2, 1) and (2, 2) is wrong. A cross is noted there as well."),
    ],
)
def test_a_line_with_a_cross_on_it_is_told_by_the_one_that_is_right(
    size: tuple[int, int], line: tuple[int, int, int], sentence: str
) -> None:
    puzzle = Puzzle(named("simpleloop"), Grid.make(*size), bytes([1] * (size[0] * size[1])))
    (cell, other, side), marks = line, bytearray(puzzle.grid.size)
    marks[cell], marks[other] = side, OPPOSITE[side]
    hint = Guide(puzzle).hint(State(bytes(marks), bytes(len(marks)), bytes(marks)), 0)
    assert hint
    assert hint.sentence == sentence
