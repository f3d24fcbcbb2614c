"""`parity`: the only undecided line out of a region is drawn exactly when the region lacks an odd number of line ends.

Proof: add up, over the cells of the region, how many lines each still lacks. A line within the region counts twice or
not at all, the line that leads out counts once if it is drawn. So that line is drawn exactly when the sum is odd; and
where no line leads out, an odd sum is a contradiction. One pass over the bridges finds every such line.
Source: Tatham, Writing a solver for Net (left to the reader there); bridges by Tarjan (1974).
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Reason
from termpuzzles.logic.explain.telling import Part, Role, line_of, many, part
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.cuts import joint, lacking_ends, side_of, stated, undecided_lines, whole


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The bridges among the undecided lines; the whole board at once."""
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
    taken, barred = ([line], []) if drawn else ([], [line])
    narrowed, lines = joint(knowledge, taken, barred), stated(knowledge.grid, taken, barred)
    return Finding("parity", narrowed, partial(_reason, knowledge, line, drawn), lines=lines)


def _reason(knowledge: Knowledge, line: int, drawn: bool) -> Reason:
    regions = [side_of(knowledge, cell, (line,), settled=False).cells for cell in knowledge.grid.ends(line)]
    region = min(regions, key=len)
    uses = "each line within uses two, so one is left for {}, the only way out."
    if not drawn:
        uses = "each line within uses two, so none is left for {}, the only way out."
    end = part(uses, line_of(knowledge.problem, line, Role.TARGET))
    return Reason.of(whole(knowledge, region), needed(knowledge, region), end)


def needed(knowledge: Knowledge, region: Iterable[int]) -> Part:
    """Say how many line ends the tiles of a region still need."""
    members = sorted(region)
    number = sum(lacking_ends(knowledge.left[cell]) for cell in members)
    thing = many(knowledge.problem, members, Role.CUT_OFF)
    odd = "an odd number" if number & 1 else "an even number"
    need = "need" if len(members) > 1 else "needs"
    return part(f"{{}} still {need} {number} line end{'s' * (number != 1)}, {odd}.", thing)


def _contradiction_reason(knowledge: Knowledge, cell: int) -> Reason:
    region = side_of(knowledge, cell, (), settled=False).cells
    page = part("each line within uses two, and no line leads out: one end is left over.")
    return Reason.of(whole(knowledge, region), needed(knowledge, region), page)


RULE = Rule(
    name="parity",
    sentence="Each line has two ends: so how many a closed region still lacks tells whether its one way out is used.",
    find=find,
)
