"""`parity type 1`: the numbers of black and white cells in a region settle how many more black exits it has than white.

Proof: in `termpuzzles.logic.checkerboard.parity`.
Source: Simple Loop Parity (02C); every region at once by flows and strong components.
"""

from collections.abc import Iterable, Iterator

from termpuzzles.logic.checkerboard.balance import explain_exact, explain_impossible
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.two_factor import Balance
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.regions import impossible, settled

NAME = "parity type 1"


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The exits settled by the numbers of each of the smallest regions found; the whole board at once."""
    for region in knowledge.propagator(Balance).look_1():
        if min(region.spare(True), region.spare(False)) < 0:
            yield impossible(NAME, knowledge, region, explain_impossible)
        else:
            black = region.spare(True) == 0
            others = [line for line in region.exits(not black) if line not in region.drawn]
            yield settled(NAME, knowledge, region, region.exits(black), others, explain_exact)


RULE = Rule(
    name=NAME,
    sentence=(
        "Colour the cells like a checkerboard, the top left one dark: the lines that leave a region from its dark "
        "cells outnumber those from its light ones by twice as much as its dark cells outnumber its light cells."
    ),
    find=find,
)
