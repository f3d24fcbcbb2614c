"""Writes to a file descriptor in a thread, so that a terminal that reads slowly delays nobody."""

from __future__ import annotations

import os
import select
import threading
from collections.abc import Callable

_MUCH = 8192  # bytes waiting: from here on the terminal lags


class Writer:
    """Writes in the order of the calls; calls `caught_up` after it lagged, and `gone` once if it cannot write."""

    def __init__(self, number: int, caught_up: Callable[[], None], gone: Callable[[], None]) -> None:
        self._number = number
        self._caught_up = caught_up
        self._gone = gone
        self._waiting = bytearray()
        self._changed = threading.Condition()
        self._stopped = False
        self._lagged = False
        self._thread = threading.Thread(target=self._run, name="terminal-writer", daemon=True)
        self._thread.start()

    @property
    def lags(self) -> bool:
        """Whether much waits to be written; if so, `caught_up` is called when it no longer does."""
        with self._changed:
            self._lagged = self._lagged or len(self._waiting) > _MUCH
            return len(self._waiting) > _MUCH

    def write(self, data: bytes) -> None:
        """Write this after everything that waits."""
        with self._changed:
            self._waiting += data
            self._changed.notify()

    def stop(self, seconds: float) -> None:
        """Write what waits, for at most `seconds`, and end."""
        with self._changed:
            self._stopped = True
            self._changed.notify()
        self._thread.join(seconds)

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._stopped)
                if not self._waiting:
                    return
                some = bytes(self._waiting[:4096])
            try:
                written = self._write(some)
            except OSError:
                self._gone()
                return
            with self._changed:
                del self._waiting[:written]
                caught_up = self._lagged and not self._waiting
                self._lagged = self._lagged and not caught_up
            if caught_up:
                self._caught_up()

    def _write(self, some: bytes) -> int:
        try:
            return os.write(self._number, some)
        except BlockingIOError:  # somebody with whom we share the terminal has made it non-blocking
            select.select([], [self._number], [], 1.0)
            return 0
