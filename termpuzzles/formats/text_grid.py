"""Text grids, as pictures and number grids are: header lines, then rows; lines `---` separate several in one file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from termpuzzles.board.grid import MASK_OF, OPPOSITE, E, Grid, S
from termpuzzles.board.surface import PLANE, SURFACES, TORUS, Surface
from termpuzzles.errors import PuzzleError, did_you_mean, nearest
from termpuzzles.formats.format import Assumed, TextPart, check_asked, first_word, natural, shown, usual
from termpuzzles.games import named, names
from termpuzzles.games.model import Game, Puzzle, State

PARTING = "---"
SHADED = "■"

_TILES = frozenset((*MASK_OF, SHADED, "#"))  # every character that a row of a picture may have in some game


def parts(text: str) -> Iterator[TextPart]:
    """Each part that has a row or a header line."""
    lines = text.split("\n")
    start = 0
    for end in [*(number for number, line in enumerate(lines) if line == PARTING), len(lines)]:
        if any(lines[start:end]):
            yield TextPart("\n".join(lines[start:end]), start + 1)
        start = end + 1


def first_part(text: str) -> str:
    """The first part that has a row."""
    return next((part.text for part in parts(text) if first_word(part.text)), "")


class Body(NamedTuple):
    """The contents of the rows: `tiles`, `lines` and `clues` with one byte a cell as in a `Puzzle`."""

    width: int
    tiles: bytes
    lines: bytes
    clues: bytes = b""


class TextGrid(NamedTuple):
    """The rows of a picture or number grid and their line numbers, below a header that says what the rows do not."""

    game: Game
    header: Header
    rows: Sequence[str]
    numbers: Sequence[int]
    entries: Sequence[HeaderLine] = ()

    @classmethod
    def of(cls, text: str, assumed: Assumed) -> TextGrid | None:
        """The rows of one part, and their game; None if there are only comments.

        The game is that of the header, else the one asked for, else that of the folder, else what the rows look like.
        """
        lines = text.split("\n")
        entries = list(_leading(lines, assumed.own)) if "#" in text else []
        header = Header.of(entries)
        game = _game(header.once.get("game"), assumed, lines, SHADED in text)
        first = entries[-1].line if entries else 0
        rows: Sequence[int] = range(first, len(lines))
        if text.count("#") > len(entries):
            shades = game.shades
            comments = [number for number, line in enumerate(lines) if line[:1] == "#" and _is_comment(line, shades)]
            if not assumed.own:
                _check_comments(lines, comments, entries)
            hidden = {*comments}
            rows = [row for row in rows if row not in hidden]
        rows = _without_empty_ends(lines, rows, spaces=not assumed.own and "size" not in header.once)
        if rows:
            return cls(game, header, [lines[row] for row in rows], [row + 1 for row in rows], entries)
        if entries:
            raise PuzzleError("rows after the header", "none", line=entries[-1].line)
        return None

    def puzzle(self, body: Body) -> Puzzle:
        """The puzzle with these contents of its rows."""
        game, head = self.game, self.header
        grid = head.grid(game, body.width, len(body.tiles) // body.width)
        start = State(body.lines, head.pins(game, grid), head.notes(game, grid, body.lines))
        puzzle = Puzzle(game, grid, body.tiles, head.value("title"), head.value("source"), head.others, start)
        return with_hidden_clues(puzzle, body.clues, self.entries) if game.clue else puzzle


def _leading(lines: Sequence[str], own: bool) -> Iterator[HeaderLine]:
    """The header lines before the first row."""
    for number, line in enumerate(lines):
        if line.startswith("#"):
            entry = header_entry(line, number + 1)
            if entry and not own:
                check_key(entry)
            if entry:
                yield entry
        elif own or line.strip():
            return


def _without_empty_ends(lines: Sequence[str], rows: Sequence[int], spaces: bool) -> Sequence[int]:
    """The rows but for empty ones at the end; with `spaces` at the beginning, too, and also those of spaces alone.

    One row of spaces with nothing beside it is a row.
    """
    last = len(rows)
    while last and not lines[rows[last - 1]]:
        last -= 1
    if not spaces or last == 1:
        return rows[:last]
    while last and not lines[rows[last - 1]].strip():
        last -= 1
    first = 0
    while first < last and not lines[rows[first]].strip():
        first += 1
    return rows[first:last]


def _is_comment(line: str, shades: bool) -> bool:
    """Whether a line that begins with # is not a row of a game of shaded cells, for which # may stand.

    There `#!`, and # and a space before what is no cell, begin comments.
    """
    if not shades:
        return True
    rest = line.lstrip("#")
    return line.startswith("#!") or (rest.startswith(" ") and (rest.lstrip()[:1] or "#") not in _TILES)


def _check_comments(lines: Sequence[str], comments: Iterable[int], entries: Iterable[HeaderLine]) -> None:
    """Raise `PuzzleError` at a comment that begins like a header line, be it misspelt or out of its place."""
    above = {entry.line for entry in entries}
    for number in comments:
        line = lines[number]
        if number + 1 in above:
            continue
        check_comment(line, number + 1)
        if header_entry(line, number + 1):
            raise PuzzleError("header lines above the first row", shown(line), line=number + 1, column=1)


def check_comment(line: str, number: int) -> None:
    """Raise `PuzzleError` if a line that begins with # is a misspelt header line."""
    if found := _LIKE_HEADER.match(line):
        entry = header_entry(line, number)
        if entry is None:
            raise _misspelt(found, number)
        check_key(entry)


