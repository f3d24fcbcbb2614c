"""The gate: text in, puzzles out, and back."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import islice
from os.path import abspath, dirname, exists, split
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.english import joined
from termpuzzles.errors import PuzzleError, did_you_mean, nearest
from termpuzzles.formats import FORMATS, PARTED
from termpuzzles.formats.format import Assumed, Format, TextPart, first_word, shown, text_lines
from termpuzzles.formats.net_id import address
from termpuzzles.games import names
from termpuzzles.games.arguments import check_puzzle, check_state, check_text, game_named
from termpuzzles.logic.task import USUAL, Budget, Unfinished

if TYPE_CHECKING:
    from termpuzzles.games.model import Game, Puzzle, State

_IDS = ("gameid", "puzzlink", "pearl")  # the formats of an id: `gameid` means the first of them that can hold the game


class Reading(NamedTuple):
    """A puzzle of a text, or the error in its place, the format of its text, and what was passed over in that.

    The error is `Unfinished` if the reading of this puzzle was broken off.
    """

    puzzle: Puzzle | PuzzleError | Unfinished
    format: str
    remarks: tuple[str, ...] = ()


UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")  # the first bytes of a file


def decode(data: bytes, source: str = "") -> str:
    """The text of a file in UTF-8, or in UTF-16 with its mark; raises `PuzzleError` with the place otherwise."""
    encoding = "utf-16" if data.startswith(UTF_16_MARKS) else "utf-8-sig"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode(encoding, "ignore")
        column = len(before) - before.rfind("\n")
        line = before.count("\n") + 1
        expected = f"text in {'UTF-16' if encoding == 'utf-16' else 'UTF-8'}"
        found = f"byte {error.object[error.start]:#04x}"
        raise PuzzleError(expected, found, source=source, line=line, column=column) from None


def read(
    text: str, *, source: str = "", game: str | None = None, budget: Budget = USUAL, own: bool = False
) -> list[Puzzle]:
    """All puzzles of the text, which may be a file of any format or ids one a line.

    `source` names the text in errors; a folder in it named as a game makes pictures and number grids puzzles of that
    game. `game` (one of `termpuzzles.games.names()`) replaces these defaults, not what the text itself says. `own`
    marks a text that this program has kept for itself, which is read as it stands.

    Raises the `PuzzleError` of the first puzzle that cannot be read, and `ArgumentError` for what is not text.
    """
    check_text(text)
    if game is not None:
        game_named(game)
    puzzles = []
    for reading in read_each(text, source=source, game=game, budget=budget, own=own):
        if isinstance(reading.puzzle, Exception):
            raise reading.puzzle
        puzzles.append(reading.puzzle)
    return puzzles


def read_each(
    text: str, *, source: str = "", game: str | None = None, budget: Budget = USUAL, own: bool = False
) -> Iterator[Reading]:
    """Each puzzle of the text in order, or the error in its place: a bad puzzle does not stop the others.

    A text without any puzzle gives one error, and so does one in no known format. For the arguments see `read`; an
    unknown `game` is raised as an error.
    """
    if game is not None and game not in names():
        raise PuzzleError(f"one of the games {', '.join(names())}", f"{shown(game)}{did_you_mean(game, names())}")
    text = _with_newlines(text) if "\r" in text else text.removeprefix("\ufeff")
    remarks: list[str] = []
    assumed = Assumed(game, _folder_game(source), own, remarks.append)
    first = format_of(text) or _list_format(text)
    if first is None:
        from termpuzzles.formats.unknown import refusal_of  # only once a text is in no known format

        yield Reading(refusal_of(text, assumed, list(formats())).at(source), "")
        return
    if "#" in text and not own and first.name in _HEADERLESS:
        try:
            _check_headers(first, text, assumed)
        except PuzzleError as error:
            yield Reading(error.at(source), first.name)
            return
    empty = True
    for part in first.parts(text):
        form = first if part.text == text else format_of(part.text, first) or _loaded(REGISTRY[0])
        reading = _read(part, form, assumed, source, budget)
        if reading is None:
            continue
        if remarks:
            reading = reading._replace(remarks=tuple(remarks))
            remarks.clear()
        yield reading
        empty = False
    if empty:
        found = "only comments" if text.strip() else "nothing"
        yield Reading(PuzzleError("a puzzle", found, source=source), first.name)


class ListBegun(NamedTuple):
    """The format of the lines of a list that has begun, and what is remarked about its comments."""

    format: str
    remarks: tuple[str, ...] = ()


def list_begun(head: str) -> ListBegun | None:
    """What a list of ids is whose first lines are there, so that its lines can be read one by one; None if unclear."""
    form = format_of(head) if first_word(head) else None
    if form is None or form.parts is not text_lines:
        return None
    remarks: list[str] = []
    if "#" in head and form.name in _HEADERLESS:
        if form.name != "gameid":
            return None  # if it has one line, a comment there may be a header
        _check_headers(form, head, Assumed(remark=remarks.append))
    return ListBegun(form.name, tuple(remarks))


def read_list_line(text: str, form: str, *, line: int, source: str = "", game: str | None = None) -> Reading | None:
    """The puzzle in a line of a list that begins in that format, or the error in its place; None for a comment.

    `line` is its number in the source. For the other arguments see `read`.
    """
    remarks: list[str] = []
    assumed = Assumed(game, _folder_game(source), remark=remarks.append)
    part = next(text_lines(text), None)
    if part is None:
        return None
    found = format_of(part.text, _record(form)) or _loaded(REGISTRY[0])
    reading = _read(part._replace(line=line), found, assumed, source, USUAL)
    return reading and reading._replace(remarks=tuple(remarks))


def _with_newlines(text: str) -> str:
    """The text without a byte-order mark, its lines ended by newlines, also where all of them end in CR alone."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return text if "\n" in text else text.replace("\r", "\n")


