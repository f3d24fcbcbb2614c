"""A limit of time for one puzzle, and what can be shown of the puzzle when it runs out."""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import OPPOSITE, SIDES_OF
from termpuzzles.logic.domains import KNOWN
from termpuzzles.logic.task import never

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.games.queries import Until
    from termpuzzles.logic.problem import Domain


WHY = 2.0  # seconds for which to look for a reason that can be told; most are found at once, others perhaps never


class Known(NamedTuple):
    """A board settled in part: the position that shows what is settled, and the cells still open."""

    state: State
    open_cells: tuple[int, ...]


def patience(seconds: float | None) -> Until:
    """Says True once that many seconds have gone by from now; never without a limit."""
    if seconds is None:
        return never
    end = monotonic() + seconds
    return lambda: monotonic() > end


def to_tell_why(until: Until) -> Until:
    """As `until`, but no longer than the reason is worth for a board that is known to have no solution."""
    enough = patience(WHY)
    return lambda: until() or enough()


def known_so_far(puzzle: Puzzle, left: Sequence[Domain] | None) -> Known:
    """What `left`, the masks certainly left to each cell, settles: there it is shown, elsewhere all stands as given."""
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
    """Every line that is certain, drawn in both cells at it even where only one of them tells."""
    lines = bytearray(len(left))
    for cell, domain in enumerate(left):
        for side in SIDES_OF[KNOWN[domain] >> 4]:
            lines[cell] |= side
            lines[puzzle.grid.ways[side][cell]] |= OPPOSITE[side]
    return lines
