"""Boards that must become one tree, in bitboards: turns ruled out, dead ends, loops round unit squares.

Turns of a tile are numbered clockwise from the first: turn 0 of a corner has lines north and east, turn 0 of a tee
lacks the line north, so that turn `q` of a tee lacks side `q`. Ends and bars need no bitboards for their turns: what
rules out a turn of theirs rules out a line.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import lru_cache
from typing import NamedTuple

from termpuzzles.logic.bitboards.frame import Four, Frame, Sides
from termpuzzles.logic.bitboards.tiles import KnownLines, Tiles


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


def dead_ends(frame: Frame, tiles: Tiles, turns_out: Four, dead: Four) -> Four:
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


def turns(tiles: Tiles, facts: Facts, dead: Four, square: Four) -> Sides:
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


def lines(frame: Frame, tiles: Tiles, facts: Facts, dead: Four) -> KnownLines:
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


def one_pass(frame: Frame, tiles: Tiles, facts: Facts, dead: Four) -> Facts:
    """What follows from each cell's tile and lines, its unit squares, and these dead ends beyond its sides."""
    turns_out = turns(tiles, facts, dead, squares(frame, facts.lines.drawn))
    return Facts(lines(frame, tiles, Facts(facts.lines, turns_out), dead), turns_out)
