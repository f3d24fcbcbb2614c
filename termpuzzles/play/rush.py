"""A rush in play, for any front end: boards in a row, its clock, mistakes, and what was missed.

It keeps every event of its boards in one journal before it has any effect, with the seconds of its own clock, which
does not stop. Once it is over nothing more has an effect.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from termpuzzles.catalogue.rush import (
    RUSH,
    TODAYS,
    RushBests,
    RushKind,
    RushQuestion,
    RushTerms,
    points_of_rush,
    rush_bests,
)
from termpuzzles.catalogue.statistics import Times
from termpuzzles.catalogue.suggestions import Following
from termpuzzles.english import counted
from termpuzzles.formats import canonical_id
from termpuzzles.play.command_table import BY_ID, REVEALS, Reveals
from termpuzzles.play.controller import Controller
from termpuzzles.play.opening import Opened
from termpuzzles.play.stage import PlayContext, Stage
from termpuzzles.session.session import RecordedSession, Session, clock_text
from termpuzzles.storage.journal import Journal

if TYPE_CHECKING:
    from termpuzzles.games.model import Puzzle

AHEAD, _AT_ONCE = 10, 2  # boards that are made before they are needed, and those for which is asked at once
MAKING = "rush"  # the group of the questions for boards
BOARD, SKIPPED = "attempt", "skipped"  # the first word of the event that begins a board, and the event of a skip
_WITH_THE_LAST = ("finished", "keep")  # events that come with a move, which was in time
_ONWARD = ("play.following", "play.unsolved")
_AWAY = ("play.leave", "play.close")
_LATER = ("play.previous", "play.new", "play.ghost", "play.jumble")


class TriedBoard(NamedTuple):
    """What became of a board: whether it was solved, and how many wrong checks and skips it took."""

    solved: bool = False
    mistakes: int = 0


class Rush:
    """A rush: what was done in it, by events that are kept before they have an effect. `now` tells seconds."""

    def __init__(self, terms: RushTerms, journal: Journal | None, now: Callable[[], float], opened: str = "") -> None:
        self.terms = terms
        self.boards: list[Puzzle] = []  # as far as they are made
        self.tried: list[TriedBoard] = []  # the last one is being played
        self._journal, self._now, self._opened = journal, now, opened
        self._began = inf
        self._ended_at: float | None = None

    @property
    def seconds(self) -> float:
        """The time since the first board was shown, up to the end."""
        return max(0.0, self._now() - self._began) if self._ended_at is None else self._ended_at

    @property
    def left(self) -> float:
        """The seconds that are left; inf without a clock."""
        return max(0.0, self.terms.kind.seconds - self.seconds)

    @property
    def is_over(self) -> bool:
        """Whether nothing that happens has an effect any more."""
        return self._ended_at is not None or not self.left or self.mistakes >= self.terms.kind.mistakes

    @property
    def mistakes(self) -> int:
        """How many wrong checks and skips there were."""
        return sum(each.mistakes for each in self.tried)

    @property
    def solved(self) -> list[Puzzle]:
        """The boards that were solved."""
        return [puzzle for puzzle, each in zip(self.boards, self.tried, strict=False) if each.solved]

    @property
    def missed(self) -> list[Puzzle]:
        """The boards to play again: skipped, checked wrongly, or not finished."""
        played = zip(self.boards, self.tried, strict=False)
        return [puzzle for puzzle, each in played if each.mistakes or not each.solved]

    @property
    def state(self) -> str:
        """How it stands: `7 solved, 1 mistake, 1:52 left`."""
        kind, wrong = self.terms.kind, self.mistakes
        parts = [f"{len(self.solved)} solved", counted(wrong, "mistake") if wrong or kind.mistakes < inf else ""]
        parts.append(f"{clock_text(self.left)} left" if kind.seconds < inf else "")
        return ", ".join(filter(None, parts))

    @property
    def result(self) -> str:
        """What came of it, in a sentence."""
        hardest = f" The hardest was rated {max(map(points_of_rush, self.solved)):,}." if self.solved else ""
        done, wrong = counted(len(self.solved) or "no", "board"), counted(self.mistakes or "no", "mistake")
        return f"You solved {done} in {clock_text(self.seconds)}, with {wrong}.{hardest}"

    def lacking(self) -> RushQuestion | None:
        """The question for boards that should be made now, few at once; None if there are enough."""
        made = len(self.boards)
        missing = 0 if self.is_over else len(self.tried) + AHEAD - made
        return RushQuestion(self.terms, made, min(_AT_ONCE if made else 1, missing)) if missing > 0 else None

    def go_on(self) -> bool:
        """Begin the next board, the first one with the clock; False if it is over. A board that is not solved is
        skipped.
        """
        if not self.tried:
            self._began = self._now()
            self.record(f"opened {self._opened}")
        elif not self.tried[-1].solved:
            self.record(SKIPPED)
        number = len(self.tried)
        return self.record(f"{BOARD} {number + 1} {canonical_id(self.boards[number])}")

    def record(self, event: str) -> bool:
        """Keep an event; False if it must have no effect, because the rush is over or its journal is lost."""
        if self.is_over and event not in _WITH_THE_LAST:
            self.end()
            return False
        if self._journal is not None and not self._journal.record(self.seconds, event):
            self.end()
            return False
        self._apply(event)
        return True

    def _apply(self, event: str) -> None:
        word, _, rest = event.partition(" ")
        if word == BOARD:
            self.tried.append(TriedBoard())
        elif word == SKIPPED or (word == "checked" and rest != "0"):
            self.tried[-1] = self.tried[-1]._replace(mistakes=self.tried[-1].mistakes + 1)
        elif word == "finished":
            self.tried[-1] = self.tried[-1]._replace(solved=True)

    def end(self) -> None:
        """Let it be over now, and its journal be closed."""
        if self._ended_at is None:
            self._ended_at = min(self.seconds, self.terms.kind.seconds)
            if self._journal is not None:
                self._journal.close()


def rush_of(context: PlayContext, terms: RushTerms) -> Rush | str:
    """A rush whose journal is kept among what the player has played; or a sentence that says why there is none."""
    library = context.library
    opened = f"{library.today():%Y-%m-%dT%H:%M}" + f" daily {terms.seed}" * (terms.kind == TODAYS)
    try:
        journal = library.open_named(terms.name, terms.head)
    except OSError as error:
        return f"This cannot be kept now: {error}."
    if journal.begun:
        journal.close()
        return "You have played this rush already; tomorrow there is another one."
    return Rush(terms, journal, context.now, opened)


def bests_of(context: PlayContext, game: str, kind: RushKind) -> RushBests:
    """The player's bests in rushes of that game and kind."""
    library = context.library
    return rush_bests(library.others(RUSH), game, kind, library.today().date().isoformat())


