"""The questions where only the answer counts: a solution, or several, or what propagation alone makes certain.

Everything that may take long is a task (`termpuzzles.logic.task`): a generator for `finish` to run, which can stop it
anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf

from termpuzzles.logic.engine.components import may_be_tree
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.problem import LONE, Domain, Problem, Whole, masks_of
from termpuzzles.logic.task import Task, with_progress

LEAST_OPEN = 200  # unsettled cells from which on one loop is made by merging many, without deduction,
SOME_OPEN = 60  # the same where some lines are drawn already, for search goes astray among them,
WIDE_OPEN = 0.85  # if they are at least this share of the cells that lines run through
SOON, IN_EARNEST = 2, 24  # attempts at a second loop; if there is one, the first nearly always finds it
FOR_EACH = 3  # attempts for each loop where more are wanted


def one_solution(problem: Problem, domains: Sequence[Domain] | None = None) -> Task[bytes | None]:
    """A solution, one mask a cell; None if there is none. `domains`: what is known already (see `Knowledge`)."""
    found = yield from solutions(problem, 1, domains)
    return next(iter(found), None)


def solutions(problem: Problem, most: int = 2, domains: Sequence[Domain] | None = None) -> Task[list[bytes]]:
    """Up to `most` different solutions; fewer means that there are no more."""
    if no_tree(problem):
        return []
    from termpuzzles.logic import bitboards  # some 5 ms that steps and hints can do without

    joined = None
    if domains is None and bitboards.fits(problem):
        settled = yield from bitboards.settling(problem)
        if settled.contradiction:
            return []
        if not settled.is_open:
            return [settled.drawn] if problem.judge(settled.drawn) else []
        if problem.whole is Whole.LINES and most <= 2 and settled.finished:
            from termpuzzles.logic.checkerboard import alternating  # only for boards that are open

            boards = yield from alternating.matchings(settled.board, settled.facts.lines, most)
            if boards is not None:
                return boards
        domains, joined = settled.domains(), settled.joined
    knowledge = Knowledge(problem, domains, joined)
    if domains is None and may_merge(problem):
        return (yield from _loops(knowledge, most))
    return (yield from _deduce(knowledge, most))


def _deduce(knowledge: Knowledge, most: int) -> Task[list[bytes]]:
    """Up to `most` solutions by deduction, and by search where that leaves something open."""
    found: list[bytes] = []
    if (yield from knowledge.deducing()):
        yield from complete(knowledge, most, found)
    return found


def may_merge(problem: Problem) -> bool:
    """Whether merging can solve the problem: it asks for a single loop, on a board without wrap or walls."""
    grid = problem.grid
    plain = grid.surface.is_plane and not grid.walls
    return problem.whole is Whole.LOOP and problem.two_lines_each and plain


def _loops(knowledge: Knowledge, most: int) -> Task[list[bytes]]:
    """Up to `most` loops; on a board that propagation leaves wide open, loops are merged before anything is deduced.

    If a second loop is not found soon, more attempts follow once deduction leaves the board open, too.
    """
    if not (yield from knowledge.propagating()):
        return []
    if not _is_wide_open(knowledge):
        return (yield from _deduce(knowledge, most))
    found = yield from _merge_loops(knowledge, most, SOON if most <= 2 else FOR_EACH * most)
    if found is not None and len(found) in (0, most):
        return found
    if not (yield from knowledge.deducing()):
        return []
    if found and most <= 2 and knowledge.open_cells():
        found = yield from _merge_loops(knowledge, most, IN_EARNEST)
        if found and len(found) == most:
            return found
    return (yield from _deduce(knowledge, most))


def merged_loops(knowledge: Knowledge, most: int, least: int = SOME_OPEN) -> Task[list[bytes] | None]:
    """`most` (1 or 2) loops by merging, with all that is known, or [] if there are none; None proves nothing."""
    if not may_merge(knowledge.problem):
        return None
    if not (yield from knowledge.propagating()):
        return []
    if not _is_wide_open(knowledge, least):
        return None
    found = yield from _merge_loops(knowledge, most, IN_EARNEST)
    return found if found is not None and len(found) in (0, most) else None


def _is_wide_open(knowledge: Knowledge, least: int = LEAST_OPEN) -> bool:
    size = knowledge.problem.grid.size
    if size < least:
        return False
    open_cells = sum(domain not in LONE for domain in knowledge.left)  # a list of millions would take much room
    return open_cells >= least and open_cells >= WIDE_OPEN * (size - list(knowledge.left).count(1))


def _merge_loops(knowledge: Knowledge, most: int, attempts: int) -> Task[list[bytes] | None]:
    """The result of `merging.single_loops` for what is left."""
    from termpuzzles.logic.checkerboard import merging  # only for boards that are wide open
    from termpuzzles.logic.engine.two_factor import Balance

    return (yield from merging.single_loops(knowledge.propagator(Balance).lines(), most, attempts))


def no_tree(problem: Problem) -> bool:
    """Whether the board must be one tree, but the tiles have too many lines for that or too few."""
    return problem.whole is Whole.TREE and not may_be_tree(problem)


def complete(knowledge: Knowledge, most: int, found: list[bytes]) -> Task[None]:
    """Add solutions of what is left open to `found`, up to `most`; the knowledge, at its fixpoint, stays as it is."""
    from termpuzzles.logic.counting import clusters  # only needed if something is open

    if most <= 2 and knowledge.problem.whole is Whole.LINES:
        found += yield from clusters.solutions_by_cluster(knowledge.problem, knowledge.left, most)
    elif (board := knowledge.settled()) is not None:
        found += [board] if knowledge.problem.judge(board) else []
    elif knowledge.problem.whole is Whole.TREE:
        certain, mark = tuple(knowledge.left), knowledge.mark()
        try:
            if not (yield from with_progress(_try_masks(knowledge, most, found), certain)):
                yield from with_progress(search(knowledge, most, found), certain)
        finally:
            knowledge.undo(mark)
    else:
        yield from with_progress(search(knowledge, most, found), knowledge.left)


def search(knowledge: Knowledge, most: int, found: list[bytes], conflicts: float = inf) -> Task[None]:
    """Add solutions to `found`, up to `most`, by search alone; it ends before one that takes so many conflicts."""
    from termpuzzles.logic.learning.board_search import BoardSearch  # only needed if something is open

    found += yield from BoardSearch(knowledge).solutions(most - len(found), conflicts)


def _try_masks(knowledge: Knowledge, most: int, found: list[bytes]) -> Task[bool]:
    """Add solutions to `found`, up to `most`, by deduction from a mask of one cell after the other.

    Each mask is ruled out once it is seen to what it leads. False as soon as that is not seen; then the knowledge has
    all solutions but those found. For most trees this is the end, in less time than it takes to build a search.
    """
    left, cells = knowledge.left, knowledge.open_cells()
    while cells:
        cell = min(cells, key=lambda cell: left[cell].bit_count())
        mask = 1 << masks_of(left[cell])[0]
        before = knowledge.mark()
        try:
            knowledge.narrow(cell, mask)
            consistent = yield from knowledge.deducing()
            board = knowledge.settled() if consistent and all(left[each] in LONE for each in cells) else None
        finally:
            knowledge.undo(before)
        if consistent and board is None:
            return False
        if board is not None and knowledge.problem.judge(board):
            found.append(board)
            if len(found) == most:
                return True
        knowledge.narrow(cell, left[cell] & ~mask)
        if not (yield from knowledge.deducing()):
            return True
        cells = [each for each in cells if left[each] not in LONE]
    board = knowledge.settled()
    if board is not None and knowledge.problem.judge(board):
        found.append(board)
    return True


FEW = 400  # cells: on a board up to this size, going cell by cell is quicker than loading whole-board deduction


def deduced(problem: Problem, given: Mapping[int, Domain], few: int = FEW) -> Task[tuple[Knowledge, bool]]:
    """The knowledge after every conclusion of the propagators, and whether it is free of contradictions.

    `given` limits some cells to fewer masks.
    """
    knowledge = yield from _begun(problem, given, few)
    for cell, keep in given.items():
        if not knowledge.narrow(cell, keep):
            return knowledge, False
    return knowledge, (yield from knowledge.deducing())


def _begun(problem: Problem, given: Mapping[int, Domain], few: int) -> Task[Knowledge]:
    """The knowledge with all that whole-board deduction finds; with nothing, if that finds a contradiction."""
    if problem.grid.size > few:
        from termpuzzles.logic import bitboards

        if bitboards.fits(problem):
            settled = yield from bitboards.settling(problem, given=given)
            if not settled.contradiction:
                knowledge = Knowledge(problem, settled.domains(), settled.joined)
                yield from knowledge.propagating()
                return knowledge
    return Knowledge(problem)
