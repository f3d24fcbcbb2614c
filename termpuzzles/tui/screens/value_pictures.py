"""A picture for each value of a setting: a small board as it would be drawn, the value in force framed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import zip_longest

from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.board.grid import E, W, turn
from termpuzzles.board.survey import survey
from termpuzzles.catalogue.new_board import SIZES
from termpuzzles.formats import read
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Picture, hint_mark
from termpuzzles.render.thumbnail import OnDemand
from termpuzzles.storage.settings import Option
from termpuzzles.terminal.capabilities import ColourDepth
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.widgets.lines import text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import thumbnail_strips

AUTO = "auto"
_FRAME = 2  # columns or rows of the frame around a picture
_SMALL, _LARGE = Size(24, 6), Size(48, 12)  # the picture of a value; in a large window
_LARGEST = Size(72, 18)  # one above the other, where there are two
_LARGE_FROM = Size(140, 40)
_PANEL = 12  # columns of words beside the board of a theme


def option_values(context: Context, option: Option) -> tuple[bool | str, ...]:
    """The values that the screen offers; of the free texts only the theme has a row, as its names are known."""
    if option.name == "size":
        found = str(context.settings.get("size", SIZES[1]))
        return SIZES if found in SIZES else (*SIZES, found)
    return ("auto", *theme.offered(context.added.themes)) if option.name == "theme" else option.values


def usual_value(context: Context, option: Option) -> bool | str:
    return SIZES[1] if option.name == "size" else option_values(context, option)[0]


def value_of(context: Context, option: Option) -> bool | str:
    """The value in force."""
    found = context.settings.get(option.name, usual_value(context, option))
    return found if isinstance(found, bool | str) else option.default


def setting_in_words(value: bool | str) -> str:
    """A value as players read it."""
    return ("on" if value else "off") if isinstance(value, bool) else value


def value_strips(context: Context, option: object, room: Size, window: Size, brush: CellPainter) -> Sequence[Strip]:
    """A picture for each value of the setting at the cursor, the one in force framed, as many as have room.

    Each is drawn when it is shown, as drawing all of them takes long.
    """
    if not isinstance(option, Option):
        return []
    values, chosen = option_values(context, option), value_of(context, option)
    large = window.width >= _LARGE_FROM.width and window.height >= _LARGE_FROM.height
    size = _LARGE if large else _SMALL
    if large and len(values) <= room.height // (_LARGEST.height + _FRAME) and room.width > _LARGEST.width + _FRAME:
        size = _LARGEST
    if option.name not in _PICTURED:
        return [_value_line(each, each == chosen, brush) for each in values]
    high, across = size.height + _FRAME, max(1, room.width // (size.width + _FRAME + 1))
    down = max(1, room.height // high)
    place = values.index(chosen) if chosen in values else 0
    first = max(0, min(place // across - down + 1, -(-len(values) // across) - down)) * across
    rows = range(first, min(len(values), first + across * down), across)
    left = len(values) - first - across * down

    @cache
    def box(place: int) -> list[Strip]:
        return _box(context, option, values[place], values[place] == chosen, size, brush)

    def strip(y: int) -> Strip:
        row, line = divmod(y, high)
        if row == len(rows):
            return text_strip(brush, (f"  {left} more: Enter shows all", "faint"))
        return Strip.join([box(place)[line] for place in range(rows[row], min(rows[row] + across, len(values)))])

    return OnDemand(len(rows) * high + (left > 0 and len(values) > 2), strip)


def _box(
    context: Context, option: Option, value: bool | str, chosen: bool, size: Size, brush: CellPainter
) -> list[Strip]:
    """A board that shows a value, with the value's name above it."""
    picture, drawn_by = example_board(option.name, value), brush_of(context, option.name, value)
    name = setting_in_words(value) + (f": {_in_force(context)}" if (option.name, value) == ("theme", AUTO) else "")
    words = _panel_words(drawn_by) if option.name == "theme" and size != _SMALL else []
    board = thumbnail_strips(picture, size._replace(width=size.width - _PANEL) if words else size, drawn_by)
    if words:
        gap = Strip.blank(2, drawn_by.palette.style("text"))
        board = [Strip.join([strip, gap, word]) for strip, word in zip_longest(board, words, fillvalue=gap)]
    board = [strip.adjust_cell_length(size.width, drawn_by.palette.style("text")) for strip in board]
    blank = Strip.blank(size.width, drawn_by.palette.style("text"))
    board += [blank] * (size.height - len(board))
    return _framed(name, board, chosen, brush)


def _value_line(value: bool | str, chosen: bool, brush: CellPainter) -> Strip:
    """A value that no picture can show."""
    sign = ("▸" if brush.ink.glyphs.unicode else ">") if chosen else " "
    return text_strip(brush, (f" {sign} ", "source"), (setting_in_words(value), "lit" if chosen else "faint"))


def _framed(name: str, board: list[Strip], chosen: bool, brush: CellPainter) -> list[Strip]:
    """A picture with its name above it: in a frame if it is chosen, else in the room of one."""
    width = board[0].cell_length
    signs = "┌─┐│└┘" if brush.ink.glyphs.unicode else "+-+|++"
    corner, line, other, side, low, last = tuple(signs if chosen else " " * len(signs))
    title = f" {name} "[:width]
    above = text_strip(brush, (corner + line, "source"), (title, "good" if chosen else "faint"))
    above = Strip.join([above, text_strip(brush, (line * (width - len(title) - 1) + other + " ", "source"))])
    edge, end = text_strip(brush, (side, "source")), text_strip(brush, (f"{side} ", "source"))
    below = text_strip(brush, (f"{low}{line * width}{last} ", "source"))
    return [above, *(Strip.join([edge, strip, end]) for strip in board), below]


