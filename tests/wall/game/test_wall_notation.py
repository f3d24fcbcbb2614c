"""Turns and positions of the Wall Game as text, and what is said of texts that are none."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.wall.game.notation import position_text, read_position, read_turn
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
