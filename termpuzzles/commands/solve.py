"""`solve`: each puzzle solved, or proved to have no solution; on request with every deduction on the way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import HEAVY, SIDES_OF
from termpuzzles.commands.answers import (
    LIMIT,
    NO,
    WORDS,
    YES,
    Answer,
    Console,
    as_json,
    facts_of,
    failure,
    is_block,
    known_so_far,
    places,
    to_tell_why,
    written,
)
from termpuzzles.commands.command import Command, Parser, take_form, take_json, take_limit
from termpuzzles.commands.workers import answers_to, take_workers
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import FORMATS
from termpuzzles.games import queries
from termpuzzles.games.model import SIDE_LETTERS
from termpuzzles.logic.problem import masks_of
from termpuzzles.logic.task import USUAL, Budget, OutOfMemory, Unfinished, finish, spending

if TYPE_CHECKING:
    import argparse

    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.logic.explain.step import Step
    from termpuzzles.logic.problem import Domain


HTML = "html"


class SolveOptions(NamedTuple):
    """How to answer: the format (by default the puzzle's own), what each puzzle may cost, whether as a lesson or JSON.

    `possible` asks for what the rules leave of each cell instead of a solution.
    """

    to: str | None = None
    budget: Budget = USUAL
    explain: bool = False
    json: bool = False
    possible: bool = False


def solve_each(entries: Iterable[Entry], asked: SolveOptions) -> Iterator[Answer]:
    """Each puzzle solved, in the format asked for."""
    for entry in entries:
        yield from solve_entry(asked, entry)


def solve_entry(asked: SolveOptions, entry: Entry) -> Iterator[Answer]:
    """The puzzle solved: one answer."""
    form = asked.to or entry.form
    try:
        puzzle = entry.given()
        if asked.to == HTML and (not asked.explain or asked.json):
            raise PuzzleError("--explain, without --json, for a page of HTML")
        yield _possible(entry, puzzle, asked) if asked.possible else _answer(entry, puzzle, form, asked)
    except PuzzleError as error:
        yield failure(error, name=entry.name, block=_is_block(form, asked), json=asked.json)
    except Unfinished as stopped:
        yield _out_of_time(entry, form, asked, asked.budget.sentence(stopped))


def _is_block(form: str, asked: SolveOptions) -> bool:
    return is_block(form) or asked.explain or asked.possible


def _out_of_time(entry: Entry, form: str, asked: SolveOptions, reason: str) -> Answer:
    error = PuzzleError(reason, source=entry.name)
    return failure(error, block=_is_block(form, asked), json=asked.json, status=LIMIT)


def _answer(entry: Entry, puzzle: Puzzle, form: str, asked: SolveOptions) -> Answer:
    chain: list[Step] = []
    try:
        with spending(asked.budget.begun(entry.seconds)) as budget:
            return _solution(puzzle, form, entry.name, asked, chain, budget)
    except Unfinished as stopped:
        left, reason = stopped.left, asked.budget.sentence(stopped)
        if isinstance(stopped, OutOfMemory):
            chain.clear()  # there is no memory left to write it
    try:
        with spending(asked.budget.within(WORDS), grace=0.0) as budget:
            return _partial_answer(puzzle, form, entry.name, asked, chain, left, reason, budget)
    except Unfinished:
        return _out_of_time(entry, form, asked, reason)


def _solution(puzzle: Puzzle, form: str, name: str, asked: SolveOptions, chain: list[Step], budget: Budget) -> Answer:
    """The answer; steps are added to the chain as they are found."""
    for step in queries.steps(puzzle, budget) if asked.explain else ():
        chain.append(step)
    state = queries.solve(puzzle, budget)
    if form == HTML:
        return _page(puzzle, name, chain, state, budget)
    if state is None:
        reason = no_solution(puzzle, budget)
        answer = _make_answer(puzzle, asked, chain, "", {"error": reason}, budget, NO, words=f"{name}: {reason}")
        return answer if asked.json else answer._replace(place=f"# {reason}")
    text = written(puzzle, form, state)
    return _make_answer(puzzle, asked, chain, text, {"solution": text}, budget, YES, block=is_block(form))


def _page(puzzle: Puzzle, name: str, chain: list[Step], state: State | None, budget: Budget) -> Answer:
    from termpuzzles.commands.explanation import (
        explanation_page,  # this and the next only if a explanation_page is asked for
        passages,
        summary,
    )

    end = summary(puzzle, queries.rate(puzzle, budget)) if state else no_solution(puzzle, budget)
    text = explanation_page(puzzle, name, passages(puzzle, chain), state, end)
    return Answer(text, YES if state else NO, "" if state else f"{name}: {end}")


def _possible(entry: Entry, puzzle: Puzzle, asked: SolveOptions) -> Answer:
    """What the rules leave of each cell: a board of settled cells and numbers of ways, then a list of the ways."""
    from termpuzzles.hints.check import possible
    from termpuzzles.hints.guide import Guide

    fresh = puzzle.game.initial_state(puzzle.grid, puzzle.tiles)
    with spending(asked.budget.begun(entry.seconds)) as budget:
        return _left(puzzle, finish(possible(Guide(puzzle), fresh, all_rules=True), budget), asked)


def _left(puzzle: Puzzle, left: Sequence[Domain], asked: SolveOptions) -> Answer:
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
    """The lines of a settled cell, else the number of ways left."""
    number = domain.bit_count()
    return HEAVY[domain.bit_length() - 1].replace(" ", "·") if number == 1 else f"{number:x}"


def _letters(mask: int) -> str:
    return "".join(SIDE_LETTERS[side] for side in SIDES_OF[mask]) or "-"


def no_solution(puzzle: Puzzle, budget: Budget) -> str:
    """Say that there is no solution, with the contradiction and its cells if the rules find one in time."""
    try:
        found = queries.contradiction(puzzle, to_tell_why(budget))
    except Unfinished:
        found = None
    if not found:
        return "no solution"
    words = f"no solution: {found.sentence[0].lower()}{found.sentence[1:]}"
    if len(found.cells) == 1:
        return words
    return f"{words} The tiles that prove it: {' '.join(map(puzzle.grid.name, found.cells))}"


def _partial_answer(
    puzzle: Puzzle,
    form: str,
    name: str,
    asked: SolveOptions,
    chain: list[Step],
    left: Sequence[Domain] | None,
    reason: str,
    budget: Budget,
) -> Answer:
    """The answer when the budget runs out: what is settled, the rest as given, and the open cells."""
    known = known_so_far(puzzle, left)
    text = written(puzzle, form, known.state)
    facts: dict[str, object] = {"error": reason, "settled": text}
    if asked.json:
        facts["open"] = places(puzzle, known.open_cells)  # seconds for a million cells
    words = f"{name}: {reason}; open cells: {known.names(puzzle.grid)}"
    return _make_answer(puzzle, asked, chain, text, facts, budget, LIMIT, words=words, block=is_block(form))


def _explanation(puzzle: Puzzle, step: Step) -> dict[str, object]:
    return {
        "rule": step.rule,
        "sentence": step.sentence,
        "cells": places(puzzle, (narrowing.cell for narrowing in step.narrowed)),
        "because": places(puzzle, (premise.cell for premise in step.because)),
    }


def _make_answer(
    puzzle: Puzzle,
    asked: SolveOptions,
    chain: list[Step],
    text: str,
    facts: dict[str, object],
    budget: Budget,
    status: int,
    *,
    words: str = "",
    block: bool = False,
) -> Answer:
    if asked.json:
        steps = {"steps": [_explanation(puzzle, step) for step in chain]} if asked.explain else {}
        return Answer(as_json({**facts_of(puzzle), **facts, **steps}), status, words)
    if asked.explain:
        lines = [*_lesson(puzzle, chain, budget), *filter(None, (text,))]
        return Answer("\n".join(lines), status, words, block=True)
    return Answer(text, status, words, block)


def _lesson(puzzle: Puzzle, chain: list[Step], budget: Budget) -> Iterator[str]:
    """The passages, numbered, with the board after each harder step, as far as time allows."""
    from termpuzzles.commands.explanation import passages, summary  # this and the next two only for a lesson
    from termpuzzles.render.picture import roles_of
    from termpuzzles.render.text_diagram import text_diagram

    for number, passage in enumerate(passages(puzzle, chain), 1):
        yield f"{number}. {passage.title}: {' '.join(passage.sentences)}"
        if passage.is_harder and not budget():
            yield from text_diagram(puzzle, passage.state, roles_of(passage.marks))
    with suppress(Unfinished):
        yield summary(puzzle, queries.rate(puzzle, budget))


def run(options: argparse.Namespace, console: Console) -> int:
    asked = SolveOptions(options.to, USUAL, options.explain, options.json, options.possible)
    return console.show(
        answers_to(options, console, lambda budget: partial(solve_entry, asked._replace(budget=budget)))
    )


def _arguments(parser: Parser) -> None:
    take_form(parser, (*FORMATS, "html"))
    take_limit(parser)
    parser.add_argument("--explain", action="store_true", help="explain every step first; with --to html, as a page")
    parser.add_argument("--possible", action="store_true", help="print what is still possible in each cell instead")
    take_json(parser, "puzzle")
    take_workers(parser)


SOLVE = Command(
    "solve",
    run,
    (
        "solve 5x5w:78a2ab47ad541418beb984d39 --to picture",
        "solve --explain infinity:2x2:3333",
        "generate net 7x7 --count 3 | termpuzzles solve",
    ),
    arguments=_arguments,
    more="Each solution is printed in the format of its puzzle.",
    takes_puzzles=True,
    statuses=("solved", "no solution"),
    holds_memory=True,
)
