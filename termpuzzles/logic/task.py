"""Tasks, which can be stopped anywhere: each a generator that yields often; and what drives one to its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from termpuzzles.logic.problem import Domain

T = TypeVar("T")

# Yields every few milliseconds: what is certainly left of each cell's domain by then (not to be kept: it may change
# with the next step), or None. Returns the answer.
Task = Generator[Sequence[Domain] | None, None, T]


class Unfinished(Exception):  # noqa: N818 - running out of patience is no error
    """The task was stopped before its end; `left` is what was certainly left of each domain, or None if not known."""

    def __init__(self, left: Sequence[Domain] | None = None) -> None:
        super().__init__("stopped before the end")
        self.left = left


def never() -> bool:
    """No end to patience."""
    return False


def telling(task: Task[T], left: Sequence[Domain]) -> Task[T]:
    """The same task; while it runs, `left` is what it tells of the domains: its own may rest on assumptions."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            answer: T = end.value
            return answer
        yield left


def finish(task: Task[T], until: Callable[[], bool] = never) -> T:
    """Drive the task to its end and give its answer; `Unfinished` as soon as `until` says so.

    `until` is asked every few milliseconds: `lambda: time.monotonic() > deadline`, or whether a worker is cancelled.
    """
    left: Sequence[Domain] | None = None
    while not until():
        try:
            left = next(task) or left
        except StopIteration as end:
            answer: T = end.value
            return answer
    task.close()
    raise Unfinished(None if left is None else tuple(left))
