"""What may lie in the place of a file and is none: whoever reads it as one may wait for ever."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

NoFile = Callable[[Path], Path]


def _socket(path: Path) -> None:
    """A socket in that place; its name may be longer than that of a socket can be."""
    with socket.socket(socket.AF_UNIX) as made:
        here = os.getcwd()
        os.chdir(path.parent)
        try:
            made.bind(path.name)
        finally:
            os.chdir(here)


NO_FILES: dict[str, Callable[[Path], object]] = {
    "a FIFO": lambda path: os.mkfifo(path),
    "a socket": _socket,
    "a folder": Path.mkdir,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a dangling link": lambda path: path.symlink_to("nowhere"),
}


@pytest.fixture(params=NO_FILES)
def no_file(request: pytest.FixtureRequest) -> Iterator[NoFile]:
    """Puts something that is no file in a place; what waits for it for five seconds fails."""

    def put(path: Path) -> Path:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        NO_FILES[request.param](path)
        return path

    def waited(number: int, frame: object) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, waited)
    signal.alarm(5)
    yield put
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)
