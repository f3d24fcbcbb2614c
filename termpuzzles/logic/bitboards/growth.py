"""Boards that must become one tree: in which order to look for dead ends and loops, and for how long."""

from __future__ import annotations

from typing import Generic, NamedTuple, Protocol, TypeVar

from termpuzzles.logic.bitboards.frame import NOTHING, Four, Sides
from termpuzzles.logic.bitboards.tiles import Tiles
from termpuzzles.logic.task import Task

IDLE = 6  # passes without a new fact before looking for loops, which takes as long as some fifty passes
BITS_AT_ONCE = 2_000_000  # bits that passes go over, in some 10 ms, before there is a chance to stop them

F = TypeVar("F")  # what is known of every solution


class Stake(NamedTuple):
    """What dead ends might still rule out: turns of corners and tees, bars that do not stand or lie, lines of ends."""

    corners: Sides
    tees: Sides
    standing: int
    lying: int
    ends: Sides

    @classmethod
    def of(cls, tiles: Tiles, turns_out: Four, upright: int, level: int, out: Sides) -> Stake:
        """The stake while these turns and lines are ruled out, and bars have lines drawn north and east."""
        r0, r1, r2, r3 = turns_out
        ends, bars, corners, tees, _ = tiles
        return cls(
            Sides(corners ^ corners & r0, corners ^ corners & r1, corners ^ corners & r2, corners ^ corners & r3),
            Sides(tees ^ tees & r0, tees ^ tees & r1, tees ^ tees & r2, tees ^ tees & r3),
            bars ^ bars & upright,
            bars ^ bars & level,
            Sides(ends ^ ends & out.n, ends ^ ends & out.e, ends ^ ends & out.s, ends ^ ends & out.w),
        )

    def is_decided_by(self, dead: Four) -> bool:
        """Whether these dead ends rule out anything at stake: see `tree.turns` and `tree.lines`."""
        n, e, s, w = dead
        (c0, c1, c2, c3), (t0, t1, t2, t3), standing, lying, (end_n, end_e, end_s, end_w) = self
        level, upright = e & w, n & s
        return bool(
            n & (end_n | e & c0 | w & c3)
            | s & (end_s | e & c1 | w & c2)
            | e & end_e
            | w & end_w
            | level & (standing | s & t0 | n & t2)
            | upright & (lying | w & t1 | e & t3)
        )


class Deductions(Protocol[F]):
    """One way to keep what is known of a board, and what follows from it."""

    def one_pass(self, facts: F, dead: Four) -> F:
        """What follows from each cell's tile and lines, its unit squares, and these dead ends beyond its sides."""

    def dead_ends(self, facts: F, dead: Four) -> Four:
        """The sides that lead to a dead end one step deeper than those in `dead`."""

    def stake(self, facts: F) -> Stake:
        """What dead ends might still rule out."""

    def contradicts(self, facts: F) -> bool:
        """Whether some fact and its contrary are both known."""

    def opened(self, facts: F) -> int:
        """The cells with an undecided line."""

    def no_loop(self, facts: F, opened: int) -> F | None:
        """The facts with the turns of the `opened` cells ruled out that would close a loop; None if a loop is drawn."""


class Growth(NamedTuple, Generic[F]):
    """Facts, and how far the dead ends found beside them have grown.

    All in `dead` are dead within `depth` - 1 steps. `learnt` says whether facts were found since `dead` was empty,
    `idle` how many passes in a row have found none, and `finished` that there is nothing more to find. From a pass that
    finds none until one that does, only deeper dead ends can say anything new, and only about what is at `stake`.
    """

    facts: F
    dead: Four = NOTHING
    depth: int = 0
    learnt: bool = False
    idle: int = 0
    finished: bool = False
    stake: Stake | None = None


def advance(board: Deductions[F], growth: Growth[F], limit: int, passes: int) -> Growth[F]:
    """Make passes of the local rule, dead ends and unit squares, fewer if they contradict themselves or find no more.

    `limit` is the result of `tree.deepest`. A pass takes the dead ends at most one step deeper, whatever facts it
    finds, for what was dead stays so while turns are ruled out. So after k passes that found new dead ends all of them
    are dead within k-1 steps, and a turn whose sides are all dead joins only cells in a ball of k steps. Past the limit
    that would prove nothing: then the dead ends are counted again from none, with all that is known by now, until a
    whole count brings no new fact.
    """
    facts, dead, depth, learnt, idle, _, stake = growth
    for _ in range(passes):
        deeper = board.dead_ends(facts, dead) if depth < limit else dead
        idle += 1
        if stake is None or stake.is_decided_by(deeper):
            found = board.one_pass(facts, deeper)
            if found != facts:
                facts, learnt, idle, stake = found, True, 0, None
                if board.contradicts(facts):
                    break
            else:
                stake = board.stake(facts)
        if idle and deeper == dead:
            if depth < limit or not learnt:
                return Growth(facts, dead, depth, learnt, idle, True, stake)
            dead, depth, learnt = NOTHING, 0, False
            continue
        depth += deeper != dead
        dead = deeper
    return Growth(facts, dead, depth, learnt, idle, False, stake)


def as_tree(board: Deductions[F], bits: int, facts: F, limit: int, patience: int) -> Task[F]:
    """Deduce what follows for one tree: dead ends as long as they find anything, then loops, and again.

    Gives up after `patience` passes in a row without a new fact.
    """
    at_once = max(1, BITS_AT_ONCE // bits)
    growth, idle = Growth(facts), IDLE
    without_loops: F | None = None  # the facts in which loops were last looked for in vain
    while True:
        while not growth.finished and growth.idle < idle and not board.contradicts(growth.facts):
            growth = advance(board, growth, limit, min(idle - growth.idle, at_once))
            yield None
        still_open = board.opened(growth.facts)
        if not still_open or board.contradicts(growth.facts):
            return growth.facts
        found = growth.facts if growth.facts is without_loops else board.no_loop(growth.facts, still_open)
        if found is None:
            return growth.facts
        if found != growth.facts:
            growth = growth._replace(facts=found, learnt=True, idle=0, finished=False, stake=None)
            idle = IDLE
        elif growth.finished or idle >= patience:
            return found
        else:
            growth, idle, without_loops = growth._replace(idle=0), patience, growth.facts
