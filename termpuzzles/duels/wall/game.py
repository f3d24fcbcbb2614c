"""A game from its start on: turns, repetition, outcome."""

from __future__ import annotations

from collections import Counter
from math import inf

from termpuzzles.duels.model import Ending, RuleError
from termpuzzles.duels.wall.notation import Turn
from termpuzzles.duels.wall.position import SIDES, WallPosition
from termpuzzles.duels.wall.rules import GAME_OVER, REPEATED, after_turn, judge, outcome


class WallGame:
    """A game in play: `positions` holds one more than `turns`, and `outcome` is None until it is over."""

    def __init__(self, start: WallPosition) -> None:
        self.positions = [start]
        self.turns: list[Turn] = []
        self.outcome: Ending | None = None
        self.seen = Counter(self.positions)

    @property
    def position(self) -> WallPosition:
        """The position on the board."""
        return self.positions[-1]

    def judge(self, turn: Turn, side: int | None = None, seconds: float = inf) -> None:
        """Raise `RuleError` with the first rule that the turn of that side, with so many seconds left, breaks."""
        mover = self.position.side
        if self.outcome:
            raise RuleError(GAME_OVER, "the game is over")
        if side not in (None, mover):
            raise RuleError(GAME_OVER, f"it is {SIDES[mover]}'s turn")
        if seconds <= 0:
            raise RuleError(GAME_OVER, f"{SIDES[mover]}'s time has run out")
        judge(self.position, turn)

    def play(self, turn: Turn, side: int | None = None, seconds: float = inf) -> None:
        """Play the turn; raises `RuleError` and changes nothing if it breaks a rule."""
        self.judge(turn, side, seconds)
        after = after_turn(self.position, turn)
        self.positions.append(after)
        self.turns.append(turn)
        self.seen[after] += 1
        self.outcome = outcome(after)
        if self.outcome is None and self.seen[after] == REPEATED:
            self.outcome = Ending(None, "repetition")

    def end(self, outcome: Ending) -> None:
        """End the game for a reason that is not on the board; it must not be over."""
        self.outcome = outcome

    def take_back(self) -> None:
        """Take the last turn back; there must be one."""
        self.seen[self.positions.pop()] -= 1
        self.turns.pop()
        self.outcome = None
