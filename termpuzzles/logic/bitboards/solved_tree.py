"""Which cells deduction would leave open on a tree that is already drawn: the same passes, each in half the time.

Sound deduction never says anything about a line but what the drawn tree does. So one bit holds all that is known about
a line, namely whether it is known; and the turn that a tile has in the tree is never ruled out.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple

from termpuzzles.board.grid import MASKS, SIDES, TURNS
from termpuzzles.board.rooted_tree import Tree
from termpuzzles.logic.bitboards import tree
from termpuzzles.logic.bitboards.fixpoint import FEW, FIRST
from termpuzzles.logic.bitboards.frame import NOTHING, Four, Frame, Sides, TileBits, digits
from termpuzzles.logic.bitboards.joined import clashes, ruled_out
from termpuzzles.logic.bitboards.tree import PassPlan, as_tree
from termpuzzles.logic.problem import Problem, Whole, domain
from termpuzzles.logic.task import Task

ALL_TURNS = tuple(domain(*TURNS[mask]) for mask in MASKS)
WITH = {side: digits(bytes(mask for mask in MASKS if mask & side)) for side in SIDES}


class TreeDeductions(NamedTuple):
    """What is known of every solution: whether each cell's lines east and south are, and which turns are not taken."""

    east: int
    south: int
    turns_out: Four = NOTHING


class Solved(NamedTuple):
    """A drawn tree in bitboards.

    `bent` are the corners with a line at that side. Ends and tees have one side unlike the other three, their `odd`
    one; `even` are the tees by each of the other three.
    """

    frame: Frame
    tiles: TileBits
    drawn: Sides
    bent: Sides
    odd: Sides
    even: Sides

    @classmethod
    def of(cls, frame: Frame, masks: bytes) -> Solved:
        """The tree of these masks."""
        padded = frame.padded(masks)
        drawn = Sides(*(frame.bitboard(padded, WITH[side]) for side in SIDES))
        n, e, s, w = drawn
        one_upright, one_level, both_upright, both_level = n ^ s, e ^ w, n & s, e & w
        corners, crosses = one_upright & one_level, both_upright & both_level
        tees = both_upright & one_level | both_level & one_upright
        ends = (one_upright | one_level) ^ corners ^ tees
        bars = (both_upright | both_level) ^ crosses ^ tees
        bent = Sides(corners & n, corners & e, corners & s, corners & w)
        even = Sides(tees & n, tees & e, tees & s, tees & w)
        odd = Sides(*(ends & side | tees ^ other for side, other in zip(drawn, even, strict=True)))
        return cls(frame, TileBits(ends, bars, corners, tees, crosses), drawn, bent, odd, even)

    def start(self) -> TreeDeductions:
        """The facts known at once: the lines of crosses, and those closed by borders and walls."""
        n, e, s, w = (side | self.tiles.crosses for side in self.frame.closed)
        return TreeDeductions(e | self.frame.from_east(w), s | self.frame.from_south(n))

    def sides(self, known: TreeDeductions) -> Sides:
        """The lines that are known, stated at each side of each cell."""
        frame, (east, south, _) = self.frame, known
        return Sides(
            frame.from_north(south) | frame.closed.n, east, south, frame.from_west(east) | frame.closed.w
        )  # no line leads to the first row and column from beyond


class _Branches:
    """The parts into which the tree falls without the lines that are not known yet.

    A line of the tree that is known is known to be drawn, so it joins a cell to the one above it.
    """

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._parents: list[int] = []
        self._tops: list[int] = []  # the cells whose line up is not known

    def roots(self, undecided: Mapping[int, int]) -> dict[int, int]:
        """For each cell in `undecided`, given with the mask of its undecided lines, the topmost cell of its part."""
        above, up, parents = self._tree.above, self._tree.up, self._parents
        if not parents:
            self._parents = parents = above.tolist()
            self._tops = list(undecided)
        for cell in self._tops:
            parents[cell] = cell if undecided.get(cell, 0) & up[cell] else above[cell]
        self._tops = [cell for cell in self._tops if parents[cell] == cell]
        roots = {}
        for cell in undecided:
            root = cell
            while (higher := parents[root]) != root:
                parents[root] = root = parents[higher]
            roots[cell] = root
        return roots


def fits(problem: Problem) -> bool:
    """Whether bitboards can hold the problem, every tile may take all its turns, and all must become one tree."""
    return not problem.grid.is_twisted and problem.whole is Whole.TREE and problem.domains == ALL_TURNS


def still_open(frame: Frame, solution: Tree, patience: int) -> Task[dict[int, int] | None]:
    """The cells that `bitboards.settling` would leave open, each with the mask of its undecided sides.

    None where only `bitboards.settling` itself can tell.
    """
    if min(frame.width, frame.height) == 1:  # where a line may lead from a cell to itself
        return None
    solved = Solved.of(frame, bytes(solution))
    known, is_fixpoint = _edge(solved)
    deduced = _Deduced(solved, _Branches(solution))
    if deduced.opened(known).bit_count() * FEW >= frame.bits:
        yield None
        limit = tree.deepest(frame, frame.grid.size)
        known = yield from as_tree(deduced, frame.bits, known, limit, patience)
    elif not is_fixpoint:
        return None
    return deduced.undecided(known)


