"""The pzprv3 text of boards of shaded cells: cells, then the lines between them, separated by newlines or by `/`."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from json import JSONDecoder
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, E, Grid, S
from termpuzzles.english import joined
from termpuzzles.errors import PuzzleError, did_you_mean
from termpuzzles.formats import format as kind
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
    side,
)
from termpuzzles.games.model import Game, Puzzle, State

_MAGIC = "pzprv3"  # the first line
_COMMENT = re.compile(r"^#.*", re.MULTILINE)
# The beginning of a board: in a line of its own, or right behind the end of info, as no newline follows that.
_START = re.compile(rf"^[ \t]*(?:v:.*\n\s*)?{_MAGIC}|(?<=^}}){_MAGIC}", re.MULTILINE | re.IGNORECASE)
_CELLS = {".": 1, "*": 0}
_EDGES = ("0", "1", "-1")
# What may follow a board: trials as they were before, the moves, facts about the board, the address of an old version.
_AFTER = re.compile(r"TrialData\(|history:\{|info:\{|https?:")
_INFO = re.compile(r"(?:^|\n|/)info:(?=\{)")
_FLAG = re.compile(r"[a-z][\w:-]*")  # a word in place of a row: another rule
_LONGEST_NOTE = 2000  # characters of a comment that are kept


class PlacedLine(NamedTuple):
    """A line of the text, and where it begins."""

    text: str
    line: int
    column: int


class LineReader:
    """The lines of a text one after the other; empty ones once they are at an end."""

    def __init__(self, words: Sequence[PlacedLine]) -> None:
        self.words = words
        self.place = 0

    def next(self) -> PlacedLine:
        """The next line."""
        self.place += 1
        return self.words[self.place - 1] if self.place <= len(self.words) else self.words[-1]._replace(text="")

    def peek(self) -> PlacedLine:
        """The line that is next."""
        word = self.next()
        self.place -= 1
        return word


def sniff(word: str, text: str) -> bool:
    """Whether a text of many lines begins like this format."""
    return "/" not in word and (_begins(word) or (word.startswith("v:") and "\npzprv3" in text.lower()))


def sniff_line(word: str, text: str) -> bool:
    """Whether a line begins like this format with everything in one line, separated by slashes."""
    return _begins(word) and "/" in word


def _begins(word: str) -> bool:
    return word[: len(_MAGIC)].lower() == _MAGIC


def _boards(text: str) -> Iterator[TextPart]:
    """The boards of a text of many lines, each from its line `pzprv3` on, or from that of its variant above."""
    text = _COMMENT.sub("", text)
    starts = [found.start() for found in _START.finditer(text)]
    line = 1
    for start, end in pairwise([0, *starts[1:], len(text)]):
        yield TextPart(text[start:end], line, start - text.rfind("\n", 0, start))
        line += text.count("\n", start, end)


def read(text: str, assumed: Assumed) -> Puzzle:
    """The puzzle of the text, with its lines and crosses in `start`; raises `PuzzleError` with the place."""
    return _read(text, LineReader(placed_lines(text)), assumed)


def read_within(text: str, start: int, assumed: Assumed) -> Puzzle:
    """The puzzle of one line in which such a text begins at `start`."""
    words = [word._replace(column=word.column + start) for word in placed_lines(text[start:])]
    return _read(text[start:], LineReader(words), assumed)


def _read(text: str, lines: LineReader, assumed: Assumed) -> Puzzle:
    begin = lines.next()
    while not begin.text.strip() and lines.place < len(lines.words):
        begin = lines.next()
    if begin.text.startswith("v:"):
        raise variant(begin)
    _expect(begin, _MAGIC)
    game = _game(lines.next(), assumed.asked)
    height = _side(lines.next(), "number of rows")
    width = _side(lines.next(), "number of columns")
    check_size(width, height)
    puzzle = read_board(game, width, height, lines)
    for rest in lines.words[lines.place :]:
        if _AFTER.match(rest.text.strip()):
            break
        if rest.text.strip():
            raise PuzzleError("the end of the puzzle", shown(rest.text), line=rest.line, column=rest.column)
    return _with_info(puzzle, text, assumed)


def read_board(game: Game, width: int, height: int, lines: LineReader, drawn: bool = True) -> Puzzle:
    """The puzzle of the rows of cells, and of the lines between them unless none are `drawn`."""
    if _FLAG.fullmatch(flag := lines.peek().text.strip()):
        raise variant(lines.peek()) if flag != "f" else through_all(game, lines.peek())
    signs = _clue_signs(game) if game.clue else _CELLS
    cells = bytes(signs[word.text] for _ in range(height) for word in row(lines.next(), width, tuple(signs)))
    grid = Grid.make(width, height)
    tiles = b"\1" * len(cells) if game.clue else cells
    puzzle = Puzzle(game, grid, tiles, clues=cells if game.clue else b"")
    if not drawn:
        return puzzle
    across = [word for _ in range(height) for word in row(lines.next(), width - 1, _EDGES)]
    down = [word for _ in range(height - 1) for word in row(lines.next(), width, _EDGES)]
    return replace(puzzle, start=_start(grid, tiles, [*across, *down]))


def variant(word: PlacedLine) -> PuzzleError:
    """The error for a board of a rule that its text only names."""
    sentence = (
        f"the variant {shown(word.text.strip())} has another rule that the text does not state, so it is not read"
    )
    return PuzzleError(sentence, line=word.line, column=word.column)


def through_all(game: Game, word: PlacedLine) -> PuzzleError:
    """The error for a board whose loop must pass all cells."""
    sentence = f"{game.title} through all cells (the flag f) is another puzzle, which is not played here"
    return PuzzleError(sentence, line=word.line, column=word.column)


def _with_info(puzzle: Puzzle, text: str, assumed: Assumed) -> Puzzle:
    """The puzzle with the author as its title and the comment as a note, as far as the text has them."""
    found = _INFO.search(text)
    if found is None:
        return puzzle
    try:
        info, _ = JSONDecoder().raw_decode(text, found.end())
    except (ValueError, RecursionError):
        assumed.remark("what follows info: is damaged; it was skipped")
        return puzzle
    facts = info.get("metadata")
    author, comment = (_line_of(facts.get(key)) if isinstance(facts, dict) else "" for key in ("author", "comment"))
    return replace(puzzle, title=author, header=(("note", comment),) if comment else ())


def _line_of(value: object) -> str:
    """A text of others as one line of a header; "" for anything else."""
    if not isinstance(value, str):
        return ""
    words = "".join(letter if letter.isprintable() else " " for letter in value[:_LONGEST_NOTE])
    return " ".join(words.split())


def _clue_signs(game: Game) -> dict[str, int]:
    """The byte of a clue for what stands in the text: its number, - for one of unknown colour, or a dot for none."""
    assert game.clue
    return {".": 0} | {str(value) if symbol.letter else "-": value for value, symbol in game.clue.symbols.items()}


def placed_lines(text: str) -> list[PlacedLine]:
    """The lines of the text, which newlines or slashes end, with their places."""
    words = []
    for line, whole in enumerate(text.split("\n"), 1):
        column = 1
        for part in whole.split("/"):
            words.append(PlacedLine(part, line, column))
            column += len(part) + 1
    return words


def _expect(word: PlacedLine, expected: str) -> None:
    if word.text.strip().lower() != expected:
        raise PuzzleError(expected, shown(word.text), line=word.line, column=word.column)


def _game(word: PlacedLine, asked: str | None) -> Game:
    name = word.text.strip()
    game = game_called("pzprv3", name)
    if game is None:
        known = [each.formats["pzprv3"] for each in games_of_format("pzprv3")]
        found = shown(word.text) + did_you_mean(name, known)
        raise PuzzleError(joined(known, "or"), found, line=word.line, column=word.column)
    return check_asked(game, asked, shown(name))


def _side(word: PlacedLine, name: str) -> int:
    return side(word.text.strip(), name, word.line, word.column)


_PART = re.compile(r"[^ \t_]+")


def row(whole: PlacedLine, width: int, allowed: tuple[str, ...]) -> list[PlacedLine]:
    """The signs of a row, each with its place; spaces, tabs or underscores may stand between them."""
    words = [PlacedLine(found[0], whole.line, whole.column + found.start()) for found in _PART.finditer(whole.text)]
    for word in words:
        if word.text not in allowed:
            raise PuzzleError(f"one of {' '.join(allowed)}", shown(word.text), line=word.line, column=word.column)
    if len(words) != width:
        raise PuzzleError(f"a row of {width}", str(len(words)), line=whole.line, column=whole.column)
    return words


def _start(grid: Grid, tiles: bytes, edges: Sequence[PlacedLine]) -> State:
    """The position with the lines and crosses that stand for the edges."""
    lines, notes = bytearray(grid.size), bytearray(grid.size)
    for line, word in zip(_places(grid), edges, strict=True):
        (cell, one), (other, back) = line
        if word.text == "-1":
            notes[cell] |= one
            notes[other] |= back
        elif word.text == "1":
            if not (tiles[cell] and tiles[other]):
                raise PuzzleError("no line at a shaded cell", "'1'", line=word.line, column=word.column)
            lines[cell] |= one
            lines[other] |= back
    return State(bytes(lines), bytes(grid.size), bytes(notes))


def _places(grid: Grid) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Both ends of each line in the order of the text, each a cell and the side of it that the line crosses."""
    for y in range(grid.height):
        for cell in range(y * grid.width, (y + 1) * grid.width - 1):
            yield (cell, E), (cell + 1, OPPOSITE[E])
    for cell in range(grid.size - grid.width):
        yield (cell, S), (cell + grid.width, OPPOSITE[S])


