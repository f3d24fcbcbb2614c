"""`solve --explain`: all the steps to the solution in words, as text or as a self-contained page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.games.model import State
from termpuzzles.hints.hint import merged_marks
from termpuzzles.logic.explain.grades import grade
from termpuzzles.logic.explain.parts import as_pictured
from termpuzzles.logic.problem import KNOWN
from termpuzzles.logic.rules import SEARCH
from termpuzzles.logic.rules.techniques import TITLES
from termpuzzles.render.svg import STYLE, svg

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle
    from termpuzzles.logic.engine.rating import Rating
    from termpuzzles.logic.explain.parts import ReasonPart, Role, Sides
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
        marks = merged_marks(marks, part.marks)
    sentences = tuple(_plain(step.parts)) or (step.sentence,)
    return Passage(step.rule, (step,), sentences, _state(puzzle, left), marks)


def _plain(parts: Iterable[ReasonPart]) -> Iterator[str]:
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


_PAGE_STYLE = """\
body{font:16px/1.4 sans-serif;max-width:46em;margin:2em auto;padding:0 1em;color:#222;background:#fff}
section{display:flex;flex-wrap:wrap;gap:1.5em;border-top:1px solid #ddd;padding:1em 0;break-inside:avoid}
section>div{flex:1 1 16em}h2{font-size:1em;margin:0 0 .4em}ol{margin:0;padding-left:1.2em}p{margin:0 0 .3em}
svg{max-width:100%;height:auto;zoom:1.25}@media print{h2{break-after:avoid}}"""


def explanation_page(puzzle: Puzzle, name: str, passages: Iterable[Passage], solved: State | None, end: str) -> str:
    """The whole page: the board as given, each passage with its picture, and the solved board."""
    title = escape(f"{puzzle.game.title} {puzzle.grid}: {name}")
    body = [
        f"<h1>{escape(puzzle.title or puzzle.game.title)} {puzzle.grid}</h1>",
        _section("As given", [puzzle.game.goal], svg(puzzle, puzzle.game.initial_state(puzzle.grid, puzzle.tiles))),
    ]
    for number, passage in enumerate(passages, 1):
        picture = svg(puzzle, passage.state, passage.marks)
        body.append(_section(f"{number}. {passage.title}", map(as_pictured, passage.sentences), picture))
    if solved is not None:
        body.append(_section("Solved", [end], svg(puzzle, solved)))
    return (
        f'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        f"<style>{_PAGE_STYLE}\n{STYLE}</style></head><body>{''.join(body)}</body></html>"
    )


def _section(title: str, sentences: Iterable[str], picture: str) -> str:
    first, *more = (escape(sentence) for sentence in sentences)
    listed = "".join(f"<li>{sentence}</li>" for sentence in more)
    if more:
        listed = f"<ol>{listed}</ol>" if len(more) > 1 else f"<p>{more[0]}</p>"
    return f"<section><div><h2>{escape(title)}</h2><p>{first}</p>{listed}</div>{picture}</section>"
