"""One attempt at a board, and the events that change it: played or read from a journal, they take the same path.

An event is a line of text: a word, then what it is about, such as `move turn 3,1 1`, `mark name`, `hint no loop`,
`checked 2` (the number of wrong cells) or `source 3,1` (moved there). `EVENTS` lists them all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from termpuzzles.board.survey import Survey, survey
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.formats.format import natural
from termpuzzles.games.model import Mistake, Move, Puzzle, State
from termpuzzles.session.history import History, cell_at, cells_changed

T = TypeVar("T")


class Attempt:
    """One attempt: its history with marks and a trial, the help taken, and what is still wrong; events change it."""

    def __init__(self, puzzle: Puzzle, source: int | None = None) -> None:
        self.puzzle = puzzle
        self.source = source  # the cell to which the player has moved the source
        self.history = History(puzzle, puzzle.beginning)
        self.trial: int | None = None  # where a trial began
        self.hints = 0
        self.wrong_checks = 0  # checks that found something
        self.gave_up = False
        self._survey: Survey | None = None
        self._touched: set[int] = set()
        self._judged: tuple[Survey, tuple[Mistake, ...]] | None = None

    @property
    def state(self) -> State:
        """The position now."""
        return self.history.state

    @property
    def survey(self) -> Survey:
        """The survey of the position, updated where something has changed since the last call."""
        lines = self.state.lines
        if self._survey is None:
            is_start = lines == self.puzzle.start.lines
            self._survey = self.puzzle.surveyed if is_start else survey(self.puzzle.grid, lines)
        elif self._touched and lines != self._survey.lines:
            from termpuzzles.board.resurvey import resurvey  # not needed until something has changed

            self._survey = resurvey(self._survey, lines, self._touched)
        self._touched = set()
        return self._survey

    @property
    def mistakes(self) -> tuple[Mistake, ...]:
        """What is still wrong with the position; empty once it is solved."""
        found = self.survey
        if self._judged is None or self._judged[0] is not found:
            self._judged = (found, self.puzzle.game.mistakes(self.puzzle, found))
        return self._judged[1]

    @property
    def solved(self) -> bool:
        """Whether nothing is wrong any more."""
        return not self.mistakes

    @property
    def moves(self) -> tuple[Move | None, ...]:
        """The moves in force, oldest first; None stands for a restart."""
        return tuple(self.history.entries[: self.history.at])

    @property
    def marks(self) -> dict[str, int]:
        """The marked positions by name; the usual mark has the name ""."""
        return self.history.marks

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to undo; during a trial earlier moves cannot be undone."""
        return self.history.at > (self.trial or 0)

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone move to play again."""
        return self.history.at < len(self.history.entries)

    @property
    def unaided(self) -> bool:
        """Whether it had no help: no hint, no check that found something, no solution shown."""
        return not (self.hints or self.wrong_checks or self.gave_up)

    @property
    def tried(self) -> frozenset[int]:
        """The cells that the trial has changed."""
        if self.trial is None:
            return frozenset()
        return frozenset(self.history.touched(self.trial, self.history.at) or ())

    @property
    def turned(self) -> frozenset[int]:
        """The cells that the player has turned one by one and not taken back."""
        return self.history.turned

    def play(self, entry: Move | None) -> None:
        """Play a move, or a restart."""
        self.history.play(entry)
        self._touch(None if entry is None else cells_changed(self.puzzle, entry))

    def go(self, position: int) -> None:
        """Let that many of the moves be in force."""
        first, last = sorted((self.history.at, position))
        self._touch(self.history.touched(first, last))
        self.history.at = position

    def _touch(self, cells: set[int] | None) -> None:
        if cells is None:
            self._survey = None
        else:
            self._touched |= cells

    def end_trial(self) -> int | None:
        """End the trial, if there is one; returns where it began."""
        first, self.trial = self.trial, None
        return first


def first_attempt(puzzle: Puzzle) -> Attempt:
    """The attempt that goes on where the puzzle's text stands."""
    attempt = Attempt(puzzle)
    for move in puzzle.moves:
        attempt.history.play(move)
    attempt.history.at = puzzle.position
    return attempt


def _any_text(puzzle: Puzzle, text: str) -> str:
    return text


def _always(attempt: Attempt, about: object) -> bool:
    return True


@dataclass(frozen=True, eq=False, repr=False)
class EventKind(Generic[T]):
    """A kind of event: what it does with an attempt, and how what it is about is read and written.

    `does` returns another attempt if one begins. `may` says whether a player may play it now; what a journal says has
    happened.
    """

    text: str  # without what it is about
    does: Callable[[Attempt, T], Attempt | None]
    may: Callable[[Attempt, T], bool] = _always
    read: Callable[[Puzzle, str], T] = _any_text  # type: ignore[assignment] # of events about a text, or nothing
    write: Callable[[Puzzle, T], object] = _any_text  # type: ignore[assignment]

    def line(self, puzzle: Puzzle, about: T) -> str:
        """The event as a line of text."""
        return f"{self.text} {self.write(puzzle, about)}".rstrip()


