"""Players meet, in one process or by a database: messages by topic, invitations, and what members know of others."""

import asyncio
import gc
import secrets
from collections.abc import Awaitable, Callable
from typing import Any
from weakref import ref

import pytest

from termpuzzles.company.meetings import (
    LONGEST_MESSAGE,
    Attendance,
    Company,
    Exchange,
    Invitation,
    LocalExchange,
    Meeting,
    await_invitations,
)
from tests.company.postgres import database

ABOUT = {"board": "7x7w:anything"}


Work = Callable[[Exchange], Awaitable[None]]
Run = Callable[[Work], None]


@pytest.fixture(params=["one process", "a database"])
def run(request: pytest.FixtureRequest) -> Run:
    """Runs something on a loop with an exchange."""

    async def on_a_loop(work: Work) -> None:
        await work(LocalExchange() if request.param == "one process" else await asyncio.to_thread(database, "meetings"))

    return lambda work: asyncio.run(on_a_loop(work))


async def delivered(exchange: Exchange | None = None) -> None:
    """Let everything that is under way arrive, with the answers to it and theirs."""
    if exchange is None or isinstance(exchange, LocalExchange):
        for _ in range(20):
            await asyncio.sleep(0)
        return
    for _ in range(5):  # what a loop publishes arrives in its order
        arrived, topic = asyncio.Event(), secrets.token_hex(4)
        end = exchange.subscribe(topic, lambda message, arrived=arrived: arrived.set())  # type: ignore[misc]
        exchange.publish(topic, "")
        await arrived.wait()
        end()


class Member:
    """A member of a meeting, with what it was told and how often its view changed."""

    def __init__(self, exchange: Exchange, name: str, invitation: Invitation) -> None:
        self.told: list[tuple[str, Any]] = []
        self.changes = 0
        self.meeting = Meeting(exchange, name, invitation, self._change, lambda *what: self.told.append(what))

    def _change(self) -> None:
        self.changes += 1

    def sees(self) -> dict[str, Attendance]:
        return {name: self.meeting.attendance(name) for name in self.meeting.invitation.everybody}


def race() -> Invitation:
    return Invitation("race", "ann", ("bob", "cleo"), ABOUT)


def test_messages_come_in_order_to_all_who_listen_to_a_topic_and_later(run: Run) -> None:
    async def work(exchange: Exchange) -> None:
        one: list[str] = []
        two: list[str] = []
        exchange.subscribe("here", one.append)
        exchange.subscribe("here", two.append)
        exchange.subscribe("elsewhere", lambda _: pytest.fail("another topic"))
        for letter in "abc":
            exchange.publish("here", letter)
        assert not one
        await delivered(exchange)
        assert one == two == ["a", "b", "c"]

    run(work)


def test_who_has_ended_hears_nothing_more_even_of_what_is_under_way(run: Run) -> None:
    async def work(exchange: Exchange) -> None:
        heard: list[str] = []
        end = exchange.subscribe("here", heard.append)
        exchange.publish("here", "late")
        end()
        end()
        exchange.publish("here", "later")
        await delivered(exchange)
        assert not heard

    run(work)


def test_a_topic_to_which_nobody_listens_any_more_is_forgotten() -> None:
    class Topic(str):
        """One of which the end is seen."""

    exchange, topic = LocalExchange(), Topic("here")
    forgotten = ref(topic)
    ends = [exchange.subscribe(topic, print) for _ in range(2)]
    del topic
    for end in ends:
        assert forgotten() is not None
        end()
    ends.clear()
    del end
    gc.collect()
    assert forgotten() is None


