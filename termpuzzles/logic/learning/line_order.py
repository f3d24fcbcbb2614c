"""Which line a search chooses next: the one that took part in most conflicts lately, as it was last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

GROWTH = 1 / 0.95  # how much more each conflict weighs than the one before
HUGE = 1e100  # activities are scaled down from here on


class LineOrder:
    """The lines by activity, in a heap in which some wait more than once; and of each the literal to try first."""

    def __init__(self, lines: range) -> None:
        self._lines = lines
        self._first = [2 * variable + 1 for variable in range(lines.stop)]  # the literal to try first
        self._activity = [0.0] * lines.stop
        self._queued = [0.0] * lines.stop  # the activity with which it waits in the heap, -1 if it does not
        self._heap = [(0.0, line) for line in lines]
        self._weight = 1.0  # of the next conflict

    def choose(self, true: Sequence[int]) -> int | None:
        """The literal to try next, by which ones are true now; None if all lines are set."""
        heap, queued = self._heap, self._queued
        while heap:
            activity, line = heappop(heap)
            if queued[line] != -activity:
                continue  # it waits elsewhere in the heap
            queued[line] = -1.0
            if not true[2 * line] and not true[2 * line + 1]:
                return self._first[line]
        return None

    def prefer(self, literals: Iterable[int]) -> None:
        """Try these literals of lines first from now on."""
        for literal in literals:
            self._first[literal >> 1] = literal

    def put_back(self, literals: Iterable[int]) -> None:
        """These literals, some of them of lines, are not set any more."""
        first, queued, activity, end = self._first, self._queued, self._activity, self._lines.stop
        for literal in literals:
            line = literal >> 1
            if line < end:
                first[line] = literal
                if queued[line] != activity[line]:
                    queued[line] = activity[line]
                    heappush(self._heap, (-activity[line], line))

    def took_part(self, variables: Iterable[int]) -> None:
        """These variables, some of them lines, took part in a conflict."""
        activity, weight, end = self._activity, self._weight, self._lines.stop
        for line in variables:
            if line < end:
                activity[line] += weight
        self._weight *= GROWTH
        if self._weight > HUGE:
            self._activity = [each / HUGE for each in activity]
            self._weight /= HUGE
            self._begin()

    def shake(self, number: int) -> None:
        """Put the lines in another order, the same for each search, and try them without a line first."""
        for line in self._lines:
            self._activity[line] = (line * 40503 + number * 30011) % 65536 / 65536
            self._first[line] = 2 * line + 1
        self._weight = 1.0
        self._begin()

    def _begin(self) -> None:
        """Let each line wait once."""
        self._queued = list(self._activity)
        self._heap = [(-self._activity[line], line) for line in self._lines]
        heapify(self._heap)
