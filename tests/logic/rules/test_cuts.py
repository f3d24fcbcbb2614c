"""Where only one line can still join two parts of a board, a loop cannot lead in and out again."""

from __future__ import annotations

import pytest

from termpuzzles.board.grid import OPPOSITE, E, S
from termpuzzles.formats import read
from termpuzzles.logic.engine.agenda import chain
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import LACKS
from termpuzzles.logic.rules import rule_named, rules_of

CIRCLES = "https://puzz.link/p?mashu/5/5/000003900"  # white ones at (2, 4) and (4, 4)
AROUND = ((1, S), (2, S), (7, E), (12, E), (17, E), (22, E))  # the lines out of the south-west, but for that at (1, 1)
ONLY = "Only one line can still join the {} cells in braces to the rest."


@pytest.mark.parametrize(
    ("crossed", "told"),
    [
        (AROUND, {ONLY.format(number) for number in (10, 11, 12)}),
        (((0, E), *AROUND[1:]), {ONLY.format(number) for number in (10, 11, 12)}),
        (((0, E), *AROUND), {"Nothing can join the 12 cells in braces to the rest."}),
    ],
)
def test_a_part_that_a_loop_cannot_enter_and_leave_is_told_whichever_line_is_left(
    crossed: tuple[tuple[int, int], ...], told: set[str]
) -> None:
    knowledge = Knowledge(read(CIRCLES)[0].problem())
    for cell, side in crossed:
        knowledge.narrow(cell, LACKS[side])
        knowledge.narrow(knowledge.ways[side][cell], LACKS[OPPOSITE[side]])
    assert not any(finding and finding.contradiction for finding in chain(knowledge, rules_of(["edge", "circles"])))
    found = {finding.sentence for finding in rule_named("only way across").find(knowledge, ()) if finding.contradiction}
    assert found == told
