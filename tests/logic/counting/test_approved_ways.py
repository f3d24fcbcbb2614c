"""Which solutions the methods for clusters find, and with how much work, as tables to read."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from termpuzzles.board.grid import OPPOSITE, TURNS, E, Grid, N, S, W
from termpuzzles.logic.counting import clusters, matching, sweep
from termpuzzles.logic.problem import domain
from termpuzzles.logic.task import finish
from tests.approved import approve
from tests.logic.bitboards import local
from tests.logic.counting.test_blossom import random_graph
from tests.logic.counting.test_by_cluster import lines_problem
from tests.logic.test_approved_results import with_breaths


def shown(boards: Sequence[bytes]) -> str:
    """A digit for each cell of each board."""
    return " ".join(board.hex()[1::2] for board in boards) or "none"


def test_the_solutions_of_boards_cluster_by_cluster_are_as_approved() -> None:
    found: list[str] = []
    rng = Random(51)
    while len(found) < 90:
        grid = local.random_grid(rng, 16)
        left = local.narrow(grid, local.random_domains(rng, grid))
        if left is None or len(local.open_cells(left)) < 4:
            continue
        problem = lines_problem(grid, left)
        told = dict[str, None]()
        for wanted, few in ((1, clusters.FEW), (2, clusters.FEW), (2, 4), (2, 0)):
            boards, breaths = with_breaths(clusters.solutions(problem, left, wanted, few))
            told[f"{shown(boards)} in {breaths}"] = None
        ways = len(sweep.clusters(grid, local.open_cells(left)))
        found.append(f"{grid}, {ways} clusters: {', '.join(told)}")
    approve(__file__, "counting-solutions", "\n".join(found) + "\n")


def with_bars(rng: Random, grid: Grid, bars: float) -> list[int]:
    """The turns of the ends, corners, tees and some bars of a board with a solution."""
    masks = [0] * grid.size
    for line in rng.sample([*grid.lines()], len([*grid.lines()])):
        one, other = grid.ends(line)
        side = S if line & 1 else E
        changed = masks[one] | side, masks[other] | OPPOSITE[side]
        bent = not {N | S, E | W} & {*changed} or rng.random() < bars
        if bent and max(mask.bit_count() for mask in changed) <= 3:
            masks[one], masks[other] = changed
    return [domain(*TURNS[mask]) for mask in masks]


def test_boards_with_bars_are_straightened_as_approved() -> None:
    found = []
    rng = Random(52)
    for number in range(36):
        grid = Grid.make(*rng.choice(((6, 6), (8, 7), (9, 9), (12, 10))))
        left = local.narrow(grid, with_bars(rng, grid, rng.choice((0.1, 0.4, 1.0))))
        assert left is not None
        rest = local.open_cells(left)
        for cluster in sorted(sweep.clusters(grid, rest), key=len)[-1:]:
            ways, breaths = with_breaths(matching.ways(grid, rest, cluster, 2))
            told = "cannot tell" if ways is None else shown([bytes(way.values()) for way in ways])
            found.append(f"{number} {grid}, {len(cluster)} cells: {told} in {breaths}")
            built = matching.model(grid, rest, cluster)
            if not ways or not built:
                continue
            masks = local.settled(left, ways[0])
            for cell in rng.sample(cluster, 3):
                others = rest[cell] & ~(1 << masks[cell])
                like, breaths = with_breaths(matching.way_like(built, masks, {cell: others}))
                changed = " ".join(f"{at}:{mask:x}" for at, mask in sorted(like.items())) if like else like
                found.append(f"    {cell} otherwise: {changed} in {breaths}")
    approve(__file__, "counting-bars", "\n".join(found) + "\n")


def test_large_boards_with_bars_are_straightened_as_approved() -> None:
    found = []
    rng = Random(54)
    for _ in range(4):
        grid = Grid.make(30, 30)
        left = local.narrow(grid, with_bars(rng, grid, 1))
        assert left is not None
        rest = local.open_cells(left)
        cluster = max(sweep.clusters(grid, rest), key=len)
        ways, breaths = with_breaths(matching.ways(grid, rest, cluster, 2))
        assert ways is not None
        first, other = (local.settled(left, way) for way in ways)
        assert all(local.fits(grid, cell, mask, first, grid.size) for cell, mask in enumerate(first))
        bent = [cell for cell, mask in enumerate(first) if mask in (N | S, E | W) and cell in rest]
        level = [cell for cell in bent if first[cell] == E | W]
        apart = [cell for cell in cluster if first[cell] != other[cell]]
        found.append(f"{len(cluster)} cells, {len(bent)} bars, level {level}, then {apart} otherwise, in {breaths}")
    approve(__file__, "counting-large-bars", "\n".join(found) + "\n")


def test_graphs_are_matched_as_approved() -> None:
    found = []
    rng = Random(53)
    for _ in range(60):
        graph = random_graph(rng, rng.choice((6, 9, 12, 20)), rng.choice((0.12, 0.2, 0.3)))
        first = matching.first_matching(graph)
        mate = [-1] * len(graph)
        is_perfect, breaths = with_breaths(matching.perfect(graph, mate))
        found.append(f"{first}, then {mate} {is_perfect} in {breaths}")
    approve(__file__, "counting-graphs", "\n".join(found) + "\n")


@pytest.mark.parametrize("wide", range(8))
def test_a_large_cluster_is_found_from_each_of_eight_places(wide: int) -> None:
    grid = Grid(10, 100)
    undecided = bytearray(grid.size)

    def draw(cell: int, side: int) -> None:
        undecided[cell] |= side
        undecided[grid.ways[side][cell]] |= OPPOSITE[side]

    for part in range(8):
        first = part * grid.size // 8
        if part != wide:
            draw(first, E)
            continue
        top = first // 10 + 1
        for y in range(top, top + 11):
            for x in range(10):
                draw(grid.cell(x, y), S)
                if x < 9:
                    draw(grid.cell(x, y), E)
    assert clusters.exceeds_width(grid, bytes(undecided), 8, 5, 100)
    assert not clusters.exceeds_width(grid, bytes(undecided), 8, 5, 130)


def test_the_clusters_around_cells_are_given_once_each_in_their_order() -> None:
    ends, blank = domain(*TURNS[N]), domain(0)
    grid = Grid.make(8, 2)
    left = local.narrow(grid, [blank if cell % 8 in (2, 5) else ends for cell in range(16)])
    assert left is not None
    kept = clusters.KeptClusters(grid, left)
    first, middle, last = [0, 1, 8, 9], [3, 4, 11, 12], [6, 7, 14, 15]
    assert kept.around([]) == kept.around([2, 13]) == []
    assert kept.around([12, 2, 0, 3, 9]) == [middle, first]
    assert kept.around(range(16)) == [first, middle, last]


def test_what_is_held_wrongly_without_a_choice_has_no_solution() -> None:
    ends, blank = domain(*TURNS[N]), domain(0)
    grid = Grid.make(5, 2)
    left = local.narrow(grid, [blank if cell % 5 == 2 else ends for cell in range(10)])
    assert left is not None
    board = bytes([S, S, 0, S, S, N, N, 0, N, N])
    kept = clusters.KeptClusters(grid, left)
    assert finish(kept.solution_like(board, {2: domain(N)})) == []
    assert finish(kept.solution_like(board, {2: domain(N), 0: domain(E)})) == []
    assert finish(kept.solution_like(board, {2: domain(0)})) == [board]
    assert finish(kept.solution_like(board, {0: domain(E)})) == [bytes([E, W, 0, S, S, E, W, 0, N, N])]
    assert finish(kept.solution_like(board, {9: domain(W), 0: domain(E)})) == [bytes([E, W, 0, E, W, E, W, 0, E, W])]
    assert finish(kept.solution_like(board, {0: domain(E), 1: domain(S)})) == []
