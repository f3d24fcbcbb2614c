"""Files that a window holds for itself: locked where there are locks, and written whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from io import FileIO
from pathlib import Path
from typing import IO, Any

from termpuzzles.storage.journal_text import open_regular

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

MOVES_OPEN_FILES = os.name != "nt"  # whether the system renames and removes them
_BEYOND = 0x7FFFFFF0  # a byte behind anything written: where a lock lies that keeps others from reading, too


class HeldFile:
    """An open file, locked; where it cannot be, its length tells whether another window has written to it."""

    def __init__(self, file: FileIO, path: Path) -> None:
        self.file, self._path = file, path
        try:
            self._length = None if lock(file) else self.size
        except BlockingIOError:
            file.close()
            raise

    @classmethod
    def at(cls, path: Path) -> HeldFile | None:
        """The file of that path, None if there is none. Raises BlockingIOError if another window holds it."""
        while os.path.lexists(path):
            held = cls(FileIO(open_regular(path, os.O_RDWR | os.O_APPEND), "rb+"), path)
            with suppress(FileNotFoundError):
                if held.is_in_its_place:
                    return held
            held.close()  # another window has removed or replaced it meanwhile
        return None

    @property
    def is_locked(self) -> bool:
        """Whether no other window can hold it."""
        return self._length is None

    @property
    def size(self) -> int:
        """Its bytes."""
        return os.fstat(self.file.fileno()).st_size

    @property
    def is_in_its_place(self) -> bool:
        """Whether the file of that path is this one. Raises FileNotFoundError if there is none."""
        return os.path.samestat(os.fstat(self.file.fileno()), os.stat(self._path))

    @property
    def is_ours(self) -> bool:
        """Whether it is in its place, and nobody else has written to it. Raises FileNotFoundError if there is none."""
        return self.is_in_its_place and self._length in (None, self.size)

    def content(self) -> bytes:
        """All that is in it."""
        self.file.seek(0)
        return self.file.readall()

    def append(self, data: bytes) -> None:
        """Append everything, or nothing: a part that a full disk took is cut off again."""
        size = self.file.seek(0, os.SEEK_END)
        try:
            write_whole(self.file, data)
        except OSError:
            self.file.truncate(size)
            raise
        if self._length is not None:
            self._length += len(data)

    def truncate(self, size: int) -> None:
        """Keep only so many bytes."""
        self.file.truncate(size)
        if self._length is not None:
            self._length = size

    def close(self) -> None:
        """Let others hold it."""
        self.file.close()


def put_new(path: Path, data: bytes) -> FileIO:
    """A new file with all of the data, open and locked, or else no file; FileExistsError if something has that name."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not MOVES_OPEN_FILES:
        file = create(path)
        write_whole(file, data)
        return file
    with file_beside(path) as (fresh, file):
        write_whole(file, data)
        name_new(fresh, path)
    return file


@contextmanager
def file_beside(path: Path) -> Iterator[tuple[Path, FileIO]]:
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
