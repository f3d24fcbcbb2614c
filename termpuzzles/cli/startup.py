"""Makes the program start and end sooner, and ends it at once where an interrupt comes while it starts.

Nearly everything that a start makes stays, so there is little garbage. `inspect` takes longer to load than all else
that `solve` and `hint` need of Python; most versions of `dataclasses` need it only for classes without docstrings, and
ours have them. `asyncio` loads TLS, which takes 4 MB, and a game makes no connections.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import FrameType, ModuleType
from typing import Any

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


class _Inspect(ModuleType):
    """Stands for `inspect` where only `dataclasses` sees it; the real one is loaded when something of it is wanted."""

    def __getattr__(self, name: str) -> object:
        return getattr(import_module(self.__name__), name)


def load_dataclasses() -> None:
    """Load `dataclasses` without `inspect`, unless one of them is loaded already."""
    _load("dataclasses", "inspect", _Inspect("inspect"))


def load_asyncio() -> None:
    """Load `asyncio` as where Python was built without TLS, unless one of them is loaded already."""
    _load("asyncio", "ssl", None)


def _load(name: str, needed: str, stand_in: ModuleType | None) -> None:
    """Load a module with a stand-in for one that it loads; whoever loads that later gets the real one."""
    modules: dict[str, Any] = sys.modules
    if name in modules or needed in modules:
        return
    modules[needed] = stand_in
    try:
        import_module(name)
    finally:
        del modules[needed]
