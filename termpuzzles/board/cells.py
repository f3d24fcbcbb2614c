"""The cells of a board for which something holds, from a byte a cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import compress
from typing import overload


def cells_with(cells: bytes | bytearray) -> list[int]:
    """The cells whose byte is not 0, in ascending order."""
    return list(compress(range(len(cells)), cells))


def few_ones(marks: bytes) -> Iterator[int]:
    """The places of the bytes that are 1, in ascending order; quicker than `cells_with` where they are few."""
    at = marks.find(1)
    while at >= 0:
        yield at
        at = marks.find(1, at + 1)


class Cells(Sequence[int]):
    """The cells whose byte on a board is not 0, in ascending order; worked out when they are first asked for."""

    def __init__(self, cells: bytes | Callable[[], bytes]) -> None:
        self._bytes = cells

    @cached_property
    def _cells(self) -> tuple[int, ...]:
        return tuple(cells_with(self._bytes if isinstance(self._bytes, bytes) else self._bytes()))

    def __len__(self) -> int:
        return len(self._cells)

    @overload
    def __getitem__(self, at: int) -> int: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[int, ...]: ...
    def __getitem__(self, at: int | slice) -> int | tuple[int, ...]:
        return self._cells[at]

    def __eq__(self, other: object) -> bool:
        return tuple(other) == self._cells if isinstance(other, Cells | tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._cells)

    def __repr__(self) -> str:
        return repr(self._cells)
