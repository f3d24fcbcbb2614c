"""Shared by the games of drawing lines between open cells: lines and crosses, and what is wrong with a single cell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.byteboard import CellSet
from termpuzzles.board.grid import DEGREE, OPPOSITE, Grid
from termpuzzles.english import counted
from termpuzzles.games.model import Change, Controls, Game, Gesture, Mistake, Move, Puzzle, State, Tiles
from termpuzzles.logic.problem import EMPTY, TWO_LINES

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey

VERBS = ("line", "cross", "clear")

DOMAINS = (EMPTY, TWO_LINES)  # for a shaded cell, for an open one


def initial_state(grid: Grid, tiles: bytes) -> State:
    """The position with no line drawn and none crossed out."""
    return State.of(bytes(grid.size))


def solved_state(puzzle: Puzzle, solution: bytes) -> State:
    """The position with the lines of the solution drawn."""
    return State.of(solution)


def interpret(puzzle: Puzzle, state: State, gesture: Gesture) -> Move | None:
    """Draw or cross out the line toward a side, or erase it if that is done already; None except between open cells."""
    action, cell, side = gesture
    if action not in ("line", "cross") or not puzzle.grid.open_sides[cell] & side:
        return None
    if not (puzzle.tiles[cell] and puzzle.tiles[puzzle.grid.ways[side][cell]]):
        return None
    stands = (state.lines if action == "line" else state.notes)[cell] & side
    return Move((Change("clear" if stands else action, *puzzle.grid.place(cell), side),))


def play(puzzle: Puzzle, state: State, move: Move) -> State:
    """The state after the move, which changes both cells at each line."""
    lines, notes = bytearray(state.lines), bytearray(state.notes)
    for verb, x, y, amount in move.changes:
        cell = puzzle.grid.cell(x, y)
        for end, side in ((cell, amount), (puzzle.grid.ways[amount][cell], OPPOSITE[amount])):
            lines[end] = lines[end] & ~side | side * (verb == "line")
            notes[end] = notes[end] & ~side | side * (verb == "cross")
    return State(bytes(lines), state.pins, bytes(notes))


def wrong_cells(puzzle: Puzzle, survey: Survey) -> tuple[Mistake, ...]:
    """The branches, loose ends, lines into shaded cells, and open cells without a line."""
    degrees = int.from_bytes(survey.lines.translate(_DEGREES), "little")
    kinds = (degrees << 1 | int.from_bytes(puzzle.tiles, "little")).to_bytes(puzzle.grid.size, "little")
    found = []
    for code, words in _CODES.items():
        wrong = kinds.translate(_WRONG[code])
        if number := wrong.count(1):
            found.append(Mistake(code, CellSet(wrong), words(number)))
    return tuple(found)


def one_loop_mistakes(puzzle: Puzzle, survey: Survey, wrong: Sequence[int]) -> tuple[Mistake, ...]:
    """What is wrong where one loop is to pass every clue, and any other cell may stay empty.

    These are branches and loose ends, the clues passed in a `wrong` way or not at all, no loop, and those that close
    too early.
    """
    assert puzzle.game.clue
    noun, lines = puzzle.game.clue.noun, survey.lines
    found = [mistake for mistake in wrong_cells(puzzle, survey) if mistake.code != "empty"]
    if wrong:
        found.append(Mistake(noun, tuple(wrong), f"{counted(len(wrong), noun)} passed in a wrong way"))
    if missed := [cell for cell, clue in enumerate(puzzle.clues) if clue and not lines[cell]]:
        found.append(Mistake("empty", tuple(missed), f"{counted(len(missed), noun)} without a line"))
    if not any(lines) and not missed:
        found.append(Mistake("no loop", tuple(range(puzzle.grid.size)), "no loop is drawn"))
    looped = len(lines) - survey.looped.count(0)
    is_alone = survey.loops == 1 and looped == len(lines) - lines.count(0) and not missed
    if looped and not is_alone:
        found.append(Mistake("loop", CellSet(survey.looped), f"{counted(survey.loops, 'loop')} too small"))
    return tuple(found)


_CODES: dict[str, Callable[[int], str]] = {  # for each kind of wrong cell the words for a number of them
    "branch": lambda number: counted(number, "branch"),
    "loose end": lambda number: counted(number, "loose end"),
    "shaded": lambda number: f"{counted(number, 'shaded cell')} with a line",
    "empty": lambda number: f"{counted(number, 'open cell')} without a line",
}

_DEGREES = bytes(DEGREE) + bytes(240)
_WRONG = {  # for each kind a table indexed by twice a cell's number of lines, plus one if it is open: 1 if it is wrong
    code: bytes(kind in kinds for kind in range(256))
    for code, kinds in (("branch", (7, 9)), ("loose end", (3,)), ("shaded", (2, 4, 6, 8)), ("empty", (1,)))
}

drawing_game = partial(  # a game whose player draws lines; the rest is given by each game
    Game,
    controls=Controls.DRAW_LINES,
    tiles=Tiles.SHADING,
    noun="cell",
    verbs=VERBS,
    wraps=False,
    joins_all=False,
    initial_state=initial_state,
    solved_state=solved_state,
    interpret=interpret,
    play=play,
)
