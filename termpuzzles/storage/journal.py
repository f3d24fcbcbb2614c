"""A journal: what keeps one session, and outlives the program and whatever ends it.

It lies in a store as lines: a head, and an event in each further line, which is stored before it has any effect. Here
is how it is read and mended, what happens to events that the store does not take, and how one window gets it from
another; it knows neither what is played nor where it is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from termpuzzles.storage.journal_text import VERSION, Content, Event, event_line, parse
from termpuzzles.storage.store import EventLog, JournalInUseError, LostError, Store

TAKEN = "Another window has taken this puzzle over. Every move made here until then is kept."
NEWER = "A newer version of termpuzzles wrote this journal: it can be looked at, and moves are not kept."


class Journal:
    """An open journal: the events so far, and the log to which new ones are appended.

    Nothing is written before the first event; `head` returns the first line. `trouble` says in a sentence why moves are
    not being kept, if they are not; what a full disk did not take is tried again with the next event. `lost` says that
    another window has it now: from then on nothing may be played here. `stored` is called whenever all has
    arrived in the log.
    """

    def __init__(self, log: EventLog, head: Callable[[], bytes]) -> None:
        self.trouble = ""
        self.lost = ""
        self.read_only = False
        self._log = log
        self._head = head
        self._mended = ""
        self._unwritten = b""
        self._on_its_way = 0
        self.stored: Callable[[], None] = lambda: None
        data = log.read()
        content = parse(data)
        self.events = content.events
        if log.obstacle:
            self._only_read(f"{log.obstacle}: moves are not being kept.")
        elif log.begun and content.head and content.head.version > VERSION:
            self._only_read(NEWER)
        elif log.begun:
            self._mend(content, data)
        self._has_head = log.begun

    @property
    def begun(self) -> bool:
        """Whether anything was ever written."""
        return self._log.begun

    @property
    def is_stored(self) -> bool:
        """Whether all has arrived in the log."""
        return not self._on_its_way

    @property
    def claimed(self) -> bool:
        """Whether another window asks for this journal."""
        return self._log.claimed

    @property
    def notice(self) -> str:
        """What happened to the journal, in a sentence; mostly ""."""
        return " ".join(filter(None, (self._mended, self._log.notice)))

    def record(self, seconds: float, event: str) -> bool:
        """Append an event; False if it must not have an effect, because another window has the journal now."""
        if self.lost:
            return False
        if self.read_only:
            return True
        lines, self._unwritten = self._unwritten + event_line(seconds, event), b""
        before = b"" if self._has_head else self._head() + b"".join(event_line(*past) for past in self.events)
        self._has_head = True
        self._on_its_way += 1
        self._log.append(before + lines, partial(self._kept, lines))
        return not self.lost

    def _kept(self, lines: bytes, error: Exception | None) -> None:
        """Take in whether these lines are stored."""
        self._on_its_way -= 1
        self.trouble = f"moves are not being kept: {getattr(error, 'strerror', None) or error}" if error else ""
        if isinstance(error, LostError):
            self._lose()
        elif isinstance(error, JournalInUseError):
            self.read_only = True
        elif error:
            self._unwritten, self._has_head = lines + self._unwritten, self._log.begun
        if self.is_stored:
            self.stored()

    def _lose(self) -> None:
        self._unwritten, self.trouble, self.lost = b"", "", TAKEN

    def yield_to_claim(self) -> None:
        """Store everything and let another window have the journal."""
        self._log.release()
        self._lose()

    def replay(self, play: Callable[[Iterable[Event]], int]) -> None:
        """Play the events so far; those from the first that `play` cannot play are dropped, and kept aside."""
        count = play(self.events)
        if count < len(self.events) and not self.read_only:
            self._truncate(count)

    def _truncate(self, count: int) -> None:
        """Keep only the first `count` events."""
        del self.events[count:]
        if self._log.begun:
            data = self._log.read()
            good = sum(map(len, data.splitlines(keepends=True)[: count + 1]))
            self._cut(data, good, "Part of this journal")

    def _mend(self, content: Content, data: bytes) -> None:
        """Cut off what cannot be read; a torn last line had no effect."""
        if content.torn:
            self._cut(data, content.good)
        elif content.good < len(data):
            self._cut(data, content.good, "Part of this journal" if content.head else "This journal")
        if content.head is None and not self.read_only:
            self.events = parse(self._log.read()).events  # what an earlier version has left

    def _cut(self, data: bytes, good: int, what: str = "") -> None:
        """Keep the first `good` bytes; the others, if they are worth a word, are kept aside."""
        try:
            name = self._log.replace(data[:good], data[good:] if what else b"")
        except JournalInUseError:
            raise
        except OSError as error:
            why = f"Part of this journal cannot be read, nor kept elsewhere ({error.strerror})"
            self._only_read(f"{why}: moves are not being kept.")
            return
        if name:
            self._mended = f"{what} cannot be read; it is kept as {name}."

    def _only_read(self, why: str) -> None:
        self._log.close()
        self.read_only, self.trouble = True, why

    def close(self) -> None:
        """Make sure that everything is stored, and release the journal."""
        try:
            self._log.close()
        except OSError as error:
            self.trouble = f"Moves may not have been kept: {error.strerror or error}."


def take_over(
    store: Store, name: str, now: Callable[[], float], sleep: Callable[[float], None], patience: float = 1.5
) -> EventLog:
    """Ask another window for its journal, and take it if nobody answers within `patience` seconds."""
    until = now() + patience
    try:
        while now() < until:
            store.claim(name)
            try:
                return store.open(name)
            except JournalInUseError:
                sleep(0.05)
        return store.take_over(name)
    finally:
        store.withdraw(name)
