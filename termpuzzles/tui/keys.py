"""Which keys do what, asked of the bindings as they are, so that remapped keys are shown as they were remapped."""

from __future__ import annotations

from textual.screen import Screen

_SHORT = {"space": "space", "enter": "enter", "escape": "Esc", "up": "↑", "down": "↓", "left": "←", "right": "→"}
_SIGNS = {
    "question_mark": "?",
    "plus": "+",
    "equals_sign": "=",
    "minus": "-",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
}


def key_name(key: str) -> str:
    """The key as a player reads it."""
    return _SHORT.get(key) or _SIGNS.get(key) or key.replace("ctrl+", "^")


def bound_keys(screen: Screen[None]) -> dict[str, tuple[list[str], str, str]]:
    """For each binding that acts on the screen now, by its id: its keys, its name, and what it does in a sentence."""
    found: dict[str, tuple[list[str], str, str]] = {}
    for key, active in screen.active_bindings.items():
        if name := active.binding.id:
            entry = found.setdefault(name, ([], active.binding.description, active.binding.tooltip))
            entry[0].append(key_name(key))
    return found


def shown_keys(screen: Screen[None], wanted: list[str]) -> list[tuple[str, str]]:
    """The first key of each of the wanted bindings that act on the screen now, with what it is called."""
    bound = bound_keys(screen)
    return [(bound[name][0][0], bound[name][1]) for name in wanted if name in bound]
