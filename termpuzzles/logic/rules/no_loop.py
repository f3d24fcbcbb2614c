"""`no loop`: a line between two cells already joined would close a loop; so would a turn that touches a group twice.

Proof: a way of drawn lines leads between two joined cells, and a further line between them closes it to a loop. A tile
with two lines into one group, or one into its own, does the same by itself. Where all cells have two lines, the one
loop through all of them is the goal: a line that closes it is allowed. Source: Simon Tatham, Writing a solver for Net
(disjoint sets).
"""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import LEADING, Mention, Role, between, many, one, part, plain_noun, toward
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import ALL, EMPTY, HAS, Domain
from termpuzzles.logic.rules.assumption import left_out
from termpuzzles.logic.rules.cuts import fused, joint, stated, together


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The lines and the turns of each cell that would close a loop."""
    components = knowledge.propagator(Components)
    if components.loop:
        cell, side = components.loop
        narrowed = (Narrowing(cell, knowledge.left[cell], 0),)
        yield Finding("no loop", narrowed, partial(_loop_reason, knowledge, cell, side))
    if components.closed:
        yield from _others_blank(knowledge, components)
    for cell in cells:
        allowed = components.allowed(cell)
        if knowledge.left[cell] & ~allowed:
            yield from _find_at(knowledge, components, cell, allowed)


def _find_at(knowledge: Knowledge, components: Components, cell: int, allowed: Domain) -> Iterator[Finding]:
    undecided = SIDES_OF[knowledge.undecided(cell) & ~components.lines[cell]]
    barred = [side for side in undecided if not allowed & HAS[side]]
    for side in barred:
        crossed = [knowledge.grid.line(cell, side)]
        narrowed, lines = joint(knowledge, crossed=crossed), stated(knowledge.grid, crossed=crossed)
        yield Finding("no loop", narrowed, partial(_line_reason, knowledge, cell, side), lines=lines)
    before = knowledge.left[cell]
    for side, second in combinations([side for side in undecided if side not in barred], 2):
        both = HAS[side] & HAS[second]
        if before & both and not allowed & both:
            dropped = (Narrowing(cell, before, before & ~both),)
            yield Finding("no loop", dropped, partial(_pair_reason, knowledge, cell, side, second))


def path(knowledge: Knowledge, start: int, goal: int, without: int = 0) -> list[tuple[int, int]]:
    """A shortest way of drawn lines between two cells of a group: each cell with the mask of its sides on the way.

    `without` may name a side of `start` by which the way must not begin.
    """
    lines = knowledge.propagator(Components).lines
    came: dict[int, tuple[int, int]] = {start: (start, 0)}
    queue = [start]
    for cell in queue:
        if cell == goal:
            break
        for side in SIDES_OF[lines[cell] & ~(without if cell == start else 0)]:
            other = knowledge.ways[side][cell]
            if other not in came:
                came[other] = (cell, side)
                queue.append(other)
    cells = []
    cell, onward = goal, 0
    while cell != start:
        before, side = came[cell]
        cells.append((cell, onward | OPPOSITE[side]))
        cell, onward = before, side
    return [*cells, (start, onward)]


def _others_blank(knowledge: Knowledge, components: Components) -> Iterator[Finding]:
    """The open cells beside a loop that has closed for good: they stay blank."""
    for cell in knowledge.open_cells():
        if not components.lines[cell]:
            narrowed = (Narrowing(cell, knowledge.left[cell], knowledge.left[cell] & EMPTY),)
            yield Finding("no loop", narrowed, partial(_blank_reason, knowledge))


def _blank_reason(knowledge: Knowledge) -> Reason:
    way = _around(knowledge)
    page = part("the lines through {} are the loop, and there is only one.", _along(knowledge, way))
    return Reason.of(_premises(way) + _premises(way[1:]), page)


def _around(knowledge: Knowledge) -> list[tuple[int, int]]:
    """The way around the loop that has closed."""
    lines = knowledge.propagator(Components).lines
    return [(cell, mask) for cell, mask in enumerate(lines) if mask]


def _told(
    knowledge: Knowledge,
    because: Iterable[Premise],
    way: list[tuple[int, int]],
    closing: int,
    words: str,
    *things: Mention | str,
) -> Reason:
    """The reason that lines close a loop through a way and the cell `closing`, and what that would leave out."""
    others = left_out(knowledge, {closing, *(cell for cell, _ in way)}, closing)
    if not others:
        return Reason.of(because, part(f"{words}.", *things, _along(knowledge, way)))
    without = (one(knowledge.problem, other.cell, Role.BECAUSE, other.known >> 4) for other in others)
    page = part(f"{words} and leave out {{}}.", *things, _along(knowledge, way), *without)
    return Reason.of(together(*because, *others), page)


def _premises(way: list[tuple[int, int]]) -> tuple[Premise, ...]:
    """The lines of the way as premises, each at one of its two cells: every other cell has two of them."""
    return tuple(Premise(cell, sides << 4, ALL) for cell, sides in way[1::2])


_WITH = {True: "with", False: "through"}  # where lines are drawn, the cells of the hint itself are not among the others


def _line_reason(knowledge: Knowledge, cell: int, side: int) -> Reason:
    other = knowledge.ways[side][cell]
    if other == cell:
        template = "a line {} would lead around the board back to the same {}: a loop."
        page = part(template, LEADING[side], plain_noun(knowledge.problem))
        return Reason.of([Premise(cell, 0, ALL)], page)
    way = path(knowledge, cell, other)
    line = between(knowledge.problem, cell, side, Role.ASSUMED)
    words = f"{{}} would close a loop {_WITH[knowledge.problem.draws]} {{}}"
    because = [*_premises(way), *fused(knowledge, stated(knowledge.grid, crossed=[knowledge.grid.line(cell, side)]))]
    return _told(knowledge, because, way, cell, words, line)


def _pair_reason(knowledge: Knowledge, cell: int, side: int, second: int) -> Reason:
    one, other = knowledge.ways[side][cell], knowledge.ways[second][cell]
    way = path(knowledge, one, other)
    because = (*_premises(way), Premise(cell, 0, knowledge.left[cell]))
    words = f"lines {{}} would close a loop {_WITH[knowledge.problem.draws]} {{}}"
    return _told(knowledge, because, way, cell, words, toward(side | second))


def _loop_reason(knowledge: Knowledge, cell: int, side: int) -> Reason:
    other = knowledge.ways[side][cell]
    if knowledge.propagator(Components).closed:
        way = _around(knowledge)
        drawn = Premise(cell, side << 4, ALL)
        page = part(
            "the lines through {} are a loop, without {}.",
            _along(knowledge, way),
            between(knowledge.problem, cell, side, Role.ASSUMED),
        )
        return Reason.of([*(Premise(at, sides << 4, ALL) for at, sides in way), drawn], page)
    (last, begun), *rest, (first, ended) = path(knowledge, cell, other, side) if other != cell else [(cell, 0)] * 2
    way = [(last, begun | OPPOSITE[side]), *rest, (first, ended | side)]
    because = [Premise(cell, sides << 4, ALL) for cell, sides in way]
    return _told(knowledge, because, way, cell, "the lines through {} form a loop")


def _along(knowledge: Knowledge, way: list[tuple[int, int]]) -> Mention:
    """The cells of a way; where lines are drawn they have a mark of their own, apart from what the hint is about."""
    problem = knowledge.problem
    role = Role.CUT_OFF if problem.draws else Role.BECAUSE
    return many(problem, dict(way), role, plain_noun(problem), spares=problem.draws)


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The cells in and beside the components that grew, and a cell at a closed loop."""
    components = knowledge.propagator(Components)
    grown = components.near(since) or [*knowledge.open_cells()[: components.closed]]
    return [components.loop[0], *grown] if components.loop else grown


RULE = Rule(
    name="no loop",
    sentence="Two cells that are already joined must not be joined again: that would close a loop.",
    find=find,
    near=near,
    log=Components,
)
