"""A game for two in play, for any front end: whose turn it is, what is staged, the clocks and the journal.

Two sit at it: the player, a second person at the same keyboard, or the engine at one of its levels, whose turn is a
question. Each turn is in the journal before it has any effect, so that a game goes on wherever it was left.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from termpuzzles.errors import PuzzleError
from termpuzzles.storage.journal_text import VERSION, Event, Head
from termpuzzles.wall.game.engine import LEVELS, Best, bot_id, choosing
from termpuzzles.wall.game.model import Ending, RuleError
from termpuzzles.wall.game.notation import Place, Turn, position_text, read_position, read_turn
from termpuzzles.wall.game.position import SIDES, Wall, WallPosition
from termpuzzles.wall.game.puzzles import PuzzleAttempt, TryResult, WallPuzzle
from termpuzzles.wall.game.records import NO_REASON, OPEN, Record, read_line, replay
from termpuzzles.wall.game.rules import ACTIONS, WallGame, after_turn, judge

if TYPE_CHECKING:
    from termpuzzles.logic.task import Task
    from termpuzzles.session.questions import GuideCache
    from termpuzzles.storage.journal import Journal

DUEL = "duel:"  # with which the games begin that its journals name
WALL_GAME = f"{DUEL}wall"
YOU, FRIEND = "you", "friend"
SEATS = (YOU, FRIEND, *LEVELS)  # who may sit at a side
ANALYST = "hard"  # the level that is asked for advice
NO_CLOCK = ""
CLOCKS = {NO_CLOCK: "none", "1+0": "bullet", "3+2": "blitz", "10+2": "rapid", "30+0": "classical"}
_CONTROL = re.compile(r"[0-9]{1,3}\+[0-9]{1,3}", re.ASCII)
OPENED, _FINISHED = "opened", "finished"  # what a list of journals looks for
ABORTED = "aborted"  # a game that a side did not begin in time: it has no result
_ENDS = ("resignation", "timeout", "agreement", "abandoned", ABORTED)  # reasons that are not on the board

Now = Callable[[], float]


class BestQuestion(NamedTuple):
    """Asks for the turn that a level of the engine plays in a game, given as one line."""

    game: str
    level: str
    seed: str

    def work(self, cache: GuideCache) -> Task[Best]:
        """The turn, with its value and the depth of the search."""
        game = replay(read_line(self.game))
        return choosing(self.level, game.position, Random(self.seed), game.seen)


class TryQuestion(NamedTuple):
    """Asks whether a turn keeps the goal of a puzzle, after the turns tried so far that did."""

    puzzle: WallPuzzle
    before: tuple[Turn, ...]
    turn: Turn

    def work(self, cache: GuideCache) -> Task[TryResult]:
        """What became of the try."""
        yield None
        attempt = PuzzleAttempt(self.puzzle)
        for turn in self.before:
            attempt.play(turn)
        return attempt.play(self.turn)


class Staging:
    """The turn being put together; `turn` is legal as far as it has come, and `shown` the position with it."""

    def __init__(self, position: WallPosition) -> None:
        self.position = position
        self._steps: list[Turn] = [Turn()]

    @property
    def turn(self) -> Turn:
        """The turn so far."""
        return self._steps[-1]

    @property
    def left(self) -> int:
        """How many actions are left."""
        return ACTIONS - self._cost(self.turn)

    @property
    def shown(self) -> WallPosition:
        """The position with what is staged, the same side to move."""
        return after_turn(self.position, self.turn)._replace(side=self.position.side)

    def place(self, mouse: bool) -> Place:
        """Where the own cat or mouse stands with what is staged."""
        side = self.position.side
        return self.shown.place(self.shown.mouse(side) if mouse else self.shown.cat(side))

    def put(self, mouse: bool, to: Place) -> str:
        """Stage the cat or mouse on a cell, or back where it stood; returns why that cannot be, or ""."""
        side = self.position.side
        home = self.position.place(self.position.mouse(side) if mouse else self.position.cat(side))
        there = None if to == home else to
        return self._stage(_moved(self.turn, mouse, there))

    def build(self, wall: Wall) -> str:
        """Stage a wall, or take it away if it is staged; returns why it cannot be built, or ""."""
        walls = {*self.turn.walls} ^ {wall}
        return self._stage(self.turn._replace(walls=tuple(sorted(walls))))

    def take(self, turn: Turn) -> str:
        """Stage a whole turn in place of what is staged; returns why it is not legal, or ""."""
        return self._stage(turn)

    def adopt(self, turn: Turn) -> bool:
        """Stage of a turn that was planned for another position what is legal here; whether that is all of it."""
        for mouse, place in ((False, turn.cat), (True, turn.mouse)):
            if place is not None:
                self.put(mouse, place)
        for wall in turn.walls:
            self.build(wall)
        return self.turn == turn

    def back(self) -> bool:
        """Undo the last change to what is staged; False if nothing is."""
        if len(self._steps) == 1:
            return False
        self._steps.pop()
        return True

    def targets(self, mouse: bool) -> list[Place]:
        """The cells to which the cat or mouse may go with what is staged."""
        at = self.position
        near = range(-ACTIONS, ACTIONS + 1)
        file, rank = self.place(mouse)
        places = [(file + x, rank + y) for x in near for y in near if abs(x) + abs(y) <= ACTIONS]
        inside = [place for place in places if 0 <= place[0] < at.width and 0 <= place[1] < at.height]
        return [place for place in inside if not why_illegal(at, _moved(self.turn, mouse, place))]

    def _stage(self, turn: Turn) -> str:
        why = why_illegal(self.position, turn)
        if not why:
            self._steps.append(turn)
        return why

    def _cost(self, turn: Turn) -> int:
        side, cost = self.position.side, len(turn.walls)
        for home, to in ((self.position.cat(side), turn.cat), (self.position.mouse(side), turn.mouse)):
            if to is not None:
                file, rank = self.position.place(home)
                cost += abs(file - to[0]) + abs(rank - to[1])
        return cost


def _moved(turn: Turn, mouse: bool, to: Place | None) -> Turn:
    return turn._replace(mouse=to) if mouse else turn._replace(cat=to)


def why_illegal(position: WallPosition, turn: Turn) -> str:
    """Why a turn is not legal, in a sentence; "" if it is."""
    try:
        judge(position, turn)
    except RuleError as broken:
        return broken.sentence
    return ""


class PuzzleCourse:
    """A puzzle as far as right turns and their answers have led; `staging` is the next try."""

    def __init__(self, puzzle: WallPuzzle) -> None:
        self.puzzle = puzzle
        self.kept: list[Turn] = []  # the turns that were right
        self.staging = Staging(puzzle.position)
        self.solved = False

    def question(self, turn: Turn) -> TryQuestion:
        """Whether the turn is right."""
        return TryQuestion(self.puzzle, tuple(self.kept), turn)

    def take(self, turn: Turn, found: TryResult) -> None:
        """Go on after a right turn and its answer, or take a wrong one back."""
        at = self.staging.position
        if found.right:
            self.kept.append(turn)
            at = after_turn(at, turn)
            at = after_turn(at, found.answer) if found.answer else at
            self.solved = found.over
        self.staging = Staging(at)


class Terms(NamedTuple):
    """What was agreed: the position to begin with, who sits at red and at blue, and the clock, such as `10+2`.

    Two players of a service sit there by their ids, have names, and may be rated by the game.
    """

    start: WallPosition
    seats: tuple[str, str]
    clock: str = NO_CLOCK
    names: tuple[str, str] | None = None
    rated: bool = False

    @property
    def title(self) -> str:
        """Who plays whom, as a list names it."""
        red, blue = self.shown
        return f"{red} against {blue}"

    @property
    def shown(self) -> tuple[str, str]:
        """Red and blue as one reads them."""
        return self.names or self.seats

    def head(self) -> bytes:
        """The first line of the game's journal."""
        at = self.start
        facts = {
            "termpuzzles": VERSION,
            "game": WALL_GAME,
            "size": f"{at.width}x{at.height}",
            "title": self.title,
            "text": position_text(at),
            "seats": list(self.seats),
            "clock": self.clock,
        }
        if self.names:
            facts |= {"names": list(self.names), "rated": self.rated}
        return json.dumps(facts).encode() + b"\n"


