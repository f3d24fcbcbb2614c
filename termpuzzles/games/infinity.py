"""∞ Loop: turn the tiles until there are no loose ends."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.games import judges, turning
from termpuzzles.games.judges import loose_ends
from termpuzzles.games.model import Daily, Mistake, Puzzle
from termpuzzles.logic.problem import Problem, Whole

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey
    from termpuzzles.games.making.maker import Maker

RULES = ("edge", "block", "colouring", "parity", "chain", "one step ahead", "search")


def problem(puzzle: Puzzle) -> Problem:
    """Each tile in one of its turns, and no loose end."""
    return Problem(puzzle.grid, puzzle.tiles, turning.ORBITS, Whole.LINES, RULES, partial(judges.fits, puzzle.grid))


def mistakes(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """The loose ends; loops and groups apart are welcome."""
    return loose_ends(survey)


def maker() -> Maker:
    """The maker of new boards; loaded only when needed, with the module `random`."""
    from termpuzzles.games.making.random_lines import MAKER

    return MAKER


INFINITY = turning.turning_game(
    name="infinity",
    title="∞ Loop",
    goal="Turn every tile until there are no loose ends. Loops are fine.",
    rules=(
        "Turn the tiles until every line meets another: no loose ends.",
        "No line may run off the board, unless it wraps around, or into a wall.",
        "There may be any number of groups, and loops are fine.",
    ),
    joins_all=False,
    formats={"picture": "", "numbers": "", "gameid": "infinity", "hexapipes": "infinity"},
    problem=problem,
    mistakes=mistakes,
    maker=maker,
    daily={
        1: Daily("scattered", ("6x6", "7x7", "8x8", "7x7w", "9x9", "9x9w", "12x12")),
        2: Daily("early scattered", ("6x6", "6x6w", "7x7w", "8x8", "8x8w", "9x9w", "10x10w")),
    },
)
