"""What comes after a board: the next one of its file, pack or day."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from termpuzzles.catalogue.daily import day_of, next_of_day
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.suggestions import following
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.library import Library

if TYPE_CHECKING:
    from termpuzzles.catalogue.suggestions import Following


def is_daily(puzzle: Puzzle) -> bool:
    """Whether this is the board of a day."""
    return day_of(puzzle) is not None


def solved_before(library: Library) -> set[str]:
    """The identities of the boards that were ever solved."""
    return {entry.identity for entry in library.journals() if entry.solves}


def next_board(library: Library, puzzles: Sequence[Puzzle], index: int) -> Following | None:
    """The next unsolved puzzle; None if none is left, and after a board that is in no pack and of no day."""
    puzzle = puzzles[index]
    if day := day_of(puzzle):
        return next_of_day(puzzle, day, library.journals())
    return following(shipped(library.where.levels), puzzles, index, solved_before(library))
