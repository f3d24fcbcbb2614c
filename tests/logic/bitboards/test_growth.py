"""When the passes that count dead ends turn to loops, when they give up both, and which passes are skipped."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import Grid
from termpuzzles.logic.bitboards import fixpoint, tree
from termpuzzles.logic.bitboards.frame import NOTHING, Four, Sides, lay_out
from termpuzzles.logic.bitboards.joined import Joined
from termpuzzles.logic.bitboards.tree import IDLE, Facts, Growth, PassPlan, advance, as_tree
from termpuzzles.logic.task import finish
from tests.board.surfaces import glued
from tests.logic.trees import random_tree, tree_problem, walls

NONE = Sides(0, 0, 0, 0)
LIMIT = 1000


class Far:
    """A fake board of one cell, settled by dead ends only at this depth, or by the `nth` search for loops."""

    def __init__(self, depth: int, deepest: int = LIMIT, nth: int = 0) -> None:
        self.depth, self.deepest, self.nth = depth, deepest, nth
        self.passes = self.looked = 0

    def one_pass(self, facts: int, dead: Four) -> int:
        self.passes += 1
        return int(facts or dead[1] >= self.depth)

    def dead_ends(self, facts: int, dead: Four) -> Four:
        reached = min(dead[1] + 1, self.deepest)
        return 0, reached, 0, reached

    def stake(self, facts: int) -> PassPlan:
        return PassPlan(NONE, NONE, -1, -1, NONE)

    def contradicts(self, facts: int) -> bool:
        return False

    def opened(self, facts: int) -> int:
        return 1 - facts

    def no_loop(self, facts: int, opened: int) -> int:
        assert opened
        self.looked += 1
        return int(self.looked == self.nth)


@pytest.mark.parametrize(("depth", "looked"), [(1, 0), (IDLE, 0), (IDLE + 1, 1), (IDLE + 40, 1)])
def test_dead_ends_are_counted_further_after_one_search_for_loops(depth: int, looked: int) -> None:
    far = Far(depth)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 1
    assert far.looked == looked


def test_after_as_many_idle_passes_as_asked_both_are_given_up() -> None:
    far = Far(IDLE + 41)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 0
    assert (far.passes, far.looked) == (IDLE + 40, 1)


@pytest.mark.parametrize("patience", [0, IDLE])
def test_with_little_patience_no_pass_follows_the_search_for_loops(patience: int) -> None:
    far = Far(IDLE + 1)
    assert finish(as_tree(far, 1, 0, LIMIT, patience)) == 0
    assert (far.passes, far.looked) == (IDLE, 1)


def test_once_no_deeper_line_is_dead_only_loops_can_settle_more() -> None:
    far = Far(IDLE, deepest=2)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 0
    assert (far.passes, far.looked) == (3, 1)
    far = Far(IDLE, deepest=2, nth=1)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 1


@pytest.mark.parametrize("seed", range(20))
def test_a_pass_is_skipped_exactly_when_it_would_find_nothing(seed: int) -> None:
    rng = Random(seed)
    for _ in range(15):
        width, height, wraps = rng.randint(2, 9), rng.randint(2, 9), rng.random() < 0.7
        grid = Grid.make(width, height, glued(wraps, wraps), walls(rng, width, height, rng.choice((0, 0.1))))
        layout = lay_out(tree_problem(grid, random_tree(rng, grid, 0, rng.random() < 0.5)))
        board, limit = fixpoint._Tree(layout, Joined(layout.frame)), tree.deepest(layout.frame, layout.joined)
        growth = Growth(Facts(layout.start, NOTHING))
        while not growth.finished:
            if growth.stake is not None and growth.depth < limit:
                deeper = board.dead_ends(growth.facts, growth.dead)
                finds = board.one_pass(growth.facts, deeper) != growth.facts
                assert growth.stake.is_decided_by(deeper) == finds
            growth = advance(board, growth, limit, growth.idle + 1, 1)


class Slow:
    """A fake board: each pass finds deeper dead ends, and only the first `fruitful` searches for loops find a fact."""

    def __init__(self, fruitful: int) -> None:
        self.fruitful = fruitful
        self.passes = 0
        self.searches: list[int] = []  # for each search for loops, the number of passes before it

    def one_pass(self, facts: int, dead: Four) -> int:
        return facts

    def dead_ends(self, facts: int, dead: Four) -> Four:
        self.passes += 1
        return Sides(self.passes, 0, 0, 0)

    def stake(self, facts: int) -> PassPlan:
        return PassPlan(NONE, NONE, 0, 0, NONE)

    def contradicts(self, facts: int) -> bool:
        return False

    def opened(self, facts: int) -> int:
        return 1

    def no_loop(self, facts: int, opened: int) -> int | None:
        self.searches.append(self.passes)
        return facts + (len(self.searches) <= self.fruitful)


@pytest.mark.parametrize("fruitful", [0, 1, 3])
@pytest.mark.parametrize("bits", [1, 1_000_000])
def test_loops_are_looked_for_after_a_few_idle_passes_and_the_work_ends_after_as_many_as_allowed(
    fruitful: int, bits: int
) -> None:
    board = Slow(fruitful)
    assert finish(as_tree(board, bits, 0, 1_000, 50), lambda: board.passes > 200) == fruitful
    assert board.searches == [IDLE * number for number in range(1, fruitful + 2)]
    assert board.passes == board.searches[-1] + 50
