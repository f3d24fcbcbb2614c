"""`edge`: a tile and the known sides around it rule each other's states out.

Proof: a line is drawn for both of its cells or for neither, and no line crosses a border or a wall. So a mask that
disagrees with what is known of one of its sides is in no solution.
Source: Simon Tatham, Writing a solver for Net; arc consistency in general.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S, W
from termpuzzles.logic.domains import FITS, LONE
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.explain.telling import Role, beside, coming, listed, one, part, seam_of
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.rules import Rule


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """What the known sides leave of each cell's domain."""
    for cell in cells:
        before = knowledge.left[cell]
        told = knowledge.known_beyond(cell)
        after = before & FITS[told]
        if after != before:
            yield Finding("edge", (Narrowing(cell, before, after),), partial(_reason, knowledge, cell, before, told))


def _reason(knowledge: Knowledge, cell: int, before: Domain, told: int) -> Reason:
    return explain(knowledge.problem, cell, before, told, knowledge.left)


def explain(problem: Problem, cell: int, before: Domain, told: int, left: Sequence[Domain]) -> Reason:
    """Why these known sides leave of the cell's domain what they do, by as few of them as will do."""
    grid, after = problem.grid, before & FITS[told]
    for side in SIDES:  # leave out what is not needed
        less = told & ~(side << 4 | side)
        if before & FITS[less] == after:
            told = less
    cited = told & grid.open_sides[cell] * 17
    sides = cited >> 4 | cited & 15
    beyond = ((grid.ways[side][cell], Role.BECAUSE, OPPOSITE[side]) for side in SIDES_OF[sides])
    tellers = [teller for teller in beyond if left[teller[0]] in LONE]
    marks = one(problem, cell, Role.TARGET, sides), *(one(problem, *teller) for teller in tellers)
    return Reason.told([Premise(cell, told, before)], part(_sides(grid, cell, told), marks=marks))


def _sides(grid: Grid, cell: int, told: int) -> str:
    """`the border is above, there is no line on the left, and a line comes from below.`"""
    x, y = grid.place(cell)
    rim = (N if y == 0 else 0) | (S if y == grid.height - 1 else 0)
    rim |= (W if x == 0 else 0) | (E if x == grid.width - 1 else 0)
    closed = told & ~grid.open_sides[cell] & 15
    seam = seam_of(grid, cell)
    kinds = (
        ("the border is {}", closed & rim, beside),
        ("a wall is {}", closed & ~rim, beside),
        ("there is no line {}", told & 15 & ~closed, beside),
        ("a line comes {}" if DEGREE[told >> 4] == 1 else "lines come {}", told >> 4, coming),
    )
    return listed([said.format(tell(mask, seam)) for said, mask, tell in kinds if mask]) + "."


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The cells next to what changed, and itself."""
    cells: dict[int, None] = {}
    for cell in changed:
        cells[cell] = None
        for side in SIDES_OF[knowledge.grid.open_sides[cell]]:
            cells[knowledge.ways[side][cell]] = None
    return cells


RULE = Rule(
    name="edge",
    sentence="A tile must agree with what is known of its sides: a line there, or none, a border or a wall.",
    find=find,
    near=near,
)
