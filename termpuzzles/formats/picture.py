"""Box-drawing pictures: one character a cell, read in any weight and written in heavy lines."""

from __future__ import annotations

import re
from codecs import charmap_build, charmap_decode, charmap_encode
from collections.abc import Sequence
from typing import NamedTuple

from termpuzzles.board.grid import HEAVY, MASK_OF, E, N, S, W
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import text_grid
from termpuzzles.formats.format import About, Assumed, Format, Specimen, check_size, first_word, never, shown, usual
from termpuzzles.formats.text_grid import SHADED, Body, TextGrid, parts
from termpuzzles.games.clues import ClueKind
from termpuzzles.games.model import Puzzle, State

_SHADED_MASK = 16  # stands for a shaded cell among the masks
_OPEN = "·"

# A picture of a million cells is read and written by three passes in C: each character to the number of its place in
# this string, that number to a mask, and masks to characters. Place 0 is for the character NUL, which is no tile.
_MASK_OF = {**MASK_OF, ".": 0, "╽": S, "╾": W, "╿": N, "╼": E}  # ends half light, half heavy are what others draw
_TURNED = "\0" + "".join(_MASK_OF)
_DRAWN = _TURNED + SHADED + "#"
_TURNED_TABLE, _DRAWN_TABLE = charmap_build(_TURNED), charmap_build(_DRAWN)
_MASK = bytes(_MASK_OF.get(glyph, _SHADED_MASK) for glyph in _DRAWN).ljust(256, b"\0")
_DRAWN_GLYPHS = _OPEN + HEAVY[1:] + SHADED

_TO_OPEN = bytes(mask != _SHADED_MASK for mask in range(256))
_TO_LINES = bytes(mask & 15 for mask in range(256))
_TO_SHADED_MASK = bytes(0 if tile else _SHADED_MASK for tile in range(256))
_HAS = {side: bytes(bool(mask & side) for mask in range(256)) for side in (N, E, S, W)}


def sniff(word: str, text: str) -> bool:
    """Whether the first row has tiles or is blank."""
    return not word or not word[0].isascii()


def _claims(text: str) -> bool:
    """Whether the first row is of tiles alone, and not a rule of one kind, as stands above other texts."""
    return len(kinds := set(first_word(text))) > 1 and kinds <= {*_DRAWN}


def sniff_rows(word: str, text: str) -> bool:
    """Whether some other row than the first has tiles, so that the first is a mistake or begins with dots."""
    return not text.isascii() and any(glyph in text for glyph in _MASK_OF if not glyph.isascii())


def read(text: str, assumed: Assumed) -> Puzzle | None:
    """The puzzle of one picture below its header; None if there are only comments."""
    found = TextGrid.of(text, assumed)
    if found is None:
        return None
    margins = margins_of(found, assumed.own)
    try:
        if found.game.clue:
            rows, clues = without_clues(margins.rows, found.game.clue)
            body = parse(rows, found.numbers, True, shaded=False)._replace(clues=clues)
        else:
            body = parse(margins.rows, found.numbers, found.game.shades)
    except PuzzleError as error:
        raise margins.placed(error) from None
    return found.puzzle(body)


class Margins(NamedTuple):
    """The rows of a picture without what is around them: each began after `indent` spaces, a tile every `stride`."""

    rows: list[str]
    indent: int = 0
    stride: int = 1

    @classmethod
    def around(cls, rows: Sequence[str], turns: bool) -> Margins:
        """The rows without the indentation they share, without spaces at their ends, and without spaces between tiles.

        These are left out only where all rows have a tile, or a dot for an empty one, in every other place, and only in
        a game whose tiles turn, or where there are dots, so that spaces can hardly be open cells. One row alone is kept
        as it is: it shares nothing with others.
        """
        if len(rows) == 1 or not _SPACED.search("".join(rows)):
            return cls(list(rows))
        indent = min(len(row) - len(row.lstrip(" ")) for row in rows if row.strip(_SPACES))
        kept = [row[indent:].rstrip(_SPACES) for row in rows]
        spaced = all(" " not in row[::2] and not row[1::2].strip(" ") for row in kept)
        if spaced and max(map(len, kept)) > 2 and (turns or any("·" in row or "." in row for row in kept)):
            return cls([row[::2] for row in kept], indent, 2)
        return cls(kept, indent)

    def placed(self, error: PuzzleError) -> PuzzleError:
        """The error with its column in the whole row."""
        column = error.column and (error.column - 1) * self.stride + 1 + self.indent
        return PuzzleError(error.expected, error.found, line=error.line, column=column)


_SPACES = " \t"
_SPACED = re.compile("[ \t]")


