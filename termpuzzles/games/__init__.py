"""The games: what a puzzle is, and one file a game. In the order in which to read them:

- `model`    the nouns that every game shares: Puzzle, State, Move, Gesture, Mistake, and the record Game
- `clues`    what a game may print in its cells, and what players read of it
- `judges`   whether the lines of a full board meet and form one tree or one loop; what is wrong with it, in words
- `turning`  shared by the games in which tiles turn
- `drawing`  shared by the games in which lines are drawn
- `infinity`, `net`, `simpleloop`, `simpleloops`, `masyu`   the games themselves; each file ends with its record
- `arguments`  whether what a public function was given is what it takes
- `symmetry`   the eight ways in which a board can lie
- `queries`  questions about a puzzle as a whole: solve, steps, count, rate
- `making/`  how new boards are drawn

A game from outside this package takes part once it is passed to `register`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.games.making.maker import Maker
    from termpuzzles.games.model import Game

_registered: dict[str, Game] = {}


def names() -> tuple[str, ...]:
    """The names of all games, in the order in which they are offered."""
    return (*GAMES, *_registered)


def with_maker() -> tuple[str, ...]:
    """The names of those games of which new boards can be made."""
    return tuple(name for name in names() if named(name).maker)


def named(name: str, home: str = "") -> Game:
    """The game of that name, one of `names()`; its file is imported only now.

    `home` is the module that registers a game from elsewhere: a process that does not know the game yet imports it.

    Raises KeyError for any other name.
    """
    if name in GAMES:
        return _shipped(name)
    if name not in _registered and home:
        import_module(home)
    return _registered[name]


@cache
def _shipped(name: str) -> Game:
    game: Game = getattr(import_module(f"termpuzzles.games.{name}"), name.upper())
    return game


def load_maker(record: str) -> Maker:
    """The maker of that file and name in `making`: `circles.CIRCLED_LOOP`; loaded now, with the module `random`."""
    module, _, name = record.partition(".")
    found: Maker = getattr(import_module(f"termpuzzles.games.making.{module}"), name)
    return found


def register(game: Game) -> None:
    """Let a game from outside this package take part: in commands, in the app, everywhere.

    It replaces a game of the same name; ValueError if that is one of this package.
    """
    if game.name in GAMES:
        raise ValueError(f"the game {game.name!r} is part of termpuzzles")
    _registered[game.name] = game


USUAL = "net"  # the game of a new board if none is named

GAMES = ("infinity", "net", "simpleloop", "simpleloops", "masyu")  # each a file here, which ends with its record
