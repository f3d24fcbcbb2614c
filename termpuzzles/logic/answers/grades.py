"""How hard a board is, in five grades by its effort, and in the words that players read.

The bounds divide the levels that come with the program into five parts of about equal size, rounded: a 5x5 board that
needs nothing but edges is easy, a 25x25 board is hard for its size alone.
"""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.logic.rules.techniques import TITLES

MOST = 5


class Grade(NamedTuple):
    """A grade from 1 to 5, and its name."""

    number: int
    name: str

    @property
    def dots(self) -> str:
        """`●●●○○`."""
        return self.drawn("●", "○")

    def drawn(self, full: str, empty: str) -> str:
        """The number out of five, by these signs."""
        return full * self.number + empty * (MOST - self.number)


_BOUNDS = ((100, "easy"), (250, "medium"), (500, "tricky"), (1000, "hard"))
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


def grade_name(effort: int) -> str:
    """`easy`, `medium`, `tricky`, `hard` or `fiendish`; "" if the effort is not known."""
    return grade(effort).name if effort else ""


def dots(effort: int, unicode: bool = True) -> str:
    """The grade as dots: `●●●○○`; "" if the effort is not known."""
    if not effort:
        return ""
    return grade(effort).dots if unicode else grade(effort).drawn("*", ".")


def technique_name(rule: str) -> str:
    """The technique as players read it in the middle of a sentence: `sealed off`."""
    title = TITLES.get(rule, rule)
    return title if title.endswith("I") else title[:1].lower() + title[1:]
