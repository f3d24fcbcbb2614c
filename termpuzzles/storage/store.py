"""Where journals and choices are kept: the questions to ask of any store, and two stores that need no folder.

A store keeps each journal under a name, as bytes that only grow. Whoever writes to a journal holds it. Another one who
wants it leaves a claim; a holder who does not answer loses it anyway, because the newcomer begins a new *generation* of
the journal, and nothing more is taken from the holder of an older one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from typing import Any, NamedTuple, Protocol

from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.settings import differences, with_changes
from termpuzzles.storage.summaries import JournalList, summary_at

Kept = Callable[[Exception | None], None]  # called once a line is stored, or with the reason why it is not


class JournalInUseError(OSError):
    """Another window holds this journal open, or has begun it since."""


class StoreAwayError(OSError):
    """The store does not answer now, and whoever may wait should ask again."""

    def __str__(self) -> str:
        return str(self.strerror)


class LostError(Exception):
    """Another window has a later generation of this journal."""


class Stamp(NamedTuple):
    """A journal in a store: its name, when it was last changed in seconds, and its size in bytes."""

    name: str
    modified: float
    size: int


class EventLog(Protocol):
    """One journal of a store, open for writing. It does not exist until the first line is appended."""

    @property
    def begun(self) -> bool:
        """Whether it exists and is held; without it, `read` gives what an earlier version has kept elsewhere."""

    @property
    def claimed(self) -> bool:
        """Whether somebody else asks for it, or has it already."""

    @property
    def obstacle(self) -> str:
        """Why nothing can be appended, as the beginning of a sentence; mostly ""."""

    @property
    def notice(self) -> str:
        """What happened to it, in a sentence; mostly ""."""

    def read(self) -> bytes:
        """All that is in it."""

    def append(self, data: bytes, kept: Kept) -> None:
        """Append whole lines, all of them or none.

        `kept` is called, perhaps later, once they are stored; or with LostError, with JournalInUseError if somebody has
        begun this journal since, or with another OSError.
        """

    def replace(self, data: bytes, aside: bytes = b"") -> str:
        """Let it hold this instead, whole or not at all, once `aside` is kept elsewhere; returns the name of that.

        Raises OSError, and JournalInUseError if somebody has begun this journal since or has it now.
        """

    def release(self) -> None:
        """Store everything and let another one have it: nothing more is taken. Does nothing before it exists."""

    def close(self) -> None:
        """Store everything and end. Raises OSError if it may not be stored."""


class Store(Protocol):
    """Keeps journals, and the choices that a player makes in the app."""

    def open(self, name: str) -> EventLog:
        """The journal of that name. Raises JournalInUseError if it is held, OSError if it cannot be read."""

    def claim(self, name: str) -> None:
        """Ask the holder of this journal for it."""

    def withdraw(self, name: str) -> None:
        """Ask for it no more."""

    def take_over(self, name: str) -> EventLog:
        """A new generation of this journal, whoever holds the present one."""

    def stamps(self) -> Iterator[Stamp]:
        """Every journal, without reading any."""

    def read(self, name: str) -> bytes:
        """All that is in a journal, whoever holds it; nothing if there is none. Raises OSError."""

    def courses(self, name: str) -> list[str]:
        """The names of the journals that keep other games of the board of that name."""

    def summaries(self) -> JournalList:
        """What each journal comes to; never fails."""

    def saved_choices(self) -> dict[str, Any]:
        """The choices that were saved."""

    def save_choices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Save what differs between the two, and nothing else, as others save theirs. Raises OSError."""


class MemoryLog:
    """A journal of a `MemoryStore`."""

    obstacle = ""
    notice = ""

    def __init__(self, store: MemoryStore, name: str) -> None:
        self._store = store
        self._name = name
        self._is_lost = False
        if name in store.journals:
            store.holders[name] = self

    @property
    def begun(self) -> bool:
        """Whether it exists and is held."""
        return self._store.holders.get(self._name) is self

    @property
    def claimed(self) -> bool:
        """Whether somebody else asks for it, or has it already."""
        return self._is_lost or (self.begun and self._name in self._store.claims)

    def read(self) -> bytes:
        """All that is in it."""
        return self._store.read(self._name)

    def append(self, data: bytes, kept: Kept) -> None:
        """Append whole lines."""
        try:
            self._put(self.read() + data)
        except (JournalInUseError, LostError) as error:
            kept(error)
        else:
            kept(None)

    def replace(self, data: bytes, aside: bytes = b"") -> str:
        """Let it hold this instead."""
        try:
            self._put(data)
        except LostError:
            raise _in_use() from None
        name = ""
        if aside:
            name = f"{self._name}.damaged-{len(self._store.aside) + 1}"
            self._store.aside[name] = aside
        if not data:
            del self._store.journals[self._name], self._store.holders[self._name]
        return name

    def _put(self, data: bytes) -> None:
        if self._is_lost:
            raise LostError
        if not self.begun and self._name in self._store.journals:
            raise _in_use()
        self._store.holders[self._name] = self
        self._store.journals[self._name] = data
        self._store.modified[self._name] = self._store.now()

    def lose(self) -> None:
        """Take nothing more."""
        self._is_lost = True
        self.close()

    def release(self) -> None:
        """Let another one have it."""
        if self.begun:
            self.lose()

    def close(self) -> None:
        """End."""
        if self.begun:
            del self._store.holders[self._name]


class MemoryStore:
    """A store that lasts as long as the program: for lessons, practice and tests. `now` returns the time in seconds."""

    def __init__(self, now: Callable[[], float] = time.time) -> None:
        self.now = now
        self.journals: dict[str, bytes] = {}
        self.modified: dict[str, float] = {}
        self.aside: dict[str, bytes] = {}
        self.holders: dict[str, MemoryLog] = {}
        self.claims: set[str] = set()
        self._choices: dict[str, Any] = {}

    def open(self, name: str) -> MemoryLog:
        """The journal of that name."""
        if name in self.holders:
            raise _in_use()
        return MemoryLog(self, name)

    def claim(self, name: str) -> None:
        """Ask the holder of this journal for it."""
        self.claims.add(name)

    def withdraw(self, name: str) -> None:
        """Ask for it no more."""
        self.claims.discard(name)

    def take_over(self, name: str) -> MemoryLog:
        """A new generation of this journal."""
        if name in self.holders:
            self.holders[name].lose()
        return self.open(name)

    def stamps(self) -> Iterator[Stamp]:
        """Every journal."""
        for name, data in self.journals.items():
            yield Stamp(name, self.modified[name], len(data))

    def read(self, name: str) -> bytes:
        """All that is in a journal."""
        return self.journals.get(name, b"")

    def courses(self, name: str) -> list[str]:
        """The names of the journals that keep other games of a board."""
        return sorted(each for each in self.journals if each.startswith(f"{name}-"))

    def summaries(self) -> JournalList:
        """What each journal comes to."""
        contents = {name: parse(data) for name, data in self.journals.items()}
        found = [
            summary_at(name, content.head, content.events, self.modified[name])
            for name, content in contents.items()
            if content.head and content.events
        ]
        return JournalList.of(found, sum(content.head is None for content in contents.values()))

    def saved_choices(self) -> dict[str, Any]:
        """The choices that were saved."""
        return deepcopy(self._choices)

    def save_choices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Save what differs between the two."""
        self._choices = deepcopy(with_changes(self._choices, differences(before, after)))


def _in_use() -> JournalInUseError:
    return JournalInUseError("this puzzle is open in another window")
