"""A hint as it is given in play: where to look, then why, then done; one key press each."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from termpuzzles.render.picture import HINTED, RESTS, hint_mark

if TYPE_CHECKING:
    from termpuzzles.games.model import Move, Puzzle
    from termpuzzles.hints.guide import Guide
    from termpuzzles.hints.wording import Hint

WHERE, WHY, DONE = 1, 2, 3


class Advice:
    """The hint that is being given for one puzzle, and how deep it has gone; `depth` is 0 while there is none."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._hint: Hint | None = None
        self.depth = 0

    @cached_property
    def guide(self) -> Guide:
        """What is certain of the puzzle, kept from one question to the next."""
        from termpuzzles.hints.guide import Guide  # 30 ms, and only for who asks

        return Guide(self._puzzle)

    def give(self, hint: Hint) -> None:
        """Begin to give this hint: where to look."""
        self._hint, self.depth = hint, WHERE

    def deepen(self) -> Move | None:
        """Go one step deeper; the move that does it once there is nothing left to tell, if there is such a move."""
        self.depth = min(self.depth + 1, DONE)
        return self._hint.move if self._hint and self.depth == DONE else None

    def forget(self) -> None:
        """Something was played: the hint is over."""
        self._hint, self.depth = None, 0

    @property
    def sentence(self) -> str:
        """What is told at this depth."""
        if self._hint is None:
            return ""
        return self._hint.where if self.depth == WHERE else self._hint.sentence

    @property
    def marks(self) -> dict[int, int]:
        """The marks of cells at this depth: those that it is about, then those that it rests on, with their sides."""
        if self._hint is None:
            return {}
        return dict.fromkeys(self._hint.cells, HINTED) if self.depth == WHERE else marks_of(self._hint)


def marks_of(hint: Hint) -> dict[int, int]:
    """The marks of the cells that a hint is about, and of those that it rests on, with the sides that count."""
    marks = {cell: hint_mark(RESTS, hint.sides.get(cell, 0)) for cell in hint.because}
    return marks | {cell: hint_mark(HINTED, hint.sides.get(cell, 0)) for cell in hint.cells}
