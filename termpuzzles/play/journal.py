"""A sitting's file, which outlives the program and whatever ends it.

It is a text file: a first line in JSON (the level's text, and what a list of sittings shows), then one line an
event, the clock's seconds before it. Each event is appended with one write before it has any effect, so a program
that is killed loses nothing; `fsync` runs when the sitting is left, so that only a failing machine can lose moves,
and keys never wait for a disk. A last line cut short is dropped and the file mended when it is opened again.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Move, Puzzle

_TAIL = 4096  # bytes at a file's end in which its last events are looked for


class JournalInUseError(OSError):
    """Another program holds this sitting open, or has begun it since."""


class Entry(NamedTuple):
    """A sitting in a list: which game and board, how long it took so far, and whether it came to its end."""

    path: Path
    game: str
    title: str
    size: str
    seconds: float
    finished: bool
    modified: float


def identity(puzzle: Puzzle) -> str:
    """A name for the puzzle that depends on its game, grid, tiles and start alone: sittings are found by it."""
    from hashlib import sha256  # 2 ms

    grid = puzzle.grid
    said = sha256(f"{puzzle.game.name} {grid} {grid.wrap_x} {grid.wrap_y} {sorted(grid.walls)}".encode())
    for part in (puzzle.tiles, *puzzle.start):
        said.update(part)
    return said.hexdigest()[:24]


class Journal:
    """An open sitting's file: what happened before, and where events are appended.

    Nothing is written before the first event. Where the disk takes no more, `trouble` says so in a sentence, and what
    could not be written is tried again with the next event.
    """

    def __init__(self, path: Path, puzzle: Puzzle) -> None:
        self.path = path
        self.trouble = ""
        self.events: list[tuple[float, str]] = []
        self._puzzle = puzzle
        self._unwritten = b""
        self._file: IO[bytes] | None = None
        if path.exists():
            self._open()
            self.events = self._read()

    @property
    def begun(self) -> bool:
        """Whether anything was ever written."""
        return self._file is not None

    def record(self, seconds: float, event: str) -> None:
        """Append an event."""
        self._unwritten += f"{seconds:.1f} {event}\n".encode()
        try:
            if self._file is None:
                self._begin()
            self._write()
        except OSError as error:
            self.trouble = f"moves are not being kept: {error.strerror or error}"

    def _begin(self) -> None:
        import json

        puzzle = self._puzzle
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self._open(os.O_EXCL)
        head = {
            "termpuzzles": 1,
            "game": puzzle.game.name,
            "size": str(puzzle.grid),
            "title": puzzle.title or puzzle.source,
            **_said(puzzle),
        }
        self._unwritten = json.dumps(head, ensure_ascii=False).encode() + b"\n" + self._unwritten

    def _open(self, more_flags: int = 0) -> None:
        def opener(path: str, flags: int) -> int:
            return os.open(path, flags | more_flags, 0o666)

        try:
            self._file = open(self.path, "ab+", buffering=0, opener=opener)  # noqa: SIM115 # held open for the sitting
            _lock(self._file)
        except (FileExistsError, BlockingIOError):
            self.close()
            raise JournalInUseError(f"this puzzle is open in another window ({self.path})") from None

    def _write(self) -> None:
        """Append all that is unwritten, or nothing: what a full disk took of it is cut off again."""
        assert self._file is not None
        size = self._file.seek(0, os.SEEK_END)
        try:
            written = self._file.write(self._unwritten)
            if written != len(self._unwritten):
                raise OSError(None, "the disk is full")
        except OSError:
            self._file.truncate(size)
            raise
        self._unwritten, self.trouble = b"", ""

    def _read(self) -> list[tuple[float, str]]:
        """The events of the file; it is mended so that it ends with the last one that can be read."""
        assert self._file is not None
        self._file.seek(0)
        lines = self._file.read().splitlines(keepends=True)
        good, events = (lines[:1], []) if lines and lines[0].endswith(b"\n") else ([], [])
        for line in lines[1:]:
            event = _event(line)
            if event is None:
                break
            good.append(line)
            events.append(event)
        self._mend(lines, good)
        if not good:
            self.path.unlink()
            self._file.close()
            self._file = None
        return events

    def _mend(self, lines: list[bytes], good: list[bytes]) -> None:
        """Cut off what cannot be read; more than one line of it is kept in a file beside this one."""
        assert self._file is not None
        bad = lines[len(good) :]
        if len(bad) > 1:
            self.path.with_suffix(".damaged").write_bytes(b"".join(bad))
        if bad:
            self._file.truncate(sum(map(len, good)))

    def keep_first(self, count: int) -> None:
        """Drop all but the first so many events, which is as far as they can be played."""
        if self._file is not None and count < len(self.events):
            self._file.seek(0)
            lines = self._file.read().splitlines(keepends=True)
            self._mend(lines, lines[: count + 1])
            del self.events[count:]

    def close(self) -> None:
        """Make sure that all is on the disk, and let go of the file."""
        if self._file is None:
            return
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            self.trouble = f"moves may not have been kept: {error.strerror or error}"
        self._file.close()
        self._file = None


def _said(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as a sitting's first line holds it: the text of the board to begin with, and the moves told there."""
    from termpuzzles.formats import write

    begun = replace(puzzle, start=puzzle.beginning, moves=(), position=0)
    form = "pzprv3" if any(begun.start.notes) else "picture"  # pictures have no crosses
    said: dict[str, Any] = {"text": write(begun, form)}
    if puzzle.moves:
        said |= {"moves": list(map(str, puzzle.moves)), "position": puzzle.position}
    return said


def puzzle_of(path: Path) -> Puzzle:
    """The puzzle of a sitting, read from the sitting itself.

    Raises PuzzleError where its text is damaged, OSError where the file is gone.
    """
    from termpuzzles.formats import read

    head, source = _head(path), str(path)
    text, told, position = head.get("text"), head.get("moves", []), head.get("position", 0)
    if not (isinstance(text, str) and isinstance(told, list) and isinstance(position, int)):
        raise PuzzleError("a sitting", source=source)
    puzzle = read(text, source=source, game=head.get("game"))[0]
    moves = tuple(Move.parse(str(move), puzzle) for move in told)
    state = puzzle.start
    for move in moves[:position]:
        state = puzzle.game.play(puzzle, state, move)
    return replace(puzzle, start=state, moves=moves, position=position)


def _event(line: bytes) -> tuple[float, str] | None:
    """The seconds and the event of a line; None where it is cut short or garbled."""
    try:
        seconds, event = line.decode().split(" ", 1)
        return (float(seconds), event.rstrip("\n")) if event.endswith("\n") else None
    except ValueError:
        return None


def _lock(file: IO[bytes]) -> None:
    """Hold the file for this program alone; OSError where another one holds it. Systems without locks go without."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)


def _head(path: Path) -> dict[str, Any]:
    import json

    with path.open("rb") as file:
        try:
            found = json.loads(file.readline())
        except ValueError:
            return {}
    return found if isinstance(found, dict) else {}


def entry_of(path: Path) -> Entry | None:
    """What a list of sittings shows of the file; None where it is no sitting."""
    head = _head(path)
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _TAIL))
        events = [event for line in file.read().splitlines(keepends=True) if (event := _event(line))]
    if not events or not all(isinstance(head.get(key), str) for key in ("game", "size", "title", "text")):
        return None
    told = [event for _, event in events if event not in ("clock", "mark", "hint")]
    finished = bool(told) and told[-1] == "finished"
    return Entry(path, head["game"], head["title"], head["size"], events[-1][0], finished, path.stat().st_mtime)
