"""A turn that is being put together, action by action, each of them legal."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from termpuzzles.errors import PuzzleError
from termpuzzles.wall.game.model import RuleError
from termpuzzles.wall.game.notation import Place, Turn, read_turn
from termpuzzles.wall.game.position import Wall, WallPosition
from termpuzzles.wall.game.rules import ACTIONS, after_turn, judge

STAGE, UNSTAGE = "stage", "unstage"  # events: the turn so far, and that the last change to it was undone
_TAKEN = "another window has taken this game over"


class Staging:
    """The turn being put together; `turn` is legal as far as it has come, and `shown` the position with it.

    `keep` gets each change as an event before it has any effect, and returns whether it may have one.
    """

    def __init__(self, position: WallPosition, keep: Callable[[str], bool] = lambda event: True) -> None:
        self.position = position
        self._steps: list[Turn] = [Turn()]
        self._keep = keep

    @property
    def turn(self) -> Turn:
        """The turn so far."""
        return self._steps[-1]

    @property
    def left(self) -> int:
        """How many actions are left."""
        return ACTIONS - self._cost(self.turn)

    @property
    def shown(self) -> WallPosition:
        """The position with what is staged, the same side to move."""
        return after_turn(self.position, self.turn)._replace(side=self.position.side)

    def place(self, mouse: bool) -> Place:
        """Where the own cat or mouse stands with what is staged."""
        side = self.position.side
        return self.shown.place(self.shown.mouse(side) if mouse else self.shown.cat(side))

    def put(self, mouse: bool, to: Place) -> str:
        """Stage the cat or mouse on a cell, or back where it stood; returns why that cannot be, or ""."""
        side = self.position.side
        home = self.position.place(self.position.mouse(side) if mouse else self.position.cat(side))
        there = None if to == home else to
        return self._stage(_moved(self.turn, mouse, there))

    def build(self, wall: Wall) -> str:
        """Stage a wall, or take it away if it is staged; returns why it cannot be built, or ""."""
        walls = {*self.turn.walls} ^ {wall}
        return self._stage(self.turn._replace(walls=tuple(sorted(walls))))

    def stage(self, turn: Turn) -> str:
        """Stage a whole turn in place of what is staged; returns why it is not legal, or ""."""
        return self._stage(turn)

    def adopt(self, turn: Turn) -> bool:
        """Stage of a turn that was planned for another position what is legal here; whether that is all of it."""
        for mouse, place in ((False, turn.cat), (True, turn.mouse)):
            if place is not None:
                self.put(mouse, place)
        for wall in turn.walls:
            self.build(wall)
        return self.turn == turn

    def back(self) -> bool:
        """Undo the last change to what is staged; False if nothing is."""
        if len(self._steps) == 1 or not self._keep(UNSTAGE):
            return False
        self._steps.pop()
        return True

    def restore(self, event: str) -> None:
        """Do what an event says that is kept already. Raises PuzzleError if that cannot be."""
        word, _, rest = event.partition(" ")
        if word == STAGE:
            turn = read_turn(rest)
            if why := why_illegal(self.position, turn):
                raise PuzzleError("a legal turn", why)
            self._steps.append(turn)
        elif len(self._steps) > 1:
            self._steps.pop()
        else:
            raise PuzzleError("something staged")

    def follow(self, event: str) -> None:
        """Stage what the player has staged elsewhere, as this event says, if it can be."""
        word, _, rest = event.partition(" ")
        with suppress(PuzzleError):
            if word == STAGE:
                self.stage(read_turn(rest))
            elif word == UNSTAGE:
                self.back()

    def targets(self, mouse: bool) -> list[Place]:
        """The cells to which the cat or mouse may go with what is staged."""
        at = self.position
        near = range(-ACTIONS, ACTIONS + 1)
        file, rank = self.place(mouse)
        places = [(file + x, rank + y) for x in near for y in near if abs(x) + abs(y) <= ACTIONS]
        inside = [place for place in places if 0 <= place[0] < at.width and 0 <= place[1] < at.height]
        return [place for place in inside if not why_illegal(at, _moved(self.turn, mouse, place))]

    def _stage(self, turn: Turn) -> str:
        if why := why_illegal(self.position, turn):
            return why
        if turn != self.turn:
            if not self._keep(f"{STAGE} {turn}"):
                return _TAKEN
            self._steps.append(turn)
        return ""

    def _cost(self, turn: Turn) -> int:
        side, cost = self.position.side, len(turn.walls)
        for home, to in ((self.position.cat(side), turn.cat), (self.position.mouse(side), turn.mouse)):
            if to is not None:
                file, rank = self.position.place(home)
                cost += abs(file - to[0]) + abs(rank - to[1])
        return cost


def _moved(turn: Turn, mouse: bool, to: Place | None) -> Turn:
    return turn._replace(mouse=to) if mouse else turn._replace(cat=to)


def why_illegal(position: WallPosition, turn: Turn) -> str:
    """Why a turn is not legal, in a sentence; "" if it is."""
    try:
        judge(position, turn)
    except RuleError as broken:
        return broken.sentence
    return ""
