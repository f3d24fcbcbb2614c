"""Puzzles of the Wall Game: each is proved, every right turn counts, a wrong one is refuted and may be retried."""

from __future__ import annotations

import pytest

from termpuzzles.wall.game.notation import Turn, read_position, read_turn
from termpuzzles.wall.game.proof import Proof, wins
from termpuzzles.wall.game.puzzles import PuzzleAttempt, WallPuzzle, puzzle_text, read_puzzle, shipped_puzzles
from termpuzzles.wall.game.rules import after_turn, successors, turn_between
from tests.data import sweep

PUZZLES = shipped_puzzles()


def test_sixty_come_with_the_program_each_with_a_name_of_its_own() -> None:
    assert len(PUZZLES) == 60
    for names in ({puzzle.id for puzzle in PUZZLES}, {puzzle.title for puzzle in PUZZLES}):
        assert len(names) == 60
    assert len({puzzle.position for puzzle in PUZZLES}) == 60
    assert {puzzle.turns for puzzle in PUZZLES} == {1, 2, 3}


def test_they_are_written_as_they_were_read() -> None:
    assert [read_puzzle(puzzle_text(puzzle)) for puzzle in PUZZLES] == PUZZLES


@pytest.mark.parametrize("puzzle", sweep.sample(PUZZLES, 8), ids=lambda puzzle: puzzle.id)
def test_the_goal_can_be_forced_in_its_turns_and_not_in_fewer(puzzle: WallPuzzle) -> None:
    assert puzzle.proof == "exact"
    assert Proof().is_forced(puzzle.position, puzzle.turns)
    assert not Proof().is_forced(puzzle.position, puzzle.turns - 1)


@pytest.mark.parametrize("puzzle", sweep.sample(PUZZLES, 12), ids=lambda puzzle: puzzle.id)
def test_a_puzzle_is_played_to_its_end_and_lasts_as_long_as_it_says(puzzle: WallPuzzle) -> None:
    attempt = PuzzleAttempt(puzzle)
    for left in range(puzzle.turns, 0, -1):
        right = wins(attempt.game.position, left)
        result = attempt.play(right[-1])
        assert result.right
        assert result.over == (left == 1)
    assert not attempt.failed
    assert attempt.game.outcome is not None
    assert attempt.game.outcome.winner == puzzle.position.side


@pytest.mark.parametrize("puzzle", sweep.sample(PUZZLES[12:38], 9), ids=lambda puzzle: puzzle.id)
def test_a_wrong_turn_is_refuted_and_taken_back(puzzle: WallPuzzle) -> None:
    attempt, right = PuzzleAttempt(puzzle), wins(puzzle.position, puzzle.turns)
    legal = [turn_between(puzzle.position, after) for after in successors(puzzle.position)]
    for turn in [turn for turn in legal if turn not in right][::200]:
        result = attempt.play(turn)
        assert not result.right
        assert attempt.game.position == puzzle.position
        if result.answer is not None:
            after = after_turn(after_turn(puzzle.position, turn), result.answer)
            assert not Proof().is_forced(after, puzzle.turns - 1)
    assert attempt.failed
    assert attempt.play(right[0]).right


ENGINE = WallPuzzle(
    "one", "One", "nobody", 1000, "of the engine", 1, read_position("5x5 standard c3 a1 e5 d2 r -"), "win", 2, "engine"
)


def test_by_the_engine_a_turn_is_wrong_that_is_tangibly_worse() -> None:
    assert PuzzleAttempt(ENGINE).play(read_turn("Cd2")) == (True, None, True)
    result = PuzzleAttempt(ENGINE).play(Turn())
    assert not result.right
    assert result.answer is not None
