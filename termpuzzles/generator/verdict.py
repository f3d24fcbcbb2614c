"""What a new board is, beside what was asked for: whether it will do, how near it comes, and that in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.english import how_often, joined
from termpuzzles.games.model import Puzzle
from termpuzzles.generator.course import EARLY, SolveCourse, course_of
from termpuzzles.logic.answers.effort import weight
from termpuzzles.logic.answers.grades import GRADES, LEAST, Difficulty, efforts
from termpuzzles.logic.answers.rating import Rating, findings, rating_of
from termpuzzles.logic.engine.knowledge import Knowledge
from termpuzzles.logic.rules.techniques import title_of
from termpuzzles.logic.task import Task

if TYPE_CHECKING:
    from termpuzzles.games.making.params import Params
    from termpuzzles.generator.target import Target

OUT_OF_REACH = 1 << 20
AS_ASKED = (0, 0.0, 0, 0)
FEW_LEFT = 0.25  # cells, of all, that harder techniques may have to settle on a board that is a grade off
TOO_HARD = 3_000  # effort of a board that nobody asked to be hard


class BoardVerdict(NamedTuple):
    """A board, and how far it is from what was asked for: by its rating, its course, its grade and its effort."""

    puzzle: Puzzle
    off: tuple[int, float, int, int]
    words: str

    @property
    def fits(self) -> bool:
        """Whether it is as asked for."""
        return self.off == AS_ASKED

    @property
    def is_rated(self) -> bool:
        """Whether it needs the technique asked for, and none that is harder."""
        return not self.off[0]

    @property
    def fits_but_late(self) -> bool:
        """Whether it is as asked for, however late the technique comes, and however seldom."""
        harder, _, graded, effort = self.off
        return not (harder or graded or effort)


def verdict_on(target: Target, solved: Puzzle, puzzle: Puzzle) -> Task[BoardVerdict]:
    """The verdict on a board; `solved` is the same with its tiles as they are in the solution."""
    params, rules = target.params, puzzle.problem().rules
    rating = yield from rating_of(solved.problem())
    if rating.hardest is None or rating.effort is None:
        return BoardVerdict(puzzle, (OUT_OF_REACH, 0.0, 0, 0), "")
    place = rules.index(rating.hardest)
    wanted = place if params.rating is None else rules.index(params.rating)
    harder = 0 if params.at_most and place <= wanted else abs(place - wanted)
    course = (yield from course_of(solved.problem())) if params.times else None
    late = off_course(course, params.times) if course else 0.0
    number = _graded(solved, rating.effort, rating.hardest).grade.number
    graded = abs(number - 1 - GRADES.index(params.grade)) if params.grade else 0
    off = (harder, late, graded, params.effort_off(rating.effort))
    return BoardVerdict(puzzle, off, _words(params, solved, rating, course))


def _graded(puzzle: Puzzle, effort: int, hardest: str) -> Difficulty:
    return Difficulty(puzzle.game.name, puzzle.grid.size, effort, hardest)


def grades_off(puzzle: Puzzle, wanted: str) -> Task[int]:
    """How many grades a board with one solution is from the one wanted; it is not looked at further once it is harder.

    A board that is many times as hard as the hardest grade begins is no better than one that is a grade off.
    """
    problem, number = puzzle.problem(), 1 + GRADES.index(wanted)
    rules = tuple(rule for rule in problem.rules if LEAST.get(rule, 1) <= number)
    effort, most = 0.0, min(efforts(wanted, puzzle.game.name, puzzle.grid.size)[1], TOO_HARD)
    used, knowledge = set[str](), Knowledge(replace(problem, rules=rules))
    for finding in findings(knowledge):
        if finding:
            effort += weight(finding)
            used.add(finding.rule)
            if effort > most:
                return 1
        yield None
    if left := len(knowledge.open_cells()):  # to techniques that no board of that grade needs
        return 1 + (left > FEW_LEFT * puzzle.grid.size)
    hardest = next((rule for rule in reversed(problem.rules) if rule in used), "")
    return abs(_graded(puzzle, round(effort), hardest).grade.number - number)


def off_course(course: SolveCourse, times: int) -> float:
    """How far a board is from needing its hardest technique so often and early; 0 if it does."""
    return max(0.0, course.first - EARLY) + max(0, times - course.times) / 6


def _words(params: Params, puzzle: Puzzle, rating: Rating, course: SolveCourse | None) -> str:
    """What the board is, in the terms that were asked: `needs 'Four together' twice, first after 62 % of its steps`."""
    said = []
    if course and course.hardest == params.rating:
        first = f"{course.first:.0%}".replace("%", " %")
        said.append(f"needs {title_of(course.hardest)!r} {how_often(course.times)}, first after {first} of its steps")
    elif params.rating:
        said.append(f"needs {title_of(rating.hardest or '')!r}")
    if params.grade and rating.effort is not None:
        said.append(f"is {_graded(puzzle, rating.effort, rating.hardest or '').name}")
    if params.effort:
        said.append(f"takes an effort of {rating.effort}")
    return joined(said)
