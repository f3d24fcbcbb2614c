"""Judges of full boards, at the speed of bytes; and what is wrong with a position, in words that several games use."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from termpuzzles.board.byteboard import CellSet, few_ones, without_ends
from termpuzzles.board.graph import DisjointSets
from termpuzzles.board.grid import DEGREE, MASKS, OPPOSITE, E, Grid, N, S, W
from termpuzzles.board.surface import Seam
from termpuzzles.english import counted
from termpuzzles.games.model import Mistake

if TYPE_CHECKING:
    from termpuzzles.board.survey import Survey


_HAS = {side: bytes(bool(mask & side) for mask in range(16)) + bytes(240) for side in (N, E, S, W)}


def fits(grid: Grid, lines: bytes) -> bool:
    """Whether no line ends loose, at a border or at a wall: every line of a full board is met by one from beyond."""
    width, height = grid.width, grid.height
    across, down = grid.surface
    east, west = bytearray(lines.translate(_HAS[E])), bytearray(lines.translate(_HAS[W]))
    south, north = lines.translate(_HAS[S]), lines.translate(_HAS[N])
    first_column, first_row = west[::width], north[:width]
    if across is Seam.FLIPPED:
        first_column.reverse()
    if down is Seam.FLIPPED:
        first_row = first_row[::-1]
    if south[:-width] != north[width:] or east[width - 1 :: width] != first_column or south[-width:] != first_row:
        return False
    if (not across and 1 in first_column) or (not down and 1 in first_row):
        return False
    east[width - 1 :: width] = west[::width] = bytes(height)
    return east[:-1] == west[1:] and not any(lines[cell] & side for cell, side in grid.walls)


def is_one_tree(grid: Grid, lines: bytes) -> bool:
    """Whether the lines of a board that `fits` join all cells that are not blank, with no loop.

    Of `n` cells, `n - 1` lines of which none closes a loop leave one group.
    """
    cells = grid.size - lines.count(0)
    if not cells:
        return True
    if lines.translate(_HAS[E]).count(1) + lines.translate(_HAS[S]).count(1) != cells - 1:
        return False
    left = without_ends(grid, lines)
    if left.count(0) == grid.size:
        return True
    sets = DisjointSets(grid.size)
    for side in (E, S):
        starts = list(few_ones(left.translate(_HAS[side])))
        if not sets.join_all(starts, map(grid.ways[side].__getitem__, starts)):
            return False
    return True


def is_loop_of(grid: Grid, lines: bytes, start: int, length: int) -> bool:
    """Whether the lines, two in each cell that has any, lead from the cell `start` back to it through that many cells.

    A walk whose every line meets one from beyond, and which leaves each cell by its other line, is back where it began
    after passing each cell of its loop once.
    """
    ways = grid.ways
    cell, side, steps = start, lines[start] & -lines[start], 0
    while True:
        cell, steps = ways[side][cell], steps + 1
        back = OPPOSITE[side]
        if cell < 0 or not lines[cell] & back:
            return False
        if cell == start:
            return steps == length
        side = lines[cell] ^ back


_ON_LOOPS = bytes(mask for mask in MASKS if DEGREE[mask] in (0, 2))


def is_one_loop(grid: Grid, lines: bytes) -> bool:
    """Whether the lines of a board are one loop: two in each cell on it, and none in the others."""
    if lines.translate(None, _ON_LOOPS):
        return False
    start = next((cell for cell, mask in enumerate(lines) if mask), -1)
    return start >= 0 and is_loop_of(grid, lines, start, len(lines) - lines.count(0))


def loose_ends(survey: Survey) -> tuple[Mistake, ...]:
    """The mistakes `loose end` and `wall`: lines that no other meets, and lines into a wall or off the board."""
    found = []
    if number := _sides_in(survey.ends):
        found.append(Mistake("loose end", CellSet(survey.ends), counted(number, "loose end")))
    if number := _sides_in(survey.blocked):
        off = _sides_in(survey.blocked, _border(survey.grid))
        where = "off the board" if off == number else "into a wall or off the board" if off else "into a wall"
        sentence = f"{counted(number, 'line')} {'runs' if number == 1 else 'run'} {where}"
        found.append(Mistake("wall", CellSet(survey.blocked), sentence))
    return tuple(found)


def _sides_in(masks: bytes, among: bytes | None = None) -> int:
    """The number of sides in all masks together, or of those that are also in the masks of `among`."""
    sides = int.from_bytes(masks, "little")
    return (sides if among is None else sides & int.from_bytes(among, "little")).bit_count()


@lru_cache(maxsize=4)
def _border(grid: Grid) -> bytes:
    """For each cell the mask of its sides that face the border of the board."""
    width, size, masks = grid.width, grid.size, bytearray(grid.size)
    for x in range(0 if grid.surface.down else width):
        masks[x] |= N
        masks[size - width + x] |= S
    for first in range(0, 0 if grid.surface.across else size, width):
        masks[first] |= W
        masks[first + width - 1] |= E
    return bytes(masks)


def loops(survey: Survey) -> tuple[Mistake, ...]:
    """The mistake `loop`: lines that lead around to where they began."""
    return (Mistake("loop", CellSet(survey.looped), counted(survey.loops, "loop")),) if survey.loops else ()


def not_joined(survey: Survey, source: int) -> tuple[Mistake, ...]:
    """The mistakes `sealed off` (groups that can no longer grow) and `not joined` (more than one group).

    The cells not joined are those outside the group of the source, or if that is blank, of the first cell with a line.
    """
    if survey.groups < 2:
        return ()
    found = []
    if sealed := survey.closed_groups:
        found.append(Mistake("sealed off", CellSet(lambda: survey.closed), counted(sealed, "sealed-off group")))
    return (*found, Mistake("not joined", CellSet(lambda: _apart(survey, source)), f"{survey.groups} groups to join"))


def _apart(survey: Survey, source: int) -> bytes:
    """1 for each cell with a line that is not joined to the source, or to the first cell with a line, else 0."""
    main = survey.ids[source if survey.lines[source] else survey.heads[0]]
    return bytes(mask > 0 and number != main for mask, number in zip(survey.lines, survey.ids, strict=True))
