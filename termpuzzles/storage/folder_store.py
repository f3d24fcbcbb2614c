"""A store in a folder, a file for each journal: one window holds each, and others keep nothing in it.

Each event is appended with one write before it has any effect, so a program that is killed loses nothing; the disk is
asked to hold it only when the journal is left, so that only a failing machine can lose moves, and keys never wait.

A file `.sitting` of 0.1.0 is read for ever and never altered: at the first new event its content goes on in a
`.journal`. Whoever plays holds a lock on the file. A claim is a file beside it; a new generation is a copy renamed into
its place. So the holder checks, around each write, whether the file at that name is still its own. Where files cannot
be locked, it checks that nobody else has written to it as well: of two windows the first that moves goes on. Windows
neither renames nor removes an open file: there a new file has its name from the start, and one that is held stays.
"""

from __future__ import annotations

import errno
import json
import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from io import FileIO
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

from termpuzzles.storage.held_file import MOVES_OPEN_FILES, HeldFile, file_beside, lock, put_new, write_whole
from termpuzzles.storage.journal_text import open_regular, read_all
from termpuzzles.storage.settings import differences, with_changes
from termpuzzles.storage.store import JournalInUseError, Kept, LostError, Stamp
from termpuzzles.storage.summaries import JournalList, SummaryCache

DELETED = "The file of this journal was deleted while it was open; it has been written anew."
UNLOCKED = "Files cannot be locked here: of two windows with the same puzzle, only the first that moves goes on."

JOURNALS, SITTINGS = "journals", "sittings"
CHOICES = "remembered.json"  # beside the folders of journals: what was chosen in the app
ENDING, OLD_ENDING = ".journal", ".sitting"
_LARGEST = 1 << 20  # bytes of the choices
_OLD = 60.0  # seconds after which nobody writes to a file that is to be renamed

Sync = Callable[[FileIO, Path], None]  # has the disk hold what was written to the file of that path


class JournalPaths(NamedTuple):
    """The path of a puzzle's journal, and the path where 0.1.0 kept it."""

    path: Path
    old: Path | None = None

    @property
    def claim(self) -> Path:
        """The file by which another window asks for the journal."""
        return self.path.with_suffix(".claim")


def sync_now(file: FileIO, path: Path) -> None:
    """Wait until the disk holds what was written."""
    os.fsync(file.fileno())


