"""`solve --explain`: the chain of steps as a lesson: easy steps together, harder ones each with the board after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.games.model import State
from termpuzzles.hints.hint import joined
from termpuzzles.logic.explain.grades import grade
from termpuzzles.logic.problem import KNOWN
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.rules.techniques import TITLES

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle
    from termpuzzles.logic.engine.rating import Rating
    from termpuzzles.logic.explain.parts import Part, Role, Sides
    from termpuzzles.logic.explain.step import Step
    from termpuzzles.logic.problem import Domain


class Passage(NamedTuple):
    """A part of the lesson: one harder step, or a run of the easiest ones, and what is known of the board after it.

    `state` shows settled cells as pinned, and other known sides as noted.
    """

    rule: str
    steps: tuple[Step, ...]
    sentences: tuple[str, ...]
    state: State
    marks: Mapping[Role, Sides]

    @property
    def title(self) -> str:
        """The technique, as players read it."""
        return TITLES[self.rule]

    @property
    def is_harder(self) -> bool:
        """Whether it is a harder step, which deserves a picture."""
        return len(self.sentences) > 1 or self.rule == SEARCH


def passages(puzzle: Puzzle, steps: Iterable[Step]) -> Iterator[Passage]:
    """The passages of the lesson that these steps make up."""
    problem = puzzle.problem()
    left = [problem.domain_of(cell) for cell in range(problem.grid.size)]
    easiest, run = problem.rules[0], list["Step"]()
    for step in steps:
        if step.rule == easiest and not step.contradiction:
            run.append(step)
            continue
        if run:
            yield _run(puzzle, left, run)
            run = []
        yield _harder(puzzle, left, step)
    if run:
        yield _run(puzzle, left, run)


def _run(puzzle: Puzzle, left: list[Domain], run: Sequence[Step]) -> Passage:
    _put_in(left, run)
    noun = puzzle.game.noun
    by_border = around = 0
    for step in run:
        settles = sum(narrowing.settles for narrowing in step.narrowed)
        alone = not any(known & puzzle.grid.open_sides[cell] * 17 for cell, known, _ in step.because)
        by_border += settles * alone
        around += settles * (not alone)
    if by_border:
        more = f", and {_count(around, noun)} follow{'s' * (around == 1)} from there" if around else ""
        sentence = f"The border settles {_count(by_border, noun)}{more}."
    elif around:
        sentence = f"{_count(around, noun).capitalize()} follow{'s' * (around == 1)} from what is known around."
    else:
        cells = {narrowing.cell for step in run for narrowing in step.narrowed}
        sentence = f"Some lines of {_count(len(cells), noun)} follow from what is known around."
    return Passage(run[0].rule, tuple(run), (sentence,), _state(puzzle, left), {})


def _harder(puzzle: Puzzle, left: list[Domain], step: Step) -> Passage:
    _put_in(left, [step])
    marks: Mapping[Role, Sides] = {}
    for part in step.parts:
        marks = joined(marks, part.marks)
    sentences = tuple(_plain(step.parts)) or (step.sentence,)
    return Passage(step.rule, (step,), sentences, _state(puzzle, left), marks)


def _plain(parts: Iterable[Part]) -> Iterator[str]:
    return (part.plain for part in parts)


def _put_in(left: list[Domain], steps: Iterable[Step]) -> None:
    for step in steps:
        for cell, _, after in step.narrowed:
            left[cell] &= after


def _state(puzzle: Puzzle, left: Sequence[Domain]) -> State:
    """A position that shows what is known of each cell."""
    inside = puzzle.grid.open_sides
    known = [KNOWN[domain] if domain else 0 for domain in left]
    settled = [domain != 0 and not domain & (domain - 1) for domain in left]
    notes = bytes(
        0 if done else byte & (inside[cell] << 4 | inside[cell])
        for cell, (byte, done) in enumerate(zip(known, settled, strict=True))
    )
    if puzzle.game.draws:
        return State(bytes(byte >> 4 for byte in known), bytes(len(left)), bytes(note & 15 for note in notes))
    lines = bytes(byte >> 4 if done else given for byte, done, given in zip(known, settled, puzzle.tiles, strict=True))
    return State(lines, bytes(settled), notes)


def summary(puzzle: Puzzle, rating: Rating) -> str:
    """Sum the lesson up in one sentence."""
    number = sum(rating.steps.values())
    sentence = f"{_count(puzzle.grid.size, puzzle.game.noun).capitalize()} in {_count(number, 'step')}"
    hardest = f", the hardest “{TITLES[rating.hardest]}”" if rating.hardest else ""
    if rating.effort is None:
        return f"{sentence}{hardest}."
    graded = grade(rating.effort)
    return f"{sentence}{hardest}. Effort {rating.effort}: {graded.name} {graded.dots}."


def _count(number: int, noun: str) -> str:
    return f"one {noun}" if number == 1 else f"{number} {noun}s"
