"""`circles`: what the circles of Masyu leave of their cells and of the cells beside them.

Proof: the rule of the game. Through a white circle the loop goes straight, and it turns in at least one of the two
cells before and after. On a black one it turns, and goes straight through the cells before and after. So lines of a
circle that would run into a cell which cannot do its part are in no solution; where the lines of a circle are known, so
is what the cells beside it must do. Both are arc consistency on a circle and the cells beside it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial, reduce
from operator import or_

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, N, S, W
from termpuzzles.logic.engine.domain_store import Clued
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import Mention, Part, Role, beside, one, part, toward
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import HAS, KNOWN, ClueClause, ClueLinks, Domain, Problem, masks_of

WHITE, BLACK = 1, 2


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """What the circles among these cells leave of themselves and of the cells beside them."""
    clues = knowledge.problem.clues
    for cell in cells:
        if clues[cell] == BLACK:
            yield from _black(knowledge, cell)
        elif clues[cell] == WHITE:
            yield from _white(knowledge, cell)


def _found(
    knowledge: Knowledge, cell: int, sides: int, narrowing: Narrowing, tell: Callable[[], Reason], pattern: str
) -> Finding:
    """The finding of a circle, which rests on the cells across these sides of it."""
    rests = partial(_premises, knowledge, cell, sides)
    return Finding("circles", (narrowing,), tell, pattern=pattern, rests=rests)


def _straight(side: int) -> Domain:
    """The domain of the straight line that runs toward the side."""
    return 1 << (side | OPPOSITE[side])


def _beside(knowledge: Knowledge, cell: int, side: int) -> tuple[int, Domain]:
    """The cell across the side, and what is left there of masks that have the line between the two; -1, 0 if none."""
    other = knowledge.ways[side][cell]
    return other, knowledge.left[other] & HAS[OPPOSITE[side]] if other >= 0 else 0


def _black(knowledge: Knowledge, cell: int) -> Iterator[Finding]:
    before = knowledge.left[cell]
    barred = 0  # the sides toward which the loop could not go straight on
    for side in SIDES_OF[15 & ~(KNOWN[before] & 15)]:
        if not _beside(knowledge, cell, side)[1] & _straight(side):
            barred |= side
    after = _without(before, [mask for mask in masks_of(before) if mask & barred])
    if after != before:
        tell = partial(_cannot_go_on, knowledge, cell, barred)
        pattern = pattern_beside_black(knowledge, cell, barred)
        yield _found(knowledge, cell, barred, Narrowing(cell, before, after), tell, pattern)
    for side in SIDES_OF[KNOWN[before] >> 4]:
        other, left = knowledge.ways[side][cell], knowledge.left[knowledge.ways[side][cell]]
        if left & _straight(side) != left:
            narrowing = Narrowing(other, left, left & _straight(side))
            tell = partial(_goes_on, knowledge, cell, side)
            yield _found(knowledge, cell, side, narrowing, tell, "straight on")


def _white(knowledge: Knowledge, cell: int) -> Iterator[Finding]:
    before = knowledge.left[cell]
    stuck = [mask for mask in masks_of(before) if not _may_turn(knowledge, cell, mask)]
    after = _without(before, stuck)
    if after != before:
        tell, pattern = partial(_would_not_turn, knowledge, cell, stuck), pattern_of_row(knowledge, cell, stuck)
        yield _found(knowledge, cell, reduce(or_, stuck), Narrowing(cell, before, after), tell, pattern)
    if before.bit_count() != 1:
        return
    one_way, other_way = SIDES_OF[before.bit_length() - 1]
    for side, back in ((one_way, other_way), (other_way, one_way)):
        if not _beside(knowledge, cell, back)[1] & ~_straight(back):
            other, left = knowledge.ways[side][cell], knowledge.left[knowledge.ways[side][cell]]
            turns = left & HAS[OPPOSITE[side]] & ~_straight(side)
            if turns != left:
                tell = partial(_turns_here, knowledge, cell, side)
                narrowing, pattern = Narrowing(other, left, turns), pattern_of_turn(knowledge, cell, side)
                yield _found(knowledge, cell, side | back, narrowing, tell, pattern)


def _may_turn(knowledge: Knowledge, cell: int, mask: int) -> bool:
    """Whether the loop may run so through a white circle: on into both cells beside it, and turn in one of them."""
    left, (side, back) = knowledge.left, SIDES_OF[mask]
    ahead, behind = knowledge.ways[side][cell], knowledge.ways[back][cell]
    if ahead < 0 or behind < 0:
        return False
    onward, backward = left[ahead] & HAS[back], left[behind] & HAS[side]
    return bool(onward and backward and (onward | backward) & ~(1 << mask))


def _without(before: Domain, masks: Iterable[int]) -> Domain:
    for mask in masks:
        before &= ~(1 << mask)
    return before


def _premises(knowledge: Knowledge, cell: int, sides: int) -> list[Premise]:
    """The circle and the cells across these sides of it, with all that is left of them."""
    cells = [cell, *(knowledge.ways[side][cell] for side in SIDES_OF[sides])]
    return [Premise(at, knowledge.known(at), knowledge.left[at]) for at in cells if at >= 0]


def _marked(knowledge: Knowledge, cell: int, sides: int) -> list[Mention]:
    """The cells across these sides, on which it depends how the loop goes on."""
    cells = (knowledge.ways[side][cell] for side in SIDES_OF[sides])
    return [one(knowledge.problem, at, Role.BECAUSE) for at in cells if at >= 0]


def _about(
    knowledge: Knowledge, cell: int, sides: int, words: str, *things: Mention | str, marks: Iterable[Mention] = ()
) -> Reason:
    """The reason that a sentence gives which begins with the circle, or speaks of it first: "it" after its conclusion.

    It rests on what is left of the cells across these sides.
    """
    problem, shown = knowledge.problem, [*marks, *_marked(knowledge, cell, sides)]
    page = part(words, "it", *things, marks=[one(problem, cell, Role.TARGET, sides), *shown])

    def alone() -> tuple[Part, ...]:
        return (part(words, one(problem, cell, Role.BECAUSE, sides), *things, marks=shown),)

    return Reason.of(_premises(knowledge, cell, sides), page, alone=alone)


def _cannot_go_on(knowledge: Knowledge, cell: int, barred: int) -> Reason:
    pattern = pattern_beside_black(knowledge, cell, barred)
    if pattern == "room for black":
        words = "{} needs two free cells in a row on each side that it uses, and there is no room {}."
        return _about(knowledge, cell, barred, words, beside(barred, word="or"))
    words = "{} cannot lead {}, as the loop could not go straight on there."
    if pattern == "two blacks":
        words = "{} cannot lead {} to another black circle, as the loop turns there."
    return _about(knowledge, cell, barred, words, toward(barred, word="or"))


def pattern_beside_black(knowledge: Knowledge, cell: int, barred: int) -> str:
    """The name of the pattern that bars all these sides of a black circle; "" if it has none."""
    clues, kinds = knowledge.problem.clues, set()
    for side in SIDES_OF[barred]:
        beside = knowledge.ways[side][cell]
        clue = clues[beside] if beside >= 0 else 0
        kinds.add({BLACK: "two blacks", WHITE: ""}.get(clue, "room for black"))
    return kinds.pop() if len(kinds) == 1 else ""


def _goes_on(knowledge: Knowledge, cell: int, side: int) -> Reason:
    circle = one(knowledge.problem, cell, Role.BECAUSE, side)
    page = part("the line of {} goes straight on.", circle)
    return Reason.of(_premises(knowledge, cell, side), page)


def _would_not_turn(knowledge: Knowledge, cell: int, stuck: list[int]) -> Reason:
    sides = reduce(or_, stuck)
    if pattern_of_row(knowledge, cell, stuck):
        words = "{} has a white circle on each side, so a line {} would run straight through all three, with no turn."
    else:
        words = "{} needs a turn in a cell beside it, and a line {} could not turn there."
    return _about(knowledge, cell, sides, words, toward(sides))


def pattern_of_row(knowledge: Knowledge, cell: int, stuck: list[int]) -> str:
    """The name of the pattern that bars these ways through a white circle; "" if it has none."""
    beside = [knowledge.ways[side][cell] for mask in stuck for side in SIDES_OF[mask]]
    return "three whites" if all(at >= 0 and knowledge.problem.clues[at] == WHITE for at in beside) else ""


def _turns_here(knowledge: Knowledge, cell: int, side: int) -> Reason:
    problem, other = knowledge.problem, knowledge.ways[OPPOSITE[side]][cell]
    circle = one(problem, cell, Role.BECAUSE, side | OPPOSITE[side])
    if pattern_of_turn(knowledge, cell, side) == "two whites":
        words = "one line runs through {} and {}, so it turns right after {}."
        page = part(words, circle, one(problem, other, Role.BECAUSE, side | OPPOSITE[side]), circle)
    else:
        words = "the loop does not turn on the other side of {}, so it turns on this one."
        page = part(words, circle, marks=_marked(knowledge, cell, OPPOSITE[side]))
    return Reason.of(_premises(knowledge, cell, side | OPPOSITE[side]), page)


def pattern_of_turn(knowledge: Knowledge, cell: int, side: int) -> str:
    """The name of the pattern by which the loop turns on this side of a white circle."""
    other = knowledge.ways[OPPOSITE[side]][cell]
    return "two whites" if other >= 0 and knowledge.problem.clues[other] == WHITE else "white turns"


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The circles that changed, and those beside cells that changed."""
    clues, ways = knowledge.problem.clues + b"\0", knowledge.ways  # beyond the border, at -1, is no circle
    north, east, south, west = ways[N], ways[E], ways[S], ways[W]
    cells: dict[int, None] = {}
    for cell in changed:
        for at in (cell, north[cell], east[cell], south[cell], west[cell]):
            if clues[at]:
                cells[at] = None
    return cells


