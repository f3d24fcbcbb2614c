"""The methods for clusters find solutions where there are any, and with how much work, in sums."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
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
from tests.logic.oracle import fitting
from tests.logic.tally import Tally
from tests.logic.test_approved_results import with_yields


def solve_by_clusters(tally: Tally) -> None:
    """As many solutions are found as are wanted, or as there are, cluster by cluster."""
    rng, number = Random(51), 0
    while number < 90:
        grid = local.random_grid(rng, 16)
        left = local.narrow(grid, local.random_domains(rng, grid))
        if left is None or len(local.open_cells(left)) < 4:
            continue
        number += 1
        problem, some = lines_problem(grid, left), [*islice(fitting(grid, left), 2)]
        for wanted, few in ((1, clusters.FEW), (2, clusters.FEW), (2, 4), (2, 0)):
            boards, yields = with_yields(clusters.solutions_by_cluster(problem, left, wanted, few))
            assert all(map(problem.judge, boards))
            assert len({*boards}) == len(boards) == min(wanted, len(some))
            tally.add(f"{wanted} solutions, {few} states", boards=len(boards), yields=yields)


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


def straighten_bars(tally: Tally) -> None:
    """Ways through clusters with bars fit, and so does each that is like another but for a cell."""
    rng = Random(52)
    for _ in range(36):
        grid = Grid.make(*rng.choice(((6, 6), (8, 7), (9, 9), (12, 10))))
        left = local.narrow(grid, with_bars(rng, grid, rng.choice((0.1, 0.4, 1.0))))
        assert left is not None
        rest = local.open_cells(left)
        for cluster in sorted(sweep.clusters(grid, rest), key=len)[-1:]:
            ways, yields = with_yields(matching.ways(grid, rest, cluster, 2))
            for way in ways or ():
                assert fits(grid, local.settled(left, way), cluster)
            told = ways is not None
            tally.add("ways with bars", cells=len(cluster), told=told, ways=len(ways or ()), yields=yields)
            built = matching.model(grid, rest, cluster)
            if not ways or not built:
                continue
            masks = local.settled(left, ways[0])
            for cell in rng.sample(cluster, 3):
                others = rest[cell] & ~(1 << masks[cell])
                like, yields = with_yields(matching.way_like(built, masks, {cell: others}))
                if like:
                    assert like[cell] != masks[cell]
                    assert fits(grid, local.settled(left, {**ways[0], **like}), cluster)
                tally.add("one cell otherwise", told=like is not None, changed=len(like or ()), yields=yields)


def fits(grid: Grid, masks: list[int], cells: Sequence[int]) -> bool:
    """Whether the lines of these cells meet those of all their neighbours."""
    return all(local.fits(grid, cell, masks[cell], masks, grid.size) for cell in cells)


def straighten_large_boards(tally: Tally) -> None:
    """Large clusters with many bars have two ways, each of which fits."""
    rng = Random(54)
    for _ in range(4):
        grid = Grid.make(30, 30)
        left = local.narrow(grid, with_bars(rng, grid, 1))
        assert left is not None
        rest = local.open_cells(left)
        cluster = max(sweep.clusters(grid, rest), key=len)
        ways, yields = with_yields(matching.ways(grid, rest, cluster, 2))
        assert ways is not None
        first, other = (local.settled(left, way) for way in ways)
        assert fits(grid, first, cluster)
        assert fits(grid, other, cluster)
        bent = [cell for cell, mask in enumerate(first) if mask in (N | S, E | W) and cell in rest]
        level = [cell for cell in bent if first[cell] == E | W]
        apart = [cell for cell in cluster if first[cell] != other[cell]]
        assert apart
        tally.add("large boards", cells=len(cluster), bars=len(bent), level=len(level), yields=yields)


def match_graphs(tally: Tally) -> None:
    """A matching pairs neighbours, and is called perfect if nobody is left."""
    rng = Random(53)
    for _ in range(60):
        graph = random_graph(rng, rng.choice((6, 9, 12, 20)), rng.choice((0.12, 0.2, 0.3)))
        first = matching.first_matching(graph)
        mate = [-1] * len(graph)
        is_perfect, yields = with_yields(matching.perfect(graph, mate))
        pairs = [(one, other) for one, other in enumerate(mate) if other >= 0]
        assert all(other in graph[one] and mate[other] == one for one, other in pairs)
        assert is_perfect == (-1 not in mate)
        paired = sum(other >= 0 for other in first)
        tally.add("graphs", paired_at_first=paired, perfect=is_perfect, yields=yields)


def test_clusters_are_solved_with_as_much_work_as_approved() -> None:
    tally = Tally()
    for part in (solve_by_clusters, straighten_bars, straighten_large_boards, match_graphs):
        part(tally)
    approve(__file__, "counting-work", tally.text)


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
