"""Random trees on a grid, and how to re-link one near a place: for Net boards."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor
from random import Random

from termpuzzles.board.grid import DEGREE, MASKS, OPPOSITE, SIDES, SIDES_OF, E, Grid, N, S, W
from termpuzzles.board.rooted_tree import Tree
from termpuzzles.games.making.maker import ENDLESS, EffortRange, Maker, Patches, scramble_without_loops
from termpuzzles.games.making.params import STYLES, Params
from termpuzzles.games.making.randomness import pick

FULL = 3  # the most lines of a cell if there is another way: a cross cannot be turned
HAS_FULL, HAS_ALL = (tuple(DEGREE[mask] >= most for mask in MASKS) for most in (FULL, FULL + 1))
# SPARE[open sides of a cell << 4 | its lines]: the sides at which one more line may be drawn
SPARE = tuple(() if HAS_FULL[mask] else SIDES_OF[open_sides & ~mask] for open_sides in MASKS for mask in MASKS)
CELLS_A_LINE = 6  # a patch gets one moved line for this many of its cells
LARGEST_WITHOUT_START = 49  # cells: no larger wrapped board is known that `edge` settles
WIDER = 0.2  # the chance that a patch is widened before a line is moved: the cause may lie outside it


def refuse(params: Params) -> str:
    """The reason why there is no such board, or "".

    If a side of 2 wraps, two lines join the same two cells. Drawing one in place of the other all over the board turns
    a corner into a corner, a tee into a tee, and a solution into a solution.
    """
    if params.unique and params.has_double_lines and not params.walls_matter:
        return (
            "a wrapped Net with a side of 2 has never just one solution: two lines join the same two tiles there, and "
            "each may stand for the other"
        )
    if params.rating == "edge" and _has_no_start(params):
        return "a Net that wraps around has no border to start from: without walls 'edge' settles none of its tiles"
    return ""


def _has_no_start(params: Params) -> bool:
    """Whether `edge` finds nothing at first, as only borders, walls, and tiles with four lines say anything by then.

    Trees that are grown have no such tile where all cells are alike; others have, but too few on larger boards.
    """
    is_large = params.width * params.height > LARGEST_WITHOUT_START
    no_walls = not (params.walls and params.walls_matter)
    is_closed = params.surface.is_closed and min(params.width, params.height) > 2
    return is_closed and no_walls and (params.style == STYLES[0] or is_large)


def draw(grid: Grid, params: Params, rng: Random) -> Tree:
    """A tree in the style asked for that joins all cells; the grid must be in one piece."""
    styles = {"growth": grown_tree, "uniform": uniform, "depth-first": depth_first, "long arms": long_arms}
    return styles[params.style](grid, rng)


def grown_tree(grid: Grid, rng: Random) -> Tree:
    """A tree grown from the middle line by line, each chosen with the same chance among those possible.

    The reference collection draws its boards in this way. A cell gets a fourth line only if some cell could not be
    reached otherwise.
    """
    middle = grid.cell(grid.width // 2, grid.height // 2)
    # Lists, because a fifth of a small board's time is spent here, and reading arrays and bytes takes twice as long.
    masks, up, above, random = [0] * grid.size, [0] * grid.size, [middle] * grid.size, rng.random
    reached = [False] * grid.size + [True]  # cell -1, which lies beyond a border, counts as reached
    reached[middle] = True
    north, east, south, west = _beyond(grid)
    frontier = [(middle, grid.ways[side][middle], side, OPPOSITE[side]) for side in SIDES_OF[grid.open_sides[middle]]]
    late: list[tuple[int, int, int, int]] = []
    is_full = HAS_FULL
    while frontier or late:
        if not frontier:
            frontier, late, is_full = late, [], HAS_ALL
        line = frontier[at := floor(random() * len(frontier))]
        last = frontier.pop()
        if line is not last:
            frontier[at] = last
        cell, other, side, back = line
        if reached[other]:
            continue
        mask = masks[cell]
        if is_full[mask]:
            late.append(line)
            continue
        masks[cell] = mask | side
        masks[other] = up[other] = back
        above[other] = cell
        reached[other] = True
        if not reached[beyond := north[other]]:
            frontier.append((other, beyond, N, S))
        if not reached[beyond := east[other]]:
            frontier.append((other, beyond, E, W))
        if not reached[beyond := south[other]]:
            frontier.append((other, beyond, S, N))
        if not reached[beyond := west[other]]:
            frontier.append((other, beyond, W, E))
    return Tree.of(masks, above, up)


def _beyond(grid: Grid) -> tuple[list[int], ...]:
    """The cells beyond the sides of each cell, as in `grid.ways`: lists that share their numbers, which saves time."""
    if grid.walls or grid.is_twisted:
        return tuple(grid.ways[side].tolist() for side in SIDES)
    width, height, cells = grid.width, grid.height, list(range(grid.size))
    (across, down), none_x, none_y = grid.surface, [-1] * height, [-1] * width
    north = (cells[-width:] if down else none_y) + cells[:-width]
    south = cells[width:] + (cells[:width] if down else none_y)
    east, west = cells[1:] + cells[:1], cells[-1:] + cells[:-1]
    east[width - 1 :: width] = cells[::width] if across else none_x
    west[::width] = cells[width - 1 :: width] if across else none_x
    return north, east, south, west


def depth_first(grid: Grid, rng: Random) -> Tree:
    """A tree grown from its newest cell as long as possible, then from the one before."""
    cell = int(rng.random() * grid.size)
    ways, tree = grid.ways, Tree.bare(grid, cell)
    above, up = tree.above, tree.up
    path = [cell]
    while path:
        cell = path[-1]
        free = [side for side in SIDES_OF[grid.open_sides[cell]] if above[ways[side][cell]] < 0]
        if not free:
            path.pop()
            continue
        side = pick(rng, free)
        other = ways[side][cell]
        tree[cell] |= side
        tree[other] = up[other] = OPPOSITE[side]
        above[other] = cell
        path.append(other)
    return tree


STRAIGHT_ON = 0.85  # how often an arm grows by one more tile, while it can


def long_arms(grid: Grid, rng: Random) -> Tree:
    """A tree of arms that run straight on as long as they can, or nearly, each begun at some place of those before."""
    ways, tree = grid.ways, Tree.bare(grid, int(rng.random() * grid.size))
    above, up = tree.above, tree.up
    starts, late, is_full = [cell for cell in range(grid.size) if above[cell] >= 0], list[int](), HAS_FULL
    while starts or late:
        if not starts:  # a cell gets a fourth line only if some cell could not be reached otherwise
            starts, late, is_full = late, [], HAS_ALL
        cell = pick(rng, starts)
        free = [side for side in SIDES_OF[grid.open_sides[cell]] if above[ways[side][cell]] < 0]
        if not free or is_full[tree[cell]]:
            starts.remove(cell)
            late += [cell] if free else []
            continue
        side = pick(rng, free)
        while grid.open_sides[cell] & side and above[other := ways[side][cell]] < 0:
            tree[cell] |= side
            tree[other] = up[other] = OPPOSITE[side]
            above[other] = cell
            starts.append(other)
            cell = other
            if rng.random() >= STRAIGHT_ON:
                break
    return tree


def uniform(grid: Grid, rng: Random) -> Tree:
    """A tree drawn so that every tree has the same chance.

    Source: D. B. Wilson, Generating random spanning trees more quickly than the cover time (1996): from each cell that
    is not joined yet, walk at random to the tree, and keep the last side by which each cell was left.
    """
    ways, open_sides, random = grid.ways, grid.open_sides, rng.random
    tree = Tree.bare(grid, int(random() * grid.size))
    above, last = tree.above, tree.up
    for start in range(grid.size):
        cell = start
        while above[cell] < 0:
            sides = SIDES_OF[open_sides[cell]]
            last[cell] = side = sides[int(random() * len(sides))]
            cell = ways[side][cell]
        cell = start
        while above[cell] < 0:
            side = last[cell]
            tree[cell] |= side
            above[cell] = cell = ways[side][cell]
            tree[cell] |= OPPOSITE[side]
    return tree


def relink(grid: Grid, tree: Tree, patch: Sequence[int], rng: Random) -> bool:
    """Take one line of the tree away at a cell of the patch and join the two parts elsewhere at the patch.

    Returns whether the tree has changed: there may be no other line that would join them.
    """
    ways, open_sides = grid.ways, grid.open_sides
    cell = pick(rng, patch)
    side = pick(rng, SIDES_OF[tree[cell]])
    other = ways[side][cell]
    _toggle(tree, cell, side, other)
    lower = cell if tree.up[cell] == side else other
    below = tree.branch(grid, lower)
    free = [
        (near, way, beyond)
        for near in patch
        for way in SPARE[open_sides[near] << 4 | tree[near]]
        if not HAS_FULL[tree[beyond := ways[way][near]]] and (below is None or (near in below) != (beyond in below))
    ]
    if below is None:
        below = tree.among(lower, {end for near, _, beyond in free for end in (near, beyond)})
        free = [line for line in free if (line[0] in below) != (line[2] in below)]
    changes = [line for line in free if line[:2] not in ((cell, side), (other, OPPOSITE[side]))]
    if not changes:
        _toggle(tree, cell, side, other)
        return False
    near, way, beyond = pick(rng, changes)
    _toggle(tree, near, way, beyond)
    tree.hang(lower, *((near, way, beyond) if near in below else (beyond, OPPOSITE[way], near)))
    return True


def _toggle(tree: Tree, cell: int, side: int, other: int) -> None:
    tree[cell] ^= side
    tree[other] ^= OPPOSITE[side]


def mend(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Re-link the tree in or close around each of these patches of cells, more often if a patch is large."""
    tree = masks if isinstance(masks, Tree) else Tree.rooted(grid, masks)
    for patch in patches:
        for _ in range(1 + len(patch) // CELLS_A_LINE):
            while rng.random() < WIDER or not relink(grid, tree, patch, rng):
                wider = surrounded(grid, patch)
                if len(wider) == len(patch):
                    break
                patch = wider
    masks[:] = tree


def surrounded(grid: Grid, patch: Sequence[int]) -> list[int]:
    """The cells of the patch, and those next to it."""
    ways, open_sides = grid.ways, grid.open_sides
    around = [ways[side][cell] for cell in patch for side in SIDES_OF[open_sides[cell]]]
    return list(dict.fromkeys([*patch, *around]))


MAKER = Maker(
    refuse,
    draw,
    mend,
    bytes,
    scramble_without_loops,
    styles=STYLES,
    climbed=("parity", "pairs", "dead end", "colouring", "chain"),
    unknown=("only way across", "one step ahead"),
    varied=3_000,
    drawn=(3.5, 5.5),
    early=(("pocket", "no loop", "block"), ("pocket", "no loop", "block", "pairs", "dead end")),
    bordered=(
        EffortRange(36, 1, 499),
        EffortRange(64, 1, 999),
        EffortRange(100, 1, ENDLESS),
        EffortRange(250, 100, ENDLESS),
        EffortRange(ENDLESS, 250, ENDLESS),
    ),
    wrapped=(
        EffortRange(64, 1, ENDLESS),
        EffortRange(144, 100, ENDLESS),
        EffortRange(ENDLESS, 250, ENDLESS),
    ),
)
