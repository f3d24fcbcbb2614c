"""Cells, sides, turning, walls and wrap."""

import pickle
from itertools import product
from random import Random

import pytest

from termpuzzles.board.grid import (
    DEGREE,
    DOUBLE,
    HEAVY,
    LIGHT,
    MASK_OF,
    MASKS,
    OPPOSITE,
    SIDES,
    SIDES_OF,
    TURNS,
    E,
    Grid,
    N,
    S,
    W,
    clockwise,
    turn,
)
from termpuzzles.board.surface import CYLINDER_ACROSS, CYLINDER_DOWN, PLANE, SURFACES, TORUS, Seam, Surface
from tests.board.surfaces import ALL, TWISTED, random_surface
from tests.data.sweep import share


def random_grids(seed: int, number: int = 60) -> list[Grid]:
    """Grids up to 5x5 of all shapes and surfaces, walled at random."""
    rng = Random(seed)
    grids = []
    for _ in range(number):
        width, height = rng.choice([size for size in product(range(1, 6), repeat=2) if size != (1, 1)])
        walls = [(cell, side) for cell in range(width * height) for side in (E, S) if rng.random() < 0.2]
        grids.append(Grid.make(width, height, random_surface(rng), walls))
    return grids


def test_a_quarter_turn_takes_north_to_east_to_south_to_west_to_north() -> None:
    assert [clockwise(side) for side in (N, E, S, W)] == [E, S, W, N]


def test_turning_moves_each_side_of_a_mask_by_itself() -> None:
    for mask, quarters in product(MASKS, range(-5, 9)):
        assert turn(mask, quarters) == sum(turn(side, quarters) for side in SIDES_OF[mask])
        assert turn(turn(mask, quarters), -quarters) == mask


def test_four_quarter_turns_change_nothing_and_two_swap_opposite_sides() -> None:
    for mask in MASKS:
        assert turn(mask, 4) == mask
        assert TURNS[mask][2] == OPPOSITE[mask]
    assert [OPPOSITE[side] for side in (N, E, S, W)] == [S, W, N, E]


def test_the_degree_of_a_mask_is_its_number_of_sides() -> None:
    assert all(DEGREE[mask] == len(SIDES_OF[mask]) for mask in MASKS)


def test_each_glyph_stands_for_its_mask_in_every_weight() -> None:
    for glyph_set in (HEAVY, LIGHT, DOUBLE):
        assert [MASK_OF[glyph] for glyph in glyph_set] == list(MASKS)
    assert HEAVY[N | E] == "┗"
    assert LIGHT[S | W] == "┐"


def test_cells_are_numbered_row_by_row() -> None:
    grid = Grid(3, 2)
    assert [grid.place(cell) for cell in range(grid.size)] == [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]
    assert all(grid.cell(*grid.place(cell)) == cell for cell in range(grid.size))
    assert grid.name(5) == "(3, 2)"


def test_nothing_lies_beyond_the_border_of_a_plain_board() -> None:
    grid = Grid(3, 2)
    assert [grid.beyond(4, side) for side in (N, E, S, W)] == [1, 5, None, 3]
    assert [grid.beyond(0, side) for side in (N, E, S, W)] == [None, 1, 3, None]


def test_a_wrapped_board_goes_on_at_the_other_end() -> None:
    grid = Grid(3, 2, TORUS)
    assert [grid.beyond(0, side) for side in (N, E, S, W)] == [3, 1, 3, 2]
    assert [Grid(1, 2, CYLINDER_ACROSS).beyond(1, side) for side in (N, E, S, W)] == [0, 1, None, 1]


def test_a_wall_closes_the_sides_of_both_cells_at_it() -> None:
    grid = Grid.make(3, 2, CYLINDER_ACROSS, [(0, E), (1, S), (2, E)])
    assert (grid.beyond(0, E), grid.beyond(1, W)) == (None, None)
    assert (grid.beyond(1, S), grid.beyond(4, N)) == (None, None)
    assert (grid.beyond(2, E), grid.beyond(0, W)) == (None, None)
    assert grid.beyond(5, E) == 3


def test_going_over_a_side_and_back_leads_home() -> None:
    for grid in random_grids(1):
        for cell, side in product(range(grid.size), SIDES):
            other = grid.beyond(cell, side)
            assert (other is not None) == bool(grid.open_sides[cell] & side)
            if other is not None:
                assert grid.beyond(other, OPPOSITE[side]) == cell


def test_walls_and_borders_are_all_that_closes_a_side() -> None:
    for grid in random_grids(2):
        for cell in range(grid.size):
            x, y = grid.place(cell)
            assert (grid.beyond(cell, E) is None) == (
                (cell, E) in grid.walls or (x == grid.width - 1 and not grid.surface.across)
            )
            assert (grid.beyond(cell, S) is None) == (
                (cell, S) in grid.walls or (y == grid.height - 1 and not grid.surface.down)
            )


