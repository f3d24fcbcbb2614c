"""The journals of somebody who has played for two years, on real boards: three thousand in a few seconds."""

from __future__ import annotations

import os
from collections import defaultdict
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

from termpuzzles.catalogue.daily import daily_board, daily_games, daily_size, daily_title
from termpuzzles.catalogue.lessons import taught
from termpuzzles.catalogue.levels import packs
from termpuzzles.games.model import Move, Puzzle
from termpuzzles.games.queries import solve
from termpuzzles.play.history_commands import solving
from termpuzzles.storage.journal_text import event_line, head_line, identity
from termpuzzles.storage.library import Folders, Library

TODAY = datetime(2026, 11, 22, 12)
_HELPED_BY = ("edge", "no loop", "pocket", "dead end", "colouring", "only way across")


def write_journals(folder: Path, count: int = 3000) -> None:
    """Write so many journals: most levels, the boards of the day of two years, and new boards."""
    rng, journals = Random(1), folder / "data" / "journals"
    journals.mkdir(parents=True)
    levels = [board for pack in packs() for board in pack.puzzles()]
    writer = _Writer(journals, rng, levels)
    for board in levels[: len(levels) * 3 // 4]:
        writer.level(board)
    for back in range(1, 730):
        writer.day(TODAY.date() - timedelta(back))
    writer.today()
    while writer.count < count:
        writer.new()
    library = Library(Folders(folder / "data", folder / "config"), lambda: TODAY)
    settings = library.settings()
    settings["started"] = True
    settings["lessons"] = {f"{game}/{number}": True for game, titles in taught().items() for number in range(1, 6)}
    library.keep_settings(settings)


class _Writer:
    """Writes journals one after the other; the player grows faster with time, and takes a rest now and then."""

    def __init__(self, folder: Path, rng: Random, boards: list[Puzzle]) -> None:
        self._folder = folder
        self._rng = rng
        self._boards = boards
        self._by_size: dict[tuple[str, str], list[Puzzle]] = defaultdict(list)
        for board in boards:
            self._by_size[board.game.name, str(board.grid)].append(board)
        self.count = 0

    def level(self, board: Puzzle) -> None:
        """A level, solved or begun."""
        day = TODAY.date() - timedelta(self._rng.randrange(700))
        self._write(board, day, "", self._rng.random() < 0.9, identity(board))

    def day(self, day: date) -> None:
        """Some of the boards of a day, on most days; levels stand for those of past days, which take long to make."""
        if self._rng.random() < 0.2:
            return
        for game in daily_games(day):
            alike = self._by_size[game, daily_size(game, day).removesuffix("w")]
            if alike and self._rng.random() < 0.7:
                board = replace(self._rng.choice(alike), title=daily_title(day), header=())
                self._write(board, day, f" daily {day.isoformat()}", self._rng.random() < 0.95)

    def today(self) -> None:
        """The boards of today but one: the first of them begun, the others solved."""
        day = TODAY.date()
        for place, game in enumerate(daily_games(day)[1:]):
            board = daily_board(game, day)
            self._write(board, day, f" daily {day.isoformat()}", place > 0, identity(board))

    def new(self) -> None:
        """A new board."""
        day = TODAY.date() - timedelta(int(700 * self._rng.random() ** 2))
        self._write(replace(self._rng.choice(self._boards), title="", source="", header=()), day, "", True)

    def _write(self, board: Puzzle, day: date, note: str, solved: bool, name: str = "") -> None:
        """Write the journal of a board that was solved, or of which half is done."""
        seconds = board.grid.size * self._rng.uniform(1.2, 4.0) * (1 + (TODAY.date() - day).days / 900)
        answer = solve(board)
        assert answer is not None
        changes = solving(board, board.start, answer.lines).changes
        half = len(changes) // 2
        events = [(0.0, f"opened {day.isoformat()}{note}"), (seconds / 2, f"move {Move(changes[:half])}")]
        if self._rng.random() < 0.15:
            events.append((seconds / 2, f"hint {self._rng.choice(_HELPED_BY)}"))
        if solved:
            events += [(seconds, f"move {Move(changes[half:])}"), (seconds, "finished")]
        self.count += 1
        file = self._folder / f"{name or sha256(f'{self.count}'.encode()).hexdigest()[:24]}.journal"
        file.write_bytes(head_line(board, {}) + b"".join(event_line(*event) for event in events))
        played = datetime.combine(day, time(20)).timestamp() + self.count
        os.utime(file, (played, played))
