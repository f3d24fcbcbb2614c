"""The games: each one file that ends with its record, a `Game`; found by name with `named`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.games.model import Game


def names() -> tuple[str, ...]:
    """The names of all games, in the order in which they are offered."""
    return ("infinity", "net", "simpleloop")


def named(name: str) -> Game:
    """The game of that name, one of `names()`; imports its file only now.

    Raises KeyError for any other name.
    """
    if name == "infinity":
        from termpuzzles.games.infinity import INFINITY

        return INFINITY
    if name == "net":
        from termpuzzles.games.net import NET

        return NET
    if name == "simpleloop":
        from termpuzzles.games.simpleloop import SIMPLELOOP

        return SIMPLELOOP
    raise KeyError(name)
