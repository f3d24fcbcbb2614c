"""Whether a win can be forced within a number of one's own turns, by full search over all legal turns.

What makes it short is proved, not guessed. The other side may always pass, and walls never go; so a cat that is more
than two steps for each turn away from its mouse wins nothing, and a turn that leaves it further, or lets the other cat
catch, is refuted at once. Before one's last turn only those answers matter that change whether the cat reaches the
mouse: steps, and walls near the cat. Repetition does not matter: the quickest win repeats no position.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.position import RED, WallPosition, one_step
from termpuzzles.wall.game.rules import ACTIONS, NEAR, OutOfTime, outcome, successors, turn_between

MOST_KEPT = 300_000  # positions, some 150 MB


def wins(position: WallPosition, turns: int, ask: OutOfTime = lambda: None) -> list[Turn]:
    """Every turn after which a win can be forced within that many turns of one's own, sorted; `ask` is called often."""
    proof = Proof(ask)
    found = [after for after in successors(position) if proof.wins_after(after, turns)]
    return sorted((turn_between(position, after) for after in found), key=lambda turn: turn.order)


class Proof:
    """A full search that remembers what it has proved."""

    def __init__(self, ask: OutOfTime = lambda: None) -> None:
        self._ask = ask
        self._forced: dict[WallPosition, tuple[int, float]] = {}  # most turns that do not suffice, fewest that do

    def wins_after(self, after: WallPosition, turns: int) -> bool:
        """Whether the side that has just moved wins with at most `turns` of its own, that one counted."""
        mover = 1 - after.side
        ended = outcome(after)
        if ended:
            return ended.winner == mover
        if turns <= 1 or after.distance(mover) > ACTIONS * (turns - 1) or after.distance(after.side) <= ACTIONS:
            return False
        if turns > 2:
            return all(self._is_near(reply, turns - 1) for reply in successors(after)) and all(
                self.is_forced(reply, turns - 1) for reply in successors(after)
            )
        return all(self.is_forced(reply, 1) for reply in _answers(after))

    def is_forced(self, position: WallPosition, turns: int) -> bool:
        """Whether the side to move can force a win with at most that many turns, or has won if the game is over."""
        self._ask()
        ended = outcome(position)
        if ended:
            return ended.winner == position.side
        if not self._is_near(position, turns):
            return False
        if len(self._forced) > MOST_KEPT:
            self._forced.clear()
        few, enough = self._forced.get(position, (0, inf))
        if turns <= few or turns >= enough:
            return turns >= enough
        if catches(position) or (turns > 1 and any(self.wins_after(after, turns) for after in successors(position))):
            self._forced[position] = few, turns
            return True
        self._forced[position] = turns, enough
        return False

    def _is_near(self, position: WallPosition, turns: int) -> bool:
        """Whether the cat of the side to move could reach its mouse in time if the other side did nothing."""
        return position.distance(position.side) <= ACTIONS * turns


def catches(position: WallPosition) -> bool:
    """Whether the side to move can win with this very turn."""
    side = position.side
    steps = position.distance(side)
    if steps > ACTIONS:
        return False
    if side != RED or position.distance(1 - side) > NEAR:
        return True
    if steps == ACTIONS:
        return False
    return any(ended is not None and ended.winner == side for ended in map(outcome, successors(position)))


def _answers(position: WallPosition) -> Iterator[WallPosition]:
    """The answers to a threat to catch: one of each kind that could parry it differently.

    Walls far from the cat that threatens cannot parry. They could only keep red from the wall with which it stays out
    of reach itself, and only if blue's cat has come nearer.
    """
    hunter = 1 - position.side
    height, cat = position.height, 1 << position.cat(hunter)
    once = one_step(height, position.right, position.up, cat)
    ball = cat | once
    near_right, near_up = (ball | ball >> height) & position.right, (ball | ball >> 1) & position.up
    far_right, far_up = position.right & ~near_right, position.up & ~near_up
    for after in successors(position):
        is_far = bool(far_right & ~after.right or far_up & ~after.up)
        if not is_far or (hunter == RED and after.cat(position.side) != position.cat(position.side)):
            yield after
