"""`daily`: the boards of a day, the same for everyone who asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from termpuzzles.catalogue.daily import daily_board, daily_games
from termpuzzles.commands.answers import Answer, as_json, failure, is_block, text_of, written
from termpuzzles.commands.check import examine, judged
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import USUAL

if TYPE_CHECKING:
    from datetime import date


def daily(game: str | None, day: date, to: str | None, json: bool = False) -> Iterator[Answer]:
    """The board of that day in a format, by default as its id, or those of all games one after the other."""
    block = bool(to and is_block(to))
    for name in daily_games(day) if game is None else (game,):
        try:
            yield _board(name, day, to, json)
        except KeyError:
            yield failure(PuzzleError(f"{name} has no board of the day"), block=block, json=json)
        except PuzzleError as error:
            yield failure(error, name=name, block=block, json=json)


def _board(name: str, day: date, to: str | None, json: bool) -> Answer:
    puzzle = daily_board(name, day)
    if not json:
        form = to or "gameid"
        return Answer(written(puzzle, form), block=is_block(form))
    named = {"date": day.isoformat(), "name": puzzle.title}
    return Answer(as_json({**named, **judged(puzzle, examine(puzzle, USUAL)), **(text_of(puzzle, to) if to else {})}))
