"""`block`: four tiles that meet at a point have few joint turns; a turn that is part of none of them is ruled out.

Proof: take a solution and look at the four tiles alone. Each has one of the masks left to it, and they agree on every
line between two of them, so this is a joint turn. Where all must become one tree, a joint turn is ruled out

- if the lines that it draws join one component twice, for that closes a loop; and
- if it leaves a component with one of the four that is too small for the board and cannot go on: the lines of the four
  are all decided, and no open cell elsewhere in it can take a mask that agrees with them and leads on. All cells that
  are not blank must be joined, so no solution has that.

So no solution has a mask that is part of no remaining joint turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import combinations, product

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, N, S, W
from termpuzzles.board.surface import Seam
from termpuzzles.english import number_in_words
from termpuzzles.logic.engine.components import Components
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.explain.conclusion import conclusion_of, denies
from termpuzzles.logic.explain.parts import (
    LONGEST,
    Mention,
    Part,
    Role,
    Sentence,
    many,
    page_of,
    part,
    plain_noun,
)
from termpuzzles.logic.explain.step import Finding, Narrowing, Premise, Reason
from termpuzzles.logic.problem import HAS, KNOWN, LACKS, LONE, Domain, Problem, masks_of
from termpuzzles.logic.rules.assumption import (
    AssumedComponents,
    closed_loop,
    members,
    merged,
    premises_of,
    tree_components,
)

NAME = "block"
JOINT_TURNS_KEPT = 20_000  # the number of blocks' domains whose joint turns are cached
IN_OR_BESIDE = 12  # cells in a block or next to it

Four = tuple[int, int, int, int]  # north-west, north-east, south-west, south-east
Way = tuple[int, ...]  # a joint turn: the mask of each

_PAIRS = ((0, E, 1), (2, E, 3), (0, S, 2), (1, S, 3))
_AROUND = (((0, W, 1), (2, W, 3)), ((0, N, 2), (1, N, 3)))  # where two columns, or rows, wrap: joined on both sides
_OVER_ACROSS, _OVER_DOWN = 4, 5  # beyond a flipped seam two of the four are mirrored
_JOINED = (
    _PAIRS,
    (*_PAIRS, *_AROUND[0]),
    (*_PAIRS, *_AROUND[1]),
    (*_PAIRS, *_AROUND[0], *_AROUND[1]),
    ((0, E, 1), (2, E, 3), (0, S, 2), (1, N, 3)),
    ((0, E, 1), (2, W, 3), (0, S, 2), (1, S, 3)),
)  # the lines between the four: the place of a cell among them, its side, and the place of the cell beyond


def find(knowledge: Knowledge, cells: Iterable[int]) -> Iterator[Finding]:
    """The masks that the joint turns of the blocks with these north-west cells rule out."""
    components = tree_components(knowledge)
    for corner in cells:
        four = square(knowledge.grid, corner)
        if four and (finding := _find_at(knowledge, components, four)):
            yield finding


def square(grid: Grid, corner: int) -> Four | None:
    """The four cells of the block, across seams too; None if there are not four different ones."""
    width, height = grid.width, grid.height
    x, y = grid.place(corner)
    right, below = x + 1, y + 1
    if right == width:
        if not grid.surface.across or width <= 2:  # if two columns wrap, the block across the seam would be the same
            return None
        right = 0
    if below == height:
        if not grid.surface.down or height <= 2:
            return None
        below = 0
    if not (right and below) and grid.is_twisted:
        return _square_across(grid, x, y)
    return corner, y * width + right, below * width + x, below * width + right


def _square_across(grid: Grid, x: int, y: int) -> Four | None:
    """The four cells of a block at a seam of a twisted board, as they are seen from its north-west cell."""
    seen = [grid.unrolled(column, row) for row in (y, y + 1) for column in (x, x + 1)]
    one, two, three, last = (found[0] for found in seen if found)
    return one, two, three, last


def _find_at(knowledge: Knowledge, components: Components | None, four: Four) -> Finding | None:
    one, two, three, last = four
    left = knowledge.left
    domains = (left[one], left[two], left[three], left[last])
    if all(map(LONE.__contains__, domains)):
        return None
    joined = _joined(knowledge.grid, one)
    joint = joint_turns(joined, *domains)
    keep = _used_by_four(joined, *domains) if components is None else _Lines(knowledge, components, four).used(joint)
    narrowed = tuple(
        Narrowing(cell, before, before & after)
        for cell, before, after in zip(four, domains, keep, strict=True)
        if before & ~after
    )
    tell, tell_some = partial(_reason, knowledge, four, narrowed), partial(_shortest_reason, knowledge, four)
    return Finding(NAME, narrowed, tell, len(joint), tell_some=tell_some) if narrowed else None


def _joined(grid: Grid, corner: int) -> int:
    """How the four of the block are joined: an index into `_JOINED`."""
    across, down = grid.surface
    if not grid.is_twisted:
        return (across > 0 and grid.width == 2) + 2 * (down > 0 and grid.height == 2)
    if across is Seam.FLIPPED:
        return _OVER_ACROSS * (corner % grid.width == grid.width - 1)
    return _OVER_DOWN * (corner >= grid.size - grid.width)


@lru_cache(JOINT_TURNS_KEPT)
def joint_turns(joined: int, one: Domain, two: Domain, three: Domain, last: Domain) -> tuple[Way, ...]:
    """Every choice of masks for the four that agree on the lines between them."""
    pairs = _JOINED[joined]
    return tuple(
        way
        for way in product(masks_of(one), masks_of(two), masks_of(three), masks_of(last))
        if all(bool(way[here] & side) == bool(way[there] & OPPOSITE[side]) for here, side, there in pairs)
    )


@lru_cache(JOINT_TURNS_KEPT)
def _used_by_four(joined: int, one: Domain, two: Domain, three: Domain, last: Domain) -> list[Domain]:
    """For each of the four its masks in joint turns."""
    return _used(joint_turns(joined, one, two, three, last), (0, 1, 2, 3))


def _fitting(knowledge: Knowledge, some: Sequence[int]) -> list[Way]:
    """The joint turns of these tiles alone."""
    ways = knowledge.ways
    pairs = [
        (at, side, some.index(ways[side][cell]))
        for at, cell in enumerate(some)
        for side in (E, S)
        if ways[side][cell] in some
    ]
    return [
        way
        for way in product(*(masks_of(knowledge.left[cell]) for cell in some))
        if all(bool(way[here] & side) == bool(way[there] & OPPOSITE[side]) for here, side, there in pairs)
    ]


def _used(ways: Iterable[Way], some: Sequence[int]) -> list[Domain]:
    keep = [0] * len(some)
    for way in ways:
        for at, mask in enumerate(way):
            keep[at] |= 1 << mask
    return keep


class _Lines:
    """The undecided lines at a block, and which joint turns they rule out."""

    def __init__(self, knowledge: Knowledge, components: Components, four: Sequence[int]) -> None:
        self.knowledge = knowledge
        self.components = components
        self.four = four  # or some of them
        find, ways = components.find, knowledge.ways
        self.roots = [find(cell) for cell in four]
        self.lines: list[tuple[int, int, int, int]] = []  # place in the block, side, the components on both sides
        for at, cell in enumerate(four):
            for side in SIDES_OF[knowledge.undecided(cell)]:
                other = ways[side][cell]
                if side in (E, S) or other not in four:  # a line between two of them is listed once
                    self.lines.append((at, side, self.roots[at], find(other)))
        self._ahead: dict[int, list[int] | None] = {}

    def used(self, joint: Sequence[Way]) -> list[Domain]:
        """For each of the tiles its masks in joint turns that are not ruled out."""
        keep = [0] * len(self.four)
        for way in joint:
            if any(not keep[at] >> mask & 1 for at, mask in enumerate(way)) and not self.is_out(way):
                for at, mask in enumerate(way):
                    keep[at] |= 1 << mask
        return keep

    def is_out(self, way: Way) -> bool:
        """Whether the joint turn closes a loop or seals a component off."""
        above: dict[int, int] = {}
        for at, side, here, there in self.lines:
            if way[at] & side:
                while here in above:
                    here = above[here]
                while there in above:
                    there = above[there]
                if here == there:
                    return True
                above[there] = here
        return bool(self.sealed(way, above))

    def sealed(self, way: Way, above: dict[int, int]) -> list[int]:
        """The components that the joint turn joins to one that it seals off; `above` holds what it joins to what."""
        parts: dict[int, list[int]] = {}
        for root in {*self.roots, *above, *above.values()}:
            top = root
            while top in above:
                top = above[top]
            parts.setdefault(top, []).append(root)
        blank = {root for root, mask in zip(self.roots, way, strict=True) if not mask}
        parents, total = self.components.parents, self.components.total
        for roots in parts.values():
            is_small = sum(-parents[root] for root in roots) < total and blank.isdisjoint(roots)
            if is_small and not any(self._goes_on(root, way) for root in roots):
                return roots
        return []

    def _goes_on(self, root: int, way: Way) -> bool:
        """Whether a cell of the component outside the block can still have a line that leads elsewhere."""
        if root not in self._ahead:
            self._ahead[root] = self._ends(root)
        ends = self._ahead[root]
        return ends is None or any(self._leads_on(cell, way) for cell in ends)

    def _ends(self, root: int) -> list[int] | None:
        """The open cells of the component beside the block; None if an open cell elsewhere can go on in any case."""
        knowledge, found = self.knowledge, []
        for cell in self.components.open_rim(root):
            if cell not in self.four:
                sides = knowledge.undecided(cell)
                if any(knowledge.ways[side][cell] in self.four for side in SIDES_OF[sides]):
                    found.append(cell)
                elif sides:
                    return None
        return found

    def _leads_on(self, cell: int, way: Way) -> bool:
        keep, onward = self.knowledge.left[cell], 0
        for side in SIDES_OF[self.knowledge.undecided(cell)]:
            other = self.knowledge.ways[side][cell]
            if other in self.four:
                keep &= (HAS if way[self.four.index(other)] & OPPOSITE[side] else LACKS)[side]
            else:
                onward |= HAS[side]
        return bool(keep & onward)

    def why_out(self, way: Way) -> tuple[list[Premise], list[int], list[int]]:
        """Why the joint turn is ruled out: the premises, the cells of the loop that it closes, the cells sealed off."""
        knowledge, components = self.knowledge, self.components
        line = knowledge.grid.line
        drawn = [line(self.four[at], side) for at, side, _, _ in self.lines if way[at] & side]
        if loop := closed_loop(knowledge, components, drawn):
            return loop.premises(), list(loop.drawn), []
        joining = AssumedComponents(components)
        for each in drawn:
            joining.join(*knowledge.grid.ends(each))
        cells = members(knowledge, components, self.sealed(way, joining.above))
        return premises_of(knowledge, cells), [], cells


def _shortest_reason(knowledge: Knowledge, four: Four, narrowed: Sequence[Narrowing]) -> Reason:
    """The reason by the fewest tiles whose joint turns narrow these cells as much as those of all four do."""
    components = tree_components(knowledge)
    about = {cell for cell, _, _ in narrowed}
    apart = four[0::3], four[1:3]  # tiles that only meet at a point
    for number in range(max(2, len(about)), 4):
        for some in combinations(four, number):
            if about.issubset(some) and some not in apart:
                joint = _fitting(knowledge, some)
                keep = _used(joint, some) if components is None else _Lines(knowledge, components, some).used(joint)
                if all(not keep[some.index(cell)] & before & ~after for cell, before, after in narrowed):
                    return _reason(knowledge, some, narrowed)
    return _reason(knowledge, four, narrowed)


def _reason(knowledge: Knowledge, some: Sequence[int], narrowed: Sequence[Narrowing]) -> Reason:
    problem = knowledge.problem
    components = tree_components(knowledge)
    joint = _fitting(knowledge, some)
    premises = premises_of(knowledge, some)
    looped: list[int] = []
    sealed: list[int] = []
    dropped = {cell: before & ~after for cell, before, after in narrowed}
    for way in joint:
        if components and any(
            cell in dropped and dropped[cell] >> mask & 1 for cell, mask in zip(some, way, strict=True)
        ):
            rests, loop, cut_off = _Lines(knowledge, components, some).why_out(way)
            premises += rests
            looped += loop
            sealed += cut_off
    noun = plain_noun(problem)
    shown = f"these {('two', 'three', 'four')[len(some) - 2]} {noun}s"  # one of them may be the marked one
    block = many(problem, some, Role.BECAUSE)._replace(shown=shown)
    first, *_, last = some
    if len(some) == 4 and last == first + problem.grid.width + 1:  # not across a seam: two corners say which it is
        name = problem.grid.name
        block = block._replace(named=f"the four {noun}s from {name(first)} to {name(last)}")
    is_contradiction = not all(after for _, _, after in narrowed)
    ways = tuple({cell: KNOWN[1 << mask] for cell, mask in zip(some, way, strict=True)} for way in joint)
    if not looped and not sealed:
        if is_contradiction:
            return Reason.of(merged(premises), _fit_together(block, len(joint))._replace(ways=ways))
        claim, denied = conclusion_of(problem, narrowed), denies(problem, narrowed)
        return Reason.of(merged(premises), _all_agree(block, len(joint), claim, denied)._replace(ways=ways))
    others = [cell for cell in sealed if cell not in some] or sealed
    when = "any other way" if not is_contradiction else "that way" if len(joint) == 1 else "in each"
    fit = _fit_together(block, len(joint))._replace(ways=ways)
    return Reason.of(merged(premises), fit, _otherwise(problem, looped, others, when))


def _fit_together(block: Mention, number: int) -> Part:
    ways = "only one way" if number == 1 else f"only {number_in_words(number)} ways" if number else "no way"
    return part(f"{{}} fit together in {ways}.", block)


def _all_agree(block: Mention, number: int, claim: Part, denied: bool) -> Part:
    """The part for joint turns that have all of the claim in common: "and in both the marked end points down"."""
    if number == 1:
        return _fit_together(block, number)
    ways = f"{{}} fit together in only {number_in_words(number)} ways"
    if denied or len(claim.marks) > 1 or len(claim.sentences) > 1:
        return part(f"{ways}, and {'both' if number == 2 else 'all'} agree on this.", block)
    (same,) = claim.sentences
    in_all = "in both" if number == 2 else "in all of them"
    told = page_of(same._replace(after=Sentence(f"{ways}, and {in_all}", (block,))))
    if len(told.plain.split()) <= LONGEST:
        return told
    return page_of(Sentence(f"{ways}.", (block,)), same._replace(after=Sentence(f"{in_all},")))


def _otherwise(problem: Problem, looped: Sequence[int], sealed: Sequence[int], when: str) -> Part:
    """What comes of the joint turns that are ruled out: a loop, or tiles that are sealed off."""
    if not sealed:
        closes = f"{when} would close a loop." if when == "Any other way" else f"{when}, a loop would close."
        return part(closes, marks=[many(problem, looped, Role.BECAUSE)])
    cut_off = many(problem, sealed, Role.CUT_OFF)
    if not looped:
        return part(f"{when}, {{}} would be sealed off.", cut_off)
    marks = [many(problem, looped, Role.BECAUSE)]
    return part(f"{when}, a loop would close or {{}} would be sealed off.", cut_off, marks=marks)


def near(knowledge: Knowledge, changed: Iterable[int], since: int) -> Iterable[int]:
    """The north-west cells of the blocks with a cell that changed, or at a component that changed."""
    cells = dict.fromkeys(changed)
    if (components := tree_components(knowledge)) and len(cells) < knowledge.size:
        for child in components.log[since:]:
            cells.update(dict.fromkeys(components.open_rim(child)))
        for root in {components.find(cell) for cell in cells}:
            rim = components.open_rim(root)
            if len(rim) <= IN_OR_BESIDE:  # with more open cells it is not sealed off by a block
                cells.update(dict.fromkeys(rim))
                cells.update(
                    (knowledge.ways[side][cell], None) for cell in rim for side in SIDES_OF[knowledge.undecided(cell)]
                )
    grid = knowledge.grid
    corners = _all_corners(grid).__getitem__ if grid.is_twisted else partial(_corners, grid)
    worth_it = {corner for cell in knowledge.open_cells() for corner in corners(cell)}
    return dict.fromkeys(corner for cell in cells for corner in corners(cell) if corner in worth_it)


def _corners(grid: Grid, cell: int) -> tuple[int, int, int, int]:
    """The north-west cells of the up to four blocks with that cell."""
    width = grid.width
    x = cell % width
    row, west = cell - x, (x or width) - 1
    above = (row or grid.size) - width
    return cell, row + west, above + x, above + west


@lru_cache(maxsize=2)
def _all_corners(grid: Grid) -> list[list[int]]:
    """For each cell the north-west cells of the blocks with it."""
    corners: list[list[int]] = [[] for _ in range(grid.size)]
    for corner in range(grid.size):
        for cell in square(grid, corner) or ():
            corners[cell].append(corner)
    return corners


RULE = Rule(
    name=NAME,
    sentence="Four tiles that meet at a point fit together in only a few ways: a turn in none of these is out.",
    find=find,
    near=near,
    log=Components,
)
