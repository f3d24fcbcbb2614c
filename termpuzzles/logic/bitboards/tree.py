"""Boards that must become one tree, in bitboards: turns ruled out, dead ends, loops, and when to look for them.

Turns of a tile are numbered clockwise from the first: turn 0 of a corner has lines north and east, turn 0 of a tee
lacks the line north, so that turn `q` of a tee lacks side `q`. Ends and bars need no bitboards for their turns: what
rules out a turn of theirs rules out a line.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import Generic, NamedTuple, Protocol, TypeVar

from termpuzzles.logic.bitboards.frame import NOTHING, Four, Frame, KnownLines, Sides, TileBits
from termpuzzles.logic.task import Task


class Facts(NamedTuple):
    """What is known of every solution: its lines, and the turns that corners and tees do not take in any."""

    lines: KnownLines
    turns_out: Sides


def squares(frame: Frame, drawn: Four) -> Four:
    """At each cell, for turns 0 to 3 of a corner: whether the other two lines of the unit square inside it are drawn.

    The turn would draw the last two lines round that square. On a wrapped board two cells wide, or one, some of the
    four lines are the same; the drawn ones then still form a loop, of two lines or of one.
    """
    n, e, s, w = drawn
    return (
        frame.from_east(n) & frame.from_north(e),
        frame.from_east(s) & frame.from_south(e),
        frame.from_west(s) & frame.from_south(w),
        frame.from_west(n) & frame.from_north(w),
    )


def dead_ends(frame: Frame, tiles: TileBits, turns_out: Four, dead: Four) -> Four:
    """The sides that lead to a dead end one step deeper than those in `dead`.

    A line into a tile is dead at depth 0 when the tile is an end, and at depth k when every turn of the tile that takes
    the line leads on only through lines that are dead at depth k-1 or less: in any solution that draws the line, all
    cells beyond it lie within k steps of the tile. Proof: by induction over k, for a solution takes one of the turns
    that are left, and in a tree the cells beyond a line are joined to nothing else.
    """
    n, e, s, w = dead
    ends, bars, corners, tees, crosses = tiles
    r0, r1, r2, r3 = turns_out
    vertical, level = n & s, e & w
    without_n, without_e = r0 | level, r1 | vertical
    without_s, without_w = r2 | level, r3 | vertical
    n_e, e_s, s_w, w_n = n & e, e & s, s & w, w & n
    into_n = (
        ends
        | bars & s
        | corners & (r0 | e) & (r3 | w)
        | tees & (r1 | s_w) & without_s & (r3 | e_s)
        | crosses & s & level
    )
    into_e = (
        ends
        | bars & w
        | corners & (r0 | n) & (r1 | s)
        | tees & (r2 | w_n) & without_w & (r0 | s_w)
        | crosses & w & vertical
    )
    into_s = (
        ends
        | bars & n
        | corners & (r1 | e) & (r2 | w)
        | tees & (r3 | n_e) & without_n & (r1 | w_n)
        | crosses & n & level
    )
    into_w = (
        ends
        | bars & e
        | corners & (r2 | s) & (r3 | n)
        | tees & (r0 | e_s) & without_e & (r2 | n_e)
        | crosses & e & vertical
    )
    return frame.across((into_n, into_e, into_s, into_w))


def turns(tiles: TileBits, facts: Facts, dead: Four, square: Four) -> Sides:
    """The turns of corners and tees that are ruled out by their lines, by dead ends or by a unit square.

    A turn whose sides are all dead is ruled out when a ball with one more step than the depth of `dead` holds too few
    cells (see `deepest`), for the whole tree would lie in it.
    """
    ((n, e, s, w), (no_n, no_e, no_s, no_w)), (r0, r1, r2, r3) = facts
    dead_n, dead_e, dead_s, dead_w = dead
    q0, q1, q2, q3 = square
    not_n, not_e, not_s, not_w = no_n | s, no_e | w, no_s | n, no_w | e
    any_no_ns, any_no_ew, both_dead_ns, both_dead_ew = no_n | no_s, no_e | no_w, dead_n & dead_s, dead_e & dead_w
    corners, tees = tiles.corners, tiles.tees
    return Sides(
        r0
        | corners & (not_n | not_e | dead_n & dead_e | q0)
        | tees & (n | any_no_ew | no_s | dead_s & both_dead_ew | q1 | q2),
        r1
        | corners & (not_e | not_s | dead_e & dead_s | q1)
        | tees & (e | any_no_ns | no_w | dead_w & both_dead_ns | q2 | q3),
        r2
        | corners & (not_s | not_w | dead_s & dead_w | q2)
        | tees & (s | any_no_ew | no_n | dead_n & both_dead_ew | q3 | q0),
        r3
        | corners & (not_w | not_n | dead_w & dead_n | q3)
        | tees & (w | any_no_ns | no_e | dead_e & both_dead_ns | q0 | q1),
    )


def agreed_lines(frame: Frame, tiles: TileBits, facts: Facts, dead: Four) -> KnownLines:
    """The lines on which the turns that are left agree, stated on both sides of each line."""
    ((n, e, s, w), (no_n, no_e, no_s, no_w)), (r0, r1, r2, r3) = facts
    dead_n, dead_e, dead_s, dead_w = dead
    ends, bars, corners, tees, _ = tiles
    r01, r12, r23, r30 = r0 & r1, r1 & r2, r2 & r3, r3 & r0
    upright = bars & (n | s | no_e | no_w | dead_e & dead_w)
    level = bars & (e | w | no_n | no_s | dead_n & dead_s)
    any_ns, any_ew = n | s, e | w
    no_ns, no_ew = no_n & no_s, no_e & no_w
    drawn = (
        n | upright | corners & r12 | tees & r0 | ends & no_s & no_ew,
        e | level | corners & r23 | tees & r1 | ends & no_w & no_ns,
        s | upright | corners & r30 | tees & r2 | ends & no_n & no_ew,
        w | level | corners & r01 | tees & r3 | ends & no_e & no_ns,
    )
    out = (
        no_n | level | corners & r30 | tees & r12 & r3 | ends & (s | any_ew | dead_n),
        no_e | upright | corners & r01 | tees & r23 & r0 | ends & (w | any_ns | dead_e),
        no_s | level | corners & r12 | tees & r30 & r1 | ends & (n | any_ew | dead_s),
        no_w | upright | corners & r23 | tees & r01 & r2 | ends & (e | any_ns | dead_w),
    )
    return KnownLines(frame.shared(drawn), frame.shared(out))


def deepest(frame: Frame, joined: int) -> int:
    """The most steps of a ball that surely holds fewer cells than the `joined` cells of the tree.

    A ball of k steps meets the row that lies d rows away in at most 2(k-d)+1 cells, and in no more than there are
    columns; where the board wraps, a row may be met both ways, but the cells met on the nearer way include the others.
    """
    return _deepest(frame.width, frame.height, joined)


@lru_cache(maxsize=16)
def _deepest(width: int, height: int, joined: int) -> int:
    return bisect_left(range(1, width + height + 1), joined, key=lambda steps: _ball(width, height, steps))


def _ball(width: int, height: int, steps: int) -> int:
    away = [(row + 1) // 2 for row in range(min(height, 2 * steps + 1))]
    return sum([min(width, 2 * (steps - distance) + 1) for distance in away])


def tree_pass(frame: Frame, tiles: TileBits, facts: Facts, dead: Four) -> Facts:
    """What follows from each cell's tile and lines, its unit squares, and these dead ends beyond its sides."""
    turns_out = turns(tiles, facts, dead, squares(frame, facts.lines.drawn))
    return Facts(agreed_lines(frame, tiles, Facts(facts.lines, turns_out), dead), turns_out)


