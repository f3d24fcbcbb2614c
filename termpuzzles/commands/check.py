"""`check`: how many solutions each puzzle has, and how hard it is; on request two solutions side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.board.grid import HEAVY, LIGHT
from termpuzzles.commands.answers import (
    LIMIT,
    NO,
    YES,
    Answer,
    Console,
    as_json,
    facts_of,
    failure,
    places,
    to_tell_why,
    written,
)
from termpuzzles.commands.command import Command, Parser, take_json, take_limit
from termpuzzles.commands.workers import answers_to, take_workers
from termpuzzles.errors import PuzzleError, on_one_line, shortened
from termpuzzles.games import queries
from termpuzzles.logic.rules.techniques import title_of
from termpuzzles.logic.task import USUAL, Budget, Unfinished, spending

if TYPE_CHECKING:
    import argparse

    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle, State
    from termpuzzles.games.queries import Count
    from termpuzzles.logic.answers.rating import Rating

TITLES = ("solutions", "rating", "effort", "size", "game", "puzzle", "steps")
_ROW = "{:<10} {:<17} {:<7} {:<9} {:<12} {:<36} {}"
_LONGEST_NAME = 36
_PRINTED_DIGITS = 4000  # Python itself does not turn longer numbers into digits, nor do many readers of JSON


class CheckOptions(NamedTuple):
    """How to answer: what each puzzle may cost, whether to show two solutions if there are several, whether as JSON."""

    budget: Budget = USUAL
    witness: bool = False
    json: bool = False


class CheckReport(NamedTuple):
    """The facts found about a puzzle; `ran_out` if the limit came before all of them."""

    number: Count
    rating: Rating | None = None
    pair: tuple[State, State] | None = None
    ran_out: Unfinished | None = None


def check_each(entries: Iterable[Entry], asked: CheckOptions) -> Iterator[Answer]:
    """A row for each puzzle, below the titles of the columns."""
    return with_titles((answer for entry in entries for answer in check_entry(asked, entry)), asked)


def with_titles(answers: Iterable[Answer], asked: CheckOptions) -> Iterator[Answer]:
    """The answers; the titles of the columns stand above the first."""
    titles = "" if asked.json else "# " + _row(*TITLES) + "\n"
    for answer in answers:
        text, place = (titles + part if part else "" for part in (answer.text, answer.place))
        yield answer._replace(text=text, place=place)
        titles = ""


def check_entry(asked: CheckOptions, entry: Entry) -> Iterator[Answer]:
    """The row of the puzzle."""
    try:
        puzzle = entry.given()
        with spending(asked.budget.begun(entry.seconds)) as budget:
            answer = _answer_for(entry.name, puzzle, asked, budget)
        yield answer
    except PuzzleError as error:
        yield failure(error, name=entry.name, block=asked.witness, json=asked.json)
    except Unfinished as stopped:
        reason = PuzzleError(asked.budget.sentence(stopped), source=entry.name)
        yield failure(reason, block=asked.witness, json=asked.json, status=LIMIT)


def _answer_for(name: str, puzzle: Puzzle, asked: CheckOptions, budget: Budget) -> Answer:
    verdict = examine(puzzle, budget)
    status = LIMIT if verdict.ran_out else YES if verdict.number == 1 and verdict.number.exact else NO
    name = on_one_line(name)
    words = f"{name}: {budget.sentence(verdict.ran_out)}" if verdict.ran_out else ""
    text = as_json(_facts(puzzle, verdict, asked)) if asked.json else _table(name, puzzle, verdict, asked)
    return Answer(text, status, words, asked.witness and not asked.json)


def examine(puzzle: Puzzle, budget: Budget) -> CheckReport:
    """Count the solutions, and rate the puzzle unless it has several; raises `Unfinished` if not even one is known."""
    found = queries.two_solutions(puzzle, budget)
    if len(found) == 2:
        pair = (min(found), max(found))  # in the same order whichever was found first
        try:
            return CheckReport(queries.count_solutions(puzzle, budget, 2), pair=pair)
        except Unfinished as stopped:
            return CheckReport(queries.Count(2, exact=False), pair=pair, ran_out=stopped)
    count = queries.Count(len(found))
    try:
        return CheckReport(count, queries.rate(puzzle, budget if found else to_tell_why(budget)))
    except Unfinished as stopped:
        return CheckReport(count, ran_out=stopped if found else None)


def differing_cells(pair: tuple[State, State]) -> list[int]:
    """The cells where two solutions differ."""
    return [cell for cell, (one, other) in enumerate(zip(pair[0].lines, pair[1].lines, strict=True)) if one != other]


def marked(puzzle: Puzzle, pair: tuple[State, State]) -> tuple[str, str]:
    """Both solutions as pictures, with heavy lines where they differ and light lines where they agree."""
    differing = differing_cells(pair)
    return _picture(puzzle, pair[0], differing), _picture(puzzle, pair[1], differing)


def _picture(puzzle: Puzzle, state: State, differing: Iterable[int]) -> str:
    head, rows = _split(written(puzzle, "picture", state), puzzle.grid.height)
    light = str.maketrans(HEAVY, LIGHT)
    cells = [list(row.translate(light)) for row in rows]
    for x, y in map(puzzle.grid.place, differing):
        cells[y][x] = rows[y][x]
    return "\n".join([*head, *map("".join, cells)])


def _split(picture: str, height: int) -> tuple[list[str], list[str]]:
    lines = picture.split("\n")
    return lines[:-height], lines[-height:]


def judged(puzzle: Puzzle, verdict: CheckReport) -> dict[str, object]:
    """The facts that identify a puzzle, and those found about it."""
    number, rating = verdict.number, verdict.rating
    return {
        **facts_of(puzzle),
        "solutions": int(number) if number.exact and number < 10**_PRINTED_DIGITS else number_in_full(number),
        "rating": rating.hardest if rating else None,
        "steps": rating.steps if rating else {},
        "effort": rating.effort if rating else None,
    }


def _facts(puzzle: Puzzle, verdict: CheckReport, asked: CheckOptions) -> dict[str, object]:
    rating, facts = verdict.rating, judged(puzzle, verdict)
    if rating and rating.contradiction:
        facts["contradiction"] = rating.contradiction.sentence
    if asked.witness and verdict.pair:
        facts["witness"] = marked(puzzle, verdict.pair)
        facts["difference"] = places(puzzle, differing_cells(verdict.pair))
    return facts


def _table(name: str, puzzle: Puzzle, verdict: CheckReport, asked: CheckOptions) -> str:
    rating = verdict.rating
    hardest = title_of(rating.hardest) if rating and rating.hardest else "-"
    effort = "-" if rating is None or rating.effort is None else str(rating.effort)
    surface = puzzle.grid.surface
    size = f"{puzzle.grid}{surface.suffix if puzzle.grid.is_twisted else 'w' * (not surface.is_plane)}"
    row = _row(
        number_in_full(verdict.number),
        hardest,
        effort,
        size,
        puzzle.game.title,
        shortened(name, _LONGEST_NAME),
        _steps_in_words(rating),
    )
    if asked.witness and verdict.pair:
        return "\n---\n".join([row, *marked(puzzle, verdict.pair)])
    return row


def _steps_in_words(rating: Rating | None) -> str:
    """The number of steps of each rule, or the contradiction, in words."""
    if rating and rating.contradiction:
        return rating.contradiction.sentence
    return ", ".join(f"{title_of(rule)} {number}" for rule, number in rating.steps.items()) if rating else ""


def _row(*columns: str) -> str:
    return _ROW.format(*columns).rstrip()


def number_in_full(count: Count) -> str:
    """The number in full, however long, with a `+` if it is not exact."""
    if count < 10**_PRINTED_DIGITS:
        return str(count)

    return f"{Decimal(int(count)):f}{'' if count.exact else '+'}"


def run(options: argparse.Namespace, console: Console) -> int:
    asked = CheckOptions(USUAL, options.witness, options.json)
    answers = answers_to(options, console, lambda budget: partial(check_entry, asked._replace(budget=budget)))
    return console.show(with_titles(answers, asked))


def _arguments(parser: Parser) -> None:
    take_limit(parser)
    parser.add_argument(
        "--witness",
        action="store_true",
        help="if there are several solutions, show two, with heavy lines where they differ",
    )
    take_json(parser, "puzzle")
    take_workers(parser)


CHECK = Command(
    "check",
    run,
    (
        "check 5x5w:78a2ab47ad541418beb984d39",
        "check --witness infinity:4x2:9c883622",
        "generate net 7x7 --count 3 | termpuzzles check --json --limit 5",
    ),
    arguments=_arguments,
    takes_puzzles=True,
    statuses=("exactly one solution", "no solution, or several"),
    holds_memory=True,
)
