"""Matches between players of a service: challenges, the referee, ledgers and ratings, across processes that end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from random import Random

import pytest

from termpuzzles.company.meetings import Invitation, LocalExchange, await_invitations
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.store import Kept, MemoryLog, MemoryStore, StoreAwayError
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.records import line, replay
from termpuzzles.wall.game.rules import turn_between
from termpuzzles.wall.match import lobby as module
from termpuzzles.wall.match import seat as seat_module
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.matches import Matches
from termpuzzles.wall.match.offers import LobbyError, Offer
from termpuzzles.wall.match.seat import SeatMatch
from tests.wall.game.games import random_successor
from tests.wall.match.test_wall_match import Watch

ANN, BOB, GUEST = "player-aaaaaaaaaaaa", "player-bbbbbbbbbbbb", "guest-cccccccc"
NAMES = {"anna": ANN, "bob": BOB}
SMALL = Offer("standard", "3x3", "10+2", True, "red")


def find(name: str) -> tuple[str, str]:
    """The id and the name of a player."""
    player = NAMES.get(name.lower(), name)
    if "-" not in player:
        raise ValueError(f"no player is called {name!r}")
    return player, next((called for called, known in NAMES.items() if known == player), player)


class Process:
    """A process of the service, which shares exchange and store with others."""

    def __init__(self, world: World) -> None:
        self.matches = Matches(world.exchange, world.store, find, world.watch)


class World:
    """A service of several processes."""

    def __init__(self) -> None:
        self.exchange, self.store, self.watch = LocalExchange(), MemoryStore(), Watch()
        self.here, self.there = Process(self).matches, Process(self).matches


class Player:
    """A player at a process, who accepts or declines, and what the player was told."""

    def __init__(self, world: World, matches: Matches, player: str, accepts: bool | None = None) -> None:
        self.lobby: Lobby = Lobby(matches, player)
        self.told: list[str] = []
        self.begun: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.match: SeatMatch | None = None
        self.complaints: list[str] = []
        self._accepts = accepts
        self.end = await_invitations(world.exchange, player, self._hear)

    def _hear(self, invitation: Invitation) -> None:
        if self._accepts:
            self.lobby.accept(invitation, self.take, self.tell)
        elif self._accepts is False:
            self.lobby.decline(invitation)

    def take(self, name: str) -> None:
        if not self.begun.done():
            self.begun.set_result(name)

    def tell(self, text: str, is_over: bool) -> None:
        self.told.append(text)

    async def challenge(self, name: str, offer: Offer = SMALL) -> None:
        self.lobby.challenge(await self.lobby.invitation(name, offer), self.take, self.tell)

    async def open(self) -> SeatMatch:
        """Come to the match once it has begun."""
        name = await self.begun
        self.match = await self.lobby.open(name)
        self.match.changed = self.hear
        return self.match

    def hear(self, complaint: str) -> None:
        if complaint:
            self.complaints.append(complaint)


async def until(so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    while not so():
        await asyncio.sleep(0.002)


@asynccontextmanager
async def playing(world: World, offer: Offer = SMALL) -> AsyncIterator[tuple[Player, Player]]:
    """A match of two players at different processes."""
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB, accepts=True)
    await one.challenge("bob", offer)
    for player in (one, two):
        await player.open()
    await until(lambda: all(player.match and player.match.state for player in (one, two)))
    yield one, two
    world.here.stop()
    world.there.stop()
    for player in (one, two):
        assert player.match
        player.match.leave()


async def play(one: SeatMatch, two: SeatMatch, *turns: str) -> None:
    """Play these turns, each by the side to move, until both have heard of it."""
    for turn in turns:
        mover = one if one.position.side == one.side else two
        number = len(mover.events)
        mover.play(read_turn(turn))
        await until(lambda: len(one.events) == len(two.events) == number + 1)  # noqa: B023


def both(one: Player, two: Player) -> tuple[SeatMatch, SeatMatch]:
    assert one.match
    assert two.match
    return one.match, two.match


@pytest.fixture(autouse=True)
def is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears of something only because players say now and then that they are there."""
    monkeypatch.setattr(seat_module, "HEARTBEAT", 1_000.0)


WON_BY_RED = ("Ca2", "---", "Cb1", "---", "Cc1")


async def test_a_challenge_leads_to_a_match_that_is_played_and_rated() -> None:
    world = World()
    async with playing(world) as (one, two):
        red, blue = both(one, two)
        assert (red.side, blue.side, red.terms.shown) == (0, 1, ("anna", "bob"))
        await play(red, blue, *WON_BY_RED)
        await until(lambda: red.state["ratings"] == blue.state["ratings"] == ["1216?", "1184?"])
        assert line(red.record) == line(blue.record) == f"wall1 standard 3x3 1-0 knockout {' '.join(WON_BY_RED)}"
        assert replay(red.record).outcome == red.game.outcome
    for player, won, lost in ((ANN, 1, 0), (BOB, 0, 1)):
        found = await Lobby(world.here, player).standings()
        rating = found.ratings["standard", "10+2"]
        assert (rating.won, rating.lost, rating.is_provisional, len(found.played)) == (won, lost, True, 1)
        assert set(found.names.values()) == {"bob" if player == ANN else "anna"}


