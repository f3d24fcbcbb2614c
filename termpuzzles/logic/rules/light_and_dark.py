"""Light and dark I and II: what the numbers of cells of either colour in a region say about its exits.

Shared by the two rules of parity: steps that rest on a region and the numbers of its cells of either colour.

`parity type 1`: the numbers of black and white cells in a region settle how many more black exits it has than white.

Proof: in `termpuzzles.logic.checkerboard.parity`.
Source: Simple Loop Parity (02C); every region at once by flows and strong components.

`parity type 2`: a loop leaves a region with as many black cells as white ones from a black cell and a white one.

Proof: in `termpuzzles.logic.checkerboard.parity`.
Source: Simple Loop Parity (02C); every region at once by dominoes and dominators.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from termpuzzles.board.grid import Grid
from termpuzzles.english import joined
from termpuzzles.logic.checkerboard.flow import (
    Exit,
    Region,
    explain_exact,
    explain_impossible,
    explain_only_way,
    short_exits,
)
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.engine.two_factor import Balance
from termpuzzles.logic.explain.parts import (
    LEADING,
    Mention,
    Part,
    Role,
    Sentence,
    group,
    marks_of,
    naming_order,
)
from termpuzzles.logic.explain.step import Finding, Narrowing, Reason
from termpuzzles.logic.rules.cuts import entire_cut, joint, stated

Explain = Callable[[Region], list[str]]


def finding_at_exits(
    rule: str, knowledge: Knowledge, region: Region, drawn: Iterable[Exit], crossed: Iterable[Exit], explain: Explain
) -> Finding:
    """The finding that draws and crosses out these exits of the region."""
    taken, barred = ([knowledge.grid.line(*each) for each in exits] for exits in (drawn, crossed))
    narrowed = joint(knowledge, taken, barred)
    lines = stated(knowledge.grid, taken, barred)
    return Finding(rule, narrowed, partial(_reason, knowledge, region, explain), lines=lines)


def impossible(rule: str, knowledge: Knowledge, region: Region, explain: Explain) -> Finding:
    """The finding that no loop fits the region."""
    cell = min(region.cells)
    narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
    return Finding(rule, narrowed, partial(_reason, knowledge, region, explain))


def _reason(knowledge: Knowledge, region: Region, explain: Explain) -> Reason:
    cells = group(knowledge.problem, sorted(region.cells), Role.CUT_OFF, "region")
    exits = _exits(knowledge.grid, short_exits(region))
    sentences = [Sentence.naming(template, region=cells, exits=exits) for template in explain(region)]
    marks = marks_of([cells, exits])
    parts = (Part((sentence,), marks, checkerboard=True) for sentence in sentences)
    return Reason.of(entire_cut(knowledge, region.cells), *parts)


def _exits(grid: Grid, exits: list[Exit]) -> Mention:
    """Exits of a region: "the marked ones", "the lines up from (1, 1) and to the left from (2, 3)"."""
    sides: dict[int, int] = defaultdict(int)
    for cell, side in exits:
        sides[cell] |= side
    ordered = sorted(exits, key=lambda each: (each[0], naming_order(each[1])))
    shown = "the marked one" if len(exits) == 1 else "the marked ones"
    if len(exits) > NAMED_EXITS:
        return Mention(shown, "the lines out of the {}", Role.TARGET, sides, "cells")
    lines = joined([f"{LEADING[side]} from {grid.name(cell)}" for cell, side in ordered])
    plain = f"the line{'s' * (len(exits) > 1)} {lines}" if exits else "none"
    return Mention(shown, plain, Role.CUT_OFF, sides)  # they are exits of cells that are counted


NAMED_EXITS = 4  # up to so many are named one by one


TYPE_1 = "parity type 1"


def find_type_1(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The exits settled by the numbers of each of the smallest regions found; the whole board at once."""
    for region in knowledge.propagator(Balance).look_1():
        if min(region.spare(True), region.spare(False)) < 0:
            yield impossible(TYPE_1, knowledge, region, explain_impossible)
        else:
            black = region.spare(True) == 0
            others = [line for line in region.exits(not black) if line not in region.drawn]
            yield finding_at_exits(TYPE_1, knowledge, region, region.exits(black), others, explain_exact)


TYPE_1_RULE = Rule(
    name=TYPE_1,
    sentence=(
        "Colour the cells like a checkerboard, the top left one dark. For each dark cell that a region has more than "
        "light ones, two more lines leave it from dark cells than from light ones."
    ),
    find=find_type_1,
)


TYPE_2 = "parity type 2"


def find_type_2(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The line that is the only exit of one colour of the smallest such region found; the whole board at once."""
    found = knowledge.propagator(Balance).look_2()
    if found:
        forced, region = found
        if forced:
            yield finding_at_exits(TYPE_2, knowledge, region, [(forced.cell, forced.side)], [], explain_only_way)
        else:
            yield impossible(TYPE_2, knowledge, region, explain_only_way)


TYPE_2_RULE = Rule(
    name=TYPE_2,
    sentence=(
        "If a region has as many dark cells as light ones, the loop leaves it equally often from dark and light cells: "
        "at least once from each."
    ),
    find=find_type_2,
)