def test_both_cells_at_a_line_know_it_by_one_number() -> None:
    for grid in random_grids(3):
        seen: dict[int, list[int]] = {}
        for cell, side in product(range(grid.size), SIDES):
            other = grid.beyond(cell, side)
            if other is not None:
                assert grid.line(cell, side) == grid.line(other, OPPOSITE[side])
                assert set(grid.ends(grid.line(cell, side))) == {cell, other}
                seen.setdefault(grid.line(cell, side), []).append(cell)
        assert list(grid.lines()) == sorted(seen)
        assert all(sorted(cells) == sorted(grid.ends(line)) for line, cells in seen.items())


def test_the_two_lines_between_the_same_cells_are_told_apart() -> None:
    grid = Grid(2, 1, TORUS)
    assert len({grid.line(0, E), grid.line(0, W), grid.line(0, S), grid.line(1, S)}) == 4
    assert grid.ends(grid.line(0, E)) == (0, 1)
    assert grid.ends(grid.line(0, W)) == (1, 0)
    assert grid.ends(grid.line(1, N)) == (1, 1)


def test_a_seam_walled_all_along_does_not_wrap() -> None:
    assert Grid.make(2, 2, TORUS, [(1, E), (3, E), (0, E)]) == Grid(2, 2, CYLINDER_DOWN, frozenset({(0, E)}))
    assert Grid.make(2, 2, TORUS, [(2, S), (3, S)]) == Grid(2, 2, CYLINDER_ACROSS)


def test_walls_on_a_seam_that_does_not_wrap_are_dropped() -> None:
    assert Grid.make(2, 2, PLANE, [(1, E), (2, S), (0, S)]) == Grid(2, 2, walls=frozenset({(0, S)}))
    assert Grid.make(2, 2, TORUS, [(1, E)]) == Grid(2, 2, TORUS, frozenset({(1, E)}))


@pytest.mark.parametrize("grid", random_grids(4, 10), ids=str)
def test_a_grid_pickles_and_its_repr_pastes_back(grid: Grid) -> None:
    assert pickle.loads(pickle.dumps(grid)) == grid
    assert eval(repr(grid), {"Grid": Grid, "Surface": Surface, "Seam": Seam}) == grid
    assert hash(Grid.make(grid.width, grid.height, grid.surface, grid.walls)) == hash(grid)


@pytest.mark.parametrize("grid", random_grids(5, share(40)), ids=str)
def test_the_distance_of_two_cells_is_the_fewest_steps_walls_aside(grid: Grid) -> None:
    ways = grid.without_walls.ways.values()
    for start in range(grid.size):
        reached, steps = {start}, {start: 0}
        while len(reached) < grid.size:
            ring = {way[cell] for cell in reached for way in ways} - reached - {-1}
            steps |= dict.fromkeys(ring, max(steps.values()) + 1)
            reached |= ring
        assert [grid.distance(start, cell) for cell in range(grid.size)] == [steps[cell] for cell in range(grid.size)]


@pytest.mark.parametrize("surface", TWISTED)
def test_a_line_that_leaves_over_a_flipped_seam_comes_back_mirrored_and_on_the_opposite_side(surface: Surface) -> None:
    grid = Grid(4, 5, surface)
    for cell in range(grid.size):
        x, y = grid.place(cell)
        if surface.across is Seam.FLIPPED and x == 3:
            assert grid.beyond(cell, E) == grid.cell(0, 4 - y)
        if surface.down is Seam.FLIPPED and y == 4:
            assert grid.beyond(cell, S) == grid.cell(3 - x, 0)
        for side in SIDES:
            if (other := grid.beyond(cell, side)) is not None:
                assert grid.beyond(other, OPPOSITE[side]) == cell


@pytest.mark.parametrize("surface", ALL)
def test_unrolled_every_cell_stands_beside_those_that_lie_beyond_its_sides(surface: Surface) -> None:
    grid = Grid(3, 4, surface)
    steps = {N: (0, -1), E: (1, 0), S: (0, 1), W: (-1, 0)}
    for column, row in product(range(-7, 9), range(-9, 11)):
        if found := grid.unrolled(column, row):
            cell, mirrored = found
            for side, (across, down) in steps.items():
                beside = grid.unrolled(column + across, row + down)
                seen_as = OPPOSITE[side] if side & mirrored else side
                assert (beside[0] if beside else None) == grid.beyond(cell, seen_as)


@pytest.mark.parametrize("grid", random_grids(6, share(60)), ids=str)
def test_what_a_grid_says_of_its_lines_as_a_whole_is_true_of_each(grid: Grid) -> None:
    bare = grid.without_walls
    ends = [tuple(sorted(bare.ends(line))) for line in bare.lines()]
    assert bare.is_simple == (len(set(ends)) == len(ends) and all(one != other for one, other in ends))
    assert grid.has_checkerboard == all((sum(grid.place(one)) + sum(grid.place(other))) % 2 for one, other in ends)


@pytest.mark.parametrize(
    ("suffix", "words"),
    [
        ("", ""),
        ("w", "wraps"),
        ("cx", "wraps across"),
        ("cy", "wraps down"),
        ("mx", "Möbius strip"),
        ("my", "Möbius strip, upright"),
        ("kx", "Klein bottle"),
        ("ky", "Klein bottle, upright"),
    ],
)
def test_each_surface_has_words_of_its_own(suffix: str, words: str) -> None:
    assert SURFACES[suffix].words == words
    assert SURFACES[suffix].name == words.removesuffix(", upright")
