"""The JSON of hexapipes for square boards: `{"grid": "square", "width": …, "height": …, "wrap": …, "tiles": […]}`."""

import json
from collections.abc import Iterator
from typing import Any

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.net_id import swap
from termpuzzles.formats.text import check_size, shown
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle

_KEYS = ("grid", "width", "height", "wrap", "tiles")
_MASK = bytes(map(swap, range(16)))


def objects(text: str) -> Iterator[tuple[int, str]]:
    """The first line's number and the text of each object of a file; each begins with `{` at the start of a line."""
    lines = ["" if line.startswith("#") else line for line in text.split("\n")]
    first = next(number for number, line in enumerate(lines) if line.strip())
    starts = [first, *(number for number, line in enumerate(lines) if number > first and line.startswith("{"))]
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        yield start + 1, "\n".join(lines[start:end])


def parse(text: str, game: str | None = None) -> Puzzle:
    """The puzzle of one object: of Net, unless `game` or the object's own key `game` says otherwise."""
    try:
        said = json.loads(text)
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is no JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise PuzzleError(
            "this is no JSON that can be read: it is nested too deep or a number is too long", line=1
        ) from None
    if not isinstance(said, dict):
        raise PuzzleError("a JSON object", shown(text), line=1, column=1)
    return _puzzle(said, _game(said, game))


def _game(said: dict[str, Any], asked: str | None) -> str:
    for key in said:
        if key not in (*_KEYS, "game"):
            raise PuzzleError(f"one of the keys {', '.join(_KEYS)}", shown(key), line=1)
    game = said.get("game")
    if "game" in said and game not in ("infinity", "net"):
        raise PuzzleError("the game net or infinity", _found(game), line=1)
    if "game" in said and asked not in (None, game):
        raise PuzzleError(f"a puzzle of the game {asked}", _found(game), line=1)
    if asked == "simpleloop":
        raise PuzzleError("a puzzle of the game simpleloop", "a board of hexapipes", line=1)
    return game or asked or "net"


def _puzzle(said: dict[str, Any], game: str) -> Puzzle:
    if said.get("grid") != "square":
        raise PuzzleError("the grid 'square'", _found(said.get("grid")), line=1)
    width, height, wrap = _whole(said, "width"), _whole(said, "height"), said.get("wrap")
    check_size(width, height)
    if not isinstance(wrap, bool):
        raise PuzzleError("true or false as wrap", _found(wrap), line=1)
    return Puzzle(named(game), Grid.make(width, height, wrap, wrap), _tiles(said.get("tiles"), width * height))


def _found(value: object) -> str:
    """What was found, in few words: a list or an object only by its kind."""
    if isinstance(value, (list, dict)):
        return "a list" if isinstance(value, list) else "an object"
    if isinstance(value, str):
        return shown(value)
    return "nothing" if value is None else json.dumps(value)


def _whole(said: dict[str, Any], key: str) -> int:
    number = said.get(key)
    if type(number) is not int or number < 1:
        raise PuzzleError(f"a {key} of at least 1", _found(number), line=1)
    return number


def _tiles(tiles: object, size: int) -> bytes:
    if not isinstance(tiles, list):
        raise PuzzleError("a list of tiles", _found(tiles), line=1)
    if len(tiles) != size:
        raise PuzzleError(f"{size} tiles", str(len(tiles)), line=1)
    for place, tile in enumerate(tiles, 1):
        if type(tile) is not int or not 0 <= tile <= 15:
            raise PuzzleError(f"a number from 0 to 15 as tile {place}", _found(tile), line=1)
    return bytes(tiles).translate(_MASK.ljust(256, b"\0"))


def write(puzzle: Puzzle, lines: bytes) -> str:
    """The puzzle as one line of JSON with its tiles turned as `lines` has them.

    `PuzzleError` for boards with walls, boards wrapped in one direction only, and games of drawing.
    """
    grid = puzzle.grid
    if puzzle.game.shades:
        raise PuzzleError(f"hexapipes has no boards of {puzzle.game.title}")
    if grid.walls:
        raise PuzzleError("hexapipes JSON cannot hold the walls of this board")
    if grid.wrap_x != grid.wrap_y:
        raise PuzzleError("hexapipes JSON cannot hold a board that wraps in one direction only")
    tiles = list(lines.translate(_MASK.ljust(256, b"\0")))
    said = {"grid": "square", "width": grid.width, "height": grid.height, "wrap": grid.wrap_x, "tiles": tiles}
    if puzzle.game.name != "net":
        said["game"] = puzzle.game.name
    return json.dumps(said)
