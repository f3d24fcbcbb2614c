"""What all of several solutions have in common though it is not shown: all else is open to choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import NamedTuple

from termpuzzles.hints.witness import Restriction, Witnesses, undetermined
from termpuzzles.logic.problem import KNOWN, Domain
from termpuzzles.logic.task import Task


class Solutions(NamedTuple):
    """Whether there are several, as was found; then facts that are `certain` though not shown, if any was seen.

    `decided` is False where none was seen, but there may be some; or no second solution, but there may be one.
    """

    several: bool
    certain: Restriction = MappingProxyType({})
    decided: bool = True


class Agreement:
    """Looks for what the solutions with these marks have in common beyond what is left of each cell in `base`.

    Several are found already. `nearest` gives of some cells the one of which to tell.
    """

    def __init__(
        self,
        witnesses: Witnesses,
        marks: Restriction,
        base: Sequence[Domain],
        nearest: Callable[[Iterable[int]], int],
    ) -> None:
        self._witnesses, self._marks, self._base, self._nearest = witnesses, marks, base, nearest

    def at_once(self, questions: int) -> Task[Solutions | None]:
        """What they have in common, in so many questions; None if that is not seen.

        Each asks for a solution that differs anywhere from what all of them have had in common so far.
        """
        base, boards = self._base, self._witnesses.fitting(self._marks)
        for _ in range(questions):
            in_doubt = undetermined(base, boards, self._witnesses.open)
            if not in_doubt:
                return Solutions(True)
            facts = {cell: KNOWN[base[cell] & ~against] & ~KNOWN[base[cell]] for cell, against in in_doubt.items()}
            outcome = yield from self._witnesses.otherwise(self._marks, facts)
            if not outcome.decided:
                return None
            if not outcome.board:
                return self._certain(in_doubt)
            boards.append(outcome.board)
        return None

    def cell_by_cell(self) -> Task[Solutions]:
        """The same, looked for at the nearest cell first, each time by a solution that differs there."""
        witnesses, decided = self._witnesses, True
        boards, cells = witnesses.fitting(self._marks), list(witnesses.open)
        while in_doubt := undetermined(self._base, boards, cells):
            yield None
            cell = self._nearest(in_doubt)
            outcome = yield from witnesses.beside(self._marks, boards[0], cell, in_doubt[cell])
            if outcome.decided and not outcome.board:
                return self._certain(in_doubt)
            boards += [outcome.board] if outcome.board else []
            cells = [each for each in in_doubt if outcome.board or each != cell]
            decided = decided and outcome.decided
        return Solutions(True, decided=decided)

    def _certain(self, facts: Restriction) -> Solutions:
        cell = self._nearest(facts)
        return Solutions(True, {cell: facts[cell]})
