"""The options: everything in `settings.toml`, the keys, and the themes; each change is kept at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import zip_longest
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.strip import Strip

from termpuzzles.board.grid import turn
from termpuzzles.board.survey import survey
from termpuzzles.catalogue.new_board import SIZES, typed_size
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.play.command_table import BY_ID
from termpuzzles.play.controller import BoardCommand
from termpuzzles.render.glyph_sets import ASCII, UNICODE
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Picture, hint_mark
from termpuzzles.storage.settings import OPTIONS, Option, option_named
from termpuzzles.terminal.capabilities import ColourDepth
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, ListScreen, PuzzleDialog
from termpuzzles.tui.keys import key_name, keymap, keys_of, without_twins
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.dialogs import ChoiceDialog, TextDialog
from termpuzzles.tui.screens.found import NAMES
from termpuzzles.tui.warnings import all_warnings, key_clashes
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words, text_strip
from termpuzzles.tui.widgets.strips import CellPainter
from termpuzzles.tui.widgets.thumbnail import thumbnail_strips

_SECTIONS = {"": "Looks and keys", "play": "Play", "hints": "Hints", "new": "New boards", "ssh": "Over SSH"}

_WITH_EXAMPLE = 76  # columns: in a window at least this wide a board stands beside the list and its values
_MEANING = 4  # rows of what is said of an option, at least
_BODY = 46  # columns of the list, where pictures stand beside it
_NARROWEST, _MARGIN = 20, 4  # the fewest columns of a sentence, and the columns for the edge and the scrollbar


class KeyOf(NamedTuple):
    """The row of a command whose keys can be changed."""

    id: str


_GROUPS = {
    "Look": ("theme", "look"),
    "Marks": ("marks", "wrong-pins", "time", "rulers"),
    "Help while you play": ("auto-pin", "turn-then-pin", "follow", "offer"),
    "Keys": ("turn", "keymap", "click"),
}
_FIRST = [name for names in _GROUPS.values() for name in names]
_COLUMN, _SHORT_COLUMN = 26, 24  # columns of a name; in a narrow window
_MORE = "more"
_FRAME = 2  # columns or rows of the frame around a picture
_SMALL, _LARGE = Size(24, 6), Size(48, 12)  # the picture of a value; in a large window
_LARGE_FROM = Size(140, 40)
_PANEL = 12  # columns of words beside the board of a theme
_LOW, _LOWER = 20, 24  # rows: in a lower window nothing parts the groups, or the last line from them


class OptionsScreen(ListScreen[None, Option | KeyOf | str], PuzzleDialog[None]):
    """Names and values; beside them a picture for each value of the row at the cursor, and what it means.

    ← and → change a value, Enter shows all of them, or waits for the new key of a command. The options that most
    players look for are shown until `more` is chosen.
    """

    TITLE = "Options"
    BESIDE_FROM = _WITH_EXAMPLE
    keeps_a_row = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "change(-1)", "value before", id="options.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next value", id="options.after", tooltip="The next value"),
        Binding("backspace,delete", "reset", "as it was", id="options.reset", tooltip="Back to what it is by default"),
        Binding("q,escape,o", "leave", "back", id="options.leave", tooltip="Back to where you were"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("choose", "value", "list.choose", "options.reset", "options.leave")

    def __init__(self, context: Context, at: str = "") -> None:
        """`at` names the option to begin at."""
        super().__init__(context)
        self._at = at
        self._waiting = ""  # the id of the command whose new key is awaited
        self._all = bool(at) and at not in _FIRST
        self._marked: int | None = None  # the row whose value stands between arrows

    @property
    def captions(self) -> Mapping[str, str]:  # type: ignore[override] # it changes
        """What the keys do at the row at the cursor."""
        value = self.choices.value
        if isinstance(value, KeyOf):
            return {"choose": "command", "value": "", "list.choose": "new key"}
        if not isinstance(value, Option):
            return {"choose": "setting", "value": "", "list.choose": "show all", "options.reset": ""}
        many = "all its values" if len(_values(self.context, value)) > 2 else "change"
        return {"choose": "setting", "list.choose": many}

    def headline(self) -> Headline:
        """The name, and that nothing need be saved."""
        return Headline("Options", state=(("" if self.is_narrow else "everything is kept at once", "faint"),))

    def body(self) -> ComposeResult:
        """The list, and in a narrow window what the row at the cursor means."""
        yield self.choices
        yield Lines(self.context.palette, id="meaning")

    def beside(self) -> ComposeResult:
        """The name of the setting, a picture for each of its values, and what it means."""
        yield Lines(self.context.palette, id="name")
        yield Drawing(self.context, self._draw_values, id="values")
        yield Lines(self.context.palette, id="about")

    def begins_at(self) -> Option | KeyOf | str | None:
        """The option that was looked for."""
        return option_named(self._at) if self._at else None

    def set_ink(self, ink: Ink) -> None:
        """Draw the boards with this ink from now on, and the list in its colours."""
        self.query_one("#values", Drawing).draw_anew()
        self.show()

    def on_mount(self) -> None:
        """Say what could not be used."""
        if warnings := all_warnings(self.context):
            self.show_message(warnings)

    def rows(self) -> Iterator[Choice[Option | KeyOf | str]]:
        """The options that most look for, by group; or all by section, and the commands with their keys."""
        if not self._all:
            yield from self._grouped_rows()
            return
        for table, title in _SECTIONS.items():
            yield Choice(((f" {title}", "good"),))
            for option in OPTIONS:
                if option.table == table and _values(self.context, option):
                    yield Choice(_row(self.context, option, self._column), option)
        yield Choice(((" Keys", "good"), ("   Enter, then the new key", "faint")))
        chosen = keymap(self.context.settings)
        for command in BY_ID.values():
            keys = " ".join(without_twins([key_name(key) for key in keys_of(command, chosen)]))
            other = "*" if keys_of(command, chosen) != keys_of(command, {}) else " "
            words = ((f"  {other}{command.name:<{self._column}.{self._column}}", "text"), (keys, "lit"))
            yield Choice(words, KeyOf(command.id))

    def _grouped_rows(self) -> Iterator[Choice[Option | KeyOf | str]]:
        apart = self.size.height >= _LOW
        for title, group in _GROUPS.items():
            yield Choice(((f" {title}", "good"),))
            for option in map(option_named, group):
                yield Choice(_row(self.context, option, self._column), option)
            if apart and (title != "Keys" or self.size.height > _LOWER):
                yield Choice(((" ", "text"),))
        others = sum(bool(_values(self.context, option)) for option in OPTIONS) - len(_FIRST)
        yield Choice(((" more …", "good"), (f"  {others} others, and every key", "faint")), _MORE)

    def describe(self, value: Option | KeyOf | str | None) -> None:
        """Explain the row at the cursor, show its values as pictures, and mark that it can be changed."""
        words = "The other options, and all keys."
        if isinstance(value, KeyOf):
            words = BY_ID[value.id].sentence
        elif isinstance(value, Option):
            fixed = " (fixed in settings.toml)" if value.name in self.context.settings.fixed else ""
            words = f"{value.sentence[:1].upper()}{value.sentence[1:]}{fixed}"
        folded = self.size.width < _WITH_EXAMPLE
        meaning, about = self.query_one("#meaning", Lines), self.query_one("#about", Lines)
        meaning.display = folded
        below: list[Words] = [((f" {line}", "faint"),) for line in self.wrapped(words)]
        meaning.lines = below
        meaning.styles.height = max(_MEANING, len(below))
        width = max(_NARROWEST, self.size.width - _BODY - _MARGIN - 1)
        about.lines = [((line, "faint"),) for line in wrap(words, width, break_on_hyphens=False)]
        about.styles.height = len(about.lines)
        title = _name(value) if isinstance(value, Option) else BY_ID[value.id].name if isinstance(value, KeyOf) else ""
        has_room = len(title) + 2 + len(words) <= width  # for the sentence beside the name
        about.display = not has_room
        self.query_one("#name", Lines).lines = [((title, "good"), (f"  {words}" if has_room else "", "faint"))]
        self.query_one("#values", Drawing).draw_anew()
        self._mark()
        self.show_frame()

    def _mark(self) -> None:
        """Set the value of the row at the cursor, and only that, between arrows."""
        at, value = self.choices.highlighted, self.choices.value
        for place, chosen in ((self._marked, False), (at if isinstance(value, Option) else None, True)):
            if place is not None:
                self.choices.reword(place, lambda row: self._reworded(row, chosen))  # noqa: B023 - at once
        self._marked = at if isinstance(value, Option) else None

    def _reworded(self, value: Option | KeyOf | str, chosen: bool) -> Words:
        assert isinstance(value, Option)
        return _row(self.context, value, self._column, chosen)

    def show(self, at: Option | KeyOf | str | None = None) -> None:
        """Show the list as it is now."""
        self._marked = None
        super().show(at)

    def _draw_values(self, room: Size, brush: CellPainter) -> list[Strip]:
        """A picture for each value of the setting at the cursor, the one in force framed, as many as have room."""
        value = self.choices.value
        if not isinstance(value, Option):
            return []
        values, chosen = _values(self.context, value), _value(self.context, value)
        large = self.size.width >= _LARGE_FROM.width and self.size.height >= _LARGE_FROM.height
        size = _LARGE if large else _SMALL
        if value.name not in _PICTURED:
            return [_value_line(each, each == chosen, brush) for each in values]
        boxes = [self._box(value, each, each == chosen, size, brush) for each in values]
        across = max(1, room.width // (size.width + _FRAME + 1))
        down = max(1, room.height // len(boxes[0]))
        place = values.index(chosen) if chosen in values else 0
        first = max(0, min(place // across - down + 1, -(-len(boxes) // across) - down)) * across
        strips = []
        for row in range(first, min(len(boxes), first + across * down), across):
            strips += [Strip.join(parts) for parts in zip(*boxes[row : row + across], strict=True)]
        left = len(boxes) - first - across * down
        more = f"  {left} more: Enter shows all"
        return [*strips, text_strip(brush, (more, "faint"))] if left > 0 and len(values) > 2 else strips

    def _box(self, option: Option, value: bool | str, chosen: bool, size: Size, brush: CellPainter) -> list[Strip]:
        """A board that shows a value, with the value's name above it."""
        picture, drawn_by = example_board(option.name, value), brush_of(self.context, option.name, value)
        name = _shown(value) + (f": {_in_force(self.context)}" if (option.name, value) == ("theme", AUTO) else "")
        words = _panel_words(drawn_by) if option.name == "theme" and size == _LARGE else []
        board = thumbnail_strips(picture, size._replace(width=size.width - _PANEL) if words else size, drawn_by)
        if words:
            gap = Strip.blank(2, drawn_by.palette.style("text"))
            board = [Strip.join([strip, gap, word]) for strip, word in zip_longest(board, words, fillvalue=gap)]
        board = [strip.adjust_cell_length(size.width, drawn_by.palette.style("text")) for strip in board]
        blank = Strip.blank(size.width, drawn_by.palette.style("text"))
        board += [blank] * (size.height - len(board))
        return _framed(name, board, chosen, brush)

    @property
    def _column(self) -> int:
        return _SHORT_COLUMN if self.is_narrow else _COLUMN

    def choose(self, value: Option | KeyOf | str) -> None:
        """Go to the next value, wait for a key, or show the rest."""
        self._waiting = ""  # the mouse may choose another row
        if isinstance(value, str):
            self._all = True
            self.show(option_named(_FIRST[0]))
            return
        if isinstance(value, KeyOf):
            self._waiting = value.id
            self.show_message(f"Press the new key for “{BY_ID[value.id].name}”; Esc leaves it as it is.")
        elif value.name == "theme" and not self._is_fixed(value):
            self.app.push_screen(ThemeScreen(self.context), self._theme_chosen)
        elif value.name == "size" and not self._is_fixed(value):
            self.app.push_screen(TextDialog(self.context, "Columns and rows, such as 17x9"), self._size_chosen)
        elif len(values := _values(self.context, value)) > 2 and not self._is_fixed(value):
            self._choose_among(value, values)
        else:
            self.action_change(1)

    def _choose_among(self, option: Option, values: tuple[bool | str, ...]) -> None:
        """Ask for one of the values."""
        by_name = {_shown(value): value for value in values}

        def keep(name: str | None) -> None:
            if name is not None:
                self._keep(option.name, by_name[name])

        self.app.push_screen(ChoiceDialog(self.context, f"{_name(option).capitalize()}?", [*by_name]), keep)

    def _theme_chosen(self, name: str | None) -> None:
        if name is not None:
            self._keep("theme", name)

    def _size_chosen(self, text: str | None) -> None:
        try:
            if text:
                self._keep("size", typed_size(text))
        except PuzzleError as error:
            self.show_message(sentence(str(error)))

    def _is_fixed(self, option: Option) -> bool:
        """Whether the player's own file decides the option; if so, say it."""
        if option.name in self.context.settings.fixed:
            self.show_message(f"settings.toml sets {option.key}.")
            return True
        return False

    def action_change(self, step: int) -> None:
        """Go to the next value of the option at the cursor, or to the one before."""
        option = self.choices.value
        if not isinstance(option, Option) or self._is_fixed(option):
            return
        values, value = _values(self.context, option), _value(self.context, option)
        at = values.index(value) if value in values else 0
        self._keep(option.name, values[(at + step) % len(values)])

    def _keep(self, name: str, value: object) -> str:
        """Set an option, show that, and say why it could not be kept; returns that, too."""
        self.context.settings[name] = value
        trouble = self.context.keep_settings()
        if name in ("theme", "glyphs", "look"):
            if value == "auto":
                self.context.settings.pop(name)
            self.app.terminal_changed()
        if name in ("keymap", "keys"):
            self.app.set_keymap(keymap(self.context.settings))
        self.show()
        self.describe(self.choices.value)
        self.show_message(trouble)
        return trouble

    def on_key(self, event: events.Key) -> None:
        """Take the new key of a command."""
        if not self._waiting:
            return
        event.stop()
        command, self._waiting = BY_ID[self._waiting], ""
        if event.key == "escape":
            self.show_message("")
            return
        self._set_key(command, event.key)

    def _set_key(self, command: BoardCommand, key: str) -> None:
        kept = self.context.settings.get("keys")
        keys = {**(kept if isinstance(kept, dict) else {}), command.id: key}
        if self._keep("keys", keys):
            return
        shared = [sentence for sentence in key_clashes(keymap(self.context.settings)) if command.name in sentence]
        self.show_message(f"Note: {shared[0]}." if shared else f"{key_name(key)} is now the key for “{command.name}”.")

    def action_reset(self) -> None:
        """Reset the option or command at the cursor to its default."""
        value, settings = self.choices.value, self.context.settings
        if isinstance(value, Option) and value.name not in settings.fixed:
            self._keep(value.name, _usual(self.context, value))
        elif isinstance(value, KeyOf) and isinstance(settings.get("keys"), dict):
            self._keep("keys", {**settings["keys"], value.id: BY_ID[value.id].keys})

    def on_resize(self) -> None:
        """Wrap the sentences to the new width."""
        self.call_after_refresh(lambda: self.describe(self.choices.value))

    def wrapped(self, text: str) -> list[str]:
        """The lines of a message, broken where the window ends."""
        return wrap(text, max(_NARROWEST, self.size.width - _MARGIN), break_on_hyphens=False)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()