_LIKE_HEADER = re.compile(r"#[ \t]*([^\s:#!\d][^\s:]*)[ \t]*:(?!//)")  # `# word:`, in whatever case or spacing


def _misspelt(found: re.Match[str], line: int) -> PuzzleError:
    """The error of a line that is written somewhat like a header line."""
    key = _nearest_key(found[1])
    if key == found[1]:
        return PuzzleError(f"a header line '# {key}: …'", shown(found[0]), line=line, column=1)
    return _unknown_key(found[1], line, found.start(1) + 1)


def check_key(entry: HeaderLine) -> None:
    """Raise `PuzzleError` with the nearest key if that of the header line is none; keys `x-…` are everybody's own."""
    if not (entry.key in KEYS or entry.key.startswith("x-")):
        raise _unknown_key(entry.key, entry.line, 3)


def _unknown_key(key: str, line: int, column: int) -> PuzzleError:
    near = _nearest_key(key)
    known = "a header key" if near else f"one of the header keys {', '.join(KEYS[:_PUBLIC_KEYS])}"
    found = shown(key) + (f". Did you mean {near!r}?" if near else "")
    return PuzzleError(f"{known} (a comment begins with ##)", found, line=line, column=column)


def _nearest_key(word: str) -> str:
    spelt = word.lower().replace("_", "-")
    return nearest(spelt, KEYS) or nearest(spelt.removesuffix("s"), KEYS)


def _game(game_line: HeaderLine | None, assumed: Assumed, lines: Sequence[str], shaded: bool) -> Game:
    if game_line is None:
        name = assumed.asked or assumed.folder
        return named(name) if name else usual("picture", shades=shaded and _is_shaded(lines))
    if game_line.value not in names():
        found = shown(game_line.value) + did_you_mean(game_line.value, names())
        raise game_line.refuse(f"one of {', '.join(names())}", found)
    return check_asked(named(game_line.value), assumed.asked, shown(game_line.value), game_line.line, game_line.column)


def _is_shaded(lines: Sequence[str]) -> bool:
    """Whether some row of tiles has a shaded cell."""
    rows = (line for line in lines if SHADED in line)
    return any(row[0] != "#" or _TILES.issuperset(row) for row in rows)


# The keys that header lines may have: first those that the page of formats explains, then those that only files of ours
# have, which are levels, lessons, days, races and ghosts.
KEYS = (
    *("game", "title", "author", "source", "note", "rating", "effort"),
    *("size", "wrap", "walls", "pins", "clues", "lines", "crosses"),
    *("address", "daily", "params", "ghost", "teaches", "mark", "words", "keys", "notes"),
    *("part", "before", "after", "then", "before-in-words", "after-in-words", "then-in-words"),
)
_PUBLIC_KEYS = KEYS.index("address")
# The keys that are kept elsewhere than in `Puzzle.header`, and may stand once.
ONCE = ("game", "title", "source", "size", "wrap", "walls", "pins", "lines", "crosses")
_WRAPS = {
    "both": TORUS,
    "x": SURFACES["cx"],
    "y": SURFACES["cy"],
    "x-twisted": SURFACES["mx"],
    "y-twisted": SURFACES["my"],
    "x-twisted y": SURFACES["kx"],
    "x y-twisted": SURFACES["ky"],
}
_KEY_LETTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


class HeaderLine(NamedTuple):
    """One header line; `column` is where its value begins."""

    key: str
    value: str
    line: int
    column: int

    def refuse(self, expected: str, found: str | None = None, column: int | None = None) -> PuzzleError:
        """The error that this value is not what was expected."""
        found = shown(self.value) if found is None else found
        return PuzzleError(expected, found, line=self.line, column=self.column if column is None else column)

    def words(self) -> Iterator[tuple[str, int]]:
        """The words of the value, each with its column."""
        column = self.column
        for word in self.value.split(" "):
            if word:
                yield word, column
            column += len(word) + 1


