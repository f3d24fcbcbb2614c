"""Wrong pins of the latest games, found in the background and kept as long as the screen."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

from termpuzzles.catalogue.practice import LARGEST, SlipsQuestion
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal_text import Event, parse, puzzle_of, read_all
from termpuzzles.storage.summaries import Summary
from termpuzzles.tui.context import Context

_LATEST = 20  # games to play again

Key = tuple[str, float]  # the key of a game: its identity, and when it was last played


class Slips:
    """Counts wrong pins by game and technique."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._known: dict[Key, dict[str, int]] = {}

    async def of(self, entries: Iterable[Summary]) -> dict[tuple[str, str], int]:
        """The wrong pins of the latest of these games, by game and technique."""
        latest = [entry for entry in entries if entry.cells <= LARGEST][:_LATEST]
        fresh = [entry for entry in latest if _key(entry) not in self._known]
        games = await asyncio.to_thread(lambda: [_game(entry) for entry in fresh])
        found = [(entry, game) for entry, game in zip(fresh, games, strict=True) if game]
        if found:
            answer = await self._context.answerer.answer(SlipsQuestion(tuple(game for _, game in found)))
            self._known |= {_key(entry): told for (entry, _), told in zip(found, answer, strict=True)}
        total: Counter[tuple[str, str]] = Counter()
        for entry in latest:
            for rule, count in self._known.get(_key(entry), {}).items():
                total[entry.game, rule] += count
        return dict(total)


def _key(entry: Summary) -> Key:
    return entry.name, entry.modified


def _game(entry: Summary) -> tuple[Puzzle, tuple[Event, ...]] | None:
    """The game in a journal; None if it is damaged."""
    try:
        content = parse(read_all(entry.path))
        return puzzle_of(content.head, entry.file), tuple(content.events)
    except (OSError, PuzzleError):
        return None
