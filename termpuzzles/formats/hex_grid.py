"""Number grids with one hexadecimal digit a tile: `6a57`, a row a line."""

from __future__ import annotations

from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import About, Assumed, Format, Specimen, check_size, never, shown
from termpuzzles.formats.number_grid import check_numbers, lined, reverse
from termpuzzles.formats.text_grid import Body, TextGrid, first_part, parts
from termpuzzles.games.model import Puzzle, State

_MASKS = {digit: reverse(int(digit, 16)) for digit in "0123456789abcdefABCDEF"}


def sniff(word: str, text: str) -> bool:
    """Whether all of several rows are as long as the first and of such digits, and cannot be one number each."""
    if len(word) < 2 or not _MASKS.keys() >= set(word):
        return False
    rows = [row for line in first_part(text).split("\n") if (row := line.strip()) and row[0] != "#"]
    if len(rows) < 2 or any(len(row) != len(word) or not _MASKS.keys() >= set(row) for row in rows):
        return False
    return len(word) > 2 or any(not row.isdigit() for row in rows)


def read(text: str, assumed: Assumed) -> Puzzle | None:
    """The puzzle of one grid below its header; None if there are only comments."""
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    check_numbers(found.game, found.numbers[0])
    rows = [row.strip() for row in found.rows]
    width = len(rows[0])
    masks = bytearray()
    for row, whole, line in zip(rows, found.rows, found.numbers, strict=True):
        column = len(whole) - len(whole.lstrip()) + 1
        if len(row) != width:
            raise PuzzleError(f"{width} digits, as in the first row", str(len(row)), line=line, column=column)
        for place, digit in enumerate(row):
            if digit not in _MASKS:
                raise PuzzleError("a hexadecimal digit", shown(digit), line=line, column=column + place)
            masks.append(_MASKS[digit])
    check_size(width, len(rows), line=found.numbers[0])
    return found.puzzle(Body(width, bytes(masks), bytes(masks)))


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle in that position, below the header that it needs; raises `PuzzleError` if it would be misread."""
    head, numbers = lined(puzzle, state)
    rows = ["".join(f"{int(number):x}" for number in row) for row in numbers]
    if not sniff(rows[0], "\n".join(rows)):
        raise PuzzleError("a board so small would be misread where digits are hexadecimal; a number grid can hold it")
    return "\n".join([*head, *rows])


ABOUT = About(
    "Grids of hexadecimal digits",
    "Programs for ∞ Loop that print one character a tile.",
    """\
A digit a tile, worth what numbers are worth in number grids, in small or capital letters; all rows are as long
as the first. Header lines may stand above.""",
    "As in number grids; these are the answers, too. One row or column, and two columns of digits below ten, cannot be "
    "written.",
    (Specimen("6ac\n39b\n", "infinity:3x2:95c367"),),
)

HEX_GRID = Format("hex", 130, parts, sniff, read, write, ABOUT, instead="numbers", like="numbers", claims=never)