def header_entry(text: str, line: int) -> HeaderLine | None:
    """The header line in the text, or None if it is something else; raises `PuzzleError` for unprintable values."""
    key, colon, value = text[2:].partition(":")
    if not (text.startswith("# ") and colon and key and key[0].isalpha() and _KEY_LETTERS.issuperset(key)):
        return None
    if value and not value.startswith(" "):
        return None
    stripped = value.strip()
    column = len(key) + 4 + (value.index(stripped[0]) if stripped else 0)
    if not stripped.replace("\t", "").isprintable():
        place = next(place for place, letter in enumerate(stripped) if not letter.isprintable() and letter != "\t")
        raise PuzzleError("text that can be printed", shown(stripped[place]), line=line, column=column + place)
    return HeaderLine(key, stripped, line, column)


class Header(NamedTuple):
    """All header lines of a puzzle: those that may occur once by their key, and the others in their order."""

    once: dict[str, HeaderLine]
    others: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, entries: Iterable[HeaderLine]) -> Header:
        """The header of these lines; raises `PuzzleError` if a key that may occur once occurs twice."""
        once: dict[str, HeaderLine] = {}
        others: list[tuple[str, str]] = []
        for each in entries:
            if each.key not in ONCE:
                others.append((each.key, each.value))
            elif each.key in once:
                raise each.refuse(f"one line '# {each.key}:'", "a second one", column=1)
            else:
                once[each.key] = each
        return cls(once, tuple(others))

    def value(self, key: str) -> str:
        """The value of a key that may occur once, or ""."""
        return self.once[key].value if key in self.once else ""

    def grid(self, game: Game, width: int, height: int) -> Grid:
        """The grid of that size with the wrap and the walls of the header."""
        for key in ("wrap", "walls"):
            if key in self.once and not game.wraps:
                raise self.once[key].refuse(
                    f"a board without wrap and walls, as {game.title} has", f"'{key}'", column=3
                )
        return Grid.make(width, height, self._surface(), set(self._walls(width, height)))

    def _surface(self) -> Surface:
        if "wrap" not in self.once:
            return PLANE
        wrap = " ".join(sorted(self.value("wrap").split()))
        if wrap not in _WRAPS:
            found = shown(self.value("wrap")) + did_you_mean(self.value("wrap"), _WRAPS)
            raise self.once["wrap"].refuse(f"one of {', '.join(_WRAPS)}", found)
        return _WRAPS[wrap]

    @property
    def size(self) -> tuple[int, int] | None:
        """The columns and rows that the header gives, or None."""
        if "size" not in self.once:
            return None
        width, _, height = self.value("size").partition("x")
        numbers = natural(width), natural(height)
        if not (numbers[0] and numbers[1]):
            raise self.once["size"].refuse("columns and rows such as 6x4")
        return numbers[0], numbers[1]

    def _walls(self, width: int, height: int) -> Iterator[tuple[int, int]]:
        if "walls" in self.once:
            for cell, side, *_ in self._edges("walls", "wall", width, height):
                yield cell, side

    def _edges(self, key: str, what: str, width: int, height: int) -> Iterator[tuple[int, int, str, int]]:
        """The cell and side of each edge that a key names, such as `3,1v` or `4,2h`, the word itself and its column."""
        for word, column in self.once[key].words():
            if word[-1] not in "vh":
                raise self.once[key].refuse(f"a {what} such as 3,1v or 4,2h", shown(word), column)
            cell = self.cell(self.once[key], word[:-1], column, width, height)
            yield cell, E if word[-1] == "v" else S, word, column

    def notes(self, game: Game, grid: Grid, drawn: bytes) -> bytes:
        """One byte a cell: the sides that the header says to be crossed out, or noted as lines, as in a `State`."""
        if CROSSES not in self.once and LINES not in self.once:
            return bytes(grid.size)
        notes = bytearray(grid.size)
        for key, what, shift in ((CROSSES, "cross", 0), (LINES, "line", 4)):
            if key not in self.once:
                continue
            if game.draws and key == LINES:
                raise self.once[key].refuse(f"lines drawn in the rows, as in {game.title}", f"'{key}'", column=3)
            for cell, side, word, column in self._edges(key, what, grid.width, grid.height):
                if not grid.open_sides[cell] & side:
                    raise self.once[key].refuse("a side that leads to another cell", shown(word), column)
                if game.draws and drawn[cell] & side:
                    raise self.once[key].refuse("a cross where no line is drawn", shown(word), column)
                notes[cell] |= side << shift
                notes[grid.ways[side][cell]] |= OPPOSITE[side] << shift
        return bytes(notes)

    def pins(self, game: Game, grid: Grid) -> bytes:
        """One byte a cell: 1 if the header says that the player pinned it."""
        if "pins" not in self.once:
            return bytes(grid.size)
        if not game.pins:
            raise self.once["pins"].refuse(f"a board without pins, as {game.title} has", "'pins'", column=3)
        pins = bytearray(grid.size)
        for word, column in self.once["pins"].words():
            pins[self.cell(self.once["pins"], word, column, grid.width, grid.height)] = 1
        return bytes(pins)

    @staticmethod
    def cell(where: HeaderLine, word: str, column: int, width: int, height: int) -> int:
        places = [natural(part) for part in word.split(",")]
        if len(places) != 2 or places[0] is None or places[1] is None:
            raise where.refuse("a column and a row such as 3,1", shown(word), column)
        x, y = places[0], places[1]
        if not (1 <= x <= width and 1 <= y <= height):
            raise where.refuse(f"a cell of the {width}x{height} board", shown(word), column)
        return (y - 1) * width + x - 1


