"""The JSON of hexapipes for square boards: `{"grid": "square", "width": …, "height": …, "wrap": …, "tiles": […]}`."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import PLANE, TORUS
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import (
    DefaultGame,
    Format,
    TextPart,
    check_asked,
    check_size,
    game_called,
    games_of_format,
    or_list,
    shown,
    usual,
)
from termpuzzles.formats.net_id import swap
from termpuzzles.games import named
from termpuzzles.games.model import Game, Puzzle, State

_KEYS = ("grid", "width", "height", "wrap", "tiles")
_MASK = bytes(map(swap, range(16)))


def sniff(word: str, text: str) -> bool:
    """Whether the text begins like a JSON object."""
    return word.startswith("{")


def objects(text: str) -> Iterator[TextPart]:
    """The objects of a file; each begins with `{` at the start of a line."""
    lines = ["" if line.startswith("#") else line for line in text.split("\n")]
    first = next(number for number, line in enumerate(lines) if line.strip())
    starts = [first, *(number for number, line in enumerate(lines) if number > first and line.startswith("{"))]
    for start, end in pairwise([*starts, len(lines)]):
        yield TextPart("\n".join(lines[start:end]), start + 1)


def read(text: str, assumed: DefaultGame) -> Puzzle:
    """The puzzle of one object, of the game that its key `game` names if it has one."""
    try:
        data = json.loads(text)  # an object, as it begins with {
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise PuzzleError("this JSON cannot be read: it is nested too deeply or a number is too long", line=1) from None
    return _puzzle(data, _game(data, assumed.asked))


def _game(data: dict[str, Any], asked: str | None) -> Game:
    for key in data:
        if key not in (*_KEYS, "game"):
            raise PuzzleError(f"one of the keys {', '.join(_KEYS)}", shown(key), line=1)
    if "game" in data:
        name = data["game"]
        game = game_called("hexapipes", name) if isinstance(name, str) else None
        if game is None:
            known = or_list([each.name for each in games_of_format("hexapipes")])
            raise PuzzleError(f"the game {known}", _description(name), line=1)
        return check_asked(game, asked, _description(name), column=None)
    game = named(asked) if asked else usual("hexapipes")
    if "hexapipes" not in game.formats:
        raise PuzzleError(f"a puzzle of the game {asked}", "a board of hexapipes", line=1)
    return game


def _puzzle(data: dict[str, Any], game: Game) -> Puzzle:
    if data.get("grid") != "square":
        raise PuzzleError("the grid 'square'", _description(data.get("grid")), line=1)
    width, height, wrap = _whole(data, "width"), _whole(data, "height"), data.get("wrap")
    check_size(width, height)
    if not isinstance(wrap, bool):
        raise PuzzleError("true or false as wrap", _description(wrap), line=1)
    return Puzzle(game, Grid.make(width, height, TORUS if wrap else PLANE), _tiles(data.get("tiles"), width * height))


def _description(value: object) -> str:
    """A value that was found, for an error: a list or an object only by its kind."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        return shown(value)
    if value is None:
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _whole(data: dict[str, Any], key: str) -> int:
    number = data.get(key)
    if type(number) is not int or number < 1:
        raise PuzzleError(f"a {key} of at least 1", _description(number), line=1)
    return number


def _tiles(tiles: object, size: int) -> bytes:
    if not isinstance(tiles, list):
        raise PuzzleError("a list of tiles", _description(tiles), line=1)
    if len(tiles) != size:
        raise PuzzleError(f"{size} tiles", str(len(tiles)), line=1)
    for place, tile in enumerate(tiles, 1):
        if type(tile) is not int or not 0 <= tile <= 15:
            raise PuzzleError(f"a number from 0 to 15 as tile {place}", _description(tile), line=1)
    return bytes(tiles).translate(_MASK.ljust(256, b"\0"))


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle as one line of JSON with its tiles turned as in that position.

    Raises `PuzzleError` for boards with walls, and on surfaces other than a plane and a torus.
    """
    grid = puzzle.grid
    if grid.walls:
        raise PuzzleError("hexapipes JSON has no place for the walls of this board")
    if grid.is_twisted:
        raise PuzzleError(f"hexapipes JSON has no place for a {grid.surface.name}")
    if grid.surface not in (PLANE, TORUS):
        raise PuzzleError("hexapipes JSON has no place for a board that wraps in only one direction")
    tiles = list((puzzle.tiles if state is None else state.lines).translate(_MASK.ljust(256, b"\0")))
    data = {"grid": "square", "width": grid.width, "height": grid.height, "wrap": grid.surface == TORUS, "tiles": tiles}
    if name := puzzle.game.formats["hexapipes"]:
        data["game"] = name
    return json.dumps(data)


HEXAPIPES = Format("hexapipes", objects, sniff, read, write)
