"""What players come to in matches: written by several processes at once, carried over with a key, kept in bounds."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from pathlib import Path
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest

from termpuzzles.company.meetings import LocalExchange
from termpuzzles.company.service.players import Player, Players, Quota, find_player
from termpuzzles.wall.game.notation import read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.matches import Matches
from termpuzzles.wall.match.offers import LobbyError
from termpuzzles.wall.match.ratings import LedgerEntry, began, elo_ratings, ended, note, read_ledger
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.plain.matches import rating_lines
from termpuzzles.wall.service import WallPart
from tests.company.service.test_players import KINDS, Kind
from tests.wall.match.test_matches import WON_BY_RED, until

RAPID = "standard", "10+2"


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    """Players as two processes have them."""
    return KINDS[request.param](tmp_path, Quota())


def matches_of(players: Players, kept: int = 100) -> Matches:
    return Matches(LocalExchange(), players.shared_store(), partial(find_player, players), kept=lambda: kept)


def terms_of(red: Player, blue: Player) -> Terms:
    """A rated match on a board that is soon played."""
    names = red.display_name, blue.display_name
    return Terms(start("standard", 3, 3), (red.name, blue.name), "10+2", names, rated=True)


def won_by_red(terms: Terms) -> Match:
    """A match that is over, by which red has caught blue's mouse."""
    match = Match(terms, lambda: 0.0)
    for turn in WON_BY_RED:
        match.play(read_turn(turn))
    return match


def ledger(matches: Matches, player: Player) -> list[LedgerEntry]:
    return matches.ledgers.of(player.name)


def test_rated_games_that_end_at_once_in_different_processes_both_count_and_none_twice(kind: Kind) -> None:
    anna, bob, cleo = (kind.players.of_key(f"SHA256:{each}") for each in "abc")
    processes = matches_of(kind.players), matches_of(kind.other)
    games = {name: won_by_red(terms_of(anna, other)) for name, other in (("one", bob), ("two", cleo))}
    at_once = Barrier(4)

    def settle(matches: Matches, name: str) -> None:
        at_once.wait()
        matches.ledgers.settle(name, games[name])

    with ThreadPoolExecutor(4) as pool:
        for work in [pool.submit(settle, matches, name) for matches in processes for name in games]:
            work.result()
    for matches in processes:
        won = elo_ratings(ledger(matches, anna))[RAPID]
        assert (won.won, won.games, round(won.value, 1)) == (2, 2, 1231.3)  # 1200, then 16 points and 15.3
        assert sorted(each.match for each in ledger(matches, anna)) == ["one", "two"]
        for loser in (bob, cleo):
            lost = elo_ratings(ledger(matches, loser))[RAPID]
            assert (lost.lost, lost.games) == (1, 1)
            assert 1184 <= lost.value <= 1185, "the other one had 1200 or 1216 points"


def test_what_several_processes_note_in_a_ledger_at_once_is_all_there_in_its_order(kind: Kind) -> None:
    stores = kind.players.shared_store(), kind.other.shared_store()
    terms = terms_of(kind.players.of_key("SHA256:a"), kind.players.of_key("SHA256:b"))
    anna = terms.seats[0]

    def write(place: int) -> None:
        for number in range(5):
            name = f"{place}-{number}"
            note(stores[place], anna, [began(name, terms, 0), ended(name, "1-0", "knockout", 1200.0)])

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(write, range(2)))
    found = [each.match for each in matches_of(kind.players).ledgers.of(anna)]
    assert sorted(found) == [f"{place}-{number}" for place in range(2) for number in range(5)]
    for place in ("0", "1"):
        mine = [name for name in found if name.startswith(place)]
        assert all(one < two for one, two in pairwise(mine))