IDLE = 6  # passes without a new fact before looking for loops, which takes as long as some fifty passes
BITS_AT_ONCE = 2_000_000  # bits that passes go over, in some 10 ms, before there is a chance to stop them

F = TypeVar("F")  # what is known of every solution


class PassPlan(NamedTuple):
    """What dead ends might still rule out: turns of corners and tees, bars that do not stand or lie, lines of ends."""

    corners: Sides
    tees: Sides
    standing: int
    lying: int
    ends: Sides

    @classmethod
    def of(cls, tiles: TileBits, turns_out: Four, upright: int, level: int, out: Sides) -> PassPlan:
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

    def stake(self, facts: F) -> PassPlan:
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
    stake: PassPlan | None = None


def advance(board: Deductions[F], growth: Growth[F], limit: int, most_idle: int, passes: int) -> Growth[F]:
    """Make passes of the local rule, dead ends and unit squares, fewer if they contradict themselves or find no more.

    They also end once `most_idle` of them in a row have found nothing.

    `limit` is the result of `tree.deepest`. A pass takes the dead ends at most one step deeper, whatever facts it
    finds, for what was dead stays so while turns are ruled out. So after k passes that found new dead ends all of them
    are dead within k-1 steps, and a turn whose sides are all dead joins only cells in a ball of k steps. Past the limit
    that would prove nothing: then the dead ends are counted again from none, with all that is known by now, until a
    whole count brings no new fact.
    """
    facts, dead, depth, learnt, idle, _, stake = growth
    for _ in range(passes):
        if idle == most_idle:
            break
        deeper = board.dead_ends(facts, dead) if depth < limit else dead
        idle += 1
        if stake is None or stake.is_decided_by(deeper):
            found = board.one_pass(facts, deeper)
            if found != facts:
                facts, learnt, idle, stake = found, True, 0, None
                if board.contradicts(facts):
                    break
            elif not board.opened(facts):
                return Growth(facts, dead, depth, learnt, idle, True, stake)
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
            growth = advance(board, growth, limit, idle, at_once)
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
