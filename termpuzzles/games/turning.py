"""Shared by ∞ Loop and Net: tiles that turn, pins that hold them, and notes on the lines between them."""

from functools import partial

from termpuzzles.board.grid import MASKS, OPPOSITE, TURNS, Grid
from termpuzzles.games.model import Change, Controls, Game, Gesture, Move, Puzzle, State, Tiles
from termpuzzles.logic.problem import Domain, domain

VERBS = ("turn", "pin", "free", "line", "cross", "clear")

ORBITS: tuple[Domain, ...] = tuple(domain(*TURNS[mask]) for mask in MASKS)  # the masks that each tile turns through

_QUARTERS = {"turn": 1, "turn half": 2, "turn back": 3}


def initial_state(grid: Grid, tiles: bytes) -> State:
    """The position with every tile as given."""
    return State.of(tiles)


def solved_state(puzzle: Puzzle, solution: bytes) -> State:
    """The position with every tile as in the solution."""
    return State.of(solution)


def interpret(puzzle: Puzzle, state: State, gesture: Gesture) -> Move | None:
    """The move that the gesture makes, or None if it would change nothing: a pinned tile does not turn."""
    cell = gesture.cell
    x, y = puzzle.grid.place(cell)
    if gesture.action == "pin":
        return Move((Change("free" if state.pins[cell] else "pin", x, y),))
    if quarters := _QUARTERS.get(gesture.action):
        mask = state.lines[cell]
        if state.pins[cell] or TURNS[mask][quarters] == mask:
            return None
        return Move((Change("turn", x, y, quarters),))
    return _interpret_note(puzzle, state, gesture)


def _interpret_note(puzzle: Puzzle, state: State, gesture: Gesture) -> Move | None:
    kind, cell, side = gesture
    if not puzzle.grid.open_sides[cell] & side:
        return None
    noted = state.notes[cell] & _bits(kind, side)
    return Move((Change("clear" if noted else kind, *puzzle.grid.place(cell), side),))


def _bits(kind: str, side: int) -> int:
    """The bits of a cell's notes that a note of that kind on the side sets."""
    return side << 4 if kind == "line" else side if kind == "cross" else 0


def play(puzzle: Puzzle, state: State, move: Move) -> State:
    """The state after the move; what does not change is not held twice."""
    grid = puzzle.grid
    lines, pins, notes = after = [bytearray(part) for part in state]
    for verb, x, y, amount in move.changes:
        cell = grid.cell(x, y)
        if verb == "turn":
            lines[cell] = TURNS[lines[cell]][amount]
        elif verb in ("pin", "free"):
            pins[cell] = verb == "pin"
        else:
            for end, side in ((cell, amount), (grid.ways[amount][cell], OPPOSITE[amount])):
                notes[end] = notes[end] & ~(side << 4 | side) | _bits(verb, side)
    return State(*(part if part == changed else bytes(changed) for part, changed in zip(state, after, strict=True)))


turning_game = partial(  # a game whose player turns tiles; the rest is given by each game
    Game,
    controls=Controls.TURN_TILES,
    tiles=Tiles.MASKS,
    noun="tile",
    verbs=VERBS,
    wraps=True,
    initial_state=initial_state,
    solved_state=solved_state,
    interpret=interpret,
    play=play,
)
