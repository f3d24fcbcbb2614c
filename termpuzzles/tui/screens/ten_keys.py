"""The ten keys of the turning games and of the drawing games: two tiles before and after, the key, what it does."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from rich.segment import Segment
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.board.survey import survey
from termpuzzles.formats import read
from termpuzzles.games import named, names
from termpuzzles.play.command_table import BY_ID
from termpuzzles.render.picture import TARGET, Picture, hint_mark
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import key_name, keymap, keys_of, without_twins
from termpuzzles.tui.widgets.lines import Drawing, text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import thumbnail_strips

_ARROWS = "←↑↓→"


class KeyTiles(NamedTuple):
    """Two tiles: how they stand, the place of the cursor, those pinned, and what is marked."""

    text: str
    cursor: int | None = None
    pins: str = "00"
    hint: bool = False
    wrong: bool = False
    small: bool = False
    cross: bool = False


class TenthKey(NamedTuple):
    """A key: the commands that have it, what it does in few words, how in a few more, and tiles before and after."""

    commands: tuple[str, ...]
    does: str
    how: str
    before: KeyTiles
    after: KeyTiles


_CURSOR, _NONE = "move", KeyTiles("  ")
TURNING = (
    TenthKey((_CURSOR,), "move the cursor", "or h j k l, or click", KeyTiles("┌┐", 0), KeyTiles("┌┐", 1)),
    TenthKey(("tile.turn",), "turn", "a quarter, clockwise", KeyTiles("└╴", 0), KeyTiles("┌╴", 0)),
    TenthKey(
        ("tile.back", "tile.clockwise"), "turn left, right", "a half turn: twice", KeyTiles("└╴", 0), KeyTiles("┘╴", 0)
    ),
    TenthKey(("play.on",), "pin and go on", "to the next free tile", KeyTiles("┌╴", 0), KeyTiles("┌╴", 1, "10")),
    TenthKey(("tile.pin",), "pin, unpin", "a pinned tile stays", KeyTiles("┌╴"), KeyTiles("┌╴", pins="10")),
    TenthKey(("play.hint",), "a hint", "first where, then why", KeyTiles("└┐"), KeyTiles("└┐", hint=True)),
    TenthKey(
        ("play.check",),
        "check",
        "a wrong pin gets a frame",
        KeyTiles("└┐", pins="11"),
        KeyTiles("└┐", pins="11", wrong=True),
    ),
    TenthKey(("play.undo", "play.redo"), "undo, redo", "back to the start", KeyTiles("┌╴"), KeyTiles("└╴")),
    TenthKey(
        ("play.larger", "play.smaller"),
        "larger, smaller",
        "0: as large as fits",
        KeyTiles("┌╴", small=True),
        KeyTiles("┌╴"),
    ),
    TenthKey(("app.palette",), "everything else", "type what you want", _NONE, _NONE),
)
DRAWING = (
    TenthKey((_CURSOR,), "move the cursor", "or h j k l, or click", KeyTiles("╶╴", 0), KeyTiles("╶╴", 1)),
    TenthKey(
        ("line.north", "line.west", "line.south", "line.east"),
        "draw a line",
        "on that side; again erases it",
        KeyTiles("  ", 0),
        KeyTiles("╶╴", 0),
    ),
    TenthKey(("line.again",), "the same again", "at the cursor", KeyTiles("╴ ", 1), KeyTiles("╶╴", 1)),
    TenthKey(("play.on",), "go on", "to the next cell in need", KeyTiles("╶╴", 0), KeyTiles("╶╴", 1)),
    TenthKey(("line.pen",), "put the pen down", "then moving draws", KeyTiles("  ", 0), KeyTiles("╶╴", 1)),
    TenthKey(
        ("note.cross",), "no line there", "then a side: a cross", KeyTiles("  ", 0), KeyTiles("  ", 0, cross=True)
    ),
    TenthKey(("play.hint",), "a hint", "first where, then why", KeyTiles("╶╴"), KeyTiles("╶╴", hint=True)),
    TenthKey(("play.check",), "check", "a wrong line gets a frame", KeyTiles("╶╴"), KeyTiles("╶╴", wrong=True)),
    TenthKey(("play.undo", "play.redo"), "undo, redo", "back to the start", KeyTiles("╶╴"), KeyTiles("  ")),
    TenthKey(("app.palette",), "everything else", "type what you want", _NONE, _NONE),
)
_EVERYWHERE = (
    ("?", "help with this screen"),
    ("/", "find"),
    ("^p", "everything"),
    ("q", "back"),
    ("F8", "plain lines, for screen readers"),
)
_LAST = "The last line of every screen shows the keys that work there."
_LAST_SHORT = "The last line names them."
_LARGE, _TWO = 132, 70  # columns from which tiles are twice as large, and keys stand in two columns


def tabs() -> tuple[tuple[str, tuple[TenthKey, ...]], ...]:
    """The kinds of games, each by the titles of its games, with its ten keys."""
    found = []
    for draws, ten in ((False, TURNING), (True, DRAWING)):
        titles = [named(name).title for name in names() if named(name).draws == draws]
        found.append((", ".join(titles), ten))
    return tuple(found)


class TenKeys(Drawing):
    """Shows ten keys in two columns, or in one where there is no room for two; and the keys of every screen."""

    def __init__(self, context: Context, ten: tuple[TenthKey, ...]) -> None:
        super().__init__(context, self._draw_keys)
        self._ten = ten

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as it takes."""
        brush = CellPainter(self.context.ink, self.context.palette)
        return len(self._draw_keys(Size(width, 1), brush))

    def _draw_keys(self, room: Size, brush: CellPainter) -> list[Strip]:
        return ten_keys(self._ten, keymap(self.context.settings), room.width, brush)


