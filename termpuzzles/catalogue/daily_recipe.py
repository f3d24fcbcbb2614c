"""How the boards of the day are drawn, frozen for ever: nothing here may change, whatever becomes of the generator.

The recipe leans on nothing that a later version might do otherwise. Its random numbers come from SHA-256; it draws
until a board has exactly one solution, which is a fact of the board and not of any solver. No rating is asked for,
because ratings follow the rules, which change. A better recipe is a new file and a new stream on a later date.
"""

from __future__ import annotations

from hashlib import sha256

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, TURNS, E, Grid, S
from termpuzzles.board.surface import PLANE, TORUS
from termpuzzles.games.model import Game, Puzzle
from termpuzzles.games.queries import two_solutions

_AROUND = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
_ROUNDS, _TRIED = 6, 0.7  # in growing the region of a shading


class Chances:
    """Random numbers from 0 up to 1 that follow from a text alone, the same everywhere and for ever."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._count = 0

    def next(self) -> float:
        """The next number: 48 bits of the digest of the text and a counter."""
        self._count += 1
        digest = sha256(f"{self._text} {self._count}".encode()).digest()
        return int.from_bytes(digest[:6], "big") / (1 << 48)


def board(game: Game, form: str, size: str, key: str) -> Puzzle:
    """The first board of this form and size that has one solution, drawn from the key."""
    grid, attempt = grid_of(size), 0
    while True:
        attempt += 1
        chances = Chances(f"{key} {attempt}")
        if form == "circles":
            if puzzle := _circled(game, grid, chances):
                return puzzle
            continue
        tiles = FORMS[form](grid, chances)
        if tiles and has_one_solution(game, grid, tiles):
            return Puzzle(game, grid, tiles if game.shades else scrambled(grid, tiles, chances))


def grid_of(size: str) -> Grid:
    """The grid of a size such as `7x7`, or `7x7w` if it wraps."""
    sides = size.removesuffix("w")
    width, height = map(int, sides.split("x"))
    return Grid.make(width, height, PLANE if sides == size else TORUS)


def has_one_solution(game: Game, grid: Grid, tiles: bytes) -> bool:
    """Whether the board of these tiles, or cells that are open or shaded, has just one."""
    return len(two_solutions(Puzzle(game, grid, tiles))) == 1


def lines_of(grid: Grid) -> list[tuple[int, int]]:
    """All lines that may be drawn, each as a cell and a side."""
    return [(cell, side) for cell in range(grid.size) for side in (E, S) if grid.ways[side][cell] >= 0]


def draw(grid: Grid, lines: list[tuple[int, int]]) -> bytes:
    """The mask of each cell where these lines are drawn."""
    masks = bytearray(grid.size)
    for cell, side in lines:
        masks[cell] |= side
        masks[grid.ways[side][cell]] |= OPPOSITE[side]
    return bytes(masks)


def _tree(grid: Grid, chances: Chances) -> bytes:
    """A spanning tree: all lines in random order, each drawn unless its ends are joined already (Kruskal)."""
    heads = list(range(grid.size))

    def head(cell: int) -> int:
        while heads[cell] != cell:
            cell = heads[cell]
        return cell

    drawn = []
    for _, cell, side in sorted((chances.next(), cell, side) for cell, side in lines_of(grid)):
        one, other = head(cell), head(grid.ways[side][cell])
        if one != other:
            heads[one] = other
            drawn.append((cell, side))
    return draw(grid, drawn)


def _scattered(grid: Grid, chances: Chances) -> bytes:
    """Each line drawn with a chance that is between a half and two thirds."""
    share = 0.5 + chances.next() / 6
    return draw(grid, [line for line in lines_of(grid) if chances.next() < share])


def _shading(grid: Grid, chances: Chances, clumsy: float = 0.45, fewest: float = 0.6) -> bytes:
    """The corners on the border of a region that grows without holes: 1 for those, 0 for all others.

    The clumsier the region, the less its border winds; nothing where too small a share of the cells lies on it.
    """
    region = region_of(grid, chances, clumsy)
    cells = bytes(_on_border(region, x, y) for y in range(grid.height) for x in range(grid.width))
    return cells if sum(cells) >= fewest * grid.size else b""


def region_of(grid: Grid, chances: Chances, clumsy: float) -> set[tuple[int, int]]:
    """A region of the squares between the cells, without holes."""
    width, height = grid.width - 1, grid.height - 1
    region = {(int(chances.next() * width), int(chances.next() * height))}
    places = [(x, y) for y in range(height) for x in range(width)]
    for _ in range(_ROUNDS):
        for _, (x, y) in sorted((chances.next(), place) for place in places):
            if (x, y) not in region and chances.next() < _TRIED and _may_grow(region, x, y, chances, clumsy):
                region.add((x, y))
    return region


def _may_grow(region: set[tuple[int, int]], x: int, y: int, chances: Chances, clumsy: float) -> bool:
    """Whether the region stays in one piece without a hole or a corner touched twice; rather thin than thick."""
    around = [(x + across, y + down) in region for across, down in _AROUND]
    beside = sum(around[::2])
    runs = sum(here and not around[place - 1] for place, here in enumerate(around))
    return runs == 1 and beside > 0 and (beside == 1 or chances.next() < clumsy)


def _on_border(region: set[tuple[int, int]], x: int, y: int) -> bool:
    return 0 < sum((x - across, y - down) in region for across in (0, 1) for down in (0, 1)) < 4


def scrambled(grid: Grid, masks: bytes, chances: Chances) -> bytes:
    """The tiles turned at random, not all as they were."""
    while True:
        turned = bytes(TURNS[mask][int(chances.next() * 4)] for mask in masks)
        if turned != masks or all(DEGREE[mask] in (0, 4) for mask in masks):
            return turned


def _simple_shading(grid: Grid, chances: Chances) -> bytes:
    """A shading whose border winds less: few others have one solution only where any number of loops may be drawn."""
    return _shading(grid, chances, 0.7, 0.54)


def _circled(game: Game, grid: Grid, chances: Chances) -> Puzzle | None:
    """Circles of a loop around a thin region: all that it allows, then without those not needed, in random order.

    None if there are too few for a hope that the loop is the only one, or if it is not.
    """
    region = region_of(grid, chances, 0.0)
    masks = draw(grid, [line for line in lines_of(grid) if is_on_border(grid, region, *line)])
    clues = bytearray(circle(grid, masks, cell) for cell in range(grid.size))
    if len(clues) - clues.count(0) < 0.35 * grid.size or not has_one_loop(game, grid, clues):
        return None
    order = sorted((chances.next(), cell) for cell, clue in enumerate(clues) if clue)
    return without_needless(game, grid, clues, [cell for _, cell in order])


def without_needless(game: Game, grid: Grid, clues: bytearray, order: list[int]) -> Puzzle:
    """The board without the circles of these cells, in this order, without which it still has one solution."""
    for cell in order:
        clue, clues[cell] = clues[cell], 0
        if not has_one_loop(game, grid, clues):
            clues[cell] = clue
    return Puzzle(game, grid, b"\1" * grid.size, clues=bytes(clues))


def is_on_border(grid: Grid, region: set[tuple[int, int]], cell: int, side: int) -> bool:
    """Whether just one of the two squares beside the line belongs to the region."""
    x, y = grid.place(cell)
    return ((x, y) in region) != (((x, y - 1) if side == E else (x - 1, y)) in region)


def circle(grid: Grid, masks: bytes, cell: int) -> int:
    """The circle that the lines through a cell allow: 1 for a white one, 2 for a black one, 0 for none."""
    mask = masks[cell]
    beside = [masks[grid.ways[side][cell]] in STRAIGHT for side in SIDES_OF[mask]]
    if mask in STRAIGHT:
        return 0 if all(beside) else 1
    return 2 if mask and all(beside) else 0


STRAIGHT = (5, 10)


def has_one_loop(game: Game, grid: Grid, clues: bytearray) -> bool:
    """Whether the circles allow just one loop."""
    return len(two_solutions(Puzzle(game, grid, b"\1" * grid.size, clues=bytes(clues)))) == 1


FORMS = {"tree": _tree, "scattered": _scattered, "shading": _shading, "simple shading": _simple_shading}
