"""New boards: unique by proof, rated on request, the same for the same seed everywhere.

In the order in which to read them:

- `proof`          the cells that the allowed rules leave open: if there are none, the board has just one solution
- `stock`          boards of rare ratings that come with the program, and larger boards grown around them
- `course`         how a solver gets through a board: how early and how often it needs its hardest technique
- `target`         what to make, what is refused at once, and how long to look for the rest
- `verdict`        what a new board is beside what was asked for, and in words what the nearest one was
- `needed_clues`   the clues of a board without which it has a second solution
- `hill_climbing`  boards that are hardly ever drawn: made from others by small changes, uphill
- `clue_sets`      which clues stay: as few as will do, nearest to a grade, or so that the hardest rule comes early
- `generate`       one board: draw a solved one, prove that nothing else solves it, mend it where that fails, and again;
                   then take away the clues that it does not need
"""

from termpuzzles.games.making.randomness import STREAM, rng_of
from termpuzzles.generator.generate import NotFound, make_board, making
from termpuzzles.generator.target import misasked, ratings, refusal

__all__ = ["STREAM", "NotFound", "make_board", "making", "misasked", "ratings", "refusal", "rng_of"]
