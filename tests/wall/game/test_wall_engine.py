"""The engine of the Wall Game: legal turns, the same ones everywhere at a fixed depth, and an end when it is told."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.wall.game.candidates import STEP, TO_MOVE
from termpuzzles.wall.game.engine import DEEPEST, LEVELS, WIN, best_at, best_turn, bot_id
from termpuzzles.wall.game.notation import Turn, position_text, read_position, read_turn
from termpuzzles.wall.game.position import RED, WallPosition, start
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.rules import WallGame, after_turn, outcome, successors
from tests.wall.game.games import random_game


def positions(seed: int, games: int) -> list[WallPosition]:
    chance = Random(seed)
    return [position for _ in range(games) for position in random_game(chance).positions[:-1]]


def test_every_turn_is_legal_and_at_depth_1_worth_what_is_on_the_board_after_it() -> None:
    for position in positions(1, 12):
        found = best_turn(position, depth=1)
        game = WallGame(position)
        game.play(found.turn)
        side, after = position.side, game.position
        if game.outcome:
            assert found.value == (WIN if game.outcome.winner == side else 0)
        else:
            assert found.value == STEP * (after.distance(1 - side) - after.distance(side)) - TO_MOVE


def test_no_turn_leads_further_on_the_board_at_once_than_the_one_found_at_depth_1() -> None:
    for position in positions(2, 6):
        side, found = position.side, best_turn(position, depth=1)
        if abs(found.value) < WIN and not any(outcome(after) for after in successors(position)):
            values = (STEP * (at.distance(1 - side) - at.distance(side)) - TO_MOVE for at in successors(position))
            assert found.value >= max(values), position_text(position)


def test_a_win_in_one_turn_is_found_wherever_there_is_one() -> None:
    won = 0
    for position in positions(3, 12):
        if wins(position, 1):
            won += 1
            assert best_turn(position, depth=2).value >= WIN, position_text(position)
    assert won > 10


def test_a_search_to_a_fixed_depth_is_the_same_each_time() -> None:
    for position in positions(4, 1)[:6]:
        assert best_turn(position, depth=4) == best_turn(position, depth=4)


def test_red_takes_its_mouse_away_or_walls_it_off_before_it_catches() -> None:
    game = WallGame(read_position("5x5 standard b1 a1 a3 c1 r -"))
    game.play(best_turn(game.position, depth=3).turn)
    assert game.outcome is not None
    assert game.outcome.winner == RED


def test_what_would_repeat_for_the_third_time_is_worth_nothing() -> None:
    game = WallGame(start("standard", 5, 5))
    usual = best_turn(game.position, depth=2)
    after = after_turn(game.position, usual.turn)
    assert best_turn(game.position, depth=2, seen={after: 2}).turn != usual.turn
    assert best_turn(game.position, depth=2, seen={after: 1}) == usual, "a second time is none"


@pytest.mark.parametrize("depth", [2, 3])
def test_what_repeats_for_the_third_time_after_an_answer_is_worth_nothing_as_well(depth: int) -> None:
    position = read_position("3x3 standard a3 a1 c3 c1 r -")
    answered = {after for first in successors(position) for after in successors(first)}
    assert best_turn(position, depth=depth).value != 0
    assert best_turn(position, depth=depth, seen=dict.fromkeys(answered, 2))[1:] == (0, depth)


def test_told_to_stop_it_ends_at_the_next_node() -> None:
    asked = 0

    def cancel() -> bool:
        nonlocal asked
        asked += 1
        return asked > 200

    found = best_turn(start("standard", 8, 8), cancel=cancel)
    assert asked == 201
    assert 0 < found.depth < DEEPEST
    assert best_turn(start("standard", 8, 8), cancel=lambda: True) == (Turn(), 0, 0)


def test_time_that_runs_out_ends_the_search() -> None:
    assert best_turn(start("standard", 12, 10), 0.05).depth < DEEPEST


@pytest.mark.parametrize("name", ["easy", "medium"])
def test_levels_play_legal_turns_and_easy_ones_differ(name: str) -> None:
    position = start("standard", 8, 8)
    found = {best_at(name, position, Random(seed)).turn for seed in range(8)}
    assert (len(found) > 1) == (name == "easy")
    assert best_at(name, position, Random(0)).depth == LEVELS[name][0]
    for turn in found:
        WallGame(position).play(turn)


def test_the_levels_and_their_names_in_records() -> None:
    assert list(LEVELS) == ["easy", "medium", "hard", "expert"]
    assert bot_id("easy") == "wall-1-easy"


def test_played_turns_are_read_back() -> None:
    turn = best_turn(start("classic", 8, 8), depth=2).turn
    assert read_turn(str(turn)) == turn
    assert turn.mouse is None
