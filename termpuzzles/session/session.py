"""One session at a puzzle: its history, clock and hints taken, with no screen in it.

Everything that happens is an *event*, a line of text: `move turn 3,1 1`, `undo`, `redo`, `restart`, `mark name`,
`back name`, `trial`, `keep` and `drop` (what was tried), `hint no loop`, `checked 2` (the number of wrong cells), `gave
up`, `source 3,1` (moved there), `clock`, `opened 2026-11-21T18:03`, `finished` when a move has finished the board, and
`attempt` when a finished board is begun again with a clock of its own. Events that are played and events that are read
from a file take the same path, so a session is restored by playing its events again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from termpuzzles.board.survey import Survey, survey
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats.format import natural
from termpuzzles.games.model import Gesture, Mistake, Move, Puzzle, State
from termpuzzles.session.history import History, cell_at, cells_changed

# Records an event and the clock's seconds before the event is played; False if it must not be played.
Record = Callable[[float, str], object]


class Session:
    """A session. `record` is called with each event before it has any effect; `now` returns the time in seconds."""

    def __init__(
        self, puzzle: Puzzle, *, now: Callable[[], float] = time.monotonic, record: Record | None = None
    ) -> None:
        self.puzzle = puzzle
        self.clock = Clock(now)
        self.hints = 0
        self.wrong_checks = 0  # checks that found something
        self.gave_up = False
        self.source: int | None = None  # the cell to which the player has moved the source
        self.trial: int | None = None  # where a trial began
        self.record = record
        self._history = History(puzzle, puzzle.beginning)
        for move in puzzle.moves:
            self._history.play(move)
        self._history.at = puzzle.position
        self._seen: Survey | None = None
        self._touched: set[int] = set()
        self._judged: tuple[Survey, tuple[Mistake, ...]] | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self._history.state

    def state_at(self, position: int) -> State:
        """The position after the first `position` moves in force."""
        return self._history.state_at(position)

    @property
    def survey(self) -> Survey:
        """The survey of the position, updated where something has changed since the last call."""
        lines = self.state.lines
        if self._seen is None:
            is_start = lines == self.puzzle.start.lines
            self._seen = self.puzzle.surveyed if is_start else survey(self.puzzle.grid, lines)
        elif self._touched and lines != self._seen.lines:
            from termpuzzles.board.resurvey import resurvey  # not needed until something has changed

            self._seen = resurvey(self._seen, lines, self._touched)
        self._touched = set()
        return self._seen

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """What is still wrong with the position; empty once it is solved."""
        seen = self.survey
        if self._judged is None or self._judged[0] is not seen:
            self._judged = (seen, self.puzzle.game.mistakes(self.puzzle, seen))
        return self._judged[1]

    @property
    def solved(self) -> bool:
        """Whether nothing is wrong any more."""
        return not self.mistakes

    @property
    def turns(self) -> int:
        """The number of moves in force that turn a tile or set a line."""
        return self._history.turns

    @property
    def pins(self) -> int:
        """The number of pinned cells."""
        return self.state.pins.count(1)

    @property
    def moves(self) -> tuple[Move | None, ...]:
        """The moves in force, oldest first; None stands for a restart."""
        return tuple(self._history.entries[: self._history.at])

    @property
    def marks(self) -> dict[str, int]:
        """The marked positions by name; the usual mark has the name ""."""
        return self._history.marks

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo; during a trial earlier moves cannot be undone."""
        return self._history.at > (self.trial or 0)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to play again."""
        return self._history.at < len(self._history.entries)

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
        return self._apply(f"move {move}", lambda: self._play(move))

    def undo(self) -> bool:
        """Take back the last move or restart; False if there is none."""
        return self.can_undo and self._apply("undo", lambda: self._go(self._history.at - 1))

    def redo(self) -> bool:
        """Play again what was last undone; False if there is nothing."""
        return self.can_redo and self._apply("redo", lambda: self._go(self._history.at + 1))

    @property
    def unaided(self) -> bool:
        """Whether this attempt had no help: no hint, no check that found something, no solution shown."""
        return not (self.hints or self.wrong_checks or self.gave_up)

    def restart(self) -> bool:
        """Restart, which can be undone; on a solved board begin a new attempt. False if already at the beginning."""
        if self.trial is not None:
            return False
        if self.solved and self.can_undo:
            return self._apply("attempt", self._begin_attempt)
        return self.state != self.puzzle.beginning and self._apply("restart", lambda: self._play(None))

    def mark(self, name: str = "") -> bool:
        """Mark this position with a name, for `back`."""
        return self._apply(f"mark {name}".rstrip(), lambda: self._mark(name))

    def back(self, name: str = "") -> bool:
        """Go back to the position with that mark; False if there is none, if this is it, and in a trial."""
        there = self.trial is None and self.marks.get(name, self._history.at) != self._history.at
        return there and self._apply(f"back {name}".rstrip(), lambda: self._back(name))

    def begin_trial(self) -> bool:
        """Let the moves from here on be a trial, to be kept as one move or dropped; False in a trial."""
        return self.trial is None and not self.solved and self._apply("trial", self._begin_trial)

    def keep_trial(self) -> bool:
        """Keep the moves of the trial as one move; False if there is no trial."""
        return self.trial is not None and self._apply("keep", self._keep_trial)

    def drop_trial(self) -> bool:
        """Drop the moves of the trial and go back to where it began; False if there is no trial."""
        return self.trial is not None and self._apply("drop", self._drop_trial)

    @property
    def tried(self) -> frozenset[int]:
        """The cells that the trial has changed."""
        if self.trial is None:
            return frozenset()
        return frozenset(self._history.touched(self.trial, self._history.at) or ())

    @property
    def turned(self) -> frozenset[int]:
        """The cells that the player has turned one by one and not taken back."""
        return self._history.turned

    def last_sound(self, solution: bytes) -> int | None:
        """The latest position in force at which nothing settled contradicted the solution; None if it is this one."""
        from termpuzzles.session.assistance import last_sound

        found = last_sound(self.puzzle, self._history, solution)
        return None if found == self._history.at else found

    def go_to(self, position: int) -> bool:
        """Go back to an earlier position, from which redo leads forward again; False in a trial."""
        steps = self._history.at - position
        return self.trial is None and steps > 0 and all([self.undo() for _ in range(steps)])

    def count_hint(self, rule: str = "") -> None:
        """Count a hint taken, with the rule that it named; undo does not give it back."""
        self._apply(f"hint {rule}".rstrip(), self._note_hint)

    def count_check(self, wrong: int) -> None:
        """Count a check that found this many cells wrong; a check that finds nothing is free."""
        self._apply(f"checked {wrong}", lambda: self._note_check(wrong))

    def give_up(self) -> None:
        """Record that the player asked for the solution."""
        self._apply("gave up", self._note_giving_up)

    def move_source(self, cell: int) -> None:
        """Light the tiles from this cell on; undo does not move it back."""
        place = ",".join(str(number + 1) for number in self.puzzle.grid.place(cell))
        self._apply(f"source {place}", lambda: self._move_source(cell))

    def tick(self) -> None:
        """Record the clock, so that it survives whatever happens."""
        self._record("clock")

    def resume(self) -> None:
        """Let the clock go on, unless the board is solved."""
        if not self.solved:
            self.clock.start()

    def restore(self, events: Iterable[tuple[float, str]]) -> int:
        """Play the events of an earlier session, each with the clock's seconds; returns how many were played.

        Stops before the first that is not an event of this puzzle; the clock stands where the last one left it.
        """
        count = 0
        for seconds, event in events:
            try:
                self._replay(event)
            except PuzzleError:
                break
            self.clock = self.clock.at(0.0 if event == "attempt" else seconds)
            count += 1
        return count

    def _replay(self, event: str) -> None:
        if event.startswith("move "):
            self._play(Move.parse(event[5:], self.puzzle))
            return
        word, _, rest = event.partition(" ")
        effects: dict[str, Callable[[], object]] = {
            "undo": lambda: self._go(self._history.at - self.can_undo),
            "redo": lambda: self._go(self._history.at + self.can_redo),
            "restart": lambda: self._play(None),
            "attempt": self._begin_attempt,
            "mark": lambda: self._mark(rest),
            "back": lambda: self._back(rest),
            "trial": self._begin_trial,
            "keep": self._keep_trial,
            "drop": self._drop_trial,
            "hint": self._note_hint,
            "checked": lambda: self._note_check(natural(rest) or 0),
            "gave": self._note_giving_up,
            "source": lambda: self._move_source(cell_at(self.puzzle.grid, rest)),
            "opened": lambda: None,
            "clock": lambda: None,
            "finished": lambda: None,
        }
        if word not in effects:
            raise PuzzleError("an event of a journal", repr(shortened(event)))
        effects[word]()

    def _apply(self, event: str, effect: Callable[[], None]) -> bool:
        """Record the event, then let it have its effect; False if it could not be recorded and has none."""
        finished = self.solved
        if not self._record(event):
            return False
        effect()
        if self.solved and not finished and self.trial is not None:
            self._record("keep")
            self._keep_trial()
        if self.solved and not finished:
            self._record("finished")
            self.clock.stop()
        return True

    def _record(self, event: str) -> bool:
        return self.record is None or self.record(self.clock.seconds, event) is not False

    def _play(self, entry: Move | None) -> None:
        self._history.play(entry)
        self._touch(None if entry is None else cells_changed(self.puzzle, entry))

    def _go(self, position: int) -> None:
        first, last = sorted((self._history.at, position))
        self._touch(self._history.touched(first, last))
        self._history.at = position

    def _touch(self, cells: set[int] | None) -> None:
        if cells is None:
            self._seen = None
        else:
            self._touched |= cells

    def _mark(self, name: str) -> None:
        self.marks[name] = self._history.at

    def _back(self, name: str) -> None:
        if name in self.marks:
            self._go(self.marks[name])

    def _begin_trial(self) -> None:
        self.trial = self._history.at

    def _keep_trial(self) -> None:
        if self.trial is not None:
            first, self.trial = self.trial, None
            self._history.merge(first)

    def _drop_trial(self) -> None:
        if self.trial is not None:
            first, self.trial = self.trial, None
            self._go(first)
            self._history.drop(first)

    def _note_hint(self) -> None:
        self.hints += 1

    def _note_check(self, wrong: int) -> None:
        self.wrong_checks += wrong > 0

    def _note_giving_up(self) -> None:
        self.gave_up = True

    def _move_source(self, cell: int) -> None:
        self.source = cell

    def _begin_attempt(self) -> None:
        self._history = History(self.puzzle, self.puzzle.beginning)  # undo must not bring back a finished board
        self._seen, self.trial = None, None
        self.hints, self.wrong_checks, self.gave_up = 0, 0, False
        self.clock = self.clock.at(0.0)


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
