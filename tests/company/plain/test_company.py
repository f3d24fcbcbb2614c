"""Players of a service in plain mode: a race and matches of the Wall Game, as each of them hears them, as approved."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import Callable, Generator, Iterator, Sequence
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from termpuzzles import games
from termpuzzles.company.meetings import Company, LocalExchange
from termpuzzles.company.parts import SERVED
from termpuzzles.company.plain.pipe import MatchesPlace
from termpuzzles.company.plain.race import OtherPlayers
from termpuzzles.company.slots import COMPANY
from termpuzzles.formats import read
from termpuzzles.games.queries import solve
from termpuzzles.plain.conversation import Back, Conversation, PlainContext, PlainPlace
from termpuzzles.plain.menus import home
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore
from termpuzzles.wall.game.model import RuleError
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import start
from termpuzzles.wall.match.lobby import Lobby
from termpuzzles.wall.match.matches import Matches
from termpuzzles.wall.match.seat import SeatMatch
from termpuzzles.wall.match.terms import Terms
from termpuzzles.wall.plain.matches import LobbyPlace, SeatPlace
from termpuzzles.wall.slots import LOBBY
from tests.approved import approve
from tests.commands.plain.transcripts import shortened
from tests.company.races import records

NAMES = {"ann": "player-a", "bob": "player-b", "cleo": "player-c"}
SHOWN = {player: name for name, player in NAMES.items()}


def find(name: str) -> tuple[str, str]:
    """The id and the name of a player."""
    player = NAMES.get(name, name)
    if player not in SHOWN:
        raise ValueError(f"no player is called {name!r}")
    return player, SHOWN[player]


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds

    def today(self) -> datetime:
        return datetime(2026, 11, 21, 12, 0) + timedelta(seconds=self.seconds)


class ClosedMatches(PlainPlace):
    """Where matches would be played."""

    is_open = False

    def enter(self) -> Iterator[str]:
        self.is_open = True
        yield "Matches."

    def answer(self, words: list[str]) -> Iterator[str | PlainPlace]:
        raise Back

    def leave(self) -> None:
        self.is_open = False


class Player:
    """A player in conversation, with all that was said and heard."""

    def __init__(self, name: str, folder: Path, clock: Clock) -> None:
        self.name, self.heard = name, list[str]()
        self.looks: list[Callable[[], None]] = []
        library = Library(Folders(folder / name / "data", folder / name / "config"))
        self.context = PlainContext(
            library,
            library.settings(),
            clock,
            clock.today,
            seed=lambda: "7",
            print_line=self.heard.append,
            every=self._every,
        )

    def _every(self, look: Callable[[], None]) -> Callable[[], None]:
        self.looks.append(look)
        return lambda: self.looks.remove(look)

    def sit(self, first: PlainPlace, others: Any = lambda words: None) -> None:
        """Begin the conversation."""
        self.conversation = Conversation(first, others)
        self.heard += [line for line in self.conversation.begin() if not line[0].isdigit()]

    def say(self, line: str) -> None:
        """Type a line."""
        self.heard.append(f"> {line}")
        self.heard += self.conversation.answer(line)


@pytest.fixture(autouse=True)
def _counted_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give meetings and matches their names one after the other."""
    numbers = count(1)
    monkeypatch.setattr(secrets, "token_hex", lambda size: f"{next(numbers):0{2 * size}x}")
    monkeypatch.setattr(games, "_registered", {})


RACE = (
    "ann: race", "ann: race nobody", "ann: race ann", "ann: race bob 0x0",
    "ann: accept", "ann: race bob, cleo net 3x2", "cleo: decline", "bob: accept",
    "ann: race", "ann: what", "bob: ready", "bob: race", "ann: back", "ann: accept", "ann: race bob 2x2",
    "bob: accept", "ann: ready", "1", "bob: ready", "1", "1", "1", "1", "5", "ann: race",
    "bob: hint", "bob: do", "bob: race", "30", "ann: SOLVE", "bob: race", "ann: ",
    "bob: accept", "bob: ready", "ann: ready", "4", "bob: solution", "bob: solution",
    "ann: race", "bob: back", "ann: back",
)  # fmt: skip


OF_THE_MENU = re.compile(r"\d+\. [A-Z]")


