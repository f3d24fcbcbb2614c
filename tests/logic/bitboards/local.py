"""Random boards on which lines only have to meet, and a slow and plain way to solve them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from termpuzzles.board.grid import MASK_OF, MASKS, OPPOSITE, SIDES, TURNS, E, Grid, S
from termpuzzles.logic.problem import domain
from tests import corpus
from tests.board.surfaces import glued


def random_grid(rng: Random, most: int = 12) -> Grid:
    """A grid of two to `most` cells: plain, wrapped, walled."""
    width = rng.randint(1, 5)
    height = rng.randint(2 if width == 1 else 1, max(2, most // width))
    often = rng.choice((0, 0, 0.1, 0.4))
    walls = [(cell, side) for cell in range(width * height) for side in (E, S) if rng.random() < often]
    return Grid.make(width, height, glued(rng.random() < 0.4, rng.random() < 0.4), walls)


def random_lines(rng: Random, grid: Grid, density: float = 0.5) -> list[int]:
    """The mask of each cell of a board where each line is drawn with that probability."""
    masks = [0] * grid.size
    for line in grid.lines():
        if rng.random() < density:
            west, east = grid.ends(line)
            masks[west] |= S if line % 2 else E
            masks[east] |= OPPOSITE[S if line % 2 else E]
    return masks


def random_domains(rng: Random, grid: Grid) -> list[int]:
    """The turns of random tiles, or of tiles that fit together, perhaps without some masks; or any sets of masks."""
    kind = rng.choice(("tiles", "fitting", "fitting", "narrowed", "any"))
    masks = random_lines(rng, grid, rng.choice((0.3, 0.5, 0.7)))
    if kind == "tiles":
        masks = [rng.choice(MASKS) for _ in masks]
    domains = [domain(*TURNS[mask]) for mask in masks]
    if kind == "narrowed":
        return [
            turns & rng.getrandbits(16) | 1 << mask if rng.random() < 0.3 else turns
            for turns, mask in zip(domains, masks, strict=True)
        ]
    return [rng.getrandbits(16) for _ in masks] if kind == "any" else domains


def fits(grid: Grid, cell: int, mask: int, masks: list[int], known: int) -> bool:
    """Whether the cell's mask agrees with its borders, its walls, itself and the masks of the first `known` cells."""
    for side in SIDES:
        other = grid.beyond(cell, side)
        if other is None:
            facing = 0
        elif other == cell:
            facing = mask & OPPOSITE[side]
        elif other < known:
            facing = masks[other] & OPPOSITE[side]
        else:
            continue
        if bool(mask & side) != bool(facing):
            return False
    return True


def solutions(grid: Grid, domains: list[int]) -> Iterator[list[int]]:
    """Every solution, by trying all masks cell by cell."""
    masks: list[int] = []

    def extend() -> Iterator[list[int]]:
        cell = len(masks)
        if cell == grid.size:
            yield masks.copy()
            return
        for mask in MASKS:
            if domains[cell] >> mask & 1 and fits(grid, cell, mask, masks, cell):
                masks.append(mask)
                yield from extend()
                masks.pop()

    return extend()


def narrow(grid: Grid, domains: list[int]) -> list[int] | None:
    """The fixpoint of the local rule, which keeps masks that every neighbour can match; None on a contradiction."""
    left = [[mask for mask in MASKS if domains[cell] >> mask & 1] for cell in range(grid.size)]
    waiting = dict.fromkeys(range(grid.size))
    while waiting:
        cell, _ = waiting.popitem()
        masks = [mask for mask in left[cell] if all(_answered(grid, cell, mask, side, left) for side in SIDES)]
        if not masks:
            return None
        if masks != left[cell]:
            left[cell] = masks
            waiting |= dict.fromkeys(other for side in SIDES if (other := grid.beyond(cell, side)) is not None)
    return [domain(*masks) for masks in left]


def _answered(grid: Grid, cell: int, mask: int, side: int, left: list[list[int]]) -> bool:
    other = grid.beyond(cell, side)
    if other is None:
        return not mask & side
    facing = [mask] if other == cell else left[other]
    return any(bool(mask & side) == bool(each & OPPOSITE[side]) for each in facing)


def open_cells(domains: list[int]) -> dict[int, int]:
    """The cells whose domain has two masks or more, each with its domain."""
    return {cell: left for cell, left in enumerate(domains) if left & left - 1}


def settled(domains: list[int], found: dict[int, int]) -> list[int]:
    """The whole board: the masks found for the open cells, and the only mask of each other cell."""
    return [found.get(cell, left.bit_length() - 1) for cell, left in enumerate(domains)]


def picture(name: str) -> tuple[Grid, list[int]]:
    """Grid and tiles of a plain picture of the ∞ Loop corpus."""
    text = corpus.path(f"infinity/{name}").read_text(encoding="utf-8")
    rows = [row for row in text.rstrip("\n").split("\n") if not row.startswith("#")]
    width = max(map(len, rows))
    return Grid.make(width, len(rows)), [MASK_OF[glyph] for row in rows for glyph in row.ljust(width)]
