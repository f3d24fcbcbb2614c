"""`solve`: each puzzle solved, or proved to have no solution; with every deduction on the way if that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.glyphs import HEAVY
from termpuzzles.board.grid import SIDES_OF
from termpuzzles.commands.answers.limit import in_time, known_so_far, patience, to_tell_why
from termpuzzles.commands.answers.printing import as_json, facts_of, failure, is_block, places, written
from termpuzzles.commands.answers.result import LIMIT, NO, YES, Answer
from termpuzzles.commands.lesson.passages import passages, summary
from termpuzzles.errors import PuzzleError
from termpuzzles.games import queries
from termpuzzles.games.model import SIDE_LETTERS
from termpuzzles.logic.domains import masks_of
from termpuzzles.logic.task import Unfinished, finish
from termpuzzles.play.advice import roles_of

if TYPE_CHECKING:
    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.games.queries import Until
    from termpuzzles.logic.explain.step import Step


HTML = "html"


class Asked(NamedTuple):
    """How to answer: the format (by default the puzzle's own), the seconds for each puzzle, a lesson, JSON.

    `possible` asks for what the rules leave of each cell in place of a solution.
    """

    to: str | None = None
    limit: float | None = None
    explain: bool = False
    json: bool = False
    possible: bool = False


def solve(entries: Iterable[Entry], asked: Asked) -> Iterator[Answer]:
    """Each puzzle solved, in the format asked for."""
    for entry in entries:
        form = asked.to or entry.form
        try:
            if isinstance(entry.puzzle, PuzzleError):
                raise entry.puzzle
            if asked.to == HTML and (not asked.explain or asked.json):
                raise PuzzleError("--explain, without --json, for a page of HTML")
            yield _possible(entry, asked) if asked.possible else _answer(entry.puzzle, form, entry.name, asked)
        except PuzzleError as error:
            yield failure(error, block=is_block(form) or asked.explain or asked.possible, json=asked.json)


def _answer(puzzle: Puzzle, form: str, name: str, asked: Asked) -> Answer:
    chain: list[Step] = []
    reason = ""
    try:
        with in_time(asked.limit) as until:
            for step in queries.steps(puzzle, until) if asked.explain else ():
                chain.append(step)
            state = queries.solve(puzzle, until)
            if state is None:
                reason = no_solution(puzzle, until)
    except Unfinished as stopped:
        return _stopped(puzzle, form, asked, chain, stopped)
    if form == HTML:
        return _page(puzzle, name, chain, state, until)
    if state is None:
        return _answered(puzzle, asked, chain, f"# {reason}", {"error": reason}, NO)
    text = written(puzzle, form, state)
    return _answered(puzzle, asked, chain, text, {"solution": text}, YES, block=is_block(form))


def _page(puzzle: Puzzle, name: str, chain: list[Step], state: State | None, until: Until) -> Answer:
    from termpuzzles.commands.lesson.page import page  # only where a page is asked for

    end = summary(puzzle, queries.rate(puzzle, until)) if state else no_solution(puzzle, until)
    text = page(puzzle, name, passages(puzzle, chain), state, end)
    return Answer(text, YES if state else NO, "" if state else end)


def _possible(entry: Entry, asked: Asked) -> Answer:
    """What the rules leave of each cell: settled cells as they are, of others how many ways, then which."""
    from termpuzzles.hints.guide import Guide
    from termpuzzles.hints.turns import possible

    puzzle = entry.puzzle
    assert not isinstance(puzzle, PuzzleError)
    fresh = puzzle.game.fresh(puzzle.grid, puzzle.tiles)
    try:
        with in_time(asked.limit) as until:
            left = finish(possible(Guide(puzzle), fresh, all_rules=True), until)
    except Unfinished:
        reason = PuzzleError(f"the limit of {asked.limit:g} s ran out", source=entry.name)
        return failure(reason, block=True, json=asked.json, status=LIMIT)
    status = YES if all(left) else NO
    ways = [[_letters(mask) for mask in masks_of(domain)] for domain in left]
    if asked.json:
        return Answer(as_json({**facts_of(puzzle), "possible": ways}), status)
    width = puzzle.grid.width
    signs = [_sign(domain) for domain in left]
    rows = ["".join(signs[first : first + width]) for first in range(0, len(signs), width)]
    listed = [
        f"{puzzle.grid.name(cell)} {' '.join(ways[cell])}" for cell, domain in enumerate(left) if domain & (domain - 1)
    ]
    return Answer("\n".join([*rows, *listed]), status, block=True)


def _sign(domain: int) -> str:
    """A settled cell's lines, else how many ways are left."""
    number = domain.bit_count()
    return HEAVY[domain.bit_length() - 1].replace(" ", "·") if number == 1 else f"{number:x}"


def _letters(mask: int) -> str:
    return "".join(SIDE_LETTERS[side] for side in SIDES_OF[mask]) or "-"


def no_solution(puzzle: Puzzle, until: Until) -> str:
    """That there is no solution, with the contradiction that the rules find if they find one in time, and its cells."""
    try:
        found = queries.contradiction(puzzle, to_tell_why(until))
    except Unfinished:
        found = None
    if not found:
        return "no solution"
    said = f"no solution: {found.sentence[0].lower()}{found.sentence[1:]}"
    if len(found.cells) == 1:
        return said
    return f"{said} The tiles that show it: {' '.join(map(puzzle.grid.name, found.cells))}"


def _stopped(puzzle: Puzzle, form: str, asked: Asked, chain: list[Step], stopped: Unfinished) -> Answer:
    """What is settled when the limit runs out, the rest as given, and the cells that are open."""
    known = known_so_far(puzzle, stopped.left)
    text = written(puzzle, form, known.state)
    reason = f"the limit of {asked.limit:g} s ran out"
    facts: dict[str, object] = {"error": reason, "settled": text}
    if asked.json:
        facts["open"] = places(puzzle, known.open_cells)  # seconds for a million cells
    said = f"{reason}; open cells: {known.names(puzzle.grid)}"
    return _answered(puzzle, asked, chain, text, facts, LIMIT, said=said, block=is_block(form))


def _explained(puzzle: Puzzle, step: Step) -> dict[str, object]:
    return {
        "rule": step.rule,
        "sentence": step.sentence,
        "cells": places(puzzle, (narrowing.cell for narrowing in step.narrowed)),
        "because": places(puzzle, (premise.cell for premise in step.because)),
    }


def _answered(
    puzzle: Puzzle,
    asked: Asked,
    chain: list[Step],
    text: str,
    facts: dict[str, object],
    status: int,
    *,
    said: str = "",
    block: bool = False,
) -> Answer:
    if asked.json:
        steps = {"steps": [_explained(puzzle, step) for step in chain]} if asked.explain else {}
        return Answer(as_json({**facts_of(puzzle), **facts, **steps}), status, said)
    if asked.explain:
        return Answer("\n".join([*_lesson(puzzle, chain, asked), text]), status, said, block=True)
    return Answer(text, status, said, block)


def _lesson(puzzle: Puzzle, chain: list[Step], asked: Asked) -> Iterator[str]:
    """The passages, numbered, with the board after each harder step, as far as there is time to draw it."""
    from termpuzzles.render.text_diagram import chart  # only for a lesson

    until = patience(asked.limit)
    for number, passage in enumerate(passages(puzzle, chain), 1):
        yield f"{number}. {passage.title}: {' '.join(passage.sentences)}"
        if passage.is_harder and not until():
            yield from chart(puzzle, passage.state, roles_of(passage.marks))
    with suppress(Unfinished):
        yield summary(puzzle, queries.rate(puzzle, until))
