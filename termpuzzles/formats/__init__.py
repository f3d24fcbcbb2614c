"""The gate: text in, puzzles out, and back. What passes it is valid, and nothing after it checks again.

Formats are named `picture`, `numbers`, `gameid`, `puzzlink` (what `gameid` is in Simple Loop), `pzprv3`, `hexapipes`
and `save` (read only).
"""

from collections.abc import Iterator
from os.path import abspath, dirname, exists, split
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.games import names

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State

FORMATS = ("picture", "gameid", "numbers", "pzprv3", "hexapipes")
PARTED = ("picture", "numbers")  # of these, several in one file are parted by lines `---`; the others stand one a line


class Reading(NamedTuple):
    """A puzzle of a text, or the error that stands in its place, and the format that it came in."""

    puzzle: "Puzzle | PuzzleError"
    format: str


def decode(data: bytes, source: str = "") -> str:
    """The text of a file; `PuzzleError` with the place where it is not UTF-8."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8")) + 1
        line = before.count(b"\n") + 1
        raise PuzzleError(
            "text in UTF-8", f"byte {data[error.start]:#04x}", source=source, line=line, column=column
        ) from None


def read(text: str, *, source: str = "", game: str | None = None) -> "list[Puzzle]":
    """All puzzles of the text, which may be a file of any format or ids one a line.

    `source` names the text in errors; a folder in it named as a game makes pictures and number grids puzzles of that
    game. `game` (`infinity`, `net` or `simpleloop`) replaces these defaults, not what the text itself says.

    Raises the `PuzzleError` of the first puzzle that cannot be read.
    """
    puzzles = []
    for reading in read_each(text, source=source, game=game):
        if isinstance(reading.puzzle, PuzzleError):
            raise reading.puzzle
        puzzles.append(reading.puzzle)
    return puzzles


def read_each(text: str, *, source: str = "", game: str | None = None) -> Iterator[Reading]:
    """Each puzzle of the text in order, or the error in its place: one that is bad does not stop the others.

    A text without any puzzle gives one error. For `source` and `game` see `read`; an unknown `game` is raised.
    """
    if game not in (None, *names()):
        raise PuzzleError(f"one of the games {', '.join(names())}", repr(game))
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    empty = True
    for reading in _READERS[_kind(text)](text, game, source):
        empty = False
        if isinstance(reading.puzzle, PuzzleError):
            reading = reading._replace(puzzle=reading.puzzle.at(source))
        yield reading
    if empty:
        found = "only comments" if text.strip() else "nothing"
        yield Reading(PuzzleError("a puzzle", found, source=source), "picture")


def write(puzzle: "Puzzle", form: str, state: "State | None" = None) -> str:
    """The puzzle in one of the `FORMATS` (or `puzzlink`), without a newline at its end.

    With a `state`, the board is written as it stands there. Without, pictures, number grids and pzprv3 texts show
    `puzzle.start`, and the others, which can hold no pins and no lines, the tiles as given.

    Raises `PuzzleError` where the format cannot say it.
    """
    if form == "gameid" and puzzle.game.shades:
        form = "puzzlink"
    if form not in _WRITERS:
        raise PuzzleError(f"one of the formats {', '.join(FORMATS)}", repr(form))
    return _WRITERS[form](puzzle, state)


def canonical_id(puzzle: "Puzzle") -> str:
    """The one id or address by which the puzzle is shared, whatever text it came from."""
    return write(puzzle, "gameid")


def _kind(text: str) -> str:
    """Which way the text is to be read, judged by its first line that is neither blank nor begins with #."""
    word = _first_word(text)
    if word.startswith("SAVEFILE"):
        return "save"
    if word.startswith("{"):
        return "hexapipes"
    if word.startswith("pzprv3") and "/" not in word:
        return "pzprv3"
    if not word or not word[0].isascii() or word[0] == "-" or _is_numbers(word):
        return "sheet"
    return "ids" if ":" in word or "/" in word or text.isascii() or not _holds_tiles(text) else "sheet"


def _first_word(text: str) -> str:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        word = text[start:end].strip()
        if word and word[0] != "#" and word != "---":
            return word
        start = end + 1
    return ""


def _is_numbers(line: str) -> bool:
    return line.replace(" ", "").isdigit() or (line[0].isdigit() and " " in line and ":" not in line)


