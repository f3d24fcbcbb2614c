"""Random loops on a plain grid, one or many, and how to change them a little: for Simple Loop and Simple Loops boards.

Turning over a square draws those of its four lines that were not drawn, and takes away the others. A *growth* says how
many more cells then lie on loops; None if the square may not be turned over.

One loop is changed one unit square at a time. Where one line of the square was drawn and its two other
cells are on no loop, the line makes a detour through them; with three lines it takes the short cut; and where two lines
meet and the fourth cell is on no loop, the corner moves across. Each time one loop stays one loop.

Many loops are changed likewise, if each of the four cells then has two lines or none: a loop
appears or disappears, winds or straightens, parts in two or joins another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from termpuzzles.board.grid import DEGREE, E, Grid, N, S, W
from termpuzzles.games.making.maker import ENDLESS, EffortRange, Maker, Patches
from termpuzzles.games.making.params import HALF_TURN, Params
from termpuzzles.games.making.randomness import below, pick
from termpuzzles.logic.problem import Problem

Growth = Callable[[Sequence[int], int, int], int | None]  # takes the masks, the grid's width and a square

CORNERS = (E | S, S | W, N | E, N | W)  # the lines of a square at its cells, row by row

LEEWAY = 0.06  # how far the number of cells on loops may be from the number asked for, as a share of all cells
TRIES = 40  # the number of tries to find a change, for there may be none at the open cells


def cells_of_square(width: int, square: int) -> tuple[int, int, int, int]:
    """The cells of the square with that north-west cell, row by row."""
    return square, square + 1, square + width, square + width + 1


def turn_over(masks: bytearray, width: int, square: int) -> None:
    """Turn over the four lines of a square."""
    for cell, sides in zip(cells_of_square(width, square), CORNERS, strict=True):
        masks[cell] ^= sides


def grown(grid: Grid, rng: Random, growth: Growth, wanted: float, shorter: float, patience: int) -> bytearray:
    """Loops through as many cells as wanted, or as many as they will grow to, grown from a single square.

    `shorter` is how often they lose cells nevertheless, so that they wind; `patience` is how many changes are tried for
    each cell before they count as fully grown.
    """
    squares = [grid.cell(x, y) for y in range(grid.height - 1) for x in range(grid.width - 1)]
    masks = bytearray(grid.size)
    turn_over(masks, grid.width, pick(rng, squares))
    cells = 4
    for _ in range(patience * grid.size):
        if cells >= wanted:
            break
        square = pick(rng, squares)
        more = growth(masks, grid.width, square)
        if more is not None and (more >= 0 or (cells + more and rng.random() < shorter)):
            turn_over(masks, grid.width, square)
            cells += more
    return masks


def changed(grid: Grid, loops: bytes | bytearray, cell: int, rng: Random, growth: Growth) -> bytearray:
    """The loops with up to three squares turned over, at this cell and close by."""
    masks, width = bytearray(loops), grid.width
    x, y = grid.place(cell)
    x, y = x - below(rng, 3), y - below(rng, 3)
    for _ in range(1 + below(rng, 3)):
        x, y = min(max(x, 0), width - 2), min(max(y, 0), grid.height - 2)
        if growth(masks, width, grid.cell(x, y)) is not None:
            turn_over(masks, width, grid.cell(x, y))
        x, y = x - 2 + below(rng, 5), y - 2 + below(rng, 5)
    return masks


def change(grid: Grid, masks: bytearray, cells: Sequence[int], wanted: float, rng: Random, growth: Growth) -> None:
    """Change the loops at one of these cells, so that they pass about as many cells as wanted."""
    before = grid.size - masks.count(0)
    for _ in range(TRIES):
        other = changed(grid, masks, pick(rng, cells), rng, growth)
        now = grid.size - other.count(0)
        near = abs(now - wanted) <= LEEWAY * grid.size or abs(now - wanted) <= abs(before - wanted)
        if now and other != masks and near:
            masks[:] = other
            return


CLIMBED = ("parity", "pairs", "parity type 1", "parity type 2", "one step ahead")  # what drawn boards rarely need
TOO_SMALL = 16  # cells: no board up to this size has any of these ratings, as looking at all of them showed
ALL_EASY = ({2}, {2, 3}, {3})  # sides of boards that need no more than `degree`, as looking at all of them showed
LEAST_OFFERS, OFFERS = 4, 40  # changes to try for each cell: some at least, as a board may be as long at once
HOW_OFTEN = {2: 1.0, 0: 0.3, -2: 0.05}  # a change is offered, by how many more cells the loop then passes
SHORTER_ONE = 0.2  # how often a growing loop takes a short cut nevertheless, so that it winds
PATIENCE_ONE = 200  # changes to try for each cell before a loop counts as fully grown


def refuse_one_loop(params: Params) -> str:
    """The reason why there is no such board, or ""."""
    if not params.surface.is_plane or params.walls:
        return "a Simple Loop board neither wraps nor has walls"
    if min(params.width, params.height) < 2:
        return "a loop takes at least two rows and two columns"
    if params.rating == "no loop" and not params.at_most and {params.width, params.height} in ALL_EASY:
        return "a Simple Loop board of 2x2, 2x3 or 3x3 never needs more than 'Two lines each'"
    if params.rating in CLIMBED and not params.at_most:
        if params.width * params.height <= TOO_SMALL:
            return f"no board of at most {TOO_SMALL} cells with just one solution needs more than 'No loop'"
        if params.rating == CLIMBED[-1]:
            return "the one Simple Loop board known to need 'What if' has 43x20 cells; ask for 'Light and dark II'"
    return ""


def draw_one_loop(grid: Grid, params: Params, rng: Random) -> bytearray:
    """A loop as long as asked for, or as long as it will grow: a mask for each cell."""
    if params.symmetry:
        return _symmetric_loop(grid, params, rng)
    return grown(grid, rng, growth_of_one_loop, length_of_one_loop(grid, params), SHORTER_ONE, PATIENCE_ONE)


def _symmetric_loop(grid: Grid, params: Params, rng: Random) -> bytearray:
    """A loop that is the same after a half turn, or in a mirror, so that the cells beside it are, too.

    It grows from a ring around the middle, by two squares at a time.
    """
    masks, width = bytearray(grid.size), grid.width
    across, down = (width - 2) // 2, (grid.height - 2) // 2
    for x in range(across, width - 1 - across):
        for y in range(down, grid.height - 1 - down):
            turn_over(masks, width, grid.cell(x, y))
    wanted = length_of_one_loop(grid, params)
    for _ in range(PATIENCE_ONE * grid.size):
        if grid.size - masks.count(0) >= wanted:
            break
        square = grid.cell(below(rng, width - 1), below(rng, grid.height - 1))
        other = masks.copy()
        if _turn_both(grid, other, square, params.symmetry) and (
            other.count(0) <= masks.count(0) or rng.random() < SHORTER_ONE
        ):
            masks = other
    return masks


def _turn_both(grid: Grid, masks: bytearray, square: int, symmetry: str) -> bool:
    """Turn over a square and its partner, if one loop stays one loop; otherwise the masks are of no more use."""
    x, y = grid.place(square)
    partner = grid.cell(grid.width - 2 - x, grid.height - 2 - y if symmetry == HALF_TURN else y)
    for each in dict.fromkeys((square, partner)):
        if growth_of_one_loop(masks, grid.width, each) is None:
            return False
        turn_over(masks, grid.width, each)
    return True


def _mend_symmetric_loop(grid: Grid, masks: bytearray, cells: Sequence[int], params: Params, rng: Random) -> None:
    """Change the loop at one of these cells and at its partner, so that it stays about as long."""
    wanted = length_of_one_loop(grid, params)
    off = abs(grid.size - masks.count(0) - wanted)
    for _ in range(TRIES):
        other = masks.copy()
        x, y = grid.place(pick(rng, cells))
        for _ in range(1 + below(rng, 3)):
            column, row = x + 1 - below(rng, 3), y + 1 - below(rng, 3)
            square = grid.cell(min(max(column, 0), grid.width - 2), min(max(row, 0), grid.height - 2))
            turned = other.copy()
            other = turned if _turn_both(grid, turned, square, params.symmetry) else other
        if other != masks and abs(grid.size - other.count(0) - wanted) <= max(off, LEEWAY * grid.size):
            masks[:] = other
            return


def length_of_one_loop(grid: Grid, params: Params) -> float:
    """The number of cells the loop should pass: four in five at the usual density of 0.5, and in proportion."""
    return grid.size * min(1.0, 1.6 * params.density)


def growth_of_one_loop(masks: Sequence[int], width: int, square: int) -> int | None:
    """How many more cells the loop passes once this square, given by its north-west cell, is turned over.

    None if that would not leave one loop.
    """
    corners = (square, square + 1, square + width + 1, square + width)
    within = [masks[cell] & sides for cell, sides in zip(corners, (E | S, S | W, N | W, N | E), strict=True)]
    drawn = sum(DEGREE[sides] for sides in within) // 2
    if drawn == 3:
        return -2
    if drawn not in (1, 2) or any(masks[cell] for cell, sides in zip(corners, within, strict=True) if not sides):
        return None
    if drawn == 1:
        return 2
    return 0 if 0 in within else None  # two lines side by side would part into two loops


def mend_one_loop(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Change the loop at one of the open cells, so that its length stays about the same."""
    cells = [cell for patch in patches for cell in patch]
    if params.symmetry:
        _mend_symmetric_loop(grid, masks, cells, params, rng)
        return
    change(grid, masks, cells, length_of_one_loop(grid, params), rng, growth_of_one_loop)