async def test_a_race_is_heard_as_approved(tmp_path: Path) -> None:
    clock, exchange = Clock(), LocalExchange()
    races = records(clock)
    players = {name: Player(name, tmp_path, clock) for name in NAMES}
    for name, player in players.items():
        matches = cast("MatchesPlace", ClosedMatches())
        company = Company(NAMES[name], exchange, find, races)
        COMPANY.fill(player.context, company)
        SERVED.fill(player.context, matches)
        player.sit(home(player.context), OtherPlayers(player.context, company, matches).answer)
    lines = []
    for step in RACE:
        who, colon, what = step.partition(": ")
        if not colon:
            clock.seconds += float(step)
            lines.append(f"-- {step} seconds later --")
        elif what == "SOLVE":
            for line in _solving(players[who]):
                players[who].say(line)
        else:
            players[who].say(what)
        for player in players.values():
            for look in [*player.looks]:
                look()
        for _ in range(20):
            await asyncio.sleep(0)
        for name, player in players.items():
            lines += [f"{name:4} {shortened(line)}" for line in player.heard if not OF_THE_MENU.match(line)]
            player.heard.clear()
    for player in players.values():
        player.conversation.close()
    approve(__file__, "plain-race", "\n".join([*lines, ""]))


def two_at_home(tmp_path: Path, clock: Clock) -> list[Player]:
    """Ann and Bob at the main menu of a service, who can invite each other."""
    exchange, races = LocalExchange(), records(clock)
    players = [Player(name, tmp_path, clock) for name in ("ann", "bob")]
    for player in players:
        company = Company(NAMES[player.name], exchange, find, races)
        COMPANY.fill(player.context, company)
        matches = cast("MatchesPlace", ClosedMatches())
        player.sit(home(player.context), OtherPlayers(player.context, company, matches).answer)
    return players


async def hear(players: Sequence[Player]) -> None:
    """Let all of them hear what has happened."""
    for look in [look for player in players for look in player.looks]:
        look()
    for _ in range(20):
        await asyncio.sleep(0)


async def test_another_race_for_which_no_board_is_found_is_not_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    ann, bob = players = two_at_home(tmp_path, clock)
    for player, line in ((ann, "race bob 2x2"), (bob, "accept"), (ann, "ready"), (bob, "ready")):
        player.say(line)
        await hear(players)
    for _ in range(5):
        clock.seconds += 1
        await hear(players)
    for line in _solving(ann):
        ann.say(line)

    def no_board(question: object, cache: object) -> Generator[None, None, str]:
        yield None
        return "there is no such board"

    monkeypatch.setattr("termpuzzles.session.questions.NewQuestion.work", no_board)
    for line in ("", "again"):
        ann.say(line)
        assert ann.heard[-1] == "There is no such board."
    for player in players:
        player.conversation.close()


def _solving(player: Player) -> Iterator[str]:
    """The lines that solve the board of the race by turns."""
    player.heard.clear()
    player.say("id")
    (puzzle,) = read(player.heard.pop())
    answer = solve(puzzle)
    assert answer
    player.heard.clear()
    for cell, (given, wanted) in enumerate(zip(puzzle.tiles, answer.lines, strict=True)):
        x, y = puzzle.grid.place(cell)
        while given != wanted:
            given = given >> 1 | (given & 1) << 3
            yield f"turn {x + 1} {y + 1}"


