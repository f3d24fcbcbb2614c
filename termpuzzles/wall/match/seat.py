"""A match as one of its players, or somebody who watches, sees it, and what keeps that view up to date."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from termpuzzles.storage.journal_text import Event, parse
from termpuzzles.wall.game.notation import Turn
from termpuzzles.wall.game.rules import WallGame
from termpuzzles.wall.match.match import DuelClock, Match, Now
from termpuzzles.wall.match.matches import Matches, topic_of
from termpuzzles.wall.match.offers import LobbyError
from termpuzzles.wall.match.open_list import news_in
from termpuzzles.wall.match.referee import BEGIN_SECONDS
from termpuzzles.wall.match.staging import STAGE, UNSTAGE, Staging
from termpuzzles.wall.match.terms import Terms

HEARTBEAT = 10.0  # seconds after which a player says again that it is there
_QUIET = 25.0  # seconds without a word of the referee after which another one is looked for


class SeatMatch(Match):
    """A match as one who plays or watches sees it: it changes by what the referee tells, never by itself.

    `side` is the player's, None for one who watches. `send` passes a request on. `state` is what was told last.
    """

    def __init__(
        self, terms: Terms, events: Iterable[Event], now: Now, side: int | None, send: Callable[[dict[str, Any]], None]
    ) -> None:
        super().__init__(terms, now)
        self.side = side
        self.state: dict[str, Any] = {}
        self.is_sent = False  # whether a turn was sent that is not answered yet
        self.is_left = False
        self._send, self._now = send, now
        self.restore(events)
        self.close: Callable[[], None] = lambda: None  # ends what tells this match of news
        self.changed: Callable[[str], None] = lambda why: None  # told something: why a request was refused, or ""

    def load(self, events: Iterable[Event]) -> None:
        """Begin anew with the events of the journal."""
        self.game, self.clock = WallGame(self.terms.start), DuelClock(self.terms.clock, self._now)
        self.events.clear()
        self.is_sent = False
        self.restore(events)

    def leave(self) -> None:
        """Hear no more of it."""
        self.is_left = True
        self.clock.stop()
        self.close()

    def on_state(self, state: Mapping[str, Any]) -> bool:
        """Take what the referee tells; False if events are missing, which are in the journal."""
        number, last = state["events"], state["last"]
        if number == len(self.events) + 1:
            self.restore([(last[0], last[1])])
            self.is_sent = False
        if number != len(self.events) or (last and list(self.events[-1]) != list(last)):
            return False
        self.state = dict(state)
        if state["left"] is not None:
            self.clock.show(state["left"], state["running"])
        return True

    @property
    def is_here(self) -> bool:
        """Whether the other player is here; one who watches looks at both."""
        away = self.state.get("away", [None, None])
        return all(each is None for side, each in enumerate(away) if side != self.side)

    @property
    def seconds_to_begin(self) -> float | None:
        """The seconds within which the side to move must play its first turn; None if it has, or without a clock."""
        clock, side = self.clock, self.position.side
        waits = clock.runs and self.game.outcome is None and clock.is_free(side)
        return max(0.0, BEGIN_SECONDS - clock.running) if waits else None

    @property
    def may_move(self) -> bool:
        """Whether the player is to move."""
        return self.game.outcome is None and self.position.side == self.side and not self.is_sent

    @property
    def planning(self) -> Staging | None:
        """The turn to plan while the other player thinks, as if that one had passed."""
        waits = self.game.outcome is None and self.side == 1 - self.position.side
        return Staging(self.position._replace(side=1 - self.position.side)) if waits else None

    @property
    def trouble(self) -> str:
        """Why turns are not being kept, in a sentence; "" while they are."""
        return str(self.state.get("trouble", ""))

    def play(self, turn: Turn) -> bool:
        """Send a legal turn to the referee. Raises RuleError if it is not legal."""
        self.game.judge(turn, self.side)
        self.is_sent = True
        self.staging.stage(turn)
        self.ask("turn", turn=str(turn))
        return True

    def _keep(self, event: str) -> bool:
        """Have the referee keep what is staged; what comes of that matters only to whoever comes back."""
        if not self.is_sent:
            self.ask("stage", event=event)
        return True

    def _apply(self, event: str, taken: float) -> None:
        """Do what the event says; what another player has staged is not for this one's eyes."""
        if event.partition(" ")[0] not in (STAGE, UNSTAGE) or self.position.side == self.side:
            super()._apply(event, taken)

    def ask(self, what: str, **more: Any) -> None:
        """Send a request that belongs to the position on the board."""
        self._send({"do": what, "at": len(self.events), **more})

    @property
    def asked(self) -> str:
        """What the other player offers or asks for, as a word: draw, back, again or ""."""
        if self.side is None:
            return ""
        other = 1 - self.side
        if self.game.outcome is None:
            return next((word for word in ("draw", "back") if self.state.get(word) == other), "")
        again = self.state.get("again", [False, False])
        return "again" if again[other] and not again[self.side] else ""

    @property
    def asks(self) -> str:
        """What this player offers or asks for and has no answer to yet, as a word: draw, back or ""."""
        if self.side is None or self.game.outcome is not None:
            return ""
        return next((word for word in ("draw", "back") if self.state.get(word) == self.side), "")

    def flag(self) -> bool:
        """Nothing: the referee's clock decides."""
        return False


