"""What a service keeps of races: when each began and who belongs to it, how it ended for each, and everybody's moves.

A growing file for each day has a line for whatever happens to a race; of several that say the same the first one holds,
whichever process has added it. The moves of a member are a journal among those of races, whose times are the race's
own: nothing that is played elsewhere, synced or edited gets there. All this may wait for a disk.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, suppress
from datetime import UTC, datetime
from enum import Enum
from functools import partial
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, NamedTuple

from termpuzzles.company.meetings import Invitation
from termpuzzles.company.pace import is_by_machine
from termpuzzles.company.parts import RACES
from termpuzzles.errors import PuzzleError
from termpuzzles.play.opening import Opening, opening
from termpuzzles.session.ghost import Progress
from termpuzzles.session.session import Session
from termpuzzles.storage.courses import merge_journal
from termpuzzles.storage.journal_text import Event, head_line, identity, parse, puzzle_of
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import Store, StoreAwayError

if TYPE_CHECKING:
    from termpuzzles.company.growing import GrowingFile
    from termpuzzles.games.model import Puzzle

LASTS = 86_400.0  # seconds for which a race can be gone on with
HELP_COSTS = 60.0  # seconds for each hint, and for each check that found something
_FRESH = 1.0  # seconds for which what was read is good enough to say which boards are raced; a count takes longer
_REMOVED = 20  # old journals that are removed at once


def steady(clock: Callable[[], float]) -> Callable[[], float]:
    """What tells the seconds of a clock, and goes on from where it is if that clock is set back."""
    latest = clock()
    behind = 0.0  # how far the clock has been set back

    def now() -> float:
        nonlocal latest, behind
        told = clock()
        behind = max(0.0 if told >= latest else behind, latest - told)
        latest = told + behind
        return latest

    return now


class Ended(Enum):
    """How a player's race has ended."""

    NOT_YET = ""
    SOLVED = "solved"
    GAVE_UP = "gave up"


class Figures(NamedTuple):
    """How far a player was after so many seconds: the share of the way, from 0 to 1, and how often with help.

    `by_machine` says of a result that it was played faster than hands play.
    """

    seconds: float = 0.0
    share: float = 0.0
    help: int = 0
    ended: Ended = Ended.NOT_YET
    by_machine: bool = False

    @property
    def time(self) -> float:
        """The seconds that count."""
        return self.seconds + HELP_COSTS * self.help

    def sent(self) -> list[object]:
        """The figures as JSON holds them."""
        return [self.seconds, self.share, self.help, self.ended.value, *[True] * self.by_machine]

    @classmethod
    def read(cls, sent: object) -> Figures | None:
        """The figures that were sent so; None if they cannot be read."""
        match sent:
            case [int() | float() as seconds, int() | float() as share, int(helped), str(ended), *machine]:
                if ended in (each.value for each in Ended):
                    return cls(seconds, share, helped, Ended(ended), machine == [True])
        return None


def figures_of(puzzle: Puzzle, events: Iterable[Event]) -> Figures:
    """How far somebody came with these events, when they are played again; what follows an end counts for nothing."""
    session, seconds, ended = Session(puzzle, now=lambda: 0.0), 0.0, Ended.NOT_YET
    events = [*events]
    for at, event in events:
        if ended is not Ended.NOT_YET or not session.restore([(at, event)]):
            break
        seconds = max(seconds, at)
        if event == "finished" and session.solved:
            ended = Ended.GAVE_UP if session.attempt.gave_up else Ended.SOLVED
    share = 1.0 if ended is not Ended.NOT_YET else round(Progress(puzzle).of(session.state.lines), 3)
    helped = session.attempt.hints + session.attempt.wrong_checks
    return Figures(round(seconds, 1), share, helped, ended, ended is Ended.SOLVED and is_by_machine(events))


class RaceRoom(NamedTuple):
    """A race that has begun: who is invited, the start in seconds since the epoch, the members, and their results.

    `board` is the name under which journals of its board are kept.
    """

    invitation: Invitation
    starts_at: float
    board: str
    members: tuple[str, ...]
    results: Mapping[str, Figures]

    def runs_for(self, player: str, now: float) -> bool:
        """Whether that player belongs to it, and can still go on."""
        return player in self.members and player not in self.results and now < self.starts_at + LASTS

    def is_over(self, now: float) -> bool:
        """Whether nobody can go on."""
        return not any(self.runs_for(each, now) for each in self.members)


class _Day:
    """The races of a day, as far as the file was read."""

    def __init__(self, file: GrowingFile) -> None:
        self._file, self._read = file, 0
        self.rooms: dict[str, RaceRoom] = {}

    def update(self) -> None:
        """Take in what was added since, perhaps by another process."""
        for line in self._file.read(self._read).splitlines(keepends=True):
            if not line.endswith(b"\n"):
                break  # it is being written
            self._read += len(line)
            with suppress(ValueError):
                self._take(json.loads(line))

    def add(self, *words: object) -> None:
        """Add a line, whole."""
        self._file.add(json.dumps(words).encode() + b"\n")
        self.update()

    def _take(self, words: Any) -> None:
        match words:
            case ["begun", str(meeting), int() | float() as at, str(board), [*members], str(text)]:
                invitation = Invitation.read(text)
                if invitation and meeting not in self.rooms:
                    members = [each for each in members if each in invitation.everybody]
                    self.rooms[meeting] = RaceRoom(invitation, at, board, tuple(members), {})
            case ["came", str(meeting), str(player)] if room := self.rooms.get(meeting):
                if player in room.invitation.everybody and player not in room.members:
                    self.rooms[meeting] = room._replace(members=(*room.members, player))
            case ["over", str(meeting), str(player), sent] if room := self.rooms.get(meeting):
                figures = Figures.read(sent)
                if figures and player not in room.results:
                    self.rooms[meeting] = room._replace(results={**room.results, player: figures})


