"""Two lines in every open cell: 2-factors of the board by flow, and the balance of a region.

The board is coloured like a checkerboard, its top left cell black, so that every line joins a black cell to a white
one. A 2-factor that keeps the known lines and avoids the crosses is then a flow: two units out of each black cell,
one at most along each line, two into each white cell. All of this is for grids without wrap and walls.

With two lines in each cell, and every line between a black cell and a white one, the black exits of a region outnumber
its white ones by twice as much as its black cells outnumber its white cells.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from operator import or_
from typing import NamedTuple

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, N, S, W
from termpuzzles.english import counted, number_in_words


class BoardLines(NamedTuple):
    """What is known of the lines of a board, one byte for each cell.

    `open` is 1 for an open cell, 0 for a shaded one; `drawn` is the mask of the sides known to have a line; `usable`
    the mask of the sides that may have one, drawn or not, between open cells only. The two cells at a line agree.
    """

    grid: Grid
    open: bytes
    drawn: bytes
    usable: bytes

    def grown_from(self, earlier: "BoardLines") -> bool:
        """Whether everything known about the same board earlier is still known."""
        return _within(earlier.drawn, self.drawn) and _within(self.usable, earlier.usable)

    def black_first(self, cell: int, side: int) -> tuple[int, int]:
        """The black and the white cell at the line across that side of the cell."""
        other = cell + offsets(self.grid)[side]
        return (cell, other) if colours(self.grid)[cell] else (other, cell)

    def is_undecided(self, cell: int, side: int) -> bool:
        """Whether the line across that side is neither drawn nor ruled out."""
        return bool(self.usable[cell] & ~self.drawn[cell] & side)

    def undecided(self) -> Iterator[tuple[int, int]]:
        """The lines neither drawn nor ruled out, each as the cell west or north of it and its side, E or S."""
        return (
            (cell, side)
            for cell, (drawn, usable) in enumerate(zip(self.drawn, self.usable, strict=True))
            for side in SIDES_OF[usable & ~drawn & (E | S)]
        )


def _within(masks: bytes, others: bytes) -> bool:
    """Whether each of the masks is part of the other mask of the same cell."""
    whole = int.from_bytes(others, "big")
    return int.from_bytes(masks, "big") | whole == whole


@lru_cache(maxsize=4)
def colours(grid: Grid) -> bytes:
    """For each cell 1 if it is black, 0 if it is white; the top left cell is black."""
    rows = bytes(~x & 1 for x in range(grid.width + 1))
    return b"".join(rows[y & 1 : (y & 1) + grid.width] for y in range(grid.height))


def offsets(grid: Grid) -> dict[int, int]:
    """For each side what to add to a cell's number to get the cell beyond it."""
    return {N: -grid.width, E: 1, S: grid.width, W: -1}


def sides_toward(grid: Grid) -> dict[int, int]:
    """For each such offset its side: the reverse of `offsets`."""
    return {-1: W, 1: E, -grid.width: N, grid.width: S}  # one column wide, nothing lies west or east


def neighbour_offsets(grid: Grid) -> list[tuple[int, ...]]:
    """For each mask the offsets of the cells beyond its sides."""
    offset = offsets(grid)
    return [tuple(offset[side] for side in sides) for sides in SIDES_OF]


class Shortage(NamedTuple):
    """Why there is no 2-factor: the lines left to these cells do not fit their numbers of black and white cells."""

    region: frozenset[int]


def two_factor(lines: BoardLines, near: Sequence[int] | None = None) -> bytes | Shortage:
    """A mask for each cell, two lines in each open one, all drawn lines and only usable ones; or why there is none.

    `near` holds masks to start from, such as a 2-factor found before the last lines were decided: the less must change,
    the quicker this is. Augmenting paths (Ford and Fulkerson, 1956), shortest first.
    """
    flow = _Flow(lines)
    if near is not None:
        flow.take(near)
    flow.take(lines.usable)
    for cell, missing in enumerate(flow.missing):
        for _ in range(abs(missing)):
            region = {cell: cell} if missing < 0 else flow.augment(cell)
            if region is not None:
                return Shortage(frozenset(region))
    return flow.masks()


