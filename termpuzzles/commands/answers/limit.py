"""What can be shown of a puzzle when its budget runs out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid
from termpuzzles.logic.problem import KNOWN

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.problem import Domain
    from termpuzzles.logic.task import Budget


MOST_NAMED = 12  # open cells to name
WORDS = 0.3  # seconds to write down what is known after the budget has run out
WHY = 2.0  # seconds to look for a reason; most are found at once, others perhaps never


class Known(NamedTuple):
    """A partly settled board: the position that shows what is settled, and the cells still open."""

    state: State
    open_cells: tuple[int, ...]

    def names(self, grid: Grid) -> str:
        """The names of the first open cells, and how many there are."""
        shown = " ".join(map(grid.name, self.open_cells[:MOST_NAMED])) or "none"
        number = len(self.open_cells)
        return f"{shown} … ({number} in all)" if number > MOST_NAMED else shown


def to_tell_why(budget: Budget) -> Budget:
    """The budget for finding a reason why a board has no solution: at most `WHY` seconds of it."""
    return budget.within(WHY)


def known_so_far(puzzle: Puzzle, left: Sequence[Domain] | None) -> Known:
    """The board as far as `left`, the masks certainly left to each cell, settles it; all other cells are as given."""
    if left is None:
        left = list(map(puzzle.problem().domains.__getitem__, puzzle.problem().kinds))
    open_cells = tuple(cell for cell, domain in enumerate(left) if domain & (domain - 1))
    lines = _certain_lines(puzzle, left) if puzzle.game.draws else _settled_tiles(puzzle, left)
    return Known(puzzle.start._replace(lines=bytes(lines)), open_cells)


def _settled_tiles(puzzle: Puzzle, left: Sequence[Domain]) -> bytearray:
    lines = bytearray(puzzle.start.lines)
    for cell, domain in enumerate(left):
        if not domain & (domain - 1):
            lines[cell] = domain.bit_length() - 1
    return lines


def _certain_lines(puzzle: Puzzle, left: Sequence[Domain]) -> bytearray:
    """Every line that is certain, drawn in both cells at it even if only one of them settles it."""
    lines = bytearray(len(left))
    for cell, domain in enumerate(left):
        for side in SIDES_OF[KNOWN[domain] >> 4]:
            lines[cell] |= side
            lines[puzzle.grid.ways[side][cell]] |= OPPOSITE[side]
    return lines
