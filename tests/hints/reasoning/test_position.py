"""What a position says about its cells, after moves as from the start."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from termpuzzles.board.grid import SIDES
from termpuzzles.games import named
from termpuzzles.hints.position import Position
from termpuzzles.logic.problem import FITS, KNOWN
from tests.games.boards import random_puzzle
from tests.hints.test_hint_anywhere import anyhow, tree_puzzle


@pytest.mark.parametrize("name", ["net", "infinity", "simpleloop"])
def test_a_position_that_follows_the_play_says_the_same_as_one_made_anew(name: str) -> None:
    rng = Random(4)
    for _ in range(40):
        puzzle = tree_puzzle(rng) if name == "net" else random_puzzle(rng, named(name), 4)
        position = Position(puzzle, puzzle.problem(), puzzle.start)
        position.plain()
        for _ in range(4):
            state = anyhow(rng, puzzle)
            certain = () if puzzle.game.draws else rng.sample(range(puzzle.grid.size), puzzle.grid.size // 3)
            before = position.base.copy()
            changed = position.follow(state, certain)
            anew = Position(puzzle, puzzle.problem(), state, certain)
            assert (position.base, position.own) == (anew.base, anew.own)
            assert (position.known_sides, position.is_known) == (anew.known_sides, anew.is_known)
            assert set(position.plain()) == set(anew.plain())
            assert position.marks() == anew.marks()
            assert {cell for cell in range(len(before)) if before[cell] != position.base[cell]} <= set(changed)


def test_as_few_sides_as_can_be_tell_what_is_plain() -> None:
    rng, seen = Random(5), 0
    for number in range(200):
        name = ("net", "infinity", "simpleloop", "masyu")[number % 4]
        puzzle = tree_puzzle(rng) if name == "net" else random_puzzle(rng, named(name), 4)
        position = Position(puzzle, puzzle.problem(), anyhow(rng, puzzle))
        for cell in position.plain():
            narrowing = position.narrowing(cell)
            news, known, own = position.news(narrowing), position.known_sides[cell], position.claims(cell)
            each = [known & (side << 4 | side) for side in SIDES if known & (side << 4 | side)]

            def beyond(sides: int, cell: int = cell, own: int = own) -> int:
                """How many cells beyond must be looked at for these sides."""
                free = {puzzle.grid.beyond(cell, side) for side in SIDES if sides & ~own & (side << 4 | side)}  # noqa: B023
                return len(free - {None})

            telling = [
                sum(some)
                for count in range(len(each) + 1)
                for some in combinations(each, count)
                if not news & ~KNOWN[narrowing.before & FITS[sum(some)]]
            ]
            fewest = position.fewest_sides(narrowing)
            assert fewest in telling
            assert beyond(fewest) == min(map(beyond, telling))
            assert not any(sides != fewest and sides & ~fewest == 0 for sides in telling)
            seen += 1
    assert seen > 300
