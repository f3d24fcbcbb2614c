"""What stands beside the core: the record of a guest, as data, and the guests that are here.

The core names guests only here, as text, and asks for them late: for a first word that is none of its own commands, and
where everything that there is to do is listed. So a guest whose folder is missing is not missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple

MODULES = {  # each has its record, GUEST; and without which others it is left out
    "termpuzzles.company.guest": (),
    "termpuzzles.wall.guest": ("termpuzzles.company.guest",),  # whose meetings its matches are
}


class Door(NamedTuple):
    """Where something is made, `module:name`, loaded when it is asked for; and a sentence about it.

    A guest's door stands before the one named `before` in the table of the core, at its end if there is none. While the
    slot of the context named `needs` is empty, the door is not offered.
    """

    at: str
    sentence: str
    before: str = ""
    needs: str = ""

    def load(self) -> Any:
        """What is made there; its module is loaded only now."""
        module, _, name = self.at.partition(":")
        return getattr(import_module(module), name)


_NONE: Mapping[str, Door] = MappingProxyType({})


class Guest(NamedTuple):
    """What a guest adds; the file of its record imports this file alone."""

    commands: Mapping[str, Door] = _NONE  # `termpuzzles NAME`: a Command
    screens: Mapping[str, Door] = _NONE  # in the palette and for `Opener.go`: makes a Screen from a Context
    places: Mapping[str, Door] = _NONE  # of plain mode: makes a PlainPlace from a PlainContext
    home: Mapping[str, str] = MappingProxyType({})  # its screens and places that Home and the main menu offer; titles
    pictures: Mapping[str, Door] = _NONE  # of those: draws what Home shows beside them, for a room and with a brush
    words: Mapping[str, tuple[str, ...]] = MappingProxyType({})  # other words by which the palette finds its screens
    part: Door | None = None  # what it adds to a service: makes a Part from a Host (company/parts.py)
    meetings: Mapping[str, Door] = _NONE  # by the kind of an invitation: makes the screen of whoever comes


@cache
def guests() -> tuple[Guest, ...]:
    """All that are here, loaded at the first call; a folder that is absent is left out."""
    return tuple(import_module(module).GUEST for module in _modules())


def _modules() -> list[str]:
    return [module for module, others in MODULES.items() if all(map(_is_here, (*others, module)))]


def _is_here(module: str) -> bool:
    try:
        import_module(module)
    except ModuleNotFoundError as missing:
        if not f"{module}.".startswith(f"{missing.name}."):
            raise
        return False
    return True


def with_guests(own: Mapping[str, Door], added: Iterable[Mapping[str, Door]]) -> dict[str, Door]:
    """A table of the core and what guests add to it, each in its place."""
    found = [*own.items()]
    for name, door in (item for table in added for item in table.items()):
        names = [known for known, _ in found]
        found.insert(names.index(door.before) if door.before in names else len(names), (name, door))
    return dict(found)


def screen_packages() -> list[ModuleType]:
    """The packages of the guests' screens."""
    return [import_module(f"{module.rpartition('.')[0]}.screens") for module in _modules()]
