"""What comes after a board: the next one of its file, pack or day; and praise for what was done by it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from termpuzzles.catalogue.daily import days_played, next_of_day, streak
from termpuzzles.catalogue.day import day_of
from termpuzzles.catalogue.ladder import climb_on, is_on_ladder, rating_change
from termpuzzles.catalogue.levels import shipped
from termpuzzles.catalogue.suggestions import following
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal_text import identity
from termpuzzles.storage.library import Library

if TYPE_CHECKING:
    from termpuzzles.catalogue.suggestions import Following
    from termpuzzles.storage.summaries import Summary


def solved_before(library: Library) -> set[str]:
    """The identities of the boards that were ever solved."""
    return {entry.identity for entry in library.journals() if entry.solves}


def next_board(library: Library, puzzles: Sequence[Puzzle], index: int) -> Following | None:
    """The next unsolved puzzle; None if none is left, and after a board that is in no pack and of no day."""
    puzzle = puzzles[index]
    if day := day_of(puzzle):
        return next_of_day(puzzle, day, library.journals())
    if is_on_ladder(puzzle):
        return next_on_ladder(library, puzzle.game.name)
    return following(shipped(library.where.levels), puzzles, index, solved_before(library))


def next_on_ladder(library: Library, game: str) -> Following | None:
    """The level of the game near the player's rating; None if there is none that was not played for a month."""
    return climb_on(library.journals(), shipped(library.where.levels), game, library.today().date())


def boards_on_ladder(library: Library, game: str) -> Callable[[], list[Puzzle]] | None:
    """What reads the board of the ladder that is unfinished, else the next one; None if there is none."""
    for entry in library.journals():
        if entry.game == game and not entry.finished:
            with suppress(PuzzleError, OSError):
                if is_on_ladder(puzzle := library.puzzle(entry)):
                    return lambda: [puzzle]
    found = next_on_ladder(library, game)
    return found.puzzles if found else None


def praise(library: Library, puzzle: Puzzle, rated: bool = False) -> str:
    """What was done by solving this board: a row of days, a whole pack, and if wanted how one's rating has changed.

    It reads the journals.
    """
    entries = library.journals()
    change = rating_change(entries, shipped(library.where.levels), identity(puzzle)) if rated else ""
    return " ".join(filter(None, (change, _done_by(library, entries, puzzle))))


def _done_by(library: Library, entries: Sequence[Summary], puzzle: Puzzle) -> str:
    if "daily" in dict(puzzle.header):
        days = streak({found.day for found in days_played(entries)}, library.today().date())
        return f"{days}-day streak." if days > 1 else ""
    found = shipped(library.where.levels).by_identity.get(identity(puzzle))
    if found is None:
        return ""
    solved = {entry.identity for entry in entries if entry.solves} | {identity(puzzle)}
    left = [level for level in found.pack.levels if level.identity not in solved]
    if not left:
        return f"Well done: all of “{found.pack.name}” are solved. {found.pack.promise}"
    if found.place + 1 == len(found.pack.levels):
        return (
            f"That was the last of “{found.pack.name}”; {len(left)} before it {'is' if len(left) == 1 else 'are'} open."
        )
    return ""
