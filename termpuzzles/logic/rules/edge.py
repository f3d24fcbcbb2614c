"""Only fit and Two lines each: what the known sides of a cell leave of it.

`edge`: a tile and the known sides around it rule each other's states out.

Proof: a line is drawn for both of its cells or for neither, and no line crosses a border or a wall. So a mask that
disagrees with what is known of one of its sides is in no solution.
Source: Simon Tatham, Writing a solver for Net; arc consistency in general.

`degree`: an open cell has exactly two lines, a shaded one none.

Proof: the rule of the game. It is in the cells' domains, so what remains is that a line is drawn for both its cells or
for neither, and that none leads off the board: as in `edge`, but in words about lines in place of tiles.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S, W
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.parts import Role, beside, clauses, incoming_line, one, part, seam_of, toward
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import EMPTY, FITS, KNOWN, LONE, Domain, Problem
from termpuzzles.logic.rules import Rule


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The masks of each cell that its known sides rule out."""
    for cell in cells:
        before = knowledge.left[cell]
        beyond = knowledge.known_beyond(cell)
        after = before & FITS[beyond]
        if after != before:
            yield Finding("edge", (Narrowing(cell, before, after),), partial(_reason, knowledge, cell, before, beyond))


def _reason(knowledge: Knowledge, cell: int, before: Domain, beyond: int) -> Reason:
    return explain(knowledge.problem, cell, before, beyond, knowledge.left)


def explain(problem: Problem, cell: int, before: Domain, beyond: int, left: Sequence[Domain]) -> Reason:
    """Explain why these known sides narrow the cell's domain as they do, with as few of them as possible."""
    grid, after = problem.grid, before & FITS[beyond]
    for side in SIDES:  # leave out what is not needed
        less = beyond & ~(side << 4 | side)
        if before & FITS[less] == after:
            beyond = less
    cited = beyond & grid.open_sides[cell] * 17
    sides = cited >> 4 | cited & 15
    neighbours = ((grid.ways[side][cell], Role.BECAUSE, OPPOSITE[side]) for side in SIDES_OF[sides])
    tellers = [teller for teller in neighbours if left[teller[0]] in LONE]
    marks = one(problem, cell, Role.TARGET, sides), *(one(problem, *teller) for teller in tellers)
    return Reason.of([Premise(cell, beyond, before)], part(_sides(grid, cell, beyond), marks=marks))


def _sides(grid: Grid, cell: int, beyond: int) -> str:
    """`the border is above, there is no line on the left, and a line comes from below.`"""
    x, y = grid.place(cell)
    rim = (N if y == 0 else 0) | (S if y == grid.height - 1 else 0)
    rim |= (W if x == 0 else 0) | (E if x == grid.width - 1 else 0)
    closed = beyond & ~grid.open_sides[cell] & 15
    seam = seam_of(grid, cell)
    kinds = (
        ("the border is {}", closed & rim, beside),
        ("a wall is {}", closed & ~rim, beside),
        ("there is no line {}", beyond & 15 & ~closed, partial(beside, word="or")),
        ("a line comes {}" if DEGREE[beyond >> 4] == 1 else "lines come {}", beyond >> 4, incoming_line),
    )
    return clauses([words.format(phrase(mask, seam)) for words, mask, phrase in kinds if mask]) + "."


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The cells that changed, and those next to them."""
    cells: dict[int, None] = {}
    for cell in changed:
        cells[cell] = None
        for side in SIDES_OF[knowledge.grid.open_sides[cell]]:
            cells[knowledge.ways[side][cell]] = None
    return cells


RULE = Rule(
    name="edge",
    sentence="A tile must agree with what is known of its sides: a line, no line, the border or a wall.",
    find=find,
    near=near,
)


def find_degree(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The lines of each cell that follow from its having two lines.

    A cell that only learns what its neighbours already know about its sides makes no step, since nothing would be seen
    to change: `Knowledge.note` passes that on.
    """
    for cell in cells:
        before, beyond = knowledge.left[cell], knowledge.known_beyond(cell)
        after = before & FITS[beyond]
        if not after or KNOWN[after] & ~(KNOWN[before] | beyond):
            yield Finding(
                "degree", (Narrowing(cell, before, after),), partial(_degree_reason, knowledge, cell, before, beyond)
            )


def _degree_reason(knowledge: Knowledge, cell: int, before: Domain, beyond: int) -> Reason:
    return explain_degree(knowledge.problem, cell, before, beyond, knowledge.left)


def explain_degree(problem: Problem, cell: int, before: Domain, beyond: int, left: Sequence[Domain]) -> Reason:
    """Explain why these known sides narrow the cell's domain as they do."""
    known = beyond | KNOWN[before]
    sides = (known >> 4 | known & 15) & problem.grid.open_sides[cell]
    clue = problem.clues[cell] if problem.clues else 0
    words = _consequence(known, before, before & FITS[beyond], problem.clue_names.get(clue, "cell"))
    reason = part(words, marks=[one(problem, cell, Role.TARGET, sides)])
    return Reason.of([Premise(cell, beyond, before)], reason)


def _consequence(known: int, before: Domain, after: Domain, name: str) -> str:
    """Say what these known sides mean for a cell, given what they leave of its domain."""
    drawn, usable = known >> 4, 15 & ~known
    if not after:
        if DEGREE[drawn] > 2:
            return f"it already has {DEGREE[drawn]} lines."
        return f"{'only one side is' if usable else 'no side is'} left for its lines."
    if DEGREE[drawn] == 2:
        return f"it already has its two lines, {toward(drawn)}."
    if before & EMPTY and not drawn and DEGREE[usable] == 1:
        return "only one side is left, and a line would end in it."
    if DEGREE[usable] == 2:
        return f"only two sides are left for its lines: {toward(usable)}."
    if name != "cell":
        return f"no other two lines fit a {name} there."
    if before & EMPTY:
        return "no other two lines are left to it."
    return "any other two lines would close a loop."


DEGREE_RULE = Rule(
    name="degree",
    sentence="An open cell has exactly two lines, a shaded cell none.",
    find=find_degree,
    near=near,
)
