"""How many tiles could be joined where what a turn seals off could be any tiles, as many as the board has."""

from __future__ import annotations

from random import Random

from termpuzzles.games import named
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.problem import masks_of
from termpuzzles.logic.rules import dead_end
from tests.games.boards import solvable_puzzle
from tests.logic.test_approved_proofs import stalled

SEEDS = (170, 193, 329, 802)  # of boards with such turns


def test_the_most_tiles_that_are_told_are_those_by_which_the_turn_was_ruled_out() -> None:
    told = 0
    for seed in SEEDS:
        asked = solvable_puzzle(Random(seed), named("net"), 6).problem()
        knowledge = stalled(asked, asked.rules[:1])
        assert knowledge
        knowledge.problem = asked
        total = knowledge.propagator(Components).total
        for finding in dead_end.find(knowledge, range(knowledge.size)):
            ((cell, before, after),) = finding.narrowed
            sealed = {mask: dead_end.enclosed(knowledge, cell, 1 << mask) for mask in masks_of(before & ~after)}
            if all(len(members) >= total for members in sealed.values()):
                most = max(dead_end.bound(knowledge, cell, mask) for mask in sealed)
                assert most == finding.size < total
                told += 1
    assert told >= len(SEEDS)