class _Flow:
    """A set of lines that grows into a 2-factor, and how many lines each cell still lacks.

    An undecided line is `loose` if it is in the set, else free.
    """

    def __init__(self, lines: BoardLines) -> None:
        self.drawn = lines.drawn
        self.missing = [2 * open_ - DEGREE[mask] for open_, mask in zip(lines.open, lines.drawn, strict=True)]
        self.undecided = bytes(usable & ~drawn for usable, drawn in zip(lines.usable, lines.drawn, strict=True))
        self.loose = bytearray(lines.grid.size)
        self.offset = offsets(lines.grid)
        self.offsets = neighbour_offsets(lines.grid)
        self.side_toward = sides_toward(lines.grid)

    def masks(self) -> bytes:
        """All lines that are taken."""
        return bytes(map(or_, self.drawn, self.loose))

    def take(self, wanted: Sequence[int]) -> None:
        """Take every one of these lines that is free while both its cells lack one."""
        missing, undecided, loose, offset = self.missing, self.undecided, self.loose, self.offset
        for cell, lacking in enumerate(missing):
            if lacking > 0:
                for side in SIDES_OF[wanted[cell] & undecided[cell] & ~loose[cell] & (E | S)]:
                    other = cell + offset[side]
                    if missing[other] > 0 and missing[cell] > 0:
                        loose[cell] |= side
                        loose[other] |= OPPOSITE[side]
                        missing[cell] -= 1
                        missing[other] -= 1

    def augment(self, start: int) -> dict[int, int] | None:
        """Give one more line to `start`, which lacks one; or return the cells reached in vain: there is no 2-factor.

        On a path of alternately free and loose lines from a cell that lacks a line to another, swapping them all gives
        both cells one more and leaves every other cell's number as it was. If there is no such path, the cells reached
        at an even distance have all their free lines to cells at an odd distance, and those already take all they may
        from the reached cells.
        """
        offsets, missing, undecided, loose = self.offsets, self.missing, self.undecided, self.loose
        came = {start: start}
        frontier, free = [start], True
        while frontier:
            reached = []
            for cell in frontier:
                for offset in offsets[undecided[cell] & ~loose[cell] if free else loose[cell]]:
                    other = cell + offset
                    if other not in came:
                        came[other] = cell
                        reached.append(other)
                        if free and missing[other] > 0:
                            self._swap_path(came, other)
                            return None
            frontier, free = reached, not free
        return came

    def _swap_path(self, came: dict[int, int], end: int) -> None:
        self.missing[end] -= 1
        while (cell := came[end]) != end:
            side = self.side_toward[end - cell]
            self.loose[cell] ^= side
            self.loose[end] ^= OPPOSITE[side]
            end = cell
        self.missing[end] -= 1


Exit = tuple[int, int]  # a cell of the region and the side by which a line may leave it, or does

_COLOURS = ("light", "dark")  # what players call white and black cells


class Region(NamedTuple):
    """A set of open cells, how many are black and white, its exits of either colour, and which of these are drawn."""

    cells: frozenset[int]
    black: int
    white: int
    black_exits: tuple[Exit, ...]
    white_exits: tuple[Exit, ...]
    drawn: frozenset[Exit]

    @classmethod
    def of(cls, lines: BoardLines, cells: frozenset[int]) -> "Region":
        """The region of these cells on a board with these lines."""
        black, offset = colours(lines.grid), offsets(lines.grid)
        exits: tuple[list[Exit], list[Exit]] = ([], [])
        for cell in sorted(cells):
            for side in SIDES_OF[lines.usable[cell]]:
                if cell + offset[side] not in cells:
                    exits[black[cell]].append((cell, side))
        drawn = frozenset((cell, side) for cell, side in exits[0] + exits[1] if lines.drawn[cell] & side)
        blacks = sum(black[cell] for cell in cells)
        return cls(cells, blacks, len(cells) - blacks, tuple(exits[1]), tuple(exits[0]), drawn)

    def exits(self, black: bool) -> tuple[Exit, ...]:
        """The exits of that colour."""
        return self.black_exits if black else self.white_exits

    def drawn_exits(self, black: bool) -> int:
        """How many exits of that colour are drawn already."""
        return sum(1 for line in self.exits(black) if line in self.drawn)

    def spare(self, black: bool) -> int:
        """The number of exits of that colour that stay without a line if no more of the other colour are drawn.

        If 0, all of them are lines and no further exit of the other colour is. If negative, there is no solution.
        """
        more = self.black - self.white if black else self.white - self.black
        return len(self.exits(black)) - self.drawn_exits(not black) - 2 * more