def links(knowledge: Knowledge) -> ClueLinks:
    """What the circles say about open lines: a line to a black one goes straight, and beside a white one one turns."""
    clues, ways, left = knowledge.problem.clues, knowledge.ways, list(knowledge.left)
    beside: dict[int, list[int]] = {}
    together = []
    for cell in (cell for cell, clue in enumerate(clues) if clue):
        usable = 15 & ~knowledge.known(cell)
        for side in SIDES_OF[usable] if clues[cell] == BLACK else ():
            other = ways[side][cell]
            turning = left[other] & HAS[OPPOSITE[side]] & ~_straight(side)
            if turning:
                left[other] &= ~turning
                beside.setdefault(other, []).append(cell)
        for side in SIDES_OF[usable & (N | E)] if clues[cell] == WHITE else ():
            back = OPPOSITE[side]
            lines = ((cell, side), (ways[side][cell], side), (ways[back][cell], back))
            if all(knowledge.left[at] & HAS[toward] for at, toward in lines):
                open_lines = tuple((at, toward) for at, toward in lines if knowledge.undecided(at) & toward)
                together.append((cell, open_lines))
    return ClueLinks(left, beside, together)


def circle_clauses(problem: Problem) -> Iterator[ClueClause]:
    """What the circles say that the domains of their cells do not: see the proof above."""
    ways = problem.grid.ways
    for cell, clue in enumerate(problem.clues):
        for side in (N, E, S, W) if clue == BLACK else ():
            beside = ways[side][cell]
            if beside >= 0:  # a line to the cell beside a black circle goes straight on there
                yield ClueClause(cell, ((cell, side, False), (beside, side, True)))
        for side in (N, E) if clue == WHITE else ():
            back = OPPOSITE[side]
            ahead, behind = ways[side][cell], ways[back][cell]
            if ahead >= 0 and behind >= 0:  # a line through a white one does not go straight on at both ends
                yield ClueClause(cell, ((cell, side, False), (ahead, side, False), (behind, back, False)))


PROPAGATOR = partial(Clued, find=find, near=near)

RULE = Rule(
    name="circles",
    sentence="Through a white circle the loop goes straight and turns beside it; on a black one it turns and goes on.",
    find=find,
    near=near,
)
