"""Addresses of puzz.link, `https://puzz.link/p?simpleloop/6/4/00036`, or their tails: boards of shaded cells."""

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import (
    DefaultGame,
    Format,
    check_asked,
    check_size,
    games_of_format,
    shown,
    side,
    text_lines,
)
from termpuzzles.games.model import Game, Puzzle, State

_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_CELLS_A_DIGIT = 5
_ENDINGS = ("", "_edit", "_play")  # endings of the name in an address


def sniff(word: str, text: str) -> bool:
    """Whether the word is an address of some puzzle, or the tail of one that is known."""
    head, slash, _ = word.partition("/")
    return bool(slash) and ("?" in word or _game_called(head) is not None)


def read(text: str, assumed: DefaultGame) -> Puzzle:
    """The puzzle of an address or of its tail; raises `PuzzleError` with the column, also for variants of the rules."""
    start = text.find("?") + 1
    if text.startswith("type=editor&", start):
        start += len("type=editor&")
    name, *parts = text[start:].split("/")
    game = _game_called(name)
    if game is None:
        known = _name(games_of_format("puzzlink")[0])
        raise PuzzleError(f"an address of the kind {known}/6/4/00036", shown(text[start:]), line=1, column=start + 1)
    check_asked(game, assumed.asked, f"an address of {game.title}")
    return _parse_parts(game, parts, start + len(name) + 2)


def _name(game: Game) -> str:
    """The name of the game in addresses, after the site; "" if it has none."""
    return game.formats["puzzlink"].rpartition("?")[2]


def _game_called(name: str) -> Game | None:
    games = games_of_format("puzzlink")
    return next(
        (game for game in games if name in (each + ending for each in (_name(game), game.name) for ending in _ENDINGS)),
        None,
    )


def _parse_parts(game: Game, parts: list[str], column: int) -> Puzzle:
    if parts and parts[0].startswith("v:"):
        raise PuzzleError(
            f"the variant {shown(parts[0])} has another rule that the address does not state, so it is not read",
            line=1,
            column=column,
        )
    if len(parts) < 2:
        raise PuzzleError("columns, rows and cells separated by /", shown("/".join(parts)), line=1, column=column)
    width = side(parts[0], "width", column=column)
    height = side(parts[1], "height", column=column + len(parts[0]) + 1)
    check_size(width, height, column=column)
    column += len(parts[0]) + len(parts[1]) + 2
    data, *rest = parts[2:] or [""]
    if rest not in ([], [""]):
        raise PuzzleError("the end of the address", shown("/".join(rest)), line=1, column=column + len(data) + 1)
    grid = Grid.make(width, height)
    if game.clue:
        return Puzzle(game, grid, b"\1" * grid.size, clues=_decode_clues(data, grid.size, column))
    return Puzzle(game, grid, _decode(data, grid.size, column))


_BASE_27 = "0123456789abcdefghijklmnopq"  # a digit is three clues in base 3, the first of them first


def _decode_clues(data: str, size: int, column: int) -> bytes:
    """One byte a cell; cells past the end of the data have no clue."""
    for place, digit in enumerate(data):
        if digit not in _BASE_27:
            raise PuzzleError("a digit 0 to 9 or a to q", shown(digit), line=1, column=column + place)
    numbers = map(_BASE_27.index, data)
    clues = bytes(number // power % 3 for number in numbers for power in (9, 3, 1))
    if len(data) > (most := -(-size // 3)):
        raise PuzzleError(f"at most {most} digits of cells", str(len(data)), line=1, column=column + most)
    if any(clues[size:]):
        expected = f"no circle past the {size} cells of the board"
        raise PuzzleError(expected, shown(data[-1]), line=1, column=column + len(data) - 1)
    return clues[:size].ljust(size, b"\0")


def _encode_clues(clues: bytes) -> str:
    padded = clues + bytes(-len(clues) % 3)
    return "".join(
        _BASE_27[9 * padded[place] + 3 * padded[place + 1] + padded[place + 2]] for place in range(0, len(padded), 3)
    )


def _decode(data: str, size: int, column: int) -> bytes:
    """One byte a cell, 1 where it is open; cells past the end of the data are open too."""
    for place, digit in enumerate(data):
        if digit not in _DIGITS:
            raise PuzzleError("a digit 0 to 9 or a to v", shown(digit), line=1, column=column + place)
    bits = "".join(f"{_DIGITS.index(digit):05b}" for digit in data)
    if "1" in bits[size:]:
        place = (size + bits[size:].index("1")) // _CELLS_A_DIGIT
        raise PuzzleError(
            f"no shaded cell past the {size} of the board", shown(data[place]), line=1, column=column + place
        )
    if len(data) > -(-size // _CELLS_A_DIGIT):
        place = -(-size // _CELLS_A_DIGIT)
        raise PuzzleError(f"at most {place} digits of cells", str(len(data)), line=1, column=column + place)
    return bytes(bit == "0" for bit in bits[:size].ljust(size, "0"))


def write(puzzle: Puzzle, state: State | None) -> str:
    """The address of the puzzle; raises `PuzzleError` for a position with lines, which it cannot hold."""
    if state is not None and any(state.lines):
        raise PuzzleError("an address has no place for drawn lines; a picture or a pzprv3 text has")
    data = _encode_clues(puzzle.clues) if puzzle.game.clue else _encode(puzzle.tiles)
    return f"{puzzle.game.formats['puzzlink']}/{puzzle.grid.width}/{puzzle.grid.height}/{data}"


def _encode(tiles: bytes) -> str:
    if 0 not in tiles:
        return ""
    bits = "".join("0" if tile else "1" for tile in tiles)
    bits += "0" * (-len(bits) % _CELLS_A_DIGIT)
    return "".join(_DIGITS[int(bits[place : place + 5], 2)] for place in range(0, len(bits), _CELLS_A_DIGIT))


PUZZLINK = Format("puzzlink", text_lines, sniff, read, write, instead="pzprv3")
