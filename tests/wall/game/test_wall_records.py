"""Games of the Wall Game as one line, as JSON and as tagged text: read back, replayed, refused with turn and rule."""

from __future__ import annotations

import json
from random import Random

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import Record, ReplayError, json_text, line, read_json, read_line, replay
from termpuzzles.wall.game.rules import WallGame
from tests.wall.game.games import random_game

WON = "wall1 standard 3x3 1-0 knockout Cb2 --- Cc1"


def test_random_games_are_read_back_from_a_line_and_from_json_and_end_alike() -> None:
    chance = Random(2)
    for _ in range(10):
        game = random_game(chance)
        record = Record.of(game)
        assert read_line(line(record)) == record
        assert read_json(json_text(record))[:4] == record[:4]
        assert replay(record).outcome == game.outcome


def test_a_game_from_another_start_says_where_it_began() -> None:
    game = WallGame(start("freestyle", 12, 10, Random(3)))
    game.play(Turn())
    record = Record.of(game)
    assert " * - start=12x10_freestyle_" in line(record)
    assert read_line(line(record)) == record
    assert read_json(json_text(record)).start == record.start


def test_unknown_keys_of_json_survive_and_known_ones_keep_their_values() -> None:
    facts = json.loads(json_text(read_line(WON))) | {"opening": {"name": "corner"}, "rated": True, "clocks_ms": [1, 2]}
    facts["time_control"] = "180+2"
    facts["players"][1] |= {"kind": "bot", "bot_id": "wall-1-hard", "rank": 2, "mood": "calm"}
    written = json.loads(json_text(read_json(json.dumps(facts))))
    assert written == facts


UNTRUE = {
    "wall1 standard 3x3 1-0 knockout Cb2 Cd2": (2, "turn 2, Cd2: rule 4"),
    "wall1 standard 3x3 1-0 knockout Cb2 --- Cc1 ---": (4, "rule 1"),
    "wall1 standard 3x3 0-1 knockout Cb2 --- Cc1": (None, "end in 1-0 knockout, not in 0-1 knockout"),
    "wall1 standard 3x3 1-0 resignation Cb2 --- Cc1": (None, "end in 1-0 knockout"),
    "wall1 standard 3x3 1-0 knockout Cb2": (None, "do not end the game"),
    "wall1 standard 3x3 1/2-1/2 tie:one-move --- --- --- ---": (None, "repetition"),
}


@pytest.mark.parametrize("text", UNTRUE)
def test_a_record_that_is_not_true_is_refused_with_turn_and_rule(text: str) -> None:
    number, words = UNTRUE[text]
    with pytest.raises(ReplayError, match=words) as error:
        replay(read_line(text))
    assert error.value.turn == number


def test_a_text_that_is_too_deep_or_a_number_too_long_is_refused() -> None:
    for text in ("[" * 100_000, "9" * 5000):
        with pytest.raises(PuzzleError):
            read_json(text)


def test_a_turn_taken_back_leaves_the_record_as_before() -> None:
    game = WallGame(start("standard", 5, 5))
    game.play(read_turn("Cb4"))
    before = Record.of(game)
    game.play(Turn())
    game.take_back()
    assert Record.of(game) == before


WON_OR_LOST, DRAWN_ONLY = ("1-0", "0-1"), ("1/2-1/2",)
RESULTS_OF = {
    **dict.fromkeys(("knockout", "resignation", "timeout", "abandoned"), WON_OR_LOST),
    **dict.fromkeys(("agreement", "tie", "one-move", "repetition", "tie:one-move", "tie:repetition"), DRAWN_ONLY),
    "-": ("*",),
}


@pytest.mark.parametrize("reason", RESULTS_OF)
def test_each_reason_goes_with_its_results_and_no_others(reason: str) -> None:
    for result in ("1-0", "0-1", "1/2-1/2", "*"):
        text = f"wall1 standard 3x3 {result} {reason} Cb2"
        if result in RESULTS_OF[reason]:
            assert line(read_line(text)) == text
        else:
            expected = f"expected {' or '.join(RESULTS_OF[reason])} with {reason}, found {result}"
            with pytest.raises(PuzzleError) as refused:
                read_line(text)
            assert str(refused.value).endswith(expected)


@pytest.mark.parametrize(
    ("ending", "ranks"),
    [
        ("1-0 resignation", [1, 2]),
        ("0-1 resignation", [2, 1]),
        ("1/2-1/2 agreement", [1, 1]),
        ("* -", [None, None]),
    ],
)
def test_json_ranks_the_winner_first_both_in_a_draw_and_nobody_in_an_open_game(
    ending: str, ranks: list[object]
) -> None:
    record = read_line(f"wall1 standard 3x3 {ending} Ca2")
    text = json_text(record)
    assert [player["rank"] for player in json.loads(text)["players"]] == ranks
    assert read_json(text)[:4] == record[:4]
