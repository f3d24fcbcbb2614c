"""Whole boards where lines need only meet, cluster by cluster: solutions, their exact number, and what is too wide.

A solution of the board is an independent choice of one way through each cluster: a few clusters may have billions of
solutions together while each alone is answered at once.

A cluster is swept by rows, by columns or greedily. If all three frontiers grow too wide, that shows near any cell of a
large cluster, however large it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from termpuzzles.board.grid import DEGREE, OPPOSITE, SIDES_OF, E, Grid, S
from termpuzzles.logic import bitboards
from termpuzzles.logic.counting import matching
from termpuzzles.logic.counting.sweep import (
    MOST_TOUCHED,
    WIDEST,
    Answer,
    Domains,
    clusters,
    count,
    sweep,
    undecided,
    ways_through,
)
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.task import Task, with_progress

Means = Callable[[Problem, Sequence[Domain], Sequence[int], int], Task[list[Answer] | None]]

FEW = 100_000  # states of a sweep: up to this many are tried before a matching is built


def solutions_by_cluster(problem: Problem, domains: Sequence[Domain], wanted: int, few: int = FEW) -> Task[list[bytes]]:
    """Up to `wanted` (1 or 2) solutions; fewer are all that there are.

    `domains` has one for each cell, with the local rule at its fixpoint. Up to `few` states of a sweep are tried before
    a matching is built.
    """
    yield domains
    ways: list[list[Answer]] = []
    easily = partial(_easily, few)
    waiting: list[tuple[list[int], Means]] = [
        (cluster, easily) for cluster in sorted(clusters(problem.grid, undecided_cells(domains)), key=len)
    ]
    for cluster, means in waiting:  # grows while it is read
        found = yield from means(problem, domains, cluster, wanted)
        if found is None:
            waiting.append((cluster, _by_search))
        elif not found:
            return []
        else:
            ways.append(found)
            wanted = min(wanted, 3 - len(found))  # once one cluster has two ways, the others need only one each
    return _boards(domains, ways)


class KeptClusters:
    """The clusters of a board, each kept as a graph once a solution near another one was asked for."""

    def __init__(self, grid: Grid, domains: Sequence[Domain]) -> None:
        self.grid = grid
        self.open = undecided_cells(domains)
        self._clusters = clusters(grid, self.open)
        self._cluster_of = {cell: number for number, cluster in enumerate(self._clusters) for cell in cluster}
        self._models: dict[int, matching.Model | None] = {}

    def around(self, cells: Iterable[int]) -> list[list[int]]:
        """The clusters with these cells."""
        return [self._clusters[number] for number in self._numbers(cells)]

    def solution_like(self, board: bytes, held: Mapping[int, Domain]) -> Task[list[bytes] | None]:
        """A solution with these cells held, like this one but in the clusters where it has a cell otherwise.

        [] if there is none, None if matchings cannot decide it.
        """
        masks = bytearray(board)
        against = [cell for cell, keep in held.items() if not keep >> board[cell] & 1]
        if not all(cell in self.open for cell in against):
            return []
        for number in self._numbers(against):
            built = self._model(number)
            if built is None:
                return None
            mine = {cell: keep for cell, keep in held.items() if self._cluster_of.get(cell) == number}
            way = yield from matching.way_like(built, board, mine)
            if not way:
                return None if way is None else []
            for cell, mask in way.items():
                masks[cell] = mask
        return [bytes(masks)]

    def _numbers(self, cells: Iterable[int]) -> Iterable[int]:
        return dict.fromkeys(self._cluster_of[cell] for cell in cells if cell in self._cluster_of)

    def _model(self, number: int) -> matching.Model | None:
        if number not in self._models:
            self._models[number] = matching.model(self.grid, self.open, self._clusters[number])
        return self._models[number]


def undecided_cells(domains: Sequence[Domain]) -> Domains:
    """The cells whose domain has two masks or more, each with its domain."""
    return {cell: domain for cell, domain in enumerate(domains) if domain & (domain - 1)}


def _easily(
    few: int, problem: Problem, domains: Sequence[Domain], cluster: Sequence[int], wanted: int
) -> Task[list[Answer] | None]:
    """The cluster's ways by a sweep or a matching, the one likely to be quicker first; None if neither finds them."""
    rest = {cell: domains[cell] for cell in cluster}
    found = None
    if matching.is_nothing_else(rest, cluster):
        found = yield from matching.ways(problem.grid, rest, cluster, wanted)
    if found is not None:
        return found
    found = yield from ways_through(sweep(problem.grid, rest, cluster), wanted, few)
    if found is None:
        found = yield from matching.ways(problem.grid, rest, cluster, wanted)
    if found is None:
        found = yield from ways_through(sweep(problem.grid, rest, cluster), wanted)
    return found


