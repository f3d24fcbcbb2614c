"""The Wall Game where something is used up: time, memory, every way, and the engine's foresight."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.logic.task import finish
from termpuzzles.wall.game import engine, proof
from termpuzzles.wall.game.engine import Best, best_at, best_turn, choosing
from termpuzzles.wall.game.notation import Turn, position_text, read_position, read_turn
from termpuzzles.wall.game.position import all_open, distance, way
from termpuzzles.wall.game.proof import Proof, wins
from termpuzzles.wall.game.puzzles import PuzzleAttempt, WallPuzzle
from termpuzzles.wall.game.rules import after_turn, successors, turn_between
from tests.wall.game.games import random_game

SMALL = read_position("4x4 standard a4 a1 d4 d1 r -")


def puzzle(text: str, turns: int, proof: str) -> WallPuzzle:
    return WallPuzzle("one", "One", "nobody", 1000, "of tests", 1, read_position(text), "win", turns, proof)


def test_an_engine_without_time_passes_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "monotonic", lambda: 7.0)
    assert best_turn(SMALL, 0.0) == Best(Turn(), 0, 0)
    assert best_turn(SMALL, 0.001, depth=2).depth == 2
    monkeypatch.setitem(engine.LEVELS, "hard", engine.Strength(seconds=0.0))
    assert finish(choosing("hard", SMALL, Random(1))) == Best(Turn(), 0, 0)


def test_an_easy_engine_without_time_passes_and_says_that_it_has_weighed_nothing() -> None:
    assert best_at("easy", SMALL, Random(1), lambda: True) == Best(Turn(), 0, 0)


def test_turns_are_weighed_at_the_first_depth_as_soon_as_they_are_found() -> None:
    asked, most = 0, 1_000

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > most

    first = best_turn(SMALL, depth=1, cancel=cancel)
    assert first.depth == 1
    asked, most = 0, asked
    assert best_turn(SMALL, cancel=cancel) == first
    asked, most = 0, most - 1
    assert best_turn(SMALL, cancel=cancel) == Best(Turn(), 0, 0)


EFFORTS = {  # the steps of a search to each depth
    "4x4 standard a4 a1 d4 d1 r -": {1: 7, 2: 33, 3: 113, 4: 470, 5: 1_039},
    "5x4 standard a4 a1 e4 e1 b >a2,^c2": {6: 3_619},
}


@pytest.mark.parametrize("text", EFFORTS)
def test_a_search_takes_as_many_steps_as_were_recorded(text: str) -> None:
    asked = 0

    def count() -> bool:
        nonlocal asked
        asked += 1
        return False

    for depth, steps in EFFORTS[text].items():
        asked = 0
        best_turn(read_position(text), depth=depth, cancel=count)
        assert asked == steps, "whoever changes how the engine searches records the steps anew"


def test_the_levels_are_as_strong_as_they_were_measured() -> None:
    assert {name: tuple(level)[:2] for name, level in engine.LEVELS.items()} == {
        "easy": (1, float("inf")),
        "medium": (2, float("inf")),
        "hard": (60, 1.0),
        "expert": (60, 5.0),
    }


def test_a_proof_that_forgets_finds_the_same_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = Random(3)
    positions = [position for _ in range(4) for position in random_game(chance, 3, 2).positions[-4:-1]]
    usual = [wins(position, 3) for position in positions]
    monkeypatch.setattr(proof, "MOST_KEPT", 1)
    assert [wins(position, 3) for position in positions] == usual
    assert any(usual)


def test_a_way_is_as_long_as_the_distance_and_leads_there_and_there_is_none_where_walls_part_the_board() -> None:
    chance = Random(8)
    width, height = 4, 3
    parted = 0
    for _ in range(150):
        right, up = (chance.getrandbits(12) & chance.choice((board, -1)) & board for board in all_open(width, height))
        start, end = chance.sample(range(width * height), 2)
        found = way(height, right, up, start, end)
        if found is None:
            parted += 1
            assert distance(height, right, up, start, end) == -1
            continue
        across, along = found
        assert (across & ~right, along & ~up) == (0, 0)
        assert across.bit_count() + along.bit_count() == distance(height, right, up, start, end)
        assert distance(height, across, along, start, end) == across.bit_count() + along.bit_count()
    assert 30 < parted < 120, "both happen"


def test_where_the_engine_does_not_see_how_a_wrong_turn_is_refuted_full_search_does() -> None:
    here = "4x3 standard a2 a3 c3 d1 b >b1,>b2,>c1,>c2,^a1,^b2"
    after = after_turn(read_position(here), Turn())
    assert Proof().is_forced(after_turn(after, best_turn(after, depth=6).turn), 2), "the engine overlooks something"
    is_right, answer, is_over = PuzzleAttempt(puzzle(here, 3, "exact")).play(Turn())
    saving = [turn_between(after, end) for end in successors(after) if not Proof().is_forced(end, 2)]
    assert (is_right, answer, is_over) == (False, saving[0], False)


def test_where_the_engine_does_not_see_how_a_win_takes_longest_full_search_does() -> None:
    here = "3x4 standard b2 a1 c4 c1 r >a1,^a2,^c2"
    after = after_turn(read_position(here), Turn())
    assert Proof().is_forced(after_turn(after, best_turn(after, depth=6).turn), 1), "the engine overlooks something"
    is_right, answer, is_over = PuzzleAttempt(puzzle(here, 3, "exact")).play(Turn())
    assert answer is not None
    lasting = [turn_between(after, end) for end in successors(after) if not Proof().is_forced(end, 1)]
    assert (is_right, answer, is_over) == (True, lasting[0], False)


def test_in_a_puzzle_by_the_engine_its_own_best_turns_are_right_and_it_answers_with_them() -> None:
    attempt = PuzzleAttempt(puzzle("4x3 standard a3 a1 d3 d1 r -", 3, "engine"))
    for left in (2, 1):
        here = attempt.game.position
        turn = best_turn(here, depth=6).turn
        answer = best_turn(after_turn(here, turn), depth=6).turn
        assert attempt.play(turn) == (True, answer, False), position_text(here)
        assert attempt.left == left
        assert attempt.game.position == after_turn(after_turn(here, turn), answer)
    assert attempt.play(best_turn(attempt.game.position, depth=6).turn) == (True, None, True)


@pytest.mark.parametrize(("text", "less"), [("Ma2", 0), ("---", 10), (">a1", 10), ("Ca2", 20), (">c1", 20)])
def test_in_a_puzzle_by_the_engine_a_turn_may_be_worth_a_step_less_than_its_best_and_not_two(
    text: str, less: int
) -> None:
    attempt, turn = PuzzleAttempt(puzzle("4x3 standard a3 a1 d3 d1 r -", 3, "engine")), read_turn(text)
    here = attempt.game.position
    assert best_turn(here, depth=6).value + best_turn(after_turn(here, turn), depth=5).value == less
    assert attempt.play(turn).right == (less < 20)


@pytest.mark.parametrize(
    ("text", "turn", "answer"),
    [  # of each, five turns or seven ahead another answer looks best
        ("4x3 standard a3 a1 d3 d1 r >c2,^a2,^c1,^d2", "Cb2", "Cc3.Md2"),
        ("4x3 standard a3 a1 c2 d1 r ^d2", "Cb2", ">b2.^b1"),
        ("4x3 standard a3 a1 d2 d1 r >b1,^a2,^c2", ">c2.^b1", "Cc1"),
    ],
)
def test_in_a_puzzle_by_the_engine_it_looks_six_turns_ahead(text: str, turn: str, answer: str) -> None:
    assert PuzzleAttempt(puzzle(text, 3, "engine")).play(read_turn(turn)) == (True, read_turn(answer), False)
