"""`render`: puzzles as pictures, and as sheets to print with their solutions at the back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.commands.answers import BAD, LIMIT, NO, YES, Answer, Console, encoded
from termpuzzles.commands.command import Command, Parser, budget_of, number, take_limit
from termpuzzles.commands.reading import entries_of
from termpuzzles.errors import PuzzleError
from termpuzzles.games import queries
from termpuzzles.logic.answers.grades import Difficulty
from termpuzzles.logic.rules.techniques import TITLES
from termpuzzles.logic.task import USUAL, Budget, Unfinished, spending
from termpuzzles.plain.words import wraps
from termpuzzles.render.svg import Sheet, page, pipes_document, svg_document

if TYPE_CHECKING:
    import argparse

    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle, State


class RenderOptions(NamedTuple):
    """How to render: SVG or HTML, with or without solutions, boards per page, paper, and what each board may cost.

    `theme` is the one in which an SVG shows the board as the app does, "" for black on white.
    """

    to: str = "html"
    solution: bool = False
    per_page: int = 4
    paper: str = "a4"
    theme: str = ""
    budget: Budget = USUAL


def render(entries: Iterable[Entry], asked: RenderOptions) -> Answer:
    """All puzzles in one document; an SVG can hold only one."""
    seconds = 0.0  # that may be spent on all puzzles, without those that it took to read them
    try:
        puzzles = []
        for entry in entries:
            puzzles.append(entry.given())
            seconds += asked.budget.seconds - entry.seconds
        if asked.to == "svg" and len(puzzles) > 1:
            raise PuzzleError("one puzzle, as an SVG shows only one", f"{len(puzzles)}")
        if asked.theme and asked.to != "svg":
            raise PuzzleError("--to svg, as sheets are black on white", f"--to {asked.to}")
        with spending(replace(asked.budget, seconds=seconds)) as budget:
            sheets = [_sheet(puzzle, asked, budget) for puzzle in puzzles]
            text = _written(sheets, asked)
    except PuzzleError as error:
        return Answer("", BAD, str(error))
    except Unfinished as stopped:
        return Answer("", LIMIT, asked.budget.sentence(stopped))
    unsolved = [sheet for sheet in sheets if asked.solution and sheet.solution is None]
    return Answer(text, NO if unsolved else YES, "no solution" if unsolved else "")


def _sheet(puzzle: Puzzle, asked: RenderOptions, budget: Budget) -> Sheet:
    grid = puzzle.grid
    size = " ".join(filter(None, (f"{puzzle.game.title} {grid.width}x{grid.height}", wraps(grid))))
    name = f" · {puzzle.title}" if puzzle.title else ""
    solution: State | None = queries.solve(puzzle, budget) if asked.solution else None
    return Sheet(puzzle, f"{size}{name}", _rating(puzzle), solution)


def _rating(puzzle: Puzzle) -> str:
    """`easy ●○○○○ · Small pocket`, as far as the puzzle's file has these."""
    hard = Difficulty.written(puzzle.game.name, puzzle.grid.size, puzzle.header)
    parts = [f"{hard.words} {hard.dots()}" if hard.effort else "", TITLES.get(hard.hardest, hard.hardest)]
    return " · ".join(filter(None, parts))


def _written(sheets: list[Sheet], asked: RenderOptions) -> str:
    if asked.to == "html":
        return page(sheets, asked.per_page, asked.paper)

    (sheet,) = sheets
    if asked.theme:
        return pipes_document(sheet.puzzle, sheet.solution or sheet.puzzle.start, asked.theme)
    return svg_document(sheet.puzzle, sheet.solution or sheet.puzzle.start)


def run(options: argparse.Namespace, console: Console) -> int:
    paper = options.paper, options.theme
    asked = RenderOptions(options.to, options.solution, options.per_page, *paper, budget_of(options))
    answer = render(entries_of(options, console), asked)
    if options.output in (None, "-") or answer.status not in (YES, NO):
        return console.show([answer])
    with open(options.output, "wb") as file:
        file.write(encoded(answer.text) + b"\n")
    if answer.words:
        console.say(answer.words)
    return answer.status


def _arguments(parser: Parser) -> None:
    parser.add_argument("--to", choices=("svg", "html"), default="html", help="one picture, or sheets (the default)")
    parser.add_argument(
        "--theme", choices=("dark", "light"), default="", help="draw an SVG in the app's dark or light colours"
    )
    parser.add_argument("--solution", action="store_true", help="add the solutions, on sheets at the back")
    parser.add_argument("--per-page", metavar="N", type=number, default=4, help="boards per page (default 4)")
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="paper size (default a4)")
    parser.add_argument("-o", "--output", metavar="FILE", help="write to FILE")
    take_limit(parser)


RENDER = Command(
    "render",
    run,
    (
        "render 5x5w:78a2ab47ad541418beb984d39 --to svg -o board.svg",
        "generate net 7x7 --count 8 | termpuzzles render --solution -o sheets.html",
    ),
    arguments=_arguments,
    more="A browser prints the sheets, or makes a PDF of them.",
    takes_puzzles=True,
    statuses=("done", "no solution, which --solution asks for"),
    holds_memory=True,
)
