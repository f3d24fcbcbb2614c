"""What an asker may spend on a puzzle: cells, seconds and bytes, from the gate that reads it to the last loop.

Made once, at the command line or by the service, and handed down. Loops ask it as their `until`; what does not ask is
held to it by the system, by an alarm and by a limit of memory.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from math import inf
from time import monotonic

from termpuzzles.board.grid import MOST_CELLS
from termpuzzles.logic.task import Unfinished

GRACE = 0.15  # seconds after which work that does not ask is broken off
_READING = 16  # times its length a text may take in memory while it is read


class OutOfMemory(Unfinished):
    """The task took more memory than the budget has."""


@dataclass(frozen=True)
class Budget:
    """Cells of a board, seconds of work, bytes of memory. Called, it says whether its seconds have gone by."""

    cells: int = MOST_CELLS
    seconds: float = inf
    bytes: int = 1 << 30
    end: float = inf  # when the seconds will have gone by, told by `time.monotonic`, once it has begun

    def __call__(self) -> bool:
        return monotonic() > self.end

    def begun(self) -> Budget:
        """The same, its seconds counted from now on unless they are counted already."""
        return self if self.end < inf else replace(self, end=monotonic() + self.seconds)

    def within(self, seconds: float) -> Budget:
        """What is left of it, but so many seconds at most."""
        return replace(self, end=min(self.end, monotonic() + seconds))

    @property
    def text(self) -> int:
        """Bytes of a text that may be read."""
        return self.bytes // _READING

    def told(self, reason: Unfinished) -> str:
        """What ran out, in a sentence."""
        if isinstance(reason, OutOfMemory):
            return f"this takes more memory than the {self.bytes >> 20:,} MB that may be used"
        return f"the limit of {self.seconds:g} s ran out"


USUAL = Budget()  # where nobody says otherwise


@contextmanager
def spending(budget: Budget, *, grace: float = GRACE) -> Iterator[Budget]:
    """The budget, begun. Raises `Unfinished` where what is done inside outlasts it, `OutOfMemory` where it is too much.

    Only the main thread can be broken off, by an alarm of the system `grace` seconds after the budget's end; elsewhere
    those who ask must do.
    """
    begun = budget.begun()
    try:
        with _alarm(begun.end + grace):
            yield begun
    except MemoryError as error:
        from traceback import clear_frames  # 3 ms, hardly ever needed

        clear_frames(error.__traceback__)  # they hold what filled the memory
        raise OutOfMemory from None


@contextmanager
def _alarm(end: float) -> Iterator[None]:
    if end == inf or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGALRM, _break_off)
    signal.setitimer(signal.ITIMER_REAL, max(1e-3, end - monotonic()))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _break_off(number: int, frame: object) -> None:
    raise Unfinished


def hold_memory(number: int) -> None:
    """From now on this process, and those it starts, get `MemoryError` where they would take more than so many bytes.

    To be called where a process begins that does nothing else; a system without such limits has none.
    """
    with suppress(ImportError, ValueError):  # none to import, or a stricter one that holds already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (number, number))