class SeatLine:
    """Keeps a player's view of a match up to date, and says that the player is there, until the match is left."""

    def __init__(self, matches: Matches, name: str, match: SeatMatch, me: str) -> None:
        self._matches, self._name, self._match, self._me = matches, name, match, me
        self._heard = matches.now()
        self._reads = False
        self._latest: Mapping[str, Any] = {}
        self._end = matches.exchange.subscribe(topic_of(name), self._on_message)
        self._timer: asyncio.TimerHandle | None = None
        match.close = self._close
        self._beat()

    def _beat(self) -> None:
        """Say that one is here; look for another referee if the one there was says nothing."""
        is_quiet = self._matches.now() - self._heard > _QUIET
        if self._match.side is not None:
            self._match.ask("here")
            if is_quiet:
                self._matches.begin_task(self._hold())
        elif is_quiet or not self._latest:
            self._matches.exchange.publish(topic_of(self._name), json.dumps({"ask": True}))
        self._timer = asyncio.get_running_loop().call_later(HEARTBEAT, self._beat)

    def _on_message(self, message: str) -> None:
        match news_in(message):
            case {"state": {"events": int(), "last": _, "left": _, "away": [_, _]} as state}:
                self._heard, self._latest = self._matches.now(), state
                if self._match.side is not None and state["away"][self._match.side] is not None:
                    self._match.ask("here")  # the referee is new
                if self._match.on_state(state):
                    self._match.changed("")
                elif not self._reads:
                    self._reads = True
                    self._matches.begin_task(self._read())
            case {"to": self._me, "say": str(why)} if self._match.side is not None:
                self._match.is_sent = False
                self._match.changed(why)
            case {"from": self._me, "request": {"do": "gone"}} if self._match.side is not None:
                self._match.ask("here")  # the player was at another terminal as well
            case {"free": _} if self._match.side is not None:
                self._matches.begin_task(self._hold())

    async def _hold(self) -> None:
        """Let this process be the referee, unless another one is."""
        with suppress(LobbyError):
            await self._matches.hold(self._name)

    async def _read(self) -> None:
        """Read the events that were missed."""
        content = parse(await asyncio.to_thread(self._matches.store.read, self._name))
        self._reads = False
        self._match.load(content.events)
        if self._match.on_state(self._latest):
            self._match.changed("")

    def _close(self) -> None:
        self._end()
        if self._timer is not None:
            self._timer.cancel()
        if self._match.side is not None:
            self._match.ask("gone")
