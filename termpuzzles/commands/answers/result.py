"""A command's answer for one puzzle, and the exit status of many answers."""

from collections.abc import Iterable
from typing import NamedTuple

YES = 0  # solved; exactly one solution; a hint; generated
NO = 1  # no solution; none or several; nothing to hint at; not found
BAD = 2  # bad input or usage
LIMIT = 3  # a limit that was asked for ran out

_GRAVEST_FIRST = (BAD, LIMIT, NO, YES)


class Answer(NamedTuple):
    """One puzzle's answer: the text for stdout (without a newline at its end), words for stderr, and the exit status.

    `block` says that the text may have several lines, so that `---` separates it from its neighbours. A line in
    `place` keeps the place of an answer that is missing: it stands below the text, but only among other answers.
    """

    text: str
    status: int = YES
    words: str = ""
    block: bool = False
    place: str = ""


def gravest(statuses: Iterable[int]) -> int:
    """The exit status of many puzzles: the first of 2, 3, 1, 0 that occurred; 0 if there were none."""
    occurred = set(statuses)
    return next((status for status in _GRAVEST_FIRST if status in occurred), YES)
