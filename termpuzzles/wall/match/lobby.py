"""How a player of a service comes to matches: challenges that wait, the open list, and a view of each match."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from termpuzzles.company.meetings import Attendance, Company, Invitation, Meeting, await_invitations
from termpuzzles.english import sentence
from termpuzzles.errors import PuzzleError, shortened
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.wall.game.records import OPEN
from termpuzzles.wall.match.matches import Matches, agreed
from termpuzzles.wall.match.offers import LobbyError, Offer, OpenChallenge, OpenList, Running, Standings, offer_of
from termpuzzles.wall.match.open_list import OPEN_TOPIC, news_in
from termpuzzles.wall.match.seat import SeatLine, SeatMatch
from termpuzzles.wall.match.standings import finished_match, kept_match, standings_of

KIND = "wall"  # of invitations
EXPIRES = 60.0  # seconds after which a challenge is no longer open
_SEEK = 600.0  # seconds for which a challenge to anybody stays open
_ANSWERS = 0.3  # seconds in which other processes answer
_TAKEN = 5.0  # seconds in which whoever takes an open challenge hears of the match

_SLOW = 2.0  # seconds after which a player is told that a turn has not been stored
_NOT_STORED = "Your turn is not stored yet; the server keeps trying."
_AWAY = "The store of this server does not answer. Nothing is lost; try again in a minute."

T = TypeVar("T")
OnBegun = Callable[[str], None]  # called with the name of a match that has begun
OnStatus = Callable[[str, bool], None]  # called with a sentence, and whether the challenge is over


async def _ask(work: Callable[..., T], *given: object) -> T:
    """What this returns in a thread. Raises LobbyError with the sentence of a ValueError, or if the store is away."""
    try:
        return await asyncio.to_thread(work, *given)
    except ValueError as error:
        raise LobbyError(sentence(str(error))) from None
    except StoreAwayError:
        raise LobbyError(_AWAY) from None


class Waiting:
    """A challenge that waits: `on_begun` is called with the match it leads to, `on_status` with what became of it."""

    def __init__(self, on_begun: OnBegun, on_status: OnStatus) -> None:
        self._on_begun, self._on_status = on_begun, on_status
        self._ends: list[Callable[[], object]] = []
        self.is_over = False

    def at_end(self, end: Callable[[], object]) -> None:
        """Call this once it is no longer waiting."""
        self._ends.append(end)

    def expire_after(self, seconds: float, why: str) -> None:
        """Wait no longer than that."""
        self.at_end(asyncio.get_running_loop().call_later(seconds, self.fail, why).cancel)

    def begin(self, name: str) -> None:
        """The match has begun."""
        if not self.is_over:
            self.leave()
            self._on_begun(name)

    def say(self, text: str) -> None:
        """Say how it stands."""
        if not self.is_over:
            self._on_status(text, False)

    def fail(self, why: str) -> None:
        """Nothing will come of it."""
        if not self.is_over:
            self.leave()
            self._on_status(why, True)

    def leave(self) -> None:
        """Wait no longer."""
        if not self.is_over:
            self.is_over = True
            for end in self._ends:
                end()


class Lobby:
    """What one player of a service can do about matches; what cannot be done raises LobbyError with the reason."""

    def __init__(self, matches: Matches, me: str) -> None:
        self._matches, self.me = matches, me
        self._company = Company(me, matches.exchange, matches.find)

    async def invitation(self, name: str, offer: Offer) -> Invitation:
        """The invitation by which the player of that name is challenged, not sent yet."""
        about = {"what": str(offer), "offer": " ".join(offer.words())}
        return await _ask(self._company.invitation, KIND, [name], about)

    def challenge(self, invitation: Invitation, on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        """Challenge the player of an invitation, and begin the match as soon as that one comes; for a minute."""
        waiting = Waiting(on_begun, on_status)
        (guest,) = invitation.guests
        name = invitation.name_of(guest)
        is_beginning = False

        def changed() -> None:
            nonlocal is_beginning
            attendance = meeting.attendance(guest)
            if attendance is Attendance.REFUSED:
                waiting.fail(f"{name} declined.")
            elif attendance in (Attendance.HERE, Attendance.READY) and not is_beginning:
                is_beginning = True
                self._matches.begin_task(self._begin(invitation, meeting, waiting))
            elif meeting.has_heard(guest):
                waiting.say(f"{name} has been asked.")

        meeting = Meeting(self._matches.exchange, self.me, invitation, changed, lambda who, what: None)
        waiting.at_end(meeting.end)
        waiting.at_end(meeting.finish)
        self._matches.waiting.invitations[invitation.meeting] = invitation
        waiting.at_end(partial(self._matches.waiting.invitations.pop, invitation.meeting))
        waiting.expire_after(EXPIRES, f"{name} did not answer within a minute.")
        meeting.come()
        invitation.send(self._matches.exchange)
        waiting.say(f"{name} is not here, or has not heard of it yet.")
        return waiting

    async def _begin(self, invitation: Invitation, meeting: Meeting, waiting: Waiting) -> None:
        host, guest = ((player, invitation.name_of(player)) for player in invitation.everybody)
        try:
            await self._matches.begin(invitation.meeting, agreed(_offered(invitation), host, guest))
        except LobbyError as error:
            waiting.fail(str(error))
        else:
            meeting.tell("begun")
            waiting.begin(invitation.meeting)

    def accept(self, invitation: Invitation, on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        """Come to the match to which one is challenged."""
        waiting = Waiting(on_begun, on_status)

        def changed() -> None:
            if meeting.is_over or meeting.attendance(invitation.host) in (Attendance.AWAY, Attendance.REFUSED):
                waiting.fail(f"{invitation.name_of(invitation.host)} is no longer waiting.")

        def on_news(who: str, what: Any) -> None:
            if who == invitation.host and what == "begun":
                waiting.begin(invitation.meeting)

        meeting = Meeting(self._matches.exchange, self.me, invitation, changed, on_news)
        waiting.at_end(meeting.end)
        waiting.expire_after(_TAKEN, f"{invitation.name_of(invitation.host)} is no longer here.")
        meeting.come()
        return waiting

    async def accept_from(self, name: str, on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        """Accept the challenge of the player of that name, to oneself or in the open list."""
        found, name = await self.listing(), name.lower()
        for invitation in found.invitations:
            if invitation.name_of(invitation.host).lower() == name:
                return self.accept(invitation, on_begun, on_status)
        for challenge in found.challenges:
            if challenge.host_name.lower() == name:
                return await self.accept_open(challenge, on_begun, on_status)
        raise LobbyError(f"There is no challenge by {shortened(name)}.")

    def decline(self, invitation: Invitation) -> None:
        """Do not come to the match to which one is challenged."""
        Meeting(self._matches.exchange, self.me, invitation, lambda: None, lambda who, what: None).refuse()

    def await_challenges(self, on_challenge: Callable[[Invitation], None]) -> Callable[[], None]:
        """Have each challenge to this player from now on; returns what ends it."""

        def on_invitation(invitation: Invitation) -> None:
            if invitation.kind == KIND:
                on_challenge(invitation)

        return await_invitations(self._matches.exchange, self.me, on_invitation)

    async def seek(self, offer: Offer, on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        """Challenge anybody: the offer stands in the open list until somebody takes it."""
        _, name = await _ask(self._matches.find, self.me)
        challenge = OpenChallenge(secrets.token_hex(8), self.me, name, offer)
        waiting = self._wait_for(challenge, on_begun, on_status)
        self._matches.waiting.seeks[challenge.name] = challenge
        waiting.at_end(partial(self._matches.waiting.seeks.pop, challenge.name, None))
        waiting.expire_after(_SEEK, "Nobody has accepted your challenge.")
        return waiting

    async def accept_open(self, challenge: OpenChallenge, on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        """Accept a challenge of the open list."""
        if challenge.host == self.me:
            raise LobbyError("This is your own challenge.")
        _, name = await _ask(self._matches.find, self.me)
        waiting = self._wait_for(challenge, on_begun, on_status)
        waiting.expire_after(_TAKEN, "That challenge is no longer open.")
        self._matches.exchange.publish(OPEN_TOPIC, json.dumps({"take": challenge.name, "who": self.me, "name": name}))
        return waiting

    def _wait_for(self, challenge: OpenChallenge, on_begun: OnBegun, on_status: OnStatus) -> Waiting:
        waiting = Waiting(on_begun, on_status)

        def on_message(message: str) -> None:
            if name := news_in(message).get("begun"):
                waiting.begin(str(name))

        waiting.at_end(self._matches.exchange.subscribe(f"wall:seek:{challenge.name}", on_message))
        return waiting

    async def listing(self) -> OpenList:
        """Open challenges, and matches that go on, in the whole service."""
        challenges: list[OpenChallenge] = []
        running: list[Running] = []
        invitations: list[Invitation] = []

        def on_message(message: str) -> None:
            match news_in(message):
                case {"challenge": [str(name), str(host), str(called), [*words]]}:
                    with suppress(PuzzleError):
                        challenges.append(OpenChallenge(name, host, called, offer_of([str(word) for word in words])))
                case {"invitation": str(text)}:
                    invitations.extend(filter(None, [Invitation.read(text)]))
                case {"running": [str(name), [str(red), str(blue)], str(title), str(about), int(turns)]}:
                    running.append(Running(name, (red, blue), title, about, turns))

        topic = f"wall:answers:{secrets.token_hex(8)}"
        end = self._matches.exchange.subscribe(topic, on_message)
        self._matches.exchange.publish(OPEN_TOPIC, json.dumps({"ask": topic, "who": self.me}))
        await asyncio.sleep(_ANSWERS)
        end()
        return OpenList(tuple(challenges), tuple(running), tuple(invitations))

    async def match_of(self, name: str) -> str:
        """The name of the match that the player of that name is playing. Raises LobbyError."""
        player, called = await _ask(self._matches.find, name)
        for running in (await self.listing()).running:
            if player in running.seats:
                return running.match
        raise LobbyError(f"{called} is not playing a match.")

    async def any_match(self) -> str:
        """The name of a match that others are playing, or else of one that is over. Raises LobbyError."""
        running = [each.match for each in (await self.listing()).running if self.me not in each.seats]
        return secrets.choice(running) if running else await self.finished_match()

    async def finished_match(self) -> str:
        """The name of a match that was played to its end, any of those that are kept. Raises LobbyError."""
        if name := await _ask(finished_match, self._matches):
            return name
        raise LobbyError("No match has been finished here yet.")

    async def latest(self, name: str = "") -> str:
        """The name of one's latest match that goes on, against that player or anybody. Raises LobbyError."""
        found = await self.standings()
        going = [each for each in found.played if each.result == OPEN]
        matching = [each for each in going if not name or found.names[each.other].lower() == name.lower()]
        if not matching:
            raise LobbyError("You have no match in progress.")
        return matching[-1].match

    async def standings(self, name: str = "") -> Standings:
        """What the player of that name has come to; this player without a name. Raises LobbyError."""
        return await _ask(standings_of, self._matches, name or self.me, self.me)

    async def has_begun(self, name: str) -> bool:
        """Whether there is a match of that name. Raises LobbyError."""
        return bool(await _ask(self._matches.store.read, name))

    async def open(self, name: str) -> SeatMatch:
        """The match of that name, as its player or to watch, until it is left. Raises LobbyError."""
        matches = self._matches
        try:
            terms, events = await asyncio.to_thread(kept_match, matches, name)
        except StoreAwayError:
            raise LobbyError(_AWAY) from None
        except (OSError, PuzzleError):
            raise LobbyError("There is no such match.") from None
        side = terms.seats.index(self.me) if self.me in terms.seats else None
        if side is not None:
            await matches.hold(name)

        def send(request: Mapping[str, Any]) -> None:
            matches.ask(name, self.me, request)
            if request["do"] == "turn":
                asyncio.get_running_loop().call_later(_SLOW, say_that_it_takes_long, len(match.events))

        def say_that_it_takes_long(number: int) -> None:
            if match.is_sent and len(match.events) == number and not match.is_left:
                match.changed(_NOT_STORED)

        match = SeatMatch(terms, events, matches.now, side, send)
        SeatLine(matches, name, match, self.me)
        return match


def _offered(invitation: Invitation) -> Offer:
    """The offer of an invitation; the usual one if it cannot be read."""
    with suppress(PuzzleError):
        return offer_of(invitation.about.get("offer", "").split())
    return Offer()