def _panel_words(brush: CellPainter) -> list[Strip]:
    """A few words as they stand beside a board."""
    lines = (
        (),
        (("Net", "good"),),
        (),
        (("4:31", "text"),),
        (("1 loop", "faint"),),
        (),
        (("space", "source"), (" turn", "faint")),
    )
    return [text_strip(brush, *line) for line in lines]


def _in_force(context: Context) -> str:
    """The theme in force, by the name of its setting."""
    return next((name for name, full in theme.OURS.items() if full == context.theme_name), context.theme_name)


def brush_of(context: Context, option: str, value: bool | str) -> CellPainter:
    """A brush that draws as the terminal would with that value."""
    if option == "theme":
        return _brush_in_theme(context, str(value))
    ink = context.ink
    if option == "look" and value != AUTO:
        pipes = value == "pipes" and ink.shades and ink.glyphs.unicode
        ink = ink._replace(pipes=pipes, few=pipes and context.terminal.colours == ColourDepth.EIGHT_BIT)
    if option == "blocks" and value != AUTO:
        ink = ink._replace(fine=value == "fine")
    if option == "glyphs" and value != AUTO:
        glyphs = ASCII if value == "ascii" else UNICODE
        ink = ink._replace(glyphs=glyphs, pipes=ink.pipes and glyphs.unicode, few=ink.few and glyphs.unicode)
    return CellPainter(ink, context.palette)


def _brush_in_theme(context: Context, name: str) -> CellPainter:
    setting = "" if name == AUTO else name
    full = theme.theme_name(setting, context.terminal.light, context.added.themes)
    if context.terminal.colours == ColourDepth.NONE:
        full = theme.COLOURLESS
    few, added = context.has_few_colours, context.added.themes
    drawn = replace(context, theme_name=full)
    return CellPainter(drawn.ink, theme.palette(full, context.ascii_only, few, added))


# It has lit lines, a loop, a sealed-off group, loose ends and pins.
_BOARD = "# game: net\n# pins: 3,1 4,1 5,1 3,2 4,2\n┌┐╶┬┐╷\n└┘╶┼─┘\n╶╴╶┘╷╵\n"


# It has stones, a line through them, and crosses.
_STONES = "# game: masyu\n○..●..\n..○..○\n●...○.\n"


def stones() -> Picture:
    """A board of stones on which a line is begun."""
    (puzzle,) = read(_STONES)
    grid, lines = puzzle.grid, bytearray(puzzle.grid.size)
    for column in range(2):
        lines[grid.cell(column, 0)] |= E
        lines[grid.cell(column + 1, 0)] |= W
    state = puzzle.start._replace(lines=bytes(lines))
    return Picture(puzzle, state, survey(grid, state.lines))


def sample() -> Picture:
    """A board that shows every state."""
    (puzzle,) = read(_BOARD)
    roles = {(4, 2): TARGET, (4, 1): BECAUSE, (0, 2): CUT_OFF, (1, 2): CUT_OFF, (5, 2): ASSUMED}
    hints = {puzzle.grid.cell(*place): hint_mark(role) for place, role in roles.items()}
    seen = survey(puzzle.grid, puzzle.start.lines)
    wrong = frozenset((puzzle.grid.cell(5, 0),))
    return Picture(puzzle, puzzle.start, seen, sealed_is_wrong=True, loop_is_wrong=True, hints=hints, wrong=wrong)


# The options that a picture can show: of others the values are listed.
_PICTURED = (
    *(
        "theme",
        "look",
        "glyphs",
        "blocks",
        "marks",
        "sealed",
        "wrong-pins",
        "auto-pin",
        "turn-then-pin",
        "follow",
        "turn",
    ),
)


def example_board(name: str, value: bool | str) -> Picture:
    """A small board that shows what an option does, as far as a board can show it."""
    if name == "blocks":
        return stones()
    shown = sample()
    plain = replace(shown, hints={}, wrong=frozenset())
    pins = {"auto-pin": 9, "turn-then-pin": 9, "follow": 15}.get(name)
    if name == "turn":
        return _turned(plain, 1 if value == "clockwise" else -1)
    if name in ("theme", "look", "glyphs"):
        return shown
    if name == "marks":
        return replace(plain, marks=bool(value))
    if name == "sealed":
        return replace(plain, sealed=bool(value))
    if name == "wrong-pins":
        return replace(shown, hints={}) if value == "at once" else plain
    if pins is not None:
        state = plain.state
        pinned = bytes(cell < pins if value else pin for cell, pin in enumerate(state.pins))
        return replace(plain, state=state._replace(pins=pinned))
    return plain


def _turned(picture: Picture, quarters: int) -> Picture:
    """The board with the corner at its right turned by that many quarters."""
    grid, lines = picture.grid, bytearray(picture.state.lines)
    cell = grid.cell(5, 1)
    lines[cell] = turn(lines[cell], quarters)
    state = picture.state._replace(lines=bytes(lines))
    hints = {cell: hint_mark(TARGET)}
    return replace(picture, state=state, survey=survey(grid, state.lines), hints=hints, steps_back=False)