def _holds_tiles(text: str) -> bool:
    from termpuzzles.board.glyphs import MASK_OF

    return any(glyph in text for glyph in MASK_OF if glyph != " ")


def _folder_game(source: str) -> str | None:
    """The game that the nearest parent folder of a file bears in its name."""
    if not dirname(source) and not exists(source):  # a name such as "standard input" is no file's
        return None
    folder = dirname(abspath(source))
    while True:
        above, name = split(folder)
        if name in names():
            return name
        if above == folder:
            return None
        folder = above


def _read_sheets(text: str, game: str | None, source: str) -> Iterator[Reading]:
    from termpuzzles.formats import text_grid

    folder = _folder_game(source)
    for first, lines in text_grid.parts(text):
        try:
            found = text_grid.parse(lines, first, game, folder)
        except PuzzleError as error:
            yield Reading(error, "picture")
        else:
            if found:
                yield Reading(*found)


def _read_ids(text: str, game: str | None, source: str) -> Iterator[Reading]:
    for number, line in enumerate(text.split("\n"), 1):
        before_tab = line.partition("\t")[0]
        word = before_tab.strip()
        if word and word[0] != "#":
            try:
                yield _read_id(word, game)
            except PuzzleError as error:
                column = None if error.column is None else error.column + before_tab.index(word)
                placed = PuzzleError(error.expected, error.found, line=number, column=column)
                yield Reading(placed, "gameid")


def _read_id(word: str, game: str | None) -> Reading:
    if word.startswith("pzprv3"):
        from termpuzzles.formats import pzprv3

        return Reading(pzprv3.parse(word, game), "pzprv3")
    if "/" in word or "?" in word:
        from termpuzzles.formats import puzzlink

        return Reading(puzzlink.parse(word, game), "puzzlink")
    from termpuzzles.formats import net_id

    return Reading(net_id.parse(word, game), "gameid")


def _read_objects(text: str, game: str | None, source: str) -> Iterator[Reading]:
    from termpuzzles.formats import hexapipes

    for first, part in hexapipes.objects(text):
        try:
            yield Reading(hexapipes.parse(part, game), "hexapipes")
        except PuzzleError as error:
            yield Reading(error.at("", first), "hexapipes")


def _read_pzprv3(text: str, game: str | None, source: str) -> Iterator[Reading]:
    from termpuzzles.formats import pzprv3

    try:
        yield Reading(pzprv3.parse(text, game), "pzprv3")
    except PuzzleError as error:
        yield Reading(error, "pzprv3")


def _read_save(text: str, game: str | None, source: str) -> Iterator[Reading]:
    from termpuzzles.formats import save_file

    try:
        yield Reading(save_file.parse(text, game), "save")
    except PuzzleError as error:
        yield Reading(error, "save")


_READERS = {
    "sheet": _read_sheets,
    "ids": _read_ids,
    "hexapipes": _read_objects,
    "pzprv3": _read_pzprv3,
    "save": _read_save,
}


def _write_picture(puzzle: "Puzzle", state: "State | None") -> str:
    from termpuzzles.formats import text_grid

    return text_grid.write_picture(puzzle, puzzle.start if state is None else state)


def _write_numbers(puzzle: "Puzzle", state: "State | None") -> str:
    from termpuzzles.formats import text_grid

    return text_grid.write_numbers(puzzle, puzzle.start if state is None else state)


def _write_pzprv3(puzzle: "Puzzle", state: "State | None") -> str:
    from termpuzzles.formats import pzprv3

    return pzprv3.write(puzzle, puzzle.start if state is None else state)


def _write_object(puzzle: "Puzzle", state: "State | None") -> str:
    from termpuzzles.formats import hexapipes

    return hexapipes.write(puzzle, puzzle.tiles if state is None else state.lines)


def _write_address(puzzle: "Puzzle", state: "State | None") -> str:
    from termpuzzles.formats import puzzlink

    return puzzlink.write(puzzle, state)


def _write_id(puzzle: "Puzzle", state: "State | None") -> str:
    from termpuzzles.formats import net_id

    return net_id.write(puzzle, puzzle.tiles if state is None else state.lines)


_WRITERS = {
    "picture": _write_picture,
    "gameid": _write_id,
    "numbers": _write_numbers,
    "pzprv3": _write_pzprv3,
    "hexapipes": _write_object,
    "puzzlink": _write_address,
}