def _by_search(
    problem: Problem, domains: Sequence[Domain], cluster: Sequence[int], wanted: int
) -> Task[list[Answer] | None]:
    """The cluster's ways by search, with other open cells set to any mask, as no undecided line joins them to it."""
    rest = {cell: domains[cell] for cell in cluster}
    alone = [rest.get(cell, domain & -domain) for cell, domain in enumerate(domains)]
    knowledge = Knowledge(replace(problem, judge=partial(_agree, problem.grid, rest)), alone)
    boards: list[bytes] = []
    if (yield from with_progress(knowledge.propagating(), domains)):
        boards = yield from with_progress(BoardSearch(knowledge).solutions(wanted), domains)
    return [{cell: board[cell] for cell in cluster} for board in boards]


def _agree(grid: Grid, rest: Domains, board: bytes) -> bool:
    """Whether the open cells agree with their neighbours on every line that was undecided."""
    return all(
        bool(board[cell] & side) == bool(board[grid.ways[side][cell]] & OPPOSITE[side])
        for cell in rest
        for side in SIDES_OF[undecided(rest[cell])]
    )


def _boards(domains: Sequence[Domain], ways: Sequence[list[Answer]]) -> list[bytes]:
    """The whole board, and another one if some cluster has two ways."""
    boards = [bytearray(domain.bit_length() - 1 for domain in domains)]
    for found in ways:
        for cell, mask in found[0].items():
            boards[0][cell] = mask
    if other := next((found[1] for found in ways if len(found) > 1), None):
        boards.append(boards[0].copy())
        for cell, mask in other.items():
            boards[1][cell] = mask
    return [bytes(board) for board in boards]


def count_lines(problem: Problem, is_solvable: bool = False) -> Task[int | None]:
    """The exact number of solutions; None if a cluster is too wide to count.

    Pass `is_solvable` if a solution is known to exist: then the first cluster that is too wide ends the count, for no
    other can make it 0.
    """
    left: Mapping[int, Domain]
    if bitboards.fits(problem):
        settled = yield from bitboards.settling(problem)
        if settled.contradiction:
            return 0
        if is_solvable and exceeds_width(problem.grid, settled.undecided, WIDEST, MOST_TOUCHED):
            return None
        left = settled.left
        knowledge = None if settled.finished else Knowledge(problem, settled.domains())
    else:
        knowledge = Knowledge(problem)
    if knowledge:
        if not (yield from knowledge.deducing()):
            return 0
        left = undecided_cells(knowledge.left)
    return (yield from count(problem.grid, left))


SAMPLES = 8  # cells to look around
NEAR = 20_000  # cells to look at around each; smaller clusters are left to be counted


def exceeds_width(grid: Grid, undecided: bytes, widest: int, most_touched: int, near: int = NEAR) -> bool:
    """Whether some cluster's frontier surely grows too wide by rows, by columns and greedily.

    By rows and columns that is wider than `widest`, greedily it is more than `most_touched` cells that wait at once.
    `undecided` has for each cell the mask of the sides whose lines are undecided.
    """
    for sample in range(SAMPLES):
        start = _next_open(undecided, sample * grid.size // SAMPLES)
        if start >= 0 and _crossings(grid, undecided, start, near) > widest:
            return _touches_many(grid, undecided, start, most_touched, near)
    return False


def _next_open(undecided: bytes, cell: int) -> int:
    """The first cell from this one on that has an undecided line; -1 if there is none."""
    rest = undecided[cell:].lstrip(b"\0")
    return len(undecided) - len(rest) if rest else -1


def _crossings(grid: Grid, undecided: bytes, start: int, most: int) -> int:
    """The least width of the frontier, seen from near this cell, by rows and by columns; 0 if the cluster is small."""
    seen = {start}
    near = [start]
    for cell in near:  # grows while it is read
        for side in SIDES_OF[undecided[cell]]:
            other = grid.ways[side][cell]
            if other not in seen:
                seen.add(other)
                near.append(other)
        if len(near) > most:
            break
    else:
        return 0
    rows = Counter(cell // grid.width for cell in near if undecided[cell] & S)
    columns = Counter(cell % grid.width for cell in near if undecided[cell] & E)
    return min(max(rows.values(), default=0), max(columns.values(), default=0))


def _touches_many(grid: Grid, undecided: bytes, start: int, most_touched: int, near: int) -> bool:
    """Whether too many cells wait at once in the greedy order, which takes the cell that widens the frontier least."""
    growth = {start: DEGREE[undecided[start]]}
    taken: set[int] = set()
    while len(growth) <= most_touched:
        if len(taken) > near:  # and the cluster has more cells than that
            return False
        cell = min(growth, key=growth.__getitem__)
        del growth[cell]
        taken.add(cell)
        for side in SIDES_OF[undecided[cell]]:
            other = grid.ways[side][cell]
            if other not in taken:
                growth[other] = growth.get(other, DEGREE[undecided[other]]) - 2
    return True
