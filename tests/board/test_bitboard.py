"""Operations on all cells at once, against the same cell by cell."""

from random import Random

from termpuzzles.board.byteboard import bitboards
from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid
from tests.games.boards import random_grid, random_lines


def met(grid: Grid, lines: bytes, cell: int) -> int:
    """The sides of the cell whose line is met from beyond."""
    ways = ((side, grid.beyond(cell, side)) for side in SIDES_OF[lines[cell]])
    return sum(side for side, other in ways if other is not None and lines[other] & OPPOSITE[side])


def positions(seed: int, number: int = 200) -> list[tuple[Grid, bytes]]:
    rng = Random(seed)
    grids = [random_grid(rng) for _ in range(number)]
    return [(grid, random_lines(rng, grid)) for grid in grids]


def test_every_side_of_a_line_is_joined_or_loose() -> None:
    for grid, lines in positions(1):
        joined, loose = bitboards(grid).join(lines)
        assert list(joined) == [met(grid, lines, cell) for cell in range(grid.size)]
        assert [one | other for one, other in zip(joined, loose, strict=True)] == list(lines)
        assert not any(one & other for one, other in zip(joined, loose, strict=True))


def test_sides_that_a_border_or_wall_closes_are_not_usable() -> None:
    for grid, lines in positions(2):
        expected = [mask & open_sides for mask, open_sides in zip(lines, grid.open_sides, strict=True)]
        assert list(bitboards(grid).usable(lines)) == expected


def test_walking_by_tables_leads_where_the_grid_says() -> None:
    for grid, lines in positions(3):
        joined, _ = bitboards(grid).join(lines)
        along, keys = bitboards(grid).along(joined), bitboards(grid).keys(joined)
        for cell in range(grid.size):
            sides = SIDES_OF[joined[cell]]
            assert along(cell) == [(grid.line(cell, side), grid.beyond(cell, side)) for side in sides]
            assert [cell + jump for jump in bitboards(grid).jumps[keys[cell]]] == [grid.beyond(cell, s) for s in sides]


def test_cells_that_no_start_reaches_within_some_steps_are_those_that_a_search_does_not_reach() -> None:
    rng = Random(4)
    for grid, lines in positions(4):
        joined, _ = bitboards(grid).join(lines)
        starts, passes = bytes(rng.random() < 0.1 for _ in range(grid.size)), rng.choice((0, 1, 2, grid.size))
        reached = {cell for cell in range(grid.size) if starts[cell]}
        for _ in range(passes):
            reached |= {grid.ways[side][cell] for cell in reached for side in SIDES_OF[joined[cell]]}
        expected = [int(joined[cell] > 0 and cell not in reached) for cell in range(grid.size)]
        assert list(bitboards(grid).not_reached(joined, starts, passes)) == expected
