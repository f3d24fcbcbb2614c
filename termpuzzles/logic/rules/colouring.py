"""`colouring`: lines that tiles force to be alike, or to be unlike, form classes; one line settles its whole class.

Proof: two lines of a tile are tied if all masks left to it have them alike, or all have them unlike; every solution
satisfies every tie, and so what follows from tie to tie. A mask that disagrees with that is in no solution. And if one
of the two ways to draw a whole class leaves a tile no mask, or closes a loop where all must become one tree, then every
solution draws the class the other way.
Source: two-colouring, as for the strong links of a Sudoku; union-find with a parity.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from itertools import combinations
from typing import NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, S
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.parts import Role, Sides, between, many, one, part, toward
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import ALL, FITS, HAS, KNOWN, LACKS, Domain
from termpuzzles.logic.rules.assumption import AssumedComponents, closed_loop, merged, premises_of, tree_components
from termpuzzles.logic.rules.cuts import joint

NAME = "colouring"


class Tie(NamedTuple):
    """Two sides of a tile that are alike, or unlike, in all its masks."""

    one: int
    other: int
    unlike: int


class Edge(NamedTuple):
    """A tie seen from one of its lines: the other line, whether they are unlike, and the tile that ties them."""

    line: int
    unlike: int
    cell: int


@cache
def _pairs(domain: Domain) -> tuple[tuple[int, int, Domain, Domain], ...]:
    """For each two undecided sides of a tile the masks in which they are alike, and those in which they are unlike."""
    known = KNOWN[domain]
    found = []
    for one_side, other in combinations(SIDES_OF[15 & ~(known >> 4 | known)], 2):
        alike = domain & (HAS[one_side] & HAS[other] | LACKS[one_side] & LACKS[other])
        found.append((one_side, other, alike, domain & ~alike))
    return tuple(found)


@cache
def ties(domain: Domain) -> tuple[Tie, ...]:
    """The ties of a tile with this domain."""
    return tuple(Tie(side, other, not alike) for side, other, alike, unlike in _pairs(domain) if not (alike and unlike))


class Classes:
    """The classes of tied lines: each line has one that stands for its class, and is alike or unlike that one."""

    def __init__(self, knowledge: Knowledge) -> None:
        self.knowledge = knowledge
        self.above: dict[int, tuple[int, int]] = {}
        self.edges: dict[int, list[Edge]] = {}
        self.clash: int | None = None  # a line that would have to be unlike itself
        left, line = knowledge.left, knowledge.grid.line
        self.cells = knowledge.open_cells()
        for cell in self.cells:
            for side, other, unlike in ties(left[cell]):
                self._tie(line(cell, side), line(cell, other), unlike, cell)

    def _tie(self, one_line: int, other: int, unlike: int, cell: int) -> None:
        self.edges.setdefault(one_line, []).append(Edge(other, unlike, cell))
        self.edges.setdefault(other, []).append(Edge(one_line, unlike, cell))
        root, flip = self.find(one_line)
        child, flipped = self.find(other)
        if root != child:
            self.above[child] = (root, flip ^ flipped ^ unlike)
        elif flip ^ flipped != unlike and self.clash is None:
            self.clash = one_line

    def find(self, line: int) -> tuple[int, int]:
        """The line that stands for the class, and 1 if this one is unlike it."""
        flips = 0
        above = self.above
        while line in above:
            line, flip = above[line]
            flips ^= flip
        return line, flips

    def members(self) -> dict[int, dict[int, int]]:
        """The lines of each class, each with 1 if it is unlike the line that stands for the class, else 0."""
        found: dict[int, dict[int, int]] = {}
        for line in self.edges:
            root, flip = self.find(line)
            found.setdefault(root, {})[line] = flip
        return found

    def odd_cycle(self, start: int) -> list[int]:
        """The tiles on a shortest way of ties that leads back to the line and makes it unlike itself."""
        came: dict[tuple[int, int], tuple[tuple[int, int], int]] = {}
        queue = [(start, 0)]
        for line, flip in queue:
            for beyond, unlike, cell in self.edges[line]:
                there = beyond, flip ^ unlike
                if there not in came and there != (start, 0):
                    came[there] = (line, flip), cell
                    queue.append(there)
        found = []
        at = start, 1
        while at != (start, 0):
            at, cell = came[at]
            found.append(cell)
        return found

    def way(self, start: int, goals: Collection[int], without: int = -1) -> dict[int, int] | None:
        """Shortest ways of ties from a line to others: their lines, each with the tile that ties it to the one before.

        The first line comes with -1. No way uses the tile `without`. None if a goal cannot be reached.
        """
        came: dict[int, tuple[int, int]] = {start: (start, -1)}
        queue = [start]
        missing = set(goals) - {start}
        for line in queue:
            if not missing:
                break
            for beyond, _, cell in self.edges[line]:
                if beyond not in came and cell != without:
                    came[beyond] = (line, cell)
                    queue.append(beyond)
                    missing.discard(beyond)
        if missing:
            return None
        found = {start: -1}
        for goal in goals:
            line = goal
            while line not in found:
                before, cell = came[line]
                found[line] = cell
                line = before
        return found


class Why(NamedTuple):
    """Why a class cannot be drawn one way: some of its lines, each with the tile that ties it to the one before.

    They leave `tile` no turn, or else they close a loop with the `drawn` lines.
    """

    lines: Mapping[int, int]
    tile: int = -1
    drawn: Mapping[int, int] = {}

    def tiles(self) -> list[int]:
        """The tiles that tie the lines, and the one that is left no turn."""
        return sorted({*self.lines.values(), self.tile} - {-1})


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The masks that disagree with the ties, and the classes that fail one way; the whole board at once."""
    classes = Classes(knowledge)
    if classes.clash is not None:
        around = classes.odd_cycle(classes.clash)
        cell, *_ = around
        last = Narrowing(cell, knowledge.left[cell], 0)
        yield Finding(NAME, (last,), partial(_clash_reason, knowledge, around), len(set(around)))
        return
    members = classes.members()
    for cell in classes.cells:
        yield from _disagreeing(knowledge, classes, cell)
    components = tree_components(knowledge)
    at: dict[int, dict[int, int]] = {}  # for each class its tiles, each with the sides that lines of the class cross
    for root, lines in members.items():
        sides = at[root] = defaultdict(int)
        for line in lines:
            cell, other = knowledge.grid.ends(line)
            side = S if line & 1 else E
            sides[cell] |= side
            sides[other] |= OPPOSITE[side]
    for root, lines in members.items():
        for value in (0, 1):
            drawn = {line for line, flip in lines.items() if flip ^ value}
            for why in _failures(knowledge, classes, components, at[root], drawn):
                yield _settled(knowledge, why, drawn)


