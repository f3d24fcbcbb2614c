"""The exchange of a service as plain mode reaches it over a socket: what is sent, what is heard, and when."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from queue import SimpleQueue
from socket import socket, socketpair
from threading import Thread
from time import sleep
from typing import Any

import pytest

from termpuzzles.company.meetings import Invitation
from termpuzzles.company.plain.pipe import MatchesPlace, PipeExchange
from termpuzzles.company.plain.process import talk_in_company
from termpuzzles.plain.conversation import Back
from termpuzzles.storage.library import Folders, Library
from tests.company.races import records

PLAYERS = {"bob": ("player-b", "Bob")}


class Service:
    """The other end of the socket: what it was sent, and what it answers."""

    def __init__(self, connection: socket) -> None:
        self._connection = connection
        self.sent = SimpleQueue[list[str]]()
        Thread(target=self._answer, daemon=True).start()

    def say(self, *words: Any) -> None:
        """Send a line to plain mode."""
        self._connection.sendall(json.dumps(words).encode() + b"\n")

    def took(self) -> list[str]:
        """The next line that was sent."""
        return self.sent.get()

    def _answer(self) -> None:
        with self._connection.makefile("rb") as lines:
            for line in lines:
                words = json.loads(line)
                self.sent.put(words)
                match words:
                    case ["find", name] if name in PLAYERS:
                        self.say("found", *PLAYERS[name])
                    case ["find", "me"]:
                        self.say("found", "me", "Me")
                    case ["find", name]:
                        self.say("missing", f"no player is called {name!r}")
                    case ["matches", "open"]:
                        self.say("answered", ["Matches.", "Type help."], False)
                    case ["matches", "say", text]:
                        self.say("answered", [f"You said {text}."], text == "back")


@pytest.fixture
def ends() -> Iterator[tuple[PipeExchange, Service]]:
    ours, theirs = socketpair()
    with ours, theirs:
        yield PipeExchange(ours), Service(theirs)


Ends = tuple[PipeExchange, Service]


def test_messages_are_published_and_those_of_a_topic_are_heard_until_the_last_listener_leaves(ends: Ends) -> None:
    exchange, service = ends
    heard, other = SimpleQueue[str](), SimpleQueue[str]()
    exchange.publish("topic", "message")
    end, end_other = exchange.subscribe("a", heard.put), exchange.subscribe("a", other.put)
    exchange.subscribe("b", heard.put)
    assert [service.took() for _ in range(3)] == [
        ["publish", "topic", "message"],
        ["subscribe", "a"],
        ["subscribe", "b"],
    ]
    service.say("heard", "c", "nobody hears this")
    service.say("heard", "a", "one")
    assert (heard.get(), other.get()) == ("one", "one")
    end()
    end()
    service.say("heard", "a", "two")
    assert other.get() == "two"
    end_other()
    end_other()
    service.say("heard", "a", "nobody hears this")
    service.say("heard", "b", "three")
    assert (heard.get(), heard.empty(), other.empty()) == ("three", True, True)
    exchange.publish("topic", "last")
    assert [service.took() for _ in range(2)] == [["end", "a"], ["publish", "topic", "last"]]
    exchange.subscribe("a", heard.put)
    assert service.took() == ["subscribe", "a"]


def test_a_message_that_is_too_long_is_not_sent(ends: Ends) -> None:
    exchange, service = ends
    with pytest.raises(ValueError, match="bytes"):
        exchange.publish("topic", "x" * 1_000_000)
    exchange.publish("topic", "short")
    assert service.took() == ["publish", "topic", "short"]


def test_a_player_is_found_by_name_or_the_service_says_why_not(ends: Ends) -> None:
    exchange, service = ends
    assert exchange.find("bob") == ("player-b", "Bob")
    with pytest.raises(ValueError, match=r"^no player is called 'nobody'$"):
        exchange.find("nobody")
    assert [service.took() for _ in range(2)] == [["find", "bob"], ["find", "nobody"]]


def test_news_are_heard_only_while_nobody_else_has_the_turn(ends: Ends) -> None:
    exchange, service = ends
    said, news = list[str](), SimpleQueue[str]()

    def hear(text: str) -> None:
        said.append(text)
        news.put(text)

    def lines() -> Iterator[str]:
        yield "first"
        assert news.get() == "meanwhile"  # between two lines
        yield "second"

    exchange.hear_of_matches(hear)
    with exchange.turn:
        for line in exchange.between(lines()):
            if line == "first":
                service.say("said", "meanwhile")
                assert exchange.find("bob") == ("player-b", "Bob")  # which is answered after the news
                assert not said
            said.append(line)
    assert said == ["first", "meanwhile", "second"]


def test_what_may_be_due_is_looked_at_now_and_then_until_that_ends(ends: Ends) -> None:
    exchange, _ = ends
    looks, others = SimpleQueue[int](), SimpleQueue[int]()
    end, end_other = exchange.every(lambda: looks.put(1)), exchange.every(lambda: others.put(1))
    for _ in range(2):
        looks.get()
        others.get()
    end()
    end()
    while not looks.empty():
        looks.get()
    for _ in range(2):
        others.get()
    assert looks.qsize() <= 1  # a look may have begun before the end
    end_other()


def test_matches_are_asked_of_the_service_and_left(ends: Ends) -> None:
    exchange, service = ends
    place = MatchesPlace(exchange)
    assert not place.is_open
    assert list(place.enter()) == ["Matches.", "Type help."]
    assert place.is_open
    assert list(place.answer(["pass", "on"])) == ["You said pass on."]
    answers = place.answer(["back"])
    assert next(answers) == "You said back."
    with pytest.raises(Back):
        next(answers)
    place.leave()
    assert not place.is_open
    words = [["open"], ["say", "pass on"], ["say", "back"], ["close"]]
    assert [service.took() for _ in range(4)] == [["matches", *each] for each in words]


def test_what_is_sent_after_the_service_has_gone_is_lost() -> None:
    ours, theirs = socketpair()
    exchange = PipeExchange(ours)
    theirs.close()
    for _ in range(3):
        exchange.publish("topic", "message")
    ours.close()


def test_a_player_of_a_service_hears_of_others_and_may_begin_with_a_race(tmp_path: Path) -> None:
    ours, theirs = socketpair()
    out = StringIO()
    with ours, theirs:
        service = Service(theirs)

        def lines() -> Iterator[str]:
            yield "back"
            service.say(
                "heard", "player:me", str(Invitation("wall", "x", ("me",), {"what": "3x3"}, names=("Xavier", "Me")))
            )
            while "Xavier" not in out.getvalue():
                sleep(0.01)
            yield "matches"
            yield "back"

        library = Library(Folders(tmp_path / "data", tmp_path / "config"))
        talk_in_company(lines(), out, ours, library, records(), "me", ["bob", "2x2"])
    said = out.getvalue().splitlines()
    assert said[0] == "Plain mode, because there is no terminal (ssh -t gives one, and the boards are drawn)."
    assert said[1].startswith("termpuzzles. What would you like to do?")
    assert "A race against Bob: Net, 2 by 2." in said
    challenge = "Xavier challenges you to the Wall Game: 3x3. Type matches, and then accept or decline Xavier."
    assert said.index("A race against Bob: Net, 2 by 2.") < said.index(challenge)
    assert said[said.index(challenge) + 1 :][:3] == ["Matches.", "Type help.", "You said back."]
    sent = [service.sent.get() for _ in range(4)]
    assert sent[:3] == [["subscribe", "player:me"], ["find", "me"], ["find", "bob"]]
