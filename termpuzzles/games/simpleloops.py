"""Simple Loops: draw loops so that every open cell of a board with shaded cells lies on exactly one of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.games import drawing, judges
from termpuzzles.games.model import Daily, Mistake, Puzzle
from termpuzzles.logic.problem import Problem, Whole

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey
    from termpuzzles.games.making.maker import Maker

RULES = ("degree", "parity", "parity type 1", "one step ahead", "search")


def problem(puzzle: Puzzle) -> Problem:
    """Two lines in each open cell, none in a shaded one."""
    return Problem(
        puzzle.grid, puzzle.tiles, drawing.DOMAINS, Whole.LINES, RULES, partial(judges.fits, puzzle.grid), draws=True
    )


def mistakes(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """What is wrong with single cells; loops of any size are welcome."""
    return drawing.wrong_cells(puzzle, survey)


def maker() -> Maker:
    """The maker of new boards; loaded only when needed, with the module `random`."""
    from termpuzzles.games.making.random_loops import MANY_LOOPS

    return MANY_LOOPS


SIMPLELOOPS = drawing.drawing_game(
    name="simpleloops",
    title="Simple Loops",
    goal="Draw loops so that every open cell lies on exactly one of them.",
    rules=(
        "Draw lines from cell to cell: every open cell has exactly two.",
        "Shaded cells have none, and lines never branch or cross.",
        "The lines make one or more closed loops.",
    ),
    formats={"picture": "simpleloops", "puzzlink": "simpleloops", "pzprv3": "simpleloops"},
    problem=problem,
    mistakes=mistakes,
    maker=maker,
    daily=dict.fromkeys((1, 2), Daily("simple shading", ("8x8", "8x8", "8x8", "8x8", "8x8", "9x8", "9x8"))),
)