def _values(context: Context, option: Option) -> tuple[bool | str, ...]:
    """The values that the screen offers; of the free texts only the theme has a row, as its names are known."""
    if option.name == "size":
        found = str(context.settings.get("size", SIZES[1]))
        return SIZES if found in SIZES else (*SIZES, found)
    return ("auto", *theme.offered(context.added.themes)) if option.name == "theme" else option.values


def _usual(context: Context, option: Option) -> bool | str:
    return SIZES[1] if option.name == "size" else _values(context, option)[0]


def _value(context: Context, option: Option) -> bool | str:
    """The value in force."""
    found = context.settings.get(option.name, _usual(context, option))
    return found if isinstance(found, bool | str) else option.default


def _name(option: Option) -> str:
    return NAMES.get(option.name, option.name)


def _row(context: Context, option: Option, column: int, chosen: bool = False) -> Words:
    """The name of an option, in so many columns, and its value, between arrows if it is at the cursor."""
    value, fixed = _value(context, option), option.name in context.settings.fixed
    tone = "faint" if fixed or value is False else "lit"
    before, after = ("‹", " ›") if context.glyphs.unicode else ("<", " >")
    name = f"   {_name(option):<{column}}"
    shown = (_shown(value), tone), ("  fixed" * fixed, "faint")
    if not chosen or fixed:
        return (name, "text"), *shown
    room = min(2, len(name) - len(name.rstrip()))  # for the arrow before it, and a blank if there is room for both
    return (name[: len(name) - room], "text"), (before + " " * (room - 1), "source"), *shown, (after, "source")


