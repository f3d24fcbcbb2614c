"""`parity type 2`: a loop leaves a region with as many black cells as white ones from a black cell and a white one.

Proof: in `termpuzzles.logic.checkerboard.parity`.
Source: Simple Loop Parity (02C); every region at once by dominoes and dominators.
"""

from collections.abc import Iterable, Iterator

from termpuzzles.logic.checkerboard.balance import explain_only_way
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.two_factor import Balance
from termpuzzles.logic.explain.step import Finding
from termpuzzles.logic.rules import Rule
from termpuzzles.logic.rules.regions import impossible, settled

NAME = "parity type 2"


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The line that is the only exit of one colour of the smallest such region found; the whole board at once."""
    found = knowledge.propagator(Balance).look_2()
    if found:
        forced, region = found
        if forced:
            yield settled(NAME, knowledge, region, [(forced.cell, forced.side)], [], explain_only_way)
        else:
            yield impossible(NAME, knowledge, region, explain_only_way)


RULE = Rule(
    name=NAME,
    sentence=(
        "The loop leaves every region with as many dark cells as light ones, as often from dark cells as from light: "
        "so at least once from each."
    ),
    find=find,
)
