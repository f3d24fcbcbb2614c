"""`degree`: an open cell has exactly two lines, a shaded one none.

Proof: the rule of the game. It is in the cells' domains, so what remains is that a line is drawn for both its cells or
for neither, and that none leads off the board: as in `edge`, and said of lines in place of tiles.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.board.grid import DEGREE, Grid
from termpuzzles.logic.domains import FITS, KNOWN
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.explain.words import sentence, sides
from termpuzzles.logic.problem import Domain
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
    known = told | KNOWN[before]
    return Reason((Premise(cell, told, before),), sentence(_said(knowledge.grid, cell, known, before & FITS[told])))


def _said(grid: Grid, cell: int, known: int, after: Domain) -> str:
    """What follows at the cell from these known sides, and what is left of its domain by them."""
    place, drawn, usable = grid.name(cell), known >> 4, 15 & ~known
    if not after:
        return f"{place} has {DEGREE[drawn]} lines" if DEGREE[drawn] > 2 else f"{place} cannot have its two lines"
    fresh = KNOWN[after] & ~known
    if DEGREE[drawn] == 2:
        return f"{place} has its two lines already: there is none {sides(fresh)}"
    if DEGREE[usable] == 2:
        return f"only {sides(usable)} are left for the two lines of {place}"
    outcome = f"a line {sides(fresh >> 4)}" if fresh >> 4 else f"no line {sides(fresh)}"
    return f"{place} has {outcome}: of its pairs of lines, each other one would close a loop"


RULE = Rule(
    name="degree",
    sentence="An open cell has exactly two lines, a shaded one none.",
    find=find,
    near=near,
)
