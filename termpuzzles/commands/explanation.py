"""`solve --explain`: all the steps to the solution in words, as text or as a self-contained page of HTML."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.english import counted, joined
from termpuzzles.games.model import State
from termpuzzles.logic.answers.grades import Difficulty
from termpuzzles.logic.explain.parts import Part, merged_marks, part
from termpuzzles.logic.problem import KNOWN, SEARCH
from termpuzzles.logic.rules.techniques import TITLES
from termpuzzles.render.svg import STYLE, svg

if TYPE_CHECKING:
    from termpuzzles.board.grid import Grid
    from termpuzzles.games.model import Puzzle
    from termpuzzles.logic.answers.rating import Rating
    from termpuzzles.logic.explain.parts import Role, Sides
    from termpuzzles.logic.explain.step import Step
    from termpuzzles.logic.problem import Domain

NAMED = 12  # up to this many cells are named one by one, more in rows


class Passage(NamedTuple):
    """A part of the lesson: one harder step, or a run of the easiest ones, and what is known of the board after it.

    `state` shows settled cells as pinned, and other known sides as noted.
    """

    rule: str
    steps: tuple[Step, ...]
    parts: tuple[Part, ...]
    state: State
    marks: Mapping[Role, Sides]

    @property
    def title(self) -> str:
        """The technique, as players read it."""
        return TITLES[self.rule]

    @property
    def sentences(self) -> tuple[str, ...]:
        """What it says, in plain text."""
        return tuple(part.plain for part in self.parts)

    @property
    def is_harder(self) -> bool:
        """Whether it is a harder step, which deserves a picture."""
        return len(self.parts) > 1 or self.rule == SEARCH


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
    noun = puzzle.game.noun
    known = any(domain and not domain & (domain - 1) for domain in left)
    _put_in(left, run)
    by_border, around, is_alone = list[int](), list[int](), True
    for step in run:
        settled = [narrowing.cell for narrowing in step.narrowed if narrowing.settles]
        alone = not any(known & puzzle.grid.open_sides[cell] * 17 for cell, known, _ in step.because)
        (by_border if alone else around).extend(settled)
        is_alone &= alone
    if by_border:
        sentence = _from_the_border(puzzle, by_border, around, known)
    elif around:
        follow = "follows from its neighbours" if len(around) == 1 else "follow from their neighbours"
        tiles = _count(len(around), noun).capitalize()
        sentence = f"{tiles} {follow}: {named_places(puzzle.grid, around)}."
    else:
        cells = {narrowing.cell for step in run for narrowing in step.narrowed}
        neighbours = "Its neighbours settle" if len(cells) == 1 else "Their neighbours settle"
        who = _border(puzzle, "settle") if is_alone else neighbours
        sentence = f"{who} part of {named_places(puzzle.grid, cells)}."
    return Passage(run[0].rule, tuple(run), (part(sentence),), _state(puzzle, left), {})


def _border(puzzle: Puzzle, does: str) -> str:
    """Say that the border does something, and the walls if there are any."""
    if puzzle.grid.walls:
        return f"The border and the walls {does}"
    return f"The border {does}{'es' if does[-1] == 'x' else 's'}"


def _from_the_border(puzzle: Puzzle, by_border: Sequence[int], around: Sequence[int], known: bool) -> str:
    """Say which tiles the border settles, and which follow from those, or from others that were `known` before."""
    first = named_places(puzzle.grid, by_border)
    settles = f"{_border(puzzle, 'fix')} {_count(len(by_border), puzzle.game.noun)}"
    if not around:
        return f"{settles}: {first}."
    follow = f"{len(around)} more follow{'s' * (len(around) == 1)}"
    if not known:
        follow = f"{'that fixes' if len(by_border) == 1 else 'those fix'} {len(around)} more"
    first = f", in {first}" if first.startswith("row") else f" {first}"
    return f"{settles}, and {follow}. First{first}; then {named_places(puzzle.grid, around)}."


def named_places(grid: Grid, cells: Iterable[int]) -> str:
    """The places of these cells: one by one, or if there are many in rows: `row 1, columns 2 and 4 to 7`."""
    found = sorted(cells)
    if len(found) <= NAMED:
        return joined([grid.name(cell) for cell in found])
    rows = [list(row) for _, row in groupby(found, lambda cell: cell // grid.width)]
    return "; ".join(f"row {row[0] // grid.width + 1}, column{_spans(grid, row)}" for row in rows)


def _spans(grid: Grid, row: Sequence[int]) -> str:
    """`s 2 and 4 to 7` for the cells of one row."""
    spans: list[list[int]] = []
    for column in (cell % grid.width + 1 for cell in row):
        if spans and column == spans[-1][-1] + 1:
            spans[-1].append(column)
        else:
            spans.append([column])
    named = [name for span in spans for name in ([f"{span[0]} to {span[-1]}"] if len(span) > 2 else map(str, span))]
    return f"{'s' * (len(row) > 1)} {joined(named)}"


def _harder(puzzle: Puzzle, left: list[Domain], step: Step) -> Passage:
    _put_in(left, [step])
    marks: Mapping[Role, Sides] = {}
    for told in step.parts:
        marks = merged_marks(marks, told.marks)
    return Passage(step.rule, (step,), step.parts, _state(puzzle, left), marks)


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
    hard = Difficulty(puzzle.game.name, puzzle.grid.size, rating.effort, rating.hardest or "")
    return f"{sentence}{hardest}. Effort {rating.effort}: {hard.words} {hard.dots()}."


def _count(number: int, noun: str) -> str:
    return counted("one" if number == 1 else number, noun)


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
        body.append(_section(f"{number}. {passage.title}", [told.pictured for told in passage.parts], picture))
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
