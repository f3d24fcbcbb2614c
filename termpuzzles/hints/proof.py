"""What is certain about a board before anything is shown on it, and solutions as witnesses of what is not.

There are two depths. The rules settle nearly all that can be settled, and do so quickly; trying out, which may take
long, begins only once everything else is shown. Where the board is ambiguous, solutions found on the way show what
cannot be certain: a cell in which two of them differ need not be looked at again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.solver import deduced
from termpuzzles.logic.problem import FITS, KNOWN, Domain, Problem, Whole, masks_of
from termpuzzles.logic.rules import SEARCH, Rule, rule_named
from termpuzzles.logic.task import Task, with_progress

AHEAD = "one step ahead"
MOST_TRIED = 300_000  # cells in doubt times cells of the board: up to this each is tried out, 500 of them on 25x25


class Proof(NamedTuple):
    """What is certain: `left` of each cell's domain.

    `consistent` is False if no solution is left. `solutions` are those found on the way. `tried` says whether
    everything was tried out: then it is the only one, or at least two if there are several.
    """

    left: tuple[Domain, ...]
    consistent: bool = True
    tried: bool = False
    solutions: Boards = ()


def prove(problem: Problem, given: Mapping[int, Domain]) -> Task[Proof]:
    """What the rules settle with some cells held to the `given` masks."""
    knowledge, consistent = yield from with_progress(deduced(problem, given), ())
    consistent = consistent and (yield from _deduce(knowledge))
    return Proof(tuple(knowledge.left), consistent)


def hold(problem: Problem, before: Proof, fresh: Mapping[int, Domain]) -> Task[Proof]:
    """What the rules settle if some cells are held to fewer masks than the proof `before` leaves them."""
    knowledge = Knowledge(problem, before.left)
    narrowed = all(knowledge.narrow(cell, keep) for cell, keep in fresh.items())
    if not (narrowed and (yield from with_progress(knowledge.deducing(), ()))):
        return before._replace(consistent=False)
    part = cluster_of(problem, before.left, fresh)
    boards = withstanding(before.solutions, fresh, part)
    if before.solutions and not boards and part.is_apart:
        boards = yield from _found_within(problem, knowledge.left, fresh, before.solutions[0], part)
        if not boards:
            return before._replace(consistent=False)
        boards = withstanding((*boards, *before.solutions), fresh, part)
    if boards and part.is_apart:  # everything else can stay as it is in one solution
        within = Knowledge(problem, with_only(part.cells, knowledge.left, boards[0]))
        consistent = yield from _deduce(within, boards)
        for cell in part.cells:
            knowledge.left[cell] = within.left[cell]
    else:
        consistent = yield from _deduce(knowledge, boards)
    left = tuple(knowledge.left)
    open_cells = part.cells if before.tried and part.is_apart else knowledge.open_cells()
    return Proof(left, consistent, bool(boards) and not doubts(left, boards, open_cells), boards)


def _found_within(
    problem: Problem, left: Sequence[Domain], held: Mapping[int, Domain], board: bytes, part: Cluster
) -> Task[Boards]:
    """A solution with some cells held to these masks that equals this board outside the part; () if there is none."""
    from termpuzzles.logic.engine.solver import complete

    found: list[bytes] = []
    knowledge = Knowledge(problem, with_only(part.cells, left, board))
    narrowed = all(knowledge.narrow(cell, keep) for cell, keep in held.items())
    if narrowed and (yield from with_progress(knowledge.propagating(), ())):
        yield from complete(knowledge, 1, found)
    return tuple(found)


def _deduce(knowledge: Knowledge, boards: Boards = ()) -> Task[bool]:
    """Draw all conclusions of all rules, the quick way; False on a contradiction.

    `boards` are solutions: where they differ in all open cells nothing is left to conclude; and it is quicker to look
    for more solutions than to look one step ahead everywhere.
    """
    while True:
        if not (yield from with_progress(knowledge.deducing(), ())):
            return False
        if (board := knowledge.settled()) is not None:
            return knowledge.problem.judge(board)
        for name in knowledge.problem.rules:
            if name == SEARCH or (boards and (name == AHEAD or not _in_doubt(knowledge, boards))):
                return True
            narrowed, consistent = yield from _apply(knowledge, rule_named(name))
            if not consistent:
                return False
            if narrowed:
                break
        else:
            return True


def _in_doubt(knowledge: Knowledge, boards: Sequence[bytes]) -> dict[int, Domain]:
    return doubts(knowledge.left, boards, knowledge.open_cells())


def _apply(knowledge: Knowledge, rule: Rule) -> Task[tuple[bool, bool]]:
    """Put in what the rule finds; returns whether it found anything, and whether the knowledge is still consistent."""
    found = False
    batches: Iterable[tuple[int, ...]] = [(cell,) for cell in knowledge.open_cells()] if rule.near else [()]
    for cells in batches:
        yield None
        for step in list(rule.find(knowledge, cells)):
            found = True
            if not all(knowledge.narrow(cell, after) for cell, _, after in step.narrowed):
                return True, False
        if found and not (yield from with_progress(knowledge.propagating(), ())):
            return True, False
    return found, True


def try_out(problem: Problem, proof: Proof) -> Task[Proof]:
    """The proof after trying out everything that the rules leave open."""
    from termpuzzles.logic.engine.solver import complete  # most hints can do without

    if not proof.consistent:
        return proof._replace(tried=True)
    knowledge = Knowledge(problem, proof.left)
    found = list(proof.solutions)
    consistent = yield from with_progress(knowledge.propagating(), ())
    if consistent and len(found) < 2:
        found.clear()
        yield from complete(knowledge, 2, found)
    if not found:
        return proof._replace(consistent=False, tried=True)
    if len(found) == 1:
        return Proof(tuple(1 << mask for mask in found[0]), True, True, tuple(found))
    if len(_in_doubt(knowledge, found)) * knowledge.size <= MOST_TRIED:
        yield from _tried_one_by_one(knowledge, found)
    return Proof(tuple(knowledge.left), True, True, tuple(found))


def _tried_one_by_one(knowledge: Knowledge, found: list[bytes]) -> Task[None]:
    """For all on which the solutions found agree, look for one that differs: it is found, or else ruled out."""
    problem = knowledge.problem
    for cell in knowledge.open_cells():
        while against := doubts(knowledge.left, found, [cell]).get(cell, 0):
            part = cluster_of(problem, knowledge.left, [cell])
            if others := (yield from _found_within(problem, knowledge.left, {cell: against}, found[0], part)):
                found += others
            else:
                knowledge.narrow(cell, ~against)
                yield from with_progress(knowledge.propagating(), ())


def assumptions(problem: Problem, known: Mapping[int, Domain], cell: int, wrong: Domain) -> Task[int]:
    """The number of assumptions it takes to refute these masks of a cell; each mask is one."""
    from termpuzzles.logic.engine.search import search

    proof = yield from prove(problem, known)
    total = 0
    for mask in masks_of(wrong):
        total += 1
        knowledge = Knowledge(problem, proof.left)
        if knowledge.narrow(cell, 1 << mask) and (yield from knowledge.deducing()):
            total += yield from search(knowledge, 1, [])
    return total


Boards = tuple[bytes, ...]


class Cluster(NamedTuple):
    """Open cells that affect each other; `is_apart` says that they affect no other cell."""

    cells: Collection[int]
    is_apart: bool


def cluster_of(problem: Problem, left: Sequence[Domain], cells: Iterable[int]) -> Cluster:
    """All open cells that may affect these; `left` is at the fixpoint of the local rule."""
    from termpuzzles.logic.counting.sweep import clusters  # only where something is ambiguous

    open_cells = {cell: domain for cell, domain in enumerate(left) if domain & (domain - 1)}
    if problem.whole is not Whole.LINES:
        return Cluster(open_cells.keys(), False)
    wanted = set(cells)
    found: set[int] = set()
    for cluster in clusters(problem.grid, open_cells):
        if not wanted.isdisjoint(cluster):
            found.update(cluster)
    return Cluster(found, True)


def with_only(cells: Collection[int], left: Sequence[Domain], board: bytes) -> list[Domain]:
    """What is left of these cells, with all others as they are on the board."""
    domains = [1 << mask for mask in board]
    for cell in cells:
        domains[cell] = left[cell]
    return domains


def withstanding(boards: Boards, held: Mapping[int, Domain], part: Cluster) -> Boards:
    """The boards that fit these masks, and if the part is apart, all boards with the part taken from one of those."""
    right = [board for board in boards if all(keep >> board[cell] & 1 for cell, keep in held.items())]
    if not right or not part.is_apart:
        return tuple(right)
    found = dict.fromkeys(right)
    for board in boards:
        mixed = bytearray(board)
        for cell in part.cells:
            mixed[cell] = right[0][cell]
        found[bytes(mixed)] = None
    return tuple(found)


def doubts(left: Sequence[Domain], boards: Sequence[bytes], cells: Iterable[int]) -> dict[int, Domain]:
    """The cells on which the boards agree more than is known, each with its masks that differ from the boards."""
    found = {}
    for cell in cells:
        seen = 0
        for board in boards:
            seen |= 1 << board[cell]
        if against := left[cell] & ~FITS[KNOWN[seen]]:
            found[cell] = against
    return found


def most_alike(boards: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The first of the boards, and the one that differs from it in the fewest cells."""
    first, *others = boards

    def differing(board: bytes) -> int:
        apart = int.from_bytes(first) ^ int.from_bytes(board)
        return ((apart | apart >> 1 | apart >> 2 | apart >> 3) & int.from_bytes(b"\1" * len(first))).bit_count()

    return first, min(others, key=differing)