LINES, CROSSES = "lines", "crosses"  # the keys of edges noted as lines in games of turning, and of edges crossed out
CLUES = "clues"  # the key that names clues in cells with lines; other games keep it as any other key


def with_hidden_clues(puzzle: Puzzle, clues: bytes, entries: Iterable[HeaderLine]) -> Puzzle:
    """The puzzle with the clues of its rows, and with those that its header names, `# clues: 3,1○ 4,2●`."""
    assert puzzle.game.clue
    grid, found, values = puzzle.grid, bytearray(clues), puzzle.game.clue.values
    for entry in entries:
        for word, column in entry.words() if entry.key == CLUES else ():
            if word[-1] not in values:
                raise entry.refuse(f"a clue such as 3,1{next(iter(values))}", shown(word), column)
            cell = Header.cell(entry, word[:-1], column, grid.width, grid.height)
            if found[cell]:
                raise entry.refuse("a cell without another clue", shown(word), column)
            found[cell] = values[word[-1]]
    header = tuple(pair for pair in puzzle.header if pair[0] != CLUES)
    return replace(puzzle, header=header, clues=bytes(found))


def _hidden_clues(puzzle: Puzzle, state: State) -> str:
    if not puzzle.game.clue:
        return ""
    glyphs = puzzle.game.clue.glyphs
    both = enumerate(zip(puzzle.clues, state.lines, strict=True))
    return " ".join(_place(puzzle.grid, cell) + glyphs[clue] for cell, (clue, mask) in both if clue and mask)


def header_lines(puzzle: Puzzle, state: State, usual: Game) -> list[str]:
    """The header lines of the puzzle in that position; they name its game unless that is the usual one."""
    grid = puzzle.grid
    game = puzzle.game.name if puzzle.game is not usual else ""
    wrap = next((name for name, surface in _WRAPS.items() if surface == grid.surface), "")
    walls = " ".join(_place(grid, cell) + ("v" if side == E else "h") for cell, side in _in_order(grid.walls))
    pins = " ".join(_place(grid, cell) for cell, pinned in enumerate(state.pins) if pinned) if any(state.pins) else ""
    pairs = [("game", game), ("title", puzzle.title), ("source", puzzle.source)]
    board = [("wrap", wrap), ("walls", walls), ("pins", pins), (CLUES, _hidden_clues(puzzle, state))]
    board += [(LINES, _noted(grid, state.notes, 4)), (CROSSES, _noted(grid, state.notes, 0))]
    return [
        *(_written(key, value) for key, value in pairs if value),
        *(_written(key, value) for key, value in puzzle.header),
        *(_written(key, value) for key, value in board if value),
    ]


def _noted(grid: Grid, notes: bytes, shift: int) -> str:
    """The edges that are noted on both sides of them, in the half of each byte that begins at this bit."""
    if not any(notes):
        return ""
    edges = ((cell, side) for cell, note in enumerate(notes) if note for side in (E, S) if note >> shift & side)
    return " ".join(_place(grid, cell) + ("v" if side == E else "h") for cell, side in edges)


def _in_order(walls: frozenset[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    return sorted(walls, key=lambda wall: (wall[0], wall[1] == S))


def _place(grid: Grid, cell: int) -> str:
    x, y = grid.place(cell)
    return f"{x + 1},{y + 1}"


def _written(key: str, value: str) -> str:
    text = f"# {key}: {value}" if value else f"# {key}:"
    read = None if "\n" in text else header_entry(text, 1)
    if read is None or (read.key, read.value) != (key, value):
        raise PuzzleError(f"a header line cannot be {shown(key)}: {shown(value)}")
    return text