_HEADERLESS = ("gameid", "puzzlink", "pearl", "hexapipes", "pzprv3", "pencilbox", "save")  # there, # begins a comment
_LIKE_HEADER = r"(?m)^#[ \t]*(\w+)[ \t]*:.*"
_OF_BOARD = ("game", "wrap", "walls", "size")  # the keys of headers that change a board
_LOOKED_AT = 20  # lines like headers, at most


def _check_headers(form: Format, text: str, assumed: Assumed) -> None:
    """Say that a comment of a format without a header is, or is much like, a header line that changes a board.

    Raises `PuzzleError` if it is misspelt, unless the text is a list, in which # begins comments.
    """
    from termpuzzles.formats.text_grid import check_comment  # only once there is a comment

    is_text = form.parts is not text_lines
    is_list = not is_text and (form.name == "gameid" or len(list(islice(form.parts(text), 2))) > 1)
    remark = ""
    for found in islice(re.finditer(_LIKE_HEADER, text), _LOOKED_AT):
        key, line = found[1].lower(), text.count("\n", 0, found.start()) + 1
        meant = key if key in _OF_BOARD else nearest(key, _OF_BOARD)
        if is_text or (meant and not is_list):
            check_comment(found[0], line)
        if meant and not remark:
            like = f" such as {meant!r}" if meant != key else ""
            what = f"line {line}, {shown(found[0].rstrip())}, is a comment here"
            remark = f"{what}: only pictures and grids have header lines{like}"
    if remark:
        assumed.remark(remark)


def _read(part: TextPart, form: Format, assumed: Assumed, source: str, budget: Budget) -> Reading | None:
    """The reading of a part in the format that it looks like; None for comments."""
    try:
        puzzle = form.read(part.text, assumed)
        if puzzle is not None and puzzle.grid.size > budget.cells:
            raise PuzzleError(f"a board of at most {budget.cells:,} cells", str(puzzle.grid))
    except PuzzleError as error:
        return Reading(_with_place(error, part, source), form.name)
    except Unfinished as stopped:
        return Reading(stopped.with_traceback(None), form.name)  # a traceback would hold all that was read
    return None if puzzle is None else Reading(puzzle, form.name)


def _with_place(error: PuzzleError, part: TextPart, source: str) -> PuzzleError:
    """The error of a part, with its place in the whole text."""
    line, column = error.line, error.column
    if line is None and "\n" not in part.text:
        line = 1
    if column is not None and line == 1:
        column += part.column - 1
    line = None if line is None else line + part.line - 1
    return PuzzleError(error.expected, error.found, source=source, line=line, column=column)


def write(puzzle: Puzzle, form: str, state: State | None = None) -> str:
    """The puzzle in one of the `FORMATS` (or `puzzlink`), without a newline at its end.

    With a `state`, the board is written in that position. Without one, pictures, number grids, pzprv3 texts and save
    files show `puzzle.start`, and the other formats, which cannot hold pins and lines, the tiles as given.

    Raises `PuzzleError` if the format cannot hold the puzzle or the position, and `ArgumentError` for a state that is
    none of this puzzle.
    """
    check_puzzle(puzzle)
    check_text(form)
    if state is not None:
        check_state(puzzle, state)
    if form not in (*FORMATS, *_IDS):
        if reason := refusal_to_write(form):
            raise PuzzleError(reason)
        raise PuzzleError(f"one of the formats {', '.join(FORMATS)}", f"{shown(form)}{did_you_mean(form, FORMATS)}")
    if not (spoken := _spoken(puzzle.game, form)):
        able = [name for name in FORMATS if _spoken(puzzle.game, name)]
        raise PuzzleError(f"{puzzle.game.title} cannot be written as {form}, only as {joined(able, 'or')}")
    record = _record(spoken)
    assert record.write, "whatever may be asked for can be written"
    return record.write(puzzle, state)


