"""The overview of a large board: all of it at once, the view framed; arrows move that, Enter goes there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.strip import Strip

from termpuzzles.board.survey import Survey
from termpuzzles.games.model import Puzzle, State
from termpuzzles.play.board_commands import jump
from termpuzzles.play.controller import Controller
from termpuzzles.render.ink import REVERSE
from termpuzzles.render.picture import picture_of
from termpuzzles.render.thumbnail import OnDemand, Overview, View, overview
from termpuzzles.session.open_cells import cells_to_do
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, PuzzleDialog
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.widgets.lines import Drawing
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import strips_on_demand

_SHARES = ("·░▒▓█", ".:-=#")  # signs for the settled share of a place's cells, by glyph set


class Map(Drawing):
    """Draws the whole board, with a frame around the part in view; in lines how much of each part is settled."""

    def __init__(
        self, context: Context, puzzle: Puzzle, state: State, view: Region, survey: Survey | None = None
    ) -> None:
        super().__init__(context, self._draw_board)
        self._grid = puzzle.grid
        self._picture = picture_of(puzzle, state, survey)
        self._open = cells_to_do(puzzle, state)
        self.view = view

    def _overview(self, room: Size) -> Overview:
        return overview(self._picture, self._open, View(*self.view), room.width, room.height)

    def _draw_board(self, room: Size, brush: CellPainter) -> Sequence[Strip]:
        """The board in pipes at the scale that fits, in the middle; or signs."""
        if brush.ink.pipes:
            strips: Sequence[Strip] = strips_on_demand(self._overview(room).drawn, brush)
        else:
            strips = OnDemand(-(-self._grid.height // self._scale(room)[1]), self._line)
        left, top = self._corner(len(strips), strips[0].cell_length)
        blank = Strip([Segment(" " * left, brush.palette.style("text"))])

        def below(y: int) -> Strip:
            return Strip.join([blank, strips[y - top]]) if y >= top else Strip.blank(0)

        return OnDemand(top + len(strips), below)

    def _corner(self, rows: int, columns: int) -> tuple[int, int]:
        """The column and row at which a picture of that size begins."""
        return (self.size.width - columns) // 2, (self.size.height - rows) // 2

    def _scale(self, room: Size) -> tuple[int, int]:
        """The cells of the board for one character, across and down: a character is twice as tall as wide."""
        across, down = -(-self._grid.width // max(1, room.width)), -(-self._grid.height // max(1, room.height))
        across = max(across, (down + 1) // 2)
        return across, max(down, 2 * across if across > 1 else 1)

    def _line(self, y: int) -> Strip:
        """One line of signs."""
        across, down = self._scale(self.size)
        palette, segments = self.context.palette, []
        for x in range(-(-self._grid.width // across)):
            place = Region(x * across, y * down, across, down)
            inside = place.overlaps(self.view)
            ground, signs = ("cursor", 0) if inside else ("plain", 0)
            if inside and not self.context.has_colour:
                signs = REVERSE
            segments.append(Segment(self._sign(place), palette.style("lit", ground, attributes=signs)))
        return Strip(segments)

    def _sign(self, place: Region) -> str:
        rows = range(place.y, min(place.bottom, self._grid.height))
        stop = min(place.right, self._grid.width)
        cells = len(rows) * (stop - place.x)
        still = sum(self._open[y * self._grid.width + place.x : y * self._grid.width + stop].count(1) for y in rows)
        signs = _SHARES[self.context.ascii_only]
        return signs[(cells - still) * (len(signs) - 1) // cells]

    def cell_at(self, x: int, y: int) -> tuple[int, int]:
        """The column and row of the board that are drawn at this place."""
        if self.context.ink.pipes:
            found = self._overview(self.size)
            left, top = self._corner(len(found.drawn) // 2, len(found.drawn[0]))
            column, row = found.cell_at(x - left, 2 * (y - top))
        else:
            across, down = self._scale(self.size)
            left, top = self._corner(-(-self._grid.height // down), -(-self._grid.width // across))
            column, row = (x - left) * across, (y - top) * down
        return max(0, min(self._grid.width - 1, column)), max(0, min(self._grid.height - 1, row))


class OverviewScreen(FramedScreen[int | None], PuzzleDialog[int | None]):
    """Answers with the cell to go to, or with None."""

    TITLE = "Overview"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(0,-1)", "up", id="overview.up", tooltip="Look further up"),
        Binding("down,j", "move(0,1)", "down", id="overview.down", tooltip="Look further down"),
        Binding("left,h", "move(-1,0)", "left", id="overview.left", tooltip="Look further to the left"),
        Binding("right,l", "move(1,0)", "right", id="overview.right", tooltip="Look further to the right"),
        Binding("enter,space", "go", "go there", id="overview.go", tooltip="Go there"),
        Binding("q,escape,O,f12", "dismiss(None)", "back", id="overview.leave", tooltip="Back to where you were"),
    ]

    KEYS: ClassVar[tuple[str, ...]] = ("look", "overview.go", "overview.leave")

    def __init__(
        self, context: Context, puzzle: Puzzle, state: State, view: Region, survey: Survey | None = None
    ) -> None:
        super().__init__(context)
        self._grid = puzzle.grid
        self._about = f"{puzzle.game.title} {puzzle.grid}"
        self._open = cells_to_do(puzzle, state).count(1)
        self._map = Map(context, puzzle, state, view, survey)

    def body(self) -> ComposeResult:
        """The map."""
        yield self._map

    def headline(self) -> Headline:
        """Which board it is, and how much is open."""
        return Headline("Overview", self._about, ((f"{self._open:,} open", "faint"),))

    def action_move(self, columns: int, rows: int) -> None:
        """Move the view by half of itself."""
        view, grid = self._map.view, self._grid
        x = view.x + columns * max(1, view.width // 2)
        y = view.y + rows * max(1, view.height // 2)
        x, y = max(0, min(grid.width - view.width, x)), max(0, min(grid.height - view.height, y))
        self._map.view = Region(x, y, view.width, view.height)
        self._map.draw_anew()

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

    session = controller.session
    app.push_screen(OverviewScreen(context, controller.puzzle, session.state, view, session.survey), go)