def write(puzzle: Puzzle, state: State | None) -> str:
    """The puzzle with the lines and crosses of that position, in one line separated by `/`."""
    rows = board_rows(puzzle, puzzle.start if state is None else state)
    return "/".join([_MAGIC, puzzle.game.formats["pzprv3"], *rows, ""])


def board_rows(puzzle: Puzzle, position: State) -> list[str]:
    """The numbers of rows and columns, the rows of cells, and those of lines and crosses between them."""
    grid = puzzle.grid
    edges = [_edge(position, cell, one) for (cell, one), _ in _places(grid)]
    middle = grid.height * (grid.width - 1)
    return [
        str(grid.height),
        str(grid.width),
        *_rows(_cells(puzzle), grid.height, grid.width),
        *_rows(edges[:middle], grid.height, grid.width - 1),
        *_rows(edges[middle:], grid.height - 1, grid.width),
    ]


def _cells(puzzle: Puzzle) -> list[str]:
    if puzzle.game.clue:
        signs = {value: sign for sign, value in _clue_signs(puzzle.game).items()}
        return [signs[clue] for clue in puzzle.clues]
    return [".*"[not tile] for tile in puzzle.tiles]


def _edge(state: State, cell: int, one: int) -> str:
    if state.lines[cell] & one:
        return "1"
    return "-1" if state.notes[cell] & one else "0"


