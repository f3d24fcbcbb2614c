"""Which keys do what, by the bindings in force; and the keys that a player wishes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from textual.app import App
from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import format_key
from textual.screen import Screen

from termpuzzles.errors import folded
from termpuzzles.play.command_table import BY_ID, WITHOUT_PINS
from termpuzzles.play.controller import BoardCommand
from termpuzzles.storage.settings import Settings

AnyScreen = Screen[Any]

GROUPS = {
    name: Binding.Group(name)
    for name in ("move", "tile", "line", "notes", "undo", "hints", "positions", "puzzles", "view", "program")
}


def bindings(commands: Iterable[BoardCommand]) -> list[Binding]:
    """The bindings of these commands."""
    return [
        Binding(
            command.keys or f"<{command.id}>",  # Textual asks for a key, and no terminal sends this one
            command.action,
            command.name,
            id=command.id,
            tooltip=command.sentence,
            group=GROUPS[command.group],
        )
        for command in commands
    ]


# Bindings named together, in few words, beside the board; a click does the first of them. A screen adds its own.
_TOGETHER = {
    "move": ("board.west", "board.south", "board.north", "board.east"),
    "turn it": ("tile.back", "tile.clockwise"),
    "line": ("line.north", "line.west", "line.south", "line.east"),
    "note a line": ("note.cross", "note.line"),
    "undo, redo": ("play.undo", "play.redo"),
    "next, previous open": ("play.next", "play.before"),
    "zoom": ("play.larger", "play.smaller"),
    "puzzle": ("play.previous", "play.following"),
    "choose": (
        *("home.today", "cards.left", "cards.right", "cards.up", "cards.down", "list.up", "list.down"),
        *("levels.fold", "levels.unfold", "learn.fold", "learn.unfold"),
    ),
    "game": ("learn.1", "learn.2", "learn.3", "learn.4", "learn.5"),
    "use it": ("cards.choose",),
    "day": ("daily.before", "daily.after"),
    "month": ("daily.weeks", "daily.weeks_on"),
    "value": ("options.before", "options.after"),
    "look": ("overview.left", "overview.up", "overview.down", "overview.right"),
}

# The names beside the board, group by group in this order, as far as they act.
SHOWN_KEYS = (
    ("tile.turn", "turn it", "line", "line.again", "play.on", "tile.pin", "line.pen"),
    ("undo, redo", "play.hint", "play.why_not", "play.check", "play.groups"),
    ("play.help", "app.palette", "play.leave"),
)
# The changes of keymaps other than our own; a player's own keys win over them.
KEYMAPS: dict[str, dict[str, str]] = {
    "termpuzzles": {},
    "vim": {
        "play.redo": "r,ctrl+r",
        "board.first": "home,0",
        "board.last": "end,dollar_sign",
        "board.page_up": "pageup,ctrl+u",
        "board.page_down": "pagedown,ctrl+d",
        "play.before": "b",
        "play.automatic": "f3",
        "play.positions": "M",
        "play.mark": "m",
        "play.mark_named": "quotation_mark,f4",
        "play.back": "apostrophe,f6",
    },
    "tatham": {
        "tile.back": "a,enter",
        "tile.clockwise": "d",
        "tile.turn": "space",
        "play.on": "l",
        "board.east": "right",
        "play.new": "n,f5",
        "play.next": "g",
        "play.goto": "H",
        "play.jumble": "j",
        "board.south": "down",
        "play.source": "f9",
        "play.sound": "B",
    },
}


def keymap_of_preset(preset: str, own: Mapping[str, object]) -> dict[str, str]:
    """The keys of each binding whose keys differ from our own."""
    return KEYMAPS.get(preset, {}) | {name: key for name, key in own.items() if isinstance(key, str)}


_NAMES = {
    "enter": "Enter",
    "tab": "Tab",
    "backspace": "Backspace",
    "escape": "Esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}


_ARROWS = frozenset("↑↓←→")


class Bound(NamedTuple):
    """A binding in force: its keys as players read them, its name, a sentence, its group, its action and its owner.

    A function key is among the keys only if there is no other.
    """

    keys: list[str]
    name: str
    sentence: str
    group: str
    action: str
    node: DOMNode
    is_shown: bool  # in the line of keys, where that names no others


def key_name(key: str) -> str:
    """The name of the key as players read it."""
    sign = format_key(key)
    return _NAMES.get(key) or (sign if sign.isascii() else key).replace("ctrl+", "^")


def bound_keys(screen: AnyScreen) -> dict[str, Bound]:
    """The bindings that act on the screen now, by id."""
    found: dict[str, Bound] = {}
    in_force = screen.active_bindings
    others = {} if any(active.binding.id == "tile.pin" for active in in_force.values()) else WITHOUT_PINS
    for key, active in in_force.items():
        binding = active.binding
        if binding.id and not key.startswith("<"):
            group = binding.group.description if binding.group else ""
            sentence = others.get(binding.id, binding.tooltip)
            new = Bound([], binding.description, sentence, group, binding.action, active.node, binding.show)
            found.setdefault(binding.id, new).keys.append(key_name(key))
    for bound in found.values():
        bound.keys[:] = without_twins(bound.keys)
    return found


def without_twins(keys: list[str]) -> list[str]:
    """The keys but for function keys, which stand in for keys that need Shift; all if there are no others."""
    return [key for key in keys if not re.fullmatch(r"f\d+", key)] or keys


_MOVES = frozenset(
    f"{place}.{way}"
    for place, ways in {
        "list": ("down", "up", "page_down", "page_up", "first", "last"),
        "cards": ("left", "right", "up", "down", "page_up", "page_down", "first", "last"),
        "overview": ("up", "down", "left", "right"),
        "help": ("down", "up"),
        "learn": (*"0123456789", "fold", "unfold"),
        "levels": ("fold", "unfold"),
        **dict.fromkeys(("new", "options"), ("before", "after")),
    }.items()
    for way in ways
)  # bindings that only move about on a screen, or change what is at the cursor there


def palette_bindings(screen: AnyScreen) -> dict[str, Bound]:
    """The bindings in force but those that only move the cursor, which nobody looks for by name; by id."""
    own = getattr(screen, "MOVES", ())
    return {name: bound for name, bound in bound_keys(screen).items() if not (name in own or _is_only_a_key(name))}


def _is_only_a_key(name: str) -> bool:
    return name in _MOVES | {"play.next", "play.before", "app.palette", "app.leave"} or name.startswith("board.")


class ShownKey(NamedTuple):
    """An entry beside the board: the first keys of one or several bindings, their name, and the action of a click."""

    keys: str
    name: str
    action: str


def shown_keys(bound: Mapping[str, Bound]) -> list[list[ShownKey]]:
    """The entries beside the board for these bindings, group by group."""
    if "tile.pin" in bound and "play.on" in bound:
        bound = {**bound, "play.on": bound["play.on"]._replace(name="pin and go on")}
    groups = [[key for name in group if (key := _shown(name, bound, _TOGETHER))] for group in SHOWN_KEYS]
    return [group for group in groups if group]


class KeysInForce:
    """The keys in force on a screen, found when they are first asked for."""

    def __init__(self, screen: AnyScreen) -> None:
        self._screen = screen

    @cached_property
    def _bound(self) -> dict[str, Bound]:
        return bound_keys(self._screen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, KeysInForce) and self._bound == other._bound

    __hash__ = None  # type: ignore[assignment]  # as the keys change

    def of(self, name: str, usual: str = "") -> str:
        """The key of a binding: the usual one if it is among several; "" if it has none."""
        keys = self._bound[name].keys if name in self._bound else [""]
        return usual if usual in keys else keys[0]

    @cached_property
    def shown(self) -> list[list[ShownKey]]:
        """The entries beside the board."""
        return shown_keys(self._bound)


def _shown(name: str, bound: Mapping[str, Bound], together: Mapping[str, tuple[str, ...]]) -> ShownKey | None:
    """The entry of that name; None if none of its keys acts now."""
    found = [bound[part] for part in together.get(name, (name,)) if part in bound]
    if not found:
        return None
    called = name if name in together else found[0].name
    keys = [each.keys[0] for each in found]
    return ShownKey(("" if _ARROWS.issuperset(keys) else " ").join(keys), called, _for_click(found[0]))


def _for_click(bound: Bound) -> str:
    """The action in the form that a click needs, which may be made outside the widget that has the key."""
    owner = "app" if isinstance(bound.node, App) else "screen" if isinstance(bound.node, Screen) else "focused"
    return f"{owner}.{bound.action}"


def first_key(name: str, bound: Mapping[str, Bound]) -> tuple[str, str] | None:
    """The keys of an entry by its name, and a sentence about the first; None if none of its keys acts now."""
    found = [bound[part] for part in _TOGETHER.get(name, (name,)) if part in bound]
    if not found:
        return None
    return " ".join(each.keys[0] for each in found), _SENTENCES.get(name, found[0].sentence)


# Sentences for bindings that are named together.
_SENTENCES = {
    "move": "Move over the board",
    "turn it": "Turn the tile anticlockwise or clockwise",
    "line": "Draw or erase a line on that side",
    "undo, redo": "Undo a move, or redo it",
    "zoom": "Make the board larger or smaller",
}


def keys_in_line(screen: AnyScreen, names: Iterable[str]) -> list[ShownKey]:
    """The entries of these names for the line below a screen; without names those of the bindings that are shown.

    The screen's `captions` say what a key does there now, by the name of its entry; one of "" does nothing now.
    """
    bound = bound_keys(screen)
    together = _TOGETHER | getattr(screen, "TOGETHER", {})
    captions: Mapping[str, str] = getattr(screen, "captions", {})
    own = (name for name, each in bound.items() if each.is_shown)
    wanted = [name for name in names or own if captions.get(name) != ""]
    found = [(captions.get(name), _shown(name, bound, together)) for name in wanted]
    return [key._replace(name=caption or key.name) for caption, key in found if key]


def keymap(settings: Settings) -> dict[str, str]:
    """The keys of each remapped binding, by its id, and of those that have one of these keys in other games."""
    chosen = keys_chosen(settings)
    return _sharing(chosen) | chosen


def keys_chosen(settings: Settings) -> dict[str, str]:
    """The keys of each binding whose keys differ from our own, by the keymap and the keys that are set."""
    own = settings.get("keys")
    named = {_command_id(name): _key_names(keys) for name, keys in own.items()} if isinstance(own, dict) else {}
    return keymap_of_preset(str(settings.get("keymap")), named)


def _command_id(name: str) -> str:
    """The id of a command that is named by its id or its title, as the Options screen and the palette show it."""
    found = [] if name in BY_ID else [each.id for each in BY_ID.values() if folded(each.name) == folded(name)]
    return found[0] if len(found) == 1 else name


def _key_names(keys: object) -> object:
    """The keys by the names that the app has for them: `Esc`, `PgUp` and `Ctrl+Z` are escape, pageup and ctrl+z."""
    if not isinstance(keys, str):
        return keys
    names = [key.strip() for key in keys.split(",")] if len(keys) > 1 else [keys]
    return ",".join(key if len(key) < 2 else _SPELT.get(key.lower(), key.lower()) for key in names)


_SPELT = {"esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "return": "enter", "del": "delete", "ins": "insert"}


def _sharing(chosen: Mapping[str, str]) -> dict[str, str]:
    """The usual keys of commands in other games than those remapped: Textual takes a key from all who have it."""
    found = {}
    for name in chosen.keys() & BY_ID.keys():
        changed = BY_ID[name]
        touched = {*keys_of(changed, {}), *keys_of(changed, chosen)}
        for other in BY_ID.values():
            if (
                other.id not in chosen
                and touched & {*keys_of(other, {})}
                and not {*other.controls} & {*changed.controls}
            ):
                found[other.id] = other.keys
    return found


def keys_of(command: BoardCommand, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """The keys in force for a command."""
    return tuple(key.strip() for key in chosen.get(command.id, command.keys).split(",") if key.strip())
