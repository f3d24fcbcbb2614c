"""A store of which the connections of one server hold journals: each is handed over at once, without a claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any
from weakref import WeakValueDictionary

from termpuzzles.storage.store import EventLog, Stamp, Store
from termpuzzles.storage.summaries import JournalList


class SharedStore:
    """A store of which the connections of one server hold journals: each is handed over at once, without a claim."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._logs: WeakValueDictionary[str, EventLog] = WeakValueDictionary()

    def open(self, name: str) -> EventLog:
        """The journal of that name, which a connection that holds it stores and must leave."""
        return self._from_holder(name, self._store.open)

    def take_over(self, name: str) -> EventLog:
        """A new generation of this journal."""
        return self._from_holder(name, self._store.take_over)

    def _from_holder(self, name: str, have: Callable[[str], EventLog]) -> EventLog:
        if (before := self._logs.get(name)) is not None:
            before.release()
        log = have(name)
        self._logs[name] = log
        return log

    def claim(self, name: str) -> None:
        """Ask the holder of this journal for it."""
        self._store.claim(name)

    def withdraw(self, name: str) -> None:
        """Ask for it no more."""
        self._store.withdraw(name)

    def stamps(self) -> Iterator[Stamp]:
        """Every journal."""
        return self._store.stamps()

    def read(self, name: str) -> bytes:
        """All that is in a journal."""
        return self._store.read(name)

    def courses(self, name: str) -> list[str]:
        """The names of the journals that keep other games of a board."""
        return self._store.courses(name)

    def summaries(self) -> JournalList:
        """What each journal comes to."""
        return self._store.summaries()

    def saved_choices(self) -> dict[str, Any]:
        """The choices that were saved."""
        return self._store.saved_choices()

    def save_choices(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        """Save what differs between the two."""
        self._store.save_choices(before, after)