def refusal_to_write(form: str) -> str:
    """Why a format is only read, and what to write instead; "" for those that are written and other names."""
    record = next((record for record in formats() if record.name == form and record.only_read), None)
    return f"{form} is only read, as {record.only_read}: use {record.instead}" if record else ""


def form_for(puzzle: Puzzle, form: str, with_lines: bool) -> str:
    """The format in which to answer a puzzle that came in `form`, with new lines or without.

    It is another one if `form` is only read, or cannot hold lines that are needed.
    """
    record = _record(_spoken(puzzle.game, form) or form)
    if record.instead and (with_lines or not record.write):
        return form_for(puzzle, record.instead, with_lines)
    return form


def canonical_id(puzzle: Puzzle) -> str:
    """The id or address by which to share the puzzle, the same whatever text it came from."""
    return write(puzzle, "gameid")


def web_address(puzzle: Puzzle) -> str:
    """The address at which browsers play the board, in Simon Tatham's web collection; "" if it has no such game."""
    return address(puzzle)


def is_puzzle(text: str) -> bool:
    """Whether a word is meant as an id or address, correct or not, rather than as the name of a file."""
    return "://" in text or any(form.parts is text_lines and form.sniff(text, text) for form in formats())


def is_recognised(text: str) -> bool:
    """Whether some format recognises the text of a file of any name, and can read the first of its puzzles.

    What cannot be taken for anything else, such as a damaged save file, is recognised all the same.
    """
    text = _with_newlines(text)
    form = format_of(text)
    if form is None or not first_word(text):
        return False
    return form.claims(text) or not isinstance(next(read_each(text)).puzzle, Exception)


def is_parted(form: str) -> bool:
    """Whether the answers to puzzles that came in the format have several lines, so that `---` must part them."""
    if form in FORMATS or not form:
        return form in PARTED
    return any(record.name == form and record.instead in PARTED for record in formats())


def _spoken(game: Game, form: str) -> str:
    """The name of the format that `form` means for the game; "" if the game does not have it."""
    forms = _IDS if form == "gameid" else (form,)
    found = next((each for each in forms if each in game.formats), "")
    return found or (form if _record(form).like in game.formats else "")


def formats() -> Iterator[Format]:
    """Every format, in the order in which they are tried; each is loaded when it comes."""
    return map(_loaded, REGISTRY)


@cache
def _loaded(name: str) -> Format:
    module, _, record = name.rpartition(".")
    form: Format = getattr(import_module(f"termpuzzles.formats.{module}"), record)
    return form


def _record(form: str) -> Format:
    return next(record for record in formats() if record.name == form)


def format_of(text: str, first: Format | None = None) -> Format | None:
    """The format that a text looks like, or a part of a text that begins in the format `first`; None if like none.

    If a part of several lines looks like none, it is the format `first`, which then says what is wrong.
    """
    word = text if first and first.parts is text_lines else first_word(text)
    for form in formats():
        if (first is None or form.parts is first.parts) and form.sniff(word, text):
            return form
    return None if first is None or first.parts is text_lines else first


def _list_format(text: str) -> Format | None:
    """The format of a list of ids in which another line than the first looks like one; None if none does."""
    listed = [form for form in formats() if form.parts is text_lines]
    parts = (part.text for part in text_lines(text))
    return next((form for part in parts for form in listed if form.sniff(part, text)), None)


def _folder_game(source: str) -> str | None:
    """The game named by the nearest parent folder of a file that is named after one."""
    if not source or (not dirname(source) and not exists(source)):  # "standard input", say, is not the name of a file
        return None
    folder = dirname(abspath(source))
    while True:
        above, name = split(folder)
        if name in names():
            return name
        if above == folder:
            return None
        folder = above


REGISTRY = (  # the file and the record of each format, loaded in this order, that of their ranks, until one looks right
    "net_id.NET_ID",
    "picture.PICTURE",
    "pearl.PEARL_ID",
    "ghost.GHOST",
    "hexapipes.HEXAPIPES_LINK",
    "puzzlink.PUZZLINK",
    "pzprv3.PZPRV3_LINE",
    "pzprv3.PZPRV3",
    "save_file.SAVE_FILE",
    "hexapipes.HEXAPIPES",
    "number_array.NUMBER_ARRAY",
    "piece_list.PIECE_LIST",
    "pencilbox.PENCILBOX",
    "hex_grid.HEX_GRID",
    "number_grid.NUMBER_GRID",
    "letter_grid.LETTER_GRID",
    "picture.PICTURE_ROWS",
)
