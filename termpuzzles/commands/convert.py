"""`convert`: each puzzle in another format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.commands.answers import LIMIT, Answer, Console, as_json, facts_of, failure, is_block, text_of, written
from termpuzzles.commands.command import Command, Parser, take_form, take_json, take_limit
from termpuzzles.commands.workers import answers_to, take_workers
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import USUAL, Budget, Unfinished, spending

if TYPE_CHECKING:
    import argparse

    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle


class ConvertOptions(NamedTuple):
    """How to answer: the format, by default the one that a puzzle came in; whether as JSON; what each may cost."""

    to: str | None = None
    json: bool = False
    budget: Budget = USUAL


def convert(
    entries: Iterable[Entry], *, to: str | None = None, json: bool = False, budget: Budget = USUAL
) -> Iterator[Answer]:
    """Each puzzle in the format `to`, by default the one that it came in."""
    for entry in entries:
        yield from convert_entry(ConvertOptions(to, json, budget), entry)


def convert_entry(asked: ConvertOptions, entry: Entry) -> Iterator[Answer]:
    """The puzzle in the format asked for: one answer."""
    form = asked.to or entry.form
    try:
        puzzle = entry.given()
        with spending(asked.budget.begun(entry.seconds)):
            answer = _convert_one(puzzle, form, asked.json)
        yield answer
    except PuzzleError as error:
        yield failure(error, name=entry.name, block=is_block(form), json=asked.json)
    except Unfinished as stopped:
        reason = PuzzleError(asked.budget.sentence(stopped), source=entry.name)
        yield failure(reason, block=is_block(form), json=asked.json, status=LIMIT)


def _convert_one(puzzle: Puzzle, form: str, json: bool) -> Answer:
    if json:
        return Answer(as_json({**facts_of(puzzle), **text_of(puzzle, form)}))
    return Answer(written(puzzle, form), block=is_block(form))


def run(options: argparse.Namespace, console: Console) -> int:
    return console.show(
        answers_to(
            options,
            console,
            lambda budget: partial(convert_entry, ConvertOptions(options.to, options.json, budget)),
        )
    )


def _arguments(parser: Parser) -> None:
    take_form(parser)
    take_limit(parser)
    take_json(parser, "puzzle")
    take_workers(parser)


CONVERT = Command(
    "convert",
    run,
    (
        "convert 5x5w:78a2ab47ad541418beb984d39 --to picture > board.loops",
        "convert board.loops --to gameid",
        "convert --to hexapipes < board.loops",
    ),
    arguments=_arguments,
    takes_puzzles=True,
    statuses=("done", ""),
    holds_memory=True,
)
