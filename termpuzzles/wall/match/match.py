"""A game for two in play, for any front end: whose turn it is, what is staged, the clocks and the journal.

Two sit at it: the player, a second person at the same keyboard, or the engine at one of its levels, whose turn is a
question. Each turn is in the journal before it has any effect, and so is each action of the turn that a person puts
together; so a game goes on wherever it was left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from termpuzzles.english import counted
from termpuzzles.errors import PuzzleError
from termpuzzles.storage.journal_text import Event
from termpuzzles.wall.game.engine import LEVELS, Best, bot_id, choosing, ranking
from termpuzzles.wall.game.model import Ending, RuleError
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import SIDES, WallPosition
from termpuzzles.wall.game.records import NO_REASON, OPEN, Record, line, read_line, replay
from termpuzzles.wall.game.rules import WallGame
from termpuzzles.wall.match.keeping import Keeping
from termpuzzles.wall.match.staging import STAGE, UNSTAGE, Staging
from termpuzzles.wall.match.terms import NO_CLOCK, YOU, Terms

if TYPE_CHECKING:
    from termpuzzles.logic.task import Task
    from termpuzzles.session.questions import GuideCache
    from termpuzzles.storage.journal import Journal

ANALYST = "hard"  # the level that is asked for advice
OPENED, _FINISHED = "opened", "finished"  # what a list of journals looks for
ABORTED = "aborted"  # a game that a side did not begin in time: it has no result
_ENDS = ("resignation", "timeout", "agreement", "abandoned", ABORTED)  # reasons that are not on the board

Now = Callable[[], float]


class BestQuestion(NamedTuple):
    """Asks for the turn that a level of the engine plays in a game, given as one line."""

    game: str
    level: str
    seed: str

    @classmethod
    def of(cls, match: Match, level: str = ANALYST, seed: str = "") -> BestQuestion:
        """The question what that level of the engine would play now in a match."""
        return cls(line(match.record), level, seed)

    def work(self, cache: GuideCache) -> Task[Best]:
        """The turn, with its value and the depth of the search."""
        game = replay(read_line(self.game))
        return choosing(self.level, game.position, Random(self.seed), game.seen)


class RankingQuestion(NamedTuple):
    """Asks for the best turns in a game, given as one line: at most so many, the best first."""

    game: str
    level: str
    most: int

    def work(self, cache: GuideCache) -> Task[list[Best]]:
        """The turns, each with its value and the depth of the search."""
        game = replay(read_line(self.game))
        return ranking(self.level, game.position, self.most, game.seen)


class DuelClock:
    """Seconds left of each side; the first turn of each is free. Without a control, nothing ever runs out."""

    def __init__(self, control: str, now: Now) -> None:
        minutes, _, increment = control.partition("+")
        self.runs = control != NO_CLOCK
        self.increment = float(increment or 0)
        self.left = [60.0 * float(minutes) if self.runs else inf] * len(SIDES)
        self.used = 0.0  # seconds of the whole game, up to the turn now played
        self._now = now
        self._since: float | None = None
        self._free = [True] * len(SIDES)
        self._past: list[tuple[list[float], list[bool]]] = []  # what was left before each turn, and which were free

    def start(self) -> None:
        """Let it run."""
        self._since = self._now() if self._since is None else self._since

    def stop(self) -> None:
        """Let it stand still; what has run of this turn is forgotten."""
        self._since = None

    @property
    def running(self) -> float:
        """The seconds that the turn now played has taken."""
        return 0.0 if self._since is None else self._now() - self._since

    def seconds(self, side: int, mover: int | None) -> float:
        """What is left of a side, given who is to move; never below 0."""
        spent = self.running if side == mover and not self._free[side] else 0.0
        return max(0.0, self.left[side] - spent)

    def show(self, left: Sequence[float], running: float | None) -> None:
        """Show what another clock shows: the seconds left, and those of the turn now played, None if it stands."""
        self.left = list(left)
        self._since = None if running is None else self._now() - running

    def is_free(self, side: int) -> bool:
        """Whether the next turn of that side costs nothing."""
        return self._free[side]

    def press(self, side: int, taken: float) -> None:
        """A side has ended its turn after so many seconds."""
        self._past.append((list(self.left), list(self._free)))
        self.used += taken
        if not self._free[side]:
            self.left[side] += self.increment - taken
        self._free[side] = False
        self._since = None if self._since is None else self._now()

    def halt(self, side: int, taken: float) -> None:
        """The game has ended while that side was to move, so many seconds after its turn began."""
        if not self._free[side]:
            self.left[side] = max(0.0, self.left[side] - taken)
        self.used += taken
        self._since = None if self._since is None else self._now()

    def run_out(self, side: int) -> None:
        """A side has no time left."""
        self.left[side] = 0.0

    def back(self, taken: float) -> None:
        """A turn was taken back, so many seconds after the last event: what was left before it is left again."""
        self.used += taken
        self.left, self._free = self._past.pop()
        self._since = None if self._since is None else self._now()


class Match:
    """A game in play with its terms, clock and journal; `staging` is the turn of the side to move."""

    def __init__(self, terms: Terms, now: Now, journal: Journal | None = None, why_unkept: str = "") -> None:
        self.terms = terms
        self.game = WallGame(terms.start)
        self.clock = DuelClock(terms.clock, now)
        self.staging = Staging(terms.start, self._keep)
        self.events: list[Event] = []  # the journal's so far, without what is staged and what only lists look for
        self.keeping = Keeping(journal, why_unkept)
        if journal is not None:
            journal.replay(self.restore)

    @property
    def position(self) -> WallPosition:
        """The position on the board."""
        return self.game.position

    @property
    def mover(self) -> str:
        """Who sits at the side to move."""
        return self.terms.seats[self.position.side]

    @property
    def is_bot(self) -> bool:
        """Whether the engine is to move."""
        return self.game.outcome is None and self.mover in LEVELS

    @property
    def planning(self) -> Staging | None:
        """The turn to plan while the engine thinks: as if it had passed; None if no person waits for it."""
        side = 1 - self.position.side
        waits = self.is_bot and self.terms.seats[side] not in LEVELS
        return Staging(self.position._replace(side=side)) if waits else None

    @property
    def trouble(self) -> str:
        """Why turns are not being kept, in a sentence; "" while they are."""
        return self.keeping.trouble

    @property
    def record(self) -> Record:
        """The game so far as a record."""
        names = self.terms.names or (None, None)
        players = [
            {"kind": "bot" if seat in LEVELS else "you" if seat == YOU else "friend", "name": name}
            | ({"bot_id": bot_id(seat)} if seat in LEVELS else {})
            for seat, name in zip(self.terms.seats, names, strict=True)
        ]
        control = _seconds_of(self.terms.clock)
        details: dict[str, Any] = {"players": players, "rated": self.terms.rated, "time_control": control}
        found = Record.of(self.game, details)
        return found._replace(result=OPEN, reason=NO_REASON) if found.reason == ABORTED else found

    def play(self, turn: Turn) -> bool:
        """Play a legal turn; False if another window has the game now. Raises RuleError if the turn is not legal."""
        self.game.judge(turn, seconds=self.clock.seconds(self.position.side, self.position.side))
        return self._do(f"turn {turn}")

    def resign(self, side: int) -> bool:
        """That side gives up."""
        return self._do(f"resignation {SIDES[side]}")

    def draw(self) -> bool:
        """Both agree on a draw."""
        return self._do("agreement")

    def flag(self) -> bool:
        """End the game if the time of the side to move has run out; True if it has just ended so."""
        side = self.position.side
        if self.game.outcome or self.clock.seconds(side, side) > 0:
            return False
        return self._do(f"timeout {SIDES[side]}")

    def abandon(self, side: int) -> bool:
        """That side has not come back, and the other one claims the game."""
        return self._do(f"abandoned {SIDES[side]}")

    def abort(self) -> bool:
        """A side has not begun: the game does not count."""
        return self._do(ABORTED)

    def take_back(self) -> int:
        """Take back to the last turn of a person, so that the same one is to move again; returns how many turns."""
        seats, sides = self.terms.seats, [position.side for position in self.game.positions[:-1]]
        number = next((n for n, side in enumerate(reversed(sides), 1) if seats[side] not in LEVELS), 0)
        return number if number and self.take_turns_back(number) else 0

    def take_turns_back(self, number: int) -> bool:
        """Take so many turns back, and what they cost of the clocks."""
        return self._do(f"back {number}")

    def _do(self, event: str) -> bool:
        taken = self.clock.running
        seconds = round(self.clock.used + taken, 1)
        if not self.keeping.record(seconds, event):
            return False
        self._apply(event, taken)
        self.events.append((seconds, event))
        if self.game.outcome:
            self.keeping.record(seconds, _FINISHED)
        return True

    def _keep(self, event: str) -> bool:
        """Keep what is staged; False if another window has the game now."""
        return self.keeping.record(round(self.clock.used, 1), event)

    def _apply(self, event: str, taken: float) -> None:
        """Do what the event says. Raises ValueError if it cannot be."""
        word, _, rest = event.partition(" ")
        side = self.position.side
        if word == "turn":
            self.game.play(read_turn(rest))
            self.clock.press(side, taken)
        elif word == "back":
            if int(rest) > len(self.game.turns):
                raise PuzzleError("no more turns than were played", rest)
            for _ in range(int(rest)):
                self.game.take_back()
                self.clock.back(taken)
                taken = 0.0
        elif word in (STAGE, UNSTAGE):
            self.staging.restore(event)
            return
        elif word in (OPENED, _FINISHED):
            return
        elif word in _ENDS:
            self.game.end(Ending(1 - SIDES.index(rest) if rest else None, word))
            self.clock.halt(side, taken)
            if word == "timeout":
                self.clock.run_out(SIDES.index(rest))
        else:
            raise PuzzleError("an event of a Wall Game")
        self.staging = Staging(self.position, self._keep)

    def restore(self, events: Iterable[Event]) -> int:
        """Play events of a journal as far as they can be; returns how many."""
        count = 0
        for seconds, event in events:
            try:
                self._apply(event, max(0.0, seconds - self.clock.used))
            except (PuzzleError, RuleError, ValueError, IndexError):
                break
            count += 1
            if event.partition(" ")[0] not in (STAGE, UNSTAGE, OPENED, _FINISHED):
                self.events.append((seconds, event))
        return count

    def leave(self) -> None:
        """Make sure that everything is kept, and release the journal."""
        self.clock.stop()
        self.keeping.close()


def _seconds_of(clock: str) -> str | None:
    """The control as records give it: the first number in seconds."""
    minutes, _, increment = clock.partition("+")
    return f"{60 * int(minutes)}+{increment}" if clock else None


def ending_in_words(ending: Ending) -> str:
    """How a game ended, in a sentence."""
    if ending.winner is None:
        return _DRAWN[ending.reason]
    winner, loser = SIDES[ending.winner].capitalize(), SIDES[1 - ending.winner]
    return _WON[ending.reason].format(winner=winner, loser=loser)


_WON = {
    "knockout": "{winner} wins: {winner}'s cat has caught {loser}'s mouse.",
    "resignation": "{winner} wins: {loser} resigned.",
    "timeout": "{winner} wins: {loser} ran out of time.",
    "abandoned": "{winner} wins: {loser} did not come back.",
}
_DRAWN = {
    "one-move": "A draw: red caught the mouse, but blue's cat was within one turn of red's mouse.",
    "repetition": "A draw: the same position came up for the third time.",
    "agreement": "A draw by agreement.",
    ABORTED: "The game was not begun in time, so it does not count.",
}


def turn_in_words(turn: Turn) -> str:
    """A turn as one reads it: `cat to e4, wall right of f3`."""
    parts = []
    for term in [] if turn == Turn() else str(turn).split("."):
        kind, place = term[0], term[1:]
        parts.append(_KINDS[kind].format(place))
    return ", ".join(parts) or "passes"


def advice_in_words(turn: Turn) -> str:
    """What the engine would play, in a sentence."""
    return f"The engine would play {turn}: {turn_in_words(turn)}."


def taken_back_in_words(number: int) -> str:
    """That so many turns were taken back, in a sentence."""
    return f"{counted(number, 'turn')} taken back." if number else "You have not played a turn yet."


_KINDS = {"C": "cat to {}", "M": "mouse to {}", ">": "wall right of {}", "^": "wall above {}"}
