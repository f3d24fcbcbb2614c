"""The steps of a save file of Simon Tatham's collection that say a position, or the moves that led to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from termpuzzles.board.grid import OPPOSITE, TURNS, E, Grid, S
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.net_id import swap
from termpuzzles.games.model import Change, Move, State

_TURNED = {1: "C", 2: "F", 3: "A"}  # the letter of each number of quarter turns


def turns_between(grid: Grid, before: State, after: State) -> Iterator[Change]:
    """The changes from one position to another; raises `PuzzleError` unless it has the same tiles, turned."""
    for cell, (old, new) in enumerate(zip(before.lines, after.lines, strict=True)):
        if new not in TURNS[old]:
            raise PuzzleError("a board of the same tiles", f"another at {grid.name(cell)}")
        place = grid.place(cell)
        if before.pins[cell]:
            yield Change("free", *place)
        if old != new:
            yield Change("turn", *place, TURNS[old].index(new))
        if after.pins[cell]:
            yield Change("pin", *place)


def drawn_in(grid: Grid, state: State) -> Iterator[Change]:
    """The changes that draw the lines and crosses of the position on a fresh board."""
    for verb, marks in (("line", state.lines), ("cross", state.notes)):
        for cell, sides in enumerate(marks):
            yield from (Change(verb, *grid.place(cell), side) for side in (E, S) if sides & side)


def turning_steps(grid: Grid, moves: Iterable[Move]) -> Iterator[str]:
    """Each move as a step such as `C1,2`, or `J;C1,2;L1,2` if it has several changes.

    `L` toggles a pin, which our changes set. Raises `PuzzleError` for notes of lines, which have no step.
    """
    pins = bytearray(grid.size)
    for move in moves:
        parts = []
        for verb, x, y, amount in move.changes:
            cell = grid.cell(x, y)
            if verb == "turn":
                parts.append(f"{_TURNED[amount]}{x},{y}")
            elif verb not in ("pin", "free"):
                raise no_notes()
            elif pins[cell] != (verb == "pin"):
                pins[cell] ^= 1
                parts.append(f"L{x},{y}")
        yield parts[0] if len(parts) == 1 else ";".join(["J", *parts])


def no_notes() -> PuzzleError:
    """The error for a position with notes of lines, or a move that notes one."""
    return PuzzleError("a save file of Net cannot hold notes of lines and crosses: a picture can")


def drawing_steps(grid: Grid, moves: Iterable[Move]) -> Iterator[str]:
    """Each move as a step such as `F1,0,0;F4,1,0`, which toggles both ends of each line (`F`) or cross (`M`)."""
    now = {"F": bytearray(grid.size), "M": bytearray(grid.size)}
    for move in moves:
        parts = []
        for verb, x, y, side in move.changes:
            cell = grid.cell(x, y)
            ends = (cell, side), (grid.ways[side][cell], OPPOSITE[side])
            for letter in "FM" if verb == "cross" else "MF":  # what must go, goes before the other is set
                wanted = verb == {"F": "line", "M": "cross"}[letter]
                if bool(now[letter][cell] & side) == wanted:
                    continue
                for end, edge in ends:
                    now[letter][end] ^= edge
                    parts.append("{}{},{},{}".format(letter, swap(edge), *grid.place(end)))
        yield ";".join(parts)
