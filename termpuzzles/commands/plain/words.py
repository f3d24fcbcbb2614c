"""Cells, boards and times as words that make sense read aloud: no drawing, no glyph that a screen reader garbles."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE, SIDES, E, N, S, W
from termpuzzles.logic.explain.parts import toward

if TYPE_CHECKING:
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.model import Game, Puzzle, State

DIRECTIONS = {"up": N, "right": E, "down": S, "left": W}
SIDE_WORDS = DIRECTIONS | {"north": N, "east": E, "south": S, "west": W, "n": N, "e": E, "s": S, "w": W}

_PLACE = re.compile(r"\((\d+), (\d+)\)")
_PIECES = ("blank", "end", "", "T", "cross")


def title(game: Game) -> str:
    """The name of the game in letters that every screen reader can say and every player can type."""
    return game.title.replace("∞", "Infinity")


def place(puzzle: Puzzle, cell: int) -> str:
    """`column 3 row 4`."""
    column, row = puzzle.grid.place(cell)
    return f"column {column + 1} row {row + 1}"


def piece(mask: int) -> str:
    """The name of a tile with these lines: an end, a straight, a corner, a T."""
    number = mask.bit_count()
    if number == 2:
        return "straight" if mask in (N | S, E | W) else "corner"
    return _PIECES[number]


def spoken(sentence: str) -> str:
    """The sentence with places in the words of this mode: `(3, 4)` becomes `column 3 row 4`."""
    return _PLACE.sub(r"column \1 row \2", sentence)


def so_many(number: int, noun: str) -> str:
    """`1 tile`, `3 tiles`, `no tiles`."""
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"


def clock(seconds: float) -> str:
    """`2 minutes 5 seconds`."""
    minutes, seconds = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    parts = [(hours, "hour"), (minutes, "minute"), (seconds, "second")]
    return " ".join(so_many(number, noun) for number, noun in parts if number) or "less than a second"


def stands(puzzle: Puzzle, state: State, cell: int) -> str:
    """Describe a cell: `corner, opens up and right; pinned`, `open, line to the left`, `shaded`."""
    lines = state.lines[cell]
    if puzzle.game.shades:
        text = "shaded" if not puzzle.tiles[cell] else f"open, {_lines(lines)}"
    elif not lines:
        text = "blank"
    else:
        verb = "points" if lines.bit_count() == 1 else "runs" if piece(lines) == "straight" else "opens"
        text = f"{piece(lines)}, {verb} {toward(lines)}"
    return "; ".join([text, *_marks(puzzle, state, cell)])


def _lines(mask: int) -> str:
    if not mask:
        return "no lines"
    return f"{'line' if mask.bit_count() == 1 else 'lines'} {toward(mask)}"


def _marks(puzzle: Puzzle, state: State, cell: int) -> list[str]:
    marks = ["pinned"] if state.pins[cell] else []
    drawn, crossed = state.notes[cell] >> 4, state.notes[cell] & 15
    if drawn:
        marks.append(f"noted: a line {toward(drawn)}")
    if crossed:
        cross = "a cross" if crossed.bit_count() == 1 else "crosses"
        marks.append(f"{cross if puzzle.game.draws else 'noted: no line'} {toward(crossed)}")
    return marks


def closed_sides(puzzle: Puzzle, cell: int) -> list[str]:
    """The borders and walls at the cell: `the border up`, `a wall to the right`."""
    column, row = puzzle.grid.place(cell)
    closed = 15 & ~puzzle.grid.open_sides[cell]
    rim = (N if row == 0 else 0) | (S if row == puzzle.grid.height - 1 else 0)
    rim |= (W if column == 0 else 0) | (E if column == puzzle.grid.width - 1 else 0)
    kinds = (("the border", closed & rim), ("a wall", closed & ~rim))
    return [f"{what} {toward(mask)}" for what, mask in kinds if mask]


def meets(puzzle: Puzzle, state: State, cell: int) -> list[str]:
    """Say which of the cell's lines meet a line from beyond, and which are loose."""
    loose = met = 0
    for side in SIDES:
        if state.lines[cell] & side:
            other = puzzle.grid.ways[side][cell]
            if other >= 0 and state.lines[other] & OPPOSITE[side]:
                met |= side
            else:
                loose |= side
    return [f"{word} {toward(mask)}" for word, mask in (("joined", met), ("loose", loose)) if mask]


def spoken_heading(puzzle: Puzzle) -> str:
    """`Net, 7 by 7, wraps around; Wraparound 4`."""
    grid = puzzle.grid
    parts = [title(puzzle.game), f"{grid.width} by {grid.height}", wraps(grid)]
    parts.append(so_many(len(grid.walls), "wall") if grid.walls else "")
    return ", ".join(filter(None, parts)) + (f"; {puzzle.title}" if puzzle.title else "")


def wraps(grid: Grid) -> str:
    """Say in which directions the board wraps around; "" if it does not."""
    if grid.wrap_x and grid.wrap_y:
        return "wraps around"
    return "wraps left to right" if grid.wrap_x else "wraps top to bottom" if grid.wrap_y else ""
