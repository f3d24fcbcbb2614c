"""What the program does for players who wish it: pin settled tiles, and say whether all is still right."""

from __future__ import annotations

from collections.abc import Iterator

from termpuzzles.board.grid import OPPOSITE, SIDES, TURNS
from termpuzzles.games.model import Change, Move, Puzzle, State
from termpuzzles.session.history import History
from termpuzzles.storage.settings import Settings


def aided(settings: Settings, puzzle: Puzzle, state: State, move: Move) -> Move:
    """The move with the pins that the player wants to be set."""
    if not puzzle.game.pins:
        return move
    if settings["follow"] and any(change.verb == "pin" for change in move.changes):
        return with_what_follows(puzzle, state, move)
    if move.changes[0].verb != "turn":
        return move
    if settings["turn-then-pin"]:
        return with_pin(puzzle, move)
    return with_settled_pin(puzzle, state, move) if settings["auto-pin"] else move


def options_in_force(settings: Settings) -> list[str]:
    """The options that are on and do something with the board by themselves, by name."""
    names = [name for name in ("auto-pin", "turn-then-pin", "follow") if settings[name]]
    return [*names, *(["wrong-pins"] if settings["wrong-pins"] == "at once" else [])]


def only_pins_what_turns(settings: Settings, move: Move) -> bool:
    """Whether options do no more with this move than pin what it turns, which tells nothing of the solution."""
    return bool(settings["turn-then-pin"]) and move.changes[0].verb == "turn"


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


def with_what_follows(puzzle: Puzzle, state: State, move: Move) -> Move:
    """The move, which also turns and pins every tile that pins, borders and walls then leave only one turn."""
    after = puzzle.game.play(puzzle, state, move)
    changes, grid = list(move.changes), puzzle.grid
    lines, pins = bytearray(after.lines), bytearray(after.pins)
    waiting = list(_beside_pins(puzzle, move)) if any(state.pins) else list(range(grid.size))
    for cell in waiting:  # which grows ahead of the walk
        if pins[cell] or lines[cell] in (0, 15):  # these are settled as they are
            continue
        turns = _fitting(puzzle, lines, pins, cell)
        if len(turns) != 1:
            continue
        (mask,) = turns
        place = grid.place(cell)
        if quarters := TURNS[lines[cell]].index(mask):
            changes.append(Change("turn", *place, quarters))
        lines[cell], pins[cell] = mask, 1
        changes.append(Change("pin", *place))
        waiting += (other for side in SIDES if (other := grid.ways[side][cell]) >= 0 and not pins[other])
    return Move(tuple(changes))


def _beside_pins(puzzle: Puzzle, move: Move) -> Iterator[int]:
    """The cells beside those that the move pins."""
    for change in move.changes:
        if change.verb == "pin":
            cell = puzzle.grid.cell(change.x, change.y)
            yield from (other for side in SIDES if (other := puzzle.grid.ways[side][cell]) >= 0)


def possible_turns(puzzle: Puzzle, state: State, cell: int) -> set[int]:
    """The turns of the tile that agree with the borders, walls and pinned neighbours around it."""
    return _fitting(puzzle, state.lines, state.pins, cell)


def _fitting(puzzle: Puzzle, lines: bytes | bytearray, pins: bytes | bytearray, cell: int) -> set[int]:
    grid, wanted, known = puzzle.grid, 0, 0
    for side in SIDES:
        other = grid.ways[side][cell]
        if other < 0 or pins[other] or puzzle.tiles[other] in (0, 15):
            known |= side
            wanted |= side if other >= 0 and lines[other] & OPPOSITE[side] else 0
    return {mask for mask in TURNS[puzzle.tiles[cell]] if mask & known == wanted}


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
