"""What every duel shares: its two sides, numbered 0 and 1 in the order in which they begin, and how a game ends."""

from __future__ import annotations

from typing import NamedTuple

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")  # won by side 0, won by side 1, drawn, not over


class Ending(NamedTuple):
    """How a game ended: the side that won, None for a draw, and the reason in one word."""

    winner: int | None
    reason: str

    @property
    def result(self) -> str:
        """One of `RESULTS`."""
        return RESULTS[2 if self.winner is None else self.winner]


class RuleError(ValueError):
    """An action breaks a rule: the rule's number in the specification of the duel, and a sentence."""

    def __init__(self, rule: int, sentence: str) -> None:
        self.rule = rule
        self.sentence = sentence
        super().__init__(f"rule {rule}: {sentence}")
