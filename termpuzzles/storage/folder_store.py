"""A store in a folder: a file for each journal, and beside them what was chosen in the app."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from stat import S_ISREG
from typing import Any

from termpuzzles.storage.folder_log import FolderLog, JournalPaths, Sync, lock, sync_now
from termpuzzles.storage.journal_text import open_regular, read_all
from termpuzzles.storage.settings import differences, with_changes
from termpuzzles.storage.store import Stamp
from termpuzzles.storage.summaries import JournalList, SummaryCache

UNLOCKED = "Files cannot be locked here: of two windows with the same puzzle, only the first that moves goes on."

JOURNALS, SITTINGS = "journals", "sittings"
CHOICES = "remembered.json"  # beside the folders of journals: what was chosen in the app
ENDING, OLD_ENDING = ".journal", ".sitting"
_LARGEST = 1 << 20  # bytes of the choices
_OLD = 60.0  # seconds after which nobody writes to a file that is to be renamed


class FolderStore:
    """A store in the folder `data`; `sync` has the disk hold a file that is left."""

    def __init__(self, data: Path, sync: Sync = sync_now) -> None:
        self._data = data
        self._sync = sync
        self._choices = data / CHOICES
        self._summaries = SummaryCache(data / "summaries.json")
        self._said_unlocked = False  # of any journal: once is enough

    def paths(self, name: str) -> JournalPaths:
        """The paths of the journal of that name, whether or not there is one."""
        return JournalPaths(self._data / JOURNALS / (name + ENDING), self._data / SITTINGS / (name + OLD_ENDING))

    def open(self, name: str) -> FolderLog:
        """The journal of that name. Raises JournalInUseError if another window holds it, OSError if it is bad."""
        log = FolderLog(self.paths(name), self._sync)
        log.open()
        return self._checked(log)

    def _checked(self, log: FolderLog) -> FolderLog:
        """The open journal, which says so if its file cannot be locked."""
        if not (log.is_locked or self._said_unlocked):
            log.notice, self._said_unlocked = UNLOCKED, True
        return log

    def claim(self, name: str) -> None:
        """Ask the window that holds this journal for it."""
        file = self.paths(name).claim
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

    def withdraw(self, name: str) -> None:
        """Ask for it no more."""
        self.paths(name).claim.unlink(missing_ok=True)

    def take_over(self, name: str) -> FolderLog:
        """A new generation of this journal."""
        log = FolderLog(self.paths(name), self._sync)
        log.take()
        return self._checked(log)

    def stamps(self) -> Iterator[Stamp]:
        """Every entry that looks like a journal."""
        for file, status in self._files():
            name = os.path.basename(file).partition(".")[0]
            yield Stamp(name, status.st_mtime if status else 0.0, status.st_size if status else 0)

    def _files(self) -> Iterator[tuple[str, os.stat_result | None]]:
        """Every entry that looks like a journal, with its status; a `.sitting` only if no `.journal` continues it."""
        carried: set[str] = set()
        for folder, ending in ((JOURNALS, ENDING), (SITTINGS, OLD_ENDING)):
            with suppress(OSError), os.scandir(self._data / folder) as found:
                for item in found:
                    name, _, kind = item.name.rpartition(".")
                    if f".{kind}" == ending and name not in carried:
                        status = None
                        with suppress(OSError):
                            status = item.stat()
                        if not _is_empty(status):
                            carried.add(name)
                            yield item.path, status

    def read(self, name: str) -> bytes:
        """All that is in the file of that name, and before it exists, in the one that 0.1.0 wrote."""
        paths = self.paths(name)
        for path in (paths.path, paths.old):
            if path is not None and path.exists() and (data := read_all(path)):
                return data
        return b""

    def courses(self, name: str) -> list[str]:
        """The names of the journals that keep other games of a board."""
        path = self.paths(name).path
        return [course.stem for course in sorted(path.parent.glob(f"{path.stem}-*{ENDING}"))]

    def drop_leftovers(self) -> None:
        """Remove what processes left that were killed while they wrote a file: it is old, and its ending a number."""
        with suppress(OSError), os.scandir(self._data / JOURNALS) as found:
            for item in found:
                if item.name.rpartition(".")[2].isdecimal() and item.stat().st_mtime < time.time() - _OLD:
                    os.unlink(item.path)

    def summaries(self) -> JournalList:
        """What each journal comes to."""
        return self._summaries.summaries(self._files())

    def saved_choices(self) -> dict[str, Any]:
        """The choices in the file, which counts as empty if it cannot be read."""
        try:
            if self._choices.stat().st_size > _LARGEST:
                return {}
            found = json.loads(read_all(self._choices))
        except (OSError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def save_choices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Save what differs between the two, in the file as it is now."""
        changes = differences(before, after)
        if not changes:
            return
        self._data.mkdir(parents=True, exist_ok=True)
        with self._alone():
            values = with_changes(self.saved_choices(), changes)
            beside = self._choices.with_suffix(f".{os.getpid()}")
            beside.write_text(json.dumps(values, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            beside.replace(self._choices)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Keep other windows from changing the choices meanwhile, except on systems without locks."""
        number = open_regular(self._choices.with_suffix(".lock"), os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        with open(number, "ab") as file:
            lock(file, wait=True)
            yield


def _is_empty(status: os.stat_result | None) -> bool:
    """Whether it is an empty file, as a process leaves that was killed before it kept anything."""
    return status is not None and S_ISREG(status.st_mode) and not status.st_size
