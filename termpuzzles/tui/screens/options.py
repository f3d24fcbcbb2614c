"""The options: everything in `settings.toml`, and the keys; each change is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from textwrap import wrap
from typing import ClassVar, NamedTuple, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from termpuzzles.catalogue.new_board import typed_size
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.play.command_table import BY_ID
from termpuzzles.render.ink import Ink
from termpuzzles.storage.settings import OPTIONS, Option, option_named
from termpuzzles.tui.context import Context
from termpuzzles.tui.framed import ListScreen, PuzzleDialog
from termpuzzles.tui.keys import key_name, keymap, keys_of, without_twins
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.dialogs import ChoiceDialog, TextDialog
from termpuzzles.tui.screens.found import NAMES
from termpuzzles.tui.screens.themes import ThemeScreen
from termpuzzles.tui.screens.value_pictures import option_values, setting_in_words, usual_value, value_of, value_strips
from termpuzzles.tui.warnings import all_warnings, key_clashes
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Drawing, Lines, Words

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
_COLUMN, _SHORT_COLUMN = 26, 25  # columns of a name; in a narrow window
_MORE = "more"
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
        Binding("q,escape,o", "dismiss(None)", "back", id="options.leave", tooltip="Back to where you were"),
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
        many = "all its values" if len(option_values(self.context, value)) > 2 else "change"
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
        yield Drawing(
            self.context,
            lambda room, brush: value_strips(self.context, self.choices.value, room, self.size, brush),
            id="values",
        )
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
        """The settings that most look for, by group; or all by section, and the commands with their keys."""
        self._marked = None
        column = _SHORT_COLUMN if self.is_narrow else _COLUMN
        return every_row(self.context, column) if self._all else grouped_rows(self.context, column, self.size.height)

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
        column = _SHORT_COLUMN if self.is_narrow else _COLUMN

        def reworded(chosen: bool) -> Callable[[Option | KeyOf | str], Words]:
            return lambda row: _row(self.context, cast(Option, row), column, chosen)

        for place, chosen in ((self._marked, False), (at if isinstance(value, Option) else None, True)):
            if place is not None:
                self.choices.reword(place, reworded(chosen))
        self._marked = at if isinstance(value, Option) else None

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
        elif len(option_values(self.context, value)) > 2 and not self._is_fixed(value):
            self._ask_for(value)
        else:
            self.action_change(1)

    def _ask_for(self, option: Option) -> None:
        """Ask for one of the values of a setting."""
        by_name = {setting_in_words(value): value for value in option_values(self.context, option)}

        def keep(name: str | None) -> None:
            if name is None or not name:
                return
            try:
                self._keep(option.name, typed_size(name) if option.name == "size" else by_name.get(name, name))
            except PuzzleError as error:
                self.show_message(sentence(str(error)))

        if option.name == "theme":
            self.app.push_screen(ThemeScreen(self.context), keep)
        elif option.name == "size":
            self.app.push_screen(TextDialog(self.context, "Columns and rows, such as 17x9"), keep)
        else:
            self.app.push_screen(ChoiceDialog(self.context, f"{_name(option).capitalize()}?", [*by_name]), keep)

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
        values, value = option_values(self.context, option), value_of(self.context, option)
        at = values.index(value) if value in values else 0
        self._keep(option.name, values[(at + step) % len(values)])

    def _keep(self, name: str, value: object) -> str:
        """Set an option, show that, and say why it could not be kept; returns that, too."""
        self.context.settings[name] = value
        trouble = self.context.keep_settings()
        if name in ("theme", "glyphs", "look", "blocks"):
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
        kept = self.context.settings.get("keys")
        keys = {**(kept if isinstance(kept, dict) else {}), command.id: event.key}
        if self._keep("keys", keys):
            return
        shared = [said for said in key_clashes(keymap(self.context.settings)) if command.name in said]
        taken = f"{key_name(event.key)} is now the key for “{command.name}”."
        self.show_message(f"Note: {shared[0]}." if shared else taken)

    def action_reset(self) -> None:
        """Reset the option or command at the cursor to its default."""
        value, settings = self.choices.value, self.context.settings
        if isinstance(value, Option) and value.name not in settings.fixed:
            self._keep(value.name, usual_value(self.context, value))
        elif isinstance(value, KeyOf) and isinstance(settings.get("keys"), dict):
            self._keep("keys", {**settings["keys"], value.id: BY_ID[value.id].keys})

    def on_resize(self) -> None:
        """Wrap the sentences to the new width."""
        self.call_after_refresh(lambda: self.describe(self.choices.value))

    def wrapped(self, text: str) -> list[str]:
        """The lines of a message, broken where the window ends."""
        return wrap(text, max(_NARROWEST, self.size.width - _MARGIN), break_on_hyphens=False)


def every_row(context: Context, column: int) -> Iterator[Choice[Option | KeyOf | str]]:
    """All settings by section, and the commands with their keys."""
    for table, title in _SECTIONS.items():
        yield Choice(((f" {title}", "good"),))
        for option in OPTIONS:
            if option.table == table and option_values(context, option):
                yield Choice(_row(context, option, column), option)
    yield Choice(((" Keys", "good"), ("   Enter, then the new key", "faint")))
    chosen = keymap(context.settings)
    for command in BY_ID.values():
        keys = " ".join(without_twins([key_name(key) for key in keys_of(command, chosen)]))
        other = "*" if keys_of(command, chosen) != keys_of(command, {}) else " "
        words = ((f"  {other}{command.name:<{column}.{column}}", "text"), (keys, "lit"))
        yield Choice(words, KeyOf(command.id))


def grouped_rows(context: Context, column: int, height: int) -> Iterator[Choice[Option | KeyOf | str]]:
    """The settings that most look for, by group."""
    apart = height >= _LOW
    for title, group in _GROUPS.items():
        yield Choice(((f" {title}", "good"),))
        for option in map(option_named, group):
            yield Choice(_row(context, option, column), option)
        if apart and (title != "Keys" or height > _LOWER):
            yield Choice(((" ", "text"),))
    others = sum(bool(option_values(context, option)) for option in OPTIONS) - len(_FIRST)
    yield Choice(((" more …", "good"), (f"  {others} others, and every key", "faint")), _MORE)


def _name(option: Option) -> str:
    return NAMES.get(option.name, option.name)


def _row(context: Context, option: Option, column: int, chosen: bool = False) -> Words:
    """The name of an option, in so many columns, and its value, between arrows if it is at the cursor."""
    value, fixed = value_of(context, option), option.name in context.settings.fixed
    tone = "faint" if fixed or value is False else "lit"
    before, after = ("‹", " ›") if context.glyphs.unicode else ("<", " >")
    name = f"   {_name(option):<{column}}"
    value_words = (setting_in_words(value), tone), ("  fixed" * fixed, "faint")
    if not chosen or fixed:
        return (name, "text"), *value_words
    room = max(1, min(2, len(name) - len(name.rstrip()) - 1))  # for the arrow before it, and a blank if there is room
    return (name[: len(name) - room], "text"), (before + " " * (room - 1), "source"), *value_words, (after, "source")
