"""What players are told about challenges and matches, sentence by sentence, and what of them is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable
from contextlib import suppress
from typing import Any

import pytest

from termpuzzles.company.meetings import Attendance, Invitation, Meeting
from termpuzzles.storage.journal import Journal
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.store import MemoryLog, MemoryStore, StoreAwayError
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match import ledger as ledger_module
from termpuzzles.wall.match import lobby as module
from termpuzzles.wall.match import matches as matches_module
from termpuzzles.wall.match import seat as seat_module
from termpuzzles.wall.match.lobby import Lobby, Waiting
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.matches import Matches, agreed, topic_of
from termpuzzles.wall.match.offers import LobbyError, Offer, OpenChallenge
from termpuzzles.wall.match.open_list import news_in
from termpuzzles.wall.match.ratings import note
from termpuzzles.wall.match.terms import Terms, terms_of
from tests.company.test_meetings import delivered
from tests.wall.match.test_matches import (
    ANN,
    BOB,
    GUEST,
    SMALL,
    WON_BY_RED,
    Player,
    World,
    both,
    find,
    play,
    playing,
    until,
)


@pytest.fixture(autouse=True)
def is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody hears of something only because players say now and then that they are there."""
    monkeypatch.setattr(seat_module, "HEARTBEAT", 1_000.0)


async def refused(ask: Awaitable[object]) -> str:
    """Why it cannot be done."""
    with pytest.raises(LobbyError) as found:
        await ask
    return str(found.value)


