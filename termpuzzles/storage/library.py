"""The folders in which journals outlive the program, and the list of what is there."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from stat import S_ISREG
from typing import Any, NamedTuple

from termpuzzles.games.model import Puzzle
from termpuzzles.storage.journal import Journal, Place, take_over
from termpuzzles.storage.journal_text import identity, puzzle_of, read_head
from termpuzzles.storage.settings import Remembered, Settings, load
from termpuzzles.storage.summaries import Summary, SummaryCache

JOURNALS, SITTINGS = "journals", "sittings"
ENDING, OLD_ENDING = ".journal", ".sitting"


@contextmanager
def collecting_later() -> Iterator[None]:
    """Put off garbage collection: it takes most of the time when thousands of small values are made at once."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Folders(NamedTuple):
    """The folder for journals and everything the program remembers (`data`), and the one for settings (`config`).

    `levels` is the folder of levels, None for those that come with the program.
    """

    data: Path
    config: Path
    levels: Path | None = None


class Shelf(NamedTuple):
    """All journals, the latest first, and the number of other entries in the folders that were skipped."""

    entries: tuple[Summary, ...]
    skipped: int = 0

    @property
    def notice(self) -> str:
        """A line about skipped entries, or ""."""
        if not self.skipped:
            return ""
        return (
            f"{self.skipped} file{'s' * (self.skipped > 1)} among the journals cannot be read and "
            f"{'are' if self.skipped > 1 else 'is'} not listed."
        )


def folders(environment: Mapping[str, str], config: str | None = None) -> Folders:
    """The user's folders; `TERMPUZZLES_DATA` and `TERMPUZZLES_CONFIG` replace them, and `config` the latter."""
    import platformdirs  # 4 ms, needed only where something is kept

    data = environment.get("TERMPUZZLES_DATA") or platformdirs.user_data_dir("termpuzzles", appauthor=False)
    config = config or environment.get("TERMPUZZLES_CONFIG")
    return Folders(Path(data), Path(config or platformdirs.user_config_dir("termpuzzles", appauthor=False)))


def _is_empty(status: os.stat_result | None) -> bool:
    """Whether it is an empty file, as a process leaves that was killed before it kept anything."""
    return status is not None and S_ISREG(status.st_mode) and not status.st_size


class Library:
    """The user's journals in their folders; `today` returns the local date and time."""

    journal: type[Journal] = Journal  # the class of opened journals
    keeps = True  # whether what is played is kept

    def __init__(self, where: Folders, today: Callable[[], datetime] = datetime.now) -> None:
        self.where = where
        self.today = today
        self.remembered = Remembered(where.data)
        self._settings_before: dict[str, Any] = {}

    def settings(self, given: Mapping[str, Any] | None = None) -> Settings:
        """The settings in force, with a sentence for each doubt; `given` on the command line wins."""
        found = load(self.where.config, self.remembered, given)
        self._settings_before = deepcopy(dict(found))
        return found

    def keep_settings(self, settings: Mapping[str, Any]) -> str:
        """Remember what has changed in the settings since they were read; a sentence if that fails, else ""."""
        trouble = self.remembered.change(self._settings_before, settings)
        self._settings_before = deepcopy(dict(settings))
        return trouble

    def place(self, puzzle: Puzzle) -> Place:
        """The place of this puzzle's journal, whether or not there is one."""
        return self.place_of(identity(puzzle))

    def place_of(self, name: str) -> Place:
        """The place of the journal of that name."""
        return Place(self.where.data / JOURNALS / (name + ENDING), self.where.data / SITTINGS / (name + OLD_ENDING))

    def open(self, puzzle: Puzzle) -> Journal:
        """The journal of this puzzle, with what happened in it before.

        Raises JournalInUseError if another window holds it, OSError if the file cannot be read.
        """
        return self.journal(self.place(puzzle), puzzle)

    def take_over(self, puzzle: Puzzle, now: Callable[[], float], sleep: Callable[[float], None]) -> Journal:
        """The journal of this puzzle, taken within two seconds from the window that holds it."""
        return take_over(self.place(puzzle), puzzle, now, sleep)

    def resume(self, entry: Summary) -> tuple[Puzzle, Journal]:
        """The puzzle of a journal in the list, read from the journal itself, and the opened journal.

        Raises JournalInUseError, OSError, and PuzzleError if its text is damaged.
        """
        puzzle = self.puzzle(entry)
        return puzzle, self.journal(self.place_of(entry.name), puzzle)

    def puzzle(self, entry: Summary) -> Puzzle:
        """The puzzle of a journal in the list. Raises OSError, and PuzzleError if its text is damaged."""
        return puzzle_of(read_head(entry.path), entry.file)

    def shelf(self) -> Shelf:
        """All journals, the latest first, and how many other files lie beside them; never fails."""
        with collecting_later():
            return self._shelf()

    def _shelf(self) -> Shelf:
        cache = SummaryCache(self.where.data / "summaries.json")
        entries, skipped = [], 0
        for file, status in self._files():
            entry = cache.summary(file, status)
            if isinstance(entry, Summary):
                entries.append(entry)
            else:
                skipped += entry
        cache.keep()
        return Shelf(tuple(sorted(entries, key=lambda entry: -entry.modified)), skipped)

    @property
    def is_untouched(self) -> bool:
        """Whether nothing was ever played here, found without reading any journal."""
        return next(self._files(), None) is None

    def journals(self) -> list[Summary]:
        """All journals, the latest first."""
        return list(self.shelf().entries)

    def _files(self) -> Iterator[tuple[str, os.stat_result | None]]:
        """Every entry that looks like a journal, with its status; a `.sitting` only if no `.journal` continues it."""
        carried: set[str] = set()
        for folder, ending in ((JOURNALS, ENDING), (SITTINGS, OLD_ENDING)):
            with suppress(OSError), os.scandir(self.where.data / folder) as found:
                for item in found:
                    name, _, kind = item.name.rpartition(".")
                    if f".{kind}" == ending and name not in carried:
                        status = None
                        with suppress(OSError):
                            status = item.stat()
                        if not _is_empty(status):
                            carried.add(name)
                            yield item.path, status
