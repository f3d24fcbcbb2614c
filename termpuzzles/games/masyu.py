"""Masyu: draw one loop; white circles are passed straight, black ones in a turn."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.problem import EMPTY, TWO_LINES, Problem, Whole
from termpuzzles.logic.rules.circles import BLACK, CORNERS, STRAIGHTS

if TYPE_CHECKING:
    pass

RULES = ("degree", "circles", "no loop", "one step ahead", "search")

DOMAINS = (TWO_LINES | EMPTY, STRAIGHTS, CORNERS)  # for a cell without a circle, with a white one, with a black one


def is_one_loop(grid: Grid, lines: bytes) -> bool:
    """Whether the lines of a full board, two in a cell or none, are one loop."""
    start = next((cell for cell, mask in enumerate(lines) if mask), -1)
    if start < 0:
        return False
    cell, side, steps = start, lines[start] & -lines[start], 0
    while True:
        cell, steps = grid.ways[side][cell], steps + 1
        back = OPPOSITE[side]
        if cell < 0 or not lines[cell] & back:
            return False
        if cell == start:
            return steps == len(lines) - lines.count(0)
        side = lines[cell] ^ back


def wrong_circles(grid: Grid, clues: bytes, lines: bytes) -> list[int]:
    """The circles that lines of whole cells (two lines each) around them are at odds with."""
    return [cell for cell, clue in enumerate(clues) if clue and _is_wrong(grid, lines, cell, clue)]


def _is_wrong(grid: Grid, lines: bytes, cell: int, clue: int) -> bool:
    mask = lines[cell]
    if mask.bit_count() != 2:
        return False
    if (STRAIGHTS if clue == BLACK else CORNERS) >> mask & 1:
        return True
    beside = [lines[grid.ways[side][cell]] for side in SIDES_OF[mask]]
    if clue == BLACK:
        return any(CORNERS >> other & 1 for other in beside)
    return all(STRAIGHTS >> other & 1 for other in beside)


def is_solved(grid: Grid, clues: bytes, lines: bytes) -> bool:
    """Whether the lines of a full board are one loop through all circles that does what each of them asks."""
    if not is_one_loop(grid, lines) or wrong_circles(grid, clues, lines):
        return False
    return all(lines[cell] for cell, clue in enumerate(clues) if clue)


def problem(puzzle: Puzzle) -> Problem:
    """Two lines in each cell or none, all of them one loop, and what the circles ask."""
    judge = partial(is_solved, puzzle.grid, puzzle.clues)
    return Problem(
        puzzle.grid,
        puzzle.clues,
        DOMAINS,
        Whole.LOOP,
        RULES,
        judge,
        draws=True,
        clues=puzzle.clues,
        clue_rule="circles",
    )
