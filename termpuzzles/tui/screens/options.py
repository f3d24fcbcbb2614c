"""The options: everything in `settings.toml`, the keys, and the themes; each change is kept at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from termpuzzles.board.survey import survey
from termpuzzles.catalogue.new_board import SIZES, typed_size
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.play.command_table import BY_ID
from termpuzzles.play.controller import BoardCommand
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Picture, hint_mark
from termpuzzles.storage.settings import OPTIONS, Option, option_named
from termpuzzles.terminal.capabilities import ColourDepth
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import FramedScreen, ListScreen, PuzzleDialog
from termpuzzles.tui.keys import key_name, keymap, keys_of, without_twins
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.dialogs import TextDialog
from termpuzzles.tui.warnings import all_warnings, key_clashes
from termpuzzles.tui.widgets.board import FittedBoard
from termpuzzles.tui.widgets.cards import Card, Cards
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Lines, Words
from termpuzzles.tui.widgets.strips import CellPainter

_SECTIONS = {"": "Looks and keys", "play": "Play", "hints": "Hints", "new": "New boards", "ssh": "Over SSH"}

_WITH_EXAMPLE = 76  # columns: in a window at least this wide a board stands beside the list and its values
_MEANING = 4  # rows of what is said of an option, at least
_NARROWEST, _MARGIN = 20, 4  # the fewest columns of a sentence, and the columns for the edge and the scrollbar


class KeyOf(NamedTuple):
    """The row of a command whose keys can be changed."""

    id: str


_FIRST = ("theme", "look", "marks", "auto-pin", "turn-then-pin", "follow", "time", "wrong-pins", "turn", "keymap")
_NAMES = {
    "glyphs": "characters",
    "keymap": "keys",
    "plain": "plain mode",
    "marks": "mark loops and mistakes",
    "auto-pin": "pin when certain",
    "turn-then-pin": "pin every turned tile",
    "time": "show the time",
    "follow": "turn what is certain",
    "wrong-pins": "show wrong pins",
    "sealed": "show sealed-off groups",
    "inside": "shade inside loops",
    "click": "a click",
    "turn": "space turns",
    "offer": "offer hints",
    "watch": "let others watch",
    "table": "daily table",
    "game": "new board: game",
    "size": "new board: size",
}  # the names of options that players read, where they differ from those in `settings.toml`
_COLUMN, _SHORT_COLUMN = 26, 24  # columns of a name; in a narrow window
_MOST_NAMED = 5  # values that are named all together
_MORE = "more"


class OptionsScreen(ListScreen[None, Option | KeyOf | str], PuzzleDialog[None]):
    """Names and values; the meaning of the one at the cursor below, beside a small board that shows it.

    Enter goes to the next value, or waits for the new key of a command. The first ten are shown until `more` is chosen.
    """

    TITLE = "Options"
    BESIDE_FROM = _WITH_EXAMPLE
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "change(-1)", "value before", id="options.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next value", id="options.after", tooltip="The next value"),
        Binding("backspace,delete", "reset", "as it was", id="options.reset", tooltip="Back to what it is by default"),
        Binding("q,escape,o", "leave", "back", id="options.leave", tooltip="Back to where you were"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("choose", "value", "options.reset", "options.leave", "app.palette")

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._waiting = ""  # the id of the command whose new key is awaited
        self._all = False

    def body(self) -> ComposeResult:
        """The list, and what the row at the cursor means."""
        yield self.choices
        yield Lines(self.context.palette, id="meaning")

    def beside(self) -> ComposeResult:
        """A small board."""
        yield FittedBoard(sample(), self.context.ink, self.context.palette)

    def set_ink(self, ink: Ink) -> None:
        """Draw the board with this ink from now on, and the list in its colours."""
        self.query_one(FittedBoard).set_ink(ink)
        self.show()

    def on_mount(self) -> None:
        """Say what could not be used."""
        self.query_one(FittedBoard).can_focus = False
        if warnings := all_warnings(self.context):
            self.show_message(warnings)

    def rows(self) -> Iterator[Choice[Option | KeyOf | str]]:
        """The first ten options, or all by section, and the commands with their keys."""
        if not self._all:
            for option in map(option_named, _FIRST):
                yield Choice(_row(self.context, option, self._column), option)
            yield Choice((("   more …", "good"),), _MORE)
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

    def describe(self, value: Option | KeyOf | str | None) -> None:
        """Explain the row at the cursor, and show a board for it."""
        words = "The other options, and all keys."
        choices: Words = ()
        if isinstance(value, KeyOf):
            words = BY_ID[value.id].sentence
        elif isinstance(value, Option):
            fixed = " (fixed in settings.toml)" if value.name in self.context.settings.fixed else ""
            words = f"{value.sentence[:1].upper()}{value.sentence[1:]}{fixed}"
            choices = _choices(self.context, value)
        lines: list[Words] = [((f" {line}", "faint"),) for line in self.wrapped(words)]
        meaning = self.query_one("#meaning", Lines)
        meaning.lines = [choices, *lines] if choices or len(lines) < _MEANING else lines
        meaning.styles.height = max(_MEANING, len(meaning.lines))
        board = self.query_one(FittedBoard)
        shown = (value.name, _value(self.context, value)) if isinstance(value, Option) else (_MORE, False)
        board.picture = example_board(*shown)

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
        else:
            self.action_change(1)

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
        beside = max(32, self.size.width // 3) if self.size.width >= _WITH_EXAMPLE else 0
        return wrap(text, max(_NARROWEST, self.size.width - beside - _MARGIN), break_on_hyphens=False)

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


def _row(context: Context, option: Option, column: int) -> Words:
    """The name of an option, in so many columns, and its value."""
    value, fixed = _value(context, option), option.name in context.settings.fixed
    name = _NAMES.get(option.name, option.name)
    tone = "faint" if fixed or value is False else "lit"
    return ((f"   {name:<{column}}", "text"), (_shown(value), tone), ("  fixed" * fixed, "faint"))


def _choices(context: Context, option: Option) -> Words:
    """The values of an option, with the one in force lit; none where they are too many for a line."""
    values, found = _values(context, option), _value(context, option)
    if len(values) > _MOST_NAMED:
        return ()
    return tuple((f" {_shown(value)} ", "lit" if value == found else "faint") for value in values)


def _shown(value: bool | str) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else value


AUTO = "auto"
# By the window: the columns of a card at least, and the rows of its board.
_CARDS = {Size(150, 46): (38, 13), Size(130, 36): (26, 9), Size(0, 0): (17, 5)}
_MOST = 40  # columns of a card
# It has lit lines, a loop, sealed-off groups and pins.
_BOARD = "# game: net\n# pins: 1,1 2,1 4,2 4,3 1,3 2,3\n┌┐╶┬╴╴\n└┘╷│┌┘\n╶╴├┤│╷\n╶╴╵└┘╵\n"


def sample() -> Picture:
    """A board that shows every state."""
    (puzzle,) = read(_BOARD)
    roles = {(2, 0): TARGET, (2, 1): BECAUSE, (4, 3): CUT_OFF, (5, 2): ASSUMED}
    hints = {puzzle.grid.cell(*place): hint_mark(role) for place, role in roles.items()}
    seen = survey(puzzle.grid, puzzle.start.lines)
    wrong = frozenset((puzzle.grid.cell(5, 3),))
    return Picture(puzzle, puzzle.start, seen, sealed_is_wrong=True, loop_is_wrong=True, hints=hints, wrong=wrong)


def example_board(name: str, value: bool | str) -> Picture:
    """A small board that shows what an option does, as far as a board can show it."""
    shown = sample()
    plain = replace(shown, hints={}, wrong=frozenset())
    pins = {"auto-pin": 9, "turn-then-pin": 9, "follow": 15}.get(name)
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
            yield Card(name, sample(), ((((name, "text"),), ()),), brush=self._brush(name))

    def _brush(self, name: str) -> CellPainter:
        """A brush in the colours of a theme."""
        context = self.context
        setting = "" if name == AUTO else name
        full = theme.theme_name(setting, context.terminal.light, context.added.themes)
        if context.terminal.colours == ColourDepth.NONE:
            full = theme.COLOURLESS
        few, added = context.has_few_colours, context.added.themes
        drawn = replace(context, theme_name=full)
        return CellPainter(drawn.ink, theme.palette(full, context.ascii_only, few, added))

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