def _rows(words: list[str], height: int, width: int) -> list[str]:
    return ["".join(word + " " for word in words[y * width : (y + 1) * width]) for y in range(height)]


ABOUT = About(
    "The text of puzz.link's editor",
    "The same pages: File, Save.",
    """\
Lines, ended by newlines or by `/`: `pzprv3`, the name (`simpleloop`, `mashu`, ours `simpleloops`), the number
of rows, that of columns; then the rows of cells, for Simple Loop `.` open and `*` shaded, for Masyu `.` none,
`1` white, `2` black, `-` of unknown colour (a line must pass, no more is known); then rows of the lines between
neighbours in a row, one fewer than there are cells, and rows of those between one row and the next: `0` none,
`1` a line, `-1` a cross.

A file may have several boards, one below the other. What may follow a board is skipped: trials
(`TrialData(…)`), `history:{…}`, an address; of `info:{…}` the author is kept as title and the comment as note.
Refused by name are a first line `v:…`, which is a variant, and a line `f` after the size.""",
    "Title and header lines. It is the only one of others' forms that holds lines and crosses.",
    (
        Specimen(
            "pzprv3\nmashu\n2\n3\n. 1 .\n2 . .\n0 1\n0 0\n0 -1 0\n",
            "https://puzz.link/p?mashu/3/2/3i",
        ),
        Specimen("pzprv3/simpleloop/1/2/. . /1 /", "https://puzz.link/p?simpleloop/2/1/"),
    ),
)

PZPRV3_LINE = Format("pzprv3", 60, kind.text_lines, sniff_line, read, write, ABOUT)
PZPRV3 = Format("pzprv3", 70, _boards, sniff, read, write, ABOUT)
