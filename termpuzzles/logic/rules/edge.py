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
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES, SIDES_OF, Grid
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import (
    Mention,
    Part,
    Role,
    beside,
    clauses,
    incoming_line,
    named_sides,
    one,
    part,
    seam_of,
    toward,
)
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import BENDS, EMPTY, FITS, KNOWN, LONE, STRAIGHTS, Domain, Problem


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The masks of each cell that its known sides rule out."""
    for cell in cells:
        before = knowledge.left[cell]
        beyond = knowledge.known_beyond(cell)
        after = before & FITS[beyond]
        if after != before:
            yield Finding("edge", (Narrowing(cell, before, after),), partial(_reason, knowledge, cell, before, beyond))


def _reason(knowledge: Knowledge, cell: int, before: Domain, beyond: int) -> Reason:
    return only_fit_reason(knowledge.problem, cell, before, beyond, knowledge.left)


def only_fit_reason(problem: Problem, cell: int, before: Domain, beyond: int, left: Sequence[Domain]) -> Reason:
    """Explain why these known sides narrow the cell's domain as they do, with as few of them as possible."""
    grid, after = problem.grid, before & FITS[beyond]
    for side in SIDES:  # leave out what is not needed
        less = beyond & ~(side << 4 | side)
        if before & FITS[less] == after:
            beyond = less
    cited = beyond & grid.open_sides[cell] * 17
    sides = cited >> 4 | cited & 15
    neighbours = ((grid.ways[side][cell], Role.BECAUSE, OPPOSITE[side]) for side in SIDES_OF[sides])
    sources = [one(problem, *source) for source in neighbours if left[source[0]] in LONE]
    target = one(problem, cell, Role.TARGET, sides)
    page = part(f"{_sides(grid, cell, beyond, _CLAUSES)}.", marks=[target, *sources])

    def alone() -> tuple[Part, ...]:
        shaded = one(problem, cell, Role.BECAUSE, sides)
        return (part(f"{{}} has {_sides(grid, cell, beyond, _OBJECTS)}.", shaded, marks=sources),)

    return Reason.of([Premise(cell, beyond, before)], page, alone=alone)


class _Kinds(NamedTuple):
    """How to say what is at some sides of a cell, with braces for where."""

    border: str
    wall: str
    no_line: str
    line: str
    lines: str


_CLAUSES = _Kinds(
    "the border is {}", "a wall is {}", "there is no line {}", "a line comes {}", "lines come {}"
)  # as what is so: the border is above
_OBJECTS = _Kinds("the border {}", "a wall {}", "no line {}", "a line coming {}", "lines coming {}")  # as what it has


def _sides(grid: Grid, cell: int, beyond: int, kinds: _Kinds) -> str:
    """`the border is above, there is no line on the left, and a line comes from below`."""
    closed = beyond & ~grid.open_sides[cell] & 15
    walls = closed & grid.without_walls.open_sides[cell]
    seam = seam_of(grid, cell)
    said = (
        (kinds.border, closed & ~walls, beside),
        (kinds.wall, walls, beside),
        (kinds.no_line, beyond & 15 & ~closed, partial(beside, word="or")),
        (kinds.line if DEGREE[beyond >> 4] == 1 else kinds.lines, beyond >> 4, incoming_line),
    )
    return clauses([words.format(phrase(mask, seam)) for words, mask, phrase in said if mask])


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
            tell = partial(_degree_reason, knowledge, cell, before, beyond)
            pattern = pattern_of(knowledge.problem, cell)
            rests = partial(_degree_premises, knowledge.problem, cell, before, beyond)
            yield Finding("degree", (Narrowing(cell, before, after),), tell, pattern=pattern, rests=rests)


def pattern_of(problem: Problem, cell: int) -> str:
    """The name of the pattern by which the lines of a circle follow from what is known of its sides; or ""."""
    return _PATTERNS.get(problem.domain_of(cell), "") if problem.clues else ""


def _degree_reason(knowledge: Knowledge, cell: int, before: Domain, beyond: int) -> Reason:
    return explain_degree(knowledge.problem, cell, before, beyond, knowledge.left)


