"""The board: one scrollable view that draws the visible lines, and turns clicks into gestures."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from operator import eq

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from termpuzzles.games.model import Gesture
from termpuzzles.render.ink import SMALL, Ink, Zoom, zooms_of
from termpuzzles.render.picture import Picture
from termpuzzles.terminal.painter import ScreenMove
from termpuzzles.tui.adapter.app import TerminalApp, redraw
from termpuzzles.tui.adapter.display import plain_lines
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.geometry import ORIGIN, Axis, Geometry, largest_zoom
from termpuzzles.tui.widgets.light import RunningLight, joining
from termpuzzles.tui.widgets.mouse import COUNTING, MouseSettings, MouseTool, click_at, tool_for
from termpuzzles.tui.widgets.strips import CellPainter, RowPainter

_GAP = 3  # changed cells no further apart than this are drawn as one piece
_MOST_SPANS = 5  # pieces of one row; if there would be more, the row is drawn from the first to the last


def _no_picture() -> Picture:
    raise LookupError("a board is made with its picture")


class Board(ScrollView, can_focus=True, inherit_bindings=False):
    """Draws a picture at a zoom; cursor, zoom and scroll are its own, and no state of the puzzle is.

    A click becomes a `Gesture`, posted upward as `Asked`; the resulting picture is set from above. When the cursor has
    moved, `moved` is called at once: what is said beside the board is then drawn and sent together with the board.
    """

    picture: reactive[Picture] = reactive(_no_picture, repaint=False, always_update=True, init=False)
    """The picture to draw; a new one of the same puzzle draws only the cells that look different."""

    rulers = reactive(False)
    """Whether the columns and rows are numbered."""

    app: TerminalApp
    knows_bindings_alone = True  # no key means anything to it by itself

    class Asked(Message):
        """The player asks for something at a cell."""

        def __init__(self, gesture: Gesture) -> None:
            self.gesture = gesture
            super().__init__()

    def __init__(self, picture: Picture, ink: Ink, palette: Palette) -> None:
        super().__init__()
        self.set_reactive(Board.picture, picture)
        self.palette = palette
        self._cell_painter = CellPainter(ink, palette)
        self.cursor = 0
        self.moved: Callable[[], object] = lambda: None
        self._zoom = SMALL
        self._slid = ORIGIN  # characters by which the view has moved along an axis that wraps
        self._drawn = ORIGIN  # where the view began when it was drawn last
        self._shift = ORIGIN  # the first cell on an axis that wraps and fits
        self.light = RunningLight(lambda: self.app, self._redraw_cells)
        self._row_painter: RowPainter | None = None  # while lines are drawn
        self._geometry: tuple[object, Geometry] | None = None  # with what it depends on, besides grid and zoom
        self._tool = tool_for(picture)
        self.counts = False  # whether clicks paint a region
        self._held: int | None = None  # while a button is down: the last cell under the mouse
        self.manner = MouseSettings()
        self._set_virtual_size()

    def set_ink(self, ink: Ink) -> None:
        """Draw with this ink from now on, in the colours that the palette has now, and at a zoom that it has."""
        self._cell_painter = CellPainter(ink, self.palette)
        self.zoom = self.zooms[min(self._zoom.number, len(self.zooms)) - 1]

    @property
    def zooms(self) -> tuple[Zoom, ...]:
        """The zooms at which the board can be drawn."""
        return zooms_of(self._cell_painter.ink)

    @property
    def geometry(self) -> Geometry:
        """Where the cells are drawn now; kept until what it depends on changes."""
        bars = self.show_vertical_scrollbar, self.show_horizontal_scrollbar
        state = (self.cursor, self.region.size, bars, self.scroll_offset, self._slid, self._shift)
        if self._geometry is None or self._geometry[0] != state:
            self._geometry = state, self._find_geometry()
        return self._geometry[1]

    def _find_geometry(self) -> Geometry:
        grid = self.picture.grid
        scroll = Offset(
            *(
                slid if wraps else scrolled
                for wraps, slid, scrolled in zip(grid.surface, self._slid, self.scroll_offset, strict=True)
            )
        )
        found = Geometry.of(grid, self._zoom, self.scrollable_content_region.size, scroll, self._shift)
        return found.homed(self.cursor)

    def _set_virtual_size(self) -> None:
        """Set the scroll bars for the axes that do not wrap; the others go on without end."""
        self._geometry = None
        grid, size = self.picture.grid, Geometry.of(self.picture.grid, self._zoom, Size(0, 0)).size
        self.virtual_size = Size(0 if grid.surface.across else size.width, 0 if grid.surface.down else size.height)

    @property
    def zoom(self) -> Zoom:
        """The zoom at which the board is drawn."""
        return self._zoom

    @zoom.setter
    def zoom(self, zoom: Zoom) -> None:
        if zoom is not self._zoom:
            self._zoom = zoom
            self._set_virtual_size()
            self.reveal(self.cursor)
            self.refresh()

    def on_resize(self) -> None:
        """Keep the cursor in view in a smaller window."""
        self.reveal(self.cursor)

    @property
    def terminal_cursor(self) -> Offset:
        """The place on the screen of the middle of the cell at the cursor."""
        region, zoom = self.geometry.region(self.cursor), self._zoom
        return Offset(region.x + zoom.column, region.y + zoom.row) + self.region.offset

    def render_lines(self, crop: Region) -> list[Strip]:
        """Draw some lines of the view, finding what they share only once."""
        self._row_painter = self._make_row_painter()
        self._tell_moved(self._row_painter.geometry)
        try:
            return plain_lines(self, crop)
        finally:
            self._row_painter = None

    def _tell_moved(self, shape: Geometry) -> None:
        """Tell the terminal if the view has moved since it was drawn last."""
        now = Offset(shape.x.offset, shape.y.offset)
        before, by = self._drawn, now - self._drawn
        self._drawn = now
        if before != now:
            self.app.output.moved(ScreenMove(*self.scrollable_content_region, *by))

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        return (self._row_painter or self._make_row_painter()).line(y)

    def _make_row_painter(self) -> RowPainter:
        return RowPainter(self.picture, self.geometry, self._cell_painter, self.cursor, self.rulers, self.light.now)

    def watch_picture(self, before: Picture, picture: Picture) -> None:
        """Draw the cells whose looks differ."""
        if picture.puzzle is not before.puzzle:
            self.cursor, self._slid, self._shift = 0, ORIGIN, ORIGIN
            self._tool, self._held = tool_for(picture), None
            self.light.forget()
            self._set_virtual_size()
            self.scroll_to(0, 0, animate=False)
            self.refresh()
            return
        if before.settled != picture.settled or (self._zoom.pixels and before.hints != picture.hints):
            self.refresh()  # what a hint outlines depends on the tiles beside it, too
            return
        shape = self.geometry
        columns, rows = _seen(shape.x), _seen(shape.y)
        if before.grid.is_twisted:  # what is seen mirrored stands in another row or column
            columns, rows = range(before.grid.width), range(before.grid.height)
        spans = _changed_spans(before, picture, columns, rows)
        self._redraw([region for first, last in spans for region in shape.span(first, last)])
        if spans:
            self.light.run(joining(before, picture) if self.app.output.may_move else [])

    def _redraw(self, regions: list[Region]) -> None:
        """Redraw these regions, as far as they are in view."""
        view = Region(0, 0, *self.size)
        if seen := [region.intersection(view) for region in regions if region.overlaps(view)]:
            redraw(self, *seen)

    def place_cursor(self, cell: int) -> None:
        """Set the cursor on a cell, and scroll if it would leave the view."""
        if cell == self.cursor:
            return
        before, came_from = self.cursor, self.geometry.region(self.cursor).offset
        self.cursor = cell
        shape = self.geometry
        self._redraw([region for here in (before, cell) for region in shape.span(here, here)])
        self.reveal(cell, came_from)
        self.moved()

    def reveal(self, cell: int, near: Offset | None = None) -> None:
        """Scroll if the cell lies outside the view; if it repeats, to the one nearest to that place of the view."""
        if not self.scrollable_content_region.size:
            return
        grid = self.picture.grid
        x, y = self.geometry.revealing(cell, near)
        slid = Offset(x if grid.surface.across else 0, y if grid.surface.down else 0)
        if slid != self._slid:
            self._slid = slid
            self.refresh()
        scroll = Offset(0 if grid.surface.across else x, 0 if grid.surface.down else y)
        if scroll != self.scroll_offset:
            self.scroll_to(*scroll, animate=False)

    def _redraw_cells(self, cells: list[int]) -> None:
        """Redraw these cells, which are in ascending order."""
        width, shape = self.picture.grid.width, self.geometry
        rows = (spans_of([*row]) for _, row in groupby(cells, lambda cell: cell // width))
        self._redraw([region for row in rows for first, last in row for region in shape.span(first, last)])

    def shows(self, cell: int) -> bool:
        """Whether some part of the cell is in view."""
        return bool(self.geometry.places(cell))

    @property
    def swapped(self) -> int:
        """The sides of the cell at the cursor that are seen swapped, beyond a flipped seam: N | S, E | W or none."""
        return self.geometry.swapped(self.cursor) if self.picture.grid.is_twisted else 0

    @property
    def view(self) -> Region:
        """The columns and rows of cells in view, from the first; on a board that wraps, from the first visible one."""
        shape = self.geometry
        (left, width), (top, height) = shape.x.shown, shape.y.shown
        return Region(left, top, width, height)

    def shift(self, columns: int, rows: int) -> None:
        """Shift a board that wraps by this many cells; if it does not fit, move the view."""
        grid, shape = self.picture.grid, self.geometry
        by = Offset(columns, rows)
        around = [size * seam for size, seam in zip((grid.width, grid.height), grid.surface, strict=True)]
        # That is twice the size where a seam is flipped, and 0 where there is none, which shifts nothing.
        first = Offset(*((now + more) % (most or 1) for now, more, most in zip(self._shift, by, around, strict=True)))
        self._shift = Offset(first.x if shape.x.fits else 0, first.y if shape.y.fits else 0)
        step = self._zoom
        self._slid += Offset(0 if shape.x.fits else by.x * step.width, 0 if shape.y.fits else by.y * step.height)
        self.refresh()

    @property
    def _hand(self) -> MouseTool:
        return COUNTING if self.counts else self._tool

    def _ask(self, gestures: list[Gesture]) -> None:
        for gesture in gestures:
            self.post_message(self.Asked(gesture))

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Set the cursor and ask for what the button means."""
        if click := click_at(self.geometry, event):
            self.place_cursor(click.cell)
            self.capture_mouse()
            self._held = click.cell
            self._ask(self._hand.press(self.picture, click, self.manner))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """While a button is held, ask for what moving to another cell means."""
        click = click_at(self.geometry, event) if self._held is not None else None
        if click is not None and click.cell != self._held:
            self._held = click.cell
            self.place_cursor(click.cell)
            self._ask(self._hand.drag(self.picture, click))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go of what was held."""
        if self._held is not None:
            self._ask(self._hand.release(self.picture, click_at(self.geometry, event)))
        self._held = None
        self.release_mouse()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Move the view of a board that wraps; other views scroll by themselves."""
        self._wheel(event, 1)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Move the view back."""
        self._wheel(event, -1)

    def _wheel(self, event: events.MouseEvent, way: int) -> None:
        shape = self.geometry
        if shape.y.wraps and not shape.y.fits and not event.shift:
            self._slid += Offset(0, way * self._zoom.height)
            self.refresh()


def _seen(axis: Axis) -> range:
    """The visible cells along an axis, in ascending order, and the next, whose join may be visible; all if it wraps."""
    if axis.wraps:
        return range(axis.cells)
    spots = axis.visible()
    return range(spots[0].cell, min(spots[-1].cell + 2, axis.cells)) if spots else range(0)


def _changed_spans(before: Picture, after: Picture, columns: range, rows: range) -> list[tuple[int, int]]:
    """The changed cells in view as pieces (first and last cell), row by row and few, because each costs a jump."""
    width = after.grid.width
    spans: list[tuple[int, int]] = []
    for y in rows:
        start, stop = y * width + columns.start, y * width + columns.stop
        old, new = before.layers(start, stop), after.layers(start, stop)
        if old != new:
            spans += spans_of([cell for cell, same in enumerate(map(eq, zip(*old), zip(*new)), start) if not same])  # noqa: B905
    return spans


def spans_of(cells: list[int]) -> list[tuple[int, int]]:
    """Cells of one row, in ascending order, as pieces, or as one piece if there would be many."""
    spans = [(cells[0], cells[0])]
    for cell in cells[1:]:
        if cell - spans[-1][1] <= _GAP:
            spans[-1] = (spans[-1][0], cell)
        else:
            spans.append((cell, cell))
    return spans if len(spans) <= _MOST_SPANS else [(cells[0], cells[-1])]


class FittedBoard(Board):
    """A board that is always drawn as large as it fits."""

    def on_resize(self) -> None:
        """Fit anew."""
        self.fit()

    def set_ink(self, ink: Ink) -> None:
        """Fit with the zooms of this ink, too."""
        super().set_ink(ink)
        self.fit()

    def fit(self) -> None:
        """Take the largest zoom at which the whole board is seen."""
        self.zoom = largest_zoom(self.picture.grid, self.size, self.zooms) or self.zooms[0]
