"""Tasks, which can be stopped anywhere; the loop that runs one to its end; and what an asker may spend on one.

The command line or the service makes it once and hands it down. Loops ask it as their `until`; code that does not ask
is held to it by the system, with an alarm and a limit on memory.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from termpuzzles.board.grid import MOST_CELLS
from termpuzzles.logic.problem import Domain

if TYPE_CHECKING:
    from types import FrameType

T = TypeVar("T")

# Yields every few milliseconds, either None or what is certainly left of each cell's domain so far (do not keep it: it
# may change with the next step). Returns the answer.
Task = Generator[Sequence[Domain] | None, None, T]


class Unfinished(Exception):  # noqa: N818 - running out of patience is no error
    """The task was stopped before its end; `left` is what was certainly left of each domain, None if not known."""

    def __init__(self, left: Sequence[Domain] | None = None) -> None:
        super().__init__("stopped before the end")
        self.left = left


class _Never:
    """A function whose name is what a signature shows as the default."""

    def __call__(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "never"


never: Callable[[], bool] = _Never()  # never stop: the default `until`


def with_progress(task: Task[T], left: Sequence[Domain]) -> Task[T]:
    """Run the task, but yield `left` in place of what it yields, which may rest on assumptions."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            answer: T = end.value
            return answer
        yield left


_UNWANTED: ContextVar[Callable[[], bool]] = ContextVar("unwanted", default=never)


@contextmanager
def stopping(until: Callable[[], bool]) -> Iterator[None]:
    """Stop each task that is run inside once `until()` is true as well: nobody wants its answer any more."""
    before = _UNWANTED.set(until)
    try:
        yield
    finally:
        _UNWANTED.reset(before)


def finish(task: Task[T], until: Callable[[], bool] = never) -> T:
    """Run the task to its end and return its answer; raise `Unfinished` as soon as `until()` is true.

    `until` is called every few milliseconds: `lambda: time.monotonic() > deadline`, or whether a worker is cancelled.
    """
    left: Sequence[Domain] | None = None
    unwanted = _UNWANTED.get()
    while not (until() or unwanted()):
        try:
            left = next(task) or left
        except StopIteration as end:
            answer: T = end.value
            return answer
    task.close()
    raise Unfinished(None if left is None else tuple(left))


GRACE = 0.15  # seconds past the end after which work that does not ask is broken off
_READING = 16  # a text may take this many times its length in memory while it is read


class OutOfMemory(Unfinished):
    """The task took more memory than the budget has."""


@dataclass(frozen=True)
class Budget:
    """Limits: cells of a board, seconds of work, bytes of memory. A call returns whether the seconds have run out."""

    cells: int = MOST_CELLS
    seconds: float = inf
    bytes: int = 1 << 30
    end: float = inf  # when the seconds will have run out, on the clock of `time.monotonic`, once they are counted

    def __call__(self) -> bool:
        return monotonic() > self.end

    def begun(self, spent: float = 0.0) -> Budget:
        """The same budget with its seconds counted from now on, less those spent, unless they are counted already."""
        return self if self.end < inf else replace(self, end=monotonic() + self.seconds - spent)

    def within(self, seconds: float) -> Budget:
        """What is left of the budget, but at most this many seconds."""
        return replace(self, end=min(self.end, monotonic() + seconds))

    @property
    def text(self) -> int:
        """The largest text that may be read, in bytes."""
        return self.bytes // _READING

    def sentence(self, reason: Unfinished) -> str:
        """Say in a sentence what ran out."""
        if isinstance(reason, OutOfMemory):
            return f"this takes more memory than the {self.bytes >> 20:,} MB that may be used"
        return f"the limit of {self.seconds:g} s ran out"


USUAL = Budget()  # the default


@contextmanager
def spending(budget: Budget, *, grace: float = GRACE) -> Iterator[Budget]:
    """Count the budget's seconds from now on; raise `Unfinished` or `OutOfMemory` if the body takes more than it has.

    The alarm, `grace` seconds after the budget's end, can interrupt the main thread only; in any other thread, and on a
    system without alarms, the work must ask the budget itself.
    """
    begun = budget.begun()
    try:
        with _alarm(begun.end + grace):
            yield begun
    except MemoryError as error:
        from traceback import clear_frames  # 3 ms, hardly ever needed

        clear_frames(error.__traceback__)  # they hold what filled the memory
        raise OutOfMemory from None


_PACKAGE = __name__.partition(".")[0]
_SOON, _ONCE_MORE = 0.001, 1.0  # seconds
_OFTEN = 50  # times that the alarm is put off


@contextmanager
def _alarm(end: float) -> Iterator[None]:
    if end == inf or not _in_main_thread():
        yield
        return
    import signal  # 2 ms, not needed without a limit

    if not hasattr(signal, "SIGALRM"):  # Windows and browsers have no alarm
        yield
        return

    put_off, is_over = 0, False

    def break_off(number: int, frame: FrameType | None) -> None:
        """Raise the error in code of this package, to which most other code comes back at once, else a little later.

        Out of a callback, such as that of a weak reference when garbage is collected, an error is printed and lost. A
        generator of ours that is closed can lose it, too: so the alarm comes again and again, until the work is over.
        """
        nonlocal put_off
        if is_over:
            return
        is_ours = frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == _PACKAGE
        put_off = 0 if is_ours else put_off + 1
        if is_ours or put_off > _OFTEN:  # what waits for a process does not come back
            raise Unfinished
        signal.setitimer(signal.ITIMER_REAL, _SOON, _ONCE_MORE)

    before = signal.signal(signal.SIGALRM, break_off)
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, max(1e-3, end - monotonic()), _ONCE_MORE)
            yield
        finally:
            is_over = True
    finally:  # also where the alarm came just then
        is_over = True
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _in_main_thread() -> bool:
    import threading  # 1 ms, not needed without a limit

    return threading.current_thread() is threading.main_thread()


def hold_memory(number: int) -> None:
    """Limit the memory of this process and of those it starts: an allocation past `number` bytes raises `MemoryError`.

    Call it at the start of a process that does nothing else. Does nothing on a system without such limits.
    """
    with suppress(ImportError, ValueError):  # no such module, or a stricter limit holds already
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (number, resource.getrlimit(resource.RLIMIT_AS)[1]))
