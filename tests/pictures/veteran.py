"""The journals of somebody who has played for two years, written as text: three thousand in a second or two."""

from __future__ import annotations

import json
import os
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random

from termpuzzles.catalogue.daily import daily_games, daily_size
from termpuzzles.catalogue.lessons import taught
from termpuzzles.catalogue.levels import Level, Pack, packs
from termpuzzles.games import names
from termpuzzles.storage.library import Folders, Library

TODAY = datetime(2026, 11, 22, 12)
_BOARD = "┌╴\n└╴\n"
_HELPED_BY = ("edge", "no loop", "pocket", "dead end", "cut off", "one way")
_SIZES = ("5x5", "7x7", "9x9", "11x11", "13x13")


def write_journals(folder: Path, count: int = 3000) -> None:
    """Write so many journals: most levels, the boards of the day of two years, and new boards."""
    rng, journals = Random(1), folder / "data" / "journals"
    journals.mkdir(parents=True)
    levels = [(pack, level) for pack in packs() for level in pack.levels]
    writer = _Writer(journals, rng)
    for pack, level in levels[: len(levels) * 3 // 4]:
        writer.level(pack, level)
    for back in range(730):
        writer.day(TODAY.date() - timedelta(back))
    while writer.count < count:
        writer.new()
    library = Library(Folders(folder / "data", folder / "config"), lambda: TODAY)
    settings = library.settings()
    settings["started"] = True
    settings["lessons"] = {f"{game}/{number}": True for game, titles in taught().items() for number in range(1, 6)}
    library.keep_settings(settings)


class _Writer:
    """Writes journals one after the other; the player grows faster with time, and takes a rest now and then."""

    def __init__(self, folder: Path, rng: Random) -> None:
        self._folder = folder
        self._rng = rng
        self.count = 0

    def level(self, pack: Pack, level: Level) -> None:
        """A level, solved or begun."""
        day = TODAY.date() - timedelta(self._rng.randrange(700))
        self._write(level.identity, pack.game, level.title, level.size, day, level.rating, "", self._rng.random() < 0.9)

    def day(self, day: date) -> None:
        """Some of the boards of a day, on most days."""
        if self._rng.random() < 0.2:
            return
        for game in daily_games(day):
            if self._rng.random() < 0.7:
                note = f" daily {day.isoformat()}"
                size = daily_size(game, day).removesuffix("w")
                self._write("", game, f"Daily {day.isoformat()}", size, day, "", note, self._rng.random() < 0.95)

    def new(self) -> None:
        """A new board."""
        day = TODAY.date() - timedelta(int(700 * self._rng.random() ** 2))
        self._write("", self._rng.choice(names()), "", self._rng.choice(_SIZES), day, "", "", True)

    def _write(
        self, name: str, game: str, title: str, size: str, day: date, rating: str, note: str, solved: bool
    ) -> None:
        width, height = map(int, size.split("x"))
        seconds = width * height * self._rng.uniform(1.2, 4.0) * (1 + (TODAY.date() - day).days / 900)
        head = {"termpuzzles": 2, "game": game, "size": size, "title": title, "text": _BOARD, "rating": rating}
        events = [(0.0, f"opened {day.isoformat()}{note}"), (seconds / 2, "move turn 1,1 1")]
        if self._rng.random() < 0.15:
            events.append((seconds / 2, f"hint {self._rng.choice(_HELPED_BY)}"))
        events += [(seconds, "finished")] * solved
        lines = [json.dumps(head, ensure_ascii=False), *(f"{at:.1f} {event}" for at, event in events)]
        self.count += 1
        file = self._folder / f"{name or sha256(f'{self.count}'.encode()).hexdigest()[:24]}.journal"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        played = datetime.combine(day, time(20)).timestamp() + self.count
        os.utime(file, (played, played))
