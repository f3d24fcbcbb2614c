"""Random loops that are as long, turn as often and have their turns as far apart as those of published boards.

A loop that is only grown turns on every second cell, and one turn follows the other. Here it is grown first and then
changed square by square, anywhere on the board, until it is near to what is wanted. A change for the worse is accepted
now and then (Metropolis). What is wanted was measured on 300 published Masyu boards from 6x6 to 15x15, which differ
little by size: see docs/building.md.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import exp
from random import Random
from typing import NamedTuple

from termpuzzles.board.grid import E, Grid, N, S, W
from termpuzzles.games.making.maker import Patches
from termpuzzles.games.making.params import Params
from termpuzzles.games.making.random_loops import (
    cells_of_square,
    changed,
    grown,
    growth_of_one_loop,
    length_of_one_loop,
    turn_over,
)
from termpuzzles.games.making.randomness import pick
from termpuzzles.logic.problem import BENDS

LENGTH = 1.1  # the length of these loops, beside that of those that are only grown: seven cells in eight at 0.5,
SPREADS = {10: 0.4, 13: 0.5}  # how far it spreads (one standard deviation), in cells for each row, below so many rows
SPREAD = 0.43  # and from there on; mending and the choice among boards bring it nearer to the mean,
LONGEST = 0.97  # and at most so many of all cells
TURNS = 0.445  # the share of the cells of a loop on which it turns,
NEXT = 0.32  # and of these turns the share after which it turns again in the next cell
SWEEPS, LEAST_SWEEPS = 40, 4  # the changes to try for each cell: until the loop is as wanted, but so many at least
HEAT = 0.5
A_CELL, A_TURN, A_NEXT = 0.5, 1.0, 0.6  # what a cell, a turn and one right after another weigh that are not wanted
WARM = 3.0  # how much warmer it is where a loop is mended
LEEWAY, TRIES = 0.08, 40  # how far its length may be from what is usual, as a share of all cells; changes to try
IS_BEND = tuple(bool(BENDS >> mask & 1) for mask in range(16))


class _Shape(NamedTuple):
    """The cells of a loop, its turns, and the lines between two turns."""

    cells: int
    turns: int
    next_turns: int

    def off(self, wanted: float) -> float:
        """How far it is from what is wanted."""
        too_near = max(0.0, self.next_turns - NEXT * self.turns)
        cells, turns = abs(self.cells - wanted), abs(self.turns - TURNS * self.cells)
        return (A_CELL * cells + A_TURN * turns + A_NEXT * too_near) / HEAT

    def is_as(self, wanted: float) -> bool:
        """Whether it is as near to what is wanted as a board of any size can be."""
        return (
            abs(self.cells - wanted) <= 1
            and abs(self.turns - TURNS * self.cells) <= 2
            and self.next_turns <= NEXT * self.turns + 1
        )


def draw_balanced_loop(grid: Grid, params: Params, rng: Random) -> bytearray:
    """A loop about as long as asked for, the length of each a little different: a mask for each cell."""
    wanted = LENGTH * length_of_one_loop(grid, params)
    side = min(grid.width, grid.height)
    spread = side * next((spread for below, spread in SPREADS.items() if side < below), SPREAD)
    wanted += spread * 2 * (rng.random() + rng.random() + rng.random() - 1.5)
    wanted = min(max(4.0, wanted), LONGEST * grid.size)
    masks = grown(grid, rng, growth_of_one_loop, wanted - 2, shorter=0.2, patience=60)
    squares = [grid.cell(x, y) for y in range(grid.height - 1) for x in range(grid.width - 1)]
    _change(grid, masks, squares, wanted, rng, SWEEPS * grid.size, LEAST_SWEEPS * grid.size)
    return masks


def mend_balanced_loop(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Change the loop at one of the open cells, so that it stays about as long and as winding."""
    cells = [cell for patch in patches for cell in patch]
    wanted = LENGTH * length_of_one_loop(grid, params)
    wanted += min(max(grid.size - masks.count(0) - wanted, -LEEWAY * grid.size), LEEWAY * grid.size)
    off = _shape(masks, grid.width, range(grid.size)).off(wanted)
    for _ in range(TRIES):
        other = changed(grid, masks, pick(rng, cells), rng, growth_of_one_loop)
        if any(other) and other != masks:
            now = _shape(other, grid.width, range(grid.size)).off(wanted)
            if now <= off or rng.random() < exp((off - now) / WARM):
                masks[:] = other
                return


def _change(
    grid: Grid, masks: bytearray, squares: Sequence[int], wanted: float, rng: Random, most: int, least: int
) -> None:
    """Turn over some of these squares, one after the other, until the loop is near to what is wanted."""
    width = grid.width
    shape = _shape(masks, width, range(grid.size))
    off = shape.off(wanted)
    for tried in range(most):
        if tried >= least and shape.is_as(wanted):
            return
        square = pick(rng, squares)
        if growth_of_one_loop(masks, width, square) is None:
            continue
        cells = cells_of_square(width, square)
        before = _shape(masks, width, cells)
        turn_over(masks, width, square)
        after = _shape(masks, width, cells)
        other = _Shape(*(all_ + now - then for all_, now, then in zip(shape, after, before, strict=True)))
        now = other.off(wanted)
        if now <= off or rng.random() < exp(off - now):
            shape, off = other, now
        else:
            turn_over(masks, width, square)


def _shape(masks: bytearray, width: int, cells: Collection[int]) -> _Shape:
    """The shape of a loop as far as it depends on these cells."""
    length = turns = next_turns = 0
    for cell in cells:
        mask = masks[cell]
        if not mask:
            continue
        length += 1
        if IS_BEND[mask]:
            turns += 1
            next_turns += bool(mask & E and IS_BEND[masks[cell + 1]])
            next_turns += bool(mask & S and IS_BEND[masks[cell + width]])
            next_turns += bool(mask & W and IS_BEND[masks[cell - 1]] and cell - 1 not in cells)
            next_turns += bool(mask & N and IS_BEND[masks[cell - width]] and cell - width not in cells)
    return _Shape(length, turns, next_turns)
