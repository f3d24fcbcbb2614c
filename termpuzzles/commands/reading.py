"""From arguments (files, folders, ids, standard input) to puzzles, one after the other."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.commands.command import budget_of
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats import (
    UTF_16_MARKS,
    Reading,
    decode,
    is_puzzle,
    is_recognised,
    list_begun,
    read_each,
    read_list_line,
)
from termpuzzles.formats.format import text_lines
from termpuzzles.logic.task import USUAL, Budget, Unfinished, spending

if TYPE_CHECKING:
    import argparse

    from termpuzzles.commands.answers import Answer, Console
    from termpuzzles.formats import ListBegun
    from termpuzzles.games.model import Puzzle

STDIN = "standard input"
ENDINGS = (".loops", ".ids")  # the files of a folder that are read whatever is in them; others if a format knows them
_MOST_NAMED = 3  # files that were passed over


class Text(NamedTuple):
    """A text with puzzles, and its name in errors ("" if it is the argument itself)."""

    name: str
    text: str


class Entry(NamedTuple):
    """A puzzle that was asked for, or why there is none, with its name and the format of its text.

    There may have been no time to read it: `Unfinished`. `seconds` is how long it took to read. `remarks` say what was
    passed over in its text.
    """

    name: str
    puzzle: Puzzle | PuzzleError | Unfinished
    form: str
    seconds: float = 0.0
    remarks: tuple[str, ...] = ()

    def read(self, budget: Budget) -> Entry:
        """Itself: it has been read."""
        return self

    def given(self) -> Puzzle:
        """The puzzle; raises the error if there is none."""
        if isinstance(self.puzzle, Exception):
            raise self.puzzle
        return self.puzzle


class Line(NamedTuple):
    """A line of a list of ids that is still to be read, wherever its puzzle is answered.

    `number` is that of its puzzle in the list, `line` its own; `form` is the format in which the list begins.
    """

    text: str
    form: str
    game: str | None
    number: int
    line: int
    remarks: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of its puzzle."""
        return f"{STDIN} {self.number}"

    def read(self, budget: Budget) -> Entry:
        """The puzzle that was asked for, or why there is none."""
        begun = monotonic()
        try:
            with spending(budget):
                reading = read_list_line(self.text, self.form, line=self.line, source="-", game=self.game)
        except Unfinished as stopped:
            reading = Reading(stopped.with_traceback(None), "")
        assert reading, "comments are passed over before"
        remarks = self.remarks + reading.remarks
        return Entry(self.name, reading.puzzle, reading.format, monotonic() - begun, remarks)


Item = Entry | Line
Answering = Callable[[Budget], Callable[[Entry], Iterable["Answer"]]]  # how to answer a puzzle, within a budget


class Source(NamedTuple):
    """What arguments may mean besides ids: standard input, of which `read` returns up to n bytes, files and folders.

    `say` takes sentences about what was passed over.
    """

    read: Callable[[int], bytes]
    files: bool = True
    budget: Budget = USUAL
    say: Callable[[str], None] = lambda words: None


def entries_of(options: argparse.Namespace, console: Console) -> Iterator[Entry]:
    """Every puzzle that a command line asks for."""
    if "-" in (options.puzzles or ["-"]) and console.stdin.isatty():
        console.say("reading puzzles from the terminal, until Ctrl-D")
    budget = budget_of(options)
    source = Source(console.stdin.buffer.read, console.files, budget, console.say)
    return with_remarks_said(entries(texts(options.puzzles, source), options.game, budget), console.say)


def items_of(
    options: argparse.Namespace, console: Console, read: Callable[[int], bytes | None]
) -> Iterator[Item | None]:
    """Every puzzle that a command line asks for; ids from standard input as they come, line by line.

    `read` returns what has come of standard input, up to n bytes, b"" at its end, and None if nothing has come yet; a
    None is then passed on.
    """
    budget = budget_of(options)
    source = Source(console.stdin.buffer.read, console.files, budget, console.say)
    for argument in options.puzzles or ["-"]:
        if argument == "-":
            if console.stdin.isatty():
                console.say("reading puzzles from the terminal, until Ctrl-D")
            yield from _arriving(read, options.game, budget)
        else:
            yield from entries(texts([argument], source), options.game, budget)


