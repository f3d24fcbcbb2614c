"""The puzzles of the Wall Game: a win in so many turns, and the engine's answer to each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.binding import Binding, BindingType

from termpuzzles.duels.wall.notation import Turn
from termpuzzles.duels.wall.position import (
    BLUE,
    RED,
    SIDES,
)
from termpuzzles.duels.wall.puzzles import TryResult, WallPuzzle, shipped_puzzles
from termpuzzles.duels.wall.rules import after_turn
from termpuzzles.play.duel import keep_solved, solved_puzzles
from termpuzzles.session.duel import (
    Staging,
    TryQuestion,
    turn_in_words,
)
from termpuzzles.tui.background import ask, forget
from termpuzzles.tui.context import Context
from termpuzzles.tui.screen import Headline
from termpuzzles.tui.screens.wall_board import ENGINE, SIDE_TONES, WallBoardScreen
from termpuzzles.tui.widgets.lines import Words


class WallPuzzleScreen(WallBoardScreen):
    """A puzzle: win in so many turns. A wrong turn is answered and taken back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "following(1)", "next puzzle", id="wall.next", tooltip="The next puzzle"),
        Binding("b", "following(-1)", "puzzle before", id="wall.before", tooltip="The puzzle before"),
    ]
    KEYS: ClassVar[tuple[str, ...]] = ("choose", "wall.put", "wall.send", "wall.next", "wall.leave")

    def __init__(self, context: Context, number: int) -> None:
        super().__init__(context)
        self._puzzles = shipped_puzzles()
        self._begin(number)

    def _begin(self, number: int) -> None:
        self._number = number
        self._kept: list[Turn] = []  # the turns that were right
        self._positions = [self.puzzle.position]
        self._staging = Staging(self.puzzle.position)
        self._over = self._thinks = self._failed = False

    @property
    def puzzle(self) -> WallPuzzle:
        """The puzzle."""
        return self._puzzles[self._number]

    @property
    def staging(self) -> Staging:
        """The turn being put together."""
        return self._staging

    @property
    def may_act(self) -> bool:
        """Whether a turn may be tried."""
        return not self._over and not self._thinks

    def headline(self) -> Headline:
        """The puzzle's title and number."""
        number = f"{self._number + 1} of {len(self._puzzles)}"
        return Headline("Wall puzzle", self.puzzle.title, ((number, "faint"),))

    def panel(self) -> Iterator[Words]:
        """The goal, what is staged, and the turns so far."""
        puzzle, side = self.puzzle, self.puzzle.position.side
        turns = puzzle.turns - len(self._kept)
        yield (("  ", "text"), (SIDES[side], SIDE_TONES[side]), (f" to {puzzle.goal}", "text"))
        yield ((f"  in {turns} turn{'s' * (turns != 1)}", "text"),)
        yield ()
        shown = self._staging.shown
        for each in (RED, BLUE):
            yield (
                ("  ", "text"),
                (f"{SIDES[each]:<5}", SIDE_TONES[each]),
                (f"{shown.distance(each):>3} to go", "faint"),
            )
        yield ()
        yield (("  turn   ", "faint"), (str(self._staging.turn) if self._staging.turn != Turn() else "-", "text"))
        left = self._staging.left
        yield ((f"         {left} action{'s' * (left != 1)} left", "faint"),)
        if puzzle.id in solved_puzzles(self.context):
            yield ((f"  {self.context.glyphs.done} solved", "done"),)

    def send(self, turn: Turn) -> None:
        """Try the turn."""
        self._thinks = True
        self.say("Looking for an answer …")
        question = TryQuestion(self.puzzle, tuple(self._kept), turn)
        ask(self, self.context.answerer, question, lambda found: self._take(turn, found), ENGINE, self._give_up)
        self.show()

    def _give_up(self) -> None:
        self._thinks = False
        self.say("No answer was found in a minute.")

    def _take(self, turn: Turn, found: TryResult) -> None:
        self._thinks = False
        if not found.right:
            self._failed = True
            self._staging = Staging(self._staging.position)
            self.begin_turn()
            answer = f": {found.answer}, {turn_in_words(found.answer)}" if found.answer else ""
            self.say(f"{turn} does not win in time{answer}. It is taken back.")
            return
        self._kept.append(turn)
        at = after_turn(self._staging.position, turn)
        if found.over:
            self._staging, self._over = Staging(at), True
            keep_solved(self.context, self.puzzle.id)
            self.say("Solved. n opens the next puzzle.")
            self.show()
            return
        assert found.answer is not None
        self._staging = Staging(after_turn(at, found.answer))
        self.begin_turn()
        self.say(f"Right. The answer: {turn_in_words(found.answer)}.")

    def action_following(self, step: int) -> None:
        """Open the next puzzle, or the one before."""
        if not 0 <= self._number + step < len(self._puzzles):
            self.say("This is the last puzzle." if step > 0 else "This is the first puzzle.")
            return
        forget(self, ENGINE)
        self._begin(self._number + step)
        self.say("")
        self.begin_turn()
