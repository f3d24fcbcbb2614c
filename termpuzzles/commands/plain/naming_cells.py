"""Cells, rows and columns as a player names them: by numbers from 1, or not at all for the player's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from termpuzzles.board.grid import Grid

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle


class Refused(Exception):  # noqa: N818 - a line that cannot be understood is no error of ours
    """The player's line could not be understood; the message says what was expected."""


def cell_and_rest(grid: Grid, words: list[str], here: int) -> tuple[int, list[str]]:
    """The cell at the beginning of the words, else the player's own; and the words after it."""
    if not words or not words[0].isdecimal():
        return here, words
    if len(words) < 2 or not words[1].isdecimal():
        raise Refused("Say a column and a row, such as 3 4.")
    x, y = (int(word[:9]) for word in words[:2])
    if not (1 <= x <= grid.width and 1 <= y <= grid.height):
        raise Refused(f"The board has columns 1 to {grid.width} and rows 1 to {grid.height}.")
    return grid.cell(x - 1, y - 1), words[2:]


def row(grid: Grid, words: list[str], here: int) -> range:
    """The cells of the row with this number, or else of the player's own row."""
    y = _number(words, grid.height, "row") if words else grid.place(here)[1]
    return range(y * grid.width, (y + 1) * grid.width)


def column(grid: Grid, words: list[str], here: int) -> range:
    """The cells of the column with this number, or else of the player's own column."""
    x = _number(words, grid.width, "column") if words else grid.place(here)[0]
    return range(x, grid.size, grid.width)


def _number(words: list[str], most: int, what: str) -> int:
    """The number in the player's words, counted from 0."""
    if not words[0].isdecimal() or not 1 <= int(words[0][:9]) <= most:
        raise Refused(f"Say a {what} from 1 to {most}.")
    return int(words[0]) - 1


def playable(puzzle: Puzzle) -> list[bool]:
    """For each cell whether there is anything to do: it is open, or a tile that a turn changes."""
    if puzzle.game.shades:
        return [bool(tile) for tile in puzzle.tiles]
    return [tile not in (0, 15) for tile in puzzle.tiles]
