"""An interrupt while the program starts: one line and its status, never a traceback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

try:  # the module behind `signal`, whose enumerations take 2 ms to make, in every command
    import _signal as signal  # type: ignore[import-not-found]  # it has no stub
except ImportError:
    import signal

STATUS = 130  # the status of a program ended by ctrl-c


@contextmanager
def interrupts_end_at_once() -> Iterator[None]:
    """Let an interrupt inside end the program at once: nothing is open yet that would have to be closed.

    An exception is not enough. It may be raised in any line of Python, also in an import or a destructor, where it is
    printed and swallowed.
    """
    try:
        before = signal.signal(signal.SIGINT, _end)
    except ValueError:  # signals are for the main thread alone
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(number: int, frame: FrameType | None) -> None:
    os.write(2, b"termpuzzles: interrupted\n")
    os._exit(STATUS)