class Told:
    """What somebody who waits is told."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.told: list[tuple[str, bool]] = []
        self.waiting = Waiting(self.begun.append, lambda text, is_over: self.told.append((text, is_over)))


def test_who_waits_hears_nothing_more_once_it_is_over() -> None:
    for end in ("begin", "fail", "leave"):
        heard, ended = Told(), list[str]()
        heard.waiting.at_end(lambda ended=ended: ended.append("one"))  # type: ignore[misc]
        heard.waiting.at_end(lambda ended=ended: ended.append("two"))  # type: ignore[misc]
        heard.waiting.say("Wait.")
        getattr(heard.waiting, end)(*["x"] * (end != "leave"))
        assert heard.waiting.is_over
        heard.waiting.say("No.")
        heard.waiting.fail("No.")
        heard.waiting.begin("no")
        heard.waiting.leave()
        assert ended == ["one", "two"]
        assert heard.begun == ["x"] * (end == "begin")
        assert heard.told == [("Wait.", False), *[("x", True)] * (end == "fail")]


async def test_a_challenge_ends_when_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = Told()
    heard.waiting.expire_after(0.01, "Too late.")
    await until(lambda: heard.waiting.is_over)
    assert heard.told == [("Too late.", True)]


async def test_a_challenge_waits_a_minute_one_to_anybody_ten_and_whoever_takes_it_five_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waits = list[float]()
    monkeypatch.setattr(Waiting, "expire_after", lambda waiting, seconds, why: waits.append(seconds))
    world = World()
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB)
    await one.challenge("bob")
    assert waits == [60.0]
    await two.lobby.seek(SMALL, two.take, two.tell)
    assert waits == [60.0, 600.0]
    await one.lobby.accept_open(OpenChallenge("f" * 16, BOB, "bob", SMALL), one.take, one.tell)
    assert waits == [60.0, 600.0, 5.0]
    world.here.stop()
    world.there.stop()


async def test_what_the_challenger_is_told_step_by_step() -> None:
    world = World()
    one = Player(world, world.here, ANN)
    await one.challenge("bob")
    await until(lambda: bool(one.told))
    assert one.told == ["bob is not here, or has not heard of it yet."]
    two = Player(world, world.there, BOB)
    (invitation,) = (await two.lobby.listing()).invitations
    assert (invitation.about["what"], invitation.about["offer"]) == (
        "standard, 3x3, rapid, rated",
        "standard 3x3 rapid rated red",
    )
    assert [each.name_of(each.host) for each in (await two.lobby.listing()).invitations] == ["anna"]
    assert (await Lobby(world.there, GUEST).listing()).invitations == ()
    two.lobby.decline(invitation)
    await until(lambda: len(one.told) == 2)
    assert one.told[1:] == ["bob declined."]
    assert (await two.lobby.listing()).invitations == ()
    two.lobby.accept(invitation, two.take, two.tell)
    await asyncio.sleep(0.01)
    assert not two.begun.done()


async def test_whoever_challenges_is_there_and_whoever_is_challenged_sees_it() -> None:
    world = World()
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB)
    heard = list[Invitation]()
    two.lobby.await_challenges(heard.append)
    await one.challenge("bob")
    await until(lambda: bool(heard))
    seen = Meeting(world.there.exchange, BOB, heard[0], lambda: None, lambda *_: None)
    assert seen.attendance(ANN) is Attendance.INVITED
    seen.listen()
    await until(lambda: seen.attendance(ANN) is Attendance.HERE)
    seen.end()
    world.here.stop()
    world.there.stop()


async def test_a_challenge_to_oneself_and_one_to_anybody_are_accepted_by_the_name_of_who_waits() -> None:
    world = World()
    one, two, guest = (
        Player(world, matches, player)
        for matches, player in ((world.here, ANN), (world.there, BOB), (world.there, GUEST))
    )
    await one.challenge("bob")
    waiting = await two.lobby.accept_from("ANNA", two.take, two.tell)
    assert isinstance(waiting, Waiting)
    assert (await two.open()).terms.shown == ("anna", "bob")
    assert waiting.is_over
    await two.lobby.seek(SMALL, two.take, two.tell)
    waiting = await guest.lobby.accept_from("Bob", guest.take, guest.tell)
    assert not waiting.is_over
    assert (await guest.open()).terms.rated is False
    world.here.stop()
    world.there.stop()


async def test_a_challenge_that_was_withdrawn_is_no_longer_waiting() -> None:
    world, two = World(), None
    one = Player(world, world.here, ANN)
    waiting = one.lobby.challenge(await one.lobby.invitation("bob", SMALL), one.take, one.tell)
    two = Player(world, world.there, BOB)
    (invitation,) = (await two.lobby.listing()).invitations
    two.lobby.accept(invitation, lambda name: None, two.tell)
    waiting.leave()
    await until(lambda: bool(two.told))
    assert two.told == ["anna is no longer waiting."]
    world.here.stop()


async def test_why_something_cannot_be_done_about_matches() -> None:
    world = World()
    ann, bob = (Lobby(matches, player) for matches, player in ((world.here, ANN), (world.there, BOB)))
    told = Told()

    def tell(text: str, is_over: bool) -> None:
        told.told.append((text, is_over))

    begin = told.begun.append
    assert await refused(ann.invitation("nobody", SMALL)) == "No player is called 'nobody'."
    assert await refused(ann.invitation("anna", SMALL)) == "Expected each player once, and not yourself."
    assert await refused(ann.accept_from("x" * 100, begin, tell)) == f"There is no challenge by {'x' * 30}…{'x' * 29}."
    assert await refused(ann.match_of("bob")) == "bob is not playing a match."
    assert await refused(ann.match_of("nobody")) == "No player is called 'nobody'."
    assert await refused(ann.any_match()) == "No match has been finished here yet."
    assert await refused(ann.finished_match()) == "No match has been finished here yet."
    assert await refused(ann.latest()) == "You have no match in progress."
    assert await refused(ann.open("0" * 16)) == "There is no such match."
    assert await refused(ann.standings("nobody")) == "No player is called 'nobody'."
    assert await refused(world.here.hold("0" * 16)) == "There is no such match."
    assert not await ann.has_begun("0" * 16)
    await ann.seek(SMALL, begin, tell)
    (challenge,) = (await ann.listing()).challenges
    assert await refused(ann.accept_open(challenge, begin, tell)) == "This is your own challenge."
    assert await refused(ann.accept_from("anna", begin, tell)) == "This is your own challenge."
    world.here.stop()
    world.store.journals["1" * 16], world.store.modified["1" * 16] = b"nonsense\n", 0.0
    assert await refused(bob.open("1" * 16)) == "There is no such match."
    why = await refused(world.there.hold("1" * 16))
    assert why == "This match cannot be opened: the journal of a Wall Game."
    assert told.begun == []


async def test_a_challenge_that_is_taken_too_late_is_said_to_be_no_longer_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TAKEN", 0.05)
    monkeypatch.setattr(module, "_SEEK", 0.05)
    world = World()
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB)
    gone = OpenChallenge("0" * 16, ANN, "anna", SMALL)
    await two.lobby.accept_open(gone, two.take, two.tell)
    await until(lambda: bool(two.told))
    assert two.told == ["That challenge is no longer open."]
    await one.lobby.seek(SMALL, one.take, one.tell)
    await until(lambda: bool(one.told))
    assert one.told == ["Nobody has accepted your challenge."]
    assert (await two.lobby.listing()).challenges == ()


async def test_matches_are_found_by_their_players_and_to_watch() -> None:
    world = World()
    async with playing(world) as (one, two):
        name = await one.begun
        guest = Lobby(world.there, GUEST)
        for lobby in (one.lobby, two.lobby, guest):
            (running,) = (await lobby.listing()).running
            assert running[:2] == (name, (ANN, BOB))
            assert running[2:] == ("anna against bob", "standard, 3x3, rapid", 0)
        assert await guest.any_match() == await guest.match_of("BOB") == await guest.match_of("anna") == name
        assert await refused(one.lobby.any_match()) == "No match has been finished here yet."
        assert await one.lobby.latest() == await one.lobby.latest("Bob") == name
        assert await refused(one.lobby.latest("anna")) == "You have no match in progress."
        assert await refused(guest.latest()) == "You have no match in progress."
        assert await guest.has_begun(name)
        await play(*both(one, two), "Ca2")
        assert (await guest.listing()).running[0].turns == 1
        watched = await guest.open(name)
        assert (watched.side, watched.may_move) == (None, False)
        watched.leave()
        await play(*both(one, two), *WON_BY_RED[1:])
        assert (await guest.listing()).running == ()
        await until(lambda: "1216?" in both(one, two)[0].state["ratings"])
        assert await guest.finished_match() == await guest.any_match() == name
        assert await refused(one.lobby.latest()) == "You have no match in progress."


async def test_a_match_that_was_not_begun_is_none_to_look_at_and_is_removed() -> None:
    world = World()
    async with playing(world) as (one, two):
        red, blue = both(one, two)
        name = await one.begun
        world.watch.now += 61
        blue.ask("here")
        await until(lambda: red.game.outcome is not None)
        assert await refused(Lobby(world.here, GUEST).finished_match()) == "No match has been finished here yet."
        world.here._release(name)
        await until(lambda: name not in world.store.journals)


async def test_turns_are_kept_of_so_many_matches_and_the_player_is_told_in_time() -> None:
    world = World()
    kept = Matches(world.exchange, world.store, find, world.watch, kept=lambda: 10)
    lobby, names = Lobby(kept, ANN), [f"{number:016x}" for number in range(12)]
    terms = Terms(start("standard", 3, 3), (ANN, BOB), "10+2", ("anna", "bob"), rated=True)
    for number, name in enumerate(names, 1):
        match = Match(terms, world.watch, Journal(world.store.open(name), terms.head))
        for turn in WON_BY_RED:
            match.play(read_turn(turn))
        match.leave()
        kept.ledgers.settle(name, match)
        found = await lobby.standings()
        said = f"{number} of your matches here are over. All results are kept, but turns only of the last 10."
        assert found.notice == (said if number >= 9 else "")
        assert (await lobby.standings("bob")).notice == ""
        assert len(found.played) == number
        assert [each for each in names if each in world.store.journals] == names[max(0, number - 10) : number]
    assert found.names == {BOB: "bob"}
    assert found.ratings["standard", "10+2"].won == 12
    head = terms_of(parse(world.store.read(names[-1])).head)
    assert head == terms
    world.here.stop()


async def test_the_turns_of_a_thousand_matches_are_kept_and_of_older_ones_twenty_are_removed_at_once() -> None:
    world = World()
    assert world.here.kept() == 1_000
    kept = Matches(world.exchange, world.store, find, world.watch, kept=lambda: 10)
    terms = Terms(start("standard", 3, 3), (ANN, BOB), "10+2", ("anna", "bob"), rated=True)
    names = [f"{number:016x}" for number in range(36)]
    events = [f"began {name} red {BOB} standard 3x3 10+2 rated" for name in names]
    note(world.store, ANN, [*events, *(f"ended {name} 1-0 knockout" for name in names[:-1])])
    for name in names:
        match = Match(terms, world.watch, Journal(world.store.open(name), terms.head))
        for turn in WON_BY_RED:
            match.play(read_turn(turn))
        match.leave()
    kept.ledgers.settle(names[-1], match)
    assert [name for name in names if name in world.store.journals] == names[:6] + names[26:]
    world.here.stop()


async def test_of_many_journals_fifty_are_read_to_find_a_match_that_is_over() -> None:
    for number, most in ((0, 0), (49, 49), (50, 50), (51, 50), (80, 50)):
        world = World()
        world.store.journals = {f"{each:016x}": b"no journal" for each in range(number)}
        world.store.modified = dict.fromkeys(world.store.journals, 0.0)
        looked_at, read_from = list[str](), world.store.read

        def read(name: str, looked_at: list[str] = looked_at, read_from: Any = read_from) -> bytes:
            looked_at.append(name)
            return bytes(read_from(name))

        world.store.read = read  # type: ignore[method-assign]
        assert await refused(Lobby(world.here, GUEST).finished_match()) == "No match has been finished here yet."
        assert len(set(looked_at)) == most
        world.here.stop()


class FullStore(MemoryStore):
    """A store that takes nothing more."""

    tries = 0

    def open(self, name: str) -> MemoryLog:
        self.tries += 1
        log = super().open(name)
        log.append = lambda data, kept: kept(OSError("no space left"))  # type: ignore[method-assign]
        return log


def test_a_ledger_is_written_to_five_times_at_most() -> None:
    store = FullStore()
    with pytest.raises(OSError, match="no space left"):
        note(store, ANN, [f"began x red {BOB} standard 3x3 10+2 rated"])
    assert store.tries == 5


async def test_a_match_is_settled_once_and_by_the_ratings_before_it() -> None:
    world = World()
    terms = Terms(start("standard", 3, 3), (ANN, BOB), "10+2", ("anna", "bob"), rated=True)
    note(world.store, BOB, ["began old blue x standard 3x3 10+2 rated", "ended old 0-1 knockout 1400"])
    match = Match(terms, world.watch)
    for turn in WON_BY_RED:
        match.play(read_turn(turn))
    for _ in range(2):
        world.here.ledgers.settle("one", match)
    ledgers = {name: [event for _, event in parse(data).events] for name, data in world.store.journals.items()}
    assert sorted(ledgers.values()) == [
        [
            "began old blue x standard 3x3 10+2 rated",
            "ended old 0-1 knockout 1400",
            f"began one blue {ANN} standard 3x3 10+2 rated",
            "ended one 1-0 knockout against 1200.0",
        ],
        [f"began one red {BOB} standard 3x3 10+2 rated", "ended one 1-0 knockout against 1400.0"],
    ]
    world.here.stop()


async def test_a_match_of_which_no_ledger_can_be_written_is_not_held(monkeypatch: pytest.MonkeyPatch) -> None:
    world, name = World(), "2" * 16
    terms = Terms(start("standard", 3, 3), (ANN, BOB), "10+2", ("anna", "bob"), rated=True)

    def full(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ledger_module, "note", full)
    why = await refused(world.here.begin(name, terms))
    assert why == "This match cannot be opened: [Errno 28] No space left on device."
    assert world.store.holders == {}
    monkeypatch.undo()
    await world.there.begin(name, terms)
    assert await refused(world.here.begin(name, terms)) == "This match is held elsewhere."
    assert await world.there.hold(name)
    assert not await world.here.hold(name)
    world.there.stop()
    assert await world.here.hold(name)
    world.here.stop()


async def test_the_clock_of_a_new_match_runs_at_once_and_that_of_one_broken_off_waits() -> None:
    world, name, told = World(), "3" * 16, list[dict[str, object]]()
    world.exchange.subscribe(topic_of(name), lambda message: told.extend([news_in(message).get("state", {})]))
    terms = Terms(start("standard", 3, 3), (ANN, BOB), "10+2", ("anna", "bob"), rated=True)
    await world.here.begin(name, terms)
    await delivered()
    assert (told[-1]["running"], told[-1]["left"], told[-1]["ratings"]) == (0.0, [600.0, 600.0], ["1200?", "1200?"])
    world.here.stop()
    await world.there.hold(name)
    await delivered()
    assert (told[-1]["running"], told[-1]["events"]) == (None, 0)
    events = [event.partition(" ")[0] for _, event in parse(world.store.read(name)).events]
    assert events == ["opened"]
    world.there.stop()


async def test_whoever_accepts_a_challenge_of_somebody_who_is_gone_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_TAKEN", 0.05)
    world = World()
    two = Player(world, world.there, BOB)
    waiting = two.lobby.accept(Invitation("wall", ANN, (BOB,), {}, names=("anna", "bob")), two.take, two.tell)
    await until(lambda: waiting.is_over)
    assert two.told == ["anna is no longer here."]
    assert not two.begun.done()


async def test_a_match_that_another_process_has_taken_over_is_let_go() -> None:
    world, name, told = World(), "4" * 16, list[dict[str, Any]]()
    terms = Terms(start("standard", 3, 3), (ANN, BOB), "10+2", ("anna", "bob"), rated=True)
    await world.here.begin(name, terms)
    world.exchange.subscribe(topic_of(name), lambda message: told.append(news_in(message)))
    newer = world.store.take_over(name)
    world.exchange.publish(topic_of(name), json.dumps({"from": ANN, "request": {"do": "turn", "at": 0, "turn": "Ca2"}}))
    await delivered()
    assert {"free": True} in told
    assert not any("state" in each for each in told), "what is not kept is not told"
    assert not await world.here.hold(name)
    newer.close()
    assert await world.here.hold(name)
    world.here.stop()


async def test_a_guest_has_no_ledger() -> None:
    world = World()
    terms = agreed(SMALL, (GUEST, "guest"), (BOB, "bob"))
    assert (terms.rated, terms.seats, terms.shown) == (False, (GUEST, BOB), ("guest", "bob"))
    assert agreed(SMALL, (ANN, "anna"), (BOB, "bob")).rated
    assert not agreed(SMALL, (ANN, "anna"), (GUEST, "guest")).rated
    assert not agreed(SMALL._replace(rated=False), (ANN, "anna"), (BOB, "bob")).rated
    match = Match(terms, world.watch)
    for turn in WON_BY_RED:
        match.play(read_turn(turn))
    world.here.ledgers.settle("one", match)
    assert len(world.store.journals) == 1
    world.here.stop()


async def test_a_store_that_is_away_is_tried_again_until_the_match_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches_module, "_AGAIN", 0.01)
    world = World()
    async with playing(world) as (one, two):
        red, blue = both(one, two)
        real, tries = world.here.ledgers.settle, list[str]()

        def away_at_first(name: str, match: Match) -> list[int]:
            tries.append(name)
            if len(tries) < 3:
                raise StoreAwayError(None, "away")
            return real(name, match)

        for matches in (world.here, world.there):
            matches.ledgers.settle = away_at_first  # type: ignore[method-assign]
        await play(red, blue, *WON_BY_RED)
        await until(lambda: red.state["ratings"] == ["1216?", "1184?"])
        assert len(tries) == 3


async def test_a_deserted_match_is_let_go_after_a_while_unless_its_clock_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    for offer, is_held in ((SMALL, True), (SMALL._replace(clock="", rated=False), False)):
        world = World()
        async with playing(world, offer) as (one, two):
            name = await one.begun
            holder = next(matches for matches in (world.here, world.there) if name in matches._held)
            for match in both(one, two):
                match.leave()
            await until(lambda holder=holder, name=name: holder._held[name].referee.is_deserted)  # type: ignore[misc]
            for seconds in (30.0, 569.0, 2.0):
                if name in holder._held:
                    world.watch.now += 0.0 if is_held else seconds
                    holder._tick(name)
                    if seconds != 2.0:
                        assert name in holder._held
            assert (name in holder._held) == is_held
            if is_held:
                assert await holder.hold(name)


def holder_of(world: World, name: str) -> Matches:
    """The process that is the referee of this match."""
    return next(matches for matches in (world.here, world.there) if name in matches._held)


async def test_that_time_has_run_out_is_told_to_both_players() -> None:
    world = World()
    async with playing(world) as (one, two):
        red, blue = both(one, two)
        await play(red, blue, "Ca2", "---")
        name, told = await one.begun, list[Any]()
        world.exchange.subscribe(topic_of(name), lambda message: told.append(news_in(message)))
        world.watch.now += 602.0
        holder_of(world, name)._tick(name)
        await delivered(world.exchange)
        assert told[0]["state"]["running"] is None, "before a player asks"
        await until(lambda: bool(red.game.outcome and blue.game.outcome))
        for match in (red, blue):
            assert match.game.outcome
            assert (match.game.outcome.winner, match.game.outcome.reason) == (1, "timeout")


async def test_a_challenge_is_over_if_its_match_cannot_be_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    async def begin(matches: Matches, name: str, terms: Terms) -> None:
        raise LobbyError("The store is away.")

    monkeypatch.setattr(Matches, "begin", begin)
    world = World()
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB, accepts=True)
    heard = Told()
    waiting = one.lobby.challenge(
        await one.lobby.invitation("bob", SMALL), one.take, lambda text, over: heard.told.append((text, over))
    )
    await until(lambda: waiting.is_over)
    assert heard.told[-1] == ("The store is away.", True)
    assert not two.begun.done()


async def test_an_offer_that_cannot_be_read_is_the_usual_one() -> None:
    world = World()
    one, two = Player(world, world.here, ANN), Player(world, world.there, BOB, accepts=True)
    invitation = await one.lobby.invitation("bob", SMALL)
    for about in ({"what": "chess"}, {"offer": "chess 8x8"}):
        sent = Invitation(invitation.kind, ANN, (BOB,), about, names=invitation.names)
        one.lobby.challenge(sent, one.take, one.tell)
        terms = (await one.open()).terms
        assert (str(terms.start.variant), terms.start.width, terms.clock) == ("standard", 8, Offer().clock)
        for player in (one, two):
            player.begun = asyncio.get_running_loop().create_future()


async def test_nothing_is_waited_for_any_more_once_all_matches_are_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, waits = asyncio.get_running_loop(), list[asyncio.TimerHandle]()
    later = loop.call_later

    def call_later(seconds: float, *what: Any) -> asyncio.TimerHandle:
        waits.append(later(seconds, *what))
        return waits[-1]

    monkeypatch.setattr(loop, "call_later", call_later)
    async with playing(World()):
        assert any(not wait.cancelled() and wait.when() > loop.time() + 1 for wait in waits)
    assert not [wait for wait in waits if not wait.cancelled() and wait.when() > loop.time() + 1]


async def test_players_say_every_ten_seconds_that_they_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    loop, waits = asyncio.get_running_loop(), list[tuple[float, Any]]()
    later = loop.call_later

    def call_later(seconds: float, *what: Any) -> asyncio.TimerHandle:
        waits.append((seconds, what[0]))
        return later(seconds, *what)

    monkeypatch.setattr(loop, "call_later", call_later)
    world, heard = World(), list[Any]()
    async with playing(world) as (one, _):
        end = world.exchange.subscribe(topic_of(await one.begun), lambda text: heard.append(_asked(news_in(text))))
        for _, beat in [wait for wait in waits if wait[0] == 10.0]:
            beat()
        await delivered()
        assert {(ANN, "here"), (BOB, "here")} <= {*heard}
        end()


async def test_nobody_judges_a_match_any_more_once_it_is_let_go() -> None:
    world, failed = World(), list[Any]()
    asyncio.get_running_loop().set_exception_handler(lambda loop, what: failed.append(what))
    async with playing(world) as (one, _):
        topic = topic_of(await one.begun)
    for message in ({"from": ANN, "request": {"do": "here"}}, {"ask": True}):
        world.exchange.publish(topic, json.dumps(message))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not failed


async def test_what_a_player_has_missed_is_read_from_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    async with playing(World()) as (one, two):
        red, blue = both(one, two)
        on_state, missed, before = blue.on_state, list[Any](), len(red.events)

        def deaf(state: Any) -> bool:
            missed.append(state)
            return len(missed) > 1 and on_state(state)

        monkeypatch.setattr(blue, "on_state", deaf)
        red.play(read_turn("Ca2"))
        await until(lambda: len(blue.events) == len(red.events) == before + 1)
        assert [str(turn) for turn in blue.game.turns] == ["Ca2"]
        assert len(missed) == 2
        assert missed[0] == missed[1]


async def test_a_player_who_has_left_another_terminal_says_that_this_one_is_still_there() -> None:
    world, heard = World(), list[Any]()
    async with playing(world) as (one, two):
        topic = topic_of(await one.begun)
        end = world.exchange.subscribe(topic, lambda message: heard.append(_asked(news_in(message))))
        world.exchange.publish(topic, json.dumps({"from": BOB, "request": {"do": "gone"}}))
        await until(lambda: (BOB, "here") in heard)
        assert two.match
        assert (ANN, "here") not in heard
        end()


def _asked(news: dict[str, Any]) -> tuple[str, str] | None:
    """Who asks for what in a message."""
    return (news["from"], news["request"]["do"]) if "request" in news else None


async def test_who_watches_asks_once_the_referee_has_been_quiet_for_more_than_25_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seat_module, "HEARTBEAT", 0.01)
    world, asked = World(), list[str]()
    world.watch.now = 1_000.0
    async with playing(world) as (one, _):
        name = await one.begun
        watched = await Lobby(world.there, GUEST).open(name)
        await until(lambda: bool(watched.state))
        for matches in (world.here, world.there):
            matches.stop()  # so that nobody answers
        await asyncio.sleep(0.05)
        world.exchange.subscribe(topic_of(name), lambda message: asked.extend(["ask"] * ("ask" in news_in(message))))
        for seconds, is_asked in ((25.0, False), (0.1, True)):
            world.watch.now += seconds
            if is_asked:
                await until(lambda: bool(asked))
            else:
                await asyncio.sleep(0.1)
                assert asked == []
        watched.leave()
        await delivered()  # what is on its way
        number = len(asked)
        await asyncio.sleep(0.05)
        assert len(asked) == number


def test_news_that_cannot_be_read_are_none() -> None:
    assert [news_in(text) for text in ("", "{", "[]", "3", "null", "[" * 5000)] == [{}] * 6
    assert news_in('{"a": 1}') == {"a": 1}
    assert topic_of("x") == "wall:x"


async def test_what_cannot_be_read_of_the_open_list_is_left_out() -> None:
    world = World()
    one = Player(world, world.here, ANN)
    await one.lobby.seek(Offer("classic", "5x5", "3+2", False, "blue"), one.take, one.tell)
    real, topics = world.exchange.publish, list[str]()

    def publish(topic: str, message: str) -> None:
        real(topic, message)
        if topic == "wall:open":
            answers = news_in(message)["ask"]
            topics.append(answers)
            for answer in (
                "nonsense",
                '{"challenge": ["x", "y", "z"]}',
                '{"challenge": ["x", "y", "z", ["nonsense"]]}',
                '{"challenge": ["x", "y", "z", ["5x5"]]}',
                '{"invitation": 3}',
                '{"invitation": "{}"}',
                '{"running": ["x", ["r"], "t", "a", 3]}',
                '{"running": ["x", ["r", "b"], "t", "a", "3"]}',
                '{"running": ["x", ["r", "b"], "t", "a", 3]}',
            ):
                real(answers, answer)

    world.exchange.publish = publish  # type: ignore[method-assign]
    found = await Lobby(world.there, BOB).listing()
    assert sorted((each.name[:1], str(each.offer)) for each in found.challenges if each.name == "x") == [
        ("x", "standard, 5x5, rapid, rated")
    ]
    assert [str(each.offer) for each in found.challenges if each.name != "x"] == ["classic, 5x5, blitz, unrated"]
    assert [tuple(each) for each in found.running] == [("x", ("r", "b"), "t", "a", 3)]
    assert found.invitations == ()
    world.here.stop()
    with suppress(KeyError):
        world.there.stop()
