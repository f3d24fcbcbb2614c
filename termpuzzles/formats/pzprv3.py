"""The pzprv3 text of boards of shaded cells: cells, then the lines between them, separated by newlines or by `/`."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, repeat
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, E, Grid, S
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import format as kind
from termpuzzles.formats.format import (
    DefaultGame,
    Format,
    check_asked,
    check_size,
    game_called,
    games_of_format,
    or_list,
    shown,
    side,
)
from termpuzzles.games.model import Game, Puzzle, State

_CELLS = {".": 1, "*": 0}
_EDGES = ("0", "1", "-1")


class _Word(NamedTuple):
    text: str
    line: int
    column: int


def sniff(word: str, text: str) -> bool:
    """Whether a text of many lines begins like this format."""
    return word.startswith("pzprv3") and "/" not in word


def sniff_line(word: str, text: str) -> bool:
    """Whether a line begins like this format with everything in one line, separated by slashes."""
    return word.startswith("pzprv3") and "/" in word


def read(text: str, assumed: DefaultGame) -> Puzzle:
    """The puzzle of the text, with its lines and crosses in `start`; raises `PuzzleError` with the place."""
    words = _lines(text)
    lines = chain(words, repeat(words[-1]._replace(text="")))
    _expect(next(lines), "pzprv3")
    game = _game(next(lines), assumed.asked)
    height = _side(next(lines), "number of rows")
    width = _side(next(lines), "number of columns")
    check_size(width, height)
    signs = _clue_signs(game) if game.clue else _CELLS
    cells = bytes(signs[word.text] for _ in range(height) for word in _row(next(lines), width, tuple(signs)))
    across = [word for _ in range(height) for word in _row(next(lines), width - 1, _EDGES)]
    down = [word for _ in range(height - 1) for word in _row(next(lines), width, _EDGES)]
    for rest in words[3 * height + 3 :]:
        if rest.text.strip():
            raise PuzzleError("the end of the puzzle", shown(rest.text), line=rest.line, column=rest.column)
    if game.clue:
        return replace(_puzzle(game, Grid.make(width, height), b"\1" * len(cells), across, down), clues=cells)
    return _puzzle(game, Grid.make(width, height), cells, across, down)


def _clue_signs(game: Game) -> dict[str, int]:
    """The byte of a clue for what stands in the text: its number, or a dot for none."""
    assert game.clue
    return {".": 0} | {str(value): value for value in game.clue.symbols}


def _lines(text: str) -> list[_Word]:
    """The lines with their places."""
    words = []
    for line, row in enumerate(text.split("\n"), 1):
        column = 1
        for part in row.split("/"):
            words.append(_Word(part, line, column))
            column += len(part) + 1
    return words


def _expect(word: _Word, expected: str) -> None:
    if word.text.strip() != expected:
        raise PuzzleError(expected, shown(word.text), line=word.line, column=word.column)


def _game(word: _Word, asked: str | None) -> Game:
    name = word.text.strip()
    game = game_called("pzprv3", name)
    if game is None:
        known = or_list([each.formats["pzprv3"] for each in games_of_format("pzprv3")])
        raise PuzzleError(known, shown(word.text), line=word.line, column=word.column)
    return check_asked(game, asked, shown(name))


def _side(word: _Word, name: str) -> int:
    return side(word.text.strip(), name, word.line, word.column)


def _row(row: _Word, width: int, allowed: tuple[str, ...]) -> list[_Word]:
    words, column = [], row.column
    for text in row.text.split(" "):
        if text:
            words.append(_Word(text, row.line, column))
            if text not in allowed:
                raise PuzzleError(f"one of {' '.join(allowed)}", shown(text), line=row.line, column=column)
        column += len(text) + 1
    if len(words) != width:
        raise PuzzleError(f"a row of {width}", str(len(words)), line=row.line, column=row.column)
    return words


def _puzzle(game: Game, grid: Grid, tiles: bytes, across: list[_Word], down: list[_Word]) -> Puzzle:
    lines, notes = bytearray(grid.size), bytearray(grid.size)
    for line, word in zip(_places(grid), [*across, *down], strict=True):
        (cell, one), (other, back) = line
        if word.text == "-1":
            notes[cell] |= one
            notes[other] |= back
        elif word.text == "1":
            if not (tiles[cell] and tiles[other]):
                raise PuzzleError("no line at a shaded cell", "'1'", line=word.line, column=word.column)
            lines[cell] |= one
            lines[other] |= back
    start = State(bytes(lines), bytes(grid.size), bytes(notes))
    return Puzzle(game, grid, tiles, start=start)


def _places(grid: Grid) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Both ends of each line in the order of the text, each a cell and the side of it that the line crosses."""
    for y in range(grid.height):
        for cell in range(y * grid.width, (y + 1) * grid.width - 1):
            yield (cell, E), (cell + 1, OPPOSITE[E])
    for cell in range(grid.size - grid.width):
        yield (cell, S), (cell + grid.width, OPPOSITE[S])


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle with the lines and crosses of that position, in one line separated by `/`."""
    grid, position = puzzle.grid, puzzle.start if state is None else state
    edges = [_edge(position, cell, one) for (cell, one), _ in _places(grid)]
    middle = grid.height * (grid.width - 1)
    rows = [
        *_rows(_cells(puzzle), grid.height, grid.width),
        *_rows(edges[:middle], grid.height, grid.width - 1),
        *_rows(edges[middle:], grid.height - 1, grid.width),
    ]
    return "/".join(["pzprv3", puzzle.game.formats["pzprv3"], str(grid.height), str(grid.width), *rows, ""])


def _cells(puzzle: Puzzle) -> list[str]:
    if puzzle.game.clue:
        return [str(clue) if clue else "." for clue in puzzle.clues]
    return [".*"[not tile] for tile in puzzle.tiles]


def _edge(state: State, cell: int, one: int) -> str:
    if state.lines[cell] & one:
        return "1"
    return "-1" if state.notes[cell] & one else "0"


def _rows(words: list[str], height: int, width: int) -> list[str]:
    return ["".join(word + " " for word in words[y * width : (y + 1) * width]) for y in range(height)]


PZPRV3_LINE = Format("pzprv3", kind.text_lines, sniff_line, read, write)
PZPRV3 = Format("pzprv3", kind.single_part, sniff, read, write)
