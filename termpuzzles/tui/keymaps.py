"""The keys that a player wishes, and what is doubtful about them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from termpuzzles.play.storage.settings import Settings
from termpuzzles.tui.controller.command import Command
from termpuzzles.tui.controller.commands import BY_ID
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


def key_doubts(settings: Settings) -> list[str]:
    """Sentences about keys that cannot be used: unknown ids, and keys that mean two things."""
    from difflib import get_close_matches

    chosen, doubts = keymap(settings), []
    for name in chosen:
        if "." not in name or (name.partition(".")[0] in _GROUPS and name not in BY_ID):
            near = get_close_matches(name, BY_ID, 1)
            place = settings.places.get(name, "keys")
            doubts.append(f"{place}: there is no {name!r}" + (f"; did you mean {near[0]}?" if near else ""))
    return [*doubts, *clashes(chosen, places=settings.places)]


_GROUPS = {name.partition(".")[0] for name in BY_ID}
