"""How a deduction is said: cells by column and row, sides by compass words."""

from termpuzzles.board.grid import SIDE_NAMES, SIDES_OF
from termpuzzles.logic.domains import KNOWN, masks_of
from termpuzzles.logic.explain.step import Narrowing
from termpuzzles.logic.problem import Problem


def listed(parts: list[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def sides(mask: int) -> str:
    """`north and east`; the mask must not be empty."""
    return listed([SIDE_NAMES[side] for side in SIDES_OF[mask]])


def lines(mask: int) -> str:
    """`no lines`, `one line, north`, `lines north and east`."""
    if not mask:
        return "no lines"
    return f"lines {sides(mask)}" if mask.bit_count() > 1 else f"its line {sides(mask)}"


def noun(problem: Problem, number: int = 1) -> str:
    """What a player calls so many cells: `tile` or `tiles` where they turn, `cell` or `cells` where lines are drawn."""
    return ("cell" if problem.two_lines_each else "tile") + "s" * (number != 1)


def named(problem: Problem, cell: int) -> str:
    """`the tile at (3, 1)`."""
    return f"the {noun(problem)} at {problem.grid.name(cell)}"


def unfit(problem: Problem, cell: int) -> str:
    """`no turn of the tile at (3, 1) fits`."""
    what = "no two lines of {} fit" if problem.two_lines_each else "no turn of {} fits"
    return what.format(named(problem, cell))


def counted(problem: Problem, number: int) -> str:
    """`one tile`, `9 tiles`."""
    return f"{'one' if number == 1 else number} {noun(problem, number)}"


def cells(problem: Problem, members: list[int], most: int = 4) -> str:
    """`the tile at (1, 1)`, `the tiles at (1, 1) and (2, 1)`; past `most` cells `9 tiles`."""
    number = len(members)
    if number > most:
        return counted(problem, number)
    return f"the {noun(problem, number)} at {listed([problem.grid.name(cell) for cell in members])}"


def known_sides(known: int) -> str:
    """`a line to the north and none to the east and west`, of a known byte that is not empty."""
    drawn, crossed = known >> 4, known & 15
    if not crossed:
        return f"a line {sides(drawn)}"
    return f"a line {sides(drawn)} and none {sides(crossed)}" if drawn else f"no line {sides(crossed)}"


def outcome(problem: Problem, narrowing: Narrowing, told: int = 0) -> str:
    """What becomes of the cell: `the tile at (3, 1) has lines north and east`; `told`: what was known of its sides."""
    cell, before, after = narrowing
    tile = named(problem, cell)
    if not after:
        return unfit(problem, cell)
    if narrowing.settles:
        return f"{tile} has {lines(after.bit_length() - 1)}"
    if fresh := KNOWN[after] & ~(KNOWN[before] | told):
        return f"{tile} has {known_sides(fresh)}"
    return f"{tile} cannot have {listed([lines(mask) for mask in masks_of(before & ~after)], 'or')}"


def sentence(text: str) -> str:
    """With a capital at the beginning and a full stop at the end."""
    return f"{text[0].upper()}{text[1:]}."
