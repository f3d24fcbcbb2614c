"""How long dead ends are counted before loops are looked for, and before both are given up."""

from __future__ import annotations

import pytest

from termpuzzles.logic.bitboards.frame import Four, Sides
from termpuzzles.logic.bitboards.growth import IDLE, Stake, as_tree
from termpuzzles.logic.task import finish

NONE = Sides(0, 0, 0, 0)
LIMIT = 1000


class Far:
    """A board of one cell, which dead ends settle only at this depth, or the loops when looked for the `nth` time."""

    def __init__(self, depth: int, deepest: int = LIMIT, nth: int = 0) -> None:
        self.depth, self.deepest, self.nth = depth, deepest, nth
        self.passes = self.looked = 0

    def one_pass(self, facts: int, dead: Four) -> int:
        self.passes += 1
        return int(facts or dead[1] >= self.depth)

    def dead_ends(self, facts: int, dead: Four) -> Four:
        reached = min(dead[1] + 1, self.deepest)
        return 0, reached, 0, reached

    def stake(self, facts: int) -> Stake:
        return Stake(NONE, NONE, -1, -1, NONE)

    def contradicts(self, facts: int) -> bool:
        return False

    def opened(self, facts: int) -> int:
        return 1 - facts

    def no_loop(self, facts: int, opened: int) -> int:
        assert opened
        self.looked += 1
        return int(self.looked == self.nth)


@pytest.mark.parametrize(("depth", "looked"), [(1, 0), (IDLE, 0), (IDLE + 1, 1), (IDLE + 40, 1)])
def test_after_loops_were_looked_for_once_dead_ends_are_counted_on(depth: int, looked: int) -> None:
    far = Far(depth)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 1
    assert far.looked == looked


def test_after_as_many_idle_passes_as_asked_both_are_given_up() -> None:
    far = Far(IDLE + 41)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 0
    assert (far.passes, far.looked) == (IDLE + 40, 1)


@pytest.mark.parametrize("patience", [0, IDLE])
def test_no_pass_is_made_after_the_loops_where_none_is_asked_for(patience: int) -> None:
    far = Far(IDLE + 1)
    assert finish(as_tree(far, 1, 0, LIMIT, patience)) == 0
    assert (far.passes, far.looked) == (IDLE, 1)


def test_once_nothing_deeper_is_dead_loops_alone_can_tell_more() -> None:
    far = Far(IDLE, deepest=2)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 0
    assert (far.passes, far.looked) == (3, 1)
    far = Far(IDLE, deepest=2, nth=1)
    assert finish(as_tree(far, 1, 0, LIMIT, 40)) == 1
