"""How hard a board is, in five grades that players read, by its effort.

The bounds divide the levels that come with the program into five parts of about equal size, rounded: a 5x5 board that
needs nothing but edges is easy, a 25x25 board is hard for its size alone.
"""

from __future__ import annotations

from typing import NamedTuple

MOST = 5


class Grade(NamedTuple):
    """A grade from 1 to 5, and its name."""

    number: int
    name: str

    @property
    def dots(self) -> str:
        """`●●●○○`."""
        return "●" * self.number + "○" * (MOST - self.number)


_BOUNDS = ((100, "easy"), (250, "fair"), (500, "tricky"), (1000, "hard"))
GRADES = (*(name for _, name in _BOUNDS), "fiendish")
_ENDLESS = 9_999_999  # the largest effort that can be asked for


def grade(effort: int) -> Grade:
    """The grade of a board that takes this much effort."""
    for number, (bound, name) in enumerate(_BOUNDS, 1):
        if effort < bound:
            return Grade(number, name)
    return Grade(MOST, GRADES[-1])


def efforts(name: str) -> tuple[int, int]:
    """The least and the most effort of the grade of that name."""
    bounds = [1, *(bound for bound, _ in _BOUNDS), _ENDLESS + 1]
    place = GRADES.index(name)
    return bounds[place], bounds[place + 1] - 1