def margins_of(found: TextGrid, own: bool) -> Margins:
    """The rows of the picture; with a header `size` they are all there is, else what is around the tiles is cut off."""
    if found.header.size is None:
        return Margins(list(found.rows)) if own else Margins.around(found.rows, not found.game.draws)
    width, height = found.header.size
    rows = [row.rstrip(_SPACES) for row in found.rows]
    wide = next((place for place, row in enumerate(rows) if len(row) > width), None)
    if wide is not None:
        line = found.numbers[wide]
        raise PuzzleError(f"{width} columns, as the size says", str(len(rows[wide])), line=line, column=width + 1)
    if len(rows) > height:
        line = found.numbers[height]
        raise PuzzleError(f"{height} rows, as the size says", str(len(rows)), line=line, column=1)
    check_size(width, height, line=found.header.once["size"].line)
    rows += [""] * (height - len(rows))
    return Margins([row.ljust(width) for row in rows])


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
    if not game.draws and _is_misread(rows):
        head.append(f"# size: {puzzle.grid}")
    return "\n".join(head + (with_clues(rows, puzzle, position) if game.clue else rows))


def _is_misread(rows: Sequence[str]) -> bool:
    """Whether something else would be read where these rows stand alone, as their border is blank."""
    if len(rows) > 1 and not (rows[0].strip() and rows[-1].strip()):
        return True
    margins = Margins.around(rows, turns=True)
    return margins.stride > 1 or margins.indent > 0 or max(map(len, margins.rows)) < len(rows[0])


def with_clues(rows: Sequence[str], puzzle: Puzzle, position: State) -> list[str]:
    """The rows with each clue in its cell, unless a line is drawn there: then the header names it."""
    assert puzzle.game.clue
    glyphs = puzzle.game.clue.glyphs
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


ABOUT = About(
    "Pictures",
    "This program, and everybody who draws boards with box-drawing characters.",
    """\
A character a cell: heavy ` ╸╻┓╺━┏┳╹┛┃┫┗┻┣╋`, light ` ╴╷┐╶─┌┬╵┘│┤└┴├┼`, rounded corners `╭╮╰╯`, double
`═║╔╗╚╝╠╣╦╩╬`, ends half heavy `╽╾╿╼` (toward their heavy half); they may be mixed, and heavy ones are written.
A blank tile is a space, `·` or `.`. In Simple Loop `■` or `#` is a shaded cell, `·` an open one, and a line
character an open cell with lines drawn; in Masyu `○` is a white circle, `●` a black one, `◌` one of unknown
colour.

Indentation that all rows share, spaces at their ends, and empty lines above and below do not count; a picture
with a space between any two tiles of all rows, where blank tiles are dots, is read without them; where lines are
drawn, it must have a dot, for without one the spaces may be open cells.
Rows that are too short are padded with blanks; an empty line between rows is a row of blanks. One
row alone is taken as it stands. Lines `---` part several pictures.

Above the first row may stand header lines, `# key: value`:

| key | value |
|---|---|
| `game` | `infinity`, `net`, `simpleloop`, `simpleloops`, `masyu` |
| `title`, `author`, `source`, `note` | any text |
| `rating`, `effort` | the hardest technique by its id, and how much work the board is |
| `size` | `6x4`: the picture has these columns and rows, whatever is blank at its border |
| `wrap` | `both`, `x`, `y`; twisted `x-twisted`, `y-twisted`, `x-twisted y`, `x y-twisted` |
| `walls` | `3,1v 4,2h`: column and row from 1, `v` a wall on the right of that cell, `h` below it |
| `pins` | `3,1 4,1`: tiles that are pinned |
| `clues` | `3,1○`: circles in cells where a line is drawn |
| `lines`, `crosses` | `3,1v 4,2h`: edges noted as lines (where tiles turn), edges crossed out |

Keys that begin with `x-` are kept and written back. Any other word with a colon after `#` is an error that
names the nearest key; so is a header line below the first row. Other lines that begin with `#` are comments:
`##`, `#!`, and `#` before words without a colon after the first.""",
    "How tiles were turned at first, where the player has turned them since.",
    (
        Specimen("┏━┓\n┃·┃\n┗━┛\n", "infinity:3x3:95ca0a356"),
        Specimen("# game: net\n# wrap: both\n# walls: 2,1v 1,2h\n# pins: 1,1\n┏┓╻\n┃┗┛\n┗━╸\n", "3x3w:9cv8ah36354"),
        Specimen("# title: with lines\n■┏┓\n·┗┛\n", "https://puzz.link/p?simpleloop/3/2/g0"),
        Specimen("# game: masyu\n# clues: 2,1●\n# crosses: 3,1v\n·┏┓○\n·┗┛·\n", "https://puzz.link/p?mashu/4/2/690"),
    ),
)

PICTURE = Format("picture", 15, parts, sniff, read, write, ABOUT, claims=_claims)
PICTURE_ROWS = Format("picture", 160, parts, sniff_rows, read, write, ABOUT, claims=never)
