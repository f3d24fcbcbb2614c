"""`parity`: a line that alone leads out of a region of undecided lines is drawn exactly when an odd number is missing.

Proof: add up, over the cells of the region, how many lines each still lacks. A line within the region is counted twice
or not at all, the line that leads out once if it is drawn. So that line is drawn exactly when the sum is odd; and
where no line leads out, an odd sum is a contradiction. One pass over the bridges finds every such line.
Source: Tatham, Writing a solver for Net (left to the reader there); bridges by Tarjan (1974).
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Reason
from termpuzzles.logic.explain.words import cells as named_cells
from termpuzzles.logic.explain.words import sentence
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.cuts import joint, side_of, undecided_lines, whole


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The bridges of the undecided lines; the whole board at once."""
    graph = undecided_lines(knowledge)
    tree = graph.tree
    sums = tree.sums(graph.lacking)
    odd = [here for here in {*tree.root} if sums[here] & 1]
    for here in odd:
        cell = tree.order[here]
        narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
        yield Finding("parity", narrowed, partial(_contradiction_reason, knowledge, cell))
    for line, below in tree.bridges:
        here = tree.position[below]
        if tree.root[here] not in odd:
            yield _bridge(knowledge, line, bool(sums[here] & 1))


def _bridge(knowledge: Knowledge, line: int, drawn: bool) -> Finding:
    narrowed = joint(knowledge, [line]) if drawn else joint(knowledge, crossed=[line])
    return Finding("parity", narrowed, partial(_reason, knowledge, line, drawn))


def _reason(knowledge: Knowledge, line: int, drawn: bool) -> Reason:
    grid = knowledge.grid
    one, other = grid.ends(line)
    regions = [side_of(knowledge, cell, (line,), settled=False).cells for cell in (one, other)]
    region = min(regions, key=len)
    odd, there = ("an odd number", "there is a line") if drawn else ("an even number", "there is no line")
    lack = "lack" if len(region) > 1 else "lacks"
    said = (
        f"{named_cells(knowledge.problem, sorted(region))} still {lack} {odd} of line ends, "
        f"and each line among them takes two: "
        f"so {there} between {grid.name(one)} and {grid.name(other)}, the only way out"
    )
    return Reason(whole(knowledge, region), sentence(said))


def _contradiction_reason(knowledge: Knowledge, cell: int) -> Reason:
    region = side_of(knowledge, cell, (), settled=False).cells
    lack = "lack" if len(region) > 1 else "lacks"
    said = (
        f"{named_cells(knowledge.problem, sorted(region))} still {lack} an odd number of line ends, "
        "and each line among them takes two"
    )
    return Reason(whole(knowledge, region), sentence(said))


RULE = Rule(
    name="parity",
    sentence="Each line has two ends: so how many a closed region still lacks tells whether its one way out is used.",
    find=find,
)
