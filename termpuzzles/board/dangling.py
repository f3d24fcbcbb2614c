"""Takes dangling lines away, all over the board at once.

Two integers hold the lines, one bit for each cell and the first cell's lowest: lines east of cells, and lines south.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from termpuzzles.board.grid import MASKS, SIDES, E, Grid, N, S, W

PASSES = 100  # after them, little is left but loops, what lies between them, and long paths that are quicker to walk

_DIGIT = {side: bytes(b"01"[bool(mask & side)] for mask in MASKS) * 16 for side in (E, S)}
_MASK = {side: bytes.maketrans(b"01", bytes([0, side])) for side in SIDES}


class _Seams(NamedTuple):
    """The cells before each seam at which a board wraps: its last column, its last row, or none."""

    last_column: int
    last_row: int


@lru_cache(maxsize=4)
def _seams(grid: Grid) -> _Seams:
    width, height = grid.width, grid.height
    return _Seams(
        int(("1" + "0" * (width - 1)) * height, 2) if grid.wrap_x else 0,
        (1 << width) - 1 << width * (height - 1) if grid.wrap_y else 0,
    )


def without_ends(grid: Grid, joined: bytes, passes: int = PASSES) -> bytes:
    """The joined sides after `passes` rounds, each of which takes away all cells that have only one joined side.

    Every line of a loop stays. Bridges may stay, too: those between loops, and those that more passes would take away.
    """
    width, size = grid.width, grid.size
    around_x, around_y = width - 1, size - width
    last_column, last_row = _seams(grid)
    east, south = (int(joined[::-1].translate(_DIGIT[side]), 2) for side in (E, S))
    for _ in range(passes):
        over_x, over_y = east & last_column, south & last_row
        inner_x, inner_y = east ^ over_x, south ^ over_y
        from_seam_x, from_seam_y = over_x >> around_x, over_y >> around_y
        west, north = inner_x << 1 | from_seam_x, inner_y << width | from_seam_y
        many = (east | south) & (west | north) | east & south | west & north
        kept_east = many & (inner_x & many >> 1 | (from_seam_x & many) << around_x)
        kept_south = many & (inner_y & many >> width | (from_seam_y & many) << around_y)
        if kept_east == east and kept_south == south:
            break
        east, south = kept_east, kept_south
    if not east and not south:
        return bytes(size)
    over_x, over_y = east & last_column, south & last_row
    west, north = (east ^ over_x) << 1 | over_x >> around_x, (south ^ over_y) << width | over_y >> around_y
    return _masks(size, {N: north, E: east, S: south, W: west})


def _masks(size: int, sides: dict[int, int]) -> bytes:
    """For each cell the mask of its sides."""
    together = 0
    for side, cells in sides.items():
        digits = format(cells, f"0{size}b").encode()
        together |= int.from_bytes(digits.translate(_MASK[side]), "big")
    return together.to_bytes(size, "little")
