"""Simple Loop: draw one loop that passes once through every open cell of a board with shaded cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.byteboard import CellSet
from termpuzzles.board.grid import Grid
from termpuzzles.english import counted
from termpuzzles.games import drawing
from termpuzzles.games.judges import is_loop_of
from termpuzzles.games.model import Daily, Mistake, Puzzle
from termpuzzles.logic.problem import Problem, Whole

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey
    from termpuzzles.games.making.maker import Maker

RULES = (
    "degree",
    "no loop",
    "parity",
    "pairs",
    "parity type 1",
    "parity type 2",
    "one step ahead",
    "search",
)
EXTRA_RULES = ("chain",)  # short chains rest on fewer cells than the counts of light and dark that ratings are based on


def is_solved(grid: Grid, tiles: bytes, lines: bytes) -> bool:
    """Whether the lines of a full board, two in each open cell, are one loop through all of them."""
    start = tiles.find(1)
    return start >= 0 and is_loop_of(grid, lines, start, tiles.count(1))


def problem(puzzle: Puzzle) -> Problem:
    """Two lines in each open cell, none in a shaded one, and all of them one loop."""
    judge = partial(is_solved, puzzle.grid, puzzle.tiles)
    return Problem(puzzle.grid, puzzle.tiles, drawing.DOMAINS, Whole.LOOP, RULES, judge, EXTRA_RULES, draws=True)


def mistakes(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """What is wrong with single cells, and loops that leave cells out."""
    found = drawing.wrong_cells(puzzle, survey)
    if not any(puzzle.tiles):
        found = (*found, Mistake("empty", (), "no open cell to loop through"))
    return (*found, *_small_loops(puzzle, survey))


def _small_loops(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """The loops, unless they are one piece that passes through every open cell."""
    looped = puzzle.grid.size - survey.looped.count(0)
    if not looped or (survey.loops == 1 and looped == puzzle.tiles.count(1)):
        return ()
    return (Mistake("loop", CellSet(survey.looped), f"{counted(survey.loops, 'loop')} too small"),)


def maker() -> Maker:
    """The maker of new boards; loaded only when needed, with the module `random`."""
    from termpuzzles.games.making.random_loops import ONE_LOOP

    return ONE_LOOP


SIMPLELOOP = drawing.drawing_game(
    name="simpleloop",
    title="Simple Loop",
    goal="Draw one loop that passes once through every open cell.",
    rules=(
        "Draw lines from cell to cell: every open cell has exactly two.",
        "Shaded cells have none, and lines never branch or cross.",
        "All lines together make one single loop.",
    ),
    formats={"picture": "", "puzzlink": "https://puzz.link/p?simpleloop", "pzprv3": "simpleloop"},
    problem=problem,
    mistakes=mistakes,
    maker=maker,
    daily=dict.fromkeys((1, 2), Daily("shading", ("7x7", "7x7", "7x7", "8x8", "8x8", "8x8", "9x9"))),
)
