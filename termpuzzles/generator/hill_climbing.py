"""Boards that are hardly ever drawn: made from others by one small change after the other, uphill."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import ceil
from typing import TYPE_CHECKING

from termpuzzles.board.rooted_tree import Tree
from termpuzzles.board.surface import TORUS
from termpuzzles.games.making.randomness import below, pick, shuffled
from termpuzzles.generator import proof
from termpuzzles.generator.course import EARLY, SolveCourse, course_of
from termpuzzles.generator.verdict import off_course
from termpuzzles.logic.answers import solver
from termpuzzles.logic.answers.rating import rating_of

if TYPE_CHECKING:
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.model import Puzzle
    from termpuzzles.generator.target import Target
    from termpuzzles.logic.problem import Domain, Problem
    from termpuzzles.logic.task import Task

FIRST_STEP = 10_000  # changes to try until a board needs the rule asked for at all (3,000 is usual at any size), and
CLIMBS = 8  # for each of its cells to make it harder, or
HARDER = 5_000  # to share among its cells, as a look at a large board takes longer,
BY_CHAIN = 3_000  # changes to share among the cells of a board from the stock where each look takes long
ENOUGH = 0.8  # unless the easier rules already leave this share of its cells open
AT_HARD_CELLS = 0.5  # how often a change is made where the easier rules stall
TOWARD = 400  # changes to try until a board takes the effort asked for
SOONER = 1_200  # changes to try until the hardest rule is needed early and as often as asked for,
WHERE_EASY = 0.7  # how often at cells that the easier rules settle
SOONER_WITH_CLUES, NEARLY = 800, 0.05  # fewer, and nearly so, where other clues may stay
SMALL = 64  # cells: boards of lines up to so many count as boards without a border
OPEN_ENOUGH = 0.4  # the share of all turns that must be left open there before the course is looked at
LESS = 0.9  # the share of what was left to the hardest rule that must be left once it comes early
SLACK = 1.05  # how much more the easier rules may settle than they are expected to where the hardest comes early
NEVER = SolveCourse("", (), ())  # the course of a board that does not need its hardest rule
SWAPS, TAKEN_AWAY = 120, 8  # of a clue for others: how often, and how many others to try to take away each time


def climb(target: Target, grid: Grid, masks: bytearray, from_stock: bool = False) -> Task[Puzzle]:
    """A harder board than the one given, by many small changes that never leave fewer cells to the hard rules.

    It takes longest to reach the first board that needs the rule asked for; from there on every board needs it. A board
    `from_stock` does from the start, and is only changed a little.
    """
    puzzle = target.shown(grid, masks)
    hard: list[int] = []
    needed, left = 0, FIRST_STEP
    if from_stock:
        problem, rules = puzzle.problem(), target.rules(puzzle) or ()
        hard = proof.left_at_once(problem, rules[:-1])
        needed, open_cells = yield from proof.stalled(problem, rules, len(hard))
        tries = min(target.maker.varied, BY_CHAIN) if rules[-1] == "chain" else target.maker.varied
        left = min(CLIMBS * grid.size, tries // grid.size) if needed and not open_cells else 0
    while left and not (needed and len(hard) >= ENOUGH * grid.size):
        left -= 1
        changed = _small_change(target, grid, masks, hard)
        other = target.shown(grid, changed)
        problem, rules = other.problem(), target.rules(other) or ()
        at_once = proof.left_at_once(problem, rules[:-1])
        yield None
        if len(at_once) < len(hard):
            continue
        stalled = 0
        if at_once:
            stalled, open_cells = yield from proof.stalled(problem, rules, len(at_once))
            if open_cells or (needed and not stalled):
                continue
        if stalled and not needed:
            left = min(CLIMBS * grid.size, HARDER // grid.size)
        puzzle, masks, hard, needed = other, changed, at_once, stalled
    return puzzle


def climb_early(target: Target, puzzle: Puzzle, masks: bytes | bytearray) -> Task[Puzzle]:
    """A board that needs its hardest rule earlier and more often than the one given, by small changes to its lines.

    They leave ever more to the hardest rule. Once that is much, or the rule comes early, what counts is the course of
    the board: then changes may also leave a little less to it.
    """
    grid, rules, times = puzzle.grid, target.rules(puzzle), target.params.times
    if not rules:
        return puzzle
    at_once, problem = looks_at_once(target), puzzle.problem()
    masks = Tree.rooted(grid, masks) if target.game.joins_all and not target.game.draws else bytearray(masks)
    most = _turns(map(problem.domain_of, range(grid.size)))
    left = _left_at_once(problem, rules) if at_once else (yield from proof.left_to_hardest(problem, rules, 0))
    if left is None:
        return puzzle
    course = (yield from course_of(problem)) if at_once or _turns(left) else NEVER
    off, first, looked = off_course(course, times), course.first, _turns(left)
    changes, enough = (SOONER_WITH_CLUES, NEARLY) if target.maker.clues else (SOONER, 0.0)
    for _ in range(changes):
        if off <= enough:
            break
        changed = _changed_at(target, grid, masks, _easy_place(target, left))
        other = target.shown(grid, changed)
        problem, now, is_early = other.problem(), _turns(left), first <= EARLY
        yield None
        if at_once:
            now_left = yield from _unique_left_at_once(problem, rules, now)
        else:
            now_left = yield from proof.left_to_hardest(problem, rules, ceil(LESS * now) if is_early else now)
        if now_left is None:
            continue
        turns = _turns(now_left)
        may_be_early = not looked or (most - turns) * first <= SLACK * EARLY * (most - looked)
        if turns >= OPEN_ENOUGH * most if at_once else turns and may_be_early:
            course = yield from course_of(problem)
            now_off = off_course(course, times)
            may_be_later = turns > now if at_once else not is_early
            if course.hardest != rules[-1] or (now_off > off and not may_be_later):
                continue
            off, first, looked = now_off, course.first, turns
        puzzle, masks, left = other, changed, now_left
    return puzzle


def looks_at_once(target: Target) -> bool:
    """Whether what rules see on whole boards at once tells enough: without a border, or on small boards of lines."""
    params, game = target.params, target.game
    is_small = params.width * params.height <= SMALL and not game.joins_all
    return not target.maker.clues and (params.surface == TORUS or is_small)


def _left_at_once(problem: Problem, rules: Sequence[str]) -> list[Domain]:
    """What is left of each cell where all these rules but the hardest stall, or more, soon seen; 1 if it is settled."""
    left = proof.domains_left_at_once(problem, rules[:-1])
    return [left.get(cell, 1) for cell in range(problem.grid.size)]


def _unique_left_at_once(problem: Problem, rules: Sequence[str], least: int) -> Task[list[Domain] | None]:
    """The same; None if all the rules do not settle the board, or fewer than `least` turns are left."""
    left = _left_at_once(problem, rules)
    return None if _turns(left) < least or (yield from proof.patches(problem, rules)) else left


def _easy_place(target: Target, left: Sequence[Domain]) -> int:
    """A cell at which to change the lines, mostly one that the easier rules settle."""
    easy, hard = list[int](), list[int]()
    for cell, domain in enumerate(left):
        (hard if domain & domain - 1 else easy).append(cell)
    at_easy = bool(easy) and (not hard or target.rng.random() < WHERE_EASY)
    return pick(target.rng, easy if at_easy else hard)


def _turns(left: Iterable[Domain]) -> int:
    """How many turns of tiles, or ways through cells, are still to be ruled out."""
    return sum(domain.bit_count() - 1 for domain in left)


def swap_clues_early(target: Target, full: Puzzle, puzzle: Puzzle) -> Task[Puzzle]:
    """A board that needs its hardest rule earlier and more often than the one given, with other of the `full` clues."""
    rng, rules = target.rng, target.rules(puzzle)
    off = off_course((yield from course_of(puzzle.problem())), target.params.times)
    for _ in range(SWAPS if rules else 0):
        absent = [cell for cell, clue in enumerate(full.clues) if clue and not puzzle.clues[cell]]
        if not off or not absent:
            break
        clues, added = bytearray(puzzle.clues), pick(rng, absent)
        clues[added] = full.clues[added]
        for cell in shuffled(rng, [cell for cell, clue in enumerate(clues) if clue and cell != added])[:TAKEN_AWAY]:
            clue, clues[cell] = clues[cell], 0
            if (yield from proof.patches(replace(puzzle, clues=bytes(clues)).problem(), rules)):
                clues[cell] = clue
        other = replace(puzzle, clues=bytes(clues))
        course = yield from course_of(other.problem())
        if rules and course.hardest == rules[-1] and (now := off_course(course, target.params.times)) <= off:
            puzzle, off = other, now
    return puzzle


def climb_to_effort(target: Target, puzzle: Puzzle) -> Task[Puzzle]:
    """A board that takes about the effort asked for, or comes nearer to it than the one given."""
    grid, masks = puzzle.grid, bytearray((yield from solver.one_solution(puzzle.problem())) or b"")
    off = yield from _off(target, puzzle)
    for _ in range(TOWARD):
        if off == 0 or not masks:
            break
        changed = _small_change(target, grid, masks, [])
        other = target.shown(grid, changed)
        if (yield from proof.patches(other.problem(), target.rules(other))):
            continue
        now = yield from _off(target, other)
        yield None
        if now <= off:
            puzzle, masks, off = other, changed, now
    return puzzle


def _small_change(target: Target, grid: Grid, masks: bytearray, hard: Sequence[int]) -> bytearray:
    """The board with a small change or two at some place, often at a cell that is hard already."""
    rng = target.rng
    place = pick(rng, hard) if hard and rng.random() < AT_HARD_CELLS else below(rng, grid.size)
    return _changed_at(target, grid, masks, place)


def _changed_at(target: Target, grid: Grid, masks: bytearray, place: int) -> bytearray:
    """The board with a change or two at that place."""
    changed = masks.copy()
    for _ in range(1 + target.rng.getrandbits(1)):
        target.maker.mend(grid, changed, [[place]], target.params, target.rng)
    return changed


def _off(target: Target, puzzle: Puzzle) -> Task[int]:
    """How far the board's effort is from the one asked for."""
    rating = yield from rating_of(puzzle.problem())
    return target.params.effort_off(rating.effort or 0)
