"""Number grids of the original programming challenge: 0 to 15 a cell, up 1, right 2, down 4, left 8."""

from __future__ import annotations

import re
from collections.abc import Sequence

from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import text_grid
from termpuzzles.formats.format import About, Assumed, Format, Specimen, check_size, natural, never, shown, side, usual
from termpuzzles.formats.text_grid import Body, TextGrid, parts
from termpuzzles.games.model import Game, Puzzle, State


def reverse(mask: int) -> int:
    """The bits N1 E2 S4 W8 for the mask N8 E4 S2 W1, and the other way round: their order is reversed."""
    return int(f"{mask:04b}"[::-1], 2)


_MASK = {str(number): reverse(number) for number in range(16)}
_NUMBER = [str(reverse(mask)) for mask in range(16)]


_ROW = re.compile(r"-?\d+([ \t,;]|$)")
_SEPARATORS = dict.fromkeys(map(ord, "\t,;"), " ")
_WORD = re.compile(r"[^ \t,;]+")


def sniff(word: str, text: str) -> bool:
    """Whether the first row begins with a number and is not an id."""
    return bool(_ROW.match(word)) and ":" not in word


def read(text: str, assumed: Assumed) -> Puzzle | None:
    """The puzzle of one number grid below its header; None if there are only comments."""
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    check_numbers(found.game, found.numbers[0])
    return found.puzzle(parse(found.rows, found.numbers))


def check_numbers(game: Game, line: int = 1) -> None:
    """Raise `PuzzleError` unless boards of the game can be written as numbers."""
    if "numbers" not in game.formats:
        raise PuzzleError(f"a picture of {game.title}", "a number grid", line=line)


def parse(rows: Sequence[str], numbers: Sequence[int]) -> Body:
    """The cells of the rows, which have these line numbers; rows before them that give their number are left out.

    They are the number of rows and of columns, on one line or on two, after which a line `0` may stand.
    """
    words = [_words(row, line) for row, line in zip(rows, numbers, strict=True)]
    if first := _announcing(words):
        _check_announced(words, first, numbers)
        words, numbers, rows = words[first:], numbers[first:], rows[first:]
    width = len(words[0])
    for place, (row, line) in enumerate(zip(words, numbers, strict=True)):
        if len(row) != width:
            for before, its_line in zip(rows[: place + 1], numbers, strict=False):
                _slowly(before, its_line)  # a word that is no number comes first
            raise PuzzleError(f"{counted(width, 'number')}, as in the first row", str(len(row)), line=line, column=1)
    check_size(width, len(words), line=numbers[0])
    try:
        tiles = b"".join(bytes(map(_MASK.__getitem__, row)) for row in words)
    except KeyError:
        tiles = b"".join(_slowly(row, line) for row, line in zip(rows, numbers, strict=True))
    return Body(width, tiles, tiles)


def _words(row: str, line: int) -> list[str]:
    """The words of the row; spaces, tabs, commas and semicolons may separate them."""
    spaced = row.translate(_SEPARATORS)
    if not spaced.isprintable():
        place = next(place for place, letter in enumerate(spaced) if not letter.isprintable())
        raise PuzzleError("numbers separated by spaces", shown(row[place]), line=line, column=place + 1)
    words = spaced.split()
    if not words:
        raise PuzzleError("a row of numbers", "an empty line", line=line)
    return words


def _announcing(words: Sequence[Sequence[str]]) -> int:
    """How many of the first rows say how many rows and columns follow: none, 1, 2, or 3; the last may be a flag."""
    widths = list(map(len, words[:4]))
    if widths[0] == 2 and words[1:2] == [["0"]] and len(words) > 2 and words[0] != [str(len(words) - 1), "1"]:
        return 2  # a flag, for no row of a board is shorter than the first
    if widths[0] == 2 and len(words) > 1:
        below = len(words[1])
        fits = words[0] == [str(len(words) - 1), str(below)]
        others = below != 2 and all(len(row) == below for row in words[1:])
        return int(all(len(row) == below for row in words[1:]) if fits else others)
    if widths[:2] != [1, 1] or len(words) < 3:
        return 0
    if widths[2] > 1:
        return 2
    if len(widths) > 3 and widths[3] > 1:
        return 3
    if words[1] != ["1"]:  # a board one column wide: only what fits says its size
        return 0
    below = natural(words[0][0]) or 0
    return 2 if below == len(words) - 2 else 3 if below == len(words) - 3 and words[2] == ["0"] else 0


