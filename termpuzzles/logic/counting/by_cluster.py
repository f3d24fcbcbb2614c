"""Solutions of boards where lines need only meet, cluster by cluster, each by the easiest method that works.

A solution of the board is an independent choice of one way through each cluster: a few clusters may have billions of
solutions together while each alone is answered at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from termpuzzles.board.grid import OPPOSITE, SIDES_OF, Grid
from termpuzzles.logic.counting import count, matching
from termpuzzles.logic.counting.count import Answer
from termpuzzles.logic.counting.frontier_sweep import Domains, clusters, sweep, undecided
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.search import search
from termpuzzles.logic.problem import Domain, Problem
from termpuzzles.logic.task import Task, telling

FEW = 100_000  # states of a sweep: up to this many are tried before a matching is built


def solutions(problem: Problem, domains: Sequence[Domain], wanted: int) -> Task[list[bytes]]:
    """Up to `wanted` (1 or 2) solutions; fewer are all that there are.

    `domains` has one for each cell, with the local rule at its fixpoint.
    """
    yield domains
    ways: list[list[Answer]] = []
    waiting = [(cluster, _easily) for cluster in sorted(clusters(problem.grid, open_cells(domains)), key=len)]
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


def open_cells(domains: Sequence[Domain]) -> Domains:
    """The cells whose domain has two masks or more, each with its domain."""
    return {cell: domain for cell, domain in enumerate(domains) if domain & (domain - 1)}


def _easily(
    problem: Problem, domains: Sequence[Domain], cluster: Sequence[int], wanted: int
) -> Task[list[Answer] | None]:
    """The cluster's ways by a sweep or a matching, the one likely to be quicker first; None if neither finds them."""
    rest = {cell: domains[cell] for cell in cluster}
    found = None
    if matching.is_nothing_else(rest, cluster):
        found = yield from matching.ways(problem.grid, rest, cluster, wanted)
    if found is not None:
        return found
    steps = sweep(problem.grid, rest, cluster)
    found = yield from count.ways(steps, wanted, FEW)
    if found is None:
        found = yield from matching.ways(problem.grid, rest, cluster, wanted)
    if found is None:
        found = yield from count.ways(steps, wanted)
    return found


def _by_search(
    problem: Problem, domains: Sequence[Domain], cluster: Sequence[int], wanted: int
) -> Task[list[Answer] | None]:
    """The cluster's ways by search, with other open cells set to any mask, as no undecided line joins them to it."""
    rest = {cell: domains[cell] for cell in cluster}
    alone = [rest.get(cell, domain & -domain) for cell, domain in enumerate(domains)]
    knowledge = Knowledge(replace(problem, judge=partial(_agree, problem.grid, rest)), alone)
    boards: list[bytes] = []
    if (yield from telling(knowledge.propagating(), domains)):
        yield from search(knowledge, wanted, boards)
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
