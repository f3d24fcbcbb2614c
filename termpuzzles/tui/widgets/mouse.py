"""What the mouse does on a board: turn and pin tiles, or draw lines."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, Protocol

from textual.events import MouseEvent

from termpuzzles.board.grid import SIDES, TURNS
from termpuzzles.games.model import Gesture
from termpuzzles.play.region_commands import INTO, OUT
from termpuzzles.render.picture import PINNED, Picture
from termpuzzles.tui.widgets.geometry import Geometry

LEFT, MIDDLE, RIGHT = 1, 2, 3  # buttons


class Click(NamedTuple):
    """Where the mouse is: a cell, the nearest of its sides, the button, and whether the cell is seen mirrored there."""

    cell: int
    side: int
    button: int
    is_mirrored: bool = False


def click_at(shape: Geometry, event: MouseEvent) -> Click | None:
    """The place of the mouse on a board, if it is on the board."""
    cell = shape.cell_at(event.x, event.y)
    if cell is None:
        return None
    _, swapped = shape.shown(shape.x.spot(event.x), shape.y.spot(event.y))
    return Click(cell, shape.side_at(event.x, event.y), event.button, bool(swapped))


class MouseSettings(NamedTuple):
    """What clicks do for a player: whether they turn clockwise, and whether they turn a line to the mouse."""

    clockwise: bool = True
    orient: bool = False


class MouseTool(Protocol):
    """Turns what the mouse does into gestures; each method returns them in order."""

    def press(self, picture: Picture, click: Click, manner: MouseSettings) -> list[Gesture]:
        """The gestures when a button goes down."""

    def drag(self, picture: Picture, click: Click) -> list[Gesture]:
        """The gestures when the mouse moves while the button is down."""

    def release(self, picture: Picture, click: Click | None) -> list[Gesture]:
        """The gestures when the button goes up."""


class CountingHand:
    """Left takes the cells on its way into a region, right takes them out."""

    def press(self, picture: Picture, click: Click, manner: MouseSettings) -> list[Gesture]:
        """Take the cell in or out."""
        return self.drag(picture, click)

    def drag(self, picture: Picture, click: Click) -> list[Gesture]:
        """Take the cell in or out."""
        return [Gesture(OUT if click.button == RIGHT else INTO, click.cell)]

    def release(self, picture: Picture, click: Click | None) -> list[Gesture]:
        """Nothing."""
        return []


COUNTING = CountingHand()


class _Drag(Enum):
    """What dragging does to the tiles on its way."""

    NOTHING = "nothing"
    PIN = "pin"
    FREE = "free"


class TurningHand:
    """Left turns, right turns back, middle pins, and drags over many to pin or free them like the first."""

    def __init__(self) -> None:
        self._drag = _Drag.NOTHING

    def press(self, picture: Picture, click: Click, manner: MouseSettings) -> list[Gesture]:
        """Turn the tile, or pin it."""
        if click.button == MIDDLE:
            self._drag = _Drag.FREE if _pinned(picture, click) else _Drag.PIN
            return [Gesture("pin", click.cell)]
        if manner.orient and click.button == LEFT:
            return _oriented(picture.look(click.cell).mask, click)
        clockwise = (manner.clockwise == (click.button == LEFT)) != click.is_mirrored
        return [Gesture("turn" if clockwise else "turn back", click.cell)]

    def drag(self, picture: Picture, click: Click) -> list[Gesture]:
        """Pin or free each tile on the way like the first one."""
        wanted = _Drag.FREE if _pinned(picture, click) else _Drag.PIN
        return [Gesture("pin", click.cell)] if self._drag is wanted else []

    def release(self, picture: Picture, click: Click | None) -> list[Gesture]:
        """Let go of what was held."""
        self._drag = _Drag.NOTHING
        return []


def _pinned(picture: Picture, click: Click) -> bool:
    return bool(picture.look(click.cell).states & PINNED)


def _oriented(mask: int, click: Click) -> list[Gesture]:
    """Turn the tile by the fewest turns that give the clicked side a line, or on to another way if it has one."""
    for quarters, action in ((1, "turn"), (3, "turn back"), (2, "turn half")):
        turned = TURNS[mask][quarters]
        if turned & click.side and turned != mask:
            return [Gesture(action, click.cell)]
    return []


class DrawingHand:
    """Drags draw lines from cell to cell, and crosses with another button; a click does so across the nearest side."""

    def __init__(self) -> None:
        self._from: int | None = None  # the cell that a stroke has come to
        self._clicked: int | None = None  # the cell of a click, as long as it is none of a stroke
        self._draws = "line"

    def press(self, picture: Picture, click: Click, manner: MouseSettings) -> list[Gesture]:
        """Begin to draw lines or crosses."""
        self._from = self._clicked = click.cell
        self._draws = "line" if click.button == LEFT else "cross"
        return []

    def drag(self, picture: Picture, click: Click) -> list[Gesture]:
        """Draw on to this cell, through cells that a fast mouse has skipped."""
        if self._from is None or click.cell == self._from:
            return []
        drawn = _between(picture, self._from, click.cell)
        self._from, self._clicked = click.cell, None
        if self._draws == "line":
            return list(drawn)
        crossed = (each._replace(action="cross") for each in drawn)  # which would take back one that is there
        return [each for each in crossed if not picture.look(each.cell).notes & each.side]

    def release(self, picture: Picture, click: Click | None) -> list[Gesture]:
        """Draw the line or the cross at the nearest side after a click without dragging."""
        clicked = self._clicked
        self._from = self._clicked = None
        return [Gesture(self._draws, click.cell, click.side)] if click and clicked is not None else []


def _between(picture: Picture, cell: int, last: int) -> Iterator[Gesture]:
    """The lines of a stroke from one cell to another, along the longer way first."""
    grid = picture.grid
    while cell != last:
        (x, y), (to_x, to_y) = grid.place(cell), grid.place(last)
        right, down = to_x - x, to_y - y
        across = abs(right) >= abs(down)
        other = grid.cell(x + right // abs(right), y) if across else grid.cell(x, y + down // abs(down))
        yield from (Gesture("line", cell, side) for side in SIDES if grid.ways[side][cell] == other)
        cell = other


def tool_for(picture: Picture) -> MouseTool:
    """The tool for the controls of the picture's game."""
    return DrawingHand() if picture.puzzle.game.draws else TurningHand()
