"""A journal: the file that keeps one session, and outlives the program and whatever ends it.

Each event is appended with one write before it has any effect, so a program that is killed loses nothing; `fsync` runs
when the journal is left, so that only a failing machine can lose moves, and keys never wait for a disk.

A file `.sitting` of 0.1.0 is read for ever and never altered: at the first new event its content goes on in a
`.journal`. Whoever plays holds a lock on the file. Another window that wants the board leaves a claim beside it; a
holder that does not answer loses the file anyway, because the newcomer goes on in a copy renamed into its place. So
the holder checks, around each write, whether the file at that name is still its own. Where files cannot be locked, it
checks that nobody else has written to it as well: of two windows the first that moves goes on.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.folder_store import create, keep_beside, lock, name_new, write_whole
from termpuzzles.storage.journal_text import (
    VERSION,
    Content,
    Event,
    event_line,
    head_line,
    open_regular,
    parse,
    read_all,
)

TAKEN = "Another window has taken this puzzle over. Every move made here until then is kept."
NEWER = "A newer version of termpuzzles wrote this journal: it can be looked at, and moves are not kept."
DELETED = "The file of this journal was deleted while it was open; it has been written again."
UNLOCKED = "Files cannot be locked here: of two windows with the same puzzle, only the first that moves goes on."


class JournalInUseError(OSError):
    """Another window holds this journal open, or has begun it since."""


class Place(NamedTuple):
    """The path of a puzzle's journal, and the path where 0.1.0 kept it."""

    path: Path
    old: Path | None = None

    @property
    def claim(self) -> Path:
        """The file by which another window asks for the journal."""
        return self.path.with_suffix(".claim")


