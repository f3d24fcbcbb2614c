"""Conflicts: marks that no solution has together, though it may have any of them without one.

One mark after the other is left out, and stays out if no solution has all the others. What is left depends on the order
in which that is tried, and may be twice as much as need be: so several orders are tried, each only as long as it may
still lead to no more. Every solution that is found on the way is kept with the marks that it lacks: where it lacks just
one of those that are left, that one is needed, and nothing has to be asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.learning.cores import ALL_CONFLICTS, CONFLICTS
from termpuzzles.logic.learning.search import SearchResult
from termpuzzles.logic.problem import Domain
from termpuzzles.logic.task import Task

ORDERS = 16  # in which marks are left out, besides the one in which they are given,
ALL_FURTHER = 250  # conflicts of the search that all of these may take,
EACH_FURTHER = 50  # and each of their questions

Marks = int  # as a bit set of their numbers


class Conflicts:
    """Looks for conflicts among marks, each of which holds some cells to masks.

    `boards` are solutions that are known already.
    """

    def __init__(self, kept: BoardSearch, marks: Sequence[Mapping[int, Domain]], boards: Iterable[bytes]) -> None:
        self._kept, self._marks = kept, marks
        numbers: dict[int, int] = {}
        for number, held in enumerate(marks):
            numbers.setdefault(kept.all_of(held), number)
        self._literals = {number: literal for literal, number in numbers.items()}
        self._lacked: list[Marks] = []  # by each of the solutions
        for board in boards:
            self._see(board)

    def find(self, few: int) -> Task[list[list[int]]]:
        """Some conflicts as numbers of marks, the smallest first; of more than `few` marks only smallest ones.

        The first is looked for among low numbers. None if no conflict is seen.
        """
        order, rng, search = [*self._literals], Random(len(self._literals)), self._kept.search
        first = yield from self._least(order, len(order), ALL_CONFLICTS, keeps_undecided=True)
        if not first:
            return []
        found, most, end = [first], max(few, first.bit_count()), search.conflicts + ALL_FURTHER
        for _ in range(ORDERS):
            rng.shuffle(order)
            other = yield from self._least(order, most, end - search.conflicts)
            if other and other not in found:
                found.append(other)
                most = max(few, min(most, other.bit_count()))
        found = sorted((marks for marks in found if marks.bit_count() <= most), key=int.bit_count)
        return [[number for number in self._literals if marks >> number & 1] for marks in found]

    def _least(self, order: Sequence[int], most: int, conflicts: int, keeps_undecided: bool = False) -> Task[Marks]:
        """A conflict of up to so many marks, of which the last are left out first; 0 if none is seen in time.

        Where it takes too long to see whether a mark is needed, either it stays or all ends.
        """
        search, each = self._kept.search, CONFLICTS if keeps_undecided else EACH_FURTHER
        end = search.conflicts + conflicts
        if (yield from self._ask(order, conflicts)) is not SearchResult.REFUTED:
            return 0
        needed, rest = list[int](), self._in_core(order)
        while rest and len(needed) <= most:
            number = rest.pop()
            others = [*needed, *rest]
            answer = SearchResult.SOLVED
            if not self._are_seen(others):
                answer = yield from self._ask(others, min(each, end - search.conflicts))
            if answer is SearchResult.REFUTED:
                needed, rest = self._in_core(needed), self._in_core(rest)
            elif answer is SearchResult.SOLVED or keeps_undecided:
                needed.append(number)
            else:
                return 0
        return _bits(needed) if len(needed) <= most else 0

    def _ask(self, numbers: Sequence[int], conflicts: int) -> Task[SearchResult]:
        """Whether a solution has these marks."""
        if conflicts <= 0:
            return SearchResult.UNDECIDED
        answer = yield from self._kept.ask([self._literals[number] for number in numbers], conflicts)
        if answer is SearchResult.SOLVED:
            self._see(self._kept.board)
        return answer

    def _in_core(self, numbers: Iterable[int]) -> list[int]:
        """Those of these marks that were not seen together in the last question."""
        core = {*self._kept.core}
        return [number for number in numbers if self._literals[number] in core]

    def _see(self, board: bytes) -> None:
        """Note which marks the solution lacks."""
        held = ((number, self._marks[number].items()) for number in self._literals)
        self._lacked.append(
            _bits(number for number, cells in held if not all(keep >> board[cell] & 1 for cell, keep in cells))
        )

    def _are_seen(self, others: Iterable[int]) -> bool:
        """Whether one of the solutions seen has all of these marks."""
        marks = _bits(others)
        return any(not lacked & marks for lacked in self._lacked)


def _bits(numbers: Iterable[int]) -> Marks:
    return sum(1 << number for number in numbers)
