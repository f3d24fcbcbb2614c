"""The exact number of solutions of a board where lines need only meet, and two of them to show.

The number is a product over independent clusters. In each, cells are swept one by one; the swept part affects the rest
only by which lines of the frontier are drawn, so it is enough to know in how many ways each such set comes about
(the frontier method: Simpath, Knuth, The Art of Computer Programming 4A, 7.1.4; transfer matrices in physics).

All of it is tasks (`termpuzzles.logic.task`), which yield every few thousand states.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from termpuzzles.board.grid import Grid
from termpuzzles.logic.counting.frontier_sweep import Domains, SweepStep, best_order, clusters, steps
from termpuzzles.logic.task import Task

Answer = dict[int, int]  # the mask of each cell of a cluster or of several

BATCH = 4096  # states between two yields
# Boards with one solution that the local rule leaves open take some 30,000 states where the frontier is 21 lines wide,
# and about seven times as many for every five lines more; all other boards take more.
WIDEST = 40
MOST = 4_000_000  # states that a cluster may take, all steps together: a few seconds and at most some 100 MB


def count(grid: Grid, domains: Domains, most: int = MOST) -> Task[int | None]:
    """The exact number of ways to settle the open cells; None where a cluster needs more than `most` states.

    A cluster without any answer makes it 0, however wide the others are.
    """
    product: int | None = 1
    for cluster in sorted(clusters(grid, domains), key=len):
        order, width = best_order(grid, domains, cluster)
        number = None
        if width <= WIDEST:
            number = yield from count_cluster(steps(grid, domains, order), most)
        if number == 0:
            return 0
        product = None if number is None or product is None else product * number
    return product


def count_cluster(sweep: Sequence[SweepStep], most: int = MOST) -> Task[int | None]:
    """The exact number of ways through the sweep, or None where it needs more than `most` states."""
    layer = {0: 1}
    for step in sweep:
        most -= len(layer)
        if most < 0:
            return None
        layer = yield from _advance(layer, step)
    return layer.get(0, 0)


def _advance(layer: dict[int, int], step: SweepStep) -> Task[dict[int, int]]:
    """The frontiers after one more cell, each with the number of ways in which it comes about."""
    _, reads, ways = step
    later = {reading: [writing for _, writing in taken] for reading, taken in ways.items()}
    following: dict[int, int] = {}
    known = following.get
    states = iter(layer.items())
    while batch := list(islice(states, BATCH)):
        for state, number in batch:
            reading = state & reads
            for writing in later.get(reading, ()):
                reached = state ^ reading | writing
                following[reached] = known(reached, 0) + number
        yield None
    return following


def ways(steps: Sequence[SweepStep], wanted: int = 2, most: int = MOST) -> Task[list[Answer] | None]:
    """Up to `wanted` ways through the sweep; fewer are all that there are. None if `most` states are not enough.

    Goes down one way at a time and remembers the states that lead nowhere, so it never takes more states than counting
    does, and mostly hardly more than there are cells.
    """
    found: list[Answer] = []
    dead: set[tuple[int, int]] = set()  # the number of cells swept, and a frontier that leads nowhere then
    masks = [0] * len(steps)
    path = [(0, 0, _onward(steps[0], 0))]  # for each cell: its frontier, the ways found before, what is left to try
    while path and len(found) < wanted:
        most -= 1
        if most % BATCH == 0:
            yield None
        if most < 0:
            return None
        frontier, before, left = path[-1]
        chosen = next(left, None)
        if chosen is None:
            path.pop()
            if len(found) == before:
                dead.add((len(path), frontier))
            continue
        depth = len(path)
        masks[depth - 1], frontier = chosen
        if depth == len(steps):
            found.append({step.cell: mask for step, mask in zip(steps, masks, strict=True)})
        elif (depth, frontier) not in dead:
            path.append((frontier, len(found), _onward(steps[depth], frontier)))
    return found


def _onward(step: SweepStep, frontier: int) -> Iterator[tuple[int, int]]:
    """The masks that the step's cell may take at that frontier, each with the frontier after it."""
    reading = frontier & step.reads
    rest = frontier ^ reading
    return ((mask, rest | writing) for mask, writing in step.ways.get(reading, ()))
