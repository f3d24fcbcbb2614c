"""Simple Loop: draw one loop that passes once through every open cell of a board with shaded cells."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from termpuzzles.board.grid import DEGREE, OPPOSITE, Grid
from termpuzzles.board.survey import Survey
from termpuzzles.games.mistakes import count
from termpuzzles.games.model import Change, Controls, Game, Gesture, Mistake, Move, Puzzle, State, Tiles
from termpuzzles.logic.problem import EMPTY, TWO_LINES, Problem, Whole

if TYPE_CHECKING:
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

DOMAINS = (EMPTY, TWO_LINES)  # of a shaded, an open cell


def wins(grid: Grid, tiles: bytes, lines: bytes) -> bool:
    """Whether the lines of a full board, two in each open cell, are one loop through all of them.

    A walk that always meets the line it came by, and leaves by the cell's other one, is back where it began after
    passing each cell of its loop once.
    """
    start = tiles.find(1)
    if start < 0:
        return False
    ways = grid.ways
    cell, side, steps = start, lines[start] & -lines[start], 0
    while True:
        cell, steps = ways[side][cell], steps + 1
        back = OPPOSITE[side]
        if cell < 0 or not lines[cell] & back:
            return False
        if cell == start:
            return steps == tiles.count(1)
        side = lines[cell] ^ back


def problem(puzzle: Puzzle) -> Problem:
    """Two lines in each open cell, none in a shaded one, and all of them one loop."""
    return Problem(puzzle.grid, puzzle.tiles, DOMAINS, Whole.LOOP, RULES, partial(wins, puzzle.grid, puzzle.tiles))


def fresh(grid: Grid, tiles: bytes) -> State:
    """No line drawn and none crossed out."""
    return State.of(bytes(grid.size))


def answer(puzzle: Puzzle, solution: bytes) -> State:
    """The solution's lines drawn."""
    return State.of(solution)


def interpret(puzzle: Puzzle, state: State, gesture: Gesture) -> Move | None:
    """Draw or cross out the line toward a side, or erase it where it stands so already; None but between open cells."""
    action, cell, side = gesture
    if action not in ("line", "cross") or not puzzle.grid.open_sides[cell] & side:
        return None
    if not (puzzle.tiles[cell] and puzzle.tiles[puzzle.grid.ways[side][cell]]):
        return None
    stands = (state.lines if action == "line" else state.notes)[cell] & side
    return Move((Change("clear" if stands else action, *puzzle.grid.place(cell), side),))


def play(puzzle: Puzzle, state: State, move: Move) -> State:
    """The state after the move: both cells at each line changed alike."""
    lines, notes = bytearray(state.lines), bytearray(state.notes)
    for verb, x, y, amount in move.changes:
        cell = puzzle.grid.cell(x, y)
        for end, side in ((cell, amount), (puzzle.grid.ways[amount][cell], OPPOSITE[amount])):
            lines[end] = lines[end] & ~side | side * (verb == "line")
            notes[end] = notes[end] & ~side | side * (verb == "cross")
    return State(bytes(lines), state.pins, bytes(notes))


def mistakes(puzzle: Puzzle, seen: Survey) -> tuple[Mistake, ...]:
    """The branches, loose ends, lines into shaded cells, loops that leave cells out, and cells without a line."""
    wrong: dict[str, list[int]] = {code: [] for code in _CODES}
    for cell, (mask, is_open) in enumerate(zip(seen.lines, puzzle.tiles, strict=True)):
        if code := _code(DEGREE[mask], is_open):
            wrong[code].append(cell)
    found = [Mistake(code, tuple(cells), _CODES[code](len(cells))) for code, cells in wrong.items() if cells]
    if not any(puzzle.tiles):
        found.append(Mistake("empty", (), "no open cell to loop through"))
    return (*found, *_small_loops(puzzle, seen))


_CODES = {  # for each kind of wrong cell the words that count them
    "branch": lambda number: "1 branch" if number == 1 else f"{number} branches",
    "loose end": lambda number: count(number, "loose end"),
    "shaded": lambda number: f"{count(number, 'shaded cell')} with a line",
    "empty": lambda number: f"{count(number, 'open cell')} without a line",
}


def _code(lines: int, is_open: int) -> str:
    """What is wrong with a cell that has so many lines; nothing: the empty string."""
    if not is_open:
        return "shaded" if lines else ""
    return ("empty", "loose end", "")[lines] if lines < 3 else "branch"


def _small_loops(puzzle: Puzzle, seen: Survey) -> tuple[Mistake, ...]:
    """The loops, unless they are one piece that passes through every open cell."""
    looped = tuple(cell for cell, sides in enumerate(seen.looped) if sides)
    if not looped or (seen.loops == 1 and len(looped) == puzzle.tiles.count(1)):
        return ()
    return (Mistake("loop", looped, f"{count(seen.loops, 'loop')} too small"),)


def maker() -> Maker:
    """What makes new boards; loaded only for that, with the module `random`."""
    from termpuzzles.games.making.random_loop import MAKER

    return MAKER


SIMPLELOOP = Game(
    name="simpleloop",
    title="Simple Loop",
    goal="Draw one loop that passes once through every open cell.",
    controls=Controls.DRAW_LINES,
    tiles=Tiles.SHADING,
    noun="cell",
    verbs=("line", "cross", "clear"),
    wraps=False,
    joins_all=False,
    speaks={"picture": "", "puzzlink": "https://puzz.link/p?simpleloop", "pzprv3": "simpleloop"},
    problem=problem,
    fresh=fresh,
    answer=answer,
    interpret=interpret,
    play=play,
    mistakes=mistakes,
    maker=maker,
)
