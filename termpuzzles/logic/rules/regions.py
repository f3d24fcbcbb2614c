"""What the two rules of parity share: steps that rest on a region, its cells counted by colour."""

from collections.abc import Callable, Iterable
from functools import partial

from termpuzzles.board.grid import Grid
from termpuzzles.logic.checkerboard.balance import Exit, Region
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Reason
from termpuzzles.logic.rules.cuts import joint, whole


def settled(
    rule: str,
    knowledge: Knowledge,
    region: Region,
    drawn: Iterable[Exit],
    crossed: Iterable[Exit],
    explain: Callable[[Region], str],
) -> Finding:
    """The step that draws and crosses out these exits of the region."""
    drawn, crossed = list(drawn), list(crossed)
    line = knowledge.grid.line
    narrowed = joint(
        knowledge, [line(cell, side) for cell, side in drawn], [line(cell, side) for cell, side in crossed]
    )
    return Finding(rule, narrowed, partial(_reason, knowledge, region, explain, drawn, crossed))


def impossible(rule: str, knowledge: Knowledge, region: Region, explain: Callable[[Region], str]) -> Finding:
    """The step that finds that no loop suits the region."""
    cell = min(region.cells)
    narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
    return Finding(rule, narrowed, partial(_reason, knowledge, region, explain, [], []))


def _reason(
    knowledge: Knowledge, region: Region, explain: Callable[[Region], str], drawn: list[Exit], crossed: list[Exit]
) -> Reason:
    grid, said = knowledge.grid, [explain(region)]
    fresh = [line for line in drawn if line not in region.drawn]
    if fresh:
        said.append(f"There is a line {_between(grid, fresh)}.")
    if crossed:
        said.append(f"There is no line {_between(grid, crossed)}.")
    return Reason(whole(knowledge, region.cells), " ".join(said))


def _between(grid: Grid, lines: list[Exit]) -> str:
    """`between (1, 1) and (2, 1), and between (1, 3) and (2, 3)`."""
    ends = [(cell, grid.ways[side][cell]) for cell, side in lines]
    return ", and ".join(f"between {grid.name(one)} and {grid.name(other)}" for one, other in ends)
