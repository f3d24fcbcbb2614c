"""Matches between the players of a service: who judges them, where they are kept, and how players come to them.

Each process of a service has its `Matches`; they reach each other by an exchange and a store alone. The process that
holds the journal of a match is its referee; if that process ends, another one is to which a player comes.

A seat is kept by the id that its player had when the match began. Whoever sits there may have been joined to another
player since, so seats are looked up anew whenever a match is read.

By the topic `wall:MATCH` players ask, and the referee tells. What lasts is in the store: a journal for each match, and
a ledger for each player.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any
from weakref import WeakValueDictionary

from termpuzzles.company.meetings import Exchange
from termpuzzles.errors import PuzzleError
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.store import JournalInUseError, Store
from termpuzzles.wall.match.ledger import GUESTS, Ledgers
from termpuzzles.wall.match.match import ABORTED, OPENED, Match, Now
from termpuzzles.wall.match.offers import (
    LobbyError,
    Offer,
    OpenChallenge,
    Running,
)
from termpuzzles.wall.match.open_list import WaitingHere, news_in
from termpuzzles.wall.match.ratings import (
    began,
)
from termpuzzles.wall.match.referee import Referee
from termpuzzles.wall.match.terms import CLOCKS, Terms, terms_of

KEPT = 1_000  # matches of a player that are over, of which the turns are kept
_IDLE = 600.0  # seconds for which a match without a player is still held
_AGAIN = 1.0  # seconds after which a store that is away is tried again


@dataclass
class _Held:
    """A match of which this process is the referee."""

    referee: Referee
    end: Callable[[], None]
    timer: asyncio.TimerHandle | None = None
    deserted_since: float | None = None
    is_settled: bool = False
    is_unpublished: bool = False  # whether something has happened that is not stored yet

    def look_after(self, seconds: float, look: Callable[[], None]) -> None:
        """Look at it again after so many seconds, and not before."""
        if self.timer is not None:
            self.timer.cancel()
        self.timer = asyncio.get_running_loop().call_later(seconds, look)


class Matches:
    """The matches of a service as one of its processes sees them; used on its loop.

    `find` is that of a `Company`. Of so many matches of a player that are over as `kept` says, the turns are kept.
    """

    def __init__(
        self,
        exchange: Exchange,
        store: Store,
        find: Callable[[str], tuple[str, str]],
        now: Now = time.monotonic,
        kept: Callable[[], int] = lambda: KEPT,
    ) -> None:
        self.exchange, self.store, self.find, self.now, self.kept = exchange, store, find, now, kept
        self.ledgers = Ledgers(store, self.seated, kept, lambda name: name in self._held)
        self.waiting = WaitingHere(exchange, self._on_accepted, self._running)
        self._held: dict[str, _Held] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_stopped = False

    def stop(self) -> None:
        """Let every journal go, as the service ends: whoever comes back goes on."""
        self._is_stopped = True
        for name in list(self._held):
            self._release(name)
        self.waiting.stop()

    def begin_task(self, work: Coroutine[Any, Any, Any]) -> None:
        """Do some work on its own, unless the service ends."""
        if self._is_stopped:
            work.close()
            return
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Matches

    async def begin(self, name: str, terms: Terms) -> None:
        """Begin a match, unless it has begun. Raises LobbyError."""
        if not await self.hold(name, terms):
            raise LobbyError("This match is held elsewhere.")

    async def hold(self, name: str, terms: Terms | None = None) -> bool:
        """Become the referee of a match; False if another process is. Raises LobbyError if there is no such match."""
        alone = self._opening.setdefault(name, asyncio.Lock())
        async with alone:
            if name in self._held:
                return True
            try:
                match, is_new = await asyncio.to_thread(self._open, name, terms)
            except JournalInUseError:
                return False
            except (OSError, PuzzleError) as error:
                raise LobbyError(f"This match cannot be opened: {error}.") from None
            referee = Referee(match, self.now, is_resumed=not is_new)
            referee.ratings = await asyncio.to_thread(self.ledgers.ratings_of, match.terms)

            def publish_what_is_stored() -> None:
                if name in self._held and self._held[name].is_unpublished:
                    self._publish_state(name)

            match.keeping.when_stored(publish_what_is_stored)
            self._held[name] = _Held(referee, self.exchange.subscribe(topic_of(name), partial(self._on_message, name)))
            self._publish_state(name)
            return True

    def _open(self, name: str, terms: Terms | None) -> tuple[Match, bool]:
        """The match of that name with its journal, and whether it has only begun."""
        data = self.store.read(name)
        if data:
            terms = terms_of(parse(data).head)
        elif terms is None:
            raise LobbyError("There is no such match.")
        terms = self.seated(terms)
        journal = Journal(self.store.open(name), terms.head)
        try:
            match = Match(terms, self.now, journal)
            if not data:
                journal.record(0.0, f"{OPENED} {time.strftime('%Y-%m-%d')}")
            for side, player in enumerate(terms.seats):
                self.ledgers.note(player, began(name, terms, side))
        except OSError:
            journal.close()
            raise
        return match, not data

    def seated(self, terms: Terms) -> Terms:
        """The terms with the ids of those who sit there now; may wait for a disk."""
        red, blue = (self.find(seat)[0] for seat in terms.seats)
        return terms._replace(seats=(red, blue))

    def ask(self, name: str, who: str, request: Mapping[str, Any]) -> None:
        """Ask the referee of a match for something.

        What a player stages is kept at once if that one is here: it is shown next, and the process may be killed.
        """
        if request.get("do") == "stage" and name in self._held and self._held[name].referee.side_of(who) is not None:
            self._judge(name, who, request)
        else:
            self.exchange.publish(topic_of(name), json.dumps({"from": who, "request": request}))

    def _on_message(self, name: str, message: str) -> None:
        """Take in what somebody says about a match."""
        match news_in(message):
            case {"from": str(who), "request": dict(request)}:
                if self._held[name].referee.side_of(who) is None:
                    self.begin_task(self._on_request_of_a_stranger(name, who, request))
                else:
                    self._judge(name, who, request)
            case {"ask": _}:
                self._publish_state(name)

    async def _on_request_of_a_stranger(self, name: str, who: str, request: Mapping[str, Any]) -> None:
        """Judge what somebody asks for who may sit there by another id than when the match was opened."""
        match = self._held[name].referee.match
        with suppress(OSError):
            match.terms = await asyncio.to_thread(self.seated, match.terms)
        if name in self._held:
            self._judge(name, who, request)

    def _judge(self, name: str, who: str, request: Mapping[str, Any]) -> None:
        """Judge what somebody asks for in a match, and tell everybody how it stands."""
        if why := self._held[name].referee.on_request(who, request):
            self.exchange.publish(topic_of(name), json.dumps({"to": who, "say": why}))
        if request.get("do") != "stage":  # of which nobody needs to know
            self._publish_state(name)

    def _publish_state(self, name: str) -> None:
        """Tell how a match stands, once that is stored; look again when time may change it."""
        held = self._held[name]
        held.is_unpublished = not held.referee.match.keeping.is_stored
        if held.is_unpublished:
            return
        referee, match = held.referee, held.referee.match
        if match.keeping.lost:
            self._release(name)  # another process has it now
            return
        self.exchange.publish(topic_of(name), json.dumps({"state": referee.state()}))
        if match.game.outcome and not held.is_settled:
            held.is_settled = True
            self.begin_task(self._settle(name, referee))
        if all(referee.again) and not referee.next:
            referee.next = secrets.token_hex(8)
            self.begin_task(self._begin_again(name, referee))
        self._look_again(name, held)

    def _look_again(self, name: str, held: _Held) -> None:
        """Look at a match when its clock may have run out; hold one that is deserted for a while only."""
        if not held.referee.is_deserted:
            held.deserted_since = None
        elif held.deserted_since is None:
            held.deserted_since = self.now()
        elif self.now() - held.deserted_since > _IDLE and not _is_timed(held.referee):
            self._release(name)
            return
        held.look_after(held.referee.due(), partial(self._tick, name))

    def _tick(self, name: str) -> None:
        held = self._held[name]
        before = _outline(held.referee)
        held.referee.tick()
        if _outline(held.referee) != before:
            self._publish_state(name)
        else:
            self._look_again(name, held)

    def _release(self, name: str) -> None:
        """Be the referee of a match no longer."""
        held = self._held.pop(name)
        if held.timer is not None:
            held.timer.cancel()
        held.end()
        match = held.referee.match
        match.leave()
        self.exchange.publish(topic_of(name), json.dumps({"free": True}))
        if match.game.outcome and match.game.outcome.reason == ABORTED:
            self.begin_task(asyncio.to_thread(self.ledgers.remove, name))

    async def _begin_again(self, name: str, referee: Referee) -> None:
        """Begin another game with the colours exchanged."""
        await self.begin(referee.next, referee.match.terms.swapped)
        if name in self._held:
            self._publish_state(name)

    # What came of matches

    async def _settle(self, name: str, referee: Referee) -> None:
        """Write what came of a match into both ledgers, and tell the new ratings."""
        while name in self._held:
            try:
                referee.gained = await asyncio.to_thread(self.ledgers.settle, name, referee.match)
                referee.ratings = await asyncio.to_thread(self.ledgers.ratings_of, referee.match.terms)
                break
            except OSError:  # the store is away
                await asyncio.sleep(_AGAIN)
        if name in self._held:
            self._publish_state(name)

    # The open list

    def _running(self) -> Iterator[Running]:
        """The matches that go on here."""
        for name, held in self._held.items():
            if held.referee.match.game.outcome is None:
                yield _running(name, held.referee)

    def _on_accepted(self, challenge: OpenChallenge, guest: tuple[str, str]) -> None:
        self.begin_task(self._begin_open(challenge, guest))

    async def _begin_open(self, challenge: OpenChallenge, guest: tuple[str, str]) -> None:
        host = challenge.host, challenge.host_name
        with suppress(LobbyError):
            await self.begin(challenge.name, agreed(challenge.offer, host, guest))
            self.exchange.publish(f"wall:seek:{challenge.name}", json.dumps({"begun": challenge.name}))


def agreed(offer: Offer, host: tuple[str, str], guest: tuple[str, str]) -> Terms:
    """The terms of a match between two players, each an id and a name; games with guests are not rated."""
    rated = offer.rated and not any(player.startswith(GUESTS) for player, _ in (host, guest))
    return offer._replace(rated=rated).terms(host, guest, Random(secrets.token_bytes(8)))


def _is_timed(referee: Referee) -> bool:
    """Whether a clock decides a game that goes on."""
    return referee.match.clock.runs and referee.match.game.outcome is None


def _outline(referee: Referee) -> tuple[object, ...]:
    """What everybody has to be told when it changes."""
    state = referee.state()
    return state["events"], state["running"] is None, [away is None for away in state["away"]]


def _running(name: str, referee: Referee) -> Running:
    terms, at = referee.match.terms, referee.match.terms.start
    clock = CLOCKS[terms.clock] if terms.clock else "no clock"
    about = f"{at.variant}, {at.width}x{at.height}, {clock}"
    return Running(name, terms.seats, terms.title, about, len(referee.match.game.turns))


def topic_of(name: str) -> str:
    """The topic of a match."""
    return f"wall:{name}"
