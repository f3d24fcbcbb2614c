"""`convert`: each puzzle in another format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from termpuzzles.commands.answers.printing import as_json, facts_of, failure, is_block, written
from termpuzzles.commands.answers.result import Answer
from termpuzzles.commands.reading import Entry
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import form_for


def convert(entries: Iterable[Entry], *, to: str | None = None, json: bool = False) -> Iterator[Answer]:
    """Each puzzle in the format `to`, by default the one that it came in."""
    for entry in entries:
        try:
            yield _convert_one(entry, to or entry.form, json)
        except PuzzleError as error:
            yield failure(error, block=is_block(to or entry.form), json=json)


def _convert_one(entry: Entry, form: str, json: bool) -> Answer:
    puzzle = entry.puzzle
    if isinstance(puzzle, PuzzleError):
        raise puzzle
    text = written(puzzle, form)
    if json:
        return Answer(as_json({**facts_of(puzzle), "format": form_for(puzzle, form, with_lines=False), "text": text}))
    return Answer(text, block=is_block(form))
