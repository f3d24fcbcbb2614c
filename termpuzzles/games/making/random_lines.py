"""Random lines on a grid, and how to change a few of them near a place: for ∞ Loop boards."""

from __future__ import annotations

from random import Random

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.games.making.maker import ENDLESS, EffortRange, Maker, Patches, scramble
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.randomness import chance_bits, pick

CELLS_A_LINE = 6  # a patch gets one changed line for this many of its cells


def refuse(params: Params) -> str:
    """The reason why there is no such board, or ""."""
    if not 0 < params.density < 1:
        return "with no line, or with every line, drawn there is nothing to turn"
    if params.unique and params.has_double_lines and not params.walls_matter:
        return (
            "a wrapped board with a side of 2 has just one solution only where both lines that join two tiles are "
            "drawn or neither is: such boards are not made"
        )
    return ""


def draw(grid: Grid, params: Params, rng: Random) -> bytearray:
    """Draw each line with probability `params.density`; one mask a cell, and some tile can be turned."""
    ways, size = grid.ways, grid.size
    while True:
        masks = bytearray(size)
        for side in (E, S):
            back, way = OPPOSITE[side], ways[side]
            chosen = format(chance_bits(rng, size, params.density), f"0{size}b")
            for cell, digit in enumerate(chosen):
                if digit == "1" and way[cell] >= 0:
                    masks[cell] |= side
                    masks[way[cell]] |= back
        if any(mask not in (0, 15) for mask in masks):
            return masks


def mend(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Change a few lines in or next to each of these patches of cells, from drawn to not drawn or back.

    A change to the rarer of the two is made correspondingly more rarely (Metropolis), and the number of tries makes
    about one change for every `CELLS_A_LINE` cells: so the number of lines stays about the same.
    """
    seldom = min(params.density, 1 - params.density)
    to_seldom = seldom / (1 - seldom)
    is_seldom = params.density < 0.5
    for patch in patches:
        for _ in range(round((1 + len(patch) // CELLS_A_LINE) / (2 * seldom))):
            cell = pick(rng, patch)
            if not (sides := SIDES_OF[grid.open_sides[cell]]):
                continue
            side = pick(rng, sides)
            if bool(masks[cell] & side) == is_seldom or rng.random() < to_seldom:
                masks[cell] ^= side
                masks[grid.ways[side][cell]] ^= OPPOSITE[side]


MAKER = Maker(
    refuse,
    draw,
    mend,
    bytes,
    scramble,
    climbed=("block", "colouring", "parity", "chain"),
    unknown=("one step ahead",),
    varied=60_000,
    drawn=(2.5, 5.9),
    mixed=("", "", "block", "block", "colouring", "chain"),
    early=(("block", "chain"), ("block", "chain")),
    bordered=(
        EffortRange(64, 1, 499),
        EffortRange(144, 1, ENDLESS),
        EffortRange(250, 100, 999),
        EffortRange(450, 250, 999),
        EffortRange(ENDLESS, 500, ENDLESS),
    ),
    wrapped=(
        EffortRange(144, 1, ENDLESS),
        EffortRange(250, 100, ENDLESS),
        EffortRange(ENDLESS, 250, ENDLESS),
    ),
)
