"""The options: everything in `settings.toml`, the keys, and the themes; each change is kept at once."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal

from termpuzzles.board.survey import survey
from termpuzzles.catalogue.new_board import SIZES, typed_size
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import read
from termpuzzles.play.command_table import BY_ID
from termpuzzles.play.controller import Command
from termpuzzles.render.ink import Ink
from termpuzzles.render.picture import ASSUMED, BECAUSE, CUT_OFF, TARGET, Picture, hint_mark
from termpuzzles.storage.settings import OPTIONS, Option
from termpuzzles.tui import theme
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import all_doubts, clashes, key_name, keymap, keys_of
from termpuzzles.tui.screen import PuzzleDialog
from termpuzzles.tui.screens.dialogs import TextDialog
from termpuzzles.tui.screens.list_screen import ListScreen
from termpuzzles.tui.widgets.board import Board
from termpuzzles.tui.widgets.choices import Choice
from termpuzzles.tui.widgets.lines import Words

_SECTIONS = {"": "Looks and keys", "play": "Play", "hints": "Hints", "new": "New boards", "ssh": "Over SSH"}

_NARROWEST, _MARGIN = 20, 3  # the fewest columns of a sentence, and the columns for the edge and the scrollbar


class KeyOf(NamedTuple):
    """The row of a command whose keys can be changed."""

    id: str


class OptionsScreen(ListScreen[None, Option | KeyOf], PuzzleDialog[None]):
    """Lists the options; Enter goes to the next value, or waits for the new key of a command."""

    HEADING = ((" Options", "good"),)
    TONE = "bad loop"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "change(-1)", "value before", id="options.before", tooltip="The value before"),
        Binding("right,l", "change(1)", "next value", id="options.after", tooltip="The next value"),
        Binding("backspace,delete", "reset", "as it was", id="options.reset", tooltip="Back to what it is by default"),
        Binding("q,escape,o", "leave", "back", id="options.leave", tooltip="Back to where you were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._waiting = ""  # the id of the command whose new key is awaited

    def on_mount(self) -> None:
        """Say what could not be used."""
        if doubts := all_doubts(self.context):
            self.say(doubts)

    def rows(self) -> Iterator[Choice[Option | KeyOf]]:
        """The options by section, and the commands with their keys."""
        for table, title in _SECTIONS.items():
            yield Choice(((f" {title}", "good"),))
            for option in OPTIONS:
                if option.table == table and self._values(option):
                    yield Choice(self._row(option), option)
        yield Choice(((" Keys", "good"), ("   Enter, then the new key", "faint")))
        chosen = keymap(self.context.settings)
        for command in BY_ID.values():
            keys = " ".join(key_name(key) for key in keys_of(command, chosen))
            other = "*" if command.id in chosen else " "
            yield Choice(
                (
                    (f"  {other}{keys:<14.14} ", "lit"),
                    (f"{command.name:<16.16} ", "text"),
                    (self._wrapped(command.sentence, 35), "faint"),
                ),
                KeyOf(command.id),
            )

    def _values(self, option: Option) -> tuple[bool | str, ...]:
        """The values that the screen offers; of the free texts only the theme has a row, as its names are known."""
        if option.name == "size":
            found = str(self.context.settings.get("size", SIZES[1]))
            return SIZES if found in SIZES else (*SIZES, found)
        return ("auto", *theme.offered(self.context.added.themes)) if option.name == "theme" else option.values

    def _row(self, option: Option) -> Words:
        value = self._value(option)
        fixed = option.name in self.context.settings.fixed
        sign = ("[x]" if value else "[ ]") if isinstance(value, bool) else f"{value}"
        words = f"{option.sentence} (fixed in settings.toml)" if fixed else option.sentence
        return ((f"   {sign:<14.14} ", "faint" if fixed else "lit"), (self._wrapped(words, 18), "text"))

    def _wrapped(self, sentence: str, before: int) -> str:
        """The sentence in as many rows as it takes, each indented by the columns before it."""
        room = max(_NARROWEST, self.size.width - before - _MARGIN)
        return ("\n" + " " * before).join(wrap(sentence, room, break_on_hyphens=False))

    def _value(self, option: Option) -> bool | str:
        usual = SIZES[1] if option.name == "size" else self._values(option)[0]
        found = self.context.settings.get(option.name, usual)
        return found if isinstance(found, bool | str) else option.default

    def choose(self, value: Option | KeyOf) -> None:
        """Go to the next value, or wait for a key."""
        if isinstance(value, KeyOf):
            self._waiting = value.id
            self.say(f"Press the new key for “{BY_ID[self._waiting].name}”; Esc leaves it as it is.")
        elif value.name == "theme" and not self._is_fixed(value):
            self.app.push_screen(ThemeScreen(self.context), self._theme_chosen)
        elif value.name == "size" and not self._is_fixed(value):
            self.app.push_screen(TextDialog("Columns and rows, such as 17x9"), self._size_chosen)
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
            self.say(str(error))

    def _is_fixed(self, option: Option) -> bool:
        """Whether the player's own file decides the option; if so, say it."""
        if option.name in self.context.settings.fixed:
            self.say(f"settings.toml says what {option.key} is.")
            return True
        return False

    def action_change(self, step: int) -> None:
        """Go to the next value of the option at the cursor, or to the one before."""
        option = self.choices.value
        if not isinstance(option, Option) or self._is_fixed(option):
            return
        values, value = self._values(option), self._value(option)
        at = values.index(value) if value in values else 0
        self._keep(option.name, values[(at + step) % len(values)])

    def _keep(self, name: str, value: object) -> None:
        self.context.settings[name] = value
        trouble = self.context.keep_settings()
        if name in ("theme", "glyphs", "look"):
            if value == "auto":
                self.context.settings.pop(name)
            self.app.terminal_changed()
        if name in ("keymap", "keys"):
            self.app.set_keymap(keymap(self.context.settings))
        self.show()
        self.say(trouble)

    def on_key(self, event: events.Key) -> None:
        """Take the new key of a command."""
        if not self._waiting:
            return
        event.stop()
        event.prevent_default()
        command, self._waiting = BY_ID[self._waiting], ""
        if event.key == "escape":
            self.say("")
            return
        self._set_key(command, event.key)

    def _set_key(self, command: Command, key: str) -> None:
        kept = self.context.settings.get("keys")
        keys = {**(kept if isinstance(kept, dict) else {}), command.id: key}
        self._keep("keys", keys)
        shared = [sentence for sentence in clashes(keymap(self.context.settings)) if command.name in sentence]
        self.say(f"Mind that {shared[0]}." if shared else f"{key_name(key)} stands for {command.name} now.")

    def action_reset(self) -> None:
        """Reset the option or command at the cursor to its default."""
        value, settings = self.choices.value, self.context.settings
        if isinstance(value, Option) and value.name not in settings.fixed:
            self._keep(value.name, self._values(value)[0])
        elif isinstance(value, KeyOf) and isinstance(settings.get("keys"), dict):
            self._keep("keys", {**settings["keys"], value.id: BY_ID[value.id].keys})

    def on_resize(self) -> None:
        """Wrap the sentences to the new width."""
        self.show()

    def wrapped(self, text: str) -> list[str]:
        """The lines of a message, broken where the window ends."""
        return wrap(text, max(_NARROWEST, self.size.width - _MARGIN))

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()


