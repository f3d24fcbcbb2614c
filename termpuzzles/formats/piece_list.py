"""The board file of a course's exercise: rows, columns, then for each tile a line with its kind and its turn."""

from __future__ import annotations

from itertools import islice

from termpuzzles.board.grid import TURNS, E, N, S, W
from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import text_grid
from termpuzzles.formats.format import (
    About,
    Assumed,
    Format,
    Specimen,
    check_size,
    first_words,
    natural,
    never,
    shown,
    side,
    usual,
)
from termpuzzles.formats.number_grid import check_numbers
from termpuzzles.formats.text_grid import Body, TextGrid, first_part, parts
from termpuzzles.games.model import Puzzle, State

_PIECES = (0, N, N | S, N | E | W, N | E | S | W, N | E)  # empty, end, straight, T, cross and corner, not turned
_PIECE = {
    TURNS[mask][turn]: f"{kind} {turn}" for turn in reversed(range(4)) for kind, mask in enumerate(_PIECES)
}  # of several turns that look alike, the first


def sniff(word: str, text: str) -> bool:
    """Whether two lines of one number come first, and lines of two below them that cannot be a grid of numbers."""
    if natural(word) is None:
        return False
    rows = [list(map(natural, row.split())) for row in islice(first_words(text), 3)]
    if [len(row) for row in rows] != [1, 1, 2] or any(None in row for row in rows):
        return False
    height, width = rows[0][0] or 0, rows[1][0] or 0
    return (
        width != 2 or sum(1 for _ in first_words(first_part(text))) - 2 == 2 * height
    )  # a grid of two columns has half as many


def read(text: str, assumed: Assumed) -> Puzzle | None:
    """The puzzle of one list below its header; None if there are only comments."""
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    check_numbers(found.game, found.numbers[0])
    lines = list(zip(map(str.split, found.rows), found.numbers, strict=True))
    height, width = (
        _single(row, line, name)
        for (row, line), name in zip(lines, ("number of rows", "number of columns"), strict=False)
    )
    check_size(width, height, line=found.numbers[0])
    pieces = lines[2:]
    if len(pieces) != height * width:
        place = pieces[height * width][1] if len(pieces) > height * width else found.numbers[-1]
        raise PuzzleError(f"{counted(height * width, 'tile')}, a line each", str(len(pieces)), line=place, column=1)
    masks = bytes(_mask(row, line) for row, line in pieces)
    return found.puzzle(Body(width, masks, masks))


def _single(row: list[str], line: int, name: str) -> int:
    return side(" ".join(row), name, line)


def _mask(row: list[str], line: int) -> int:
    numbers = list(map(natural, row))
    if len(numbers) != 2 or numbers[0] is None or numbers[1] is None:
        raise PuzzleError("a kind of tile and its turn, such as 5 2", shown(" ".join(row)), line=line, column=1)
    kind, turn = numbers[0], numbers[1]
    if kind >= len(_PIECES):
        raise PuzzleError(f"a kind from 0 to {len(_PIECES) - 1}", row[0], line=line, column=1)
    if turn > 3:
        raise PuzzleError("a turn from 0 to 3", row[1], line=line, column=len(row[0]) + 2)
    return TURNS[_PIECES[kind]][turn]


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle in that position, below the header that it needs."""
    position = puzzle.start if state is None else state
    head = text_grid.header_lines(puzzle, position, usual("numbers"))
    pieces = [_PIECE[mask] for mask in position.lines]
    return "\n".join([*head, str(puzzle.grid.height), str(puzzle.grid.width), *pieces])


ABOUT = About(
    "Lists of pieces",
    "An exercise of a university's course, and its many solutions.",
    """\
The number of rows, that of columns, then for each tile, row by row, a line with its kind (0 empty, 1 end, 2
straight, 3 T, 4 cross, 5 corner) and its turn (0 to 3 quarters clockwise; the end then begins up, the corner up
and right, the T without down).""",
    "As in number grids.",
    (Specimen("2\n2\n5 2\n5 0\n5 1\n5 3\n", "infinity:2x2:c396"),),
)

PIECE_LIST = Format("pieces", 110, parts, sniff, read, write, ABOUT, like="numbers", claims=never)
