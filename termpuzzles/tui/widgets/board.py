"""The board: one scrollable view that draws the lines on the screen, and asks for what keys and clicks mean."""

from __future__ import annotations

from operator import eq

from textual import events
from textual.geometry import Offset, Region
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from termpuzzles.games.model import Gesture
from termpuzzles.render.glyph_sets import Glyphs
from termpuzzles.render.picture import PINNED, Picture
from termpuzzles.tui.theme import Palette
from termpuzzles.tui.widgets.geometry import Geometry
from termpuzzles.tui.widgets.strips import Brush, Drawer

_GAP = 3  # changed cells no further apart than this are drawn as one piece
_MOST_SPANS = 5  # pieces of one row; where there would be more, the row is drawn from the first to the last


def _no_picture() -> Picture:
    raise LookupError("a board is made with its picture")


class Board(ScrollView, can_focus=True, inherit_bindings=False):
    """Draws a picture at a zoom; cursor, zoom and scroll are its own, and no state of the puzzle is.

    A click becomes a `Gesture`, posted upward as `Asked`; the picture that comes of it is set from above.
    """

    picture: reactive[Picture] = reactive(_no_picture, repaint=False, always_update=True, init=False)
    """What is drawn; a new one of the same puzzle draws only the cells that look different."""

    class Asked(Message):
        """The player asks for something at a cell."""

        def __init__(self, gesture: Gesture) -> None:
            self.gesture = gesture
            super().__init__()

    class Moved(Message):
        """The cursor stands on another cell."""

    def __init__(self, picture: Picture, glyphs: Glyphs, palette: Palette) -> None:
        super().__init__()
        self.set_reactive(Board.picture, picture)
        self.palette = palette
        self._brush = Brush(glyphs, palette)
        self.cursor = 0
        self.geometry = Geometry(picture.grid, 2)
        self._held: tuple[int, bool] | None = None  # while the middle button pins: the cell last met, and pin or free
        self.virtual_size = self.geometry.size

    def use(self, glyphs: Glyphs) -> None:
        """Draw with these glyphs, in the colours that the palette has now."""
        self._brush = Brush(glyphs, self.palette)

    @property
    def zoom(self) -> int:
        """The zoom at which the board is drawn."""
        return self.geometry.zoom

    @zoom.setter
    def zoom(self, zoom: int) -> None:
        if zoom != self.geometry.zoom:
            self.geometry = Geometry(self.picture.grid, zoom)
            self.virtual_size = self.geometry.size
            self.reveal(self.cursor)
            self.refresh()

    def on_resize(self) -> None:
        """Keep the cursor in view in a smaller window."""
        self.reveal(self.cursor)

    @property
    def _margin(self) -> tuple[int, int]:
        """Columns and rows left free before a board that is smaller than the view."""
        room, size = self.scrollable_content_region.size, self.geometry.size
        return max(0, (room.width - size.width) // 2), max(0, (room.height - size.height) // 2)

    @property
    def terminal_cursor(self) -> Offset:
        """Where on the screen the middle of the cell at the cursor stands."""
        shape, (left, top) = self.geometry, self._margin
        column, row = shape.grid.place(self.cursor)
        x = shape.left + column * shape.cell_width + (shape.cell_width - 1) // 2
        y = shape.top + row * shape.cell_height + (shape.cell_height - 1) // 2
        return Offset(x + left, y + top) - self.scroll_offset + self.region.offset

    def render_line(self, y: int) -> Strip:
        """Draw one line of the view."""
        left, top = self._margin
        width, line = self.size.width, y - top + self.scroll_offset.y
        blank = self.palette.style("text")
        if not 0 <= line < self.geometry.size.height:
            return Strip.blank(width, blank)
        first = self.scroll_offset.x
        last = min(first + width - left, self.geometry.size.width)
        strip = Drawer(self.picture, self.geometry, self._brush, self.cursor).line(line, first, last)
        if last - first == width:
            return strip
        return Strip.join([Strip.blank(left, blank), strip, Strip.blank(max(0, width - left - last + first), blank)])

    def watch_picture(self, before: Picture, picture: Picture) -> None:
        """Draw the cells whose looks differ."""
        if picture.puzzle is not before.puzzle:
            self.cursor, self.geometry = 0, Geometry(picture.grid, self.zoom)
            self.virtual_size = self.geometry.size
            self.scroll_to(0, 0, animate=False)
            self.refresh()
            return
        spans = _changed_spans(before, picture, *self._visible())
        self._redraw([region for first, last in spans for region in self.geometry.span(first, last)])

    def _visible(self) -> tuple[range, range]:
        """The columns and rows of cells that the view shows, and on a wrapped board those shown as copies."""
        grid = self.geometry.grid
        x, y = self.scroll_offset
        columns = self.geometry.columns(x, x + self.size.width)
        rows = self.geometry.rows(y, y + self.size.height)
        return range(grid.width) if grid.wrap_x else columns, range(grid.height) if grid.wrap_y else rows

    def _redraw(self, regions: list[Region]) -> None:
        """Have these regions of the board drawn again, as far as they are in view."""
        view = Region(0, 0, *self.size)
        left, top = self._margin
        offset = (left - self.scroll_offset.x, top - self.scroll_offset.y)
        moved = (region.translate(offset) for region in regions)
        if seen := [region.intersection(view) for region in moved if region.overlaps(view)]:
            self.refresh(*seen)

    def place_cursor(self, cell: int) -> None:
        """Set the cursor on a cell, scrolling by half the view where it would leave it."""
        if cell == self.cursor:
            return
        before, self.cursor = self.cursor, cell
        self._redraw([region for here in (before, cell) for region in self.geometry.span(here, here)])
        self.reveal(self.cursor)
        self.post_message(self.Moved())

    def reveal(self, cell: int) -> None:
        """Scroll by half the view where the cell lies outside it."""
        region, room = self.geometry.region(cell), self.scrollable_content_region.size
        if not room:
            return
        x, y = self.scroll_offset
        new_x = _scrolled(x, region.x, region.right, room.width)
        new_y = _scrolled(y, region.y, region.bottom, room.height)
        if (new_x, new_y) != (x, y):
            self.scroll_to(new_x, new_y, animate=False)

    def ask(self, action: str, side: int = 0) -> None:
        """Ask, for the mouse, for something at the cursor; keys ask the screen at once, which keeps their order."""
        self.post_message(self.Asked(Gesture(action, self.cursor, side)))

    def cell_under(self, event: events.MouseEvent) -> int | None:
        """The cell under the mouse, if any."""
        return self.geometry.cell_at(*self.place_of(event))

    def place_of(self, event: events.MouseEvent) -> tuple[int, int]:
        """Where the mouse is, measured on the board as drawn."""
        left, top = self._margin
        return event.x - left + self.scroll_offset.x, event.y - top + self.scroll_offset.y

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Set the cursor and ask for what the button means."""
        cell = self.cell_under(event)
        if cell is None:
            return
        self.place_cursor(cell)
        self.capture_mouse()
        self.pressed(cell, event)

    def pressed(self, cell: int, event: events.MouseDown) -> None:
        """A button was pressed over a cell: ask for what it means."""
        if event.button == 2:
            self._held = (cell, not self.picture.look(cell).flags & PINNED)
            self.ask("pin")
        else:
            self.ask("turn back" if event.button == 3 else "turn")

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """While the middle button is held: pin, or free, each cell met as the first one was."""
        if self._held is None:
            return
        cell, pinning = self.cell_under(event), self._held[1]
        if cell is None or cell == self._held[0]:
            return
        self._held = (cell, pinning)
        self.place_cursor(cell)
        if bool(self.picture.look(cell).flags & PINNED) != pinning:
            self.ask("pin")

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Let go of what was held."""
        self._held = None
        self.release_mouse()


def _scrolled(offset: int, first: int, last: int, room: int) -> int:
    """The offset that shows `first` to `last`: as it is if they are in view, else half the view further on."""
    if first >= offset and last <= offset + room:
        return offset
    return max(0, first - room // 2)


def _changed_spans(before: Picture, after: Picture, columns: range, rows: range) -> list[tuple[int, int]]:
    """The first and last cells of all that changed in view, row by row: in few pieces, since each costs a jump."""
    width = after.grid.width
    spans: list[tuple[int, int]] = []
    for y in rows:
        start, stop = y * width + columns.start, y * width + columns.stop
        old, new = before.layers(start, stop), after.layers(start, stop)
        if old != new:
            spans += _spans([cell for cell, same in enumerate(map(eq, zip(*old), zip(*new)), start) if not same])  # noqa: B905
    return spans


def _spans(cells: list[int]) -> list[tuple[int, int]]:
    """Cells of one row, in ascending order, as pieces; as one piece where there would be many."""
    spans = [(cells[0], cells[0])]
    for cell in cells[1:]:
        if cell - spans[-1][1] <= _GAP:
            spans[-1] = (spans[-1][0], cell)
        else:
            spans.append((cell, cell))
    return spans if len(spans) <= _MOST_SPANS else [(cells[0], cells[-1])]
