"""The cells that the allowed rules leave open: if there are none, the board has just one solution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from termpuzzles.board.grid import Grid
from termpuzzles.board.rooted_tree import Tree
from termpuzzles.games.making.maker import Patches
from termpuzzles.logic import bitboards
from termpuzzles.logic.bitboards import solved_loops, solved_tree
from termpuzzles.logic.bitboards.frame import Frame
from termpuzzles.logic.counting.sweep import clusters, groups, sweep, ways_through
from termpuzzles.logic.engine.agenda import chain, empty_agendas, follow
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.engine.rule import Rule
from termpuzzles.logic.learning.board_search import BoardSearch
from termpuzzles.logic.problem import Domain, Problem, Whole
from termpuzzles.logic.rules import rules_of
from termpuzzles.logic.task import Task, finish

NEAR = 3  # how far from a cell, in rows and columns, another solution may differ,
SOON = 30  # and how many conflicts its search takes: mostly it is found early or not at all
PATIENCE = 8  # passes over the whole board without a new fact before it is mended instead of looked at longer
STATES = 5_000  # states to look for a second solution of a patch; beyond that it counts as having one

QUICK = {"degree", "no loop"}  # the rules for lines that propagation draws all conclusions of, without their steps

AT_ONCE = {"edge", "no loop", "dead end"}  # the rules that work on whole boards at once


def patches(problem: Problem, rules: Sequence[str] | None, solution: bytearray | None = None) -> Task[Patches]:
    """The groups of cells that these rules leave open; if there are none, the board has just one solution.

    They are found sooner if the `solution` from which it was made is given as a `Tree`.

    Without `rules` any quick proof will do: whole-board deduction, and where lines need only meet, trying out each
    group that is left. Rules may be given up early where they seem to stall: an extra patch does no harm.
    """
    grid = problem.grid
    if rules is None and isinstance(solution, Tree) and solved_tree.fits(problem):
        left_open = yield from solved_tree.still_open(_frame(grid), solution, PATIENCE)
        if left_open is not None:
            return groups(grid, left_open)
    if not bitboards.fits(problem):
        return clusters(
            grid, (yield from (_open_after_deduction(problem) if rules is None else _by_steps(problem, rules, None)))
        )
    settled = yield from bitboards.settling(problem, rules, PATIENCE)
    left = settled.left
    if left and problem.whole is Whole.LINES and (rules is None or "one step ahead" in rules):
        return (yield from _ambiguous(grid, left))
    if left and rules is not None and not set(rules) <= AT_ONCE:
        left = yield from _by_steps(problem, rules, settled.domains())
    return clusters(grid, left)


@lru_cache(maxsize=2)
def _frame(grid: Grid) -> Frame:
    """The frame of the grid; cached, because a board is proved, mended and proved again."""
    return Frame(grid)


def left_by_easy_rules(problem: Problem, solution: bytearray) -> Task[Patches]:
    """The groups of cells that `edge` leaves open and, where all must become a tree, `no loop` and `dead end`."""
    if isinstance(solution, Tree):
        return (yield from patches(problem, None, solution))
    if not bitboards.fits(problem):
        return (yield from patches(problem, ("edge",)))
    return clusters(problem.grid, bitboards.settle(problem, ("edge",)).left)


def left_by_propagation(grid: Grid, rules: Sequence[str], loops: bytes, near: int | None = None) -> dict[int, Domain]:
    """What is left of each cell that `degree` and, if it is among the rules, `no loop` leave open of these loops.

    With a cell `near`, only what surely is left around it.
    """
    left_by = solved_loops.left_by_no_loop if "no loop" in rules else solved_loops.left_by_degree
    return left_by(_frame(grid), loops, near)


def left_at_once(problem: Problem, rules: Sequence[str]) -> list[int]:
    """At least the cells that the rules leave open: for turning tiles, using only the rules that see whole boards."""
    return list(domains_left_at_once(problem, rules))


def domains_left_at_once(problem: Problem, rules: Sequence[str]) -> Mapping[int, Domain]:
    """As `left_at_once`, with what is left of each of the cells."""
    if bitboards.fits(problem):
        return bitboards.settle(problem, rules).left
    return finish(_by_steps(problem, rules, None))


def left_to_hardest(problem: Problem, rules: Sequence[str], least: int) -> Task[list[Domain] | None]:
    """What is left of each cell where all these rules but the hardest stall; None if all of them do not settle it.

    Also None if fewer than `least` masks of the cells are left to be ruled out then.
    """
    is_turning = bitboards.fits(problem)
    knowledge = Knowledge(problem, bitboards.settle(problem, rules[:-1]).domains() if is_turning else None)
    if set(rules[:-1]) >= QUICK:
        yield from knowledge.propagating()
        knowledge = Knowledge(problem, tuple(knowledge.left))
    if _masks_left(knowledge) < least:
        return None
    easier = sorted(rules_of(rules[:-1]), key=lambda rule: rule.near is None)  # in whatever order, they settle the same
    for _ in chain(knowledge, [rule for rule in easier if rule.near], gists=True):
        yield None
    if _masks_left(knowledge) < least:
        return None
    yield from _going_on(knowledge, easier, [rule for rule in easier if not rule.near])
    left = list(knowledge.left)
    if _masks_left(knowledge) < least:
        return None
    if is_turning and rules[-1] != "no loop":  # which looks only where groups have grown since it was last asked
        hardest = rules_of(rules[-1:])
        near = [rule for rule in easier if rule.near]
        yield from _going_on(knowledge, [*near, *hardest, *easier[len(near) :]], hardest)
        return None if knowledge.open_cells() else left
    return None if (yield from _by_steps(problem, rules, left)) else left


def _going_on(knowledge: Knowledge, rules: Sequence[Rule], new: Sequence[Rule]) -> Task[None]:
    """Put in what the rules find: the `new` ones look at all open cells; the others had nothing left to find."""
    agendas = empty_agendas(knowledge, rules, gists=True)
    for agenda in agendas:
        if agenda.rule in new:
            agenda.changed += knowledge.open_cells()
    for _ in follow(knowledge, agendas, ()):
        yield None


def _masks_left(knowledge: Knowledge) -> int:
    """How many masks of the cells are still to be ruled out."""
    return sum(domain.bit_count() - 1 for domain in knowledge.left)


def stalled(problem: Problem, rules: Sequence[str], at_once: int) -> Task[tuple[int, int]]:
    """The number of cells left open by all these rules but the hardest, at most `at_once`; and by all of them."""
    if not bitboards.fits(problem):
        return at_once, len((yield from _by_steps(problem, rules, None)))
    knowledge = Knowledge(problem, bitboards.settle(problem, rules[:1]).domains())
    for _ in chain(knowledge, rules_of(rules[:-1])):
        yield None
    number = len(knowledge.open_cells())
    for _ in follow(knowledge, empty_agendas(knowledge, rules_of(rules)), knowledge.open_cells()):
        yield None
    return number, len(knowledge.open_cells())


def has_another_near(problem: Problem, solution: bytes | bytearray, cell: int) -> Task[bool]:
    """Whether another solution is soon found that differs from this one only near the cell; False proves nothing."""
    knowledge, (x, y) = Knowledge(problem), problem.grid.place(cell)
    for other, mask in enumerate(solution):
        column, row = problem.grid.place(other)
        if max(abs(column - x), abs(row - y)) > NEAR:
            knowledge.narrow(other, 1 << mask)
    if not (yield from knowledge.deducing()) or not knowledge.open_cells():
        return False
    found = yield from BoardSearch(knowledge).solutions(2, SOON)
    return len(found) > 1


def _open_after_deduction(problem: Problem) -> Task[dict[int, Domain]]:
    """The open cells after whole-board deduction, if that is free of contradictions.

    Where there are clues, after the easy rules alone: clues are taken away that this shows to be spare, whatever rules
    were asked for.
    """
    knowledge = Knowledge(problem)
    yield from (knowledge.propagating() if problem.clues else knowledge.deducing())
    return {cell: knowledge.left[cell] for cell in knowledge.open_cells()}


def _by_steps(problem: Problem, rules: Sequence[str], domains: Sequence[Domain] | None) -> Task[dict[int, Domain]]:
    """The open cells after every step of these rules alone."""
    knowledge = Knowledge(problem, domains)
    if domains is None and set(rules) >= QUICK:
        yield from knowledge.propagating()
        knowledge = Knowledge(problem, tuple(knowledge.left))
        if not knowledge.open_cells():
            return {}
    for _ in chain(knowledge, rules_of(rules), gists=True):
        yield None
    return {cell: knowledge.left[cell] for cell in knowledge.open_cells()}


def _ambiguous(grid: Grid, left: Mapping[int, Domain]) -> Task[Patches]:
    """The groups of open cells that have several solutions; each must have at least one."""
    found = []
    for cluster in clusters(grid, left):
        ways = yield from ways_through(sweep(grid, left, cluster), 2, STATES)
        if ways is None or len(ways) > 1:
            found.append(cluster)
    return found
