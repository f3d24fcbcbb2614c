"""`daily`: the boards of a day, the same for everyone who asks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from termpuzzles.catalogue.daily import daily_board, daily_games
from termpuzzles.commands.answers import Answer, Console, as_json, failure, is_block, text_of, written
from termpuzzles.commands.check import examine, judged
from termpuzzles.commands.command import Command, Parser, day, take_form, take_game, take_json
from termpuzzles.errors import PuzzleError
from termpuzzles.games import named
from termpuzzles.logic.task import USUAL

if TYPE_CHECKING:
    import argparse
    from datetime import date


def daily(game: str | None, day: date, to: str | None, json: bool = False) -> Iterator[Answer]:
    """The board of that day in a format, by default as its id, or those of all games one after the other."""
    block = bool(to and is_block(to))
    for name in daily_games(day) if game is None else (game,):
        try:
            yield _board(name, day, to, json)
        except KeyError:
            yield failure(PuzzleError(f"{named(name).title} has no daily board"), block=block, json=json)
        except PuzzleError as error:
            yield failure(error, name=name, block=block, json=json)


def _board(name: str, day: date, to: str | None, json: bool) -> Answer:
    puzzle = daily_board(name, day)
    if not json:
        form = to or "gameid"
        return Answer(written(puzzle, form), block=is_block(form))
    named = {"date": day.isoformat(), "name": puzzle.title}
    return Answer(as_json({**named, **judged(puzzle, examine(puzzle, USUAL)), **(text_of(puzzle, to) if to else {})}))


def run(options: argparse.Namespace, console: Console) -> int:
    return console.show(daily(options.game, options.date or datetime.now().date(), options.to, options.json))


def _arguments(parser: Parser) -> None:
    take_game(parser, "game", "the game", nargs="?", metavar="GAME")
    parser.add_argument("--date", metavar="YYYY-MM-DD", type=day, help="a day other than today")
    take_form(parser, default="gameid")
    take_json(parser, "board")


DAILY = Command(
    "daily",
    run,
    ("daily net", "daily --date 2026-11-21 --to picture"),
    arguments=_arguments,
    more="Without a game, it prints one for each.\n"
    "The keys with --json: id, game, width, height, solutions, rating, steps, effort, date, name; "
    "with --to also format and text; where there is no board, error alone.",
)
