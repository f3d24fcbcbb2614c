"""The records of races in memory, as the processes of a service share them."""

from __future__ import annotations

from collections.abc import Callable

from termpuzzles.company.records import RaceRecords
from termpuzzles.storage.store import MemoryStore, Store


class MemoryGrowingFile:
    """A file that only grows."""

    def __init__(self) -> None:
        self.data = b""

    def read(self, since: int) -> bytes:
        return self.data[since:]

    def add(self, line: bytes) -> None:
        self.data += line


class Shared:
    """What lasts of a service: files and moves. `records` are those of one of its processes."""

    def __init__(self, now: Callable[[], float] = lambda: 0.0) -> None:
        self.now = now
        self.files: dict[str, MemoryGrowingFile] = {}
        self.store = MemoryStore(now)

    def records(self, store: Store | None = None) -> RaceRecords:
        """The records as a process that begins now finds them, perhaps by a store of its own."""
        return RaceRecords(lambda name: self.files.setdefault(name, MemoryGrowingFile()), store or self.store, self.now)


def records(now: Callable[[], float] = lambda: 0.0) -> RaceRecords:
    """New records of a service with one process."""
    return Shared(now).records()
