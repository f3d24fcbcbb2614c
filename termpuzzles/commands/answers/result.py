"""What a command answers for one puzzle, and the exit status that many answers come to."""

from collections.abc import Iterable
from typing import NamedTuple

YES = 0  # solved; exactly one solution; a hint; generated
NO = 1  # no solution; none or several; nothing to hint; not to be found
BAD = 2  # bad input or usage
LIMIT = 3  # a limit that was asked for ran out

_GRAVEST_FIRST = (BAD, LIMIT, NO, YES)


class Answer(NamedTuple):
    """One puzzle's answer: the text for the output (no newline at its end), words beside it, and the exit status.

    `block` tells that the text may have several lines, so that it is parted from its neighbours by `---`.
    """

    text: str
    status: int = YES
    said: str = ""
    block: bool = False


def gravest(statuses: Iterable[int]) -> int:
    """The exit status of many puzzles: the first of 2, 3, 1, 0 that occurred; 0 of none."""
    occurred = set(statuses)
    return next((status for status in _GRAVEST_FIRST if status in occurred), YES)
