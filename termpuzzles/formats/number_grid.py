"""Number grids of the original programming challenge: 0 to 15 a cell, up 1, right 2, down 4, left 8."""

from collections.abc import Sequence

from termpuzzles.errors import PuzzleError
from termpuzzles.formats import text_grid
from termpuzzles.formats.format import DefaultGame, Format, check_size, natural, shown, usual
from termpuzzles.formats.text_grid import Body, TextGrid, parts
from termpuzzles.games.judges import how_many
from termpuzzles.games.model import Puzzle, State


def reverse(mask: int) -> int:
    """The bits N1 E2 S4 W8 for the mask N8 E4 S2 W1, and the other way round: their order is reversed."""
    return int(f"{mask:04b}"[::-1], 2)


_MASK = {str(number): reverse(number) for number in range(16)}
_NUMBER = [str(reverse(mask)) for mask in range(16)]


def sniff(word: str, text: str) -> bool:
    """Whether the first row begins with a number and is not an id."""
    is_row = word[:1].isdigit() and " " in word and ":" not in word
    return is_row or word[:1] == "-" or word.replace(" ", "").isdigit()


def read(text: str, assumed: DefaultGame) -> Puzzle | None:
    """The puzzle of one number grid below its header; None if there are only comments."""
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    if "numbers" not in found.game.formats:
        raise PuzzleError(f"a picture of {found.game.title}", "a number grid", line=found.numbers[0])
    return found.puzzle(parse(found.rows, found.numbers))


def parse(rows: Sequence[str], numbers: Sequence[int]) -> Body:
    """The cells of the rows, which have these line numbers; a first row with their number and width is left out."""
    words = [_words(row, line) for row, line in zip(rows, numbers, strict=True)]
    if _is_size(words):
        words, numbers, rows = words[1:], numbers[1:], rows[1:]
    width = len(words[0])
    for row, line in zip(words, numbers, strict=True):
        if len(row) != width:
            raise PuzzleError(f"{how_many(width, 'number')}, as in the first row", str(len(row)), line=line, column=1)
    check_size(width, len(words), line=numbers[0])
    try:
        tiles = b"".join(bytes(map(_MASK.__getitem__, row)) for row in words)
    except KeyError:
        tiles = b"".join(_slowly(row, line) for row, line in zip(rows, numbers, strict=True))
    return Body(width, tiles, tiles)


def _words(row: str, line: int) -> list[str]:
    """The words of the row; only plain spaces may separate them."""
    if not row.isprintable():
        place = next(place for place, letter in enumerate(row) if not letter.isprintable())
        raise PuzzleError("numbers separated by spaces", shown(row[place]), line=line, column=place + 1)
    words = row.split()
    if not words:
        raise PuzzleError("a row of numbers", "an empty line", line=line)
    return words


def _is_size(words: Sequence[Sequence[str]]) -> bool:
    """Whether the first row is the number of rows and of columns below it."""
    if len(words[0]) != 2:
        return False
    height, width = map(natural, words[0])
    return len(words) > 1 and height == len(words) - 1 and all(len(row) == width for row in words[1:])


def _slowly(row: str, line: int) -> bytes:
    """The masks of a row whose numbers may have leading zeros; raises `PuzzleError` at the first that is wrong."""
    masks, column = bytearray(), 1
    for word in row.split(" "):
        number = natural(word)
        if number is not None and number < 16:
            masks.append(reverse(number))
        elif word:
            raise PuzzleError("a number from 0 to 15", shown(word), line=line, column=column)
        column += len(word) + 1
    return bytes(masks)


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle as a number grid in that position, below the header that it needs."""
    position = puzzle.start if state is None else state
    head = text_grid.header_lines(puzzle, position, usual("numbers"))
    return "\n".join(head + number_rows(puzzle.grid.width, position.lines))


def number_rows(width: int, lines: bytes) -> list[str]:
    """The rows of numbers of these cells, below their size if the first row would be read as a size."""
    words = [_NUMBER[mask] for mask in lines]
    grid = [words[start : start + width] for start in range(0, len(words), width)]
    size = [f"{len(grid)} {width}"] if _is_size(grid) else []
    return size + [" ".join(row) for row in grid]


NUMBER_GRID = Format("numbers", parts, sniff, read, write)
