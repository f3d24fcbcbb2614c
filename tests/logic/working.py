"""Work that yields, done at one go."""

from __future__ import annotations

from collections.abc import Generator
from typing import TypeVar

T = TypeVar("T")


def result(work: Generator[None, None, T]) -> T:
    """What the work comes to when it is left to run."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
