"""Work that can be stopped anywhere: a generator that breathes often, and what drives it to its end."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from termpuzzles.logic.problem import Domain

T = TypeVar("T")

# Yields every few milliseconds: what is certainly left of each cell's domain by then (not to be kept: it may change
# with the next step), or None. Returns the answer.
Task = Generator[Sequence[Domain] | None, None, T]


class Unfinished(Exception):  # noqa: N818 - running out of patience is no error
    """The work was stopped before its end; `left` is what was certainly left of each domain, or None if not known."""

    def __init__(self, left: Sequence[Domain] | None = None) -> None:
        super().__init__("stopped before the end")
        self.left = left


def never() -> bool:
    """No end to patience."""
    return False


def finish(work: Task[T], until: Callable[[], bool] = never) -> T:
    """Drive the work to its end and give its answer; `Unfinished` as soon as `until` says so.

    `until` is asked every few milliseconds: `lambda: time.monotonic() > deadline`, or whether a worker is cancelled.
    """
    left: Sequence[Domain] | None = None
    while not until():
        try:
            left = next(work) or left
        except StopIteration as end:
            answer: T = end.value
            return answer
    work.close()
    raise Unfinished(None if left is None else tuple(left))
