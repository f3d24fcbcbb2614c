"""Random boards that are one tree, and a plain test for being one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, TURNS, E, Grid, S
from termpuzzles.logic.problem import Problem, Whole, domain

ORBITS = tuple(domain(*TURNS[mask]) for mask in range(16))
TREE_RULES = ("edge", "no loop", "dead end")


def is_tree(grid: Grid, masks: Sequence[int]) -> bool:
    """Whether a board without loose ends joins all cells that are not blank, without a loop."""
    cells = [cell for cell in range(grid.size) if masks[cell]]
    if not cells or sum(mask.bit_count() for mask in masks) != 2 * (len(cells) - 1):
        return False
    seen = {cells[0]}
    reached = [cells[0]]
    for cell in reached:
        for side in SIDES_OF[masks[cell]]:
            other = grid.ways[side][cell]
            if other not in seen:
                seen.add(other)
                reached.append(other)
    return len(seen) == len(cells)


def random_tree(rng: Random, grid: Grid, blanks: float = 0.0, deep: bool = False) -> list[int]:
    """A tree grown from one cell, along its newest branches first if `deep`; some cells may stay blank."""
    masks = [0] * grid.size
    allowed = [rng.random() >= blanks for _ in range(grid.size)]
    start = rng.randrange(grid.size)
    seen = {start}
    ways = [(start, side) for side in SIDES_OF[grid.open_sides[start]]]
    while ways:
        at = len(ways) - 1 - rng.randrange(min(3, len(ways))) if deep else rng.randrange(len(ways))
        cell, side = ways.pop(at)
        other = grid.ways[side][cell]
        if other in seen or not allowed[other]:
            continue
        masks[cell] |= side
        masks[other] |= OPPOSITE[side]
        seen.add(other)
        ways += [(other, way) for way in SIDES_OF[grid.open_sides[other]]]
    return masks


def walls(rng: Random, width: int, height: int, often: float) -> list[tuple[int, int]]:
    """Random walls: each line of the board becomes one with that probability."""
    return [(cell, side) for cell in range(width * height) for side in (E, S) if rng.random() < often]


def tree_problem(grid: Grid, masks: Sequence[int]) -> Problem:
    """The problem of turning these tiles into one tree."""
    return Problem(grid, bytes(masks), ORBITS, Whole.TREE, TREE_RULES, lambda full: is_tree(grid, full))
