"""What guests add to the programs beside the tests, found by the register of guests, as the program finds theirs."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from termpuzzles.guests import MODULES


def added(what: str) -> list[ModuleType]:
    """The modules of that name among the tests of the guests that are here: `tests.wall.fuzz`."""
    guests = (module.split(".")[1] for module in MODULES)
    names = [f"tests.{guest}.{what}" for guest in guests if find_spec(f"tests.{guest}")]
    return [import_module(name) for name in names if find_spec(name)]
