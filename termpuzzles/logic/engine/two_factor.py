"""The 2-factor of what is known, kept from one look at the board to the next, and what follows from it.

It is for boards on which every open cell has two lines.
"""

from __future__ import annotations

from termpuzzles.board.grid import OPPOSITE
from termpuzzles.logic.checkerboard.flow import BoardLines, Region, Shortage, two_factor
from termpuzzles.logic.checkerboard.parity import Forced, OnlyWays, Shared, type_1, type_2, ways_by_matching
from termpuzzles.logic.engine.domain_store import DomainStore, Propagator
from termpuzzles.logic.problem import HAS, KNOWN, LACKS, Whole

_DRAWN = bytes(known >> 4 for known in range(256))
_USABLE = bytes(15 & ~known for known in range(256))


class Balance(Propagator):
    """The last 2-factor, and what the last look at the whole board found for steps that are yet to be made.

    From one step to the next what is known only grows, so what was found still holds and is used up before anything is
    counted anew; after an undo it is not used. An old 2-factor only helps to find the next.
    """

    thorough = True

    def __init__(self, store: DomainStore) -> None:
        super().__init__(store)
        self.open = bytes(not domain & 1 for domain in store.left)
        self.factor: bytes | None = None
        self.shared: Shared | None = None
        self.only_ways: OnlyWays | None = None

    def lines(self) -> BoardLines:
        """The lines as known to each cell; both cells at a line agree once `degree` has nothing left to find."""
        known = bytes(map(KNOWN.__getitem__, self.store.left))
        return BoardLines(self.store.grid, self.open, known.translate(_DRAWN), known.translate(_USABLE))

    def look_1(self) -> list[Region]:
        """The smallest regions whose numbers settle some line by type 1, or one whose numbers contradict each other."""
        lines = self.lines()
        shared = self.shared
        if shared and lines.grown_from(shared.lines) and (regions := shared.regions(lines)):
            return regions
        factor = two_factor(lines, self.factor)
        if isinstance(factor, Shortage):
            return [Region.of(lines, factor.region)]
        self.factor, self.shared = factor, type_1(lines, factor)
        return self.shared.regions(lines)

    def look_2(self) -> tuple[Forced | None, Region] | None:
        """A line and the region that needs it, by type 2; None and a region with no way out; or None."""
        lines = self.lines()
        before = self.only_ways
        if before and lines.grown_from(before.lines) and (found := before.first(lines)):
            return found
        factor = two_factor(lines, self.factor)
        if isinstance(factor, Shortage):
            return None
        ways = type_2(lines, factor)
        if isinstance(ways, Region):
            return None, ways
        self.factor, self.only_ways = factor, ways
        return ways.first(lines)

    def propagate(self) -> bool:
        """Put in all that type 1 finds, or else all that type 2 finds; False on a contradiction."""
        lines = self.lines()
        if lines.drawn == lines.usable:
            return True
        factor = two_factor(lines, self.factor)
        if isinstance(factor, Shortage):
            return self._refute()
        self.factor = factor
        forced = type_1(lines, factor).forced
        if not forced and self.store.problem.whole is Whole.LOOP:
            for ways in ways_by_matching(lines, factor):
                if isinstance(ways, Region):
                    return self._refute()
                if forced := list(ways):
                    break
        return all(map(self._put_in, forced))

    def _refute(self) -> bool:
        self.store.contradicted = True
        return False

    def _put_in(self, forced: Forced) -> bool:
        cell, side, drawn = forced
        keep = HAS if drawn else LACKS
        other = self.store.ways[side][cell]
        return self.store.narrow(cell, keep[side]) and self.store.narrow(other, keep[OPPOSITE[side]])
