"""Opening a board, or whatever else has a journal: it is here, another window has it, or the store does not answer now.

Whoever opens one gets an `Opening`, which a front end settles: it asks whether to take over what is `InUse`, and waits
for what is `Away`. Where nothing can be kept, that is `Opened` as well, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Puzzle
from termpuzzles.session.session import RecordedSession, Session
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import head_line, identity
from termpuzzles.storage.library import Library
from termpuzzles.storage.store import JournalInUseError, StoreAwayError
from termpuzzles.storage.summaries import Summary

T = TypeVar("T")
Clock = Callable[[], float]
Sleep = Callable[[float], None]


class Opened(NamedTuple, Generic[T]):
    """What can be played now, and its journal; nothing is kept without one, for a reason in a sentence."""

    what: T
    journal: Journal | None
    why_unkept: str = ""


class InUse(NamedTuple, Generic[T]):
    """Another window has it. `take_over` takes it from there within two seconds, or raises OSError."""

    what: T
    take_over: Callable[[Clock, Sleep], Opened[T]]
    why: str


class Away(NamedTuple, Generic[T]):
    """The store does not answer now; `again` asks once more. It raises what the first question does."""

    again: Callable[[], Opening[T]]
    why: str


class Closed(NamedTuple):
    """It may not be opened now, for that reason in a sentence."""

    why: str


Opening: TypeAlias = Opened[T] | InUse[T] | Away[T] | Closed


def opening(library: Library, name: str, read: Callable[[], T], head: Callable[[T], bytes]) -> Opening[T]:
    """Open the journal of that name of what `read` returns, and `head` begins. Raises what `read` does."""
    again = partial(opening, library, name, read, head)
    try:
        what = read()
    except StoreAwayError as error:
        return Away(again, str(error))
    try:
        if why := library.why_closed(name):
            return Closed(why)
        return Opened(what, library.open_named(name, partial(head, what)))
    except JournalInUseError as error:
        return InUse(what, partial(_taken, library, name, what, head), str(error))
    except StoreAwayError as error:
        return Away(again, str(error))
    except OSError as error:
        return Opened(what, None, unkept(error))


def _taken(library: Library, name: str, what: T, head: Callable[[T], bytes], now: Clock, sleep: Sleep) -> Opened[T]:
    return Opened(what, library.take_over_named(name, partial(head, what), now, sleep))


def unkept(why: object) -> str:
    """That nothing is kept, and why."""
    return f"moves are not being kept: {why}"


def board_opening(library: Library, puzzle: Puzzle) -> Opening[Puzzle]:
    """Open the journal of a board."""
    return opening(library, identity(puzzle), lambda: puzzle, _head)


def entry_opening(library: Library, entry: Summary) -> Opening[Puzzle]:
    """Open a journal of the list. Raises OSError, and PuzzleError if its text is damaged."""
    return opening(library, entry.name, partial(library.puzzle, entry), _head)


def _head(puzzle: Puzzle) -> bytes:
    return head_line(puzzle, {})


def unasked(found: Opening[T], what: T) -> Opened[T]:
    """What there is where nobody can be asked: what is not here is not kept. Raises PuzzleError if it is closed."""
    if isinstance(found, Closed):
        raise PuzzleError("a board that is open", found.why)
    return found if isinstance(found, Opened) else Opened(what, None, unkept(found.why))


def open_session(library: Library, puzzle: Puzzle, now: Clock, opened: Opened[Puzzle] | None = None) -> RecordedSession:
    """A session at the puzzle, going on where its journal ended; without asking anybody if it is not opened yet."""
    found = opened or unasked(board_opening(library, puzzle), puzzle)
    session, today = Session(puzzle, now=now), library.today()
    daily = dict(puzzle.header).get("daily")
    note = f"daily {daily}" if daily else ""
    try:
        return RecordedSession(session, found.journal, today, found.why_unkept, note)
    except OSError as error:
        return RecordedSession(session, None, today, unkept(error))
