"""What of the settings, themes and keys that a player wishes cannot be used: unknown names, keys of two meanings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

from textual.binding import Binding
from textual.dom import DOMNode
from textual.keys import Keys

from termpuzzles import tui
from termpuzzles.errors import did_you_mean, on_one_line
from termpuzzles.guests import screen_packages
from termpuzzles.play.command_table import BY_ID
from termpuzzles.play.controller import BoardCommand
from termpuzzles.storage.settings import Settings
from termpuzzles.tui.context import Context
from termpuzzles.tui.keys import keys_chosen, keys_of
from termpuzzles.tui.theme import LoadedThemes, is_theme, offered


def key_clashes(
    chosen: Mapping[str, str],
    commands: Iterable[BoardCommand] = tuple(BY_ID.values()),
    places: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """A sentence for each key that two commands of the same game would share, with file and line if known."""
    every, known = list(commands), places or {}
    for place, one in enumerate(every):
        for other in every[place + 1 :]:
            shared = set(keys_of(one, chosen)) & set(keys_of(other, chosen))
            if shared and set(one.controls) & set(other.controls):
                where = known.get(other.id) or known.get(one.id)
                clash = f"{', '.join(sorted(shared))} is the key for {one.name} and for {other.name}"
                yield f"{where}: {clash}" if where else clash


def all_warnings(context: Context) -> str:
    """What could not be used of settings, themes and keys: the first sentence, and how many more there are."""
    found = warnings_of(context.settings, context.added)
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return found[0] + more if found else ""


def warnings_of(settings: Settings, added: LoadedThemes) -> list[str]:
    """Sentences about all that cannot be used of settings, themes and keys, in the order of files and lines."""
    found = [*settings.warnings, *added.warnings, *theme_warnings(settings, added), *key_warnings(settings)]
    return sorted(found, key=_place)


def _place(warning: str) -> tuple[str, int]:
    """The file and the line with which a sentence begins."""
    placed = _PLACED.match(warning)
    return (placed[1], int(placed[2])) if placed else ("", 0)


_PLACED = re.compile(r"(.+?):(\d+)(?=[: ])")


def theme_warnings(settings: Settings, added: LoadedThemes) -> list[str]:
    """A sentence if there is no theme of the name that is set."""
    wanted = str(settings.get("theme", ""))
    if not wanted or is_theme(wanted, added.themes):
        return []
    known = offered(added.themes)
    found = f"theme takes auto, {', '.join(known)}, not {wanted!r}{did_you_mean(wanted, ('auto', *known))}"
    return [on_one_line(f"{settings.places.get('theme', 'theme')}: {found}")]


def key_warnings(settings: Settings) -> list[str]:
    """Sentences about keys that cannot be used: unknown ids, unknown keys, and keys that mean two things."""
    chosen = keys_chosen(settings)
    unknown = [name for name in chosen if name not in BY_ID]
    known = every_id() if unknown else frozenset()
    warnings = [
        on_one_line(f"{settings.places.get(name, 'keys')}: there is no {name!r}{did_you_mean(name, known)}")
        for name in unknown
        if name not in known
    ]
    no_keys = [
        on_one_line(
            f"{settings.places.get(name, 'keys')}: there is no key {key!r} for {name}{did_you_mean(key, _KEYS)}"
        )
        for name, keys in chosen.items()
        for key in keys.split(",")
        if not is_key(key.strip())
    ]
    return [*warnings, *no_keys, *key_clashes(chosen, places=settings.places)]


_MODIFIERS = frozenset(("ctrl", "shift", "alt", "super", "hyper", "meta"))
_KEYS = tuple(key.value for key in Keys if "<" not in key.value) + tuple(
    unicodedata.name(sign).lower().replace(" ", "_").replace("-", "_")
    for sign in map(chr, range(33, 127))
    if not sign.isalnum()
)  # the names of keys that are no letters or digits


def is_key(name: str) -> bool:
    """Whether some key has the name, perhaps after modifiers: `u`, `f3`, `ctrl+r`, `quotation_mark`."""
    *modifiers, key = name.split("+") if name != "+" else [name]
    if not _MODIFIERS.issuperset(modifiers):
        return False
    return name in _KEYS or key in _KEYS or (len(key) == 1 and key.isprintable() and not key.isspace())


def is_usable(name: str, keys: str) -> bool:
    """Whether there is a command of that id, and each of the keys between commas."""
    return (name in BY_ID or name in every_id()) and all(is_key(key.strip()) for key in keys.split(","))


@cache
def every_id() -> frozenset[str]:
    """The ids of all bindings of the app and its screens, all of which are imported for this."""
    for package in (tui, *screen_packages()):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    classes, found = [DOMNode], set(BY_ID)
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        bindings = vars(one).get("BINDINGS", ()) if one.__module__.startswith("termpuzzles.") else ()
        found |= {binding.id for binding in bindings if isinstance(binding, Binding) and binding.id}
    return frozenset(found)
