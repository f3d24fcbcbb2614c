"""Whole boards at once: one int for each fact, one bit for each cell. Other code goes on cell by cell with the rest.

Sound for boards of turning tiles: the local rule always, and where all must be joined in one tree also dead ends and
no loop. Nothing here guesses or gives reasons. In the order in which to read them:

- `frame`        how the cells of a board lie in the bits of one int; tiles, and the lines that they and borders settle
- `fixpoint`     the local rule, and on trees the order in which the other rules take their turns
- `tree`         where all must become one tree: dead ends, loops around unit squares, and when to look for these
- `joined`       which cells the drawn lines join, and the turns that would join a group twice
- `solved_tree`  which cells deduction would leave open on a tree that is already drawn, in half the time
- `solved_loops` what deduction would leave open of loops that are already drawn
"""

from termpuzzles.logic.bitboards.fixpoint import Settled, settle, settling
from termpuzzles.logic.bitboards.frame import fits

__all__ = ["Settled", "fits", "settle", "settling"]
