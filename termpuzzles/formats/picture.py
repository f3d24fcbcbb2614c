"""Box-drawing pictures: one character a cell, read in any weight and written in heavy lines."""

from codecs import charmap_build, charmap_decode, charmap_encode
from collections.abc import Sequence

from termpuzzles.board.grid import HEAVY, MASK_OF, E, N, S, W
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import text_grid
from termpuzzles.formats.format import DefaultGame, Format, check_size, shown, usual
from termpuzzles.formats.text_grid import SHADED, Body, TextGrid, parts
from termpuzzles.games.model import ClueKind, Puzzle, State

_SHADED_MASK = 16  # stands for a shaded cell among the masks
_OPEN = "·"

# A picture of a million cells is read and written by three passes in C: each character to the number of its place in
# this string, that number to a mask, and masks to characters. Place 0 is for the character NUL, which is no tile.
_TURNED = "\0" + "".join(MASK_OF)
_DRAWN = _TURNED + SHADED + "#"
_TURNED_TABLE, _DRAWN_TABLE = charmap_build(_TURNED), charmap_build(_DRAWN)
_MASK = bytes(MASK_OF.get(glyph, _SHADED_MASK) for glyph in _DRAWN).ljust(256, b"\0")
_DRAWN_GLYPHS = _OPEN + HEAVY[1:] + SHADED

_TO_OPEN = bytes(mask != _SHADED_MASK for mask in range(256))
_TO_LINES = bytes(mask & 15 for mask in range(256))
_TO_SHADED_MASK = bytes(0 if tile else _SHADED_MASK for tile in range(256))
_HAS = {side: bytes(bool(mask & side) for mask in range(256)) for side in (N, E, S, W)}


def sniff(word: str, text: str) -> bool:
    """Whether the first row has tiles or is blank; or some other row has tiles, so that the first is a mistake."""
    if not word or not word[0].isascii():
        return True
    if word[0] in "-0123456789" or ":" in word or "/" in word:
        return False
    return not text.isascii() and any(glyph in text for glyph in MASK_OF if glyph != " ")


def read(text: str, assumed: DefaultGame) -> Puzzle | None:
    """The puzzle of one picture below its header; None if there are only comments."""
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    if found.game.clue:
        rows, clues = without_clues(found.rows, found.game.clue)
        body = parse(rows, found.numbers, True, shaded=False)
        return found.puzzle(body._replace(clues=clues))
    return found.puzzle(parse(found.rows, found.numbers, found.game.shades))


def without_clues(rows: Sequence[str], kind: ClueKind) -> tuple[list[str], bytes]:
    """The rows with an open cell in place of each clue, and the clues, one byte a cell."""
    width = max(map(len, rows))
    values = kind.values
    clues = bytes(values.get(glyph, 0) for row in rows for glyph in row.ljust(width))
    return [row.translate(dict.fromkeys(map(ord, values), _OPEN)) for row in rows], clues


def parse(rows: Sequence[str], numbers: Sequence[int], shades: bool, shaded: bool = True) -> Body:
    """The cells of the rows, which have these line numbers; `shades` for a game in which lines are drawn between cells.

    Where not `shaded`, no cell is.

    Rows shorter than the widest are padded with blanks. Raises `PuzzleError` if a character is not a tile, or if a
    drawn line does not continue in the next cell.
    """
    width = max(map(len, rows))
    check_size(width, len(rows), line=numbers[0])
    cells = _decode("".join(row.ljust(width) for row in rows), width, numbers, shades, shaded)
    if not shades:
        return Body(width, cells, cells)
    lines = cells.translate(_TO_LINES)
    _check_meeting(lines, width, numbers)
    return Body(width, cells.translate(_TO_OPEN), lines)


def _decode(text: str, width: int, numbers: Sequence[int], shades: bool, shaded: bool) -> bytes:
    try:
        places, _ = charmap_encode(text, "strict", _DRAWN_TABLE if shades and shaded else _TURNED_TABLE)
        wrong = places.find(0)
    except UnicodeEncodeError as error:
        wrong = error.start
    if wrong < 0:
        return places.translate(_MASK)
    row, x = divmod(wrong, width)
    raise PuzzleError("a tile", shown(text[wrong]), line=numbers[row], column=x + 1)


def _check_meeting(lines: bytes, width: int, numbers: Sequence[int]) -> None:
    """Raise `PuzzleError` at the first drawn line that leads to a border or a cell that does not have it."""
    east, west, north, south = (lines.translate(_HAS[side]) for side in (E, W, N, S))
    at_border = east[width - 1 :: width], west[::width], north[:width], south[-width:]
    if east[:-1] == west[1:] and south[:-width] == north[width:] and not any(map(any, at_border)):
        return
    for cell, mask in enumerate(lines):
        row, x = divmod(cell, width)
        meeting = (
            N * (row > 0 and south[cell - width])
            | E * (x < width - 1 and west[cell + 1])
            | S * (cell + width < len(lines) and north[cell + width])
            | W * (x > 0 and east[cell - 1])
        )
        if mask & ~meeting:
            expected = "a line that goes on in the next cell"
            raise PuzzleError(expected, shown(HEAVY[mask]), line=numbers[row], column=x + 1)


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle as its picture in that position, below the header that it needs."""
    game, position = puzzle.game, puzzle.start if state is None else state
    head = text_grid.header_lines(puzzle, position, usual("picture", game.shades and 0 in puzzle.tiles))
    rows = picture_rows(puzzle.grid.width, puzzle.tiles, position.lines, game.draws)
    return "\n".join(head + (with_clues(rows, puzzle, position) if game.clue else rows))


def with_clues(rows: Sequence[str], puzzle: Puzzle, position: State) -> list[str]:
    """The rows with each clue in its cell, unless a line is drawn there: then the header names it."""
    assert puzzle.game.clue
    glyphs = {value: symbol.glyph for value, symbol in puzzle.game.clue.symbols.items()}
    shown = [glyphs.get(clue, "") * (not mask) for clue, mask in zip(puzzle.clues, position.lines, strict=True)]
    cells = iter(shown)
    return ["".join(next(cells) or glyph for glyph in row) for row in rows]


def picture_rows(width: int, tiles: bytes, lines: bytes, shades: bool) -> list[str]:
    """The rows of the picture of these cells."""
    text, _ = charmap_decode(
        _with_shaded(tiles, lines) if shades else lines, "strict", _DRAWN_GLYPHS if shades else HEAVY
    )
    return [text[start : start + width] for start in range(0, len(text), width)]


def _with_shaded(tiles: bytes, lines: bytes) -> bytes:
    shaded = tiles.translate(_TO_SHADED_MASK)
    both = int.from_bytes(shaded, "big") | int.from_bytes(lines, "big")
    return both.to_bytes(len(tiles), "big")


PICTURE = Format("picture", parts, sniff, read, write)
