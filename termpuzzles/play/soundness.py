"""Whether what a player has settled agrees with the solution, now and at each point of the past."""

from __future__ import annotations

from termpuzzles.games.model import Puzzle, State
from termpuzzles.play.history import History


def is_wrong(puzzle: Puzzle, state: State, solution: bytes, cell: int) -> bool:
    """Whether a pin, a note or a drawn line of the cell contradicts the solution."""
    crossed, noted = state.notes[cell] & 15, state.notes[cell] >> 4
    settled = state.pins[cell] and state.lines[cell] != solution[cell]
    drawn = state.lines[cell] & ~solution[cell] if puzzle.game.draws else 0
    return bool(settled or drawn or crossed & solution[cell] or noted & ~solution[cell])


def last_sound(puzzle: Puzzle, history: History, solution: bytes) -> int:
    """The latest position in force at which nothing was wrong."""
    wrong: set[int] = set()
    sound = 0
    for position in range(history.at + 1):
        state = history.state_at(position)
        touched = history.touched(position - 1, position) if position else None
        for cell in range(puzzle.grid.size) if touched is None else touched:
            (wrong.add if is_wrong(puzzle, state, solution, cell) else wrong.discard)(cell)
        sound = sound if wrong else position
    return sound