class RaceRecords:
    """The races of a service; moves are kept in `store`, all else in files of `open_file`.

    `clock` tells the seconds since the epoch, alike on all hosts: by it alone races are timed.
    """

    def __init__(
        self, open_file: Callable[[str], GrowingFile], store: Store, clock: Callable[[], float] = time.time
    ) -> None:
        self.now = steady(clock)
        self._open_file = open_file
        self._library = Library(Folders(Path(), Path()), store=store)
        self._days: dict[str, _Day] = {}
        self._alone = RLock()
        self._looked_at = float("-inf")

    # Races

    def begin(self, invitation: Invitation, board: str, ready: Iterable[str], at: float) -> float:
        """Let a race begin at that moment for those who are ready; returns when it does, as others may have said so."""
        with self._alone:
            if not (room := self.room(invitation.meeting)):
                self._day(at).add("begun", invitation.meeting, at, board, [*ready], str(invitation))
                room = self._day(at).rooms[invitation.meeting]
                self._remove_old()
            return room.starts_at

    def room(self, meeting: str) -> RaceRoom | None:
        """The race of that meeting; None if it has not begun, or is over for long."""
        return next((room for room in self._rooms() if room.invitation.meeting == meeting), None)

    def running(self, player: str) -> list[RaceRoom]:
        """The races that this player can go on with, the latest last."""
        return [room for room in self._rooms() if room.runs_for(player, self.now())]

    def come(self, meeting: str, player: str) -> None:
        """Let somebody who was invited belong to a race that has begun."""
        with self._alone:
            room = self.room(meeting)
            if room and player not in room.members:
                self._day(room.starts_at).add("came", meeting, player)

    def end(self, meeting: str, player: str, figures: Figures) -> None:
        """Keep how a race has ended for a player; the first result holds."""
        with self._alone:
            room = self.room(meeting)
            if room and player not in room.results:
                events = parse(self._library.store.read(_name(meeting, player))).events
                if figures.ended is Ended.SOLVED:
                    figures = figures._replace(by_machine=is_by_machine(events))
                self._day(room.starts_at).add("over", meeting, player, figures.sent())

    def seen(self, meeting: str, missed: Iterable[str]) -> tuple[RaceRoom | None, dict[str, Figures]]:
        """A race as it is kept, and the figures of its members: of those who were missed by their moves so far."""
        room = self.room(meeting)
        if room is None:
            return None, {}
        found = {each: self.figures(room, each) for each in missed if each in room.members}
        return room, {**found, **room.results}

    def figures(self, room: RaceRoom, player: str) -> Figures:
        """How far a member has come, by moves that are played again."""
        content = parse(self._library.store.read(_name(room.invitation.meeting, player)))
        if content.head is None:
            return Figures()
        return figures_of(puzzle_of(content.head, ""), content.events)

    # Boards

    def opening(self, meeting: str, player: str, puzzle: Puzzle) -> Opening[Puzzle]:
        """Open a member's journal of the board of a race."""
        return opening(self._library, _name(meeting, player), lambda: puzzle, partial(head_line, more={}))

    def why_closed(self, board: str, player: str) -> str:
        """Why this player may not open the board of that name as any other; "" unless it is being raced."""
        for room in self._rooms(_FRESH):
            if room.board != board or player in room.results or room.is_over(self.now()):
                continue
            if player in room.invitation.everybody:
                return "This is the board of a race of yours: it opens by going back to the race, until that is over."
            return "This board is being raced: it opens once the race is over."
        return ""

    def closed(self, player: str) -> list[str]:
        """The names of all boards that this player may not open now."""
        return [room.board for room in self._rooms() if self.why_closed(room.board, player)]

    def file_away(self, meeting: str, player: str, store: Store) -> None:
        """Put a game that is over among what the player has played. Raises StoreAwayError if it is not stored yet."""
        data = self._library.store.read(_name(meeting, player))
        content = parse(data)
        if content.head and not any(event == "finished" for _, event in content.events):
            raise StoreAwayError(None, "the last moves are on their way")
        if head := content.head:
            with suppress(PuzzleError, OSError):
                merge_journal(store, f"journals/{identity(puzzle_of(head, ''))}.journal", data)

    # Files

    def _rooms(self, fresh: float = 0.0) -> Iterator[RaceRoom]:
        """The races of yesterday and today, in the order in which they began."""
        with self._alone:
            now = self.now()
            days = [self._of(now - LASTS), self._of(now)]
            if now - self._looked_at >= fresh or now < self._looked_at:
                for day in days:
                    day.update()
                self._looked_at = now
            found = [room for day in days for room in day.rooms.values()]
        return iter(found)

    def _day(self, at: float) -> _Day:
        day = self._of(at)
        day.update()
        return day

    def _of(self, at: float) -> _Day:
        name = f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d}"
        if name not in self._days:
            while len(self._days) > 2:  # yesterday, today, and a day that begins while somebody counts
                del self._days[min(self._days)]
            self._days[name] = _Day(self._open_file(f"{RACES}/{name}.jsonl"))
        return self._days[name]

    def _remove_old(self) -> None:
        """Remove some of the moves of races that are over for long."""
        store, before = self._library.store, time.time() - 2 * LASTS
        old = [stamp.name for stamp in store.stamps() if stamp.modified < before]
        for name in old[:_REMOVED]:
            with suppress(OSError), closing(store.open(name)) as log:
                log.replace(b"")


def _name(meeting: str, player: str) -> str:
    return f"{meeting}-{player}"
