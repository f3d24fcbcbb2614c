"""`dead end`: a turn whose lines all lead to dead ends that together are too small for the whole board is out.

Proof: see `termpuzzles.logic.engine.reach`. All cells that are not blank must be joined, so a turn that can join at
most fewer than all of them is in no solution.
Source: Simon Tatham's Net solver (dead ends), here for components of joined cells.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.domains import ALL, HAS, choices, masks_of
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.reach import Reach
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.explain.words import lines, listed, outcome, sentence
from termpuzzles.logic.rules import Rule


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The turns of each cell's component that would seal it off."""
    reach = knowledge.propagator(Reach)
    reach.lower()
    for cell in cells:
        for part, keep, most in reach.look(cell):
            before = knowledge.left[part]
            narrowed = (Narrowing(part, before, before & keep),)
            yield Finding("dead end", narrowed, partial(_reason, knowledge, narrowed[0]), most)


def enclosed(knowledge: Knowledge, cell: int, masks: int) -> set[int]:
    """All cells that the cell can be joined to by lines whose bounds are finite, itself taking these masks only."""
    reach = knowledge.propagator(Reach)
    seen: set[int] = set()
    members: set[int] = set()
    waiting = [(cell, masks, 0)]
    while waiting:
        entry, allowed, came = waiting.pop()
        for part in _component(knowledge, entry):
            members.add(part)
            limit = allowed if part == entry else ALL
            for bit, sides in choices(knowledge.left[part]):
                for side in sides if bit & limit else ():
                    key = part << 4 | side
                    if part == entry and side == came:
                        continue
                    if key not in seen and reach.bounds.get(key, reach.endless) < reach.endless:
                        seen.add(key)
                        waiting.append((knowledge.ways[side][part], HAS[OPPOSITE[side]], OPPOSITE[side]))
    return members


def _component(knowledge: Knowledge, cell: int) -> list[int]:
    lines = knowledge.propagator(Components).lines
    found = {cell: None}
    queue = [cell]
    for member in queue:
        for side in SIDES_OF[lines[member]]:
            other = knowledge.ways[side][member]
            if other not in found:
                found[other] = None
                queue.append(other)
    return queue


def _reason(knowledge: Knowledge, narrowing: Narrowing) -> Reason:
    cell, before, after = narrowing
    members = sorted(enclosed(knowledge, cell, before & ~after))
    because = tuple(Premise(member, knowledge.known(member), knowledge.left[member]) for member in members)
    total = knowledge.propagator(Components).total
    if after:
        masks = [lines(mask) for mask in masks_of(before & ~after)]
        said = f"with {listed(masks, 'or')}, the tile at {knowledge.grid.name(cell)} would be sealed off"
    else:
        said = f"{outcome(knowledge.problem, narrowing)}: however it is turned, it is sealed off"
    company = f"in a group of at most {len(members)} of the {total} tiles"
    return Reason(because, sentence(f"{said} {company}"))


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The cells of components with turns that have come to be refuted."""
    reach = knowledge.propagator(Reach)
    reach.lower()
    return reach.log[since:]


RULE = Rule(
    name="dead end",
    sentence="All tiles must hang together, so no turn may seal off a group of tiles that is smaller than the board.",
    find=find,
    near=near,
    log=Reach,
)