class Journal:
    """An open journal: the events so far, and the file to which new ones are appended.

    Nothing is written before the first event. `trouble` says in a sentence why moves are not being kept, if they are
    not; what a full disk did not take is tried again with the next event. `notice` says what happened to the file.
    `lost` says that another window has it now: from then on nothing may be played here.
    """

    said_unlocked = False  # in any journal: once is enough

    def __init__(self, place: Place, puzzle: Puzzle, more: dict[str, Any] | None = None) -> None:
        self.place = place
        self.trouble = ""
        self.notice = ""
        self.lost = ""
        self.read_only = False
        self.events: list[Event] = []
        self._puzzle = puzzle
        self._more = more or {}
        self._unwritten = b""
        self._carried = b""  # what 0.1.0 wrote, carried over with the first event
        self._file: FileIO | None = None
        self._length: int | None = None  # of the file, where it cannot be locked
        if os.path.lexists(place.path):
            self._open()
        if not (self._file or self.read_only) and place.old is not None and os.path.lexists(place.old):
            self._read_old(place.old)

    @classmethod
    def taken(cls, place: Place, puzzle: Puzzle) -> Journal:
        """A new generation of a journal that its holder does not release: a copy, locked and renamed into its place."""
        if not os.path.lexists(place.path):  # 0.1.0 holds its own file and knows of no claims
            journal = cls(Place(place.path), puzzle)
            journal._carry(parse(read_all(place.old or place.path)))
            return journal
        fresh = _fresh(place.path)
        try:
            with open(open_regular(place.path), "rb") as held, create(fresh) as file:
                write_whole(file, held.read())
                os.replace(fresh, place.path)
                write_whole(file, held.read())  # what the holder wrote in the meantime
        finally:
            fresh.unlink(missing_ok=True)
        return cls(place, puzzle)

    @property
    def path(self) -> Path:
        """The file for new events."""
        return self.place.path

    @property
    def begun(self) -> bool:
        """Whether anything was ever written."""
        return self._file is not None

    @property
    def claimed(self) -> bool:
        """Whether another window asks for this journal."""
        return self._file is not None and self.place.claim.exists()

    def record(self, seconds: float, event: str) -> bool:
        """Append an event; False if it must not have an effect, because another window has the journal now."""
        if self.lost:
            return False
        if self.read_only:
            return True
        self._unwritten += event_line(seconds, event)
        try:
            if self._file is None:
                self._begin()
            elif not self._is_ours():
                return False
            self._write()
        except JournalInUseError as error:
            self._unwritten, self.trouble, self.read_only = b"", _untold(error), True
            return True
        except OSError as error:
            self.trouble = _untold(error)
            return True
        return self._is_ours()

    def _is_ours(self) -> bool:
        """Whether the file at its place is still this one; a deleted file is written again."""
        assert self._file is not None
        own = os.fstat(self._file.fileno())
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            self._write_again()
            return True
        if (own.st_ino, own.st_dev) == (there.st_ino, there.st_dev) and self._length in (None, own.st_size):
            return True
        self._lose()
        return False

    def _lose(self) -> None:
        assert self._file is not None
        self._file.close()
        self._file, self._unwritten, self.lost = None, b"", TAKEN

    def _write_again(self) -> None:
        assert self._file is not None
        self._file.seek(0)
        data = self._file.readall()
        self._file.close()
        self._file = self._put(data)
        self.notice = DELETED

    def _sync(self, file: FileIO) -> None:
        """Make sure that the disk holds what was written."""
        os.fsync(file.fileno())

    def yield_to_claim(self) -> None:
        """Store everything and let another window have the journal."""
        if self._file is not None:
            with suppress(OSError):
                self._sync(self._file)
            self._lose()

    def _begin(self) -> None:
        self._file = self._put(head_line(self._puzzle, self._more) + self._carried)
        self._carried = b""

    def _put(self, data: bytes) -> FileIO:
        """A new locked file at the journal's place with all of the data, or else no file."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        fresh = _fresh(self.path)
        file = create(fresh)
        try:
            write_whole(file, data)
            name_new(fresh, self.path)
        except FileExistsError:
            file.close()
            raise _in_use(self.path) from None
        except OSError:
            file.close()
            raise
        finally:
            fresh.unlink(missing_ok=True)
        self._length = None if lock(file) else len(data)
        return file

    def _open(self) -> None:
        try:
            self._open_file()
        except BlockingIOError:
            self.close()
            raise _in_use(self.path) from None
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise
            self._read_only(parse(read_all(self.path)), "The file of this journal may not be written")
            return
        if self._file is None:
            return
        data = self._file.readall()
        if self._length is not None:
            self._length = len(data)
        self._take_in(parse(data))
        if self._length is not None and not (self.notice or Journal.said_unlocked):
            self.notice, Journal.said_unlocked = UNLOCKED, True

    def _open_file(self) -> None:
        """Open and lock the file at the journal's place, unless another window has removed it."""
        while os.path.lexists(self.path):
            self._file = FileIO(open_regular(self.path, os.O_RDWR | os.O_APPEND), "rb+")
            self._length = None if lock(self._file) else 0
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._file.fileno()), os.stat(self.path)):
                    return
            self._file.close()
            self._file = None

    def _take_in(self, content: Content) -> None:
        if content.head and content.head.version > VERSION:
            self._read_only(content, "")
            self.trouble = NEWER
            return
        self.events = content.events
        try:
            self._mend(content)
        except OSError as error:
            self._read_only(content, f"Part of this journal cannot be read, nor kept elsewhere ({error.strerror})")
            return
        if content.head is None:
            assert self._file is not None
            self.path.unlink()
            self._file.close()
            self._file = None

    def _read_only(self, content: Content, why: str) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
        self.events, self.read_only = content.events, True
        self.trouble = f"{why}: moves are not being kept."

    def _read_old(self, old: Path) -> None:
        """Take in what 0.1.0 wrote, unless its window is still open; the file stays as it is."""
        with open(open_regular(old), "rb") as file:
            try:
                lock(file)
            except BlockingIOError:
                raise _in_use(old) from None
            self._carry(parse(file.read()))

    def _carry(self, content: Content) -> None:
        """Begin with these events, which a new file takes over with the first new one."""
        self.events = content.events
        self._carried = b"".join(event_line(*event) for event in content.events)

    def _mend(self, content: Content) -> None:
        """Cut off what cannot be read, after saving it in a file beside this one; a torn last line had no effect."""
        assert self._file is not None
        self._file.seek(content.good)
        bad = self._file.readall()
        if not bad:
            return
        if not content.torn:
            name = keep_beside(self.path, bad)
            what = "Part of this journal" if content.head else "This journal"
            self.notice = f"{what} cannot be read; it is kept as {name}."
        self._file.truncate(content.good)
        if self._length is not None:
            self._length = content.good

    def keep_first(self, count: int) -> None:
        """Drop all but the first `count` events, as later ones cannot be played."""
        if count >= len(self.events) or self.read_only:
            return
        del self.events[count:]
        if self._file is None:
            self._carried = b"".join(event_line(*event) for event in self.events)
            return
        self._file.seek(0)
        lines = self._file.readall().splitlines(keepends=True)
        self._mend(Content(None, [], sum(map(len, lines[: count + 1])), False))
        self.notice = self.notice.replace("This journal", "Part of this journal")

    def _write(self) -> None:
        """Append everything unwritten, or nothing: a part that a full disk took is cut off again."""
        assert self._file is not None
        size = self._file.seek(0, os.SEEK_END)
        try:
            write_whole(self._file, self._unwritten)
        except OSError:
            self._file.truncate(size)
            raise
        if self._length is not None:
            self._length += len(self._unwritten)
        self._unwritten, self.trouble = b"", ""

    def close(self) -> None:
        """Make sure that everything is on the disk, and release the file."""
        if self._file is None:
            return
        try:
            self._sync(self._file)
        except OSError as error:
            self.trouble = f"Moves may not have been kept: {error.strerror or error}."
        self._file.close()
        self._file = None


def take_over(
    place: Place, puzzle: Puzzle, now: Callable[[], float], sleep: Callable[[float], None], patience: float = 1.5
) -> Journal:
    """Ask another window for its journal, and take it if nobody answers within `patience` seconds."""
    until = now() + patience
    try:
        while now() < until:
            place.claim.touch()
            try:
                return Journal(place, puzzle)
            except JournalInUseError:
                sleep(0.05)
        return Journal.taken(place, puzzle)
    finally:
        place.claim.unlink(missing_ok=True)


def _fresh(path: Path) -> Path:
    """The free name of this process for a new file beside the path."""
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.unlink(missing_ok=True)  # left by a process of the same number that was killed
    return fresh


def _untold(error: OSError) -> str:
    return f"moves are not being kept: {error.strerror or error}"


def _in_use(path: Path) -> JournalInUseError:
    return JournalInUseError(f"this puzzle is open in another window ({path})")
