"""How a board and its panel share a window of any size, and which zoom that leaves."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Size

from termpuzzles.board.grid import Grid
from termpuzzles.games.model import Puzzle
from termpuzzles.render.ink import SMALL, ZOOMS, Zoom
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.geometry import Geometry, largest_zoom
from termpuzzles.tui.widgets.panel import PANEL_WIDTH

_AROUND = 2  # rows above and below the board
NEEDED = Size(24, 8)  # the smallest window in which a board can be played


class Fit(NamedTuple):
    """The zoom, and which of board and panel are shown."""

    zoom: Zoom
    board: bool
    panel: bool


def fit(window: Size, grid: Grid, kept: Zoom | None, turned: bool, zen: bool) -> Fit | None:
    """What to show in the window; None if it is too small to play in.

    `kept` is the zoom that the player chose, `turned` whether the player wants the panel in place of the board if there
    is no room for both, `zen` whether the player wants no panel beside it.
    """
    if window.width < NEEDED.width or window.height < NEEDED.height:
        return None
    room = Size(window.width, window.height - _AROUND)
    zoom = kept or largest_zoom(grid, room) or SMALL
    width = Geometry.of(grid, zoom, room).size.width
    beside = window.width - PANEL_WIDTH
    scrolls = width > window.width and beside >= 2 * window.width // 3
    instead = turned and beside < width and not scrolls
    return Fit(zoom, not instead, instead or ((beside >= width or scrolls) and not zen))


def too_small(window: Size) -> list[str]:
    """The text in a window that is too small to play in."""
    return ["Too small:", f"{window.width}x{window.height}, needs", f"{NEEDED.width}x{NEEDED.height}."]


def zoom_key(puzzle: Puzzle, window: Size) -> str:
    """The name under which a zoom is kept: for a game, a size of board and a size of window."""
    return f"{puzzle.game.name} {puzzle.grid} in {window.width}x{window.height}"


def kept_zoom(context: Context, puzzle: Puzzle, window: Size) -> Zoom | None:
    """The zoom that the player chose for boards of this size in such a window."""
    number = context.kept_zoom(zoom_key(puzzle, window))
    return next((zoom for zoom in ZOOMS if zoom.number == number), None)