def _disagreeing(knowledge: Knowledge, classes: Classes, cell: int) -> Iterator[Finding]:
    line, edges = knowledge.grid.line, classes.edges
    before = knowledge.left[cell]
    for side, other, alike, unlike in _pairs(before):
        here, beside = line(cell, side), line(cell, other)
        if here not in edges:
            continue
        (root, flip), (there, flipped) = classes.find(here), classes.find(beside)
        if root != there:
            continue
        bad = alike if flip ^ flipped else unlike
        if bad and (way := classes.way(here, (beside,), cell)):
            narrowed = (Narrowing(cell, before, before & ~bad),)
            yield Finding(
                NAME,
                narrowed,
                partial(_tied_reason, knowledge, way, cell, side | other, narrowed),
                len(set(way.values())),
            )


def _failures(
    knowledge: Knowledge, classes: Classes, components: Components | None, sides: Mapping[int, int], drawn: set[int]
) -> list[Why]:
    """Why the class cannot be drawn this way, each time by the fewest tiles found; [] if nothing is wrong with it."""
    found = [why for cell in sides if (why := _failing_tile(knowledge, classes, cell, sides[cell], drawn))]
    if components and not found:
        joining = AssumedComponents(components)
        if not all(joining.join(*knowledge.grid.ends(line)) for line in sorted(drawn)):
            loop = closed_loop(knowledge, components, sorted(drawn))
            assert loop
            supposed = sorted(loop.supposed)
            way = classes.way(supposed[0], supposed)
            if way and len(supposed) > 1:  # one line alone is for `no loop`
                found.append(Why(way, drawn=loop.drawn))
    if not found:
        return []
    fewest = min(len(why.tiles()) for why in found)
    return [why for why in found if len(why.tiles()) == fewest]


def _failing_tile(knowledge: Knowledge, classes: Classes, cell: int, sides: int, drawn: set[int]) -> Why | None:
    line, before = knowledge.grid.line, knowledge.left[cell]
    decided = [(side, line(cell, side)) for side in SIDES_OF[sides]]
    if before & FITS[sum(side << 4 if each in drawn else side for side, each in decided)]:
        return None
    for number in range(2, len(decided) + 1):
        for some in combinations(decided, number):
            if not before & FITS[sum(side << 4 if each in drawn else side for side, each in some)]:
                first, *rest = (each for _, each in some)
                if way := classes.way(first, rest, cell if number == 2 else -1):
                    return Why(way, cell)
    return None


def _settled(knowledge: Knowledge, why: Why, drawn: set[int]) -> Finding:
    """The lines of the reason the other way round; `edge` goes on from there to the rest of the class."""
    narrowed = joint(knowledge, [line for line in why.lines if line not in drawn], drawn & set(why.lines))
    return Finding(NAME, narrowed, partial(_failing_reason, knowledge, why, drawn, narrowed), len(why.tiles()))