def ten_keys(ten: tuple[TenthKey, ...], chosen: Mapping[str, str], whole: int, brush: CellPainter) -> list[Strip]:
    """The rows of ten keys, in so many columns."""
    large = whole >= _LARGE
    tile = Size(16, 4) if large else Size(8, 2)
    across = 2 if whole >= _TWO else 1
    width = whole // across
    cards = [_card(key, chosen, tile, width, large, brush) for key in ten]
    rows = -(-len(cards) // across)
    columns = [cards[at * rows : (at + 1) * rows] for at in range(across)]
    strips = []
    for each in zip_longest(*columns, fillvalue=[]):
        high = max(map(len, each))
        blank = Strip.blank(width, brush.palette.style("text"))
        parts = [[*card, *[blank] * (high - len(card))] for card in each]
        strips += [Strip.join(line) for line in zip(*parts, strict=True)]
        strips += [Strip.blank(whole, brush.palette.style("text"))] * (3 if large else 1)
    return [*strips, text_strip(brush, ("On every screen", "good")), *_everywhere(whole, brush)]


def _everywhere(width: int, brush: CellPainter) -> Iterator[Strip]:
    line: list[tuple[str, str]] = []
    for key, words in _EVERYWHERE:
        if line and sum(len(text) for text, _ in line) + len(key) + len(words) + 1 > width:
            yield text_strip(brush, *line)
            line = []
        line += [(key, "source"), (f" {words}   ", "faint")]
    yield text_strip(brush, *line)
    yield text_strip(brush, (_LAST if len(_LAST) <= width else _LAST_SHORT, "faint"))


def _card(
    key: TenthKey, chosen: Mapping[str, str], tile: Size, width: int, large: bool, brush: CellPainter
) -> list[Strip]:
    """KeyTiles before and after, and beside them the key and what it does."""
    palette = brush.palette
    arrow = " → " if brush.ink.glyphs.unicode else " > "
    before, after = (_drawn(tiles, tile, brush) for tiles in (key.before, key.after))
    words = [(f" {_keys(key, chosen)} ", "source"), (f" {key.does}", "text")]
    if large:
        words.append((f" {key.how}", "faint"))
    strips = []
    for line in range(tile.height):
        pieces = [before[line], text_strip(brush, (arrow if not line else "   ", "faint")), after[line]]
        if key.before == _NONE:
            typed = (" › hint", " show a hint", " make its move", " offer hints: on")
            pieces = [text_strip(brush, (f"{typed[line]:<{2 * tile.width + 3}}", "text" if not line else "faint"))]
        style = palette.style("source", "checker", True)
        if line == 0:
            pieces += [text_strip(brush, (" ", "text")), Strip([Segment(palette.spelled(words[0][0]), style)])]
        else:
            pieces.append(text_strip(brush, *words[line : line + 1]))
        strips.append(Strip.join(pieces).adjust_cell_length(width, palette.style("text")))
    return strips


def _keys(key: TenthKey, chosen: Mapping[str, str]) -> str:
    """The keys as a player has them."""
    if key.commands == (_CURSOR,):
        return _ARROWS
    found = []
    for name in key.commands:
        if name in BY_ID:
            found += without_twins([key_name(each) for each in keys_of(BY_ID[name], chosen)])[:1]
        else:
            found.append("^p")
    return " ".join(found)


def _drawn(tiles: KeyTiles, room: Size, brush: CellPainter) -> list[Strip]:
    blank = brush.palette.style("text")
    size = Size(8, 2) if tiles.small else room
    strips = thumbnail_strips(_picture(tiles), size, brush, cursor=tiles.cursor)
    strips = [strip.adjust_cell_length(room.width, blank) for strip in strips]
    return [*strips, *[Strip.blank(room.width, blank)] * room.height]


def _picture(tiles: KeyTiles) -> Picture:
    (puzzle,) = read(f"# game: infinity\n{_FULL}\n")
    lines = bytes(_MASKS[sign] for sign in tiles.text)
    state = puzzle.start._replace(lines=lines, pins=bytes(map(int, tiles.pins)))
    if tiles.cross:
        state = state._replace(notes=bytes((4, 1)))
    hints = {0: hint_mark(TARGET)} if tiles.hint else {}
    wrong = frozenset((0,)) if tiles.wrong else frozenset[int]()
    return Picture(puzzle, state, survey(puzzle.grid, lines), marks=False, hints=hints, wrong=wrong, steps_back=False)


_FULL = "┌┐"
_MASKS = {" ": 0, "╴": 1, "╶": 4, "└": 12, "┌": 6, "┐": 3, "┘": 9}  # the sides of each sign, as N8 E4 S2 W1
