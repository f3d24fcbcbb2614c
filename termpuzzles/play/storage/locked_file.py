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
    """A new file, open and locked."""
    path.unlink(missing_ok=True)  # left by a process of the same number that was killed
    number = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o666)
    file = FileIO(number, "rb+")
    lock(file)
    return file


def lock(file: IO[bytes]) -> None:
    """Lock the file for this window; BlockingIOError if another one holds it. Does nothing on systems without locks."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
