"""The text of a journal: its head, its events, and a tail that cannot be read. Every byte of it is checked here.

The first line is a head in JSON: the version of the form, the board's text, and what a list of journals shows. Each
further line is an event, preceded by the clock's seconds. Version 1 is what 0.1.0 wrote to `.sitting` files.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.board.surface import Seam
from termpuzzles.errors import PuzzleError, on_one_line, shortened
from termpuzzles.formats import read, write
from termpuzzles.games import names
from termpuzzles.games.model import Move, Puzzle

VERSION = 2
LONGEST_HEAD = 1 << 24  # bytes; a board of a million cells takes a little more than three million
LONGEST_TITLE = 200  # characters
_EVENT = re.compile(rb"(\d{1,12}(?:\.\d{1,6})?) ([^\x00-\x1f\x7f]+)\r?\n")
_SIZE = r"\d{1,7}x\d{1,7}"

Event = tuple[float, str]  # the clock's seconds, and what happened then


class Head(NamedTuple):
    """The first line of a journal: version, game, size, title and text of the board, and any further entries."""

    version: int
    game: str
    size: str
    title: str
    text: str
    more: dict[str, Any]

    def word(self, key: str) -> str:
        """A further entry as a word, cleaned for a list; "" if there is none."""
        value = self.more.get(key)
        return cleaned(value) if isinstance(value, str) else ""


class Content(NamedTuple):
    """A journal: its head (None if it cannot be read), its events, and how many bytes at its start hold them.

    `torn` says that only one line cut short follows the events, which never had an effect.
    """

    head: Head | None
    events: list[Event]
    good: int
    torn: bool


def cleaned(text: str) -> str:
    """The text on one line, short, and without anything that a terminal might obey."""
    return on_one_line(text[:LONGEST_TITLE])


def parse_head(line: bytes) -> Head | None:
    """The head in a first line; None if it is not a head."""
    if not line.endswith(b"\n"):
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):  # a hundred thousand brackets are not ours
        return None
    if not isinstance(found, dict) or not all(isinstance(found.get(k), str) for k in ("game", "size", "title", "text")):
        return None
    version, size = found.pop("termpuzzles", 1), found.pop("size")
    if not (type(version) is int and version >= 1 and re.fullmatch(_SIZE, size)):
        return None
    return Head(version, cleaned(found.pop("game")), size, cleaned(found.pop("title")), found.pop("text"), found)


def head_of(data: bytes) -> Head | None:
    """The head of the journal in these bytes; None if it is not a journal."""
    end = data.find(b"\n", 0, LONGEST_HEAD) + 1
    return parse_head(data[:end])


def parse_event(line: bytes) -> Event | None:
    """The seconds and the event in a whole line; None if it is cut short or garbled."""
    matched = _EVENT.fullmatch(line)
    if matched is None:
        return None
    try:
        return float(matched[1]), matched[2].decode()
    except ValueError:
        return None


def parse(data: bytes) -> Content:
    """The journal in these bytes, as far as they can be read."""
    *whole, last = data.split(b"\n")
    lines = [line + b"\n" for line in whole] + [last] * bool(last)
    head = parse_head(lines[0]) if lines and len(lines[0]) <= LONGEST_HEAD else None
    if head is None:
        return Content(None, [], 0, False)
    events, good = [], len(lines[0])
    for line in lines[1:]:
        event = parse_event(line)
        if event is None:
            break
        events.append(event)
        good += len(line)
    rest = lines[1 + len(events) :]
    return Content(head, events, good, len(rest) == 1 and not rest[0].endswith(b"\n"))


def event_line(seconds: float, event: str) -> bytes:
    """The line of an event."""
    return f"{seconds:.1f} {event}\n".encode()


def open_regular(path: Path, flags: int = os.O_RDONLY, mode: int = 0o666) -> int:
    """A descriptor of a regular file, made with the mode if the flags say so; OSError at once for anything else."""
    number = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0), mode)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(None, "not a regular file", str(path))
    return number


def read_all(path: Path) -> bytes:
    """The whole file. Raises OSError if it cannot be read."""
    with open(open_regular(path), "rb") as file:
        return file.read()


def head_line(puzzle: Puzzle, more: dict[str, Any]) -> bytes:
    """The first line of a new journal for the puzzle, with the entries of `more` as well."""
    header = dict(puzzle.header)
    entries: dict[str, Any] = {
        "termpuzzles": VERSION,
        "game": puzzle.game.name,
        "size": str(puzzle.grid),
        "title": puzzle.title or puzzle.source,
        **_board(puzzle),
        **{key: header[key] for key in ("rating", "effort") if key in header},
        **more,
    }
    return json.dumps(entries, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"


def _board(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle's entries in a head: the text of the board to begin with, and the moves of its text."""
    begun = replace(puzzle, start=puzzle.beginning, moves=(), position=0)
    entries: dict[str, Any] = {"text": write(begun, "picture")}
    if puzzle.moves:
        entries |= {"moves": list(map(str, puzzle.moves)), "position": puzzle.position}
    return entries


def puzzle_of(head: Head | None, source: str) -> Puzzle:
    """The puzzle of a journal, read from its head. Raises PuzzleError if the text is damaged."""
    moves, position = (head.more.get("moves", []), head.more.get("position", 0)) if head else ([], 0)
    if head is None or not isinstance(moves, list) or type(position) is not int or not 0 <= position <= len(moves):
        raise PuzzleError("the first line of a journal", "other text", source=source, line=1)
    if head.game not in names():
        raise PuzzleError(f"one of the games {', '.join(names())}", repr(shortened(head.game)), source=source)
    puzzle = read(head.text, source=source, game=head.game, own=True)[0]
    played = tuple(Move.parse(str(move), puzzle) for move in moves)
    state = puzzle.start
    for move in played[:position]:
        state = puzzle.game.play(puzzle, state, move)
    return replace(puzzle, start=state, moves=played, position=position)


_GLUED = {Seam.OPEN: False, Seam.JOINED: True, Seam.FLIPPED: "flipped"}  # as identities have always said it


def identity(puzzle: Puzzle) -> str:
    """A name for the puzzle that depends only on its game, grid, tiles, clues and start, and finds its journal."""
    grid = puzzle.grid
    across, down = (_GLUED[seam] for seam in grid.surface)
    digest = sha256(f"{puzzle.game.name} {grid} {across} {down} {sorted(grid.walls)}".encode())
    for part in (puzzle.tiles, puzzle.clues, *puzzle.start):
        digest.update(part)
    return str(digest.hexdigest()[:24])


def is_finished(events: Iterable[str]) -> bool:
    """Whether the last action finished the board."""
    done = [
        event
        for event in events
        if event.partition(" ")[0] not in ("clock", "mark", "hint", "opened", "checked", "source")
    ]
    return bool(done) and done[-1] == "finished"
