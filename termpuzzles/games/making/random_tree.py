"""Random trees on a grid, and how to re-link one near a place: what new Net boards are drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, Grid
from termpuzzles.games.making.maker import Maker, Patches
from termpuzzles.games.making.params import STYLES, Params
from termpuzzles.games.making.reproducible_random import pick
from termpuzzles.games.making.scramble import scramble_without_loops

FULL = 3  # lines of a cell at most, while there is another way: a cross cannot be turned
CELLS_A_LINE = 6  # so many cells of a patch for every line that is moved in it
WIDER = 0.2  # how likely a patch is widened before a line is moved: what is wrong may come from outside it


def refuse(params: Params) -> str:
    """Why there is no such board, or nothing.

    Where a side of 2 wraps, two lines join the same two cells. Drawing the one in place of the other all over the board
    turns a corner into a corner, a tee into a tee, and a solution into a solution.
    """
    if params.unique and params.wrap and 2 in (params.width, params.height) and not params.walls_matter:
        return (
            "a wrapped Net with a side of 2 has never just one solution: two lines join the same two tiles there, and "
            "each may stand for the other"
        )
    return ""


def draw(grid: Grid, params: Params, rng: Random) -> bytearray:
    """A tree in the style asked for that joins all cells, one mask a cell; some way must lead to each cell."""
    return {"growth": growth, "uniform": uniform, "depth-first": depth_first}[params.style](grid, rng)


def growth(grid: Grid, rng: Random) -> bytearray:
    """A tree grown from the middle by one line after the other, each where it may go with the same chance.

    The way in which the reference collection draws its boards. Where a cell has three lines a fourth is only drawn if
    some cell could not be reached else.
    """
    ways, sides_of, random = grid.ways, SIDES_OF, rng.random
    masks = bytearray(grid.size)
    open_sides = grid.open_sides
    middle = grid.cell(grid.width // 2, grid.height // 2)
    joined = bytearray(grid.size)
    joined[middle] = 1
    frontier = [(middle, side) for side in sides_of[open_sides[middle]]]
    late: list[tuple[int, int]] = []
    most = FULL
    while frontier or late:
        if not frontier:
            frontier, late, most = late, [], FULL + 1
        at = int(random() * len(frontier))
        cell, side = frontier[at]
        frontier[at] = frontier[-1]
        frontier.pop()
        other = ways[side][cell]
        if joined[other]:
            continue
        if DEGREE[masks[cell]] >= most:
            late.append((cell, side))
            continue
        back = OPPOSITE[side]
        masks[cell] |= side
        masks[other] = back
        joined[other] = 1
        frontier += [(other, way) for way in sides_of[open_sides[other] & ~back] if not joined[ways[way][other]]]
    return masks


def depth_first(grid: Grid, rng: Random) -> bytearray:
    """A tree grown from its newest cell as long as that goes, then from the one before."""
    ways, joined, masks = grid.ways, bytearray(grid.size), bytearray(grid.size)
    cell = int(rng.random() * grid.size)
    path = [cell]
    joined[cell] = 1
    while path:
        cell = path[-1]
        free = [side for side in SIDES_OF[grid.open_sides[cell]] if not joined[ways[side][cell]]]
        if not free:
            path.pop()
            continue
        side = pick(rng, free)
        other = ways[side][cell]
        masks[cell] |= side
        masks[other] |= OPPOSITE[side]
        joined[other] = 1
        path.append(other)
    return masks


def uniform(grid: Grid, rng: Random) -> bytearray:
    """A tree drawn so that every one has the same chance.

    Source: D. B. Wilson, Generating random spanning trees more quickly than the cover time (1996): from each cell that
    is not joined yet walk at random to the tree; the last side by which each cell was left, loops forgotten, is kept.
    """
    ways, open_sides, random = grid.ways, grid.open_sides, rng.random
    joined, masks = bytearray(grid.size), bytearray(grid.size)
    last = bytearray(grid.size)
    joined[int(random() * grid.size)] = 1
    for start in range(grid.size):
        cell = start
        while not joined[cell]:
            sides = SIDES_OF[open_sides[cell]]
            last[cell] = side = sides[int(random() * len(sides))]
            cell = ways[side][cell]
        cell = start
        while not joined[cell]:
            side = last[cell]
            joined[cell] = 1
            masks[cell] |= side
            cell = ways[side][cell]
            masks[cell] |= OPPOSITE[side]
    return masks


def relink(grid: Grid, masks: bytearray, patch: Sequence[int], rng: Random) -> bool:
    """Take one line of the tree away at a cell of the patch and join the two parts elsewhere at the patch.

    Changes `masks` and tells whether it did: it may be that no other line would join them.
    """
    ways, open_sides = grid.ways, grid.open_sides
    cell = pick(rng, patch)
    side = pick(rng, SIDES_OF[masks[cell]])
    other = ways[side][cell]
    _toggle(masks, cell, side, other)
    part = smaller_part(grid, masks, cell, other)
    found = []
    for near in patch:
        inside = near in part
        for way in SIDES_OF[open_sides[near] & ~masks[near]]:
            beyond = ways[way][near]
            if (beyond in part) != inside and DEGREE[masks[near]] < FULL and DEGREE[masks[beyond]] < FULL:
                found.append((near, way, beyond))
    changes = [line for line in found if line[:2] not in ((cell, side), (other, OPPOSITE[side]))]
    _toggle(masks, *(pick(rng, changes) if changes else (cell, side, other)))
    return bool(changes)


def _toggle(masks: bytearray, cell: int, side: int, other: int) -> None:
    masks[cell] ^= side
    masks[other] ^= OPPOSITE[side]


def smaller_part(grid: Grid, masks: bytearray, one: int, other: int) -> set[int]:
    """The cells joined to `one` or those joined to `other`, in two parts of a cut tree, whichever is complete first.

    Both are gathered by turns, so that this takes no longer than twice the smaller part does.
    """
    ways = grid.ways
    parts = ({one}, {other})
    reached = ([one], [other])
    at = 0
    while True:
        for part, cells in zip(parts, reached, strict=True):
            if at == len(cells):
                return part
            cell = cells[at]
            for side in SIDES_OF[masks[cell]]:
                beyond = ways[side][cell]
                if beyond not in part:
                    part.add(beyond)
                    cells.append(beyond)
        at += 1


def mend(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Re-link the tree in each of these patches of cells or close around it, more often where one is large."""
    for patch in patches:
        for _ in range(1 + len(patch) // CELLS_A_LINE):
            while rng.random() < WIDER or not relink(grid, masks, patch, rng):
                wider = surrounded(grid, patch)
                if len(wider) == len(patch):
                    break
                patch = wider


def surrounded(grid: Grid, patch: Sequence[int]) -> list[int]:
    """The cells of the patch, and those next to it."""
    cells = dict.fromkeys(patch)
    for cell in patch:
        for side in SIDES_OF[grid.open_sides[cell]]:
            cells[grid.ways[side][cell]] = None
    return list(cells)


MAKER = Maker(
    refuse,
    draw,
    mend,
    bytes,
    scramble_without_loops,
    styles=STYLES,
    climbed=("colouring", "chain"),
    unknown=("one step ahead",),
)
