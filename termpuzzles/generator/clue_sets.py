"""Which clues of a full board stay: as many as the rules allowed need, or only needed ones, or the best of some sets.

The best is the one that is nearest to a grade, or on which the hardest technique comes early and again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf
from operator import itemgetter
from typing import TYPE_CHECKING

from termpuzzles.games.making.randomness import shuffled
from termpuzzles.generator import proof
from termpuzzles.generator.course import course_of
from termpuzzles.generator.hill_climbing import swap_clues_early
from termpuzzles.generator.needed_clues import AT_ONCE, SOON, ClueSearch, keeping_clues
from termpuzzles.generator.verdict import grades_off, off_course
from termpuzzles.logic.answers import solver
from termpuzzles.logic.answers.grades import GRADES

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle
    from termpuzzles.generator.target import Target
    from termpuzzles.logic.task import Task

GRADED_SETS = 3  # of clues to look at for a grade
SETS, SETS_CELLS = 2, 225  # of clues, to choose from on boards of so many cells
EARLY_SETS = 3  # of clues to look at until the hardest rule comes early,
DRAWN_SETS = 3  # of each of so many boards where boards of that rating are often drawn:
DRAWN_BOARDS = 40
LEFT = 0.2  # the share of what a board leaves open that the hardest rule has to settle if it comes early, at least


def fewer_clues(target: Target, puzzle: Puzzle, masks: bytes | bytearray) -> Task[Puzzle]:
    """The puzzle without the clues that the rules allowed do not need to settle it, but for as many as asked for.

    First go those that a quick proof does without, which are most and soon found.
    """
    rules = target.rules(puzzle)
    clues, not_needed = bytearray(puzzle.clues), []
    order = shuffled(target.rng, [cell for cell, clue in enumerate(clues) if clue])
    for allowed in dict.fromkeys((target.rules_at_first(puzzle), rules)):
        for cell in (cell for cell in order if clues[cell]):
            kept, clues[cell] = clues[cell], 0
            fewer = replace(puzzle, clues=bytes(clues)).problem()
            another = allowed and (yield from proof.has_another_near(fewer, masks, cell))
            if another or (yield from proof.patches(fewer, allowed)):
                clues[cell] = kept
            else:
                not_needed.append(cell)
            yield None
    for cell in not_needed[: round(target.params.spare * len(not_needed))]:
        clues[cell] = puzzle.clues[cell]
    return replace(puzzle, clues=bytes(clues))


def needed_clues(target: Target, puzzle: Puzzle, masks: bytes | bytearray) -> Task[Puzzle]:
    """The puzzle without the clues that are not needed for it to have just one solution, but for as many as asked for.

    Of several sets of clues it keeps the one that is most like what the maker would like.
    """
    search, found = ClueSearch(puzzle, bytes(masks)), []
    unlike = target.maker.unlike
    for _ in range(SETS if unlike and puzzle.grid.size <= SETS_CELLS else 1):
        found.append((yield from with_needed_clues(target, puzzle, search)))
    return min(found, key=lambda each: unlike(each.clues)) if unlike else found[0]


def with_needed_clues(target: Target, puzzle: Puzzle, search: ClueSearch, soon: int = SOON) -> Task[Puzzle]:
    """The puzzle with a set of clues that are all needed, and as many of the others as asked for."""
    maker, rng, share = target.maker, target.rng, target.params.spare
    order = maker.order_to_go(puzzle.grid, puzzle.clues, rng) if maker.order_to_go else shuffled(rng, search.cells)
    needed = yield from search.least(target.together(puzzle.grid, order), soon)
    spare = shuffled(rng, [cell for cell in search.cells if cell not in needed]) if share else []
    return keeping_clues(puzzle, {*needed, *spare[: round(share * len(spare))]})


def nearest_to_grade(target: Target, full: Puzzle, search: ClueSearch, grade: str) -> Task[tuple[int, float, Puzzle]]:
    """Of some sets of clues, until one has the grade, the nearest to it: how many grades off, how unlike others."""
    nearest: tuple[int, float, Puzzle] | None = None
    unlike, soon = target.maker.unlike, AT_ONCE if GRADES.index(grade) < 2 else SOON
    for _ in range(GRADED_SETS):
        puzzle = yield from with_needed_clues(target, full, search, soon)
        off = yield from grades_off(puzzle, grade)
        likeness = unlike(puzzle.clues) if unlike else 0.0
        if nearest is None or (off, likeness) < nearest[:2]:
            nearest = off, likeness, puzzle
        if not off:
            break
    assert nearest
    return nearest


def early_clues(target: Target, full: Puzzle, masks: bytes | bytearray) -> Task[Puzzle]:
    """The board with a set of its clues with which its hardest rule is needed as often and as early as asked for.

    Or nearly so: the best of some sets, with some clues swapped for others.
    """
    best: tuple[float, Puzzle] | None = None
    masks = (yield from solver.one_solution(full.problem())) or masks  # which were changed
    for _ in range(EARLY_SETS):
        puzzle = yield from fewer_clues(target, full, masks)
        course = yield from course_of(puzzle.problem())
        off = off_course(course, target.params.times) + (course.hardest != target.params.rating)
        if best is None or off < best[0]:
            best = off, puzzle
        if not off:
            break
    assert best
    return (yield from swap_clues_early(target, full, best[1]))


def drawn_early(target: Target, full_board: Callable[[], Task[Puzzle | None]]) -> Task[Puzzle | None]:
    """Of many sets of clues that are all needed, the first on which the hardest rule comes early and again.

    Or nearly so: the nearest to it; None if none needs the rule that was asked for, with much left to it. A set that is
    not worth a look at its course is soon seen: the easier rules settle too much of it.
    """
    nearest: tuple[float, Puzzle | None] = (inf, None)
    for _ in range(DRAWN_BOARDS):
        if (full := (yield from full_board())) is None:
            continue
        search = ClueSearch(full, (yield from solver.one_solution(full.problem())) or b"")
        for _ in range(DRAWN_SETS):
            puzzle = yield from with_needed_clues(target, full, search)
            problem, rules = puzzle.problem(), target.rules(puzzle) or ()
            open_at_first = sum(problem.domain_of(cell).bit_count() - 1 for cell in range(full.grid.size))
            if (yield from proof.left_to_hardest(problem, rules, round(LEFT * open_at_first))) is None:
                continue
            off = off_course((yield from course_of(problem)), target.params.times)
            nearest = min(nearest, (off, puzzle), key=itemgetter(0))
            if not off:
                return puzzle
    return nearest[1]
