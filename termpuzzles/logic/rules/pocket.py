"""`pocket`: a turn that would seal off a group of two or three tiles is ruled out: a small dead end, seen at a glance.

Proof: as for `dead end` (see `termpuzzles.logic.engine.reach`), limited to turns that can join at most
three tiles. Such a bound rests on bounds that are smaller still, so all of it lies close together.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.explain.step import Finding, Narrowing
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.dead_end import explain
from termpuzzles.logic.rules.dead_end import near as near_dead_ends

NAME = "pocket"
MOST = 3  # tiles of a pocket


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The turns in each cell's component that would seal off a pocket."""
    reach = knowledge.propagator(Reach)
    reach.lower()
    for cell in cells:
        for tile, keep, size in reach.look(cell, MOST):
            before = knowledge.left[tile]
            narrowed = Narrowing(tile, before, before & keep)
            yield Finding(NAME, (narrowed,), partial(explain, knowledge, narrowed), size)


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """A cell of each component in which turns have been refuted since, small or large."""
    return near_dead_ends(knowledge, changed, since)


RULE = Rule(
    name=NAME,
    sentence="Two ends must not face each other, nor may any two or three tiles be sealed off from the others.",
    find=find,
    near=near,
    log=Reach,
)
