"""`pocket`: a turn that would seal off a group of two or three tiles is out: a small dead end, seen at a glance.

Proof: as for `dead end` (see `termpuzzles.logic.engine.reach`), of which these are the turns that can join at most
three tiles. What such a bound rests on are bounds that are smaller still, so all of it lies close together.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.board.grid import SIDES_OF
from termpuzzles.logic.domains import masks_of
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.explain.step import Finding, Narrowing, Reason
from termpuzzles.logic.explain.telling import Part, Role, many, one, part, piece
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.dead_end import enclosed
from termpuzzles.logic.rules.dead_end import near as near_dead_ends
from termpuzzles.logic.rules.supposed import concluded, tiles

NAME = "pocket"
MOST = 3  # tiles of a pocket


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The turns of each cell's component that would seal off a pocket."""
    reach = knowledge.propagator(Reach)
    reach.lower()
    for cell in cells:
        for tile, keep, size in reach.look(cell, MOST):
            before = knowledge.left[tile]
            narrowed = Narrowing(tile, before, before & keep)
            yield Finding(NAME, (narrowed,), partial(_reason, knowledge, narrowed, size), size)


def _reason(knowledge: Knowledge, narrowing: Narrowing, size: int) -> Reason:
    cell, before, after = narrowing
    cells = sorted(enclosed(knowledge, cell, before & ~after))
    others = [other for other in cells if other != cell]
    problem = knowledge.problem
    return Reason.told(
        tiles(knowledge, cells), _told(knowledge, narrowing, others, size), concluded(problem, [narrowing])
    )


def _told(knowledge: Knowledge, narrowing: Narrowing, others: list[int], size: int) -> Part:
    problem, cell = knowledge.problem, narrowing.cell
    target = one(problem, cell, Role.TARGET)
    if not others:
        return part("{} would stay alone.", target)
    if size == 2 and all(piece(problem, each) == "end" for each in (cell, *others)):
        turns = masks_of(narrowing.before & ~narrowing.after)
        met = {knowledge.ways[side][cell]: side for mask in turns for side in SIDES_OF[mask]}
        ends = many(problem, [other for other in others if other in met] or others, Role.CUT_OFF)
        return part("Two ends that face each other are cut off: {} and {}.", target, ends)
    return part("{} and {} would be sealed off.", target, many(problem, others, Role.CUT_OFF))


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The cells of components with turns that have come to be refuted, small or large."""
    return near_dead_ends(knowledge, changed, since)


RULE = Rule(
    name=NAME,
    sentence="Two ends must not face each other, nor may any two or three tiles be sealed off from the others.",
    find=find,
    near=near,
    log=Reach,
)
