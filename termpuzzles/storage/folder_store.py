"""Files that one window holds for itself, and files kept beside them."""

from __future__ import annotations

import os
from contextlib import suppress
from io import FileIO
from pathlib import Path
from typing import IO


def keep_beside(path: Path, data: bytes) -> str:
    """Keep the data in a new file beside the path; returns its name."""
    for number in range(1, 1000):
        beside = path.with_suffix(f".damaged-{number}" if number > 1 else ".damaged")
        with suppress(FileExistsError):
            with beside.open("xb") as file:
                file.write(data)
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
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:
        return False
    return True
