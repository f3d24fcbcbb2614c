"""Which keys do what: asked of the bindings as they are in force, so that remapped keys are shown so."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from textual.dom import DOMNode
from textual.keys import format_key
from textual.screen import Screen

AnyScreen = Screen[Any]

# Bindings named together, in few words, beside the board; a click does what the first of them does.
_TOGETHER = {
    "turn it": ("tile.back", "tile.clockwise", "tile.half"),
    "line": ("line.north", "line.west", "line.south", "line.east"),
    "note a line": ("note.cross", "note.line"),
    "undo, redo": ("play.undo", "play.redo"),
    "next, previous open": ("play.next", "play.before"),
    "mark, go back": ("play.mark", "play.back"),
    "zoom": ("play.larger", "play.smaller"),
    "puzzle": ("play.previous", "play.following"),
}

# What is named beside the board, group by group in this order, as far as it acts.
SHOWN_KEYS = (
    ("tile.turn", "turn it", "tile.pin", "line", "line.again", "line.pen", "note a line", "play.on"),
    ("undo, redo", "play.hint", "play.check", "play.trial"),
    ("zoom", "puzzle", "play.options", "play.help", "app.palette", "play.leave"),
)
SHOWN_WHEN_FINISHED = (
    ("play.on", "play.new", "play.restart"),
    ("play.undo", "puzzle", "play.help", "app.palette", "play.leave"),
)
_WHEN_FINISHED = {"play.on": "next puzzle"}

# What the keymaps other than our own change; a player's own keys win over them.
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
        "play.mark_named": "quotation_mark,f4",
        "play.back": "M,apostrophe,f6",
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


def keymap(preset: str, own: Mapping[str, object]) -> dict[str, str]:
    """The keys of each binding that differs from our own."""
    return KEYMAPS.get(preset, {}) | {name: key for name, key in own.items() if isinstance(key, str)}


_NAMES = {"enter": "Enter", "tab": "Tab", "escape": "Esc", "up": "↑", "down": "↓", "left": "←", "right": "→"}


class Bound(NamedTuple):
    """A binding in force: its keys as a player reads them, its name, a sentence, its group, its action and whose."""

    keys: list[str]
    name: str
    sentence: str
    group: str
    action: str
    node: DOMNode


def key_name(key: str) -> str:
    """The key as a player reads it."""
    sign = format_key(key)
    return _NAMES.get(key) or (sign if sign.isascii() else key).replace("ctrl+", "^")


def bound_keys(screen: AnyScreen) -> dict[str, Bound]:
    """For each binding that acts on the screen now, by its id, what it does and by which keys."""
    found: dict[str, Bound] = {}
    for key, active in screen.active_bindings.items():
        binding = active.binding
        if binding.id:
            group = binding.group.description if binding.group else ""
            new = Bound([], binding.description, binding.tooltip, group, binding.action, active.node)
            found.setdefault(binding.id, new).keys.append(key_name(key))
    return found


class ShownKey(NamedTuple):
    """What is named beside the board: the first keys of a binding or of several, their name, and what a click does."""

    keys: str
    name: str
    action: str


def shown_keys(screen: AnyScreen, finished: bool) -> list[list[ShownKey]]:
    """What is named beside the board, group by group, of the bindings in force."""
    bound = bound_keys(screen)
    groups = [
        [key for name in group if (key := _shown(name, bound, finished))]
        for group in (SHOWN_WHEN_FINISHED if finished else SHOWN_KEYS)
    ]
    return [group for group in groups if group]


class KeysInForce:
    """The keys of a screen by which it names what it does, found when they are first asked for."""

    def __init__(self, screen: AnyScreen) -> None:
        self._screen = screen
        self._shown: dict[bool, list[list[ShownKey]]] = {}

    @cached_property
    def _bound(self) -> dict[str, Bound]:
        return bound_keys(self._screen)

    def of(self, name: str, usual: str = "") -> str:
        """The key of a binding: the usual one if it is among several; nothing where it has none."""
        keys = self._bound[name].keys if name in self._bound else [""]
        return usual if usual in keys else keys[0]

    def shown(self, finished: bool) -> list[list[ShownKey]]:
        """What is named beside the board."""
        if finished not in self._shown:
            self._shown[finished] = shown_keys(self._screen, finished)
        return self._shown[finished]


def _shown(name: str, bound: Mapping[str, Bound], finished: bool) -> ShownKey | None:
    """The key or keys of that name; None where none of them acts now."""
    found = [bound[part] for part in _TOGETHER.get(name, (name,)) if part in bound]
    if not found:
        return None
    called = name if name in _TOGETHER else (finished and _WHEN_FINISHED.get(name)) or found[0].name
    return ShownKey(" ".join(each.keys[0] for each in found), called, _on_screen(found[0].action))


def _on_screen(action: str) -> str:
    """The action as a click names it."""
    return f"app.{action}" if action == "command_palette" else f"screen.{action}"
