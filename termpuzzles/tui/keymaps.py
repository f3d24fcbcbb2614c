"""The keys that a player wishes, and what is doubtful about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages

from textual.binding import Binding
from textual.dom import DOMNode

from termpuzzles import tui
from termpuzzles.errors import did_you_mean, on_one_line
from termpuzzles.storage.settings import Settings
from termpuzzles.tui.context import Context
from termpuzzles.tui.controller.command_table import BY_ID
from termpuzzles.tui.controller.controller import Command
from termpuzzles.tui.keys import keymap as of_preset


def keymap(settings: Settings) -> dict[str, str]:
    """The keys of each remapped binding, by its id."""
    own = settings.get("keys")
    return of_preset(str(settings.get("keymap")), own if isinstance(own, dict) else {})


def keys_of(command: Command, chosen: Mapping[str, str]) -> tuple[str, ...]:
    """The keys in force for a command."""
    return tuple(key.strip() for key in chosen.get(command.id, command.keys).split(",") if key.strip())


def clashes(
    chosen: Mapping[str, str],
    commands: Iterable[Command] = tuple(BY_ID.values()),
    places: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """A sentence for each key that two commands of the same game would share, with file and line if known."""
    every, known = list(commands), places or {}
    for place, one in enumerate(every):
        for other in every[place + 1 :]:
            shared = set(keys_of(one, chosen)) & set(keys_of(other, chosen))
            if shared and set(one.controls) & set(other.controls):
                where = known.get(other.id) or known.get(one.id)
                clash = f"the key {', '.join(sorted(shared))} stands for {one.name} and for {other.name}"
                yield f"{where}: {clash}" if where else clash


def all_doubts(context: Context) -> str:
    """What could not be used of settings, themes and keys: the first sentence, and how many more there are."""
    found = [*context.settings.doubts, *context.added.doubts, *key_doubts(context.settings)]
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return found[0] + more if found else ""


def key_doubts(settings: Settings) -> list[str]:
    """Sentences about keys that cannot be used: unknown ids, and keys that mean two things."""
    chosen = keymap(settings)
    unknown = [name for name in chosen if name not in BY_ID]
    known = every_id() if unknown else frozenset()
    doubts = [
        on_one_line(f"{settings.places.get(name, 'keys')}: there is no {name!r}{did_you_mean(name, known)}")
        for name in unknown
        if name not in known
    ]
    return [*doubts, *clashes(chosen, places=settings.places)]


@cache
def every_id() -> frozenset[str]:
    """The ids of all bindings of the app and its screens, all of which are imported for this."""
    for module in walk_packages(tui.__path__, f"{tui.__name__}."):
        import_module(module.name)
    classes, found = [DOMNode], set(BY_ID)
    while classes:
        one = classes.pop()
        classes += one.__subclasses__()
        bindings = vars(one).get("BINDINGS", ()) if one.__module__.startswith("termpuzzles.") else ()
        found |= {binding.id for binding in bindings if isinstance(binding, Binding) and binding.id}
    return frozenset(found)
