"""How players of a service meet: short news by topic, invitations, and who has come to a meeting.

News are JSON texts. Those of one meeting go to the topic `meeting:ID`, invitations to `player:NAME`, where a name is a
player's id. News are lost for whoever does not listen: what has to last is kept in journals, and whoever comes late or
comes back asks, and every member that is there answers with all that it knows.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date
from enum import IntEnum
from itertools import count
from typing import Any, NamedTuple, Protocol

from termpuzzles.guests import Door, guests
from termpuzzles.play.stage import PlayContext

LONGEST_MESSAGE = 7_900  # bytes, which also a database can pass on
MOST_PLAYERS = 8  # of a meeting
_KEPT = "meeting"  # the choice that holds the meeting to which a player may come back
_DAYS = 1  # for which one may


class Exchange(Protocol):
    """Passes messages to all who listen to a topic, in the order of those who sent them, also to the sender."""

    def publish(self, topic: str, message: str) -> None:
        """Send a message; raises `ValueError` if it is too long. Returns before anybody has heard it."""

    def subscribe(self, topic: str, hear: Callable[[str], None]) -> Callable[[], None]:
        """Hear each message of the topic from now on, on the loop; returns what ends it."""


class LocalExchange:
    """The exchange within one process; it is used on its loop only."""

    def __init__(self) -> None:
        self._topics: dict[str, dict[int, Callable[[str], None]]] = {}
        self._numbers = count()

    def publish(self, topic: str, message: str) -> None:
        """Send a message; raises `ValueError` if it is too long. Returns before anybody has heard it."""
        check_length(message)
        loop = asyncio.get_running_loop()
        for number in self._topics.get(topic, ()):
            loop.call_soon(self._deliver, topic, number, message)

    def subscribe(self, topic: str, hear: Callable[[str], None]) -> Callable[[], None]:
        """Hear each message of the topic from now on, on the loop; returns what ends it."""
        number = next(self._numbers)
        self._topics.setdefault(topic, {})[number] = hear

        def end() -> None:
            listeners = self._topics.get(topic, {})
            listeners.pop(number, None)
            if not listeners:
                self._topics.pop(topic, None)

        return end

    def _deliver(self, topic: str, number: int, message: str) -> None:
        """Pass a message on, unless its listener has left since it was sent."""
        if hear := self._topics.get(topic, {}).get(number):
            hear(message)


def check_length(message: str) -> None:
    """Raise `ValueError` if a message is longer than an exchange passes on."""
    if (size := len(message.encode())) > LONGEST_MESSAGE:
        raise ValueError(f"a message of {size:,} bytes; at most {LONGEST_MESSAGE:,} are passed on")


@dataclass(frozen=True)
class Invitation:
    """What players are invited to: its kind, who asks whom by their ids, and what else they need to know.

    `about` holds, beside what the kind needs, `what` in words, such as `Net 7x7`. `names` are those by which others see
    the host and the guests, in that order.
    """

    kind: str
    host: str
    guests: tuple[str, ...]
    about: Mapping[str, str] = field(default_factory=dict)
    meeting: str = field(default_factory=lambda: secrets.token_hex(8))
    names: tuple[str, ...] = ()

    @property
    def everybody(self) -> tuple[str, ...]:
        """Who may come, the host first."""
        return self.host, *self.guests

    def name_of(self, player: str) -> str:
        """The name by which others see the player of that id."""
        return dict(zip(self.everybody, self.names, strict=False)).get(player, player)

    def with_about(self, about: Mapping[str, str]) -> Invitation:
        """The same invitation to something else."""
        return replace(self, about=about)

    def send(self, exchange: Exchange, to: Sequence[str] | None = None) -> None:
        """Tell every guest, or those of these ids; raises `ValueError` if it is too long."""
        message = str(self)
        for guest in self.guests if to is None else to:
            exchange.publish(f"player:{guest}", message)

    def __str__(self) -> str:
        """The message, which `read` takes."""
        return json.dumps(vars(self))

    @classmethod
    def read(cls, message: str) -> Invitation | None:
        """The invitation in a message; None if there is none."""
        match _news(message):
            case {
                "kind": str(kind),
                "host": str(host),
                "guests": [*guests],
                "about": dict(about),
                "meeting": str(meeting),
                "names": [*names],
            } if all(isinstance(each, str) for each in (*guests, *about.values(), *names)):
                return cls(kind, host, tuple(guests), about, meeting, tuple(names))
        return None


@dataclass(frozen=True)
class Company:
    """The other players of a service, as one of them, of that id, reaches them.

    `find` returns the id and the name, as others see it, of the player whom somebody calls so; it may wait for a disk.
    `races` are the `RaceRecords` of the service, for whoever goes to a race.
    """

    player: str
    exchange: Exchange
    find: Callable[[str], tuple[str, str]]
    races: object = None

    def invitation(self, kind: str, names: Sequence[str], about: Mapping[str, str]) -> Invitation:
        """An invitation to the players of these names, not sent yet; it may wait for a disk.

        Raises `ValueError` with a sentence if they are too few or too many, or one is named twice or is the host.
        """
        found = dict([self.find(self.player), *map(self.find, names)])
        if not 0 < len(names) < MOST_PLAYERS:
            raise ValueError(f"expected one to {MOST_PLAYERS - 1} other players")
        if len(found) <= len(names):
            raise ValueError("expected each player once, and not yourself")
        host, *guests = found
        return Invitation(kind, host, tuple(guests), about, names=tuple(found.values()))


def kinds_of_meetings() -> dict[str, Door]:
    """By the kind of an invitation, what makes the screen of whoever comes, and what players are invited to."""
    return {kind: door for guest in guests() for kind, door in guest.meetings.items()}


def await_invitations(exchange: Exchange, name: str, hear: Callable[[Invitation], None]) -> Callable[[], None]:
    """Hear what the player of that id is invited to; returns what ends it."""

    def read(message: str) -> None:
        if invitation := Invitation.read(message):
            hear(invitation)

    return exchange.subscribe(f"player:{name}", read)


class Attendance(IntEnum):
    """Whether a player comes to a meeting, and is there."""

    INVITED = 0
    HERE = 1
    READY = 2
    AWAY = 3  # was here, and may come back
    REFUSED = 4


class AttendanceUpdate(NamedTuple):
    """What a player said last: how often the player has said something, and the attendance; the later one holds."""

    place: int = 0
    attendance: Attendance = Attendance.INVITED


_PRESENT = (Attendance.HERE, Attendance.READY)


class Meeting:
    """A meeting as one of its members sees it. All members that hear each other come to the same view.

    `changed` is called when the view has changed, `told` with a member's id and what it told the others.
    """

    def __init__(
        self,
        exchange: Exchange,
        name: str,
        invitation: Invitation,
        changed: Callable[[], None],
        told: Callable[[str, Any], None],
    ) -> None:
        if name not in invitation.everybody:
            raise ValueError(f"{name} is not invited")
        self.name, self.invitation, self.is_over = name, invitation, False
        self._exchange, self._changed, self._told = exchange, changed, told
        self._updates = dict.fromkeys(invitation.everybody, AttendanceUpdate())
        self._topic = f"meeting:{invitation.meeting}"
        self._end = exchange.subscribe(self._topic, self._hear)

    def attendance(self, name: str) -> Attendance:
        """Whether somebody who was invited comes, and is here."""
        return self._updates[name].attendance

    @property
    def all_ready(self) -> bool:
        """Whether two or more are ready, and nobody else is here or may still come."""
        attendances = [update.attendance for update in self._updates.values()]
        others = {Attendance.INVITED, Attendance.HERE} & {*attendances}
        return attendances.count(Attendance.READY) > 1 and not others

    def has_heard(self, name: str) -> bool:
        """Whether the invitation has reached somebody."""
        return self._updates[name] != AttendanceUpdate()

    def listen(self) -> None:
        """Say that the invitation has come, and ask the others what has happened."""
        self._say(Attendance.INVITED)
        self._send({"ask": self.name})

    def come(self) -> None:
        """Come, or come back, and ask the others what has happened."""
        self._say(Attendance.HERE)
        self._send({"ask": self.name})

    def be_ready(self) -> None:
        """Say that one is ready."""
        self._say(Attendance.READY)

    def refuse(self) -> None:
        """Say that one will not come, and hear no more."""
        self._say(Attendance.REFUSED)
        self.end()

    def end(self) -> None:
        """Hear no more, and say nothing."""
        self._end()

    def leave(self) -> None:
        """Go away, perhaps to come back in another meeting object, and hear no more."""
        self._say(Attendance.AWAY)
        self.end()

    def finish(self) -> None:
        """Say that the meeting is over; it stays so."""
        self._send({"over": True})

    def tell(self, what: Any) -> None:
        """Tell all members something that JSON can hold; raises `ValueError` if it is too long."""
        self._send({"who": self.name, "told": what})

    def _say(self, attendance: Attendance) -> None:
        update = AttendanceUpdate(self._updates[self.name].place + 1, attendance)
        self._updates[self.name] = update
        self._send({"words": {self.name: update}})
        self._changed()

    def _send(self, news: Mapping[str, Any]) -> None:
        self._exchange.publish(self._topic, json.dumps(news))

    def _hear(self, message: str) -> None:
        """Take in what a member said; what cannot be read comes from another version, and is left out."""
        match _news(message):
            case {"ask": str(name)} if name != self.name:
                self._send({"words": self._updates, "over": self.is_over})
            case {"who": str(name), "told": what} if name in self._updates:
                self._told(name, what)
            case news:
                self._learn(news)

    def _learn(self, news: Mapping[str, Any]) -> None:
        """Take over later updates. If one is here, but has gone as others know or elsewhere, one says so again."""
        before = dict(self._updates), self.is_over
        self.is_over = self.is_over or news.get("over") is True
        for name, update in _updates(news).items():
            if name not in self._updates or update <= self._updates[name]:
                continue
            mine, self._updates[name] = self._updates[name], update
            if name == self.name and mine.attendance in _PRESENT and update.attendance not in _PRESENT:
                self._say(mine.attendance)
        if before != (self._updates, self.is_over):
            self._changed()


def _updates(news: Mapping[str, Any]) -> dict[str, AttendanceUpdate]:
    """What players said, as far as it can be read."""
    words, found = news.get("words"), {}
    for name, update in words.items() if isinstance(words, dict) else ():
        match update:
            case [int(place), int(attendance)] if attendance in Attendance.__members__.values():
                found[name] = AttendanceUpdate(place, Attendance(attendance))
    return found


def _news(message: str) -> dict[str, Any]:
    """The news in a message; nothing if they cannot be read."""
    try:
        news = json.loads(message)
    except (ValueError, RecursionError):
        return {}
    return news if isinstance(news, dict) else {}


def keep_meeting(context: PlayContext, invitation: Invitation) -> None:
    """Remember a meeting to which the player may come back on this day and the next, in place of another one."""
    context.settings[_KEPT] = {"day": context.library.today().date().isoformat(), "invitation": str(invitation)}
    context.keep_settings()


def forget_meeting(context: PlayContext, invitation: Invitation) -> None:
    """Forget this meeting, if it is remembered."""
    if (left := left_meeting(context)) and left.meeting == invitation.meeting:
        context.settings[_KEPT] = {"day": "", "invitation": ""}
        context.keep_settings()


def left_meeting(context: PlayContext) -> Invitation | None:
    """The meeting to which the player may come back; None if there is none."""
    match context.settings.get(_KEPT):
        case {"day": str(day), "invitation": str(text)}:
            with suppress(ValueError):  # there is no such day
                days = (context.library.today().date() - date.fromisoformat(day)).days
                return Invitation.read(text) if days <= _DAYS else None
    return None
