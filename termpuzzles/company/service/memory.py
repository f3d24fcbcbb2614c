"""Memory of visits that have ended, which is freed a few of them at a time, as it takes long when many play."""

from __future__ import annotations

import ctypes
import gc
import sys
import time
from collections.abc import Callable
from contextlib import suppress

_CHANGES, _COLLECT_EVERY = 10, 30.0  # visits begun or ended, or else seconds, after which memory is freed
_PASSES = 12  # of Python's own collector over young objects, after which memory is freed whoever came or went
_REST = 20  # times as long as freeing it took it is not freed again, as nobody has a turn meanwhile


class Collector:
    """Frees the memory of ended visits and of starts, and of screens that were closed meanwhile.

    `begun` and `left` are how many visits have begun, and how many apps have ended and are still in memory.
    """

    def __init__(self, now: Callable[[], float], begun: Callable[[], int], left: Callable[[], int]) -> None:
        self._now, self._begun, self._left = now, begun, left
        self._collected, self._collected_at = now(), 0
        self._took = 0.0  # seconds of processor time, the last time

    def collect(self) -> None:
        """Free what there is, if it is worth it by now."""
        changed, since = self._begun() + self._left() - self._collected_at, self._now() - self._collected
        is_due = changed >= _CHANGES or (changed > 0 and since > _COLLECT_EVERY) or gc.get_count()[2] >= _PASSES
        if is_due and since >= _REST * self._took:
            self._collected, begun = self._now(), time.thread_time()
            forget_drawn()
            gc.collect()
            _give_back()
            self._collected_at = self._begun()
            self._took = time.thread_time() - begun


_DRAWN_WITH = {"textual._styles_cache": "StylesCache", "textual.geometry": "Region", "rich.cells": ""}


def forget_drawn() -> None:
    """Empty the caches of Textual and Rich: one keeps closed widgets, others thousands of regions and widths."""
    for module, name in _DRAWN_WITH.items():
        loaded = sys.modules.get(module)
        holder = getattr(loaded, name, None) if name else loaded
        for each in vars(holder).values() if holder is not None else ():
            if callable(clear := getattr(each, "cache_clear", None)):
                clear()


def _give_back() -> None:
    """Return freed memory to the system, if the C library can: it would otherwise fragment and grow."""
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
