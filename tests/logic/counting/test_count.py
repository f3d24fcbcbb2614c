"""Exact numbers of solutions, against brute force and against known boards."""

from __future__ import annotations

from random import Random

import pytest

from termpuzzles.board.grid import SIDES_OF, TURNS, Grid
from termpuzzles.board.surface import TORUS
from termpuzzles.logic.counting.sweep import (
    best_order,
    clusters,
    count,
    greedy_order,
    sweep,
    undecided,
    ways_through,
    widths,
)
from termpuzzles.logic.problem import domain
from termpuzzles.logic.task import finish
from tests import corpus
from tests.data.sweep import sample
from tests.logic.bitboards.local import (
    narrow,
    open_cells,
    picture,
    random_domains,
    random_grid,
    solutions,
)
from tests.logic.counting.test_approved_ways import with_bars


@pytest.mark.parametrize("seed", sample(range(20)))
def test_the_count_agrees_with_brute_force(seed: int) -> None:
    rng = Random(seed)
    for _ in range(100):
        grid = random_grid(rng)
        domains = random_domains(rng, grid)
        every = list(solutions(grid, domains))
        left = narrow(grid, domains)
        if left is None:
            assert every == []
            continue
        assert finish(count(grid, open_cells(left))) == len(every)


def test_clusters_share_no_undecided_line() -> None:
    grid = Grid.make(2, 5)
    left = narrow(grid, [domain(*TURNS[mask]) for mask in (8, 8, 8, 8, 0, 0, 8, 8, 8, 8)])
    assert left is not None
    assert clusters(grid, open_cells(left)) == [[0, 1, 2, 3], [6, 7, 8, 9]]
    assert finish(count(grid, open_cells(left))) == 4


def test_an_empty_rest_has_one_answer() -> None:
    assert finish(count(Grid.make(3, 3), {})) == 1


def test_dominoes_on_a_chessboard_are_counted() -> None:
    grid = Grid.make(8, 8)
    left = narrow(grid, [domain(*TURNS[8])] * 64)
    assert left is not None
    assert finish(count(grid, open_cells(left))) == 12988816  # Kasteleyn 1961, Temperley and Fisher 1961


def test_a_cluster_past_the_limit_is_not_guessed() -> None:
    grid = Grid.make(8, 8)
    left = narrow(grid, [domain(*TURNS[8])] * 64)
    assert left is not None
    assert finish(count(grid, open_cells(left), most=100)) is None
    assert finish(ways_through(sweep(grid, open_cells(left), range(64)), 2, most=10)) is None


def test_one_cluster_without_a_solution_makes_the_count_zero() -> None:
    ends, blank = domain(*TURNS[8]), domain(0)
    grid = Grid.make(12, 8)  # nine ends, which are one too many, beside 64
    left = narrow(grid, [ends if x > 3 or (x < 3 and y < 3) else blank for y in range(8) for x in range(12)])
    assert left is not None
    assert len(clusters(grid, open_cells(left))) == 2
    assert finish(count(grid, open_cells(left), most=100)) == 0


def test_long_work_can_be_stopped_anywhere() -> None:
    grid = Grid.make(14, 14)
    left = narrow(grid, [domain(*TURNS[8])] * 196)
    assert left is not None
    work = count(grid, open_cells(left))
    for _ in range(3):
        next(work)
    work.close()


def test_a_sweep_ends_with_an_empty_frontier() -> None:
    grid = Grid.make(4, 4, TORUS)
    left = narrow(grid, [domain(*TURNS[8])] * 16)
    assert left is not None
    steps = list(sweep(grid, open_cells(left), range(16)))
    assert sorted(step.cell for step in steps) == list(range(16))
    assert all(writing == 0 for ways in steps[-1].ways.values() for _, writing in ways)


def test_the_greedy_order_takes_the_cell_that_widens_the_frontier_least_or_was_touched_first() -> None:
    rng, large = Random(3), 0
    while large < 12:
        grid = Grid.make(rng.randint(4, 9), rng.randint(4, 9))
        left = narrow(grid, with_bars(rng, grid, 0.5))
        assert left is not None
        rest = open_cells(left)
        for cluster in clusters(grid, rest):
            large += len(cluster) > 24
            (order,) = greedy_order(grid, rest, cluster)
            beside = {cell: [grid.ways[side][cell] for side in SIDES_OF[undecided(rest[cell])]] for cell in cluster}
            assert order == greedily(cluster, beside)
            standing = []
            for number in range(1, len(order) + 1):
                inside = set(order[:number])
                standing.append(sum(1 for cell in inside for other in beside[cell] if other not in inside))
            assert list(widths(grid, rest, order)) == standing
            columns = sorted(cluster, key=lambda cell: (cell % grid.width, cell))
            tried = [cluster, columns, order] if len(cluster) > 24 else [cluster]
            states = [sum(1 << width for width in widths(grid, rest, each)) for each in tried]
            best = tried[states.index(min(states))]
            assert best_order(grid, rest, cluster) == (best, max(widths(grid, rest, best)))


def greedily(cluster: list[int], beside: dict[int, list[int]]) -> list[int]:
    """Always the touched cell with the fewest lines to cells not taken, less those to cells taken."""
    touched, taken = [cluster[0]], list[int]()
    while touched:
        wider = {cell: sum(-1 if other in taken else 1 for other in beside[cell]) for cell in touched}
        cell = min(touched, key=wider.__getitem__)
        touched.remove(cell)
        taken.append(cell)
        touched += [other for other in beside[cell] if other not in taken and other not in touched]
    return taken


def test_real_boards_have_their_known_number_of_solutions() -> None:
    """Boards up to 64x64, without those whose number is not known."""
    for name, _, size, expected in corpus.rows("infinity/expected.tsv")[1:]:
        if size.startswith(("128", "256")) or expected == "?":
            continue
        grid, tiles = picture(name)
        left = narrow(grid, [domain(*TURNS[tile]) for tile in tiles])
        found = 0 if left is None else finish(count(grid, open_cells(left)))
        assert found == int(expected), name
