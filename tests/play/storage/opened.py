"""Journals opened straight from a library, where a test has no question to settle."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import head_line, identity
from termpuzzles.storage.library import Library
from termpuzzles.storage.summaries import Summary


def opened(library: Library, puzzle: Puzzle) -> Journal:
    """The journal of this puzzle."""
    return library.open_named(identity(puzzle), partial(head_line, puzzle, {}))


def taken(library: Library, puzzle: Puzzle, now: Callable[[], float], sleep: Callable[[float], None]) -> Journal:
    """The journal of this puzzle, taken from the window that holds it."""
    return library.take_over_named(identity(puzzle), partial(head_line, puzzle, {}), now, sleep)


def resumed(library: Library, entry: Summary) -> tuple[Puzzle, Journal]:
    """The puzzle of a journal in the list, and the opened journal."""
    puzzle = library.puzzle(entry)
    return puzzle, library.open_named(entry.name, partial(head_line, puzzle, {}))
