"""How answers are written: a puzzle in a format, a fact as JSON, a failure in place of its puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from termpuzzles.commands.answers.result import BAD, Answer
from termpuzzles.errors import PuzzleError
from termpuzzles.formats import PARTED, canonical_id, form_for, write

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle, State


def written(puzzle: Puzzle, form: str, state: State | None = None) -> str:
    """The puzzle in that format, in the position `state` if one is given.

    Another format replaces one that is only read or cannot show the lines; raises `PuzzleError` if there is none.
    """
    return write(puzzle, form_for(puzzle, form, state is not None), state)


def is_block(form: str) -> bool:
    """Whether texts of that format have several lines and are separated by `---`."""
    return form in PARTED


def as_json(facts: Mapping[str, object]) -> str:
    """The facts as one line of JSON."""
    import json  # 3 ms, only needed for --json

    return json.dumps(facts, ensure_ascii=False)


def facts_of(puzzle: Puzzle) -> dict[str, object]:
    """The facts that identify a puzzle: the first keys of every JSON answer."""
    return {
        "id": canonical_id(puzzle),
        "game": puzzle.game.name,
        "width": puzzle.grid.width,
        "height": puzzle.grid.height,
    }


def text_of(puzzle: Puzzle, form: str) -> dict[str, object]:
    """The puzzle in that format, as facts."""
    return {"format": form_for(puzzle, form, with_lines=False), "text": written(puzzle, form)}


def places(puzzle: Puzzle, cells: Iterable[int]) -> list[list[int]]:
    """The cells as `[column, row]`, both from 1."""
    return [[x + 1, y + 1] for x, y in map(puzzle.grid.place, cells)]


def failure(error: PuzzleError, *, json: bool, name: str = "", block: bool = False, status: int = BAD) -> Answer:
    """The answer in place of a puzzle that has none: a sentence for stderr, and `# reason` to keep the place.

    The sentence begins with where the error is, or else with the `name` of the puzzle.
    """
    reason = str(error)
    words = reason if error.source or not name else f"{name}: {reason}"
    if json:
        return Answer(as_json({"error": reason}), status, words)
    return Answer("", status, words, block, place=f"# {reason}")
