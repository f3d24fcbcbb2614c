"""What `pairs` and `circles` say about a cell, checked mask by mask against their sentences and the cells they name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, SIDES
from termpuzzles.games import named
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import Role
from termpuzzles.logic.problem import LACKS, SEARCH, masks_of
from termpuzzles.logic.rules import rule_named
from termpuzzles.logic.rules.circles import BLACK
from tests.games.boards import random_puzzle, solvable_puzzle
from tests.logic.test_approved_proofs import stalled

COUNTS = {"just one": {1}, "neither is": {0, 2}, "both are drawn": {2}}  # how many of the two lines a sentence allows


@pytest.mark.parametrize(
    ("game", "seeds", "kinds"),
    [
        ("masyu", (*range(40), 237, 340, 712, 1032), {"just one"}),
        ("infinity", range(150), {"neither is"}),
        ("net", range(60), {"just one", "neither is"}),
    ],
)
def test_a_cell_at_both_lines_of_a_pair_keeps_just_the_masks_that_draw_as_many_as_are_told(
    game: str, seeds: Iterable[int], kinds: set[str]
) -> None:
    told = Counter[str]()
    for seed in seeds:
        rng = Random(seed)
        asked = solvable_puzzle(rng, named(game), 6).problem()
        knowledge = stalled(asked, [name for name in asked.rules if name != SEARCH][: rng.choice((1, 2, 3, 4))])
        assert knowledge
        knowledge.problem = asked
        for finding in rule_named("pairs").find(knowledge, ()):
            if len(finding.narrowed) != 1:
                continue
            ((cell, before, after),) = finding.narrowed
            sides = [
                page.marks[Role.BECAUSE].get(cell, 0) for page in finding.reason.parts if Role.BECAUSE in page.marks
            ]
            if [each.bit_count() for each in sides] != [2]:
                continue
            kind = next(kind for kind in COUNTS if kind in finding.sentence)
            kept = [mask for mask in masks_of(before) if (mask & sides[0]).bit_count() in COUNTS[kind]]
            assert masks_of(after) == tuple(kept), finding.sentence
            told[kind] += 1
    assert kinds <= told.keys()


def test_before_anything_is_known_of_the_border_no_cell_beyond_it_is_named() -> None:
    rng, found = Random(1), 0
    for _ in range(60):
        puzzle = random_puzzle(rng, named("masyu"), 5)
        knowledge = Knowledge(puzzle.problem())
        for finding in rule_named("circles").find(knowledge, range(knowledge.size)):
            marked = {cell for page in finding.reason.parts for cells in page.marks.values() for cell in cells}
            rests = [premise.cell for premise in finding.because]
            assert min(*marked, *rests) >= 0
            found += 1
    assert found > 50


def test_a_black_circle_is_said_to_be_stuck_where_a_line_is_still_possible_and_could_not_go_straight_on() -> None:
    rng, seen = Random(2), Counter[int]()
    for _ in range(150):
        knowledge = Knowledge(random_puzzle(rng, named("masyu"), 5).problem())
        for cell in range(knowledge.size):
            if rng.random() < 0.5:
                side = rng.choice(SIDES)
                knowledge.narrow(cell, LACKS[side] | 1)
        ways, left = knowledge.ways, knowledge.left
        for finding in rule_named("circles").find(knowledge, range(knowledge.size)):
            cell = finding.narrowed[0].cell
            if knowledge.problem.clues[cell] == BLACK and re.search("two free cells|cannot lead", finding.sentence):
                (page,) = finding.reason.parts
                stuck = 0
                for side in SIDES:
                    straight, other = side | OPPOSITE[side], ways[side][cell]
                    if any(mask & side for mask in masks_of(left[cell])) and not (
                        other >= 0 and straight in masks_of(left[other])
                    ):
                        stuck |= side
                assert page.marks[Role.TARGET][cell] == stuck
                seen[stuck] += 1
    assert {1, 2, 4, 8} <= seen.keys()
