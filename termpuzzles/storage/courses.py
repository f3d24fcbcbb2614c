"""The courses of a board, the different games of it that two machines have kept: merged, and put in order.

The longest course is what opens; the others are kept beside it, under the board's name with a number. Of two courses of
which one begins with the other, only the longer one is needed. Every step writes before it takes anything away, so that
whoever is killed between two steps loses nothing, and the next merge puts things in order.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from hashlib import sha256
from math import inf
from typing import NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.storage.journal_text import Content, Event, Head, parse, puzzle_of
from termpuzzles.storage.store import JournalInUseError, Store
from termpuzzles.storage.summaries import is_of_a_guest

LARGEST = 1 << 26  # bytes of one journal
MERGED = ("new", "longer", "beside", "known")  # what becomes of a journal, unless it is refused
_MOST = 1_000  # courses of one board
_COURSE = re.compile(r"(-\d{1,3})?\.(journal|sitting)")  # what follows the board in the name of a file
OPEN, BAD, LARGE, FULL = "open in another window", "not a journal", "too large", "no room left"


class NoRoomError(Exception):
    """A store may take no more."""


class Bounds:
    """What a store may take: so many journals and bytes in all, of each so many bytes, and boards of so many cells.

    Before a course is merged, `arrives` is told the name of its board and what it holds.
    """

    def __init__(self, journals: float, size: float, largest: int, cells: float) -> None:
        self.journals, self.size, self.largest, self.cells = journals, size, largest, cells
        self.arrives: Callable[[str, Content], None] = lambda board, content: None

    def count(self, store: Store) -> None:
        """Take off what the store has already."""
        for stamp in store.stamps():
            self.journals -= 1
            self.size -= stamp.size

    def spend(self, size: int, before: int | None = None) -> None:
        """Take in that many bytes, in place of those `before` or as a new journal. Raises NoRoomError."""
        more = size - (before or 0)
        if more > self.size or (before is None and self.journals < 1):
            raise NoRoomError
        self.size -= more
        self.journals -= before is None

    def refusal(self, head: Head, size: int) -> str:
        """Why a journal of that size may not be taken, however much room there is; "" if it may."""
        if size > self.largest:
            return LARGE
        if is_of_a_guest(head.game):
            return ""
        try:
            return LARGE if puzzle_of(head, "").grid.size > self.cells else ""
        except (PuzzleError, ValueError):
            return BAD


UNBOUNDED = Bounds(inf, inf, LARGEST, inf)


def rank(content: Content) -> tuple[int, float, str]:
    """By which the course that opens is chosen, in the same way on every machine."""
    events = content.events
    return len(events), events[-1][0] if events else 0.0, digests(events, [len(events)])[len(events)]


def digests(events: Iterable[Event], counts: Iterable[int]) -> dict[int, str]:
    """A digest of the first so many events, for each of these counts."""
    wanted, digest, found = set(counts), sha256(), dict[int, str]()
    for number, (seconds, event) in enumerate(events):
        if number in wanted:
            found[number] = digest.hexdigest()[:32]
        digest.update(f"{seconds!r} {event}\n".encode())
    return {count: found.get(count, digest.hexdigest()[:32]) for count in wanted}


def merge_journal(store: Store, name: str, data: bytes, bounds: Bounds = UNBOUNDED) -> str:
    """Merge one journal, named after its board in any folder; returns one of `MERGED`, or after a colon why not."""
    theirs = parse(data)
    if theirs.head is None or not theirs.events:
        return f"{name}: {BAD}"
    if bounds is not UNBOUNDED and (why := bounds.refusal(theirs.head, theirs.good)):
        return f"{name}: {why}"
    board = _COURSE.sub("", name.rpartition("/")[2])
    bounds.arrives(board, theirs)
    try:
        return _Merge(store, board, bounds).merge(theirs, data[: theirs.good])
    except JournalInUseError:
        return f"{name}: {OPEN}"
    except NoRoomError:
        return f"{name}: {FULL}"


class _Merge(NamedTuple):
    """Merges courses into those that a store has of one board."""

    store: Store
    board: str
    bounds: Bounds

    def merge(self, theirs: Content, data: bytes) -> str:
        """Merge this course. Raises JournalInUseError if a window holds the same one, NoRoomError."""
        ours = parse(self.store.read(self.board))
        if ours.head is None:
            return self._begin(data)
        if _begins(theirs, ours):
            return "known"
        if _begins(ours, theirs):
            self._prolong(self.board, data)
            return "longer"
        for course in self.store.courses(self.board):
            other = parse(self.store.read(course))
            if other.head and _begins(theirs, other):
                return "known"
            if other.head and _begins(other, theirs):
                self._prolong(course, data)
                put_in_order(self.store, self.board)
                return "longer"
        self._keep_both(theirs, data)
        return "beside"

    def _begin(self, data: bytes) -> str:
        """Let the board's journal hold this, where there is none yet or nothing of it can be read."""
        self.bounds.spend(len(data))
        with closing(self.store.open(self.board)) as log:
            log.replace(data, aside=log.read() if log.begun else b"")
        return "new"

    def _prolong(self, course: str, data: bytes) -> None:
        """Put the longer journal in the place of ours."""
        with closing(self.store.open(course)) as log:
            own = log.read()
            self.bounds.spend(len(data), len(own))
            content = parse(own)
            log.replace(data, aside=own[content.good :] if log.begun and not content.torn else b"")

    def _keep_both(self, theirs: Content, data: bytes) -> None:
        """Keep two courses of one board: the longer one opens, unless a window holds ours."""
        self.bounds.spend(len(data))
        with suppress(JournalInUseError), closing(self.store.open(self.board)) as log:
            own = log.read()
            if rank(theirs) > rank(parse(own)):
                if own:  # it may be a `.sitting` of 0.1.0, which stays as it is
                    _keep_beside(self.store, self.board, own)
                log.replace(data)
                return
        _keep_beside(self.store, self.board, data)


