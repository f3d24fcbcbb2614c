"""A journal as a file in a folder: one window holds it, and others keep nothing in it.

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
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import FileIO
from pathlib import Path
from typing import IO, Any, NamedTuple

from termpuzzles.storage.journal_text import open_regular, read_all
from termpuzzles.storage.store import JournalInUseError, Kept, LostError

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MOVES_OPEN_FILES = os.name != "nt"  # whether the system renames and removes them
_BEYOND = 0x7FFFFFF0  # a byte behind anything written: where a lock lies that keeps others from reading, too

DELETED = "The file of this journal was deleted while it was open; it has been written anew."

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
        self._file: FileIO | None = None
        self._length: int | None = None  # of the file, where it cannot be locked
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
        return self._length is None

    def open(self) -> None:
        """Open and lock what there is. Raises JournalInUseError, or another OSError if it cannot be read."""
        try:
            self._open_file()
        except BlockingIOError:
            self._let_go()
            raise _in_use(self._paths.path) from None
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise
            self.obstacle = "The file of this journal may not be written"
            return
        if self._file is not None and not os.fstat(self._file.fileno()).st_size:
            self._remove()  # it was left by a process that was killed too soon
        if self._file is None:
            self._read_old()

    def _open_file(self) -> None:
        """Open and lock the file, unless another window has removed it."""
        while os.path.lexists(self._paths.path):
            self._hold(FileIO(open_regular(self._paths.path, os.O_RDWR | os.O_APPEND), "rb+"))
            with suppress(FileNotFoundError):
                if self._is_in_its_place():
                    return
            self._let_go()

    def _hold(self, file: FileIO) -> None:
        self._file = file
        self._length = None if lock(file) else os.fstat(file.fileno()).st_size

    def _let_go(self) -> None:
        if self._file is not None:
            self._file.close()
        self._file = None

    def _remove(self) -> None:
        if not MOVES_OPEN_FILES:
            self._let_go()
        self._paths.path.unlink()
        self._let_go()

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
        return self._content() if self._file is not None else self._old

    def _content(self) -> bytes:
        assert self._file is not None
        self._file.seek(0)
        return self._file.readall()

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
        self._write(data)
        with suppress(OSError):  # it is written: whoever has deleted the file since is noticed at the next event
            self._check()

    def _begin(self, data: bytes) -> None:
        try:
            file = put_new(self._paths.path, data)
        except FileExistsError:
            raise _in_use(self._paths.path) from None
        self._hold(file)

    def _write(self, data: bytes) -> None:
        """Append everything, or nothing: a part that a full disk took is cut off again."""
        assert self._file is not None
        size = self._file.seek(0, os.SEEK_END)
        try:
            write_whole(self._file, data)
        except OSError:
            self._file.truncate(size)
            raise
        if self._length is not None:
            self._length += len(data)

    def _check(self) -> None:
        """Raise LostError unless the file in its place is still this one; a deleted file is written again."""
        assert self._file is not None
        try:
            is_ours = self._is_in_its_place() and self._length in (None, os.fstat(self._file.fileno()).st_size)
        except FileNotFoundError:
            self._write_again()
            return
        if not is_ours:
            self._is_lost = True
            self._let_go()
            raise LostError

    def _is_in_its_place(self) -> bool:
        assert self._file is not None
        return os.path.samestat(os.fstat(self._file.fileno()), os.stat(self._paths.path))

    def _write_again(self) -> None:
        assert self._file is not None
        before = self._file
        self._begin(self._content())
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
        elif self._content().startswith(data):
            self._file.truncate(len(data))
            if self._length is not None:
                self._length = len(data)
        else:
            self._rename_into_place(data)
        return name

    def _rename_into_place(self, data: bytes) -> None:
        if not MOVES_OPEN_FILES and self._file is not None:
            self._file.truncate(0)
            write_whole(self._file, data)
            return
        with _file_beside(self._paths.path) as (fresh, file):
            write_whole(file, data)
            os.replace(fresh, self._paths.path)
        self._let_go()
        self._hold(file)

    def take(self) -> None:
        """Begin a new generation, whoever holds the present one: a copy, locked and renamed into its place."""
        path, old = self._paths
        if not MOVES_OPEN_FILES:
            self.open()  # or JournalInUseError, as nothing but its holder can give it up
            return
        if not os.path.lexists(path):
            if old is not None and os.path.lexists(old):  # 0.1.0 holds its own file and knows of no claims
                self._old = read_all(old)
            return
        with open(open_regular(path), "rb") as held, _file_beside(path) as (fresh, file):
            write_whole(file, held.read())
            os.replace(fresh, path)
            write_whole(file, held.read())  # what the holder wrote in the meantime
        self._hold(file)

    def release(self) -> None:
        """Have the disk hold everything, and let another window have the file."""
        if self._file is not None:
            with suppress(OSError):
                self._sync(self._file, self._paths.path)
            self._let_go()
            self._is_lost = True

    def close(self) -> None:
        """Have the disk hold everything, and release the file."""
        if self._file is None:
            return
        try:
            self._sync(self._file, self._paths.path)
        finally:
            self._let_go()


def put_new(path: Path, data: bytes) -> FileIO:
    """A new file with all of the data, open and locked, or else no file; FileExistsError if something has that name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not MOVES_OPEN_FILES:
        file = create(path)
        write_whole(file, data)
        return file
    with _file_beside(path) as (fresh, file):
        write_whole(file, data)
        name_new(fresh, path)
    return file


