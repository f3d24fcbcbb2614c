"""Turns and positions of the Wall Game as text, and what is said of texts that are none."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.errors import PuzzleError
from termpuzzles.wall.game.notation import position_text, read_position, read_turn
from termpuzzles.wall.game.position import start
from tests.wall.game.games import random_game


def test_turns_and_positions_of_random_games_are_read_back() -> None:
    chance = Random(1)
    for _ in range(5):
        game = random_game(chance)
        assert [read_turn(str(turn)) for turn in game.turns] == game.turns
        assert [read_position(position_text(at)) for at in game.positions[:-1]] == game.positions[:-1]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("^b2.>f3.Md5.Ce4", "Ce4.Md5.>f3.^b2"),
        (">b1.>a3", ">a3.>b1"),
        (">a10.>a2", ">a2.>a10"),
        ("^a1.>h8", ">h8.^a1"),
        ("---", "---"),
    ],
)
def test_terms_are_read_in_any_order_and_written_in_one(text: str, canonical: str) -> None:
    assert str(read_turn(text)) == canonical


@pytest.mark.parametrize(
    "text", ["", "CE4", "ce4", "Ce4.Ce5", "Ma1.Ma1", "Ce0", "Ce04", "Xe4", "C.e4", "Ce4.", "- - -", "Ce٤"]
)
def test_what_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        read_turn(text)


def test_the_start_of_each_variant_is_written_as_the_specification_shows() -> None:
    assert position_text(start("standard", 8, 8)) == "8x8 standard a8 a1 h8 h1 r -"
    assert position_text(read_position("3x3 classic a3 a1 c3 c1 b ^b2,>a3")) == "3x3 classic a3 a1 c3 c1 b >a3,^b2"


WRONG = {
    "8x8 standard a8 a1 h8 h1 r": "8 fields",
    "13x8 standard a8 a1 h8 h1 r -": "a size from 2x2 to 12x12",
    "8x8 standart a8 a1 h8 h1 r -": "Did you mean .standard",
    "8x8 freestyle a8 a1 h8 h1 r -": "12x10 for freestyle",
    "8x8 standard a9 a1 h8 h1 r -": "red's cat",
    "8x8 standard a8 a1 h8 h1 w -": "r or b",
    "8x8 standard a8 a1 h8 h1 r >h1": "each wall on the board",
    "8x8 standard a8 a1 h8 h1 r >a1,>a1": "only once",
    "8x8 standard a8 a1 h8 h1 r >a1,": "a wall such as",
    "8x8 standard a8 a1 h8 a8 r -": "red's cat has caught",
    "2x2 standard a2 a1 b2 b1 r >a1,>a2": "a way for red's cat",
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_position_is_refused_with_the_reason(text: str) -> None:
    with pytest.raises(PuzzleError, match=WRONG[text]):
        read_position(text)
