"""A region of cells: how many are black and white, its exits, and what these numbers say, in words.

With two lines in each cell, and every line between a black cell and a white one, the black exits of a region outnumber
its white ones by twice as much as its black cells outnumber its white cells.
"""

from typing import NamedTuple

from termpuzzles.board.grid import SIDES_OF
from termpuzzles.logic.checkerboard.flow import BoardLines, colours, offsets

Exit = tuple[int, int]  # a cell of the region and the side by which a line may leave it, or does

_COLOURS = ("light", "dark")  # what players call white and black cells
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


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
    if min(region.spare(True), region.spare(False)) < 0:
        return explain_impossible(region)
    black = region.spare(True) == 0
    left = len(region.exits(black)) - region.drawn_exits(black)
    crossed = len(region.exits(not black)) > region.drawn_exits(not black)
    more = f", and no further {_COLOURS[not black]} exit is" if crossed else ""
    if not left:
        end = f"No {_COLOURS[black]} exit is left, so no further {_COLOURS[not black]} exit is a line."
    elif left == 1:
        end = f"The only {_COLOURS[black]} exit left is {{exits}}: it is a line{more}."
    else:
        every = "both" if left == 2 else f"all {_number(left)}"
        end = f"The only {_COLOURS[black]} exits left are {{exits}}: {every} are lines{more}."
    return [*_balance(region), *_drawn(region), end]


def explain_impossible(region: Region) -> list[str]:
    """Explain why no loop is possible, given a region whose exits do not fit its numbers of black and white cells."""
    black = region.spare(True) < 0
    left = len(region.exits(black)) - region.drawn_exits(black)
    end = f"But only {_some(left, f'{_COLOURS[black]} exit')} {_is(left)} left."
    return [*_balance(region), *_drawn(region), end]


def explain_only_way(region: Region) -> list[str]:
    """Explain why the only exit of a colour is a line, or why no loop is possible, in a balanced region."""
    colour = _COLOURS[len(region.black_exits) < 2]
    exits = region.exits(len(region.black_exits) < 2)
    end = f"Its only {colour} exit is {{exits}}: it is a line." if exits else f"But it has no {colour} exit left."
    start = "So the loop leaves it as often from dark cells as from light, and at least once from each."
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
        counts = f"{{region}} has {_some(region.black, 'dark cell')} and as many light ones."
        return [counts, "So it needs as many dark exits as light ones."]
    colour, other = _COLOURS[region.black > region.white], _COLOURS[region.black < region.white]
    counts = f"{{region}} has {_some(region.black, 'dark cell')} and {_some(region.white, 'light one')}."
    return [counts, f"So it needs {_some(2 * more, f'more {colour} exit')} than {other} ones."]


def _drawn(region: Region) -> list[str]:
    """Say how many exits are drawn already, if any."""
    numbers = [(region.drawn_exits(black), _COLOURS[black]) for black in (True, False)]
    parts = [_some(number, f"{colour} exit") for number, colour in numbers if number]
    total = sum(number for number, _ in numbers)
    return [f"{' and '.join(parts)} {_is(total)} drawn already."] if parts else []


def _is(number: int) -> str:
    return "is" if number == 1 else "are"


def _number(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def _some(number: int, noun: str) -> str:
    return f"{_number(number)} {noun}{'' if number == 1 else 's'}"
