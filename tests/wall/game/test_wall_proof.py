"""Forced wins of the Wall Game by full search, against the definition without any shortcut."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.wall.game.notation import Turn, position_text, read_position
from termpuzzles.wall.game.position import WallPosition
from termpuzzles.wall.game.proof import wins
from termpuzzles.wall.game.rules import outcome, successors, turn_between
from tests.data import sweep
from tests.wall.game.games import random_game


def has_won(after: WallPosition, turns: int) -> bool:
    """Whether the side that has just moved wins, by the definition."""
    ended = outcome(after)
    if ended:
        return ended.winner == 1 - after.side
    return turns > 1 and all(can_win(reply, turns - 1) for reply in successors(after))


def can_win(position: WallPosition, turns: int) -> bool:
    ended = outcome(position)
    if ended:
        return ended.winner == position.side
    return any(has_won(after, turns) for after in successors(position))


def by_definition(position: WallPosition, turns: int) -> set[Turn]:
    return {turn_between(position, after) for after in successors(position) if has_won(after, turns)}


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_wins_are_those_of_the_definition(turns: int) -> None:
    chance, compared = Random(turns), 0
    sizes = [(2, 2), (2, 3), (3, 2)] if turns == 3 else [(2, 2), (3, 2), (3, 3)]
    for _ in range(sweep.share(100, 5)):
        game = random_game(chance, *chance.choice(sizes))
        for position in game.positions[-3 if turns == 3 else -4 : -1]:
            found = wins(position, turns)
            assert set(found) == by_definition(position, turns), position_text(position)
            assert len(found) == len(set(found))
            compared += len(found)
    assert compared > 20


def test_wins_are_sorted_by_their_terms_cats_before_mice_before_walls() -> None:
    assert list(map(str, wins(read_position("5x5 standard c3 a1 e5 d2 r -"), 1))) == ["Cd2"]
    found = wins(read_position("4x4 standard a2 a3 d4 a1 r -"), 1)
    assert [str(turn) for turn in found][:4] == ["Ca1", "Ca1.Ma2", "Ca1.Ma4", "Ca1.Mb3"]
    assert found == sorted(found, key=lambda turn: turn.order)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4x3 classic a3 a1 c2 d1 b >a2,>b2,>b3,^c2,^d1,^d2", 5),
        ("4x4 classic a4 a1 b3 d1 b >a4,>b2,>c1,>c4,^c1", 4),
    ],
)
def test_a_wall_on_any_side_of_the_cat_that_threatens_is_an_answer(text: str, number: int) -> None:
    position = read_position(text)
    found = wins(position, 2)
    assert set(found) == by_definition(position, 2)
    assert len(found) == number