@contextmanager
def _file_beside(path: Path) -> Iterator[tuple[Path, FileIO]]:
    """A new file, open and locked, that is to be renamed to the path; if that fails, nothing of it is left."""
    fresh = path.with_suffix(f".{os.getpid()}")
    fresh.unlink(missing_ok=True)  # left by a process of the same number that was killed
    file = create(fresh)
    try:
        yield fresh, file
    except BaseException:
        file.close()
        raise
    finally:
        fresh.unlink(missing_ok=True)


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


def create(path: Path) -> FileIO:
    """A new file, open and locked where there are locks; FileExistsError if something has that name."""
    number = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666)
    file = FileIO(number, "rb+")
    try:
        lock(file)
    except BlockingIOError:  # another window has opened it since
        file.close()
        raise
    return file


def write_whole(file: FileIO, data: bytes) -> None:
    """Write all of the data. Raises OSError if the disk does not take it."""
    if file.write(data) != len(data):
        raise OSError(None, "the disk is full")


def name_new(fresh: Path, path: Path) -> None:
    """Give a file its name at once, as it is; FileExistsError if something has that name.

    Where there are no hard links, an empty file takes the name first, so that only one window can, and the file
    replaces it. Whoever is killed in between leaves an empty file, which counts as none.
    """
    try:
        os.link(fresh, path)
    except FileExistsError:
        raise
    except (AttributeError, OSError):  # Android has no os.link, exFAT no links, and some network folders refuse them
        with create(path):
            try:
                os.replace(fresh, path)
            except OSError:
                path.unlink()
                raise


def lock(file: IO[bytes], wait: bool = False) -> bool:
    """Lock the file for this window, if need be after a wait; BlockingIOError if another one holds it.

    False where there are no locks, or where the file system refuses them.
    """
    if fcntl is None:
        return _lock_byte(file, wait)
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True


def _lock_byte(file: IO[bytes], wait: bool) -> bool:
    """The same on Windows, which waits for ten seconds at most."""
    try:
        windows: Any = import_module("msvcrt")
    except ImportError:
        return False
    at = file.tell()
    file.seek(_BEYOND)
    try:
        windows.locking(file.fileno(), windows.LK_LOCK if wait else windows.LK_NBLCK, 1)
    except OSError as error:
        if error.errno in (errno.EACCES, errno.EDEADLK):
            raise BlockingIOError(error.errno, error.strerror) from None
        return False
    finally:
        file.seek(at)
    return True
