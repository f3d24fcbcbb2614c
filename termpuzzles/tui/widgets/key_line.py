"""The keys in one line, each of which acts when it is clicked.

It is not textual's `Footer`: that makes a widget of each key, and composes all of them anew whenever a binding changes.
"""

from __future__ import annotations

from collections.abc import Iterable

from termpuzzles.tui.keys import ShownKey
from termpuzzles.tui.widgets.lines import Words

MOST = 6  # keys in a line
HELP = "help"  # the name of the key that shows all others
_LEAVES = (".leave", ".dismiss(None)")  # the ends of actions that lead out of a screen
_GAP = 2  # columns before each key


def keys_in_a_row(keys: Iterable[ShownKey], width: int) -> Words:
    """As many of the keys as fit into that many columns, in their order; Enter, help and the way out go last."""
    found = list(keys)
    while found and (len(found) > MOST or sum(_width(key) for key in found) > width):
        found.remove(next((key for key in reversed(found) if not _stays(key)), found[-1]))
    return tuple(piece for key in found for piece in _pieces(key))


def _stays(key: ShownKey) -> bool:
    return key.name == HELP or key.keys == "Enter" or key.action.endswith(_LEAVES)


def _width(key: ShownKey) -> int:
    return _GAP + len(key.keys) + 1 + len(key.name)


def _pieces(key: ShownKey) -> Words:
    return (" " * _GAP, "faint"), (key.keys, "source", key.action), (f" {key.name}", "faint", key.action)