def _degree_premises(problem: Problem, cell: int, before: Domain, beyond: int) -> list[Premise]:
    """The cell with its known sides: where these alone tell all of it, as few as do, borders first."""
    domain, after, known = problem.domain_of(cell), before & FITS[beyond], beyond | KNOWN[before]
    if domain & FITS[known] != after:
        return [Premise(cell, beyond, before)]
    for side in sorted(SIDES, key=lambda side: not problem.grid.open_sides[cell] & side):
        less = known & ~(side << 4 | side)
        if domain & FITS[less] == after:
            known = less
    return [Premise(cell, known, domain)]


def explain_degree(problem: Problem, cell: int, before: Domain, beyond: int, left: Sequence[Domain]) -> Reason:
    """Explain why these known sides narrow the cell's domain as they do."""
    known = beyond | KNOWN[before]
    sides = (known >> 4 | known & 15) & problem.grid.open_sides[cell]
    clued = bool(problem.clues and problem.clues[cell])
    facts: list[Mention] = []
    if clued and pattern_of(problem, cell) and before & FITS[beyond] and DEGREE[known >> 4] < 2:
        words, facts = _passed(problem, cell, before, known, left)
    else:
        words = _consequence(known, before, before & FITS[beyond], clued)
    page = part(words, "it", *facts, marks=[one(problem, cell, Role.TARGET, sides)])

    def alone() -> tuple[Part, ...]:
        return (part(words, one(problem, cell, Role.BECAUSE, sides), *facts),)

    return Reason.of(_degree_premises(problem, cell, before, beyond), page, alone=alone)


_PATTERNS = {STRAIGHTS: "white straight", BENDS: "black turns"}
_RULES = {STRAIGHTS: "the loop goes straight through {}", BENDS: "the loop turns on {}"}  # with braces for the circle


def _passed(
    problem: Problem, cell: int, before: Domain, known: int, left: Sequence[Domain]
) -> tuple[str, list[Mention]]:
    """Why the loop passes a circle as it does: what rules out every other way, the nearest facts; and the rule of it.

    Braces are for the circle, and then for the cells that are mentioned.
    """
    inside, ways = problem.grid.open_sides[cell], problem.grid.ways
    full = {side: ways[side][cell] for side in named_sides(known & inside) if left[ways[side][cell]] in LONE}
    beyond = sum(full)

    def distance(side: int) -> int:
        """Borders are nearest, then lines, then crosses, then the cells beside that have no room."""
        return 0 if not inside & side else 1 if known >> 4 & side else 3 if side in full else 2

    kept = known
    for side in sorted(named_sides(known >> 4 | known & 15), key=distance, reverse=True):
        less = kept & ~(side << 4 | side)
        if before & FITS[less] == before & FITS[known]:
            kept = less
    seen = kept & ~beyond
    said = [_sides(problem.grid, cell, seen, _CLAUSES)] if seen else []
    cells = [other for side, other in full.items() if kept & side]
    said += ["{} already has its two lines" if LONE[left[other]] else "{} has no lines" for other in cells]
    mentioned = [one(problem, other, Role.BECAUSE, LONE[left[other]]) for other in cells]
    return f"{_RULES[problem.domain_of(cell)]}, and {clauses(said)}.", mentioned


def _consequence(known: int, before: Domain, after: Domain, clued: bool) -> str:
    """What these known sides mean for a cell, given what they leave of its domain, with braces for the cell."""
    drawn, usable = known >> 4, 15 & ~known
    if not after:
        if DEGREE[drawn] > 2:
            return f"{{}} already has {DEGREE[drawn]} lines."
        return f"{{}} has {'only one' if usable else 'no'} side left for its lines."
    if DEGREE[drawn] == 2:
        return f"{{}} already has its two lines, {toward(drawn)}."
    if before & EMPTY and not drawn and DEGREE[usable] == 1:
        return "{} has only one side left, so a line would end there."
    if DEGREE[usable] == 2:
        return f"{{}} has only two sides left for its lines: {toward(usable)}."
    if clued:
        return "no other two lines fit {}."
    if before & EMPTY:
        return "no other two lines are left for {}."
    return "with any other two lines, {} would close a loop."


DEGREE_RULE = Rule(
    name="degree",
    sentence="An open cell has exactly two lines, a shaded cell none.",
    find=find_degree,
    near=near,
)