_PIECE = 1 << 16  # bytes of standard input to ask for at once
_HEAD = 1 << 20  # bytes in which a list of ids must have begun


def _arriving(read: Callable[[int], bytes | None], game: str | None, budget: Budget) -> Iterator[Item | None]:
    """The puzzles of standard input: of a list of ids each line once it is there, of another text all at its end."""
    head = bytearray()
    try:
        while (piece := read(_PIECE)) != b"":
            if piece is None:
                yield None
                continue
            head += piece
            if len(head) > budget.text:
                yield from entries([_too_long("-", budget)])
                return
            if b"\n" in piece and len(head) <= _HEAD and (begun := _list_begun(head)):
                yield from _lines(_whole_lines(read, head, budget), begun.format, game, begun.remarks)
                return
    except OSError as error:
        yield from entries([_unreadable("-", error)])
        return
    yield from entries([_decoded("-", bytes(head))], game, budget)


def _list_begun(head: bytearray) -> ListBegun | None:
    """What the whole lines of the text begin, if that is a list of ids."""
    if head.startswith(UTF_16_MARKS):
        return None
    return list_begun(head[: head.rindex(b"\n")].decode("utf-8-sig", "replace"))


def _whole_lines(read: Callable[[int], bytes | None], rest: bytearray, budget: Budget) -> Iterator[bytes | None]:
    """The lines of a text that begins so, each once it is there; what follows one that is too long is left out."""
    piece: bytes | None = bytes(rest)
    rest = bytearray()
    while piece != b"":
        if piece is None:
            yield None
        else:
            first, *more = piece.split(b"\n")
            rest += first
            if more:
                yield bytes(rest)
                yield from more[:-1]
                rest = bytearray(more[-1])
            if len(rest) > budget.text:
                break
        piece = read(_PIECE)
    yield bytes(rest)


def _lines(
    lines: Iterable[bytes | None], form: str, game: str | None, remarks: tuple[str, ...]
) -> Iterator[Item | None]:
    number = 0
    place = 0
    for line in lines:
        if line is None:
            yield None
            continue
        place += 1
        try:
            text = decode(line)
        except PuzzleError as error:
            number += 1
            yield Entry(f"{STDIN} {number}", error.at("-", place), form)
            continue
        if next(text_lines(text), None):
            number += 1
            yield Line(text, form, game, number, place, remarks if number == 1 else ())


def with_remarks_said(entries: Iterable[Entry], say: Callable[[str], None]) -> Iterator[Entry]:
    """The entries; each remark is said once, however many there are of it."""
    said: set[str] = set()
    for entry in entries:
        for remark in entry.remarks:
            if remark not in said:
                say(f"{entry.name}: {remark}")
                said.add(remark)
        yield entry


def texts(arguments: Iterable[str], source: Source) -> Iterator[Text | PuzzleError]:
    """The text of each argument, or why there is none; standard input if there are no arguments."""
    for argument in list(arguments) or ["-"]:
        if argument == "-":
            yield _read("-", source.read, source.budget)
        elif not source.files:
            yield Text("", argument)
        elif os.path.isdir(argument):
            yield from _folder(argument, source)
        elif os.path.exists(argument) or not is_puzzle(argument):
            yield _file(argument, source.budget)
        else:
            yield Text("", argument)


def entries(texts: Iterable[Text | PuzzleError], game: str | None = None, budget: Budget = USUAL) -> Iterator[Entry]:
    """Every puzzle of the texts in order; `game` is the game of puzzles that do not name one."""
    for text in texts:
        if isinstance(text, PuzzleError):
            yield Entry(text.source, text, "")
        else:
            yield from _entries(text, game, budget)


