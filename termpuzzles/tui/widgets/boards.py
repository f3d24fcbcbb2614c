"""The two kinds of board, by what a player does on them: turn tiles, or draw lines."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from termpuzzles.board.grid import SIDES
from termpuzzles.games.model import Gesture
from termpuzzles.tui.widgets.board import Board


class TurningBoard(Board):
    """The board of a game in which tiles turn."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space,enter,d", "screen.ask('turn')", "turn", id="tile.turn", tooltip="Turn the tile clockwise"),
        Binding("a", "screen.ask('turn back')", "turn back", id="tile.back", tooltip="Turn the tile anticlockwise"),
        Binding("f", "screen.ask('turn half')", "half turn", id="tile.half", tooltip="Turn the tile half around"),
        Binding("s", "screen.ask('pin')", "pin", id="tile.pin", tooltip="Pin the tile, or free it"),
    ]


def _side_keys(kind: str, keys: str, sentence: str) -> list[BindingType]:
    sides = ("north", "west", "south", "east")
    return [
        Binding(
            key, f"screen.draw('{kind}', '{side}')", f"{kind} {side}", id=f"{kind}.{side}", tooltip=f"{sentence} {side}"
        )
        for key, side in zip(keys, sides, strict=True)
    ]


class DrawingBoard(Board):
    """The board of a game in which lines are drawn and crossed out between cells."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *_side_keys("line", "wasd", "Draw or erase the line"),
        *_side_keys("cross", "WASD", "Cross out the line"),
        Binding("space,enter", "screen.again", "repeat", id="line.again", tooltip="Repeat the last line or cross here"),
    ]

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