def explain_exact(region: Region) -> list[str]:
    """Explain why all exits of one colour are lines and no further exit of the other is, in a region where that holds.

    In these sentences `{region}` stands for the region, `{exits}` for the exits left of the colour that is short.
    """
    black = region.spare(True) == 0
    left = len(region.exits(black)) - region.drawn_exits(black)
    crossed = len(region.exits(not black)) > region.drawn_exits(not black)
    more = f", and no other {_COLOURS[not black]} exit can be" if crossed else ""
    if not left:
        end = f"No {_COLOURS[black]} exit is left, so no other {_COLOURS[not black]} exit can be drawn."
    elif left == 1:
        end = f"The only {_COLOURS[black]} exit left is {{exits}}, so it must be drawn{more}."
    else:
        every = "both" if left == 2 else f"all {number_in_words(left)}"
        end = f"The only {_COLOURS[black]} exits left are {{exits}}."
        return [*_balance(region), *_drawn(region), end, f"So {every} must be drawn{more}."]
    return [*_balance(region), *_drawn(region), end]


def explain_impossible(region: Region) -> list[str]:
    """Explain why no loop is possible, given a region whose exits do not fit its numbers of black and white cells."""
    black = region.spare(True) < 0
    left = len(region.exits(black)) - region.drawn_exits(black)
    end = f"But {'only ' * (left > 0)}{_some(left, f'{_COLOURS[black]} exit')} {_is(left)} left."
    return [*_balance(region), *_drawn(region), end]


def explain_only_way(region: Region) -> list[str]:
    """Explain why the only exit of a colour is a line, or why no loop is possible, in a balanced region."""
    colour = _COLOURS[len(region.black_exits) < 2]
    exits = region.exits(len(region.black_exits) < 2)
    end = (
        f"Its only {colour} exit is {{exits}}, so it must be drawn." if exits else f"But it has no {colour} exit left."
    )
    start = "So the loop leaves it equally often from dark and light cells, at least once from each."
    return [_balance(region)[0], start, end]


def short_exits(region: Region) -> list[Exit]:
    """The exits that are left in the colour of which the region is short."""
    if region.spare(True) == 0 or region.spare(False) == 0:
        black = region.spare(True) == 0
        return [line for line in region.exits(black) if line not in region.drawn]
    return list(region.exits(len(region.black_exits) < 2))


def _balance(region: Region) -> list[str]:
    """Say how many dark and light cells the region has, and what that means for its exits."""
    more = abs(region.black - region.white)
    if not more:
        counts = f"{{region}} has {_some(region.black, 'dark cell')} and {_some(region.white, 'light one')}."
        return [counts, "So it needs as many dark exits as light ones."]
    colour, other = _COLOURS[region.black > region.white], _COLOURS[region.black < region.white]
    counts = f"{{region}} has {_some(region.black, 'dark cell')} and {_some(region.white, 'light one')}."
    return [counts, f"So it needs {_some(2 * more, f'more {colour} exit')} than {other} ones."]


def _drawn(region: Region) -> list[str]:
    """Say how many exits are drawn already, if any."""
    numbers = [(region.drawn_exits(black), _COLOURS[black]) for black in (True, False)]
    parts = [_some(number, f"{colour} exit") for number, colour in numbers if number]
    total = sum(number for number, _ in numbers)
    return [f"{' and '.join(parts)} {_is(total)} already drawn."] if parts else []


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _some(number: int, noun: str) -> str:
    return counted(number_in_words(number), noun)