def terms_of(head: Head | None) -> Terms:
    """The terms in the first line of a journal. Raises PuzzleError if it is not that of a game for two."""
    if head is None or head.game != WALL_GAME:
        raise PuzzleError("the journal of a Wall Game")
    clock, names = head.more.get("clock"), _pair(head.more.get("names"))
    seats = _pair(head.more.get("seats"))
    if seats is None or not (names or all(seat in SEATS for seat in seats)):
        raise PuzzleError(f"two of {', '.join(SEATS)} at the board")
    control = clock if isinstance(clock, str) and _CONTROL.fullmatch(clock) else NO_CLOCK
    return Terms(read_position(head.text), seats, control, names, head.more.get("rated") is True)


def _pair(value: object) -> tuple[str, str] | None:
    """Two texts in JSON."""
    match value:
        case [str(red), str(blue)]:
            return red, blue
    return None


def name_of(terms: Terms, begun: str) -> str:
    """A name for the journal of a game that begins at that time."""
    return sha256(terms.head() + begun.encode()).hexdigest()[:24]


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

    def __init__(self, terms: Terms, now: Now, journal: Journal | None = None) -> None:
        self.terms = terms
        self.game = WallGame(terms.start)
        self.clock = DuelClock(terms.clock, now)
        self.staging = Staging(terms.start)
        self.events: list[Event] = []  # the journal's so far, without what only lists look for
        self._journal = journal
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
        return (self._journal.lost or self._journal.trouble) if self._journal else ""

    @property
    def lost(self) -> str:
        """Why another window or process has the game now; "" while it is here."""
        return self._journal.lost if self._journal else ""

    @property
    def is_stored(self) -> bool:
        """Whether all that was played has arrived in the journal."""
        return self._journal is None or self._journal.is_stored

    def when_stored(self, hear: Callable[[], None]) -> None:
        """Call this whenever all has arrived there."""
        if self._journal is not None:
            self._journal.stored = hear

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

    @property
    def owners(self) -> dict[Wall, int]:
        """Which side built each wall; those of the start belong to neither."""
        found: dict[Wall, int] = {}
        for position, turn in zip(self.game.positions, self.game.turns, strict=False):
            found |= dict.fromkeys(turn.walls, position.side)
        return found

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
        if self._journal is not None and not self._journal.record(seconds, event):
            return False
        self._apply(event, taken)
        self.events.append((seconds, event))
        if self._journal is not None and self.game.outcome:
            self._journal.record(seconds, _FINISHED)
        return True

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
        elif word in (OPENED, _FINISHED):
            return
        elif word in _ENDS:
            self.game.end(Ending(1 - SIDES.index(rest) if rest else None, word))
            if word == "timeout":
                self.clock.run_out(SIDES.index(rest))
        else:
            raise PuzzleError("an event of a Wall Game")
        self.staging = Staging(self.position)

    def restore(self, events: Iterable[Event]) -> int:
        """Play events of a journal as far as they can be; returns how many."""
        count = 0
        for seconds, event in events:
            try:
                self._apply(event, max(0.0, seconds - self.clock.used))
            except (PuzzleError, RuleError, ValueError, IndexError):
                break
            count += 1
            if event.partition(" ")[0] not in (OPENED, _FINISHED):
                self.events.append((seconds, event))
        return count

    def check_claim(self) -> str:
        """Let another window have the game if it asks for it; returns why to leave, or ""."""
        if self._journal is None:
            return ""
        if self._journal.claimed:
            self._journal.yield_to_claim()
        return self._journal.lost

    def leave(self) -> None:
        """Make sure that everything is kept, and release the journal."""
        self.clock.stop()
        if self._journal is not None:
            self._journal.close()


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


_KINDS = {"C": "cat to {}", "M": "mouse to {}", ">": "wall right of {}", "^": "wall above {}"}