def _entries(text: Text, game: str | None, budget: Budget) -> Iterator[Entry]:
    readings = _timed(read_each(text.text, source=text.name, game=game, budget=budget), budget)
    first, second = next(readings), next(readings, None)
    if second is None:
        yield _entry(text, *first)
        return
    yield _entry(text, *first, 1)
    yield _entry(text, *second, 2)
    for number, reading in enumerate(readings, 3):
        yield _entry(text, *reading, number)


def _timed(readings: Iterator[Reading], budget: Budget) -> Iterator[tuple[Reading, float]]:
    """The readings, each within the budget, with the seconds they took; `Unfinished` where the text itself took all.

    What cannot be read shares the seconds of the puzzle that follows it.
    """
    reading: Reading | None
    clock = budget.begun()
    while True:
        begun = monotonic()
        try:
            with spending(clock):
                reading = next(readings, None)
        except Unfinished as stopped:
            reading = Reading(stopped.with_traceback(None), "")
        if reading is None:
            return
        yield reading, monotonic() - begun
        if not isinstance(reading.puzzle, PuzzleError):
            clock = budget.begun()
        elif clock():
            yield Reading(Unfinished(), ""), 0.0
            return


def _entry(text: Text, reading: Reading, seconds: float, number: int = 0) -> Entry:
    name = STDIN if text.name == "-" else text.name or shortened(text.text)
    puzzle = reading.puzzle
    if isinstance(puzzle, PuzzleError) and not text.name:
        puzzle = _in_argument(puzzle, name)
    return Entry(f"{name} {number}" if number else name, puzzle, reading.format, seconds, reading.remarks)


def _in_argument(error: PuzzleError, name: str) -> PuzzleError:
    """The error for an argument that is itself a puzzle."""
    place = f"{name}, character {error.column}" if error.column and error.column > 1 else name
    return PuzzleError(error.expected, error.found, source=place)


def _folder(folder: str, source: Source) -> Iterator[Text | PuzzleError]:
    """The files of a folder that some format recognises; says how many others there are, and names the first."""
    passed, found = [], False
    for path in _files(folder):
        text = _file(path, source.budget)
        if path.endswith(ENDINGS) or (isinstance(text, Text) and is_recognised(text.text)):
            found = True
            yield text
        else:
            passed.append(os.path.relpath(path, folder))
    if not found:
        yield PuzzleError("a folder with puzzles in a known format", "none", source=folder)
    if passed:
        named = ", ".join(passed[:_MOST_NAMED]) + ", …" * (len(passed) > _MOST_NAMED)
        files = "1 file was" if len(passed) == 1 else f"{len(passed)} files were"
        source.say(f"{folder}: {files} passed over, in no format that is known: {named}")


def _files(folder: str) -> list[str]:
    """The files in the folder and those below it, in order, but for hidden ones, and for pipes, which have no end."""
    found = []
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        found += [os.path.join(place, name) for name in names if not name.startswith(".")]
    return sorted(path for path in found if os.path.isfile(path) or not os.path.exists(path))


def _file(path: str, budget: Budget) -> Text | PuzzleError:
    def read(number: int) -> bytes:
        with open(path, "rb") as file:
            return file.read(number)

    return _read(path, read, budget)


def _read(name: str, read: Callable[[int], bytes], budget: Budget) -> Text | PuzzleError:
    try:
        data = read(budget.text + 1)
    except OSError as error:
        return _unreadable(name, error)
    return _too_long(name, budget) if len(data) > budget.text else _decoded(name, data)


def _unreadable(name: str, error: OSError) -> PuzzleError:
    return PuzzleError((error.strerror or str(error)).lower(), source=shortened(name))


def _too_long(name: str, budget: Budget) -> PuzzleError:
    return PuzzleError(f"at most {budget.text >> 20} MB of text", "more", source=name)


def _decoded(name: str, data: bytes) -> Text | PuzzleError:
    try:
        return Text(name, decode(data, name))
    except PuzzleError as error:
        return error
