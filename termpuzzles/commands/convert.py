"""`convert`: each puzzle in another format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from termpuzzles.commands.answers import LIMIT, Answer, as_json, facts_of, failure, is_block, text_of, written
from termpuzzles.errors import PuzzleError
from termpuzzles.logic.task import USUAL, Budget, Unfinished, spending

if TYPE_CHECKING:
    from termpuzzles.commands.reading import Entry
    from termpuzzles.games.model import Puzzle


def convert(
    entries: Iterable[Entry], *, to: str | None = None, json: bool = False, budget: Budget = USUAL
) -> Iterator[Answer]:
    """Each puzzle in the format `to`, by default the one that it came in."""
    for entry in entries:
        form = to or entry.form
        try:
            puzzle = entry.given()
            with spending(budget.begun(entry.seconds)):
                answer = _convert_one(puzzle, form, json)
            yield answer
        except PuzzleError as error:
            yield failure(error, name=entry.name, block=is_block(form), json=json)
        except Unfinished as stopped:
            reason = PuzzleError(budget.sentence(stopped), source=entry.name)
            yield failure(reason, block=is_block(form), json=json, status=LIMIT)


def _convert_one(puzzle: Puzzle, form: str, json: bool) -> Answer:
    if json:
        return Answer(as_json({**facts_of(puzzle), **text_of(puzzle, form)}))
    return Answer(written(puzzle, form), block=is_block(form))
