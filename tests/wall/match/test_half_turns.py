"""A turn of which one action is done comes back: after leaving, after a kill, and in the window that takes over."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from errno import EIO
from pathlib import Path

import pytest

from termpuzzles.plain.conversation import PlainContext
from termpuzzles.play.opening import InUse, Opened
from termpuzzles.play.stage import PlayContext
from termpuzzles.storage.folder_store import JOURNALS
from termpuzzles.storage.journal_text import parse
from termpuzzles.storage.library import Folders, Library
from termpuzzles.wall.game.notation import Turn, read_turn
from termpuzzles.wall.game.position import Wall, start
from termpuzzles.wall.match.course import begin_match, match_of, match_opening
from termpuzzles.wall.match.match import Match
from termpuzzles.wall.match.referee import Referee
from termpuzzles.wall.match.seat import SeatMatch
from termpuzzles.wall.match.terms import DUEL, Terms
from termpuzzles.wall.plain.menu import WallMatchPlace
from tests.play.desk import Time

TERMS = Terms(start("standard", 5, 5), ("you", "friend"))


@pytest.fixture
def context(tmp_path: Path) -> PlayContext:
    library = Library(Folders(tmp_path / "data", tmp_path / "config"))
    return PlayContext(library, library.settings(), Time())


def again(context: PlayContext, sleep: Callable[[float], None] = time.sleep) -> Match:
    """The only game of the list, opened anew, perhaps from another window, for which it waits by `sleep`."""
    (entry,) = context.library.others(DUEL)
    found = match_opening(context, entry)
    if isinstance(found, InUse):
        found = found.take_over(time.monotonic, sleep)
    assert isinstance(found, Opened)
    return match_of(context, found)


def check(held: Match) -> None:
    """What the clock of a screen does for the game on it."""
    held.keeping.check_claim()


def journal(context: PlayContext) -> Path:
    (path,) = (context.library.where.data / JOURNALS).glob("*.journal")
    return path


def test_each_action_comes_back_and_can_be_undone_one_by_one(context: PlayContext) -> None:
    match = begin_match(context, TERMS)
    match.play(read_turn("Ca4"))
    match.staging.put(False, (4, 3))
    match.staging.build(Wall(True, 0, 0))
    match.leave()
    match = again(context)
    assert (str(match.staging.turn), match.staging.left) == ("Ce4.^a1", 0)
    assert match.game.turns == [read_turn("Ca4")]
    assert match.staging.back()
    match.leave()
    match = again(context)
    assert (str(match.staging.turn), match.staging.left) == ("Ce4", 1)
    assert match.staging.back()
    assert not match.staging.back()
    match.leave()
    match = again(context)
    assert match.staging.turn == Turn()
    match.staging.stage(read_turn("Me2.>b2"))
    match.play(match.staging.turn)
    match.leave()
    match = again(context)
    assert list(map(str, match.game.turns)) == ["Ca4", "Me2.>b2"]
    assert match.staging.turn == Turn(), "the next turn begins with nothing"
    match.leave()


def test_what_was_refused_or_would_not_change_anything_is_not_kept(context: PlayContext) -> None:
    match = begin_match(context, TERMS)
    assert match.staging.put(False, (4, 0))
    assert match.staging.build(Wall(True, 4, 4))
    assert not match.staging.put(False, (0, 4)), "it stands there"
    assert not match.staging.back()
    match.leave()
    assert not context.library.others(DUEL)


def test_it_comes_back_in_the_window_that_takes_over(context: PlayContext) -> None:
    held = begin_match(context, TERMS)
    held.staging.put(True, (0, 1))
    assert journal(context).read_bytes().endswith(b" stage Ma2\n"), "before anything else happens"
    other = Library(context.library.where)
    match = again(PlayContext(other, other.settings(), Time()), lambda seconds: check(held))
    assert str(match.staging.turn) == "Ma2"
    match.staging.build(Wall(False, 0, 0))
    assert held.staging.build(Wall(False, 3, 3)) == "another window has taken this game over"
    assert str(held.staging.turn) == "Ma2", "it has no effect where it is not kept"
    assert held.staging.back() is False
    assert held.keeping.lost
    match.leave()


HEAD = (
    '{"termpuzzles": 2, "game": "duel:wall", "size": "5x5", "title": "you against friend", '
    '"text": "5x5 standard a5 a1 e5 e1 r -", "seats": ["you", "friend"], "clock": "10+2"}'
)
OLD = f"""{HEAD}
0.0 turn Ca4
2.0 turn Ce4.>a1
"""


def test_a_journal_without_actions_opens_and_gets_some(context: PlayContext) -> None:
    path = context.library.where.data / JOURNALS / f"{'0' * 24}.journal"
    path.parent.mkdir(parents=True)
    path.write_text(OLD)
    match = again(context)
    assert list(map(str, match.game.turns)) == ["Ca4", "Ce4.>a1"]
    assert match.staging.turn == Turn()
    match.staging.put(False, (0, 2))
    match.leave()
    assert path.read_text() == f"{OLD}2.0 stage Ca3\n"
    match = again(context)
    assert str(match.staging.turn) == "Ca3"
    assert match.clock.used == 2.0, "an action takes nothing of the clock before its turn is played"
    match.leave()


@pytest.mark.parametrize("event", ["stage Ca1", "stage", "stage Xa1", "unstage", "stage Ca4.Ma2.>b1"])
def test_an_action_that_cannot_be_is_kept_aside_with_what_follows(context: PlayContext, event: str) -> None:
    path = context.library.where.data / JOURNALS / f"{'0' * 24}.journal"
    path.parent.mkdir(parents=True)
    path.write_text(f"{OLD}2.0 {event}\n3.0 turn Ca3\n")
    match = again(context)
    assert list(map(str, match.game.turns)) == ["Ca4", "Ce4.>a1"]
    assert match.staging.turn == Turn()
    match.leave()
    assert path.read_text() == OLD
    assert any("3.0 turn Ca3" in other.read_text() for other in path.parent.iterdir() if other != path)


def test_words_tell_what_was_staged(context: PlayContext) -> None:
    match = begin_match(context, TERMS)
    match.staging.put(False, (0, 3))
    match.leave()
    plain = PlainContext(context.library, context.settings, Time())
    place = WallMatchPlace(plain, again(context))
    assert list(place.enter())[-1] == "Cat to a4. 1 action left."
    assert str(next(place.answer(["done"]))).startswith("Blue, your friend, to move")
    place.leave()


class Room:
    """Two players of a service, and the referee who keeps their game."""

    def __init__(self, context: PlayContext) -> None:
        self.terms = Terms(start("standard", 5, 5), ("a", "b"))
        self.match, self._context = begin_match(context, self.terms), context
        self.referee = Referee(self.match, Time())

    def seat(self, side: int | None) -> SeatMatch:
        """What somebody sees who comes now: a player, or one who watches."""
        events = parse(journal(self._context).read_bytes()).events if self.match.events else []
        return SeatMatch(self.terms, events, Time(), side, lambda request: self.requests("ab"[side or 0], request))

    def requests(self, who: str, request: Mapping[str, object]) -> None:
        assert not self.referee.on_request(who, request)


def test_an_action_of_a_match_between_two_comes_back_to_its_player_and_nobody_else_sees_it(
    context: PlayContext,
) -> None:
    room = Room(context)
    red, blue = room.seat(0), room.seat(1)
    red.play(read_turn("Ca4"))
    for each in (red, blue):
        each.on_state(room.referee.state())
    blue.staging.put(False, (4, 3))
    blue.staging.build(Wall(True, 0, 0))
    assert [str(room.seat(side).staging.turn) for side in (0, 1, None)] == ["---", "Ce4.^a1", "---"]
    blue = room.seat(1)
    assert blue.staging.back()
    assert str(room.seat(1).staging.turn) == "Ce4"
    blue.play(read_turn("Ce4.Me2"))
    assert [str(room.seat(side).staging.turn) for side in (0, 1, None)] == ["---"] * 3
    assert list(map(str, room.match.game.turns)) == ["Ca4", "Ce4.Me2"]
    room.match.leave()


def test_only_the_player_to_move_keeps_an_action_and_only_one_that_can_be_and_not_for_ever(
    context: PlayContext,
) -> None:
    room = Room(context)
    room.seat(0).play(read_turn("Ca4"))
    before = journal(context).read_bytes()
    late, blue = {"do": "stage", "at": 0}, {"do": "stage", "at": 1}
    for who, request in (
        ("a", {**blue, "event": "stage Ca3"}),
        ("b", {**late, "event": "stage Ce4"}),
        ("b", {**blue, "event": "stage Ce1"}),
        ("b", {**blue, "event": "stage nonsense"}),
        ("b", {**blue, "event": "unstage"}),
        ("b", {**blue, "event": "turn Ce4"}),
        ("b", blue),
    ):
        room.requests(who, request)
    assert journal(context).read_bytes() == before
    for _ in range(200):
        room.requests("b", {**blue, "event": "stage Ce4"})
        room.requests("b", {**blue, "event": "unstage"})
    assert 50 < journal(context).read_bytes().count(b"stage") <= 100
    assert not room.referee.on_request("b", {"do": "turn", "at": 1, "turn": "Ce4"})
    room.match.leave()


def test_a_journal_that_cannot_be_read_once_it_is_open_leaves_a_game_that_says_so(context: PlayContext) -> None:
    class Gone:
        def replay(self, restore: object) -> None:
            raise OSError(EIO, "Input/output error")

    match = match_of(context, Opened(TERMS, Gone()))  # type: ignore[arg-type]
    assert match.position == TERMS.start
    assert "input/output error" in match.keeping.trouble.lower()