def _edge(solved: Solved) -> tuple[TreeDeductions, bool]:
    """The facts found by the local rule (see `fixpoint.one_pass`), and whether it reached its fixpoint.

    All sides of an end or a tee are known once its odd side is, and that is known once the three others are. All sides
    of a bar are known once any is. Two opposite sides of a corner are known together.
    """
    frame, bars, corners = solved.frame, solved.tiles.bars, solved.tiles.corners
    odd_n, odd_e, odd_s, odd_w = solved.odd
    from_north, from_east, from_south, from_west = frame.from_north, frame.from_east, frame.from_south, frame.from_west
    north, west = frame.closed.n, frame.closed.w
    e, s, _ = solved.start()
    for _ in range(FIRST):
        n, w = from_north(s) | north, from_west(e) | west
        any_ns, any_ew, ns, ew = n | s, e | w, n & s, e & w
        every = bars & (any_ns | any_ew) | odd_n & n | odd_e & e | odd_s & s | odd_w & w
        upright, level = every | corners & any_ns, every | corners & any_ew
        east = e | level | odd_e & w & ns | from_east(level | odd_w & e & ns)
        south = s | upright | odd_s & n & ew | from_south(upright | odd_n & s & ew)
        if east == e and south == s:
            return TreeDeductions(e, s), True
        e, s = east, south
    return TreeDeductions(e, s), False


class _Deduced:
    """What follows on a tree that is drawn already: see `tree.Deductions`."""

    def __init__(self, solved: Solved, branches: _Branches) -> None:
        self._solved, self._branches = solved, branches
        self._last: tuple[TreeDeductions | None, dict[int, int]] = None, {}  # the last answer of `undecided`
        self.one_pass = partial(_one_pass, solved)

    def dead_ends(self, known: TreeDeductions, dead: Four) -> Four:
        return tree.dead_ends(self._solved.frame, self._solved.tiles, known.turns_out, dead)

    def stake(self, known: TreeDeductions) -> PassPlan:
        sides = self._solved.sides(known)
        return PassPlan.of(self._solved.tiles, known.turns_out, sides.n, sides.e, sides)

    def contradicts(self, known: TreeDeductions) -> bool:
        return False

    def opened(self, known: TreeDeductions) -> int:
        n, e, s, w = self._solved.sides(known)
        cells = self._solved.frame.cells
        return cells ^ cells & n & e & s & w

    def undecided(self, known: TreeDeductions) -> dict[int, int]:
        """For each cell that is not settled the mask of its lines that are not known."""
        last, undecided = self._last
        if known is not last:
            masks = self._solved.frame.masks_at(self._solved.sides(known), self.opened(known))
            undecided = {cell: 15 ^ mask for cell, mask in masks.items()}
            self._last = known, undecided
        return undecided

    def no_loop(self, known: TreeDeductions, opened: int) -> TreeDeductions:
        frame = self._solved.frame
        undecided = self.undecided(known)
        found = clashes(frame, self._branches.roots(undecided), undecided)
        if not found:
            return known
        no_line, no_turn = ruled_out(self._solved.tiles, found)
        (n, e, s, w), (r0, r1, r2, r3), (no_0, no_1, no_2, no_3) = no_line, known.turns_out, no_turn
        turns_out = r0 | no_0, r1 | no_1, r2 | no_2, r3 | no_3
        return TreeDeductions(known.east | e | frame.from_east(w), known.south | s | frame.from_south(n), turns_out)


def _one_pass(solved: Solved, known: TreeDeductions, dead: Four) -> TreeDeductions:
    """What follows from each cell's tile and lines, its unit squares, and these dead ends beyond its sides.

    First the turns that are ruled out (see `tree.turns` and `tree.squares`), then the lines on which the remaining
    turns agree (see `tree.agreed_lines`): one long function, because a call takes as long as two operations
    on a small board.
    """
    frame, (ends, bars, corners, tees, _), _, bent, odd, even = solved
    e, s, (r0, r1, r2, r3) = known
    n, w = frame.from_north(s) | frame.closed.n, frame.from_west(e) | frame.closed.w
    dead_n, dead_e, dead_s, dead_w = dead
    dead_ns, dead_ew = dead_n & dead_s, dead_e & dead_w
    any_ns, any_ew, ns, ew = n | s, e | w, n & s, e & w

    east, south = e & solved.drawn.e, s & solved.drawn.s
    below, beside = frame.from_south(east), frame.from_east(south)
    q0, q1, q2 = frame.from_north(east & beside), below & beside, frame.from_west(south & below)
    q3 = frame.from_north(frame.from_west(east & south))

    not_n, not_e, not_s, not_w = any_ns & bent.s, any_ew & bent.w, any_ns & bent.n, any_ew & bent.e
    all_known = odd.n & n | odd.e & e | odd.s & s | odd.w & w
    r0 |= not_n | not_e | corners & (dead_n & dead_e | q0) | even.n & (n | all_known | dead_s & dead_ew | q1 | q2)
    r1 |= not_e | not_s | corners & (dead_e & dead_s | q1) | even.e & (e | all_known | dead_w & dead_ns | q2 | q3)
    r2 |= not_s | not_w | corners & (dead_s & dead_w | q2) | even.s & (s | all_known | dead_n & dead_ew | q3 | q0)
    r3 |= not_w | not_n | corners & (dead_w & dead_n | q3) | even.w & (w | all_known | dead_e & dead_ns | q0 | q1)

    r01, r12, r23, r30 = r0 & r1, r1 & r2, r2 & r3, r3 & r0
    all_known = ends & all_known | bars & (any_ns | any_ew | dead_ns | dead_ew)
    upright, level = all_known | corners & (r12 | r30), all_known | corners & (r01 | r23)
    north = upright | tees & (r0 | r12 & r3) | ends & (dead_n | s & ew)
    east = e | level | tees & (r1 | r23 & r0) | ends & (dead_e | w & ns)
    south = s | upright | tees & (r2 | r30 & r1) | ends & (dead_s | n & ew)
    west = level | tees & (r3 | r01 & r2) | ends & (dead_w | e & ns)
    return TreeDeductions(east | frame.from_east(west), south | frame.from_south(north), (r0, r1, r2, r3))
