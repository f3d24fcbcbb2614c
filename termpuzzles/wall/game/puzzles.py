"""Positions with a goal: whether a try is right, what answers a wrong one, and how the engine defends.

Every turn counts that keeps the goal, never one answer from a list: in a tunnel any wall does the same. In an `exact`
puzzle the goal is a win within at most three turns, and full search says what keeps it. In one by the `engine` a turn
is wrong if it is worth two steps less than the best, or loses a win or a draw; the search has a fixed depth, never a
time, so that all machines agree.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields
from importlib.resources import files
from typing import Any, NamedTuple

from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.wall.game.candidates import STEP
from termpuzzles.wall.game.engine import WIN, best_turn
from termpuzzles.wall.game.notation import Turn, position_text, read_position
from termpuzzles.wall.game.position import WallPosition
from termpuzzles.wall.game.proof import Proof
from termpuzzles.wall.game.rules import OutOfTime, WallGame, after_turn, outcome, successors, turn_between

GOALS = ("win", "draw")
PROOFS = ("exact", "engine")
NUMBERS = ("rating", "index", "turns")  # keys of a puzzle that are no texts
MOST_EXACT = 3  # turns of an exact puzzle
MOST_TURNS = 50
DEPTH = 6  # of the engine, where it judges and defends
TANGIBLE = 2 * STEP  # a fall in value that is wrong


@dataclass(frozen=True)
class WallPuzzle:
    """A position whose side to move is to reach the goal within so many turns of its own."""

    id: str
    title: str
    author: str
    rating: int
    list: str
    index: int
    position: WallPosition
    goal: str
    turns: int
    proof: str


class TryResult(NamedTuple):
    """What became of a try: whether it keeps the goal, what the engine answers, and whether the puzzle is over."""

    right: bool
    answer: Turn | None
    over: bool


def puzzle_text(puzzle: WallPuzzle) -> str:
    """The puzzle as one line of JSON."""
    return json.dumps(asdict(puzzle) | {"position": position_text(puzzle.position)}, ensure_ascii=False)


def read_puzzle(text: str) -> WallPuzzle:
    """The puzzle of one line of JSON; raises `PuzzleError` if it is none."""
    try:
        facts = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PuzzleError("JSON", shortened(str(error))) from None
    if not isinstance(facts, dict):
        raise PuzzleError("an object of JSON")
    told: dict[str, Any] = {field.name: facts.get(field.name) for field in fields(WallPuzzle)}
    for name, value in told.items():
        kind = int if name in NUMBERS else str
        if type(value) is not kind:
            raise PuzzleError(f"{name}: {'a whole number' if kind is int else 'a text'}", shortened(repr(value)))
    puzzle = WallPuzzle(**told | {"position": read_position(told["position"])})
    most = MOST_EXACT if puzzle.proof == "exact" else MOST_TURNS
    if puzzle.goal not in GOALS or puzzle.proof not in PROOFS or (puzzle.goal, puzzle.proof) == ("draw", "exact"):
        raise PuzzleError("a goal, win or draw, and a proof, exact (for a win alone) or engine")
    if not 1 <= puzzle.turns <= most:
        raise PuzzleError(f"from 1 to {most} turns", str(puzzle.turns))
    return puzzle


def shipped_puzzles() -> list[WallPuzzle]:
    """The puzzles that come with the program, in order."""
    text = files("termpuzzles.wall.game").joinpath("puzzles.jsonl").read_text(encoding="utf-8")
    return list(map(read_puzzle, text.splitlines()))


class PuzzleAttempt:
    """A puzzle being tried: `game` as far as it has come, the turns left, and whether any try was wrong."""

    def __init__(self, puzzle: WallPuzzle, ask: OutOfTime = lambda: None) -> None:
        self.puzzle = puzzle
        self.game = WallGame(puzzle.position)
        self.left = puzzle.turns
        self.failed = False
        self._proof = Proof(ask)

    def play(self, turn: Turn) -> TryResult:
        """Try a turn; a right one is answered on the board, a wrong one is taken back and its refutation named.

        Raises `RuleError` if the turn is not legal.
        """
        self.game.play(turn)
        if not self._is_right(turn):
            self.failed = True
            answer = None if self.game.outcome else self._refutation()
            self.game.take_back()
            return TryResult(False, answer, False)
        self.left -= 1
        if self.game.outcome or not self.left:
            return TryResult(True, None, True)
        answer = self._defence()
        self.game.play(answer)
        return TryResult(True, answer, self.game.outcome is not None)

    def _is_right(self, turn: Turn) -> bool:
        """Whether the goal can still be forced after the turn just played."""
        before, after = self.game.positions[-2], self.game.position
        if self.puzzle.proof == "exact":
            return self._proof.wins_after(after, self.left)
        most = best_turn(before, depth=DEPTH).value
        value = _value_after(after)
        return value > most - TANGIBLE and _class_of(value) >= _class_of(most)

    def _refutation(self) -> Turn:
        """What the engine answers to a wrong turn: in an exact puzzle, a turn that no longer lets the win be forced."""
        here = self.game.position
        usual = best_turn(here, depth=DEPTH).turn
        if self.puzzle.proof == "engine" or not self._forced_after(usual, self.left - 1):
            return usual
        return next(turn for turn in _turns(here) if not self._forced_after(turn, self.left - 1))

    def _defence(self) -> Turn:
        """The turn after which the win takes longest; of several, the engine's own if it is among them."""
        here = self.game.position
        usual = best_turn(here, depth=DEPTH).turn
        if self.puzzle.proof == "engine":
            return usual
        candidates = [usual, *_turns(here)]
        for turns in range(self.left - 1, 0, -1):
            longest = next((turn for turn in candidates if not self._forced_after(turn, turns)), None)
            if longest is not None:
                return longest
        return usual

    def _forced_after(self, turn: Turn, turns: int) -> bool:
        return self._proof.is_forced(after_turn(self.game.position, turn), turns)


def _turns(position: WallPosition) -> list[Turn]:
    return [turn_between(position, after) for after in successors(position)]


def _value_after(after: WallPosition) -> int:
    """The value of a position for the side that has just moved into it."""
    ended = outcome(after)
    if ended:
        return 0 if ended.winner is None else WIN if ended.winner == 1 - after.side else -WIN
    return -best_turn(after, depth=DEPTH - 1).value


def _class_of(value: int) -> int:
    """1 for a win, -1 for a loss, 0 for neither."""
    return (value >= WIN) - (value <= -WIN)