async def test_what_is_staged_is_kept_before_it_is_shown_where_the_referee_is() -> None:
    world = World()
    async with playing(world) as (one, two):
        red, _ = both(one, two)
        assert not red.staging.put(False, (0, 1))
        (name,) = world.here._held
        assert parse(world.here.store.read(name)).events[-1][1] == "stage Ca2", "with no turn of the loop in between"


@pytest.mark.parametrize(("accepts", "said"), [(False, "bob declined."), (None, "bob did not answer within a minute.")])
async def test_a_challenge_that_is_declined_or_left_leads_nowhere(
    accepts: bool | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "EXPIRES", 0.05)
    world = World()
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB, accepts)
    await one.challenge("bob")
    await until(lambda: said in one.told)
    assert not one.begun.done()
    assert not two.begun.done()
    assert not world.store.journals


async def test_of_several_challenges_that_of_the_player_who_is_named_is_accepted() -> None:
    world = World()
    one, two, three = (
        Player(world, matches, player)
        for matches, player in ((world.here, ANN), (world.there, BOB), (world.there, GUEST))
    )
    for player in (three, one):
        await player.lobby.seek(SMALL._replace(rated=False), player.take, player.tell)
    await two.lobby.accept_from("Anna", two.take, two.tell)
    match = await two.open()
    assert match.terms.seats == (ANN, BOB)
    with pytest.raises(LobbyError, match="no challenge by nobody"):
        await two.lobby.accept_from("nobody", two.take, two.tell)
    assert [each.host for each in (await two.lobby.listing()).challenges] == [GUEST]
    match.leave()
    world.here.stop()
    world.there.stop()


async def test_a_challenge_to_anybody_is_listed_in_every_process_and_taken_once() -> None:
    world = World()
    one, two, three = (
        Player(world, matches, player)
        for matches, player in ((world.here, ANN), (world.there, BOB), (world.there, GUEST))
    )
    offer = Offer("classic", "5x5", "3+2", False, "blue")
    await one.lobby.seek(offer, one.take, one.tell)
    (challenge,) = (await two.lobby.listing()).challenges
    assert (challenge.host, challenge.host_name, challenge.offer) == (ANN, "anna", offer)
    with pytest.raises(LobbyError):
        await one.lobby.accept_open(challenge, one.take, one.tell)
    for player in (two, three):
        await player.lobby.accept_open(challenge, player.take, player.tell)
    name = await one.begun
    listing = await three.lobby.listing()
    assert [(each.match, each.title, each.turns) for each in listing.running] == [(name, "bob against anna", 0)]
    assert not listing.challenges
    assert await three.lobby.match_of("anna") == name
    match = await two.open()
    assert (match.side, match.terms.start.variant, match.terms.clock) == (0, "classic", "3+2")
    world.here.stop()


async def test_games_with_guests_are_not_rated() -> None:
    world = World()
    guest, two = Player(world, world.here, GUEST), Player(world, world.there, BOB, accepts=True)
    await guest.challenge("bob")
    assert not (await guest.open()).terms.rated
    assert not (await two.open()).terms.rated
    world.here.stop()


async def test_whoever_cheats_changes_nothing() -> None:
    world = World()
    async with playing(world) as (one, two):
        red, blue = both(one, two)
        stranger = await Lobby(world.there, GUEST).open(await one.begun)
        requests: list[tuple[SeatMatch, dict[str, object], str]] = [
            (blue, {"do": "turn", "at": 0, "turn": "Cc2"}, "It is red's turn."),
            (red, {"do": "turn", "at": 1, "turn": "Ca2"}, "That came too late"),
            (red, {"do": "turn", "at": 0, "turn": "Ca1.Ma2.>a1"}, "takes 4 actions"),
            (red, {"do": "turn", "at": 0, "turn": "Cz9"}, "takes"),
            (red, {"do": "turn", "at": 0, "turn": "\x1b[2J"}, "expected"),
            (red, {"do": "turn", "at": 0, "turn": ["Ca2"]}, "expected"),
            (red, {"do": "turn", "at": 0, "turn": "^a3"}, "not a free slot"),
            (red, {"do": "turn"}, "That came too late"),
            (red, {"do": "back", "at": 0}, "In a rated game"),
            (red, {"do": "claim", "at": 0}, "The clock decides"),
            (red, {"do": "again", "at": 0}, "not over"),
            (red, {"do": "win", "at": 0}, "does not know"),
            (red, {"do": None}, "does not know"),
            (stranger, {"do": "resign", "at": 0}, ""),
            (stranger, {"do": "turn", "at": 0, "turn": "Ca2"}, ""),
        ]
        for match, request, why in requests:
            player = one if match is red else two
            number = len(player.complaints)
            match._send(request)
            if why:
                await until(lambda: len(player.complaints) > number)  # noqa: B023
                assert why in player.complaints[-1], request
        await play(red, blue, "Ca2")
        assert [str(turn) for turn in red.game.turns] == [str(turn) for turn in stranger.game.turns] == ["Ca2"]
        assert all(text.isprintable() for text in (*one.complaints, *two.complaints))
        stranger.leave()


