"""Masyu: draw one loop through every circle, straight through the white ones and turning on the black ones."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.byteboard import CellSet
from termpuzzles.board.grid import DEGREE, MASKS, SIDES_OF, Grid
from termpuzzles.games import drawing, load_maker
from termpuzzles.games.judges import how_many, is_loop_of
from termpuzzles.games.model import CIRCLES, Daily, Mistake, Puzzle, Tiles
from termpuzzles.logic.problem import EMPTY, TWO_LINES, Problem, Whole
from termpuzzles.logic.rules.circles import (
    BLACK,
    CORNERS,
    PROPAGATOR,
    STRAIGHTS,
    WHITE,
    circle_clauses,
    links,
)

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey

RULES = (
    *("degree", "circles", "no loop", "block", "parity", "pairs"),
    *("chain", "one step ahead", "search"),
)

# For a cell without a circle, with a white one, a black one, and one of unknown colour.
DOMAINS = (TWO_LINES | EMPTY, STRAIGHTS, CORNERS, TWO_LINES)


_ON_LOOPS = bytes(mask for mask in MASKS if DEGREE[mask] in (0, 2))


def is_one_loop(grid: Grid, lines: bytes) -> bool:
    """Whether the lines of a board are one loop: two in each cell on it, and none in the others."""
    if lines.translate(None, _ON_LOOPS):
        return False
    start = next((cell for cell, mask in enumerate(lines) if mask), -1)
    return start >= 0 and is_loop_of(grid, lines, start, len(lines) - lines.count(0))


def wrong_circles(grid: Grid, clues: bytes, lines: bytes) -> list[int]:
    """The circles that the lines on them and beside them are at odds with, whatever else is drawn."""
    return [cell for cell, clue in enumerate(clues) if clue in (WHITE, BLACK) and _is_wrong(grid, lines, cell, clue)]


def _is_wrong(grid: Grid, lines: bytes, cell: int, clue: int) -> bool:
    mask = lines[cell]
    if (STRAIGHTS if clue == BLACK else CORNERS) >> mask & 1:
        return True
    beside = [lines[grid.ways[side][cell]] for side in SIDES_OF[mask]]
    if clue == BLACK:
        return any(CORNERS >> other & 1 for other in beside)
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
        clue_names={value: symbol.words for value, symbol in CIRCLES.symbols.items()},
    )


def mistakes(puzzle: Puzzle, seen: Survey) -> tuple[Mistake, ...]:
    """Branches and loose ends, circles passed in a wrong way or not at all, and loops that close too early."""
    found = [mistake for mistake in drawing.wrong_cells(puzzle, seen) if mistake.code != "empty"]
    if wrong := wrong_circles(puzzle.grid, puzzle.clues, seen.lines):
        sentence = f"{how_many(len(wrong), 'circle')} passed in a wrong way"
        found.append(Mistake("circle", tuple(wrong), sentence))
    if missed := [cell for cell, clue in enumerate(puzzle.clues) if clue and not seen.lines[cell]]:
        found.append(Mistake("empty", tuple(missed), f"{how_many(len(missed), 'circle')} without a line"))
    if not any(seen.lines) and not missed:
        found.append(Mistake("no loop", tuple(range(puzzle.grid.size)), "no loop is drawn"))
    return (*found, *_early_loops(seen, bool(missed)))


def _early_loops(seen: Survey, misses: bool) -> tuple[Mistake, ...]:
    """The loops, unless there is just one, and nothing besides it that it should have passed or joined."""
    looped = len(seen.lines) - seen.looped.count(0)
    if not looped or (seen.loops == 1 and looped == len(seen.lines) - seen.lines.count(0) and not misses):
        return ()
    return (Mistake("loop", CellSet(seen.looped), f"{how_many(seen.loops, 'loop')} too small"),)


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
    daily={1: Daily("circles", ("7x7", "7x7", "7x7", "8x8", "8x8", "8x8", "9x8"))},
)
