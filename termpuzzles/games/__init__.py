"""The games: what a puzzle is, and one file a game. In the order in which to read them:

- `model`       the nouns that every game shares: Puzzle, State, Move, Gesture, Mistake, and the record Game
- `mistakes`    what is wrong with a position, in words that several games use
- `judges`      whether a full board holds together, as several games ask it
- `rotate`      what the games of turning tiles share
- `draw`        what the games of drawing lines share
- `infinity`, `net`, `simpleloop`, `simpleloops`   the games themselves; each file ends with its record
- `queries`     what one asks of a puzzle as a whole: solve, steps, count, rate
- `making/`     how new boards are drawn

A game that is not in this package takes part once `register` has been told of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from termpuzzles.games.model import Game

_registered: dict[str, Game] = {}


def names() -> tuple[str, ...]:
    """The names of all games, in the order in which they are offered."""
    return (*GAMES, *_registered)


def named(name: str, home: str = "") -> Game:
    """The game of that name, one of `names()`; imports its file only now.

    `home` is the module that registers a game from elsewhere: a process that has not heard of the game imports it.

    Raises KeyError for any other name.
    """
    from importlib import import_module

    if name in GAMES:
        game: Game = getattr(import_module(f"termpuzzles.games.{name}"), name.upper())
        return game
    if name not in _registered and home:
        import_module(home)
    return _registered[name]


def register(game: Game) -> None:
    """Let a game from outside this package take part: in commands, in the app, everywhere.

    A game that is already there under that name is replaced, unless it is one of this package: that is a ValueError.
    """
    if game.name in GAMES:
        raise ValueError(f"the game {game.name!r} is part of termpuzzles")
    _registered[game.name] = game


USUAL = "net"  # the game of a new board where nothing says which

GAMES = ("infinity", "net", "simpleloop", "simpleloops")  # each a file here that ends with a record of the same name