def _nothing(attempt: Attempt, about: str) -> None:
    """It is only noted."""


def _play(attempt: Attempt, move: Move) -> None:
    attempt.play(move)


def _undo(attempt: Attempt, about: str) -> None:
    attempt.go(attempt.history.at - attempt.can_undo)


def _redo(attempt: Attempt, about: str) -> None:
    attempt.go(attempt.history.at + attempt.can_redo)


def _restart(attempt: Attempt, about: str) -> None:
    attempt.play(None)


def _begin_again(attempt: Attempt, about: str) -> Attempt:
    return Attempt(attempt.puzzle, attempt.source)  # undo must not bring back a finished board


def _mark(attempt: Attempt, name: str) -> None:
    attempt.marks[name] = attempt.history.at


def _back(attempt: Attempt, name: str) -> None:
    if name in attempt.marks:
        attempt.go(attempt.marks[name])


def _leads_elsewhere(attempt: Attempt, name: str) -> bool:
    here = attempt.history.at
    return attempt.trial is None and attempt.marks.get(name, here) != here


def _begin_trial(attempt: Attempt, about: str) -> None:
    attempt.trial = attempt.history.at


def _keep_trial(attempt: Attempt, about: str) -> None:
    if (first := attempt.end_trial()) is not None:
        attempt.history.merge(first)


def _drop_trial(attempt: Attempt, about: str) -> None:
    if (first := attempt.end_trial()) is not None:
        attempt.go(first)
        attempt.history.drop(first)


def _in_trial(attempt: Attempt, about: str) -> bool:
    return attempt.trial is not None


def _count_hint(attempt: Attempt, rule: str) -> None:
    attempt.hints += 1


def _count_check(attempt: Attempt, wrong: int) -> None:
    attempt.wrong_checks += wrong > 0


def _give_up(attempt: Attempt, about: str) -> None:
    attempt.gave_up = True


def _move_source(attempt: Attempt, cell: int) -> None:
    attempt.source = cell


def _place_of(puzzle: Puzzle, cell: int) -> str:
    return ",".join(str(number + 1) for number in puzzle.grid.place(cell))


MOVE = EventKind("move", _play, read=lambda puzzle, text: Move.parse(text, puzzle), write=lambda puzzle, move: move)
UNDO = EventKind("undo", _undo, lambda attempt, _: attempt.can_undo)
REDO = EventKind("redo", _redo, lambda attempt, _: attempt.can_redo)
RESTART = EventKind("restart", _restart, lambda attempt, _: attempt.state != attempt.puzzle.beginning)  # can be undone
ATTEMPT = EventKind("attempt", _begin_again)  # a finished board is begun again, with a clock of its own
MARK = EventKind("mark", _mark)  # remembers the position under a name, for BACK
BACK = EventKind("back", _back, _leads_elsewhere)
BEGIN_TRIAL = EventKind("trial", _begin_trial, lambda attempt, _: attempt.trial is None and not attempt.solved)
KEEP_TRIAL = EventKind("keep", _keep_trial, _in_trial)  # makes the moves of the trial one move
DROP_TRIAL = EventKind("drop", _drop_trial, _in_trial)  # goes back to where the trial began
HINT = EventKind("hint", _count_hint)  # with the rule that it named; undo does not give it back
CHECKED = EventKind("checked", _count_check, read=lambda _, text: natural(text) or 0, write=lambda _, wrong: wrong)
GAVE_UP = EventKind("gave up", _give_up)  # the player asked for the solution
SOURCE = EventKind("source", _move_source, read=lambda puzzle, text: cell_at(puzzle.grid, text), write=_place_of)
CLOCK = EventKind("clock", _nothing)
OPENED = EventKind("opened", _nothing)  # at a date and time, as `2026-11-21T18:03`
FINISHED = EventKind("finished", _nothing)  # when a move has finished the board

EVENTS: dict[str, EventKind[Any]] = {  # by the first word of their text
    event.text.split()[0]: event
    for event in (
        *(MOVE, UNDO, REDO, RESTART, ATTEMPT, MARK, BACK, BEGIN_TRIAL, KEEP_TRIAL, DROP_TRIAL),
        *(HINT, CHECKED, GAVE_UP, SOURCE, CLOCK, OPENED, FINISHED),
    )
}


def after_line(attempt: Attempt, line: str) -> Attempt:
    """The attempt after an event that was written as a line. Raises PuzzleError if it is none of this puzzle."""
    word, _, about = line.partition(" ")
    if word not in EVENTS:
        raise PuzzleError("an event of a journal", repr(shortened(line)))
    event = EVENTS[word]
    return event.does(attempt, event.read(attempt.puzzle, about)) or attempt
