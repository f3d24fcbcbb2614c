"""The local rule on whole boards: a tile and its known sides rule each other's states out.

One pass is about a hundred operations on ints, whatever the size of the board.
"""

from __future__ import annotations

from termpuzzles.logic.bitboards.frame import Frame
from termpuzzles.logic.bitboards.tiles import KnownLines, Tiles


def at_fixpoint(frame: Frame, tiles: Tiles, lines: KnownLines, passes: int) -> KnownLines:
    """Apply the local rule until it finds nothing more, contradicts itself or has made that many passes."""
    for _ in range(passes):
        found = one_pass(frame, tiles, lines)
        if found == lines or contradicts(found):
            return found
        lines = found
    return lines


def contradicts(lines: KnownLines) -> bool:
    """Whether some line is both drawn and ruled out.

    This also finds a tile that its four known sides do not fit, for there `one_pass` says two things about one side: an
    end without any line gains one and an end with two loses both, a tee likewise, and the opposite sides of corners and
    of bars are tied.
    """
    (n, e, s, w), (no_n, no_e, no_s, no_w) = lines
    return bool(e & no_e or s & no_s or n & no_n or w & no_w)


def one_pass(frame: Frame, tiles: Tiles, lines: KnownLines) -> KnownLines:
    """All that follows from each cell's tile and its own four sides, stated on both sides of each line.

    For each tile this is all that its remaining turns agree on:
    an end has one line: one drawn rules the others out, three ruled out draw the fourth;
    a tee is an end with drawn and ruled out exchanged;
    a corner has one of each two opposite sides, and a bar both of two opposite sides and neither of the others.
    """
    (n, e, s, w), (no_n, no_e, no_s, no_w) = lines
    ends, bars, corners, tees, _ = tiles
    upright = bars & (n | s | no_e | no_w)
    lying = bars & (e | w | no_n | no_s)
    vertical, level = upright | tees & (no_e | no_w), lying | tees & (no_n | no_s)
    no_vertical, no_level = lying | ends & (e | w), upright | ends & (n | s)
    alone, others = corners | ends, corners | tees
    # where a line at one of two opposite sides rules the other out, and a line ruled out draws the other
    if_n_s, if_e_w = alone | tees & e & w, alone | tees & n & s
    if_no_n_s, if_no_e_w = others | ends & no_e & no_w, others | ends & no_n & no_s
    drawn = (
        n | vertical | no_s & if_no_n_s,
        e | level | no_w & if_no_e_w,
        s | vertical | no_n & if_no_n_s,
        w | level | no_e & if_no_e_w,
    )
    out = (
        no_n | no_vertical | s & if_n_s,
        no_e | no_level | w & if_e_w,
        no_s | no_vertical | n & if_n_s,
        no_w | no_level | e & if_e_w,
    )
    return KnownLines(frame.shared(drawn), frame.shared(out))
