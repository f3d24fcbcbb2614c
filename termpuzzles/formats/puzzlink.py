"""puzz.link addresses of Simple Loop, `https://puzz.link/p?simpleloop/6/4/00036`, or their tail alone."""

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.formats.text import check_size, shown, side
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle, State

_SITE = "https://puzz.link/p?"
_DIGITS = "0123456789abcdefghijklmnopqrstuv"
_CELLS_A_DIGIT = 5
_NAMES = ("simpleloop", "simpleloop_edit", "simpleloop_play")


def parse(text: str, game: str | None = None) -> Puzzle:
    """The puzzle of an address or of its tail; `PuzzleError` with the column, also for variants with a further rule."""
    if game not in (None, "simpleloop"):
        raise PuzzleError(f"a puzzle of the game {game}", "an address of Simple Loop", line=1, column=1)
    start = text.find("?") + 1
    if text.startswith("type=editor&", start):
        start += len("type=editor&")
    name, *parts = text[start:].split("/")
    if name not in _NAMES:
        raise PuzzleError("an address of the kind simpleloop/6/4/00036", shown(text[start:]), line=1, column=start + 1)
    return _parse_parts(parts, start + len(name) + 2)


def _parse_parts(parts: list[str], column: int) -> Puzzle:
    if parts and parts[0].startswith("v:"):
        raise PuzzleError(
            f"the variant {shown(parts[0])} has a further rule that the address does not state: it is not read",
            line=1,
            column=column,
        )
    if len(parts) < 2:
        raise PuzzleError("columns, rows and cells parted by /", shown("/".join(parts)), line=1, column=column)
    width = side(parts[0], "width", column=column)
    height = side(parts[1], "height", column=column + len(parts[0]) + 1)
    check_size(width, height, column=column)
    column += len(parts[0]) + len(parts[1]) + 2
    data, *rest = parts[2:] or [""]
    if rest not in ([], [""]):
        raise PuzzleError("the end of the address", shown("/".join(rest)), line=1, column=column + len(data) + 1)
    return Puzzle(named("simpleloop"), Grid.make(width, height), _decode(data, width * height, column))


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


def write(puzzle: Puzzle, state: State | None = None) -> str:
    """The address of the puzzle; `PuzzleError` where a position with lines is asked for, which it cannot hold."""
    if not puzzle.game.shades:
        raise PuzzleError(f"puzz.link addresses are for Simple Loop: {puzzle.game.title} is written as an id")
    if state is not None and any(state.lines):
        raise PuzzleError("an address cannot hold the lines drawn: a picture or a pzprv3 text can")
    return f"{_SITE}simpleloop/{puzzle.grid.width}/{puzzle.grid.height}/{_encode(puzzle.tiles)}"


def _encode(tiles: bytes) -> str:
    if 0 not in tiles:
        return ""
    bits = "".join("0" if tile else "1" for tile in tiles)
    bits += "0" * (-len(bits) % _CELLS_A_DIGIT)
    return "".join(_DIGITS[int(bits[place : place + 5], 2)] for place in range(0, len(bits), _CELLS_A_DIGIT))
