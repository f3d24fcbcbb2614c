"""How a board that is asked for is looked for: how many are tried, and whether they are drawn, grown or made harder."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.games.making.params import Params
from termpuzzles.generator.target import Target, rule_names
from termpuzzles.logic.rules.techniques import title_of


def target(game: str, params: str) -> Target:
    maker = named(game).maker
    assert maker
    return Target(named(game), maker(), Params.parse(params), Random(1))


@pytest.mark.parametrize(
    ("game", "params", "boards"),
    [
        ("net", "5x5", 2000),
        ("net", "10x10", 2000),
        ("net", "101x1", 1981),
        ("net", "1000x200", 2),
        ("net", "1000x201", 1),
        ("net", "2000x2000", 1),
        ("net", "10x10, effort 20-30", 10),
        ("net", "10x10, rating chain", 10),
        ("net", "10x10, at most chain", 2000),
        ("net", "10x10, rating parity", 10),
        ("infinity", "10x10, rating parity", 10),
        ("masyu", "10x10, rating parity", 2000),
    ],
)
def test_so_many_boards_are_tried(game: str, params: str, boards: int) -> None:
    assert target(game, params).boards() == boards


@pytest.mark.parametrize(
    ("game", "params", "climbs", "grows"),
    [
        ("simpleloop", "10x20", False, False),
        ("simpleloop", "67x3", False, True),
        ("simpleloop", "67x3, any", False, False),
        ("simpleloop", "67x3, effort 20-30", False, False),
        ("simpleloop", "6x6, rating no loop", False, True),
        ("simpleloop", "6x6, rating degree", False, True),
        ("simpleloop", "6x6, rating parity", True, False),
        ("simpleloop", "30x30, rating parity", True, True),
        ("simpleloop", "30x30, at most parity", False, False),
        ("simpleloop", "30x30, rating chain", False, False),
        ("simpleloops", "67x3", False, False),
        ("masyu", "67x3", False, False),
        ("net", "20x20, rating chain", True, False),
        ("net", "20x20, rating edge", False, False),
        ("infinity", "20x20, rating block", True, False),
    ],
)
def test_boards_are_grown_or_made_harder_where_few_drawn_ones_would_do(
    game: str, params: str, climbs: bool, grows: bool
) -> None:
    asked = target(game, params)
    assert (asked.climbs(), asked.grows()) == (climbs, grows)


def test_a_rating_allows_its_rule_and_all_easier_ones() -> None:
    for game in ("net", "infinity", "simpleloop", "simpleloops", "masyu"):
        rules = rule_names(named(game))
        assert "search" not in rules
        puzzle = target(game, "5x5").shown(Grid(5, 5), bytearray(25))
        assert target(game, "5x5").rules(puzzle) is None
        for number, rule in enumerate(rules, 1):
            for wish in (f"5x5, rating {rule}", f"5x5, at most {rule}"):
                assert target(game, wish).rules(puzzle) == rules[:number]
        with pytest.raises(PuzzleError, match=r"unknown rating 'hard'\. The ratings of "):
            target(game, "5x5, rating hard").rules(puzzle)
        with pytest.raises(PuzzleError, match=f"unknown rating '{rules[0]}s'.*{title_of(rules[0])}"):
            target(game, f"5x5, rating {rules[0]}s").rules(puzzle)
