"""The JSON of hexapipes for square boards: `{"grid": "square", "width": …, "height": …, "wrap": …, "tiles": […]}`."""

import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import unquote

from termpuzzles.board.grid import Grid
from termpuzzles.board.surface import PLANE, TORUS
from termpuzzles.english import joined
from termpuzzles.errors import PuzzleError, nearest
from termpuzzles.formats.format import (
    About,
    Assumed,
    Format,
    Specimen,
    TextPart,
    check_asked,
    check_size,
    game_called,
    games_of_format,
    shown,
    text_lines,
    usual,
)
from termpuzzles.formats.net_id import swap
from termpuzzles.games import named
from termpuzzles.games.model import Game, Puzzle, State

_KEYS = ("grid", "width", "height", "wrap", "tiles")
_MASK = bytes(map(swap, range(16)))
_SITE = "hexapipes"  # stands in the addresses of the site
_DATA = "data:"  # begins the address of a download


def sniff(word: str, text: str) -> bool:
    """Whether the text begins like a JSON object, and not like numbers in braces."""
    return word.startswith("{") and not word[1:].lstrip()[:1].isdigit()


def _claims(text: str) -> bool:
    """Whether a JSON object has one of the keys that such a board needs, and hardly anything else has."""
    return '"tiles"' in text or '"grid"' in text


def sniff_link(word: str, text: str) -> bool:
    """Whether the word is the address of a download, which holds the board, or any of the site's."""
    if _SITE not in word:
        return _is_data(word)
    site, mark, _ = word.partition("?")
    return _SITE in site.partition("#")[0] and ("://" in site or ("/" in site and bool(mark)))


def _is_data(word: str) -> bool:
    return word[: len(_DATA)].lower() == _DATA


def read_link(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle in the address behind the site's button Download; raises `PuzzleError` for its other addresses."""
    if not _is_data(text):
        sentence = "an address of hexapipes does not hold the board: save it there with Download, and read the file"
        raise PuzzleError(sentence, line=1, column=1)
    head, comma, data = text.partition(",")
    if not comma or "base64" in head:
        raise PuzzleError("an address data:text/json;charset=utf-8,…", shown(text), line=1, column=1)
    try:
        return read(unquote(data), assumed)
    except PuzzleError as error:
        raise PuzzleError(error.expected, error.found, line=1, column=len(head) + 2) from None


def objects(text: str) -> Iterator[TextPart]:
    """The objects of a file; each begins with `{` at the start of a line."""
    lines = ["" if line.startswith("#") else line for line in text.split("\n")]
    first = next(number for number, line in enumerate(lines) if line.strip())
    starts = [first, *(number for number, line in enumerate(lines) if number > first and line.startswith("{"))]
    for start, end in pairwise([*starts, len(lines)]):
        yield TextPart("\n".join(lines[start:end]), start + 1)


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle of one object, of the game that its key `game` names if it has one."""
    try:
        data = json.loads(text)  # an object, as it begins with {
    except json.JSONDecodeError as error:
        raise PuzzleError(f"this is not JSON: {error.msg}", line=error.lineno, column=error.colno) from None
    except (RecursionError, ValueError):
        raise PuzzleError("this JSON cannot be read: it is nested too deeply or a number is too long", line=1) from None
    if not isinstance(data, dict):
        raise PuzzleError("an object", _description(data), line=1)
    if data.get("grid") != "square":
        kind = _found(data, "grid")
        hexagons = ", which means a grid of hexagons" * (kind == "nothing")
        raise PuzzleError("the grid 'square'", kind + hexagons, line=1)
    puzzle = _puzzle(data, _game(data, assumed.asked))
    for key in data:
        if key not in (*_KEYS, "game"):
            assumed.remark(f"the key {shown(key)} of a board of hexapipes is skipped")
    return puzzle


def _game(data: dict[str, Any], asked: str | None) -> Game:
    if "game" in data:
        name = data["game"]
        game = game_called("hexapipes", name) if isinstance(name, str) else None
        if game is None:
            known = joined([each.name for each in games_of_format("hexapipes")], "or")
            raise PuzzleError(f"the game {known}", _description(name), line=1)
        return check_asked(game, asked, _description(name), column=None)
    game = named(asked) if asked else usual("hexapipes")
    if "hexapipes" not in game.formats:
        raise PuzzleError(f"a puzzle of the game {asked}", "a board of hexapipes", line=1)
    return game


def _puzzle(data: dict[str, Any], game: Game) -> Puzzle:
    width, height, wrap = _whole(data, "width"), _whole(data, "height"), data.get("wrap")
    check_size(width, height)
    if not isinstance(wrap, bool):
        raise PuzzleError("true or false as wrap", _found(data, "wrap"), line=1)
    return Puzzle(game, Grid.make(width, height, TORUS if wrap else PLANE), _tiles(data, width * height))


def _found(data: dict[str, Any], key: str) -> str:
    """What stands for a key, for an error; if it is missing, the key that may have been meant."""
    if key in data:
        return _description(data[key])
    near = nearest(key, [each for each in data if each not in _KEYS])
    return f"the key {shown(near)}" if near else "nothing"


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
        raise PuzzleError(f"a {key} of at least 1", _found(data, key), line=1)
    return number


def _tiles(data: dict[str, Any], size: int) -> bytes:
    tiles = data.get("tiles")
    if not isinstance(tiles, list):
        raise PuzzleError("a list of tiles", _found(data, "tiles"), line=1)
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


ABOUT = About(
    "JSON of hexapipes",
    "hexapipes: the boards of its days, and its button Download.",
    """\
`{"grid": "square", "width": w, "height": h, "wrap": true or false, "tiles": [...]}`, the tiles row by row as
sums of 1 right, 2 up, 4 left, 8 down, 0 for a hole. Other keys (`comment`, `solution`) are skipped, which is
said once on stderr; a key `game` of ours is `"infinity"`. A board whose `grid` is something else, or missing
(which means hexagons), is refused.

The address behind its button Download, `data:text/json;…`, holds the board and is read; the addresses of its
pages do not hold one. A file may have several objects, each beginning a line.""",
    "Title and header lines, pins and notes. Boards with walls, or wrapped in one direction only, cannot be written.",
    (
        Specimen('{"grid": "square", "width": 2, "height": 1, "wrap": false, "tiles": [1, 4]}', "2x1:14"),
        Specimen(
            "data:text/json;charset=utf-8,%7B%22grid%22%3A%22square%22%2C%22width%22%3A2%2C%22height%22%3A1%2C"
            "%22wrap%22%3Afalse%2C%22tiles%22%3A%5B1%2C4%5D%7D",
            "2x1:14",
        ),
    ),
)

HEXAPIPES_LINK = Format("hexapipes", 35, text_lines, sniff_link, read_link, write, ABOUT)
HEXAPIPES = Format("hexapipes", 90, objects, sniff, read, write, ABOUT, claims=_claims)