def test_a_rating_that_an_earlier_version_wrote_is_read() -> None:
    terms = Terms(start("standard", 3, 3), ("player-a", "player-b"), "10+2", ("a", "b"), rated=True)
    events = [began("one", terms, 0), "ended one 1-0 knockout 1216.0", began("two", terms, 0)]
    events += [ended("two", "0-1", "timeout", 1300.0)]
    found = elo_ratings(read_ledger((0.0, event) for event in events))[RAPID]
    assert (found.won, found.lost, found.peak) == (1, 1, 1216.0)
    assert round(found.value, 1) == 1203.8  # 32 times the 0.38 points that were expected are lost


async def test_matches_and_ratings_come_along_when_a_key_is_joined_and_a_match_goes_on(kind: Kind) -> None:
    players = kind.players
    first, second, bob = (players.of_key(f"SHA256:{each}") for each in "abc")
    players.rename(first, "Anna")
    here, there = matches_of(players), matches_of(kind.other)
    here.exchange = there.exchange = LocalExchange()
    host: Any = SimpleNamespace(exchange=there.exchange, find=there.find, now=there.now, kept=None)
    host.shared_store = lambda: there.store
    kind.other.joined = WallPart(host).joined
    await asyncio.to_thread(here.ledgers.settle, "before", won_by_red(terms_of(bob, first)))
    await asyncio.to_thread(here.ledgers.settle, "over", won_by_red(terms_of(second, bob)))
    await here.begin("open", terms_of(second, bob))
    blue = await Lobby(there, bob.name).open("open")
    told = await asyncio.to_thread(kind.other.join, second, await asyncio.to_thread(players.token, first))
    assert told == f"This key now belongs to {first.name}."
    found = await Lobby(there, first.name).standings()
    assert [(each.match, each.result) for each in found.played] == [("before", "1-0"), ("over", "1-0"), ("open", "*")]
    rating = found.ratings[RAPID]
    assert (rating.won, rating.lost) == (1, 1)
    assert find_player(players, second.name) == find_player(players, "Anna") == (first.name, "Anna")
    assert (await Lobby(there, bob.name).standings()).names == {second.name: "Anna", first.name: "Anna"}
    red = await Lobby(there, first.name).open(await Lobby(there, first.name).latest())
    assert red.side == 0
    await until(lambda: bool(red.state and blue.state))
    for mover, turn in zip((red, blue, red, blue, red), WON_BY_RED, strict=True):
        number = len(mover.events)
        mover.play(read_turn(turn))
        await until(lambda number=number: len(red.events) == len(blue.events) == number + 1)  # type: ignore[misc]
    await until(lambda: red.state["ratings"] not in ([], ["1200?", "1200?"]) and bool(red.game.outcome))
    rating = (await Lobby(there, first.name).standings()).ratings[RAPID]
    assert (rating.won, rating.lost) == (2, 1)
    for match in (red, blue):
        match.leave()
    here.stop()
    there.stop()


async def test_of_matches_that_are_over_a_number_is_kept_and_all_results_are(kind: Kind) -> None:
    anna, bob = kind.players.of_key("SHA256:a"), kind.players.of_key("SHA256:b")
    matches = matches_of(kind.players, kept=2)
    for number in range(4):
        name = str(number)
        await matches.begin(name, terms_of(anna, bob))
        match = matches._held[name].referee.match
        match.resign(1)
        matches._release(name)
        await asyncio.to_thread(matches.ledgers.settle, name, match)
    kept = [bool(await asyncio.to_thread(matches.store.read, str(number))) for number in range(4)]
    assert kept == [False, False, True, True]
    assert [each.result for each in ledger(matches, anna)] == ["1-0"] * 4
    found = await Lobby(matches, anna.name).standings()
    told = "4 of your matches here are over. All results are kept, but turns only of the last 2."
    assert (found.notice, list(rating_lines(found))[-1]) == (told, told)
    assert not (await Lobby(matches, bob.name).standings(anna.name)).notice, "it is nobody else's business"
    with pytest.raises(LobbyError, match="no such match"):
        await Lobby(matches, anna.name).open("0")
    matches.stop()
