"""`daily`: the boards of a day, the same for everyone who asks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from termpuzzles.commands.answers.printing import failure, is_block, written
from termpuzzles.commands.answers.result import Answer
from termpuzzles.errors import PuzzleError
from termpuzzles.play.shelf.daily import daily_board, daily_games

if TYPE_CHECKING:
    from datetime import date


def daily(game: str | None, day: date, to: str) -> Iterator[Answer]:
    """The board of that day in a format, or those of all games one after the other."""
    block = is_block(to)
    for name in daily_games(day) if game is None else (game,):
        try:
            yield Answer(written(daily_board(name, day), to), block=block)
        except KeyError:
            yield failure(PuzzleError(f"{name} has no board of the day"), block=block, json=False)
        except PuzzleError as error:
            yield failure(error, block=block, json=False)
