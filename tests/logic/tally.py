"""Numbers that many boards come to, summed up by kind: a table of few lines that a person can read and approve."""

from __future__ import annotations

from collections import Counter, defaultdict


class Tally:
    """Rows of sums by name, in the order in which the names came."""

    def __init__(self) -> None:
        self._rows: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def add(self, row: str, /, **numbers: float) -> None:
        """Count one more in this row, with its numbers; `_` in their names is shown as a space."""
        self._rows[row].update({"": 1, **numbers})

    def number(self, row: str, what: str = "") -> float:
        """The sum of these numbers in the row; by default, how often the row was counted."""
        return self._rows[row][what]

    @property
    def text(self) -> str:
        """A line for each row."""
        return "".join(f"{row}: {_told(numbers)}\n" for row, numbers in self._rows.items())


def _told(numbers: Counter[str]) -> str:
    return ", ".join(f"{number:g} {name.replace('_', ' ')}".rstrip() for name, number in numbers.items())
