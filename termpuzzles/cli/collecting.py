"""Rare garbage collection while the program starts, as nearly everything that a start makes stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

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
