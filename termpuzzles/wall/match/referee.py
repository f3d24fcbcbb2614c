"""A game between two players of a service, and who judges it.

The referee alone has the journal. Players send requests, which it judges by the rules and by its own clock, and after
each it tells everybody the *state* as values that JSON can hold: how many events the journal has, and the last one;
the clocks; who is here; what is offered. Whoever has missed an event reads the journal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from termpuzzles.english import counted, sentence
from termpuzzles.errors import PuzzleError
from termpuzzles.wall.game.model import RuleError
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import SIDES
from termpuzzles.wall.match.match import Match, Now

BEGIN_SECONDS = 60.0  # in which each side must play its first turn, which costs it nothing
CLAIM_SECONDS = 300.0  # after which a game without a clock can be claimed from a player who is away
SILENT_SECONDS = 25.0  # after which a player of whom nothing was heard counts as away
_MOST_STAGED = 100  # changes to a turn that is being put together, which are kept
WAIT_SECONDS = 60.0  # for which the clock of a game that was broken off waits for both players

_NOT_YOURS = "This is not your game."
_OVER = "The game is over."
_LATE = "That came too late: the game has gone on."


class Referee:
    """Judges a match. With `is_resumed` its clock stands still until both players are here, a minute at most."""

    def __init__(self, match: Match, now: Now, is_resumed: bool = False) -> None:
        self.match = match
        self.again = [False] * len(SIDES)  # who wants another game
        self.next = ""  # the name of that game
        self.ratings: list[str] = []  # of both players, as one reads them
        self.gained: list[int] = []  # the points of both, once it is over and rated
        self._now = now
        self._waits_until: float | None = now() + WAIT_SECONDS if is_resumed and match.clock.runs else None
        self._heard: list[float | None] = [None] * len(SIDES)  # when each player was heard last, None if away
        self._away_since = [now()] * len(SIDES)
        self._draw: int | None = None  # the side that offers a draw
        self._back: int | None = None  # the side that asks to take its turn back
        self._staged = Counter[int]()  # how often something was staged, by the number of events
        self._offered_at = [-1] * len(SIDES)  # how many turns had been played when each side offered a draw last
        if self._waits_until is None and not match.game.outcome:
            match.clock.start()

    def side_of(self, who: str) -> int | None:
        """The side at which the player of that id sits."""
        seats = self.match.terms.seats
        return seats.index(who) if who in seats else None

    @property
    def is_deserted(self) -> bool:
        """Whether nobody who plays is here."""
        return self._heard == [None, None]

    def on_request(self, who: str, request: Mapping[str, Any]) -> str:
        """Do what somebody asks for; returns why not in a sentence, or ""."""
        side = self.side_of(who)
        if side is None:
            return _NOT_YOURS
        does: dict[str, Callable[[int, Mapping[str, Any]], str]] = {
            "here": self._come,
            "gone": self._go,
            "turn": self._turn,
            "stage": self._stage,
            "resign": self._resign,
            "draw": self._offer,
            "back": self._ask_back,
            "no": self._refuse,
            "claim": self._claim,
            "again": self._again,
        }
        do = does.get(str(request.get("do")))
        if do is None:
            return "The game does not know that request."
        self.tick()
        return do(side, request)

    def tick(self) -> None:
        """Do what time does: end the game, or count a player as away."""
        now, match = self._now(), self.match
        for side, heard in enumerate(self._heard):
            if heard is not None and now - heard > SILENT_SECONDS:
                self._heard[side], self._away_since[side] = None, heard
        if self._waits_until is not None and (now >= self._waits_until or None not in self._heard):
            self._waits_until = None
            match.clock.start()
        if match.game.outcome or not match.clock.runs:
            return
        side = match.position.side
        if match.clock.is_free(side) and match.clock.running >= BEGIN_SECONDS:
            match.abort()
        else:
            match.flag()

    def due(self) -> float:
        """Seconds after which time may do something, if nothing else happens."""
        match, clock = self.match, self.match.clock
        times = [SILENT_SECONDS - (self._now() - heard) for heard in self._heard if heard is not None]
        if self._waits_until is not None:
            times.append(self._waits_until - self._now())
        elif clock.runs and not match.game.outcome:
            side = match.position.side
            times.append(BEGIN_SECONDS - clock.running if clock.is_free(side) else clock.seconds(side, side))
        return max(0.0, min(times, default=SILENT_SECONDS)) + 0.005  # a timer may come a little too soon

    def state(self) -> dict[str, Any]:
        """What everybody is told."""
        match, clock = self.match, self.match.clock
        runs = self._waits_until is None and match.game.outcome is None
        return {
            "events": len(match.events),
            "last": match.events[-1] if match.events else None,
            "left": clock.left if clock.runs else None,
            "running": clock.running if runs else None,
            "away": [
                None if heard is not None else self._now() - since
                for heard, since in zip(self._heard, self._away_since, strict=True)
            ],
            "draw": self._draw,
            "back": self._back,
            "again": self.again,
            "next": self.next,
            "ratings": self.ratings,
            "gained": self.gained,
            "trouble": match.trouble,
        }

    def _come(self, side: int, request: Mapping[str, Any]) -> str:
        self._heard[side] = self._now()
        self.tick()
        return ""

    def _go(self, side: int, request: Mapping[str, Any]) -> str:
        self._heard[side], self._away_since[side] = None, self._now()
        return ""

    def _is_late(self, request: Mapping[str, Any]) -> str:
        """Why a request that belongs to a position cannot be heard, or ""."""
        if self.match.game.outcome:
            return _OVER
        return "" if request.get("at") == len(self.match.events) else _LATE

    def _turn(self, side: int, request: Mapping[str, Any]) -> str:
        if why := self._is_late(request):
            return why
        if side != self.match.position.side:
            return f"It is {SIDES[1 - side]}'s turn."
        try:
            self.match.play(read_turn(str(request.get("turn"))))
        except PuzzleError as error:
            return f"{error}."
        except RuleError as error:
            return sentence(error.sentence)
        self._draw = self._back = None
        return ""

    def _stage(self, side: int, request: Mapping[str, Any]) -> str:
        """Keep an action of a turn that is being put together; one that cannot be kept is not missed before it ends."""
        number = len(self.match.events)
        if not self._is_late(request) and side == self.match.position.side and self._staged[number] < _MOST_STAGED:
            self._staged[number] += 1
            self.match.staging.follow(str(request.get("event")))
        return ""

    def _resign(self, side: int, request: Mapping[str, Any]) -> str:
        if self.match.game.outcome:
            return _OVER
        self.match.resign(side)
        return ""

    def _offer(self, side: int, request: Mapping[str, Any]) -> str:
        if why := self._is_late(request):
            return why
        if self._draw == 1 - side:
            self.match.draw()
            return ""
        turns = len(self.match.game.turns)
        if 0 <= self._offered_at[side] <= turns < self._offered_at[side] + len(SIDES):
            return "You have offered a draw already. You can offer one again after your next turn."
        self._draw, self._offered_at[side] = side, turns
        return ""

    def _ask_back(self, side: int, request: Mapping[str, Any]) -> str:
        if self.match.terms.rated:
            return "In a rated game, turns are not taken back."
        if why := self._is_late(request):
            return why
        if self._back == 1 - side:
            self.match.take_turns_back(self._turns_back(1 - side))
            self._draw = self._back = None
        elif len(self.match.game.turns) < self._turns_back(side):
            return "You have not played a turn yet."
        else:
            self._back = side
        return ""

    def _turns_back(self, side: int) -> int:
        """How many turns lead back to the last one of that side."""
        return 2 if self.match.position.side == side else 1

    def _refuse(self, side: int, request: Mapping[str, Any]) -> str:
        if self._draw == 1 - side:
            self._draw = None
        if self._back == 1 - side:
            self._back = None
        return ""

    def _claim(self, side: int, request: Mapping[str, Any]) -> str:
        match, other = self.match, 1 - side
        if match.game.outcome:
            return _OVER
        if match.clock.runs:
            return "The clock decides this game."
        if self._heard[other] is not None:
            return f"{match.terms.shown[other]} is here."
        left = CLAIM_SECONDS - (self._now() - self._away_since[other])
        if left > 0:
            more = counted(max(1, round(left)), "more second")
            return f"You can claim the game if {match.terms.shown[other]} stays away for {more}."
        match.abandon(other)
        return ""

    def _again(self, side: int, request: Mapping[str, Any]) -> str:
        if not self.match.game.outcome:
            return "This game is not over."
        self.again[side] = True
        return ""
