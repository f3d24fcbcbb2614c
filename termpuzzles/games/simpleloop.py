"""Simple Loop: draw one loop that passes once through every open cell of a board with shaded cells."""

from functools import partial

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, Grid
from termpuzzles.games.checks import Survey, count
from termpuzzles.games.model import Change, Game, Gesture, Mistake, Move, Puzzle, State
from termpuzzles.logic.problem import Problem, domain

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

DOMAINS = (domain(0), domain(*(mask for mask, lines in enumerate(DEGREE) if lines == 2)))  # of a shaded, an open cell


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
            return lines[cell] & -lines[cell] != back and steps == tiles.count(1)
        side = lines[cell] ^ back


def problem(puzzle: Puzzle) -> Problem:
    """Two lines in each open cell, none in a shaded one, and all of them one loop."""
    return Problem(puzzle.grid, puzzle.tiles, DOMAINS, RULES, partial(wins, puzzle.grid, puzzle.tiles))


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
    """The branches, loose ends, lines into shaded cells, cells without a line, and loops that leave some cell out."""
    degrees = [DEGREE[sides] for sides in seen.lines]
    wrong = {
        "branch": ([d > 2 for d in degrees], "branch", "branches"),
    }
    return ()


SIMPLELOOP = Game(
    name="simpleloop",
    title="Simple Loop",
    goal="Draw one loop that passes once through every open cell.",
    verbs=("line", "cross", "clear"),
    wraps=False,
    drawn=True,
    problem=problem,
    fresh=fresh,
    answer=answer,
    interpret=interpret,
    play=play,
    mistakes=mistakes,
)
