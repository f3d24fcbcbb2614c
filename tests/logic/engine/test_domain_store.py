"""What the cells beyond the sides of a cell say about these, against a look at all of their masks."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import MASKS, OPPOSITE, SIDES, Grid
from termpuzzles.games import named
from termpuzzles.games.model import Puzzle
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import ALL


def test_the_cells_beyond_settle_a_side_if_all_their_masks_agree_on_it_and_an_empty_one_says_both() -> None:
    rng, grid = Random(1), Grid(3, 3)
    problem = Puzzle(named("infinity"), grid, bytes(9)).problem()
    for number in range(400):
        domains = [ALL] * 9
        for cell in (1, 3, 5, 7):
            few = rng.sample(MASKS, rng.choice((0, 1, 2, 3)))
            domains[cell] = sum(1 << mask for mask in few)
        knowledge = Knowledge(problem, domains)
        expected = 0
        for side in SIDES:
            there = [mask & OPPOSITE[side] for mask in MASKS if domains[grid.ways[side][4]] >> mask & 1]
            expected |= (side << 4) * all(there) | side * (not any(there))
        assert knowledge.known_beyond(4) == expected, number
        assert knowledge.known(4) == expected
    assert Knowledge(problem, [ALL] * 9).known_beyond(0) == 8 | 1  # the border, north and west
