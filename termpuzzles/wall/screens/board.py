"""The board of the Wall Game on a screen: a cursor on cells and on the sides between them, and the staged turn."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePath
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.english import sentence
from termpuzzles.render.ink import Ink
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import HIGH, STYLES, FramedScreen
from termpuzzles.tui.keys import bound_keys, keys_in_line, without_twins
from termpuzzles.tui.widgets.lines import NARROW, Drawing, Lines, Words
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.wall.game.cuts import Cuts
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import Wall, WallPosition, start
from termpuzzles.wall.match.staging import Staging
from termpuzzles.wall.picture import INNER, WallView, place_at, shortest_ways, size_of, wall_picture
from termpuzzles.wall.pixels import SHAPES, PixelShape, pixel_at, room_of
from termpuzzles.wall.screens.cursor import between_cells, moved, wall_beside
from termpuzzles.wall.screens.drawing import pixel_strips
from termpuzzles.wall.screens.help import WallHelpScreen
from termpuzzles.wall.screens.words import keys_beside, pointer, put_in_words

ENGINE = "engine"  # the group of questions to it
_PANEL, _EDGES = 28, 3  # columns of the panel beside a board with the margin of the window, and of its own margins
_BESIDE = {140: 56, 100: 36, 0: 26}  # columns of the panel, by those of the window, as in wall.tcss
_EMBLEM = (4, 3)  # files and ranks of the board that stands for the game
_ROOMY = 140  # columns of a window with a wide panel
_AROUND = 7  # rows of heading, message and keys, and of the panel below a board


class Placement(NamedTuple):
    """How a board lies in its room: its size, the columns before it, or below 0 those left of the room, and its rows
    above the room; and its shape, if it is drawn in pixels.
    """

    size: int
    left: int
    top: int
    shape: PixelShape | None = None

    def place_at(self, position: WallPosition, column: int, row: int) -> int | Wall | None:
        """The cell or slot at that column and row of the room."""
        x, y = column - self.left, row + self.top
        return pixel_at(position, self.shape, x, y) if self.shape else place_at(position, self.size, x, y)


def board_strips(view: WallView, room: Size, brush: CellPainter) -> tuple[Placement, list[Strip]]:
    """The board as large as it fits into the room, in pixels where the terminal has them; if not even the smallest
    does, what is around the cursor.
    """
    for shape in SHAPES if brush.ink.pipes else ():
        width, height = room_of(view.position, shape)
        if width <= room.width and height <= room.height:
            left, top = (room.width - width) // 2, (room.height - height) // 2
            strips = pixel_strips(view, shape, brush)
            before = Segment(" " * left, brush.palette.style("text"))
            blank = [Strip.blank(0)] * top
            return Placement(0, left, -top, shape), [*blank, *(Strip([before, *strip]) for strip in strips)]
    return _in_letters(view, room, brush)


def emblem_strips(room: Size, brush: CellPainter) -> list[Strip]:
    """A small board on which each side has its cat and its mouse."""
    return board_strips(WallView(start("standard", *_EMBLEM), {}), room, brush)[1]


def _in_letters(view: WallView, room: Size, brush: CellPainter) -> tuple[Placement, list[Strip]]:
    """The board in lines and letters, as large as it fits."""
    at = view.position
    needs = [size_of(at, size) for size in range(len(INNER))]
    size = max((n for n, (w, h) in enumerate(needs) if w <= room.width and h <= room.height), default=0)
    width, height = needs[size]
    (wide, high), cursor = INNER[size], view.cursor
    file, rank = cursor[1:] if isinstance(cursor, Wall) else at.place(cursor or 0)
    row, column = (at.height - 1 - rank) * (high + 1), 3 + file * (wide + 1)
    hidden = max(0, min(column - room.width // 2, width - room.width))
    left = max(0, (room.width - width) // 2) - hidden
    frame = Placement(size, left, max(0, min(row - room.height // 2, height - room.height)))
    before = Segment(" " * max(0, left), brush.palette.style("text"))
    rows = wall_picture(view, size, brush.ink.glyphs.unicode, brush.ink.colour)
    strips = [
        Strip([before, *(Segment(glyph.text, brush.palette.of(glyph)) for glyph in row)])
        for row in rows[frame.top : frame.top + room.height]
    ]
    return frame, [strip.crop(hidden) for strip in strips] if hidden else strips


WALL_STYLES: list[str | PurePath] = [STYLES, Path(__file__).with_name("wall.tcss")]
_NAMED_WAYS = ("left", "down", "up", "right")


class WallBoardScreen(FramedScreen[None]):
    """The board with a cursor on its cells and on the sides between them, and the turn being put together.

    A subclass gives `staging`, what is beside the board, and what sending a turn does.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        *(
            Binding(f"{way},{letter}", f"move('{way}')", way, id=f"wall.{way}", tooltip=f"Move the cursor {sense}")
            for way, letter, sense in (
                ("left", "h", "left"),
                ("down", "j", "down"),
                ("up", "k", "up"),
                ("right", "l", "right"),
            )
        ),
        *(
            Binding(
                f"{letter},shift+{way}",
                f"wall('{way}')",
                f"wall {sense}",
                id=f"wall.build_{way}",
                tooltip=f"Build or remove a wall {where}",
            )
            for way, letter, sense, where in (
                ("left", "a,H", "left", "to the left"),
                ("down", "s,J", "below", "below"),
                ("up", "w,K", "above", "above"),
                ("right", "d,L", "right", "to the right"),
            )
        ),
        Binding("enter", "put", "put", id="wall.put", tooltip="Move the piece here, or build the wall"),
        Binding("space", "send", "done", id="wall.send", tooltip="End the turn"),
        Binding("x", "slot", "walls", id="wall.slot", tooltip="Put the cursor on walls, or on cells"),
        Binding("tab", "piece", "cat or mouse", id="wall.piece", tooltip="The other piece moves next", priority=True),
        Binding("u,backspace", "back", "undo", id="wall.back", tooltip="Undo the last action of the turn"),
        Binding("p", "ways", "ways", id="wall.ways", tooltip="Show or hide the shortest way of each cat"),
        Binding("i", "advice", "best turn", id="wall.advice", tooltip="What the engine would play"),
        Binding("question_mark,f1", "help", "help", id="wall.help", tooltip="Show the rules and the keys"),
        Binding("q,escape", "leave", "back", id="wall.leave", tooltip="Leave the game; every turn is kept"),
    ]
    CSS_PATH = WALL_STYLES
    MOVES: ClassVar[tuple[str, ...]] = tuple(f"wall.{way}" for way in _NAMED_WAYS)
    TOGETHER: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "choose": MOVES,
        "wall here": tuple(f"wall.build_{way}" for way in _NAMED_WAYS),
    }
    KEYS: ClassVar[tuple[str, ...]] = (
        *("wall.put", "wall here", "wall.piece", "wall.send", "wall.back", "wall.help", "wall.leave"),
    )
    BESIDE_KEYS: ClassVar[tuple[str, ...]] = (
        *("wall.put", "wall here", "wall.piece", "wall.slot", "wall.back", "wall.ways", "wall.send"),
    )

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.cursor: int | Wall = 0
        self.mouse = False  # whether the mouse moves next
        self._frame = Placement(0, 0, 0)
        self._shows_ways = False
        self._asked_to_pass: int | None = None  # how many keys had been typed when that was asked

    def action_help(self) -> None:
        """Show the rules and the keys."""
        self.app.push_screen(WallHelpScreen(self.context, bound_keys(self)))

    @property
    @abstractmethod
    def staging(self) -> Staging:
        """The turn being put together."""

    @property
    @abstractmethod
    def may_act(self) -> bool:
        """Whether the player is to move."""

    @abstractmethod
    def send(self, turn: Turn) -> None:
        """End the turn."""

    @abstractmethod
    def panel(self) -> Iterator[Words]:
        """The lines beside the board."""

    @property
    def is_narrow(self) -> bool:
        """Whether there is no room for the panel beside the board, so that it stands below."""
        return self.size.width < self.BESIDE_FROM

    @property
    def has_few_rows(self) -> bool:
        """Whether the board leaves room for no more than a line or two below it."""
        rows = size_of(self.staging.position, 0)[1] + _AROUND
        return self.is_narrow and self.size.height < max(HIGH, rows)

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do now, at the cursor."""
        if not self.may_act:
            return {name: "" for name in ("wall.put", "wall here", "wall.piece", "wall.send", "wall.back")}
        staging, other = self.staging, "cat" if self.mouse else "mouse"
        return {
            "wall.put": put_in_words(staging, self.cursor, self.mouse),
            "wall here": "" if isinstance(self.cursor, Wall) else "wall",
            "wall.piece": "" if staging.shown.variant == "classic" else other,
            "wall.slot": "to cells" if isinstance(self.cursor, Wall) else "to walls",
            "wall.send": "pass" if staging.turn == Turn() else "end the turn",
            "wall.back": "" if staging.turn == Turn() else "undo",
        }

    def key_lines(self) -> Iterator[Words]:
        """What the keys do now, for the panel."""
        yield from keys_beside(keys_in_line(self, self.BESIDE_KEYS))

    @property
    def panel_width(self) -> int:
        """The columns of the panel, by the window: it may not be laid out yet."""
        width = self.size.width
        beside = next(columns for least, columns in _BESIDE.items() if width >= least)
        return (width if self.is_narrow else beside) - _EDGES

    @property
    def pointer(self) -> str:
        """The sign before whose turn it is."""
        return pointer(self.context.glyphs.unicode)

    def compose(self) -> ComposeResult:
        """The heading, the board and the panel."""
        self._make_room()
        yield from super().compose()

    def _make_room(self) -> None:
        """Let the panel stand beside the board only where the smallest picture of that is seen whole, else below it."""
        self.stand_beside_from(max(NARROW, size_of(self.staging.position, 0)[0] + _PANEL))
        self.set_class(self.has_few_rows, "-few")
        self.set_class(self.size.width >= _ROOMY, "-roomy")

    def body(self) -> ComposeResult:
        """The board."""
        yield Drawing(self.context, self._draw, id="wall-board")

    def beside(self) -> ComposeResult:
        """Players, clocks, the turn, and the turns so far."""
        yield Lines(self.context.palette, id="panel")

    def on_mount(self) -> None:
        """Show everything."""
        self.begin_turn()

    def on_resize(self) -> None:
        """Show as much as there is room for, which the panel knows once everything is laid out."""
        self._make_room()
        self.show()
        self.call_after_refresh(self.show)

    def begin_turn(self) -> None:
        """Put the cursor on the cat of the side to move."""
        self.mouse, self._asked_to_pass = False, None
        self._make_room()
        at = self.staging.shown
        self.cursor = at.cat(at.side)
        self.show()

    def show(self) -> None:
        """Show board, panel and heading as they are now."""
        if not self.is_ready:
            return
        self.show_frame()
        self.query_one("#wall-board", Drawing).draw_anew()
        self.query_one("#panel", Lines).lines = list(self.panel())

    def set_ink(self, ink: Ink) -> None:
        """Show the panel in these characters from now on, too."""
        super().set_ink(ink)
        self.show()

    def view(self) -> WallView:
        """The position with everything that is marked on it."""
        staging, at = self.staging, self.staging.shown
        acts = self.may_act
        targets = staging.targets(self.mouse) if acts else []
        ways = (frozenset[int](), frozenset[int]())
        if self._shows_ways:
            ways = shortest_ways(at)
        side, on_walls = at.side, isinstance(self.cursor, Wall)
        return WallView(
            at,
            {},
            staged=frozenset(staging.turn.walls),
            targets=frozenset(file * at.height + rank for file, rank in targets),
            forbidden=frozenset(Cuts(at).forbidden if acts and on_walls and staging.left else ()),
            ways=ways,
            cursor=self.cursor,
            chosen=(at.mouse(side) if self.mouse else at.cat(side)) if acts else None,
        )

    def _draw(self, room: Size, brush: CellPainter) -> list[Strip]:
        self._frame, strips = board_strips(self.view(), room, brush)
        return strips

    def on_click(self, event: events.Click) -> None:
        """Put the piece on the cell, or build the wall, that was clicked."""
        board = self.query_one("#wall-board", Drawing)
        if not self.may_act or not board.region.contains(event.screen_x, event.screen_y):
            return
        frame, corner = self._frame, board.region.offset
        found = frame.place_at(self.staging.position, event.screen_x - corner.x, event.screen_y - corner.y)
        if found is not None:
            self.cursor = found
            self.action_put()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Tab to the pieces: the panel stands below the board where there is no room beside it."""
        return False if action == "turn" else super().check_action(action, parameters)

    def action_move(self, to: str) -> None:
        """Move the cursor by a cell, or along the sides between cells."""
        self.cursor = moved(self.cursor, self.staging.position, to)
        self.show_message("")
        self.show()

    def action_slot(self) -> None:
        """From a cell to the side right of it, then above it, then back to the cell."""
        self.cursor = between_cells(self.cursor, self.staging.position)
        self.show_message("")
        self.show()

    def action_wall(self, to: str) -> None:
        """Build a wall on that side of the cursor's cell."""
        if not self._is_your_turn():
            return
        if not isinstance(self.cursor, Wall):
            wall = wall_beside(self.cursor, self.staging.position, to)
            self._show_staged(self.staging.build(wall) if wall else "the border is not a free slot")

    def action_put(self) -> None:
        """Move the piece to the cursor's cell, or build the wall at the cursor."""
        if not self._is_your_turn():
            return
        if isinstance(self.cursor, Wall):
            self._show_staged(self.staging.build(self.cursor))
            return
        at, staging = self.staging.position, self.staging
        place, side = at.place(self.cursor), at.side
        shown = staging.shown
        for mouse in (False, True):  # on a piece of one's own, Enter takes it up
            if self.cursor == (shown.mouse(side) if mouse else shown.cat(side)) and mouse != self.mouse:
                self.mouse = mouse
                self.show_message("")
                self.show()
                return
        why = staging.put(self.mouse, place)
        if why and not staging.put(not self.mouse, place):
            why, self.mouse = "", not self.mouse
        self._show_staged(why)

    def _show_staged(self, why: str) -> None:
        """Show what an action has come to: nothing to say, or why it was not legal."""
        self.show_message(sentence(why) if why else "")
        self._asked_to_pass = None
        self.show()

    def _is_your_turn(self) -> bool:
        if not self.may_act:
            self.show_message("It is not your turn.")
        return self.may_act

    def action_piece(self) -> None:
        """Let the other piece move next, and go to it."""
        at = self.staging.shown
        if at.variant == "classic":
            self.show_message("In classic, mice do not move.")
            return
        self.mouse = not self.mouse
        self.cursor = at.mouse(at.side) if self.mouse else at.cat(at.side)
        self.show_message("")
        self.show()

    def action_back(self) -> None:
        """Undo the last action of the turn."""
        self._show_staged("" if self.staging.back() else "nothing is staged")

    def action_ways(self) -> None:
        """Show or hide the shortest way of each cat."""
        self._shows_ways = not self._shows_ways
        self.show()

    def action_send(self) -> None:
        """End the turn; one without actions only if asked for twice in a row."""
        if not self._is_your_turn():
            return
        asked, typed = self._asked_to_pass, self.app.typed
        if self.staging.turn == Turn() and (asked is None or typed - asked > 1):
            self._asked_to_pass = typed
            key = without_twins(bound_keys(self)["wall.send"].keys)[0]
            self.show_message(f"Both actions are unused. {key} passes; any other key goes on with the turn.")
            return
        self.send(self.staging.turn)

    def action_advice(self) -> None:
        """Ask the engine for its turn."""