def put_in_order(store: Store, board: str) -> None:
    """Let the longest course of a board open, and drop those with which another one begins; not what a window holds."""
    with suppress(JournalInUseError):
        _drop_beginnings(store, board)
        _let_longest_open(store, board)
        _drop_beginnings(store, board)


def _readable(store: Store, board: str) -> dict[str, Content]:
    """The courses of a board that can be read, by their names."""
    found = {course: parse(store.read(course)) for course in (board, *store.courses(board))}
    return {course: content for course, content in found.items() if content.head and content.events}


def _drop_beginnings(store: Store, board: str) -> None:
    """Drop courses beside the one that opens if another one has all of their events."""
    kept = _readable(store, board)
    for course, content in [*kept.items()][::-1]:
        others = [other for name, other in kept.items() if name != course]
        if course != board and any(_begins(content, other) for other in others):
            with closing(store.open(course)) as log:
                log.replace(b"", aside=b"" if content.torn else log.read()[content.good :])
            del kept[course]


def _let_longest_open(store: Store, board: str) -> None:
    found = _readable(store, board)
    best = max(found, key=lambda course: rank(found[course]), default=board)
    if best == board:
        return
    with closing(store.open(board)) as log:
        own = log.read()
        if board in found and not _begins(found[board], found[best]):
            _keep_beside(store, board, own)
        unreadable = own if log.begun and board not in found else b""
        log.replace(store.read(best)[: found[best].good], aside=unreadable)


def _keep_beside(store: Store, board: str, data: bytes) -> None:
    """Keep this as another course of the board. Raises OSError."""
    taken = {*store.courses(board)}
    for number in range(2, _MOST):
        if (course := f"{board}-{number}") in taken:
            continue
        with suppress(JournalInUseError), closing(store.open(course)) as log:
            if not (log.begun or log.read()):
                log.replace(data)
                return
    raise OSError(None, "too many games of one board", board)


def _begins(shorter: Content, longer: Content) -> bool:
    """Whether the longer course begins with the shorter one."""
    return shorter.events == longer.events[: len(shorter.events)]
