"""The two kinds of board, by what the mouse does on them: it turns tiles, or draws lines."""

from __future__ import annotations

from textual import events

from termpuzzles.board.grid import SIDES
from termpuzzles.games.model import Gesture
from termpuzzles.render.picture import Picture
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.board import Board


class TurningBoard(Board):
    """The board of a game in which tiles turn."""


class DrawingBoard(Board):
    """The board of a game in which lines are drawn and crossed out between cells."""

    _drawn_from: int | None = None  # while a line is dragged: the cell it has come to
    _dragged = False

    def pressed(self, cell: int, event: events.MouseDown) -> None:
        """Begin to draw from a cell, or cross out the line across its nearest side."""
        if event.button == 1:
            self._drawn_from, self._dragged = cell, False
        else:
            self.ask("cross", self.geometry.side_at(*self.place_of(event)))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """While the left button is held: draw a line from cell to cell."""
        cell, origin = self.cell_under(event), self._drawn_from
        if cell is None or origin is None or cell == origin:
            return
        ways = self.picture.grid.ways
        for side in SIDES:
            if ways[side][origin] == cell:
                self.post_message(self.Asked(Gesture("line", origin, side)))
        self._drawn_from, self._dragged = cell, True
        self.place_cursor(cell)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """A click without dragging draws the line across the nearest side."""
        if self._drawn_from is not None and not self._dragged:
            self.ask("line", self.geometry.side_at(*self.place_of(event)))
        self._drawn_from = None
        super().on_mouse_up(event)


def board_for(picture: Picture, context: Context) -> Board:
    """The board for the way in which the player acts in the picture's game."""
    kind = DrawingBoard if picture.puzzle.game.draws else TurningBoard
    return kind(picture, context.ink, context.palette)
