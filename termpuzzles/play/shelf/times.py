"""The times of boards like the one that is played, from the journals: the best one, and a chart of the latest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle
    from termpuzzles.storage.summaries import Summary

RECENT = 12  # the most solved boards in a chart


class Times(NamedTuple):
    """How fast boards of one game, size and rating were solved without help: the shortest time, and the latest ones.

    `best` is None if none was; `recent` are the latest, oldest first.
    """

    best: float | None = None
    recent: tuple[float, ...] = ()


def times_like(entries: Iterable[Summary], puzzle: Puzzle) -> Times:
    """The times of boards like this one."""
    wanted = puzzle.game.name, str(puzzle.grid), dict(puzzle.header).get("rating", "")
    found = [
        (solve.day, entry.modified, solve.seconds)
        for entry in entries
        if (entry.game, entry.size, entry.rating) == wanted
        for solve in entry.solves
        if solve.unaided
    ]
    times = [seconds for _, _, seconds in sorted(found)]
    return Times(min(times, default=None), tuple(times[-RECENT:]))
