"""Clusters of open cells, a sweep through one that keeps its frontier narrow, and the exact counts that it gives.

All of this is about boards where lines need only meet: both cells at a line agree on it, and nothing else must hold of
the whole. There, once the local rule has done its work, the open cells fall apart into independent clusters.

`domains` always holds what that fixpoint left: the open cells alone, each with its domain of two masks or more. Settled
cells ask nothing more of their neighbours, and a line is undecided for one of its cells exactly when it is for the
other.

The number is a product over independent clusters. In each, cells are swept one by one; the swept part affects the rest
only by which lines of the frontier are drawn, so it is enough to know in how many ways each such set comes about
(the frontier method: Simpath, Knuth, The Art of Computer Programming 4A, 7.1.4; transfer matrices in physics).

All of it is tasks (`termpuzzles.logic.task`), which yield every few thousand states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from termpuzzles.board.grid import SIDES_OF, E, Grid, N, S, W
from termpuzzles.logic.problem import KNOWN, Domain, masks_of
from termpuzzles.logic.task import Task

Domains = Mapping[int, Domain]

SMALL = 24  # cells: a cluster up to this size has a narrow frontier in any order
MOST_TOUCHED = 64  # a frontier this wide is past counting: the greedy order gives up


class SweepStep(NamedTuple):
    """One cell's part of a sweep: the bits of the frontier that it reads, and the masks that it may then take.

    The frontier has a bit for each line between a cell already swept and a cell still to come, set if the line is
    drawn. `reads` holds the bits of this cell's lines to earlier cells; they leave the frontier. `ways` gives for each
    reading of them the masks that agree, each with the bits of the lines to later cells that it draws.
    """

    cell: int
    reads: int
    ways: dict[int, list[tuple[int, int]]]


def undecided(domain: Domain) -> int:
    """The mask of the sides that have a line in some masks of the domain but not in all."""
    known = KNOWN[domain]
    return ~(known >> 4 | known) & 15


def clusters(grid: Grid, domains: Domains) -> list[list[int]]:
    """The open cells in groups that no undecided line joins, so that each group's solutions fit any of another's."""
    return groups(grid, {cell: undecided(domain) for cell, domain in domains.items()})


def groups(grid: Grid, sides: Mapping[int, int]) -> list[list[int]]:
    """The cells in groups joined by the lines at the sides in each cell's mask."""
    ways = grid.ways
    seen: set[int] = set()
    found = []
    for first in sides:
        if first not in seen:
            seen.add(first)
            group = [first]
            for cell in group:  # grows while it is read
                for side in SIDES_OF[sides[cell]]:
                    other = ways[side][cell]
                    if other not in seen:
                        seen.add(other)
                        group.append(other)
            found.append(sorted(group))
    return found


def sweep(grid: Grid, domains: Domains, cluster: Sequence[int]) -> Iterator[SweepStep]:
    """The steps of a sweep through the cluster, in the best order tried; each built as it is read."""
    return sweep_steps(grid, domains, best_order(grid, domains, cluster)[0])


def best_order(grid: Grid, domains: Domains, cluster: Sequence[int]) -> tuple[Sequence[int], int]:
    """The cells by rows, by columns or greedily, whichever takes fewest states; and how wide the frontier grows."""
    orders = [cluster]
    if len(cluster) > SMALL:
        orders += [sorted(cluster, key=lambda cell: (cell % grid.width, cell)), *greedy_order(grid, domains, cluster)]
    swept = [(order, list(widths(grid, domains, order))) for order in orders]
    order, chosen = min(swept, key=lambda each: sum(1 << width for width in each[1]))
    return order, max(chosen)


def widths(grid: Grid, domains: Domains, order: Sequence[int]) -> Iterable[int]:
    """How many lines stand in the frontier after each cell of the order."""
    swept: set[int] = set()
    width = 0
    for cell in order:
        swept.add(cell)
        for side in SIDES_OF[undecided(domains[cell])]:
            other = grid.ways[side][cell]
            if other != cell:
                width += -1 if other in swept else 1
        yield width


def greedy_order(grid: Grid, domains: Domains, cluster: Sequence[int]) -> Iterable[list[int]]:
    """The order that always takes the cell which widens the frontier least; nothing if the frontier grows too wide."""
    growth = {cell: undecided(domains[cell]).bit_count() for cell in cluster}
    touched = {cluster[0]: None}  # a dict for its order, so that ties fall to the cell touched first
    order = []
    while touched:
        if len(touched) > MOST_TOUCHED:
            return
        cell = min(touched, key=growth.__getitem__)
        del touched[cell], growth[cell]
        order.append(cell)
        for side in SIDES_OF[undecided(domains[cell])]:
            other = grid.ways[side][cell]
            if other in growth:
                growth[other] -= 2
                touched[other] = None
    yield order


def sweep_steps(grid: Grid, domains: Domains, order: Sequence[int]) -> Iterator[SweepStep]:
    """The steps of the sweep through the cells in that order."""
    bits: dict[int, int] = {}  # the lines of the frontier, each with its bit
    taken = 0  # all these bits together
    for cell in order:
        domain = domains[cell]
        lines = {side: grid.line(cell, side) for side in SIDES_OF[undecided(domain)] if grid.ways[side][cell] != cell}
        read = {side: bits.pop(line) for side, line in lines.items() if line in bits}
        taken ^= sum(read.values())
        write = {}
        for side, line in lines.items():
            if side not in read:
                write[side] = bits[line] = ~taken & taken + 1  # the lowest bit that is free
                taken |= write[side]
        yield _step(cell, _possible(grid, cell, domain), read, write)


def _possible(grid: Grid, cell: int, domain: Domain) -> Sequence[int]:
    """The domain's masks; if a line joins the cell to itself, only those that have both ends of the line or neither."""
    if grid.width > 1 and grid.height > 1:
        return masks_of(domain)
    loops = [pair for pair in (N | S, E | W) if grid.ways[pair & (N | E)][cell] == cell]
    return [mask for mask in masks_of(domain) if all(mask & pair in (0, pair) for pair in loops)]


def _step(cell: int, masks: Sequence[int], read: dict[int, int], write: dict[int, int]) -> SweepStep:
    ways: dict[int, list[tuple[int, int]]] = {}
    for mask in masks:
        reading = sum([bit for side, bit in read.items() if mask & side])
        writing = sum([bit for side, bit in write.items() if mask & side])
        ways.setdefault(reading, []).append((mask, writing))
    return SweepStep(cell, sum(read.values()), ways)


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
            number = yield from count_cluster(sweep_steps(grid, domains, order), most)
        if number == 0:
            return 0
        product = None if number is None or product is None else product * number
    return product


def count_cluster(sweep: Iterable[SweepStep], most: int = MOST) -> Task[int | None]:
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


def ways_through(sweep: Iterable[SweepStep], wanted: int, most: int = MOST) -> Task[list[Answer] | None]:
    """Up to `wanted` ways through the sweep; fewer are all that there are. None if `most` states are not enough.

    Goes down one way at a time and remembers the states that lead nowhere, so it never takes more states than counting
    does, and mostly hardly more than there are cells.
    """
    found: list[Answer] = []
    dead: set[tuple[int, int]] = set()  # the number of cells swept, and a frontier that leads nowhere then
    ahead = iter(sweep)
    steps = [next(ahead)]  # those reached so far
    masks = [0]  # the mask of each of their cells
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
        if depth == len(steps) and (step := next(ahead, None)):
            steps.append(step)
            masks.append(0)
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
