"""What is said of regions by the numbers of their dark and light cells and exits, as a person has read it."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import OPPOSITE, E, Grid, S
from termpuzzles.logic.checkerboard.flow import (
    BoardLines,
    Region,
    explain_exact,
    explain_impossible,
    explain_only_way,
    short_exits,
)
from tests.approved import approve


def random_lines(rng: Random) -> BoardLines:
    """A board with some cells shaded, some lines drawn and some ruled out, whether or not a loop is possible."""
    grid = Grid.make(rng.randint(2, 5), rng.randint(2, 4))
    cells = bytes(rng.random() < 0.9 for _ in range(grid.size))
    drawn, usable = bytearray(grid.size), bytearray(grid.size)
    for line in grid.lines():
        (one, other), side = grid.ends(line), S if line & 1 else E
        if cells[one] and cells[other] and rng.random() < 0.8:
            for cell, at in ((one, side), (other, OPPOSITE[side])):
                usable[cell] |= at
            if rng.random() < 0.3:
                for cell, at in ((one, side), (other, OPPOSITE[side])):
                    drawn[cell] |= at
    return BoardLines(grid, cells, bytes(drawn), bytes(usable))


def test_what_is_said_of_regions_is_as_approved() -> None:
    found: dict[str, dict[str, None]] = {"impossible": {}, "exact": {}, "only way": {}}
    rng = Random(41)
    for _ in range(2500):
        lines = random_lines(rng)
        inside = [cell for cell, is_open in enumerate(lines.open) if is_open]
        cells = frozenset(rng.sample(inside, rng.randint(1, len(inside)))) if inside else frozenset[int]()
        region = Region.of(lines, cells)
        exits = f"{region.black} {region.white}, {len(region.black_exits)} {len(region.white_exits)} exits"
        spare = f"{region.spare(True)} {region.spare(False)} spare, {len(short_exits(region))} short"
        numbers = f"{exits}, {len(region.drawn)} drawn, {spare}"
        if min(region.spare(True), region.spare(False)) < 0:
            found["impossible"].setdefault(f"{numbers}: {' '.join(explain_impossible(region))}")
        elif 0 in (region.spare(True), region.spare(False)):
            found["exact"].setdefault(f"{numbers}: {' '.join(explain_exact(region))}")
        if region.black == region.white and min(len(region.black_exits), len(region.white_exits)) < 2:
            found["only way"].setdefault(f"{numbers}: {' '.join(explain_only_way(region))}")
    told = [line for kind, said in found.items() for line in (f"== {kind}", *[*said][:6])]
    approve(__file__, "logic-regions", "\n".join(told) + "\n")
