"""Which keys do what: asked of the bindings as they are in force, so that remapped keys are shown so."""

from __future__ import annotations

from typing import Any, NamedTuple

from textual.dom import DOMNode
from textual.keys import format_key
from textual.screen import Screen

AnyScreen = Screen[Any]

# Bindings named together, in few words, beside the board.
_TOGETHER = {
    "line": ("line.north", "line.west", "line.south", "line.east"),
    "note a line": ("note.cross", "note.line"),
    "mark, go back": ("play.mark", "play.back"),
    "zoom": ("play.larger", "play.smaller"),
    "puzzle": ("play.previous", "play.following"),
}

# What is named beside the board, in this order, as far as it acts.
SHOWN_KEYS = [
    *("tile.turn", "tile.back", "tile.half", "tile.pin", "line", "line.again", "note a line"),
    *("play.undo", "play.redo", "play.restart", "play.hint", "play.check", "zoom", "puzzle"),
    *("play.options", "play.help", "play.leave"),
]
SHOWN_WHEN_FINISHED = ["play.undo", "play.restart", "puzzle", "play.help", "play.leave"]

_NAMES = {"escape": "Esc", "up": "↑", "down": "↓", "left": "←", "right": "→"}


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


def shown_keys(screen: AnyScreen, wanted: list[str]) -> list[tuple[str, str]]:
    """For each of the wanted bindings or groups that acts on the screen now: its first keys, and what it is called."""
    bound = bound_keys(screen)
    shown = []
    for name in wanted:
        found = [bound[part] for part in _TOGETHER.get(name, (name,)) if part in bound]
        if found:
            keys = " ".join(each.keys[0] for each in found)
            shown.append((keys, name if name in _TOGETHER else found[0].name))
    return shown
