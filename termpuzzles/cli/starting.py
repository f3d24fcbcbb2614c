"""Makes the program start and end sooner: less garbage collection, and no `inspect` before it is needed.

Nearly everything that a start makes stays, so there is little garbage. And `inspect` takes longer to load than all else
that `solve` and `hint` need of Python; `dataclasses` loads it for classes without docstrings, and ours have them.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from types import ModuleType

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
    """Load `dataclasses` alone, unless it is loaded already; everybody else gets the real `inspect`."""
    if "inspect" in sys.modules or "dataclasses" in sys.modules:
        return
    sys.modules["inspect"] = _Inspect("inspect")
    try:
        import_module("dataclasses")
    finally:
        del sys.modules["inspect"]
