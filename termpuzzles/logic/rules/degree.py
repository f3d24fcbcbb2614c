"""`degree`: an open cell has exactly two lines, a shaded one none.

Proof: the rule of the game. It is in the cells' domains, so what remains is that a line is drawn for both its cells or
for neither, and that none leads off the board: as in `edge`, and said of lines in place of tiles.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from termpuzzles.board.grid import DEGREE
from termpuzzles.logic.domains import FITS, KNOWN
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.explain.telling import Role, one, part, toward
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.edge import near


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The lines of each cell that its two lines settle.

    A cell that only learns of its sides what its neighbours know already makes no step: that could not be seen. The
    knowledge tells it as it takes in what its neighbours know (`Knowledge.note`).
    """
    for cell in cells:
        before, told = knowledge.left[cell], knowledge.known_beyond(cell)
        after = before & FITS[told]
        if not after or KNOWN[after] & ~(KNOWN[before] | told):
            yield Finding("degree", (Narrowing(cell, before, after),), partial(_reason, knowledge, cell, before, told))


def _reason(knowledge: Knowledge, cell: int, before: Domain, told: int) -> Reason:
    return explain(knowledge.problem, cell, before, told, knowledge.left)


def explain(problem: Problem, cell: int, before: Domain, told: int, left: Sequence[Domain]) -> Reason:
    """Why these known sides leave of the cell's domain what they do."""
    known = told | KNOWN[before]
    sides = (known >> 4 | known & 15) & problem.grid.open_sides[cell]
    told_part = part(_said(known, before & FITS[told]), marks=[one(problem, cell, Role.TARGET, sides)])
    return Reason.told([Premise(cell, told, before)], told_part)


def _said(known: int, after: Domain) -> str:
    """What follows at a cell from these known sides, and what is left of its domain by them."""
    drawn, usable = known >> 4, 15 & ~known
    if not after:
        if DEGREE[drawn] > 2:
            return f"it has {DEGREE[drawn]} lines already."
        return f"{'only one side is' if usable else 'no side is'} left for its lines."
    if DEGREE[drawn] == 2:
        return f"it has its two lines already, {toward(drawn)}."
    if DEGREE[usable] == 2:
        return f"only two sides are left for its lines: {toward(usable)}."
    return "of its pairs of lines, each other one would close a loop."


RULE = Rule(
    name="degree",
    sentence="An open cell has exactly two lines, a shaded one none.",
    find=find,
    near=near,
)
