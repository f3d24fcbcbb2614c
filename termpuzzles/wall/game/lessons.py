"""Five lessons: a position each, and what a turn must come to for its idea to be understood."""

from __future__ import annotations

from typing import NamedTuple

from termpuzzles.wall.game.notation import Turn, read_position
from termpuzzles.wall.game.position import WallPosition
from termpuzzles.wall.game.rules import after_turn, outcome


class WallLesson(NamedTuple):
    """A position with a sentence before and one after; `near` and `far` are what the turn must come to.

    The own cat must be at most `near` steps from its mouse afterwards, the other cat at least `far` steps from its own.
    If `wins`, the turn must win instead.
    """

    title: str
    before: str
    after: str
    position: WallPosition
    near: int | None = None
    far: int | None = None
    wins: bool = False

    def is_understood(self, turn: Turn) -> bool:
        """Whether the legal turn does what the lesson asks for."""
        after, side = after_turn(self.position, turn), self.position.side
        ending = outcome(after)
        if self.wins or ending:
            return self.wins and ending is not None and ending.winner == side
        is_near = self.near is None or after.distance(side) <= self.near
        return is_near and (self.far is None or after.distance(1 - side) >= self.far)


WALL_LESSONS = (
    WallLesson(
        "The hunt",
        "You play red, and your cat hunts the blue mouse. A turn has two actions. Move your cat two steps nearer to "
        "that mouse.",
        "From 8 steps to 6. The blue cat hunts your mouse in the same way.",
        read_position("5x5 standard a5 a1 e5 e1 r -"),
        near=6,
    ),
    WallLesson(
        "A wall is a detour",
        "Only one gap in this wall leads to your mouse, 3 steps from the blue cat. Close it: the cat has to go all the "
        "way around.",
        "From 3 steps to 11. Walls stop you as well, and they are never removed.",
        read_position("5x5 standard a5 e1 e4 c5 r ^b2,^c2,^d2"),
        far=9,
    ),
    WallLesson(
        "Never shut in",
        "The file of your mouse has two doors, one at a1 and one at a5. Close the near one.",
        "Now the far door has to stay open: no wall may leave a cat without a way to its mouse.",
        read_position("5x5 standard b4 a1 c2 e5 r >a2,>a3,>a4"),
        far=6,
    ),
    WallLesson(
        "Two walls at once",
        "One wall alone does not help here: the cat simply takes the gap beside it. Close both gaps in one turn.",
        "From 3 steps to 7. The two walls cost you one turn, and the cat two turns.",
        read_position("5x5 standard a5 c1 c4 e4 r >b1,>c1,>b2"),
        far=7,
    ),
    WallLesson(
        "The one-move rule",
        "Red moves first, so if red catches blue's mouse while the blue cat is within two steps of red's, it is "
        "a draw. Catch the mouse and win.",
        "Caught with one action, and the other kept the blue cat away.",
        read_position("5x5 standard b4 c1 c2 c4 r -"),
        wins=True,
    ),
)
