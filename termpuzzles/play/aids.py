"""What the program does for a player who wishes it: pin what a turn has settled."""

from __future__ import annotations

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS
from termpuzzles.games.model import Change, Move, Puzzle, State


def with_pin(puzzle: Puzzle, move: Move) -> Move:
    """The move, with a pin on the tile that it turns."""
    pins = tuple(change._replace(verb="pin", amount=0) for change in move.changes if change.verb == "turn")
    return Move((*move.changes, *pins))


def with_settled_pin(puzzle: Puzzle, state: State, move: Move) -> Move:
    """The move, with a pin on the tile that it turns if borders, walls and pinned neighbours leave it no other turn."""
    turned = [puzzle.grid.cell(change.x, change.y) for change in move.changes if change.verb == "turn"]
    after = puzzle.game.play(puzzle, state, move)
    settled = [cell for cell in turned if possible_turns(puzzle, after, cell) == {after.lines[cell]}]
    return Move((*move.changes, *(Change("pin", *puzzle.grid.place(cell)) for cell in settled)))


def possible_turns(puzzle: Puzzle, state: State, cell: int) -> set[int]:
    """The turns of the tile that agree with the borders, walls and pinned neighbours around it."""
    grid, wanted, known = puzzle.grid, 0, 0
    for side in SIDES:
        other = grid.ways[side][cell]
        if other < 0 or state.pins[other]:
            known |= side
            wanted |= side if other >= 0 and state.lines[other] & OPPOSITE[side] else 0
    return {mask for mask in TURNS[puzzle.tiles[cell]] if mask & known == wanted}