# what a player types, and what they hear before the next line is typed
MATCHES: tuple[tuple[str, dict[str, str]], ...] = (
    ("ann: help", {}),
    ("ann: list", {"ann": "Nobody is waiting"}),
    ("ann: matches", {"ann": "You have no match"}),
    ("ann: ratings", {"ann": "No game has been finished"}),
    ("ann: continue", {"ann": "."}),
    ("ann: watch", {"ann": "."}),
    ("ann: withdraw", {}),
    ("ann: nonsense here", {}),
    ("ann: challenge", {}),
    ("ann: accept", {}),
    ("ann: decline", {}),
    ("ann: accept bob", {"ann": "."}),
    ("ann: decline bob", {"ann": "There is no challenge by bob."}),
    ("ann: challenge bob chess", {}),
    ("ann: challenge nobody", {"ann": "No player is called"}),
    ("ann: challenge bob 3x3 blitz red unrated", {"bob": "ann challenges you"}),
    ("bob: decline ann", {"bob": "Declined.", "ann": "bob declined."}),
    ("ann: challenge bob 3x3 10+2 red rated", {"bob": "ann challenges you"}),
    ("ann: withdraw", {}),
    ("ann: challenge bob 3x3 10+2 red rated", {"bob": "ann challenges you"}),
    ("bob: list", {"bob": "challenge from ann"}),
    ("ann: list", {"ann": "Nobody is waiting"}),
    ("bob: accept ann", {"ann": "Red, you, to move", "bob": "Red, ann, to move"}),
    ("ann: help", {}),
    ("ann: nonsense there", {}),
    ("ann: where", {}),
    ("bob: pass", {}),
    ("ann: cat a2", {}),
    ("ann: done", {"ann": "Blue, bob, to move", "bob": "Blue, you, to move"}),
    ("ann: draw", {"bob": "ann offers a draw."}),
    ("bob: decline", {}),
    ("bob: >b2", {"ann": "Red, you, to move", "bob": "Red, ann, to move"}),
    ("bob: take back", {"bob": "In a rated game"}),
    ("ann: turns", {}),
    ("ann: record", {}),
    ("cleo: list", {"cleo": "match: ann against bob"}),
    ("cleo: watch ann", {"cleo": "to move"}),
    ("cleo: back", {}),
    ("ann: leave", {}),
    ("ann: matches", {"ann": "bob: standard"}),
    ("ann: continue bob", {"ann": "Red, you, to move"}),
    ("bob: resign", {}),
    ("bob: resign", {"ann": "Your points", "bob": "Your points"}),
    ("bob: resign", {}),
    ("ann: again", {"bob": "ann wants another game."}),
    ("bob: again", {"ann": "Red, bob, to move", "bob": "Red, you, to move"}),
    ("bob: pass", {"ann": "Blue, you, to move"}),
    ("bob: claim", {"bob": "."}),
    ("ann: back", {}),
    ("ann: ratings", {"ann": "rated"}),
    ("cleo: ratings ann", {"cleo": "rated"}),
    ("bob: leave", {}),
    ("cleo: challenge anybody 2x2 bullet", {}),
    ("bob: list", {"bob": "open challenge by cleo"}),
    ("cleo: withdraw", {}),
)  # fmt: skip


SOON = "has not heard of it yet"  # said to whoever waits for a moment, however soon the answer comes


async def test_matches_are_heard_as_approved(tmp_path: Path) -> None:
    clock = Clock()
    matches = Matches(LocalExchange(), MemoryStore(), find, clock)
    players = {name: Player(name, tmp_path, clock) for name in NAMES}
    places: dict[str, LobbyPlace] = {}
    for name, player in players.items():
        LOBBY.fill(player.context, Lobby(matches, NAMES[name]))
        places[name] = LobbyPlace(player.context)
        player.sit(places[name])
    whole: dict[str, list[str]] = {name: [] for name in NAMES}
    for step, awaited in MATCHES:
        who, _, what = step.partition(": ")
        players[who].say(what)
        await places[who].settled()
        while not all(any(part in line for line in players[name].heard) for name, part in awaited.items()):
            await asyncio.sleep(0.005)
        for name, player in players.items():
            whole[name] += [shortened(line) for line in player.heard if SOON not in line]
            player.heard.clear()
    for player in players.values():
        player.conversation.close()
    approve(__file__, "plain-matches", "\n".join("\n".join([f"{name}:", *lines, ""]) for name, lines in whole.items()))


def test_a_turn_that_is_no_longer_legal_is_answered_by_the_rule_that_it_breaks(tmp_path: Path) -> None:
    def play(turn: Turn) -> None:
        raise RuleError(2, f"{turn} takes 3 actions, and a turn has 2")

    match = cast(SeatMatch, SimpleNamespace(events=[], play=play))
    place = SeatPlace(Player("ann", tmp_path, Clock()).context, match, lambda name: None)
    assert list(place.send(read_turn("Ma2"))) == ["Ma2 takes 3 actions, and a turn has 2."]


def test_giving_up_is_asked_once_though_the_first_news_of_the_match_come_in_between(tmp_path: Path) -> None:
    sent = list[dict[str, object]]()
    match = SeatMatch(Terms(start("standard", 3, 3), ("ann", "bob")), [], Clock(), 0, sent.append)
    player = Player("ann", tmp_path, Clock())
    place = SeatPlace(player.context, match, lambda name: None)
    news = {"events": 0, "last": None, "left": None, "running": None, "away": [None, None]}
    assert list(place.answer(["resign"])) == ["Type resign again to give up the game."]
    assert match.on_state(news)
    match.changed("")
    assert player.heard == ["Red, you, to move: 4 to go, the other cat 4."]
    assert list(place.answer(["resign"])) == []
    assert [request["do"] for request in sent] == ["resign"]
    assert match.on_state(news | {"events": 1, "last": [0.0, "turn Ca2"]})
    match.changed("")
    assert list(place.answer(["resign"])) == ["Type resign again to give up the game."]
