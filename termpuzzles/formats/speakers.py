"""Which game a text means by a name, or without one."""

from __future__ import annotations

from termpuzzles.errors import PuzzleError
from termpuzzles.games import USUAL, named, names
from termpuzzles.games.model import Game


def speakers(form: str) -> list[Game]:
    """The games whose boards the format can hold, first the game that it usually means."""
    games = [game for game in map(named, names()) if form in game.speaks]
    return sorted(games, key=lambda game: game.speaks[form] != "")


def called(form: str, name: str) -> Game | None:
    """The game that the format calls by this name, or None; a game's own name is always understood."""
    return next((game for game in speakers(form) if name and name in (game.name, game.speaks[form])), None)


def usual(form: str, shades: bool = False) -> Game:
    """The game that the format means if the text names none, with shaded cells or without."""
    games = map(named, (USUAL, *names()))  # one by one: usually the first is meant, and no other need be loaded
    return next(game for game in games if game.speaks.get(form) == "" and game.shades == shades)


def check_asked(game: Game, asked: str | None, found: str, line: int = 1, column: int | None = 1) -> Game:
    """The game; raises `PuzzleError` with what was found at that place if another game was asked for."""
    if asked not in (None, game.name):
        raise PuzzleError(f"a puzzle of the game {asked}", found, line=line, column=column)
    return game


def either(words: list[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    return " or ".join([", ".join(words[:-1])] * (len(words) > 1) + words[-1:])
