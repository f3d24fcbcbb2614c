"""The moves in save files of Simon Tatham's collection, read and written.

They turn and lock tiles, or draw lines and cross them out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, TURNS, E, Grid, S
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import natural, shown
from termpuzzles.formats.net_id import swap
from termpuzzles.games.model import Change, Move, Puzzle, State

_QUARTERS = {"C": 1, "F": 2, "A": 3}
_LETTERS = {quarters: letter for letter, quarters in _QUARTERS.items()}


class Field(NamedTuple):
    """A line of a save file: its key, its value, and where the value begins."""

    key: str
    value: str
    line: int
    column: int

    def refuse(self, expected: str, found: str | None = None, column: int = 0) -> PuzzleError:
        """The error that this value is not what was expected; `column` counts from its beginning."""
        found = shown(self.value) if found is None else found
        return PuzzleError(expected, found, line=self.line, column=self.column + column)


Restart = Callable[[Field], Puzzle]  # the puzzle of a line RESTART; raises `PuzzleError` unless it is the same board


def replay_turns(puzzle: Puzzle, restart: Restart, steps: list[Field], position: int) -> Puzzle:
    """The puzzle with each step as one move that leads to the same state, without steps that change nothing.

    The state is only worked out where it is needed: once for each step would take a time quadratic in the text.
    """
    state = start = puzzle.start
    moves: list[Move] = []
    reached = played = 0  # the number of moves that led to the state, and to the start
    pins = bytearray(puzzle.grid.size)
    for number, step in enumerate(steps, 1):
        if step.key == "RESTART":
            state, reached = _after(puzzle, state, moves[reached:]), len(moves)
            again = restart(step).start
            try:
                move = Move(tuple(turns_between(puzzle.grid, state, again)))
            except PuzzleError as error:
                raise step.refuse(error.expected) from None
            pins = bytearray(puzzle.grid.size)
        else:
            move = Move(tuple(_changes(puzzle.grid, pins, step)))
        if move.changes:
            moves.append(move)
        if number == position:
            start = state = _after(puzzle, state, moves[reached:])
            played = reached = len(moves)
    return replace(puzzle, start=start, moves=tuple(moves), position=played)


def _after(puzzle: Puzzle, state: State, moves: list[Move]) -> State:
    """The state after these moves, played as one."""
    return puzzle.game.play(puzzle, state, Move(tuple(change for move in moves for change in move.changes)))


def _changes(grid: Grid, pins: bytearray, step: Field) -> Iterator[Change]:
    """The changes of one step: `C1,2` alone, or several after `J` or `S`, separated by semicolons.

    They are made in the pins, too.
    """
    column = 2 if step.value[:2] in ("J;", "S;") else 1 if step.value in ("J", "S") else 0
    parts = step.value[column:].removesuffix(";").split(";") if step.value[column:] else []
    for part in parts:
        cell = _cell(grid, part, step, column)
        pin = pins[cell]
        if part[0] == "L":
            yield Change("free" if pin else "pin", *grid.place(cell))
            pins[cell] = 1 - pin
        elif pin:
            raise step.refuse("a tile that is not locked", shown(part), column)
        else:
            yield Change("turn", *grid.place(cell), _QUARTERS[part[0]])
        column += len(part) + 1


def _cell(grid: Grid, part: str, step: Field, column: int) -> int:
    places = [natural(place) for place in part[1:].split(",")]
    if part[:1] not in ("L", *_QUARTERS) or len(places) != 2 or places[0] is None or places[1] is None:
        raise step.refuse("a move such as C3,1", shown(part), column)
    x, y = places[0], places[1]
    if x >= grid.width or y >= grid.height:
        raise step.refuse(f"a cell of the {grid} board", shown(part), column)
    return grid.cell(x, y)


_DRAWN = re.compile(r"([LNRFM])(\d{1,2}),(\d{1,6}),(\d{1,6})(?:;|$)")  # what is done to which sides of a cell


def replay_lines(puzzle: Puzzle, restart: Restart, steps: list[Field], position: int) -> Puzzle:
    """The puzzle with each step as one move that leads to the same state, without steps that change nothing."""
    board = _Drawn(puzzle.grid)
    start, played = puzzle.start, 0
    moves: list[Move] = []
    for number, step in enumerate(steps, 1):
        if step.key == "RESTART":
            restart(step)
            touched = board.clear()
        else:
            touched = board.apply(step)
        if changes := tuple(board.changes(touched, step)):
            moves.append(Move(changes))
        if number == position:
            start, played = board.state(), len(moves)
    return replace(puzzle, start=start, moves=tuple(moves), position=played)


class _Drawn:
    """The lines and crosses of a board as moves change them, and as they were before the last one."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.now = bytearray(grid.size), bytearray(grid.size)  # the lines, and the crosses
        self.before = bytearray(grid.size), bytearray(grid.size)

    def state(self) -> State:
        """The position now."""
        lines, crosses = map(bytes, self.now)
        return State(lines, bytes(self.grid.size), crosses)

    def clear(self) -> list[int]:
        """Take all lines and crosses off; returns the cells where there were any."""
        touched = [cell for cell in range(self.grid.size) if self.now[0][cell] or self.now[1][cell]]
        for marks in self.now:
            marks[:] = bytes(len(marks))
        return touched

    def apply(self, step: Field) -> list[int]:
        """Make the changes of a step, such as `F1,0,0;F4,1,0`; returns the cells that they touch."""
        column = len(step.value) - len(step.value.removeprefix("S").removeprefix(";"))
        touched = []
        while column < len(step.value):
            found = _DRAWN.match(step.value, column)
            sides = int(found[2]) if found else 16
            if found is None or sides > 15:
                raise step.refuse("a move such as F1,0,0", shown(step.value[column:].partition(";")[0]), column)
            x, y = int(found[3]), int(found[4])
            if x >= self.grid.width or y >= self.grid.height:
                raise step.refuse(f"a cell of the {self.grid} board", shown(found[0].rstrip(";")), column)
            cell = self.grid.cell(x, y)
            self._change(found[1], cell, swap(sides))
            touched.append(cell)
            column = found.end()
        return touched

    def _change(self, verb: str, cell: int, sides: int) -> None:
        lines, crosses = self.now
        if verb == "M":
            crosses[cell] ^= sides
        elif verb == "F":
            lines[cell] ^= sides
        elif verb == "L":
            lines[cell] |= sides
        elif verb == "N":
            lines[cell] &= ~sides
        else:  # replace
            lines[cell] = sides
            crosses[cell] &= ~sides

    def changes(self, touched: list[int], step: Field) -> Iterator[Change]:
        """The edges of these cells that are not as they were; raises `PuzzleError` where a line has only one end."""
        for cell in touched:
            lines, crosses = (now[cell] ^ was[cell] for now, was in zip(self.now, self.before, strict=True))
            for side in SIDES_OF[lines | crosses]:
                other = self._beyond(cell, side, step)
                change = self._change_of(cell, side, other, step)
                for now, was in zip(self.now, self.before, strict=True):
                    was[cell] = was[cell] & ~side | now[cell] & side
                    was[other] = was[other] & ~OPPOSITE[side] | now[other] & OPPOSITE[side]
                yield change

    def _beyond(self, cell: int, side: int, step: Field) -> int:
        if not self.grid.open_sides[cell] & side:
            raise step.refuse("lines on the board", "one that leaves it")
        return self.grid.ways[side][cell]

    def _change_of(self, cell: int, side: int, other: int, step: Field) -> Change:
        ends = [bool(marks[cell] & side) for marks in self.now]
        if ends != [bool(marks[other] & OPPOSITE[side]) for marks in self.now]:
            raise step.refuse("lines that go on in the next cell", f"one that ends at {self.grid.name(cell)}")
        if all(ends):
            raise step.refuse("a line or a cross", f"both at {self.grid.name(cell)}")
        verb = "line" if ends[0] else "cross" if ends[1] else "clear"
        return Change(verb, *self.grid.place(cell), side)


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
                parts.append(f"{_LETTERS[amount]}{x},{y}")
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
