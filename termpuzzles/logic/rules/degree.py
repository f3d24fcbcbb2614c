"""`degree`: an open cell has exactly two lines, a shaded one none.

Proof: the rule of the game. It is in the cells' domains, so what remains is that a line is drawn for both its cells or
for neither, and that none leads off the board: as in `edge`, but in words about lines in place of tiles.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from termpuzzles.board.grid import DEGREE
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.explain.telling import Role, one, part, toward
from termpuzzles.logic.problem import FITS, KNOWN, Domain, Problem
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.edge import near


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The lines of each cell that follow from its having two lines.

    A cell that only learns what its neighbours already know about its sides makes no step, since nothing would be seen
    to change: `Knowledge.note` passes that on.
    """
    for cell in cells:
        before, beyond = knowledge.left[cell], knowledge.known_beyond(cell)
        after = before & FITS[beyond]
        if not after or KNOWN[after] & ~(KNOWN[before] | beyond):
            yield Finding(
                "degree", (Narrowing(cell, before, after),), partial(_reason, knowledge, cell, before, beyond)
            )


def _reason(knowledge: Knowledge, cell: int, before: Domain, beyond: int) -> Reason:
    return explain(knowledge.problem, cell, before, beyond, knowledge.left)


def explain(problem: Problem, cell: int, before: Domain, beyond: int, left: Sequence[Domain]) -> Reason:
    """Explain why these known sides narrow the cell's domain as they do."""
    known = beyond | KNOWN[before]
    sides = (known >> 4 | known & 15) & problem.grid.open_sides[cell]
    reason = part(_consequence(known, before & FITS[beyond]), marks=[one(problem, cell, Role.TARGET, sides)])
    return Reason.of([Premise(cell, beyond, before)], reason)


def _consequence(known: int, after: Domain) -> str:
    """Say what these known sides mean for a cell, given what they leave of its domain."""
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
