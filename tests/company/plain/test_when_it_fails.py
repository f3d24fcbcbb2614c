"""What is said in plain mode where others cannot be reached, or no board is found for a race."""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator
from contextlib import suppress
from socket import socketpair
from typing import NoReturn, cast

import pytest

from termpuzzles.company.meetings import Company, Invitation, LocalExchange
from termpuzzles.company.plain.pipe import MatchesPlace, PipeExchange
from termpuzzles.company.plain.race import OtherPlayers, new_race
from termpuzzles.company.records import RaceRecords
from termpuzzles.company.slots import COMPANY
from termpuzzles.logic.task import Budget
from termpuzzles.plain.conversation import PlainContext
from termpuzzles.storage.store import StoreAwayError
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.plain.matches import HELP, LobbyPlace
from termpuzzles.wall.slots import LOBBY
from tests.commands.plain.test_when_it_fails import NO_BOARD, context, hurried
from tests.company.races import records
from tests.wall.match.test_matches import ANN, World

assert context  # a fixture


class NoMatches:
    """Where matches would be played."""

    is_open = False


def racing(context: PlainContext) -> Iterator[list[str]]:
    """What is said to a wish for a race, each time that one is sent to it."""
    company = Company("ann", LocalExchange(), lambda name: (name, name.title()), records())
    COMPANY.fill(context, company)
    others = OtherPlayers(context, company, cast("MatchesPlace", NoMatches()))
    while True:
        replies = others.answer(["race", "bob", "net", "4x4"])
        assert replies is not None
        yield [reply if isinstance(reply, str) else type(reply).__name__ for reply in replies]


async def test_a_race_for_which_no_board_is_found_is_not_begun(
    context: PlainContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard = racing(context)
    assert next(heard) == ["RacePlace"]
    hurried(context)
    assert next(heard) == [NO_BOARD]
    context.budget = Budget()
    monkeypatch.setattr("termpuzzles.session.questions.NewQuestion.work", no_board)
    assert next(heard) == ["There is no such board."]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("ann 4x4", "Expected each player once, and not yourself."),
        ("bob, bob", "Expected each player once, and not yourself."),
        ("a b c d e f g h", "Expected one to 7 other players."),
        ("net 4x4", "Expected the name of another player, as in: race anna 7x7, found none."),
    ],
)
async def test_a_race_with_too_few_players_or_too_many_is_refused(words: str, said: str, context: PlainContext) -> None:
    COMPANY.fill(context, Company("ann", LocalExchange(), lambda name: (name, name.title())))
    assert list(new_race(context, words.split())) == [said]


def no_board(question: object, cache: object) -> Generator[None, None, str]:
    """The work on a board that cannot be found."""
    yield None
    return "there is no such board"


async def test_a_race_that_was_left_is_told_of_and_one_whose_board_cannot_be_read_is_not_entered(
    context: PlainContext,
) -> None:
    heard = list[str]()
    context.print_line = heard.append
    exchange = LocalExchange()
    company = Company("ann", exchange, lambda name: (name, name.title()), records())
    COMPANY.fill(context, company)
    others = OtherPlayers(context, company, cast("MatchesPlace", NoMatches()))
    assert list(others.begin()) == []
    about = {"what": "Net 4x4", "game": "net", "params": "4x4", "board": "no board"}
    left = Invitation("race", "bob", ("ann",), about, names=("Bob", "Ann"))
    for _ in range(2):
        left.send(exchange)
    for _ in range(20):
        await asyncio.sleep(0)
    assert heard == ["Bob invites you to a race, Net, 4 by 4. Type accept or decline."]
    assert isinstance(company.races, RaceRecords)
    company.races.begin(left, "board", ["ann", "bob"], 0.0)
    assert list(others.begin()) == ["You left a race, Net, 4 by 4. Type accept to go back to it."]
    (refused,) = list(others.answer(["accept"]) or ())
    assert isinstance(refused, str)
    assert refused.startswith("The board of this race cannot be read: ")


def test_a_service_that_does_not_answer_is_said_to_be_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("termpuzzles.company.plain.pipe._PATIENCE", 0.01)
    ours, theirs = socketpair()
    with ours, theirs:
        exchange = PipeExchange(ours)
        with pytest.raises(ValueError, match=r"^the service does not answer$"):
            exchange.find("bob")
        assert exchange.matches("list") == (["The service does not answer."], False)


async def test_where_others_are_found_does_first_what_was_asked_for_and_nothing_after_it_is_left(
    context: PlainContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard, world = list[str](), World()
    context.print_line = heard.append
    LOBBY.fill(context, Lobby(world.here, ANN))
    place = LobbyPlace(context, ["help"])
    assert list(place.enter()) == ["The Wall Game with other players. Type help for the commands.", *HELP]
    assert list(place.on_empty_line()) == []

    async def away(name: str = "") -> NoReturn:
        raise StoreAwayError

    monkeypatch.setattr(LOBBY.of(context), "standings", away)
    assert list(place.answer(["ratings"])) == []
    await place.settled()
    assert heard == ["The store of this server does not answer. Nothing is lost; try again in a minute."]
    others = asyncio.all_tasks()
    assert list(place.answer(["list"])) == []
    (looking,) = asyncio.all_tasks() - others
    place.leave()
    with suppress(asyncio.CancelledError):
        await looking
    assert looking.cancelled()
    assert len(heard) == 1
    world.here.stop()
    world.there.stop()