def _tied_reason(
    knowledge: Knowledge, way: Mapping[int, int], cell: int, sides: int, narrowed: tuple[Narrowing, ...]
) -> Reason:
    problem = knowledge.problem
    by = sorted(set(way.values()) - {-1})
    target = one(problem, cell, Role.TARGET, sides)
    ((_, _, after),) = narrowed
    unlike = _is_unlike(knowledge, cell, sides, after)
    claim = "one has a line, the other has none" if unlike else "both have a line, or neither has"
    link = "link" if len(by) > 1 else "links"
    shown = many(problem, by, Role.BECAUSE)
    page = part(f"{{}} {link} two sides of {{}}, {toward(sides)}: {claim}.", shown, target)
    page = page._replace(ways=_both_ways(knowledge, way))
    tying = [_tying(knowledge, each, way) for each in by if each != cell]
    return Reason.of([*tying, Premise(cell, 0, problem.domain_of(cell))], page)


def _both_ways(knowledge: Knowledge, way: Mapping[int, int]) -> tuple[Sides, ...]:
    """The two ways in which tied lines can be drawn: one of them drawn, and not."""
    grid, tied = knowledge.grid, list[tuple[int, int, bool]]()
    for tile in {*way.values()} - {-1}:
        for side, other, same, unlike in _pairs(knowledge.left[tile]):
            here, there = grid.line(tile, side), grid.line(tile, other)
            if here in way and there in way and bool(same) != bool(unlike):
                tied += [(here, there, bool(same)), (there, here, bool(same))]
    drawn, waiting = {next(iter(way)): True}, [next(iter(way))]
    for line in waiting:  # grows while it is read
        for here, there, alike in tied:
            if here == line and there not in drawn:
                drawn[there] = drawn[line] == alike
                waiting.append(there)
    return _shown(drawn), _shown({line: not value for line, value in drawn.items()})


def _shown(drawn: Mapping[int, bool]) -> Sides:
    """The lines as they are drawn or not: a known byte for one cell of each."""
    found: dict[int, int] = defaultdict(int)
    for line, is_drawn in drawn.items():
        cell, side = _side(line)
        found[cell] |= side << 4 if is_drawn else side
    return dict(found)


def _tying(knowledge: Knowledge, cell: int, lines: Collection[int]) -> Premise:
    """The premise at a tying tile: all its masks that tie these lines in the same way as the masks left to it."""
    line, keep = knowledge.grid.line, knowledge.problem.domain_of(cell)
    for side, other, alike, unlike in _pairs(knowledge.left[cell]):
        if not (alike and unlike) and line(cell, side) in lines and line(cell, other) in lines:
            both = HAS[side] & HAS[other] | LACKS[side] & LACKS[other]
            keep &= both if alike else ~both
    return Premise(cell, 0, keep)


def _clash_reason(knowledge: Knowledge, around: list[int]) -> Reason:
    claim = part(
        "around {}, a line would have to be both drawn and not drawn.", many(knowledge.problem, around, Role.BECAUSE)
    )
    return Reason.of(merged(premises_of(knowledge, around)), claim)


def _is_unlike(knowledge: Knowledge, cell: int, sides: int, after: Domain) -> bool:
    one_side, other = SIDES_OF[sides]
    return not after & (HAS[one_side] & HAS[other] | LACKS[one_side] & LACKS[other])


def _failing_reason(knowledge: Knowledge, why: Why, drawn: set[int], narrowed: tuple[Narrowing, ...]) -> Reason:
    problem = knowledge.problem
    by = why.tiles()
    premises = [_tying(knowledge, cell, why.lines) for cell in sorted({*why.lines.values()} - {-1})]
    first = next(iter(why.lines))
    supposed = part(
        f"suppose {{}} is {'drawn' if first in drawn else 'not drawn'}, and follow that through {{}}.",
        between(problem, *_side(first), Role.ASSUMED),
        many(problem, by, Role.BECAUSE),
        assumption=True,
    )._replace(shows=_shown({line: line in drawn for line in why.lines}))
    if why.tile >= 0:
        premises.append(_left_none(knowledge, why, drawn))
        ending = part("Then {} has no turn left.", one(problem, why.tile, Role.CUT_OFF), assumption=True)
    else:
        premises += [Premise(cell, sides << 4, ALL) for cell, sides in why.drawn.items() if sides]
        ending = part(
            "Then these lines would close a loop.", marks=[many(problem, why.drawn, Role.BECAUSE)], assumption=True
        )
    return Reason.of(merged(premises), supposed, ending)


def _left_none(knowledge: Knowledge, why: Why, drawn: set[int]) -> Premise:
    """The premise at the tile that is left no turn: no mask that fits the supposed lines is left to it."""
    supposed, undecided = 0, knowledge.undecided(why.tile)
    for side in SIDES_OF[undecided]:
        line = knowledge.grid.line(why.tile, side)
        if line in why.lines:
            supposed |= side << 4 if line in drawn else side
    return Premise(why.tile, 0, knowledge.problem.domain_of(why.tile) & ~FITS[supposed])


def _side(line: int) -> tuple[int, int]:
    """The cell west or north of the line, and the side toward it."""
    return line // 2, S if line & 1 else E


RULE = Rule(
    name=NAME,
    sentence="Straights and corners link lines: if one is drawn, the other must be drawn too, or must not.",
    find=find,
)
