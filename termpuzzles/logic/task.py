"""Tasks, which can be stopped anywhere: generators that yield often; and the loop that runs one to its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from termpuzzles.logic.problem import Domain

T = TypeVar("T")

# Yields every few milliseconds, either None or what is certainly left of each cell's domain so far (do not keep it: it
# may change with the next step). Returns the answer.
Task = Generator[Sequence[Domain] | None, None, T]


class Unfinished(Exception):  # noqa: N818 - running out of patience is no error
    """The task was stopped before its end; `left` is what was certainly left of each domain, None if not known."""

    def __init__(self, left: Sequence[Domain] | None = None) -> None:
        super().__init__("stopped before the end")
        self.left = left


def never() -> bool:
    """Never stop: the default `until`."""
    return False


def telling(task: Task[T], left: Sequence[Domain]) -> Task[T]:
    """Run the task, but yield `left` in place of what it yields, which may rest on assumptions."""
    while True:
        try:
            next(task)
        except StopIteration as end:
            answer: T = end.value
            return answer
        yield left


def finish(task: Task[T], until: Callable[[], bool] = never) -> T:
    """Run the task to its end and return its answer; raise `Unfinished` as soon as `until()` is true.

    `until` is called every few milliseconds: `lambda: time.monotonic() > deadline`, or whether a worker is cancelled.
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
