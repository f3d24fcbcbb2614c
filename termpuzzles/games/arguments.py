"""Whether what a public function was given is what it takes; each raises `ArgumentError` if not.

What this program hands to its own functions is right, so only the functions at the top of the package ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, TURNS
from termpuzzles.errors import ArgumentError, did_you_mean, shortened
from termpuzzles.games import named, names
from termpuzzles.games.model import Puzzle, State, Tiles

if TYPE_CHECKING:
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.model import Game

_LEAST_TURN = bytes(min(TURNS[mask]) for mask in range(16)) + bytes(240)  # the same for all turns of a tile


def as_found(given: object) -> str:
    """Something as an error shows it: `5`, `'nett'`, a State."""
    if isinstance(given, Puzzle | State):
        return f"a {type(given).__name__}"
    return shortened(repr(given))


def check_puzzle(given: object) -> None:
    """It must be a puzzle."""
    if not isinstance(given, Puzzle):
        raise ArgumentError(f"expected a Puzzle, found {as_found(given)}")


def check_text(given: object) -> None:
    """It must be text."""
    if not isinstance(given, str):
        raise ArgumentError(f"expected text, found {as_found(given)}")


def game_named(given: object) -> Game:
    """The game of that name."""
    if not isinstance(given, str) or given not in names():
        meant = did_you_mean(given, names()) if isinstance(given, str) else ""
        raise ArgumentError(f"expected one of the games {', '.join(names())}, found {as_found(given)}{meant}")
    return named(given)


def check_state(puzzle: Puzzle, given: object) -> None:
    """It must be a state of this puzzle: of its size, with its tiles, and with lines where there can be some."""
    grid = puzzle.grid
    if not isinstance(given, State):
        raise ArgumentError(f"expected a State, found {as_found(given)}")
    for name, cells in zip(given._fields, given, strict=True):
        if not isinstance(cells, bytes) or len(cells) != grid.size:
            raise ArgumentError(f"expected a byte for each of the {grid.size} cells in {name!r}, found {_size(cells)}")
    if max(given.lines) > 15 or max(given.pins) > 1:
        raise ArgumentError("expected a state with masks of sides and pins of 0 and 1, found other numbers")
    if puzzle.game.tiles is Tiles.MASKS:
        if given.lines.translate(_LEAST_TURN) != puzzle.tiles.translate(_LEAST_TURN):
            raise ArgumentError("expected a state of this puzzle, found one with other tiles")
    elif wrong := _line_to_nowhere(puzzle, given.lines):
        raise ArgumentError(f"expected a state of this puzzle, found a line at {wrong} where there can be none")


def _size(cells: object) -> str:
    return f"{len(cells)} bytes" if isinstance(cells, bytes) else as_found(cells)


def _line_to_nowhere(puzzle: Puzzle, lines: bytes) -> str:
    """The first cell with a line that the cell beyond does not have, or that no cell can have; "" if there is none."""
    grid = puzzle.grid
    drawn = [cell for cell, mask in enumerate(lines) if mask]
    is_open = puzzle.tiles if puzzle.game.shades else b"\1" * grid.size
    return next((grid.name(cell) for cell in drawn if not is_open[cell] or not _is_met(grid, lines, cell)), "")


def _is_met(grid: Grid, lines: bytes, cell: int) -> bool:
    """Whether each line of the cell is also one of the cell beyond."""
    beyond = ((side, grid.ways[side][cell]) for side in SIDES_OF[lines[cell]])
    return all(other >= 0 and lines[other] & OPPOSITE[side] for side, other in beyond)
