"""Deduction on whole boards: the local rule, and on trees the order in which the other rules take their turns.

One pass is about a hundred operations on ints, whatever the size of the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from termpuzzles.board.grid import TURNS, E, N
from termpuzzles.logic.bitboards import tree
from termpuzzles.logic.bitboards.frame import (
    NOTHING,
    NOTHING_GIVEN,
    Four,
    Frame,
    KnownLines,
    Layout,
    Sides,
    TileBits,
    lay_out,
)
from termpuzzles.logic.bitboards.joined import Joined, no_loop
from termpuzzles.logic.bitboards.tree import Facts, PassPlan, as_tree
from termpuzzles.logic.problem import FITS, Domain, Problem, Whole
from termpuzzles.logic.task import Task, finish

PASSES = 200  # of the local rule alone; other code takes over then, as a long chain takes one pass for each cell
FIRST = 60  # passes of the local rule where other rules come after it
FEW = 200  # where fewer than one cell in this many is open, looking at those alone is quicker than at whole boards

# OUT[turns]: the masks of corners that are ruled out with these turns (bit 3 is the first); those of tees draw a line.
OUT = tuple(sum(1 << TURNS[N | E][turn] for turn in range(4) if turns << turn & 8) for turns in range(16))

LONE = tuple(1 << mask for mask in range(16))  # LONE[mask]: the domain of this mask alone


@dataclass(frozen=True)
class Settled:
    """The result of whole-board deduction on a problem.

    `contradiction`: there is no solution. `finished`: the local rule is at its fixpoint. `joined`: which cells the
    drawn lines join, where that was worked out. The properties are worked out when they are asked for.
    """

    problem: Problem
    board: Layout
    facts: Facts
    contradiction: bool
    finished: bool
    joined: Joined | None = None

    @property
    def is_open(self) -> bool:
        """Whether some cell is not settled."""
        return bool(opened(self.board, self.facts.lines))

    @cached_property
    def drawn(self) -> bytes:
        """For each cell the mask of the sides known to have a line; for a settled cell these are all its lines."""
        return self._masks(self.facts.lines.drawn)

    @cached_property
    def undecided(self) -> bytes:
        """For each cell the mask of the sides at which the line is neither drawn nor ruled out."""
        drawn, out = self.facts.lines
        cells = self.board.frame.cells
        return self._masks(Sides(*(cells & ~(yes | no) for yes, no in zip(drawn, out, strict=True))))

    @cached_property
    def left(self) -> dict[int, Domain]:
        """For each cell that is not settled the masks that it may still take, at least two."""
        still_open = opened(self.board, self.facts.lines)
        if not still_open:
            return {}
        drawn, out, turns_out = self.drawn, self._masks(self.facts.lines.out), self._masks(self.facts.turns_out)
        return {
            cell: self.problem.domain_of(cell) & FITS[drawn[cell] << 4 | out[cell]] & ~OUT[turns_out[cell]]
            for cell in self.board.frame.places(still_open)
        }

    def domains(self) -> list[Domain]:
        """What is left of each cell's domain."""
        found = list(map(LONE.__getitem__, self.drawn))
        for cell, domain in self.left.items():
            found[cell] = domain
        return found

    def _masks(self, sides: Sides) -> bytes:
        frame = self.board.frame
        return frame.stripped(frame.masks(sides))


def settle(problem: Problem, rules: Sequence[str] | None = None, patience: int = PASSES) -> Settled:
    """Deduce what `edge` says, and on trees also `no loop` and `dead end`, as far as `rules` names these two.

    `fits` must hold for the problem. Gives up after `patience` passes in a row without a new fact. Sound but not
    complete: it leaves the end of a very long chain of conclusions to other code, and all but `edge` if few are open.
    """
    return finish(settling(problem, rules, patience))


def settling(
    problem: Problem,
    rules: Sequence[str] | None = None,
    patience: int = PASSES,
    given: Mapping[int, Domain] = NOTHING_GIVEN,
) -> Task[Settled]:
    """`settle`, as a task that can be stopped anywhere.

    `given` may limit some cells to fewer masks; only the lines on which these agree are used, not the masks themselves.
    """
    board = lay_out(problem, given)
    frame, tiles = board.frame, board.tiles
    is_tree = problem.whole is Whole.TREE and (rules is None or "no loop" in rules)
    joined: Joined | None = None
    lines = at_fixpoint(frame, tiles, board.start, FIRST if is_tree else PASSES)
    facts = Facts(lines, NOTHING)
    if is_tree and not contradicts(lines):
        yield None
        joined = Joined(frame)
        if opened(board, lines).bit_count() * FEW < frame.bits:
            joined.join(lines.drawn)
        else:
            limit = tree.deepest(frame, board.joined) if rules is None or "dead end" in rules else 0
            facts = yield from as_tree(_Tree(board, joined), frame.bits, facts, limit, patience)
    # The local rule once more: where the passes ran out, tiles may still be at odds with their neighbours.
    again = one_pass(frame, tiles, facts.lines)
    contradiction = contradicts(again) or bool(joined and joined.looped)
    return Settled(problem, board, facts, contradiction, again == facts.lines, joined)


class _Tree:
    """What follows on a board that must become one tree: see `tree.Deductions`."""

    def __init__(self, board: Layout, joined: Joined) -> None:
        self._board, self._joined = board, joined

    def one_pass(self, facts: Facts, dead: Four) -> Facts:
        return tree.tree_pass(self._board.frame, self._board.tiles, facts, dead)

    def dead_ends(self, facts: Facts, dead: Four) -> Four:
        return tree.dead_ends(self._board.frame, self._board.tiles, facts.turns_out, dead)

    def stake(self, facts: Facts) -> PassPlan:
        (drawn, out), turns_out = facts
        return PassPlan.of(self._board.tiles, turns_out, drawn.n, drawn.e, out)

    def contradicts(self, facts: Facts) -> bool:
        return contradicts(facts.lines)

    def opened(self, facts: Facts) -> int:
        return opened(self._board, facts.lines)

    def no_loop(self, facts: Facts, opened: int) -> Facts | None:
        self._joined.join(facts.lines.drawn)
        return None if self._joined.looped else no_loop(self._joined, self._board.tiles, facts, opened)


def opened(board: Layout, lines: KnownLines) -> int:
    """The cells with an undecided line: neither drawn nor ruled out."""
    (n, e, s, w), (no_n, no_e, no_s, no_w) = lines
    cells = board.frame.cells
    return cells ^ cells & (n | no_n) & (e | no_e) & (s | no_s) & (w | no_w)


def at_fixpoint(frame: Frame, tiles: TileBits, lines: KnownLines, passes: int) -> KnownLines:
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


def one_pass(frame: Frame, tiles: TileBits, lines: KnownLines) -> KnownLines:
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