AUTO = "auto"
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


class ThemeScreen(ListScreen[str | None, str], PuzzleDialog[str | None]):
    """Answers with the setting that was chosen; without an answer the old theme comes back."""

    HEADING = ((" Theme", "good"), ("   each is shown as you go to it", "faint"))
    TONE = "bad loop"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,escape", "leave", "back", id="themes.leave", tooltip="Back, with the colours as they were"),
    ]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._before = str(context.settings.get("theme", AUTO))

    def body(self) -> ComposeResult:
        """The themes beside a board."""
        with Horizontal():
            yield self.choices
            yield Board(sample(), self.context.ink, self.context.palette)

    def begins_at(self) -> str:
        """The theme in force."""
        return self._before

    def on_mount(self) -> None:
        """Show all of the board."""
        board = self.query_one(Board)
        board.can_focus = False
        board.zoom = board.zooms[2 if self.app.size.width < 100 else 3]
        board.place_cursor(board.picture.grid.cell(1, 1))

    def rows(self) -> Iterator[Choice[str]]:
        """The themes, and whose they are."""
        added = self.context.added.themes
        yield Choice(((" auto", "text"), ("   as the terminal is", "faint")), AUTO)
        for name in theme.offered(added):
            whose = "yours" if name in added else "ours" if name in theme.OURS else "Textual's"
            yield Choice(((f" {name:<20}", "text"), (whose, "faint")), name)

    def use(self, ink: Ink) -> None:
        """Draw the board with this ink from now on."""
        for board in self.query(Board):
            board.use(ink)

    def describe(self, value: str | None) -> None:
        """Show the theme at the cursor, and say what is wrong with it."""
        if value is not None:
            self._try(value)
            made = self.context.added.themes.get(value)
            found = next(theme.troubles(*theme.derived(made)), "") if made else ""
            self.say(f"In this theme {found}." if found else "")

    def _try(self, name: str) -> None:
        if name == self.context.settings.get("theme", AUTO):
            return
        self.context.settings["theme"] = name
        if name == AUTO:
            self.context.settings.pop("theme")
        self.app.terminal_changed()

    def choose(self, value: str) -> None:
        """Keep the theme."""
        self.dismiss(value)

    def action_leave(self) -> None:
        """Go back to the theme that was in force before."""
        self._try(self._before)
        self.dismiss(None)
