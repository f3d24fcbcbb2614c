"""Clusters of ends, corners and tees as matchings, against trying everything and against real boards."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from termpuzzles.board.grid import DEGREE, TURNS, E, Grid, N, S, W
from termpuzzles.board.surface import CYLINDER_ACROSS, TORUS
from termpuzzles.logic.counting.clusters import KeptClusters
from termpuzzles.logic.counting.matching import sides_in_groups, ways
from termpuzzles.logic.counting.sweep import clusters
from termpuzzles.logic.problem import domain
from termpuzzles.logic.task import finish
from tests.data import sweep
from tests.logic.bitboards.local import (
    fits,
    narrow,
    open_cells,
    picture,
    random_domains,
    random_grid,
    random_lines,
    settled,
    solutions,
)


def draw(rng: Random) -> tuple[Grid, list[int]]:
    """A random grid, not so narrow that two lines join the same cells; random domains, often without bars."""
    grid = random_grid(rng)
    while not grid.is_simple:
        grid = random_grid(rng)
    if rng.random() < 0.5:
        return grid, random_domains(rng, grid)
    masks = random_lines(rng, grid, rng.choice((0.3, 0.5, 0.7)))
    tiles = [N | E if mask in (N | S, E | W) else mask for mask in masks]
    return grid, [domain(*TURNS[tile]) for tile in tiles]


@pytest.mark.parametrize("seed", sweep.sample(range(20)))
def test_two_ways_are_found_exactly_where_there_are_two(seed: int) -> None:
    rng = Random(seed)
    for _ in range(100):
        grid, domains = draw(rng)
        left = narrow(grid, domains)
        if left is None:
            continue
        every = list(solutions(grid, left))
        rest = open_cells(left)
        for cluster in clusters(grid, rest):
            found = finish(ways(grid, rest, cluster, 2))
            if found is None:
                assert any(sides_in_groups(rest[cell]) is None for cell in cluster)
            elif every:
                every_way = {tuple(board[cell] for cell in cluster) for board in every}
                shown = [tuple(each[cell] for cell in cluster) for each in found]
                assert len(set(shown)) == len(shown) == min(2, len(every_way))
                assert every_way >= set(shown)
        if not every and all(sides_in_groups(each) for each in rest.values()):
            assert [] in [finish(ways(grid, rest, cluster, 2)) for cluster in clusters(grid, rest)]


@pytest.mark.parametrize("seed", sweep.sample(range(20)))
def test_from_a_solution_another_with_cells_held_is_found_exactly_where_there_is_one(seed: int) -> None:
    rng, found = Random(f"like {seed}"), Counter[str]()
    for _ in range(400):
        grid, domains = draw(rng)
        left = narrow(grid, domains)
        every = [] if left is None else [bytes(board) for board in solutions(grid, left)]
        if left is None or len(every) < 2:
            continue
        start, goal = rng.choice(every), rng.choice(every)
        held = {cell: 1 << goal[cell] for cell in rng.sample(range(grid.size), min(3, grid.size))}
        if rng.random() < 0.5:
            held[rng.randrange(grid.size)] = 1 << rng.randrange(16)
        fitting = [board for board in every if all(keep >> board[cell] & 1 for cell, keep in held.items())]
        boards = finish(KeptClusters(grid, left).solution_like(start, held))
        if boards is None:
            assert not all(sides_in_groups(domain) for domain in left)
        elif boards:
            assert set(boards) <= set(fitting)
            found["one"] += boards != [start]
        else:
            assert not fitting
            found["none"] += 1
    assert found["one"]
    assert found["none"]


def test_groups_say_how_many_lines_are_on_which_sides() -> None:
    assert sides_in_groups(domain(*TURNS[N])) == (((15, 1),), True)
    assert sides_in_groups(domain(*TURNS[N | E])) == (((N | S, 1), (E | W, 1)), True)
    assert sides_in_groups(domain(*TURNS[N | E | S])) == (((15, 3),), True)
    assert sides_in_groups(domain(*TURNS[N | S])) == (((15, 2),), False)
    assert sides_in_groups(domain(N | E, E | S)) == (((N | S, 1),), True)
    assert sides_in_groups(domain(N | E, E | S, S | W)) == (((N | S, 1), (E | W, 1)), False)
    assert sides_in_groups(domain(0, N | E)) is None


def test_a_board_too_wide_to_count_is_solved() -> None:
    grid, tiles = picture("grid_32x32_dist.1_vflip.true_hflip.true_messedup.false_id.1.loops")
    left = narrow(grid, [domain(*TURNS[tile]) for tile in tiles])
    assert left is not None
    rest = open_cells(left)
    (cluster,) = clusters(grid, rest)
    found = finish(ways(grid, rest, cluster, 2))
    assert found is not None
    boards = [settled(left, each) for each in found]
    assert boards[0] != boards[1]
    for board in boards:
        assert [DEGREE[mask] for mask in board] == [DEGREE[tile] for tile in tiles]
        assert all(left[cell] >> mask & 1 for cell, mask in enumerate(board))
        assert all(fits(grid, cell, mask, board, grid.size) for cell, mask in enumerate(board))


def test_a_wide_board_of_ends_with_one_colour_too_many_has_no_solution() -> None:
    grid = Grid.make(30, 30)
    blanks = {grid.cell(10, 10), grid.cell(20, 20)}
    ends = [domain(0) if cell in blanks else domain(*TURNS[N]) for cell in range(grid.size)]
    left = narrow(grid, ends)
    assert left is not None
    rest = open_cells(left)
    assert [finish(ways(grid, rest, cluster, 2)) for cluster in clusters(grid, rest)] == [[]]


def test_ends_on_a_torus_with_odd_sides_are_matched() -> None:
    grid = Grid.make(15, 16, TORUS)
    left = narrow(grid, [domain(*TURNS[N])] * grid.size)
    assert left is not None
    found = finish(ways(grid, open_cells(left), list(range(grid.size)), 2))
    assert found is not None
    assert len(found) == 2


def test_a_board_so_narrow_that_lines_double_is_not_matched() -> None:
    grid = Grid.make(2, 6, CYLINDER_ACROSS)
    left = narrow(grid, [domain(*TURNS[N])] * grid.size)
    assert left is not None
    assert finish(ways(grid, open_cells(left), list(range(grid.size)), 2)) is None