class FolderLog:
    """A journal of a `FolderStore`: its file, open and locked, once it exists."""

    def __init__(self, paths: JournalPaths, sync: Sync) -> None:
        self.obstacle = ""
        self.notice = ""
        self._paths = paths
        self._sync = sync
        self._file: HeldFile | None = None
        self._old = b""  # what 0.1.0 has kept
        self._is_lost = False

    @property
    def begun(self) -> bool:
        """Whether the file exists and is held."""
        return self._file is not None

    @property
    def claimed(self) -> bool:
        """Whether another window asks for the journal, or has it already."""
        return self._is_lost or (self._file is not None and self._paths.claim.exists())

    @property
    def is_locked(self) -> bool:
        """Whether the file is locked, unless it does not exist yet."""
        return self._file is None or self._file.is_locked

    def open(self) -> None:
        """Open and lock what there is. Raises JournalInUseError, or another OSError if it cannot be read."""
        try:
            self._file = HeldFile.at(self._paths.path)
        except BlockingIOError:
            raise _in_use(self._paths.path) from None
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise
            self.obstacle = "The file of this journal may not be written"
            return
        if self._file is not None and not self._file.size:
            self._remove()  # it was left by a process that was killed too soon
        if self._file is None:
            self._read_old()

    def _release_file(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def _remove(self) -> None:
        if not MOVES_OPEN_FILES:
            self._release_file()
        self._paths.path.unlink()
        self._release_file()

    def _read_old(self) -> None:
        """Read what 0.1.0 wrote, unless its window is still open; the file stays as it is."""
        old = self._paths.old
        if old is None or not os.path.lexists(old):
            return
        with open(open_regular(old), "rb") as file:
            try:
                lock(file)
            except BlockingIOError:
                raise _in_use(old) from None
            self._old = file.read()

    def read(self) -> bytes:
        """All that is in the file; before it exists, what 0.1.0 has kept."""
        if self.obstacle and self._paths.path.exists():
            return read_all(self._paths.path)
        return self._old if self._file is None else self._file.content()

    def append(self, data: bytes, kept: Kept) -> None:
        """Append whole lines, at once."""
        try:
            self._append(data)
        except (OSError, LostError) as error:
            kept(error)
        else:
            kept(None)

    def _append(self, data: bytes) -> None:
        if self._is_lost:
            raise LostError
        if self._file is None:
            self._begin(data)
            return
        self._check()
        self._file.append(data)
        with suppress(OSError):  # it is written: whoever has deleted the file since is noticed at the next event
            self._check()

    def _begin(self, data: bytes) -> None:
        try:
            self._file = HeldFile(put_new(self._paths.path, data), self._paths.path)
        except FileExistsError:
            raise _in_use(self._paths.path) from None

    def _check(self) -> None:
        """Raise LostError unless the file in its place is still this one; a deleted file is written again."""
        assert self._file is not None
        try:
            is_ours = self._file.is_ours
        except FileNotFoundError:
            self._write_again()
            return
        if not is_ours:
            self._is_lost = True
            self._release_file()
            raise LostError

    def _write_again(self) -> None:
        assert self._file is not None
        before = self._file
        self._begin(before.content())
        before.close()
        self.notice = DELETED

    def replace(self, data: bytes, aside: bytes = b"") -> str:
        """Let the file hold this instead; `aside` is kept beside it. Without data there is no file any more."""
        if self._file is not None:
            try:
                self._check()
            except LostError:
                raise _in_use(self._paths.path) from None
        name = save_aside(self._paths.path, aside) if aside else ""
        if self.obstacle:
            self._rename_into_place(data)
        elif self._file is None:
            self._begin(data)
        elif not data:
            self._remove()
            self._read_old()
        elif self._file.content().startswith(data):
            self._file.truncate(len(data))
        else:
            self._rename_into_place(data)
        return name

    def _rename_into_place(self, data: bytes) -> None:
        if not MOVES_OPEN_FILES and self._file is not None:
            self._file.truncate(0)
            self._file.append(data)
            return
        with file_beside(self._paths.path) as (fresh, file):
            write_whole(file, data)
            os.replace(fresh, self._paths.path)
        self._release_file()
        self._file = HeldFile(file, self._paths.path)

    def begin_generation(self) -> None:
        """Begin a new generation, whoever holds the present one: a copy, locked and renamed into its place."""
        path, old = self._paths
        if not MOVES_OPEN_FILES:
            self.open()  # or JournalInUseError, as nothing but its holder can give it up
            return
        if not os.path.lexists(path):
            if old is not None and os.path.lexists(old):  # 0.1.0 holds its own file and knows of no claims
                self._old = read_all(old)
            return
        with open(open_regular(path), "rb") as held, file_beside(path) as (fresh, file):
            write_whole(file, held.read())
            os.replace(fresh, path)
            write_whole(file, held.read())  # what the holder wrote in the meantime
        self._file = HeldFile(file, path)

    def release(self) -> None:
        """Have the disk hold everything, and let another window have the file."""
        if self._file is not None:
            with suppress(OSError):
                self._sync(self._file.file, self._paths.path)
            self._release_file()
            self._is_lost = True

    def close(self) -> None:
        """Have the disk hold everything, and release the file."""
        if self._file is None:
            return
        try:
            self._sync(self._file.file, self._paths.path)
        finally:
            self._release_file()


class FolderStore:
    """A store in the folder `data`; `sync` has the disk hold a file that is left."""

    def __init__(self, data: Path, sync: Sync = sync_now) -> None:
        self._data = data
        self._sync = sync
        self._choices = data / CHOICES
        self._summaries = SummaryCache(data / "summaries.json")
        self._said_unlocked = False  # of any journal: once is enough

    def paths(self, name: str) -> JournalPaths:
        """The paths of the journal of that name, whether or not there is one."""
        return JournalPaths(self._data / JOURNALS / (name + ENDING), self._data / SITTINGS / (name + OLD_ENDING))

    def open(self, name: str) -> FolderLog:
        """The journal of that name. Raises JournalInUseError if another window holds it, OSError if it is bad."""
        log = FolderLog(self.paths(name), self._sync)
        log.open()
        return self._checked(log)

    def _checked(self, log: FolderLog) -> FolderLog:
        """The open journal, which says so if its file cannot be locked."""
        if not (log.is_locked or self._said_unlocked):
            log.notice, self._said_unlocked = UNLOCKED, True
        return log

    def claim(self, name: str) -> None:
        """Ask the window that holds this journal for it."""
        file = self.paths(name).claim
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

    def withdraw(self, name: str) -> None:
        """Ask for it no more."""
        self.paths(name).claim.unlink(missing_ok=True)

    def take_over(self, name: str) -> FolderLog:
        """A new generation of this journal."""
        log = FolderLog(self.paths(name), self._sync)
        log.begin_generation()
        return self._checked(log)

    def stamps(self) -> Iterator[Stamp]:
        """Every entry that looks like a journal."""
        for file, status in self._files():
            name = os.path.basename(file).partition(".")[0]
            yield Stamp(name, status.st_mtime if status else 0.0, status.st_size if status else 0)

    def _files(self) -> Iterator[tuple[str, os.stat_result | None]]:
        """Every entry that looks like a journal, with its status; a `.sitting` only if no `.journal` continues it."""
        carried: set[str] = set()
        for folder, ending in ((JOURNALS, ENDING), (SITTINGS, OLD_ENDING)):
            with suppress(OSError), os.scandir(self._data / folder) as found:
                for item in found:
                    name, _, kind = item.name.rpartition(".")
                    if f".{kind}" == ending and name not in carried:
                        status = None
                        with suppress(OSError):
                            status = item.stat()
                        if not _is_empty(status):
                            carried.add(name)
                            yield item.path, status

    def read(self, name: str) -> bytes:
        """All that is in the file of that name, and before it exists, in the one that 0.1.0 wrote."""
        paths = self.paths(name)
        for path in (paths.path, paths.old):
            if path is not None and path.exists() and (data := read_all(path)):
                return data
        return b""

    def courses(self, name: str) -> list[str]:
        """The names of the journals that keep other games of a board."""
        path = self.paths(name).path
        return [course.stem for course in sorted(path.parent.glob(f"{path.stem}-*{ENDING}"))]

    def drop_leftovers(self) -> None:
        """Remove what processes left that were killed while they wrote a file: it is old, and its ending a number."""
        with suppress(OSError), os.scandir(self._data / JOURNALS) as found:
            for item in found:
                if item.name.rpartition(".")[2].isdecimal() and item.stat().st_mtime < time.time() - _OLD:
                    os.unlink(item.path)

    def summaries(self) -> JournalList:
        """What each journal comes to."""
        return self._summaries.summaries(self._files())

    def saved_choices(self) -> dict[str, Any]:
        """The choices in the file, which counts as empty if it cannot be read."""
        try:
            if self._choices.stat().st_size > _LARGEST:
                return {}
            found = json.loads(read_all(self._choices))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def save_choices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Save what differs between the two, in the file as it is now."""
        changes = differences(before, after)
        if not changes:
            return
        self._data.mkdir(parents=True, exist_ok=True)
        with self._alone():
            values = with_changes(self.saved_choices(), changes)
            beside = self._choices.with_suffix(f".{os.getpid()}")
            beside.write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            beside.replace(self._choices)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other windows from changing the choices meanwhile, except on systems without locks."""
        number = open_regular(self._choices.with_suffix(".lock"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        with open(number, "ab") as file:
            lock(file, wait=True)
            yield


def _is_empty(status: os.stat_result | None) -> bool:
    """Whether it is an empty file, as a process leaves that was killed before it kept anything."""
    return status is not None and S_ISREG(status.st_mode) and not status.st_size


def _in_use(path: Path) -> JournalInUseError:
    return JournalInUseError(f"this puzzle is open in another window ({path})")


def save_aside(path: Path, data: bytes) -> str:
    """Save the data in a new file beside the path; returns its name."""
    for number in range(1, 1000):
        beside = path.with_suffix(f".damaged-{number}" if number > 1 else ".damaged")
        with suppress(FileExistsError):
            put_new(beside, data).close()
            return beside.name
    raise OSError(None, "too many damaged files", str(path))
