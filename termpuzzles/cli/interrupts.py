"""An interrupt while the program starts: one line and its status, from wherever it is, never a traceback."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STATUS = 130  # of a program that ctrl-c has ended


@contextmanager
def interrupts_end_at_once() -> Iterator[None]:
    """Inside, an interrupt ends the program then and there: nothing is open yet that would have to be closed.

    An exception would not do. It comes out of any line of Python, of an import or of a destructor, too, where it is
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
