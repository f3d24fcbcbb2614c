"""Seeded positions on random boards: marks as in a solution, and some that are not."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import OPPOSITE, TURNS, E, S
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State
from termpuzzles.logic.answers.solver import solutions
from termpuzzles.logic.task import finish
from tests.games.boards import solvable_puzzle

RIGHT = 20  # lines, crosses and notes that are right,
PINS = 6  # and pins


def solved(rng: Random, game: str, largest: int) -> tuple[Puzzle, bytes]:
    """A random board of the game, and a solution of it."""
    puzzle = solvable_puzzle(rng, named(game), largest)
    (like,) = finish(solutions(puzzle.problem(), 1))
    return puzzle, like


def marked(rng: Random, puzzle: Puzzle, like: bytes, right: int, pins: int, wrong: int = 0) -> State:
    """A position with so many marks and pins as on that solution, and so many marks that are not; tiles lie anyhow."""
    grid, draws = puzzle.grid, puzzle.game.draws
    lines = bytearray(puzzle.start.lines if draws else (rng.choice(TURNS[mask]) for mask in like))
    pinned, notes = bytearray(grid.size), bytearray(puzzle.start.notes)
    cells, places = [*range(grid.size)], [*grid.lines()]
    rng.shuffle(cells)
    rng.shuffle(places)
    for cell in cells[:pins] if puzzle.game.pins else ():
        lines[cell], pinned[cell] = like[cell], 1
    for number, line in enumerate(places[: right + wrong]):
        cell, other = grid.ends(line)
        side = S if line & 1 else E
        drawn = bool(like[cell] & side) != (number < wrong)
        for at, toward in ((cell, side), (other, OPPOSITE[side])):
            if not drawn:
                notes[at] |= toward
            elif draws:
                lines[at] |= toward
            else:
                notes[at] |= toward << 4
    return State(bytes(lines), bytes(pinned), bytes(notes))