async def test_messages_that_cannot_be_read_end_nothing() -> None:
    world = World()
    async with playing(world) as (one, two):
        red, blue = both(one, two)
        name, chance = await one.begun, Random(1)
        strange = ["", "[]", "{", "3", '{"state": 4}', '{"state": {}}', '{"from": 3, "request": {}}', "[" * 3000]
        strange += [f'{{"from": "{ANN}", "request": {text}}}' for text in ("{}", "[]", '{"do": []}', '{"do": "turn"}')]
        strange += ['{"ask": 1}', '{"take": 1}', '{"take": "x", "who": "y", "name": "z"}', '{"to": 3, "say": 4}']
        for _ in range(100):
            topic = chance.choice((f"wall:{name}", "wall:open", f"player:{BOB}", f"meeting:{name}"))
            world.exchange.publish(topic, chance.choice(strange))
        await play(red, blue, *WON_BY_RED)


async def test_another_game_exchanges_the_colours() -> None:
    world = World()
    async with playing(world) as (one, two):
        red, blue = both(one, two)
        await play(red, blue, *WON_BY_RED)
        red.ask("again")
        await until(lambda: blue.asked == "again")
        blue.ask("again")
        await until(lambda: bool(red.state["next"] and blue.state["next"]))
        following = await one.lobby.open(red.state["next"])
        assert (following.side, following.terms.shown) == (1, ("bob", "anna"))
        following.leave()


async def test_a_match_outlives_the_process_that_judges_it_and_what_was_missed_is_read() -> None:
    chance = Random(5)
    world = World()
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB, accepts=True)
    await one.challenge("bob", SMALL._replace(size="5x5"))
    matches = [await one.open(), await two.open()]
    kills = 0
    while not matches[0].game.outcome:
        mover = matches[matches[0].position.side]
        turn = turn_between(mover.position, random_successor(chance, mover.position))
        await play(matches[0], matches[1], str(turn))
        if chance.random() < 0.5:
            kills += 1
            who = chance.randrange(2)
            lines = [line(match.record) for match in matches]
            before = Process(world).matches
            (world.here if who == 0 else world.there).stop()
            matches[who]._send = lambda request: None  # it is killed: it says nothing any more
            matches[who].leave()
            if who == 0:
                world.here = before
            else:
                world.there = before
            matches[who] = await Lobby(before, (ANN, BOB)[who]).open(await one.begun)
            await until(lambda: all(match.state.get("away") == [None, None] for match in matches))
            assert [line(match.record) for match in matches] == lines
    assert kills > 1
    assert replay(matches[1].record).outcome == matches[0].game.outcome
    await until(lambda: all(match.state["ratings"] not in ([], ["1200?", "1200?"]) for match in matches))
    for match in matches:
        match.leave()


async def test_a_match_that_ended_as_its_referee_did_is_rated_later() -> None:
    world = World()
    with suppress(RuntimeError):
        async with playing(world) as (one, two):
            world.here.ledgers.settle = lambda name, match: []  # type: ignore[method-assign] # it is killed just then
            await play(*both(one, two), *WON_BY_RED)
    for _ in range(2):
        found = await Lobby(world.there, BOB).standings("anna")
        assert found.ratings["standard", "10+2"].value == 1216
        assert len(found.played) == 1


async def test_a_turn_is_told_once_it_is_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    world, on_their_way = World(), list[Callable[[], None]]()
    append = MemoryLog.append

    def slowly(log: MemoryLog, data: bytes, kept: Kept) -> None:
        append(log, data, lambda error: on_their_way.append(partial(kept, error)))

    async with playing(world) as (one, two):
        red, blue = both(one, two)
        monkeypatch.setattr(MemoryLog, "append", slowly)
        monkeypatch.setattr(module, "_SLOW", 0.01)
        red.play(read_turn("Ca2"))
        await until(lambda: bool(on_their_way))
        for _ in range(50):
            await asyncio.sleep(0)
        assert (red.events, blue.events) == ([], [])
        await until(lambda: one.complaints == ["Your turn is not stored yet; the server keeps trying."])
        monkeypatch.undo()
        for arrive in on_their_way:
            arrive()
        await until(lambda: len(red.events) == len(blue.events) == 1)
        await play(red, blue, "---")


async def test_what_cannot_be_read_while_the_store_is_away_is_said_to_be_so() -> None:
    world = World()

    def away(name: str) -> bytes:
        raise StoreAwayError(None, "the store does not answer")

    world.store.read = away  # type: ignore[method-assign]
    lobby = Lobby(world.here, ANN)
    for ask in (lobby.standings("bob"), lobby.latest(), lobby.open("some match")):
        with pytest.raises(LobbyError, match=r"does not answer. Nothing is lost"):
            await ask
