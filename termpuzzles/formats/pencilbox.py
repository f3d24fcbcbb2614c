"""Text of puzz.link's editor for PencilBox and kanpen.net: rows, columns, the cells, then the lines between them."""

from __future__ import annotations

from itertools import islice

from termpuzzles.errors import PuzzleError
from termpuzzles.formats.format import (
    About,
    Assumed,
    Format,
    Specimen,
    check_size,
    first_words,
    games_of_format,
    natural,
    never,
    shown,
    side,
)
from termpuzzles.formats.pzprv3 import LineReader, PlacedLine, board_rows, read_board
from termpuzzles.formats.text_grid import parts
from termpuzzles.games import named
from termpuzzles.games.model import Game, Puzzle, State


def sniff(word: str, text: str) -> bool:
    """Whether two lines of one number come first, and a row of circles and dots below them."""
    if natural(word) is None:
        return False
    rows = list(islice(first_words(text), 3))
    if len(rows) < 3 or natural(rows[1]) is None:
        return False
    signs = set(rows[2].split())
    return signs <= {".", "1", "2", "-"} and ("." in signs or "\n. " in text)


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle of the text; the lines may be left out. Raises `PuzzleError` with the place."""
    game = _game(assumed)
    words = [
        PlacedLine(line, number, 1)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and line[0] != "#"
    ]
    lines = LineReader(words)
    height, width = _side(lines, "number of rows"), _side(lines, "number of columns")
    check_size(width, height)
    puzzle = read_board(game, width, height, lines, drawn=len(words) > height + 2)
    if lines.place < len(words):
        rest = words[lines.place]
        raise PuzzleError("the end of the puzzle", shown(rest.text), line=rest.line, column=rest.column)
    return puzzle


def _game(assumed: Assumed) -> Game:
    """The game asked for if such texts have its boards, else the first game of circles."""
    games = games_of_format("pencilbox")
    if assumed.asked is None:
        return next((game for game in games if game.name == assumed.folder), games[0])
    game = named(assumed.asked)
    if game not in games:
        raise PuzzleError(f"a puzzle of the game {game.name}", f"a board of {games[0].title}", line=1)
    return game


def _side(lines: LineReader, name: str) -> int:
    word = lines.next()
    return side(word.text.strip(), name, word.line, word.column)


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle with the lines and crosses of that position; raises `PuzzleError` if it would be misread."""
    rows = board_rows(puzzle, puzzle.start if state is None else state)
    text = "\n".join(row.rstrip() for row in rows)
    if puzzle.grid.width < 2 or not sniff(rows[0], text):
        raise PuzzleError("a board of one column, or without empty cells, would be misread; a pzprv3 text can hold it")
    return text


ABOUT = About(
    "Masyu for PencilBox and kanpen",
    "puzz.link's editor: File, Save for PencilBox.",
    """\
The number of rows, that of columns, then the rows of cells and of lines as in the text of puzz.link's editor;
the lines may be left out. `---` parts several.""",
    "Title and header lines. One column, and boards without any empty cell in the first row or at the left border, "
    "cannot be written.",
    (Specimen("2\n3\n. 1 .\n2 . .\n0 0\n0 0\n0 0 0\n", "https://puzz.link/p?mashu/3/2/3i"),),
)

PENCILBOX = Format("pencilbox", 120, parts, sniff, read, write, ABOUT, claims=never)
