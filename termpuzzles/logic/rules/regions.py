"""What the two rules of parity share: steps that rest on a region, its cells counted by colour."""

from collections.abc import Callable, Iterable
from functools import partial

from termpuzzles.logic.balance import Exit, Region
from termpuzzles.logic.knowledge import Knowledge
from termpuzzles.logic.rules.cuts import joint, whole
from termpuzzles.logic.step import Narrowing, Reason, Step


def settled(
    rule: str,
    knowledge: Knowledge,
    region: Region,
    drawn: Iterable[Exit],
    crossed: Iterable[Exit],
    explain: Callable[[Region], str],
) -> Step:
    """The step that draws and crosses out these exits of the region."""
    line = knowledge.grid.line
    narrowed = joint(
        knowledge, [line(cell, side) for cell, side in drawn], [line(cell, side) for cell, side in crossed]
    )
    return Step(rule, narrowed, partial(_reason, knowledge, region.cells, explain))


def impossible(rule: str, knowledge: Knowledge, region: Region, explain: Callable[[Region], str]) -> Step:
    """The step that finds that no loop suits the region."""
    cell = min(region.cells)
    narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
    return Step(rule, narrowed, partial(_reason, knowledge, region.cells, explain))


def _reason(knowledge: Knowledge, cells: frozenset[int], explain: Callable[[Region], str]) -> Reason:
    assert knowledge.factors
    return Reason(whole(knowledge, cells), explain(Region.of(knowledge.factors.lines(), cells)))
