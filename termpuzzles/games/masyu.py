"""Masyu: draw one loop through every circle, straight through the white ones and turning on the black ones."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.grid import SIDES_OF, Grid
from termpuzzles.games import drawing, load_maker
from termpuzzles.games.clues import ClueKind, ClueMark, Symbol, words_of_loop
from termpuzzles.games.judges import is_one_loop
from termpuzzles.games.model import Daily, Mistake, Puzzle, Tiles
from termpuzzles.logic.problem import BENDS, EMPTY, STRAIGHTS, TWO_LINES, Problem, Whole
from termpuzzles.logic.rules.circles import BLACK, PROPAGATOR, WHITE, circle_clauses, links

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey

RULES = (
    *("degree", "circles", "no loop", "patterns", "block", "parity", "pairs"),
    *("chain", "one step ahead", "search"),
)

# For a cell without a circle, with a white one, a black one, and one of unknown colour.
DOMAINS = (TWO_LINES | EMPTY, STRAIGHTS, BENDS, TWO_LINES)

UNKNOWN = 3  # a circle that may be white or black: a line passes, and no more is known

EXAMPLES = {
    "degree": "pzprv3/mashu/4/4/. 2 . . /. . . . /. . . 1 /. 1 . . /"
    "0 0 0 /0 0 0 /0 0 0 /0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /",
    "circles": "pzprv3/mashu/5/5/. . . 1 . /1 . . . 1 /1 1 1 . . /. . . . . /. . . . 2 /"
    "1 0 1 1 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 1 /1 0 0 0 1 /1 1 1 0 1 /1 1 1 0 0 /0 0 0 0 1 /",
    "no loop": "pzprv3/mashu/5/5/. . 2 . 2 /. . . . . /1 . 1 . . /. . . . 1 /. . . . . /"
    "0 0 1 1 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 1 /0 0 1 0 1 /1 0 1 -1 1 /1 0 1 -1 1 /0 0 -1 0 1 /",
    "block": "pzprv3/mashu/6/6/. . . . . . /. 1 1 . 1 . /1 . . . . 1 /. . 1 . 1 . /. . . . 1 . /. . 1 . . . /"
    "0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 1 1 0 0 /"
    "0 0 0 0 0 0 /1 0 0 0 0 1 /1 0 0 0 0 1 /0 0 0 0 0 0 /0 0 0 0 0 0 /",
    "parity": "pzprv3/mashu/6/6/. . 1 . 1 . /. . . . . . /2 . 1 . . . /. . . . 2 . /. . 1 . . . /. . . 1 . . /"
    "0 1 1 1 1 /-1 1 1 0 0 /1 1 1 0 0 /0 0 1 1 -1 /0 0 0 0 0 /0 0 1 1 0 /"
    "-1 1 0 0 0 1 /0 0 0 1 0 0 /1 0 0 0 0 0 /1 0 0 0 0 0 /0 0 0 0 0 0 /",
    "pairs": "pzprv3/mashu/6/6/. . 2 . . . /. . . 2 . . /. . . . . . /2 . . . . 1 /1 . 1 1 . . /. . . . . . /"
    "0 0 0 0 0 /0 0 0 1 1 /0 0 0 0 0 /1 1 0 0 0 /0 0 0 0 0 /1 0 0 0 0 /"
    "0 0 1 0 0 0 /0 0 1 1 0 0 /0 0 0 1 0 1 /1 0 0 0 0 1 /1 0 0 0 0 0 /",
    "chain": "pzprv3/mashu/6/6/. . . 2 1 . /. 1 . . . . /. . . . 1 . /. 1 1 . . . /. . . . 1 . /. 1 1 . . . /"
    "0 0 0 1 1 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 1 /0 0 0 0 0 /1 1 1 0 0 /"
    "0 0 0 1 0 1 /0 0 0 1 0 0 /0 0 0 0 0 0 /0 0 0 0 0 1 /1 0 0 1 0 0 /",
    "one step ahead": "pzprv3/mashu/6/6/. . 1 . . . /. . . 1 . . /. . 1 1 . 1 /1 . . . . 1 /"
    ". . . . . . /. . 2 . . . /"
    "0 1 1 0 -1 /0 0 0 0 1 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 1 /0 0 0 0 -1 /"
    "0 0 0 0 0 0 /0 0 0 0 0 1 /1 0 0 0 0 1 /1 0 1 0 0 1 /0 0 1 0 0 0 /",
    "white straight": "pzprv3/mashu/5/5/. . . . . /1 1 1 1 . /1 . . . . /2 1 1 . 1 /. . . . . /"
    "0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /",
    "black turns": "pzprv3/mashu/5/5/. 2 1 1 . /. 1 2 1 . /. . 1 . . /1 . 2 1 . /2 1 . 1 . /"
    "0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /",
    "straight on": "pzprv3/mashu/6/6/2 1 . . . . /. . . 1 1 . /. 1 . 1 . . /. 2 . 2 1 . /. 1 1 . . . /. . . . . . /"
    "1 1 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /"
    "1 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /",
    "room for black": "pzprv3/mashu/6/6/. . . . . . /. . . 2 . . /. . 2 . . . /. . . . . . /"
    "1 . 1 2 . . /. . . 1 . . /"
    "0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 1 1 0 /"
    "0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 1 0 0 /1 0 0 1 0 0 /1 0 0 0 0 0 /",
    "three whites": "pzprv3/mashu/6/6/. . . . . . /. . 1 1 . . /. . . . . 1 /. 1 1 1 . . /. 1 1 1 1 . /. . . . . . /"
    "0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /"
    "0 0 0 0 0 0 /0 0 0 0 0 1 /0 0 0 0 0 1 /0 0 0 0 0 0 /0 0 0 0 0 0 /",
    "two whites": "pzprv3/mashu/6/6/. . 2 . . . /1 . . . 1 . /1 . . . . . /. . . 2 . . /. . . 1 1 . /. 1 . . . . /"
    "1 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /1 1 0 0 0 /"
    "1 0 1 0 0 0 /1 0 1 0 0 0 /1 0 0 0 0 0 /0 0 0 0 0 0 /1 0 0 0 0 0 /",
    "white turns": "pzprv3/mashu/6/6/. . . . . . /. 1 . 1 1 . /. . . . 1 . /. 2 1 2 . . /1 . . . . 1 /2 . 1 . . . /"
    "0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /1 1 1 0 1 /"
    "0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /1 0 0 0 0 1 /1 0 0 0 0 1 /",
    "two blacks": "pzprv3/mashu/6/6/2 . . . . . /. . . . 1 . /. . . . 1 . /. . 2 2 . . /. 1 . . . . /. . . . . . /"
    "1 1 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /"
    "1 0 0 0 0 0 /1 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /",
    "no turn to black": "pzprv3/mashu/6/6/. . . . . . /. 1 2 . . . /. 1 . . . 2 /. . . . 1 . /. . 1 . 1 . /"
    ". . . . . . /"
    "0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 1 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /"
    "0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /",
    "straight past white": "pzprv3/mashu/7/7/. . . . . . . /1 . . . . . . /. . 1 . 2 . . /. . 1 . . . 1 /"
    "1 . . . 1 . . /. . 1 . . . . /2 . . . 2 . 2 /"
    "1 0 0 0 0 0 /0 0 0 0 0 0 /1 0 0 0 0 1 /1 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /1 1 0 0 1 1 /"
    "1 0 0 0 1 0 0 /1 0 0 0 1 0 0 /0 0 0 0 -1 0 1 /1 0 0 0 1 -1 1 /1 0 0 0 1 -1 1 /1 0 0 0 1 0 1 /",
    "two whites ahead": "pzprv3/mashu/6/6/. 1 . . 1 . /. . 2 1 1 . /. . . . . . /1 . . . 2 . /1 . 1 . . . /"
    ". . . . . . /"
    "1 1 1 1 1 /1 0 1 1 1 /1 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 0 /"
    "1 0 0 0 0 1 /0 1 1 0 0 0 /1 0 1 0 0 0 /1 0 0 0 0 0 /1 0 0 0 0 0 /",
    "no way past white": "pzprv3/mashu/6/6/. . . . . . /. . 1 . 1 . /. . 1 2 . . /. . . . . . /. 1 1 1 . . /"
    ". . . . . . /"
    "0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /"
    "0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /0 0 0 0 0 0 /",
    "whites at corners": "pzprv3/mashu/7/6/2 1 . . . 2 /1 . . . . 1 /. . 1 . 1 . /1 . . 2 . . /2 1 . . . . /"
    ". 1 . 1 1 1 /. 1 . 2 . . /"
    "1 1 1 1 1 /0 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /1 1 0 0 0 /1 1 0 0 0 /1 1 1 0 1 /"
    "1 0 0 0 0 1 /1 0 0 0 0 1 /1 0 0 0 0 0 /1 0 0 0 0 1 /0 0 1 1 1 1 /1 0 0 1 1 1 /",
    "between blacks": "pzprv3/mashu/7/7/. . . . 1 1 . /. . . . 1 . . /2 . . . 1 . . /. . . 2 1 . . /"
    "2 . . 1 . . . /. . . 1 1 . 1 /. 1 1 . 2 1 2 /"
    "0 0 0 1 1 1 /0 0 0 1 1 0 /1 1 1 1 1 0 /0 0 0 1 1 0 /1 1 0 0 1 0 /0 0 0 0 0 0 /1 1 1 0 1 1 /"
    "0 0 0 1 0 0 1 /0 0 0 0 0 1 1 /0 0 0 0 0 0 1 /0 0 0 1 0 1 1 /0 0 0 1 1 0 1 /1 0 0 1 1 0 1 /",
    "patterns": "pzprv3/mashu/6/6/. 1 . . 1 . /. . 2 1 1 . /. . . . . . /1 . . . 2 . /1 . 1 . . . /. . . . . . /"
    "1 1 1 1 1 /1 0 1 1 1 /1 0 0 0 0 /0 0 0 0 0 /0 0 0 0 0 /1 0 0 0 0 /"
    "1 0 0 0 0 1 /0 1 1 0 0 0 /1 0 1 0 0 0 /1 0 0 0 0 0 /1 0 0 0 0 0 /",
}  # by rule or pattern, a position in which it comes next

CIRCLES = ClueKind(
    {
        WHITE: Symbol(ClueMark.WHITE_CIRCLE, "W", "white circle", shown_by=STRAIGHTS),
        BLACK: Symbol(ClueMark.BLACK_CIRCLE, "B", "black circle", shown_by=BENDS),
        UNKNOWN: Symbol(ClueMark.DASHED_CIRCLE, "", "circle of unknown colour", shown_by=TWO_LINES),
    },
    noun="circle",
    rule="circles",
    examples=EXAMPLES,
    words=words_of_loop("circle"),
)


def wrong_circles(grid: Grid, clues: bytes, lines: bytes) -> list[int]:
    """The circles that the lines on them and beside them are at odds with, whatever else is drawn."""
    return [cell for cell, clue in enumerate(clues) if clue in (WHITE, BLACK) and _is_wrong(grid, lines, cell, clue)]


def _is_wrong(grid: Grid, lines: bytes, cell: int, clue: int) -> bool:
    mask = lines[cell]
    if (STRAIGHTS if clue == BLACK else BENDS) >> mask & 1:
        return True
    beside = [lines[grid.ways[side][cell]] for side in SIDES_OF[mask]]
    if clue == BLACK:
        return any(BENDS >> other & 1 for other in beside)
    return len(beside) == 2 and all(STRAIGHTS >> other & 1 for other in beside)


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
        clue_rule=PROPAGATOR,
        clue_links=links,
        clue_clauses=circle_clauses,
        clue_names=CIRCLES.names,
    )


def mistakes(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """Branches and loose ends, circles passed in a wrong way or not at all, and loops that close too early."""
    return drawing.one_loop_mistakes(puzzle, survey, wrong_circles(puzzle.grid, puzzle.clues, survey.lines))


MASYU = drawing.drawing_game(
    name="masyu",
    title="Masyu",
    goal="Draw one loop through every circle: straight through a white one, turning in a cell beside it; "
    "turning on a black one, straight through both cells beside it.",
    tiles=Tiles.FREE,
    formats={
        "picture": "masyu",
        "puzzlink": "https://puzz.link/p?mashu",
        "pzprv3": "mashu",
        "pearl": "pearl",
        "save": "Pearl",
        "pencilbox": "",
    },
    problem=problem,
    mistakes=mistakes,
    maker=partial(load_maker, "circles.CIRCLED_LOOP"),
    clue=CIRCLES,
    daily={
        1: Daily("circles", ("7x7", "7x7", "7x7", "8x8", "8x8", "8x8", "9x8")),
        2: Daily("needed circles", ("7x7", "7x7", "7x7", "8x8", "8x8", "8x8", "9x8")),
    },
)
