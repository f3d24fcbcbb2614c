"""`edge`: a tile and the known sides around it rule each other's states out.

Proof: a line is drawn for both of its cells or for neither, and no line crosses a border or a wall. So a mask that
disagrees with what is known of one of its sides is in no solution.
Source: Simon Tatham, Writing a solver for Net; arc consistency in general.
"""

from collections.abc import Iterable, Iterator
from functools import partial

from termpuzzles.board.grid import SIDE_NAMES, SIDES, SIDES_OF, E, Grid, N, S, W
from termpuzzles.logic.domains import FITS
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.explain.words import listed, outcome, sentence
from termpuzzles.logic.rules import Rule


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """What the known sides leave of each cell's domain."""
    for cell in cells:
        before = knowledge.left[cell]
        told = knowledge.known_beyond(cell)
        after = before & FITS[told]
        if after != before:
            yield Finding("edge", (Narrowing(cell, before, after),), partial(_reason, knowledge, cell, before, told))


def _reason(knowledge: Knowledge, cell: int, before: int, told: int) -> Reason:
    narrowing = Narrowing(cell, before, before & FITS[told])
    for side in SIDES:  # leave out what is not needed
        less = told & ~(side << 4 | side)
        if before & FITS[less] == narrowing.after:
            told = less
    said = f"{outcome(knowledge.problem, narrowing, told)}: {_sides(knowledge.grid, cell, told)}"
    return Reason((Premise(cell, told, before),), sentence(said))


def _sides(grid: Grid, cell: int, told: int) -> str:
    """`there is a line to the north, the border to the east and no line to the south`."""
    x, y = grid.place(cell)
    rim = (N if y == 0 else 0) | (S if y == grid.height - 1 else 0)
    rim |= (W if x == 0 else 0) | (E if x == grid.width - 1 else 0)
    closed = told & ~grid.open_sides[cell] & 15
    borders, walls = closed & rim, closed & ~rim
    kinds = (
        ("a line", told >> 4),
        ("the border", borders),
        ("a wall", walls),
        ("no line", told & 15 & ~closed),
    )
    return "there is " + listed([f"{kind} to the {_names(mask)}" for kind, mask in kinds if mask])


def _names(mask: int) -> str:
    return listed([SIDE_NAMES[side] for side in SIDES_OF[mask]])


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