def offer_one_loop(grid: Grid, masks: bytearray, params: Params, rng: Random) -> Iterator[bytearray]:
    """The loop with one square turned over, anywhere on the board, again and again until it is as long as asked for.

    Without a loop, one around a square comes first.
    """
    wanted, width = length_of_one_loop(grid, params) - LEEWAY * grid.size, grid.width
    squares = [grid.cell(x, y) for y in range(grid.height - 1) for x in range(width - 1)]
    if not any(masks):
        turn_over(masks, width, pick(rng, squares))
    for offered in range(OFFERS * grid.size):
        is_long = grid.size - masks.count(0) >= wanted
        if is_long and offered >= LEAST_OFFERS * grid.size:
            return
        square = pick(rng, squares)
        more = growth_of_one_loop(masks, width, square)
        if more is None or (is_long and more > 0) or rng.random() >= HOW_OFTEN[more]:
            continue
        other = masks.copy()
        turn_over(other, width, square)
        yield other


def tiles(masks: bytes) -> bytes:
    """1 for each cell on the loop, 0 for each cell to be shaded."""
    return bytes(map(bool, masks))


def every_cell(masks: bytes) -> bytes:
    """1 for each cell: any may have lines."""
    return b"\1" * len(masks)


def unscrambled(problem: Problem, shown: bytes, rng: Random) -> bytes:
    """The tiles as they are: they do not show how the loop goes."""
    return shown


