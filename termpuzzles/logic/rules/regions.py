"""Shared by the two rules of parity: steps that rest on a region and the numbers of its cells of either colour."""

from collections.abc import Callable, Iterable
from functools import partial

from termpuzzles.board.grid import Grid
from termpuzzles.logic.checkerboard.balance import Exit, Region, short_exits
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Reason
from termpuzzles.logic.explain.telling import TOWARD, Role, Thing, group, listed, part
from termpuzzles.logic.rules.cuts import joint, stated, whole

Explain = Callable[[Region], list[str]]


def settled(
    rule: str, knowledge: Knowledge, region: Region, drawn: Iterable[Exit], crossed: Iterable[Exit], explain: Explain
) -> Finding:
    """The finding that draws and crosses out these exits of the region."""
    taken, barred = ([knowledge.grid.line(*each) for each in exits] for exits in (drawn, crossed))
    narrowed = joint(knowledge, taken, barred)
    lines = stated(knowledge.grid, taken, barred)
    return Finding(rule, narrowed, partial(_reason, knowledge, region, explain), lines=lines)


def impossible(rule: str, knowledge: Knowledge, region: Region, explain: Explain) -> Finding:
    """The finding that no loop fits the region."""
    cell = min(region.cells)
    narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
    return Finding(rule, narrowed, partial(_reason, knowledge, region, explain))


def _reason(knowledge: Knowledge, region: Region, explain: Explain) -> Reason:
    cells = group(knowledge.problem, sorted(region.cells), Role.CUT_OFF, "region")
    exits = _exits(knowledge.grid, short_exits(region))
    parts = []
    for sentence in explain(region):
        template = sentence.replace("{region}", "{0}").replace("{exits}", "{1}")
        parts.append(part(template, cells, exits, checkerboard=True))
    return Reason.of(whole(knowledge, region.cells), *parts)


def _exits(grid: Grid, exits: list[Exit]) -> Thing:
    """Exits of a region: "the marked ones", "(1, 1) up and (2, 3) left"."""
    sides: dict[int, int] = {}
    for cell, side in exits:
        sides[cell] = sides.get(cell, 0) | side
    shown = "the marked one" if len(exits) == 1 else "the marked ones"
    plain = listed([f"{grid.name(cell)} {TOWARD[side]}" for cell, side in exits]) if exits else "none"
    return Thing(shown, plain, Role.CUT_OFF, sides)  # they are exits of cells that are counted
