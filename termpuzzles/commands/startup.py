"""Makes the program start and end sooner, and ends it at once where an interrupt comes while it starts.

Nearly everything that a start makes stays, so there is little garbage.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from types import FrameType
from typing import Any

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
        raised = signal.default_int_handler
        signal.signal(signal.SIGINT, raised if before is signal.SIG_DFL else before)  # the program began with that


def interrupts_are_silent() -> None:
    """Let an interrupt from now on end the program without a word: there is nothing more to do than to end."""
    try:
        if signal.getsignal(signal.SIGINT) != signal.SIG_IGN:
            signal.signal(signal.SIGINT, signal.SIG_DFL)
    except ValueError:  # signals are for the main thread alone
        return


def _end(number: int, frame: FrameType | None) -> None:
    os.write(2, b"termpuzzles: interrupted\n")
    os._exit(STATUS)


_OPENSSL = ("ssl", "_hashlib")  # what loads it: for asyncio, and for hashlib


@contextmanager
def without_openssl() -> Iterator[None]:
    """Load asyncio without TLS, and hashlib with Python's own functions: 8 MB and 10 ms less for whoever plays alone.

    Whoever imports `ssl` afterwards gets it.
    """
    modules: dict[str, Any] = sys.modules
    has_own = find_spec("_sha256") or find_spec("_sha2")  # the latter from Python 3.12 on
    absent = [name for name in _OPENSSL if name not in modules and has_own]
    modules |= dict.fromkeys(absent)
    try:
        yield
    finally:
        for name in absent:
            del modules[name]


_USUAL = gc.get_threshold()
_RARELY = 100_000  # new values between two collections; a start makes fewer


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Collect rarely inside: with Python's own threshold that takes a sixth of the time to the first frame."""
    gc.set_threshold(_RARELY, *_USUAL[1:])
    try:
        yield
    finally:
        gc.set_threshold(*_USUAL)


def collect_as_usual() -> None:
    """Collect at Python's usual rate from now on, but never again look through what is there by now, which stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_USUAL)


def leave_garbage() -> None:
    """Let Python end without looking for garbage once more, which takes 4 ms: the system takes all memory back."""
    gc.freeze()
