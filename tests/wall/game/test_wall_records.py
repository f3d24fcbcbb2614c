"""Games of the Wall Game as one line, as JSON and as tagged text: read back, replayed, refused with turn and rule."""

from __future__ import annotations

import json
from random import Random

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.wall.game.model import Ending
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.game.records import Record, ReplayError, json_text, line, read_json, read_line, replay, tagged
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


def test_tagged_text() -> None:
    record = read_line("wall1 standard 12x10 * - Cb9.>a6 Mk1.>k1 ---")
    text = tagged(record._replace(details={"time_control": "180+2"}))
    tags = '[Board "12x10"]\n[Variant "standard"]\n[Result "*"]\n[TimeControl "180+2"]\n\n'
    assert text == tags + "1. Cb9.>a6 Mk1.>k1\n2. ---"


REPLAYED = {
    WON: Ending(0, "knockout"),
    "wall1 standard 3x3 0-1 resignation Cb2": Ending(1, "resignation"),
    "wall1 standard 3x3 1/2-1/2 agreement Cb2": Ending(None, "agreement"),
    "wall1 standard 3x3 1-0 timeout": Ending(0, "timeout"),
    "wall1 standard 3x3 1-0 abandoned Cb2": Ending(0, "abandoned"),
    "wall1 standard 3x3 * - Cb2": None,
    "wall1 standard 2x2 1/2-1/2 one-move Cb1": Ending(None, "one-move"),
    "wall1 standard 2x2 1/2-1/2 tie Cb1": Ending(None, "one-move"),
    "wall1 standard 2x2 1/2-1/2 tie:one-move Cb1": Ending(None, "one-move"),
    "wall1 standard 3x3 1/2-1/2 repetition --- --- --- ---": Ending(None, "repetition"),
}


@pytest.mark.parametrize("text", REPLAYED)
def test_a_replay_comes_to_the_end_that_is_told(text: str) -> None:
    record = read_line(text)
    assert replay(record).outcome == REPLAYED[text]
    assert line(record) == text


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


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("", None),
        ("wall2 standard 3x3 * -", None),
        ("wall1 standard 3x3 *", None),
        ("wall1 standart 3x3 * -", 7),
        ("wall1 standard 33 * -", 16),
        ("wall1 standard 3x3 2-0 -", 20),
        ("wall1 standard 3x3 1-0 agreement", 24),
        ("wall1 standard 3x3 * knockout", 22),
        ("wall1 standard 3x3 * bored", 22),
        ("wall1  standard 3x3 * - Cb2 Cb2.Xx3", 33),
        ("wall1 freestyle 12x10 * -", 7),
        ("wall1 standard 3x3 * - start=4x4_standard_a4_a1_d4_d1_r_-", 30),
        ("wall1 standard 3x3 * - start=nonsense", 30),
    ],
)
def test_what_is_no_game_is_refused_with_its_place(text: str, column: int | None) -> None:
    with pytest.raises(PuzzleError) as error:
        read_line(text)
    assert error.value.column == column


@pytest.mark.parametrize(
    "change",
    [
        {"format": "wall2"},
        {"width": "3"},
        {"width": True},
        {"height": 99},
        {"variant": None},
        {"start": "3x3 standard"},
        {"time_control": 3},
        {"rated": "yes"},
        {"turns": "Cb2"},
        {"turns": [1]},
        {"turns": ["Xx1"]},
        {"clocks_ms": [-1]},
        {"clocks_ms": [1.5]},
        {"players": []},
        {"players": [1, 2]},
        {"players": [{"order": 1}, {"order": 2}]},
    ],
    ids=str,
)
def test_json_that_is_no_game_is_refused(change: dict[str, object]) -> None:
    facts = json.loads(json_text(read_line(WON))) | change
    with pytest.raises(PuzzleError):
        read_json(json.dumps(facts))


@pytest.mark.parametrize("text", ["", "[" * 100_000, "nan", "[]", '{"format": "wall1"}', "9" * 5000])
def test_text_that_is_not_even_an_object_is_refused(text: str) -> None:
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