def test_a_message_that_no_database_would_pass_on_is_refused(run: Run) -> None:
    async def work(exchange: Exchange) -> None:
        exchange.publish("here", "é" * (LONGEST_MESSAGE // 2))
        with pytest.raises(ValueError, match="at most 7,900"):
            exchange.publish("here", "é" * (LONGEST_MESSAGE // 2) + "e")

    run(work)


def test_an_invitation_reaches_those_who_are_asked_only(run: Run) -> None:
    async def work(exchange: Exchange) -> None:
        asked: list[tuple[str, Invitation]] = []
        for name in ("ann", "bob", "cleo", "dan"):
            await_invitations(exchange, name, lambda found, name=name: asked.append((name, found)))  # type: ignore[misc]
        sent = race()
        sent.send(exchange)
        exchange.publish("player:dan", "{}")
        await delivered(exchange)
        assert asked == [("bob", sent), ("cleo", sent)]

    run(work)


def test_an_invitation_names_everybody_and_its_text_is_read_again() -> None:
    known = {"ann": "Anna", "bob": "Bob B.", "cleo": "cleo"}
    company = Company("ann", LocalExchange(), lambda name: (name.lower(), known[name.lower()]))
    made = company.invitation("race", ["BOB", "cleo"], ABOUT)
    assert (made.host, made.guests, made.names) == ("ann", ("bob", "cleo"), ("Anna", "Bob B.", "cleo"))
    assert [made.name_of(each) for each in ("bob", "dan")] == ["Bob B.", "dan"]
    assert Invitation.read(str(made)) == made
    for names in ([], ["bob", "BOB"], ["ann"], ["bob"] * 8):
        with pytest.raises(ValueError, match="expected"):
            company.invitation("race", names, ABOUT)


def test_nobody_comes_who_is_not_invited() -> None:
    with pytest.raises(ValueError, match="dan is not invited"):
        Member(LocalExchange(), "dan", race())


def test_who_comes_late_or_comes_back_learns_what_has_happened(run: Run) -> None:
    async def work(exchange: Exchange) -> None:
        invitation = race()
        ann, bob = (Member(exchange, name, invitation) for name in ("ann", "bob"))
        for member in (ann, bob):
            member.meeting.come()
            member.meeting.be_ready()
        await delivered(exchange)
        cleo = Member(exchange, "cleo", invitation)
        cleo.meeting.come()
        await delivered(exchange)
        assert cleo.sees() == ann.sees() == {"ann": Attendance.READY, "bob": Attendance.READY, "cleo": Attendance.HERE}
        bob.meeting.leave()
        await delivered(exchange)
        assert ann.sees()["bob"] == Attendance.AWAY
        ann.meeting.finish()
        await delivered(exchange)
        back = Member(exchange, "bob", invitation)
        back.meeting.come()
        await delivered(exchange)
        assert ann.sees() == back.sees() == cleo.sees()
        assert ann.sees()["bob"] == Attendance.HERE
        assert back.meeting.is_over

    run(work)


def test_a_player_at_two_terminals_is_there_until_both_have_left(run: Run) -> None:
    async def work(exchange: Exchange) -> None:
        invitation = race()
        ann, here, there = (Member(exchange, name, invitation) for name in ("ann", "bob", "bob"))
        here.meeting.come()
        there.meeting.come()
        await delivered(exchange)
        here.meeting.be_ready()
        await delivered(exchange)
        assert ann.sees()["bob"] == there.sees()["bob"] == Attendance.READY
        here.meeting.leave()
        await delivered(exchange)
        assert ann.sees()["bob"] == Attendance.READY
        there.meeting.leave()
        await delivered(exchange)
        assert ann.sees()["bob"] == Attendance.AWAY
        assert ann.changes < 10

    run(work)


STRANGE = (
    *("", "{", "[" * 5000, "3", "{}", '{"words": 3}', '{"words": {"bob": [5, 9]}}', '{"words": {"dan": [5, 1]}}'),
    *('{"words": {"bob": ["5", 1]}}', '{"over": 1}', '{"ask": 4}', '{"who": "ann"}'),
)


@pytest.mark.parametrize("message", STRANGE)
def test_what_another_version_says_changes_nothing(message: str, run: Run) -> None:
    async def work(exchange: Exchange) -> None:
        ann = Member(exchange, "ann", race())
        exchange.publish(f"meeting:{ann.meeting.invitation.meeting}", message)
        exchange.publish("player:ann", message)
        await delivered(exchange)
        assert set(ann.sees().values()) == {Attendance.INVITED}
        assert (ann.told, ann.changes, ann.meeting.is_over) == ([], 0, False)
        assert Invitation.read(message) is None

    run(work)
