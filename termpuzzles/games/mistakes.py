"""What is still wrong with a position, in words, as several games say it."""

from __future__ import annotations

from itertools import compress, repeat
from operator import ne

from termpuzzles.board.grid import DEGREE, E, Grid, N, S, W
from termpuzzles.board.survey import Survey, cells_with
from termpuzzles.games.model import Mistake

_DEGREES = bytes(DEGREE) + bytes(240)


def count(number: int, noun: str) -> str:
    """The number and the noun, in the plural unless there is one: "1 loop", "3 loops"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def loose_ends(seen: Survey) -> tuple[Mistake, ...]:
    """The mistakes `loose end` and `wall`: lines that no other meets, and lines into a wall or off the board."""
    found = []
    if any(seen.ends):
        sentence = count(sum(seen.ends.translate(_DEGREES)), "loose end")
        found.append(Mistake("loose end", tuple(cells_with(seen.ends)), sentence))
    if blocked := cells_with(seen.blocked):
        number = sum(seen.blocked.translate(_DEGREES))
        off = sum(DEGREE[seen.blocked[cell] & _border(seen.grid, cell)] for cell in blocked)
        where = "off the board" if off == number else "into a wall or off the board" if off else "into a wall"
        sentence = f"{count(number, 'line')} {'runs' if number == 1 else 'run'} {where}"
        found.append(Mistake("wall", tuple(blocked), sentence))
    return tuple(found)


def _border(grid: Grid, cell: int) -> int:
    """The mask of the cell's sides that face the border of the board."""
    x, y = grid.place(cell)
    across = 0 if grid.wrap_x else (x == 0) * W | (x == grid.width - 1) * E
    return across if grid.wrap_y else across | (y == 0) * N | (y == grid.height - 1) * S


def loops(seen: Survey) -> tuple[Mistake, ...]:
    """The mistake `loop`: lines that lead around to where they began."""
    cells = cells_with(seen.looped)
    return (Mistake("loop", tuple(cells), count(seen.loops, "loop")),) if cells else ()


def not_joined(seen: Survey, source: int) -> tuple[Mistake, ...]:
    """The mistakes `sealed off` (groups that can no longer grow) and `not joined` (more than one group).

    The cells not joined are those outside the group of the source, or of the first cell with a line where the source
    is blank.
    """
    groups = len(seen.heads)
    if groups < 2:
        return ()
    found = []
    if sealed := seen.closed_groups:
        found.append(Mistake("sealed off", tuple(cells_with(seen.closed)), count(sealed, "sealed-off group")))
    main = source if seen.lines[source] else seen.heads[0]
    apart = list(compress(range(seen.grid.size), map(ne, seen.group, repeat(seen.group[main]))))
    cells = tuple(compress(apart, map(seen.lines.__getitem__, apart)))
    return (*found, Mistake("not joined", cells, f"{groups} groups to join"))
