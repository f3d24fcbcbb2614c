"""Net: turn the tiles until all are joined in one tree, with no loose end and no loop."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.grid import Grid
from termpuzzles.games import judges, turning
from termpuzzles.games.judges import loops, loose_ends, not_joined
from termpuzzles.games.model import Daily, Mistake, Puzzle
from termpuzzles.logic.problem import Problem, Whole

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey
    from termpuzzles.games.making.maker import Maker

RULES = (
    "edge",
    "pocket",
    "no loop",
    "only way across",
    "parity",
    "pairs",
    "block",
    "dead end",
    "colouring",
    "chain",
    "one step ahead",
    "search",
)


def source(grid: Grid) -> int:
    """The middle cell, from which the tiles are lit."""
    return grid.cell(grid.width // 2, grid.height // 2)


def is_solved(grid: Grid, lines: bytes) -> bool:
    """Whether the full board has no loose end, all cells that are not blank joined, and no loop."""
    return judges.fits(grid, lines) and judges.is_one_tree(grid, lines)


def problem(puzzle: Puzzle) -> Problem:
    """Each tile in one of its turns, no loose end, and all joined in one tree."""
    return Problem(puzzle.grid, puzzle.tiles, turning.ORBITS, Whole.TREE, RULES, partial(is_solved, puzzle.grid))


def mistakes(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """The loose ends, loops, sealed-off groups, and groups not yet joined."""
    return loose_ends(survey) + loops(survey) + not_joined(survey, source(survey.grid))


def maker() -> Maker:
    """The maker of new boards; loaded only when needed, with the module `random`."""
    from termpuzzles.games.making.random_tree import MAKER

    return MAKER


NET = turning.turning_game(
    name="net",
    title="Net",
    goal="Turn the tiles to join them in one net: no loose end, no loop.",
    rules=(
        "Turn the tiles until every line meets another: no loose ends.",
        "No line may run off the board, unless it wraps around, or into a wall.",
        "All tiles are joined in one net, and no line leads back to itself.",
    ),
    joins_all=True,
    formats={"picture": "net", "numbers": "net", "gameid": "", "hexapipes": "", "save": "Net"},
    problem=problem,
    mistakes=mistakes,
    source=source,
    maker=maker,
    daily={
        1: Daily("tree", ("5x5", "6x6", "7x7", "7x7w", "9x9", "9x9w", "11x11")),
        2: Daily("early tree", ("5x5", "5x5w", "7x7", "6x6w", "7x7w", "9x9", "9x9w")),
    },
)
