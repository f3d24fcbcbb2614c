"""How a measurement is reported: the median of repeated runs, and the quartiles around it."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles
from typing import NamedTuple


class Spread(NamedTuple):
    """The median of some numbers and the quartiles below and above it."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, numbers: Sequence[float]) -> Spread:
        """The spread of at least one number."""
        if len(numbers) < 2:
            return cls(numbers[0], numbers[0], numbers[0])
        low, _, high = quantiles(numbers, n=4, method="inclusive")
        return cls(median(numbers), low, high)

    def __str__(self) -> str:
        return f"{self.median:.3g} ({self.low:.3g} to {self.high:.3g})"
