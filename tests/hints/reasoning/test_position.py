"""What a position says about its cells, after moves as from the start."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.games import named
from termpuzzles.hints.position import Position
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