def _shown(value: bool | str) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else value


def _value_line(value: bool | str, chosen: bool, brush: CellPainter) -> Strip:
    """A value that no picture can show."""
    sign = ("▸" if brush.ink.glyphs.unicode else ">") if chosen else " "
    return text_strip(brush, (f" {sign} ", "source"), (_shown(value), "lit" if chosen else "faint"))


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


AUTO = "auto"
# By the window: the columns of a card at least, and the rows of its board.
_CARDS = {Size(150, 46): (38, 13), Size(130, 36): (26, 9), Size(0, 0): (17, 5)}
_MOST = 40  # columns of a card
# It has lit lines, a loop, a sealed-off group, loose ends and pins.
_BOARD = "# game: net\n# pins: 3,1 4,1 5,1 3,2 4,2\n┌┐╶┬┐╷\n└┘╶┼─┘\n╶╴╶┘╷╵\n"


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
    *("theme", "look", "glyphs", "marks", "sealed", "wrong-pins", "auto-pin", "turn-then-pin", "follow", "turn"),
)


def example_board(name: str, value: bool | str) -> Picture:
    """A small board that shows what an option does, as far as a board can show it."""
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


class ThemeScreen(FramedScreen[str | None], PuzzleDialog[str | None]):
    """The themes, each with a small board in its colours; the one at the cursor is in force until another is chosen.

    Answers with the setting that was chosen; without an answer the old theme comes back.
    """

    TITLE = "Theme"
    TONE = "bad loop"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="themes.leave", tooltip="Back, with the colours as they were"),
    ]
    KEYS = ("choose", "use it", "app.palette", "themes.leave")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._before = str(context.settings.get("theme", AUTO))
        self.cards: Cards[str] = Cards(context, 0, _MOST, id="cards")

    def body(self) -> ComposeResult:
        """The themes."""
        yield self.cards

    def on_mount(self) -> None:
        """Begin at the theme in force."""
        self.cards.show(self._cards(), self._before)

    def on_resize(self) -> None:
        """Draw the boards as large as there is room for."""
        self.cards.least, self.cards.rows = next(
            card for room, card in _CARDS.items() if self.size.width >= room.width and self.size.height >= room.height
        )

    def headline(self) -> Headline:
        """The theme in force, and whose it is."""
        name, added = str(self.context.settings.get("theme", AUTO)), self.context.added.themes
        whose = "yours" if name in added else "" if name in theme.OURS else "Textual's"
        return Headline("Theme", "as the terminal" if name == AUTO else whose, ((name, "text"),))

    def _cards(self) -> Iterator[Card[str]]:
        """The themes, each with a board in its colours."""
        for name in (AUTO, *theme.offered(self.context.added.themes)):
            yield Card(name, sample(), ((((name, "text"),), ()),), brush=brush_of(self.context, "theme", name))

    def set_ink(self, ink: Ink) -> None:
        """Draw the frame in the colours in force."""
        self.show_frame()

    def on_cards_moved(self) -> None:
        """Put the theme at the cursor in force, and say what is wrong with it."""
        name = self.cards.value
        if name is not None:
            self._try(name)
            made = self.context.added.themes.get(name)
            found = next(theme.troubles(*theme.derived(made)), "") if made else ""
            self.show_message(f"In this theme {found}." if found else "")

    def on_cards_passed(self, event: Cards.Passed) -> None:
        """Stay among the cards."""
        event.stop()

    def _try(self, name: str) -> None:
        if name == self.context.settings.get("theme", AUTO):
            return
        self.context.settings["theme"] = name
        if name == AUTO:
            self.context.settings.pop("theme")
        self.app.terminal_changed()

    def on_cards_chosen(self, event: Cards.Chosen) -> None:
        """Keep the theme."""
        self.dismiss(str(event.value))

    def action_leave(self) -> None:
        """Go back to the theme that was in force before."""
        self._try(self._before)
        self.dismiss(None)
