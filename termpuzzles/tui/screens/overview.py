"""The overview of a large board, with the part in view marked; arrows move that, Enter goes there."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from termpuzzles.games.model import Puzzle, State
from termpuzzles.play.board_commands import jump
from termpuzzles.play.controller import Controller
from termpuzzles.render.ink import REVERSE
from termpuzzles.session.open_cells import open_cells
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import PuzzleDialog
from termpuzzles.tui.widgets.lines import Lines

_SHARES = ("·░▒▓█", ".:-=#")  # signs for the settled share of a place's cells, by glyph set


class Map(Widget):
    """Draws how much of each part of the board is settled, and the part in view."""

    def __init__(self, context: Context, puzzle: Puzzle, state: State, view: Region) -> None:
        super().__init__()
        self.context = context
        self._grid = puzzle.grid
        self._open = open_cells(puzzle, state)
        self.view = view

    def _scale(self, room: Size) -> tuple[int, int]:
        """The cells of the board for one character, across and down: a character is twice as tall as wide."""
        across = max(1, -(-self._grid.width // max(1, room.width)))
        down = max(1, -(-self._grid.height // max(1, room.height)))
        return max(across, (down + 1) // 2), max(down, 2 * across if across > 1 else 1)

    def render_line(self, y: int) -> Strip:
        """Draw one line of the map."""
        across, down = self._scale(self.size)
        palette, segments = self.context.palette, []
        for x in range(min(self.size.width, -(-self._grid.width // across))):
            if y * down < self._grid.height:
                place = Region(x * across, y * down, across, down)
                inside = place.overlaps(self.view)
                ground, signs = ("cursor", 0) if inside else ("plain", 0)
                if inside and not self.context.has_colour:
                    signs = REVERSE
                segments.append(Segment(self._sign(place), palette.style("lit", ground, attributes=signs)))
        return Strip(segments).adjust_cell_length(self.size.width, palette.style("text"))

    def _sign(self, place: Region) -> str:
        rows = range(place.y, min(place.bottom, self._grid.height))
        stop = min(place.right, self._grid.width)
        cells = len(rows) * (stop - place.x)
        still = sum(self._open[y * self._grid.width + place.x : y * self._grid.width + stop].count(1) for y in rows)
        signs = _SHARES[self.context.ascii_only]
        return signs[(cells - still) * (len(signs) - 1) // cells]

    def cell_at(self, x: int, y: int) -> tuple[int, int]:
        """The column and row of the board that are drawn at this place."""
        across, down = self._scale(self.size)
        return min(self._grid.width - 1, x * across), min(self._grid.height - 1, y * down)


class OverviewScreen(PuzzleDialog[int | None]):
    """Answers with the cell to go to, or with None."""

    CSS_PATH = "screens.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(0,-1)", "up", id="overview.up", tooltip="Look further up"),
        Binding("down,j", "move(0,1)", "down", id="overview.down", tooltip="Look further down"),
        Binding("left,h", "move(-1,0)", "left", id="overview.left", tooltip="Look further to the left"),
        Binding("right,l", "move(1,0)", "right", id="overview.right", tooltip="Look further to the right"),
        Binding("enter,space", "go", "go there", id="overview.go", tooltip="Go there"),
        Binding("q,escape,O,f12", "dismiss(None)", "back", id="overview.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context, puzzle: Puzzle, state: State, view: Region) -> None:
        super().__init__()
        self.context = context
        self._grid = puzzle.grid
        self._map = Map(context, puzzle, state, view)

    def compose(self) -> ComposeResult:
        """The map, and a line about its keys."""
        yield self._map
        yield Lines(self.context.palette, id="said")

    def on_mount(self) -> None:
        """Say what the keys do."""
        self.query_one("#said", Lines).lines = [((" ↑↓←→ move   ↵ go there   Esc back", "faint"),)]

    def action_move(self, columns: int, rows: int) -> None:
        """Move the view by half of itself."""
        view, grid = self._map.view, self._grid
        x = view.x + columns * max(1, view.width // 2)
        y = view.y + rows * max(1, view.height // 2)
        x, y = max(0, min(grid.width - view.width, x)), max(0, min(grid.height - view.height, y))
        self._map.view = Region(x, y, view.width, view.height)
        self._map.refresh()

    def action_go(self) -> None:
        """Go to the middle of the view."""
        view = self._map.view
        x, y = view.x + view.width // 2, view.y + view.height // 2
        self.dismiss(self._grid.cell(min(self._grid.width - 1, x), min(self._grid.height - 1, y)))

    def on_click(self, event: events.Click) -> None:
        """Go to the place clicked on."""
        if event.widget is self._map:
            self.dismiss(self._grid.cell(*self._map.cell_at(event.x, event.y)))


def show_overview(app: App[None], context: Context, controller: Controller, view: Region) -> None:
    """Show the whole board, and go where the player says."""

    def go(cell: int | None) -> None:
        if cell is not None:
            jump(controller, cell)

    app.push_screen(OverviewScreen(context, controller.puzzle, controller.session.state, view), go)