def _check_announced(words: Sequence[Sequence[str]], first: int, numbers: Sequence[int]) -> None:
    """Raise `PuzzleError` unless as many rows and columns follow as the first lines say, and the flag is 0."""
    second = 2 - len(words[0])  # the line of the number of columns, from 0
    places = [(numbers[0], words[0][0]), (numbers[second], words[second][-1])]
    names = "number of rows", "number of columns"
    height, width = (side(word, name, line) for (line, word), name in zip(places, names, strict=True))
    if first == 3 and words[2] != ["0"]:
        raise PuzzleError("the flag 0 before the rows", shown(words[2][0]), line=numbers[2], column=1)
    if len(words) - first != height:
        expected = f"{counted(height, 'row')}, as the first line says"
        raise PuzzleError(expected, str(len(words) - first), line=numbers[-1], column=1)
    if len(words[first]) != width:
        expected = f"{counted(width, 'number')} in a row, as line {places[1][0]} says"
        raise PuzzleError(expected, str(len(words[first])), line=numbers[first], column=1)


def _slowly(row: str, line: int) -> bytes:
    """The masks of a row whose numbers may have leading zeros; raises `PuzzleError` at the first that is wrong."""
    masks = bytearray()
    for word in _WORD.finditer(row):
        number = natural(word[0])
        if number is None or number > 15:
            raise PuzzleError("a number from 0 to 15", shown(word[0]), line=line, column=word.start() + 1)
        masks.append(reverse(number))
    return bytes(masks)


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle as a number grid in that position, below the header that it needs."""
    position = puzzle.start if state is None else state
    head = text_grid.header_lines(puzzle, position, usual("numbers"))
    return "\n".join(head + number_rows(puzzle.grid.width, position.lines))


def lined(puzzle: Puzzle, state: State | None) -> tuple[list[str], list[list[str]]]:
    """The header that the puzzle needs in that position, and its numbers, a list a row."""
    position = puzzle.start if state is None else state
    words, width = [_NUMBER[mask] for mask in position.lines], puzzle.grid.width
    rows = [words[start : start + width] for start in range(0, len(words), width)]
    return text_grid.header_lines(puzzle, position, usual("numbers")), rows


def number_rows(width: int, lines: bytes) -> list[str]:
    """The rows of numbers of these cells, below their size if the first row would be read as a size."""
    words = [_NUMBER[mask] for mask in lines]
    grid = [words[start : start + width] for start in range(0, len(words), width)]
    size = [f"{len(grid)} {width}"] if _announcing(grid) else []
    return size + [" ".join(row) for row in grid]


ABOUT = About(
    "Number grids",
    "A programming challenge about ∞ Loop (number 274 of r/dailyprogrammer), and the solvers that it inspired.",
    """\
A row a line; each number is the sum of 1 up, 2 right, 4 down, 8 left. Spaces, tabs, commas or semicolons part
the numbers. Above them may stand the number of rows and that of columns, on one line or on two, then a line
`0`; they are taken for sizes where the rows below fit them. Header lines are those of pictures, and `---` parts
several grids.""",
    "Notes of lines and crosses that the header does not name; nothing else. Only games of turning can be written.",
    (
        Specimen("9 12 12 6\n10 13 13 5\n3 3 9 3\n", "infinity:4x3:6cc95eea3363"),
        Specimen("2\n2\n0\n6 12\n3 9\n", "infinity:2x2:9c36"),
        Specimen("# game: net\n6;12\n3;9\n", "2x2:9c36"),
    ),
)

NUMBER_GRID = Format("numbers", 140, parts, sniff, read, write, ABOUT, claims=never)
