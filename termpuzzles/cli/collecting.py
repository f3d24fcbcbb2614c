"""Python's collector of garbage, which a start does without: nearly all that it makes stays."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_USUAL = gc.get_threshold()
_RARELY = 100_000  # new values after which the collector looks through them; a start makes fewer


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Inside, collect seldom: by Python's own threshold the collector takes a sixth of the time to the first frame."""
    gc.set_threshold(_RARELY, *_USUAL[1:])
    try:
        yield
    finally:
        gc.set_threshold(*_USUAL)


def collect_as_usual() -> None:
    """Collect as Python does by itself from now on, but never again look through what is there by now: it stays."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_USUAL)
