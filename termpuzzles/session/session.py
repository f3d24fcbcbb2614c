"""One session at a puzzle, with no screen in it: its attempt, its clock, and the journal that keeps its events."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, TypeVar, overload

from termpuzzles.board.survey import Survey
from termpuzzles.errors import PuzzleError
from termpuzzles.games.model import Gesture, Mistake, Move, Puzzle, State
from termpuzzles.session.attempt import (
    ATTEMPT,
    CLOCK,
    FINISHED,
    KEEP_TRIAL,
    MOVE,
    REDO,
    RESTART,
    UNDO,
    EventKind,
    after_line,
    first_attempt,
)
from termpuzzles.storage.journal import Journal

T = TypeVar("T")

# Records an event and the clock's seconds before the event is played; False if it must not be played.
Record = Callable[[float, str], object]


class Session:
    """A session. `record` is called with each event before it has any effect; `now` returns the time in seconds."""

    def __init__(
        self, puzzle: Puzzle, *, now: Callable[[], float] = time.monotonic, record: Record | None = None
    ) -> None:
        self.puzzle = puzzle
        self.clock = Clock(now)
        self.record = record
        self.attempt = first_attempt(puzzle)

    @property
    def state(self) -> State:
        """The position now."""
        return self.attempt.state

    @property
    def survey(self) -> Survey:
        """The survey of the position."""
        return self.attempt.survey

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """What is still wrong with the position; empty once it is solved."""
        return self.attempt.mistakes

    @property
    def solved(self) -> bool:
        """Whether nothing is wrong any more."""
        return self.attempt.solved

    @property
    def turns(self) -> int:
        """The number of moves in force that turn a tile or set a line."""
        return self.attempt.history.turns

    @property
    def moves(self) -> tuple[Move | None, ...]:
        """The moves in force, oldest first; None stands for a restart."""
        return self.attempt.moves

    @property
    def opened_solved(self) -> bool:
        """Whether the board was solved as it was opened, so that nothing was done and no time passed."""
        return self.solved and not self.moves and not self.attempt.gave_up and self.clock.seconds < 1

    def do(self, gesture: Gesture, aided: Callable[[Move], Move] | None = None) -> Move | None:
        """Play what the gesture asks for, extended by `aided`; None if it changes nothing or the board is solved."""
        if self.solved:
            return None
        move = self.puzzle.game.interpret(self.puzzle, self.state, gesture)
        if move is None:
            return None
        move = aided(move) if aided else move
        return move if self.play(move) else None

    def play(self, move: Move) -> bool:
        """Play a move, which is trusted; False if another window has the board now."""
        return self.apply(MOVE, move)

    def undo(self) -> bool:
        """Take back the last move or restart; False if there is none."""
        return self.apply(UNDO)

    def redo(self) -> bool:
        """Play again what was last undone; False if there is nothing."""
        return self.apply(REDO)

    def restart(self) -> bool:
        """Restart, which can be undone; on a solved board begin a new attempt. False if already at the beginning."""
        attempt = self.attempt
        if attempt.trial is not None:
            return False
        return self.apply(ATTEMPT if attempt.solved and attempt.can_undo else RESTART)

    def go_to(self, position: int) -> bool:
        """Go back to an earlier position, from which redo leads forward again; False in a trial."""
        steps = self.attempt.history.at - position
        return self.attempt.trial is None and steps > 0 and all([self.undo() for _ in range(steps)])

    @overload
    def apply(self, event: EventKind[str], about: str = "") -> bool: ...
    @overload
    def apply(self, event: EventKind[T], about: T) -> bool: ...
    def apply(self, event: EventKind[Any], about: Any = "") -> bool:
        """Record an event, then let it have its effect; False if it may not happen now or cannot be recorded."""
        before = self.attempt
        if not event.may(before, about):
            return False
        was_solved = before.solved
        if not self._record(event, about):
            return False
        self.attempt = event.does(before, about) or before
        if self.attempt is not before:
            self.clock = self.clock.at(0.0)
        if self.solved and not was_solved:
            self._finish()
        return True

    def _finish(self) -> None:
        """Keep a trial that has finished the board, and stop the clock."""
        if KEEP_TRIAL.may(self.attempt, ""):
            self._record(KEEP_TRIAL, "")
            KEEP_TRIAL.does(self.attempt, "")
        self._record(FINISHED, "")
        self.clock.stop()

    def _record(self, event: EventKind[T], about: T) -> bool:
        return self.record is None or self.record(self.clock.seconds, event.line(self.puzzle, about)) is not False

    def tick(self) -> None:
        """Record the clock, so that it survives whatever happens."""
        self._record(CLOCK, "")

    def resume(self) -> None:
        """Let the clock go on, unless the board is solved."""
        if not self.solved:
            self.clock.start()

    def restore(self, events: Iterable[tuple[float, str]]) -> int:
        """Play the events of an earlier session, each with the clock's seconds; returns how many were played.

        Stops before the first that is not an event of this puzzle; the clock stands where the last one left it.
        """
        count = 0
        for seconds, line in events:
            before = self.attempt
            try:
                self.attempt = after_line(before, line)
            except PuzzleError:
                break
            self.clock = self.clock.at(seconds if self.attempt is before else 0.0)
            count += 1
        return count


class Clock:
    """A stopwatch in seconds; `now` returns the time in seconds, counted from any moment."""

    def __init__(self, now: Callable[[], float], seconds: float = 0.0) -> None:
        self._now = now
        self._before = seconds
        self._started: float | None = None

    @property
    def running(self) -> bool:
        """Whether time is being counted."""
        return self._started is not None

    @property
    def seconds(self) -> float:
        """All the time counted so far."""
        return self._before if self._started is None else self._before + max(0.0, self._now() - self._started)

    def at(self, seconds: float) -> Clock:
        """A clock with the same source of time that stands at this many seconds."""
        return Clock(self._now, seconds)

    def start(self) -> None:
        """Go on counting; does nothing if the clock runs already."""
        if self._started is None:
            self._started = self._now()

    def stop(self) -> None:
        """Stop counting; does nothing if the clock is stopped already."""
        self._before, self._started = self.seconds, None


def clock_text(seconds: float) -> str:
    """The time as a player reads it: `1:05`, `1:02:03`."""
    whole = int(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"


_TENTH = 0.1  # seconds: the precision of a journal's times


class RecordedSession:
    """A session that goes on where the last one ended and keeps each of its events; `trouble` says if it cannot.

    Before its first event it records the date and time at which it was opened, and `note`.
    """

    def __init__(
        self, session: Session, journal: Journal | None, opened: datetime, trouble: str = "", note: str = ""
    ) -> None:
        self.session = session
        self.opened = opened
        self._journal = journal
        self._trouble = trouble
        self._note = note
        self._stamped = False
        self._kept = 0.0  # seconds that the journal has recorded
        if journal is not None:
            journal.replay(session.restore)
            session.record = self._record
        self._kept = session.clock.seconds

    def _record(self, seconds: float, event: str) -> bool:
        assert self._journal is not None
        self._kept = seconds
        if not self._stamped:
            self._stamped = True
            stamp = f"opened {self.opened:%Y-%m-%dT%H:%M} {self._note}".rstrip()
            if not self._journal.record(seconds, stamp):
                return False
        return self._journal.record(seconds, event)

    @property
    def trouble(self) -> str:
        """Why moves are not being kept, in a sentence; "" while they are."""
        return self._trouble or (self._journal.lost or self._journal.trouble if self._journal else "")

    @property
    def notice(self) -> str:
        """What happened to the journal's file, in a sentence; mostly ""."""
        return self._journal.notice if self._journal else ""

    @property
    def lost(self) -> str:
        """Why this board must be left, in a sentence: another window has its journal now."""
        return self._journal.lost if self._journal else ""

    @property
    def is_read_only(self) -> bool:
        """Whether the journal takes nothing, so that whatever is played here is never kept."""
        return self._journal is not None and self._journal.read_only

    @property
    def begun(self) -> bool:
        """Whether anything was ever done here, so that the clock is worth keeping."""
        return self._journal is not None and self._journal.begun

    def check_claim(self) -> str:
        """Let another window have the journal if it asks for it; returns why to leave, or ""."""
        if self._journal is not None and self._journal.claimed:
            self.session.clock.stop()
            self.tick()
            self._journal.yield_to_claim()
        return self.lost

    def tick(self) -> None:
        """Record the clock if anything is recorded and it has run since."""
        if self.begun and abs(self.session.clock.seconds - self._kept) >= _TENTH:
            self.session.tick()

    def leave(self) -> None:
        """Stop the clock and make sure that everything is kept."""
        self.session.clock.stop()
        self.tick()
        if self._journal is not None:
            self._journal.close()