ONE_LOOP = Maker(
    refuse_one_loop,
    draw_one_loop,
    mend_one_loop,
    tiles,
    unscrambled,
    climbed=CLIMBED,
    grown=("degree", "no loop"),
    offer=offer_one_loop,
    is_symmetric=True,
    early=(("no loop",), ()),
    rounds=4000,
    heat=3.0,
    drawn=(3.0, 3.0),
    bordered=(
        EffortRange(36, 1, 499),
        EffortRange(64, 1, 999),
        EffortRange(100, 1, ENDLESS),
        EffortRange(250, 100, ENDLESS),
        EffortRange(ENDLESS, 250, ENDLESS),
    ),
)


SHORTER_MANY = 0.3  # how often growing loops lose cells nevertheless, so that they wind
PATIENCE_MANY = 60  # changes to try for each cell before loops count as fully grown
PATCHES_A_CHANGE = 6  # a round makes one change for this many groups of open cells


def refuse_many_loops(params: Params) -> str:
    """The reason why there is no such board, or "".

    If there is just one solution, `degree` alone finds it. Direct each drawn line from its black cell to its white one
    (the colours of a checkerboard), each other line between open cells the other way: a cycle would give a second
    solution. Without a cycle some cell is first. No line leads to it, so if it is black all its lines are drawn, and if
    it is white none of them is: `degree` settles it. Without that cell another is first, and so on.
    """
    if not params.surface.is_plane or params.walls:
        return "a Simple Loops board neither wraps nor has walls"
    if min(params.width, params.height) < 2:
        return "a loop takes at least two rows and two columns"
    if params.rating not in (None, "degree") and not params.at_most:
        return "every Simple Loops board with just one solution needs no more than 'Two lines each'"
    return ""


def draw_many_loops(grid: Grid, params: Params, rng: Random) -> bytearray:
    """Loops through as many cells as asked for, or as many as they will grow to: a mask for each cell."""
    return grown(grid, rng, growth_of_many_loops, length_of_many_loops(grid, params), SHORTER_MANY, PATIENCE_MANY)


def length_of_many_loops(grid: Grid, params: Params) -> float:
    """The number of cells the loops should pass: two in three at the usual density of 0.5, and in proportion."""
    return grid.size * min(1.0, 4 / 3 * params.density)


def growth_of_many_loops(masks: Sequence[int], width: int, square: int) -> int | None:
    """How many more cells lie on loops once this square, given by its north-west cell, is turned over.

    None if a cell would have one line, or more than two.
    """
    more = 0
    for cell, sides in zip(cells_of_square(width, square), CORNERS, strict=True):
        before, after = DEGREE[masks[cell]], DEGREE[masks[cell] ^ sides]
        if after not in (0, 2):
            return None
        more += (after - before) // 2
    return more


def mend_many_loops(grid: Grid, masks: bytearray, patches: Patches, params: Params, rng: Random) -> None:
    """Change the loops in a few of the patches, so that they pass about as many cells as before."""
    wanted = length_of_many_loops(grid, params)
    for _ in range(1 + len(patches) // PATCHES_A_CHANGE):
        change(grid, masks, pick(rng, patches), wanted, rng, growth_of_many_loops)


MANY_LOOPS = Maker(
    refuse_many_loops,
    draw_many_loops,
    mend_many_loops,
    tiles,
    unscrambled,
    rounds=4000,
    heat=3.0,
    bordered=(
        EffortRange(144, 1, 99),
        EffortRange(250, 1, 249),
        EffortRange(600, 100, 499),
        EffortRange(ENDLESS, 250, ENDLESS),
    ),
)
