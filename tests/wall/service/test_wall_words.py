"""Where words about the Wall Game lead over SSH, and the lines that come over a wire."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from termpuzzles.company.meetings import LocalExchange
from termpuzzles.company.service.limits import Limits
from termpuzzles.company.service.lines import converse
from termpuzzles.company.service.wire import ChannelWire
from termpuzzles.plain.conversation import Conversation, PlainContext
from termpuzzles.storage.store import MemoryStore
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.matches import Matches
from termpuzzles.wall.match.offers import Offer
from termpuzzles.wall.plain.matches import LobbyPlace
from termpuzzles.wall.service import answer_about_matches, start_of
from termpuzzles.wall.slots import LOBBY
from tests.company.service.test_one_visit import Channel
from tests.play.desk import Time, context

LONG = 20.0  # seconds that anything may take on a busy machine


class Asked:
    """A lobby that writes down what it is asked."""

    def __init__(self) -> None:
        self.asked: list[object] = []

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def ask(*given: object) -> Any:
            self.asked.append((name, *(each for each in given if not callable(each))))
            if name == "challenge":
                return "waiting"

            async def answer() -> str:
                return f"{name} answered"

            return answer()

        return ask


@pytest.mark.parametrize(
    ("words", "asked", "begun"),
    [
        ("challenge bob 5x5", [("invitation", "bob", Offer(size="5x5")), ("challenge", "invitation answered")], []),
        ("challenge anybody", [("seek", Offer())], []),
        ("accept Bob B", [("accept_from", "Bob B")], []),
        ("watch", [("any_match",)], ["any_match answered"]),
        ("watch Bob B", [("match_of", "Bob B")], ["match_of answered"]),
        ("continue", [("latest", "")], ["latest answered"]),
        ("continue Bob B", [("latest", "Bob B")], ["latest answered"]),
    ],
)
async def test_words_lead_to_the_match_that_they_ask_for(words: str, asked: list[object], begun: list[str]) -> None:
    lobby, names = Asked(), list[str]()
    waiting = await start_of(lobby, words.split())(names.append, lambda text, is_over: None)  # type: ignore[arg-type]
    assert (lobby.asked, names) == (asked, begun)
    if not begun:
        assert waiting in ("waiting", "seek answered", "accept_from answered")  # type: ignore[comparison-overlap]
    else:
        assert not waiting.is_over


def find(name: str) -> tuple[str, str]:
    return f"player-{name.removeprefix('player-')}", name


@pytest.fixture
def lobby() -> Lobby:
    """The lobby of a player who is alone."""
    return Lobby(Matches(LocalExchange(), MemoryStore(), find, Time()), "player-a")


@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["list"], ["Nobody is waiting for a match, and none is in progress."]),
        (["matches"], ["You have no match in progress."]),
        *((["ratings", *name], ["No game has been finished yet."]) for name in ((), ("list",), ("matches",))),
    ],
)
async def test_who_has_no_matches_is_told_so(lobby: Lobby, words: list[str], lines: list[str]) -> None:
    assert await answer_about_matches(lobby, words) == lines


async def talked(lobby: Lobby, words: list[str], *data: bytes, ends: bool = True) -> list[str]:
    """What is said to input that comes in these pieces."""
    usual, said = context(), list[str]()
    plain = PlainContext(usual.library, usual.settings, print_line=said.append, brought={LOBBY.name: lobby})
    wire, channel = ChannelWire(Limits(), Time(), lambda channel: 0), Channel()
    wire.connect(channel)  # type: ignore[arg-type]
    talking = asyncio.ensure_future(converse(Conversation(LobbyPlace(plain, words)), wire, plain.print_line))
    await asyncio.sleep(0)
    for each in data:
        wire.receive(each)
    if ends:
        wire.finish()
    await talking
    return said


async def test_lines_are_answered_one_by_one_however_they_come(lobby: Lobby) -> None:
    greeting = await talked(lobby, [])
    nonsense = (await talked(lobby, [], b"nonsense\n"))[len(greeting) :]
    assert nonsense
    assert "nonsense" in nonsense[0]
    assert await talked(lobby, [], b"non", b"sense\nnonse", b"nse\n") == [*greeting, *nonsense, *nonsense]
    assert await talked(lobby, [], b"nonsense") == greeting, "a line ends with its end"
    left = await talked(lobby, [], b"quit\nnonsense\n", ends=False)
    assert nonsense[0] not in left
    long = await talked(lobby, [], b"x" * 3_000, b"y" * 3_000 + b"\nnonsense\n")
    assert long[-len(nonsense) :] == nonsense
    assert "y" * 10 not in "".join(long)
    assert await talked(lobby, [], b"\xff\n") != greeting


@pytest.mark.parametrize("end", ["nonsense", "nonsense!", "éééé", "éééé!", "xéééé"])
async def test_of_a_line_its_first_thousand_bytes_count(lobby: Lobby, end: str) -> None:
    line = b" " * 992 + end.encode()
    expected = await talked(lobby, [], line[:1_000].strip() + b"\n")
    assert await talked(lobby, [], line + b"\n") == expected
    assert await talked(lobby, [], line, b"y" * 3_000 + b"\n") == expected
