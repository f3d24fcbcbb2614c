"""`only way across`: where all must be joined, a line that alone can still join two parts must be drawn.

Proof: take the graph of the lines not ruled out. In a solution drawn lines, which are lines of this graph, join all
cells that are not blank. A bridge parts it into two sides; if each has a cell that is not blank, the drawn lines
between these cells must cross from side to side, and only the bridge does. If the graph falls apart between such cells
there is no solution. Where every cell has two lines, all form one loop, which crosses a bridge an even number of times,
so never: there the bridge is a contradiction. Source: single-edge cuts; bridges by Tarjan (1974).
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Reason
from termpuzzles.logic.explain.telling import Role, line_of, many, part
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.cuts import crossing, joint, open_components, side_of, stated


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The bridges among the lines not ruled out; the whole board at once."""
    graph = open_components(knowledge)
    if graph is None:
        return
    components = knowledge.propagator(Components)
    tree = graph.tree
    sums = tree.sums(graph.weight)
    for here in {*tree.root}:
        if sums[here] < components.total:
            yield _contradiction(knowledge, tree.order[here], 0)
    for line, below in tree.bridges:
        here = tree.position[below]
        if 0 < sums[here] < sums[tree.root[here]]:
            yield _contradiction(knowledge, below, line) if components.closing else _bridge(knowledge, line)


def _bridge(knowledge: Knowledge, line: int) -> Finding:
    lines = stated(knowledge.grid, [line])
    return Finding("only way across", joint(knowledge, [line]), partial(_reason, knowledge, line), lines=lines)


def _reason(knowledge: Knowledge, line: int) -> Reason:
    sides = (side_of(knowledge, cell, (line,)) for cell in knowledge.grid.ends(line))
    side = min(sides, key=lambda side: len(side.cells))
    region = many(knowledge.problem, sorted(side.cells), Role.CUT_OFF)
    way = line_of(knowledge.problem, line, Role.TARGET)
    return Reason.of(crossing(knowledge, side), part("only {} is left to join {} to the rest.", way, region))


def _contradiction(knowledge: Knowledge, cell: int, line: int) -> Finding:
    narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
    return Finding("only way across", narrowed, partial(_contradiction_reason, knowledge, cell, line))


def _contradiction_reason(knowledge: Knowledge, cell: int, line: int) -> Reason:
    side = side_of(knowledge, cell, (line,) if line else ())
    way = "only one line is left to join {} to the rest." if line else "nothing is left to join {} to the rest."
    page = part(way, many(knowledge.problem, sorted(side.cells), Role.CUT_OFF))
    return Reason.of(crossing(knowledge, side), page)


RULE = Rule(
    name="only way across",
    sentence="All tiles must hang together, so a line that alone can still join two parts of the board is drawn.",
    find=find,
)
