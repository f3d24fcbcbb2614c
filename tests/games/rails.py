"""Rails, a game that only the tests know: one loop, straight through every station.

A second game with clues. It checks that nothing else needs to know which clues a game has.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.grid import Grid
from termpuzzles.games import drawing, register
from termpuzzles.games.clues import ClueKind, ClueMark, Symbol, words_of_loop
from termpuzzles.games.judges import is_one_loop
from termpuzzles.games.making.maker import Maker
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import draw_one_loop, every_cell, mend_one_loop, unscrambled
from termpuzzles.games.model import Mistake, Puzzle, Tiles
from termpuzzles.logic.problem import BENDS, EMPTY, STRAIGHTS, TWO_LINES, Problem, Whole

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey

RULES = ("degree", "no loop", "block", "parity", "pairs", "chain", "one step ahead", "search")
DOMAINS = (TWO_LINES | EMPTY, STRAIGHTS)  # for a cell without a station, and for one with it
STATION = 1

STATIONS = ClueKind(
    {STATION: Symbol(ClueMark.WHITE_SQUARE, "S", "station", shown_by=STRAIGHTS)},
    noun="station",
    examples={
        "degree": "# game: rails\n···\n·▣·\n▣··\n···",
        "no loop": "# game: rails\n# clues: 3,2▣ 4,2▣\n··┏┓\n··┃┃\n·▣╹╹\n····",
    },
    words=words_of_loop("station"),
)


def is_solved(grid: Grid, clues: bytes, lines: bytes) -> bool:
    """Whether the lines are one loop that goes straight through every station."""
    return is_one_loop(grid, lines) and all(
        STRAIGHTS >> mask & 1 for mask, clue in zip(lines, clues, strict=True) if clue
    )


def problem(puzzle: Puzzle) -> Problem:
    """Two lines in each cell or none, straight ones in a station, and all of them one loop."""
    judge, names = partial(is_solved, puzzle.grid, puzzle.clues), STATIONS.names
    clues = puzzle.clues
    return Problem(puzzle.grid, clues, DOMAINS, Whole.LOOP, RULES, judge, draws=True, clues=clues, clue_names=names)


def mistakes(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """Branches and loose ends, stations with a turn or without a line, and loops that close too early."""
    wrong = [cell for cell, clue in enumerate(puzzle.clues) if clue and BENDS >> survey.lines[cell] & 1]
    return drawing.one_loop_mistakes(puzzle, survey, wrong)


def refuse(params: Params) -> str:
    """Why there is no such board, or an empty string."""
    if not params.surface.is_plane or params.walls or min(params.width, params.height) < 2:
        return "rails need a border, two rows and two columns"
    too_large = params.rating == "degree" and params.width * params.height > 25
    return "no board of more than 25 cells was ever found that needs only 'degree'" if too_large else ""


def stations(grid: Grid, masks: bytes) -> bytes:
    """Stations wherever the loop goes straight."""
    return bytes(STATION if STRAIGHTS >> mask & 1 else 0 for mask in masks)


RAILS = drawing.drawing_game(
    name="rails",
    title="Rails",
    goal="Draw one loop, straight through every station.",
    tiles=Tiles.FREE,
    formats={"picture": "rails", "puzzlink": "rails", "pzprv3": "rails"},
    problem=problem,
    mistakes=mistakes,
    maker=partial(
        Maker, refuse, draw_one_loop, mend_one_loop, every_cell, unscrambled, rounds=4000, heat=1.0, clues=stations
    ),
    clue=STATIONS,
)
register(RAILS)