class RushController(Controller):
    """Plays the boards of a rush: one key leads on, and nothing tells of the solution but a check."""

    runs_on = True  # the clock does not wait for anybody
    assists = False  # what the program settles by itself would be help

    def __init__(self, context: PlayContext, stage: Stage, rush: Rush) -> None:
        self.rush = rush
        self.on_over: Callable[[], None] = lambda: None
        rush.go_on()
        super().__init__(context, stage, rush.boards, 0)

    def new_session(self, opened: Opened[Puzzle] | None) -> RecordedSession:
        """A session at the board, whose events the rush keeps."""
        session = Session(self.puzzles[self.index], now=self.context.now)
        session.record = lambda seconds, event: self.rush.record(event)
        return RecordedSession(session, None, self.context.library.today())

    def make_ahead(self) -> None:
        """Ask for boards, so that the next one is there when it is needed."""
        if question := self.rush.lacking():
            self.stage.ask(question, lambda made: self._take(question.first, made), MAKING)

    def _take(self, first: int, made: list[Puzzle]) -> None:
        if first == len(self.puzzles):  # nobody has asked twice
            self.puzzles += made
        self.make_ahead()

    def refusal(self, command: str) -> str:
        """Why the player may not give the command now, in a sentence; "" if it may be given."""
        if self.rush.is_over:
            return "" if command in _AWAY else "The rush is over."
        leads_on = command in _ONWARD or (command == "play.on" and self.session.solved)
        if leads_on and self.index + 1 == len(self.puzzles):
            return "One moment: the next board is being made."
        if REVEALS.get(command) in (Reveals.HELP, Reveals.SOLUTION):
            return f"There are no hints in a rush; {self.stage.name_of('play.following')} skips this board."
        stays = self.session.solved and BY_ID[command].group in ("undo", "positions")
        return "That has to wait until the rush is over." if command in _LATER or stays else ""

    def following(self) -> Following:
        """The next board of the rush."""
        return Following(None, self.index + 1, f"board {self.index + 2}")

    def opening(self, puzzles: list[Puzzle], index: int) -> Opened[Puzzle]:
        """The board, of which the rush keeps what is played."""
        return Opened(puzzles[index], None)

    def turn_to(self, puzzles: list[Puzzle], index: int, opened: Opened[Puzzle]) -> None:
        """Go on to the next board."""
        if self.rush.go_on():
            super().turn_to(puzzles, index, opened)
            self.make_ahead()
        else:
            self.on_over()

    def tick(self) -> str:
        """See whether the time is over."""
        if self.rush.is_over:
            self.on_over()
        return ""

    def times_before(self) -> Times:
        """No times: the rush has its own."""
        return Times()

    def count(self) -> None:
        """Nothing: each board has one solution."""

    def pause(self) -> None:
        """Nothing: the clock of a rush does not stop."""

    def leave(self) -> None:
        """Leave the board; the rush goes on."""
        self.session.clock.stop()
