"""Players, wherever they are kept: keys that are joined and taken off, guests, tokens, names and quotas."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.players import Player, Players, Quota, RefusedError
from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from tests.company.postgres import fresh_database
from tests.play.storage.opened import opened
from tests.play.storage.test_library import ring

SECONDS = 600.0  # for which a token lives here


class Kind(NamedTuple):
    """Players, the same ones as another process has them where there may be one, and `pass_time`, in seconds.

    `boards` counts what is kept for a player or a guest.
    """

    players: Players
    other: Players
    pass_time: Callable[[float], None]
    boards: Callable[[str], int]


def _folder(path: Path, quota: Quota) -> Kind:
    now = [0.0]

    def pass_time(seconds: float) -> None:
        now[0] += seconds

    def boards(name: str) -> int:
        return len(list(path.glob(f"*/{name}/journals/*.journal")))

    players = FolderPlayers(path, lambda: now[0], SECONDS, lambda: quota)
    return Kind(players, players, pass_time, boards)


def _postgres(path: Path, quota: Quota) -> Kind:
    where = fresh_database(f"players_{secrets.token_hex(4)}")
    from termpuzzles.company.postgres.players import PostgresPlayers  # which the extra `postgres` brings

    one, two = where(), where()

    def pass_time(seconds: float) -> None:
        one.rows("UPDATE tokens SET ends = ends - make_interval(secs => %s)", seconds)

    def boards(name: str) -> int:
        return int(one.rows("SELECT count(*) FROM journals WHERE player = %s", name)[0][0])

    return Kind(
        PostgresPlayers(one, SECONDS, lambda: quota), PostgresPlayers(two, SECONDS, lambda: quota), pass_time, boards
    )


KINDS: dict[str, Callable[[Path, Quota], Kind]] = {"a folder": _folder, "a database": _postgres}
Make = Callable[[Quota], Kind]


@pytest.fixture(params=KINDS)
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Make:
    """Makes players with a quota."""
    return lambda quota: KINDS[request.param](tmp_path, quota)


@pytest.fixture
def kind(make: Make) -> Kind:
    return make(Quota())


def refused(ask: Callable[..., str], *given: object) -> tuple[str, bool]:
    """Why that is refused, and whether nothing was wrong with the question."""
    with pytest.raises(RefusedError) as caught:
        ask(*given)
    return str(caught.value), caught.value.is_answer


def square(side: int = 3) -> Puzzle:
    """A board of that size."""
    return read(f"infinity:{side}x{side}:{'1' * side**2}")[0]


def played(players: Players, player: Player, *moves: str, side: int = 3) -> None:
    """Let the player play these moves on a board."""
    with closing(opened(players.library(player), square(side))) as journal:
        for number, move in enumerate(moves):
            assert journal.record(float(number), move)


def test_players_guests_and_tokens_have_names_that_nobody_guesses(kind: Kind) -> None:
    players = [kind.players.of_key(f"SHA256:{number}") for number in range(3)]
    guests = [kind.players.guest() for _ in range(3)]
    tokens = [kind.players.token(player) for player in (*players, *guests)]
    assert all(re.fullmatch("player-[0-9a-f]{12}", player.name) for player in players)
    assert all(re.fullmatch("guest-[0-9a-f]{8}", guest.name) for guest in guests)
    assert all(re.fullmatch("[-_0-9A-Za-z]{12}", token) for token in tokens)
    assert len({*tokens}) == len({each.name for each in (*players, *guests)}) == 6
    assert Quota() == (5_000, 64 << 20)


def test_a_key_is_the_same_player_in_every_process_and_another_key_another(kind: Kind) -> None:
    mine = kind.players.of_key("SHA256:a")
    assert kind.other.of_key("SHA256:a") == mine
    assert kind.other.of_key("SHA256:b").name != mine.name
    assert kind.other.keys(mine) == ["SHA256:a"]
    assert kind.players.keys(kind.players.guest()) == []


@pytest.mark.parametrize(("boards", "beginning"), [(0, "0 boards of"), (1, "1 board of"), (3, "3 boards of")])
def test_a_claim_says_how_many_boards_changed_hands(kind: Kind, boards: int, beginning: str) -> None:
    guest, mine = kind.players.guest(), kind.other.of_key("SHA256:a")
    for number in range(boards):
        played(kind.players, guest, "move turn 1,1 1", side=3 + number)
    claimed = kind.other.join(mine, kind.players.token(guest))
    assert claimed.startswith(beginning)
    assert kind.boards(mine.name) == boards
    assert [len(kind.players.library(mine).events(square(3 + number))) for number in range(boards)] == [1] * boards
    assert kind.players.join(mine, kind.players.token(guest)).startswith("0 boards of")


def test_of_a_board_that_both_have_the_longer_course_is_opened_and_the_other_is_kept(kind: Kind) -> None:
    guest, mine = kind.players.guest(), kind.players.of_key("SHA256:a")
    played(kind.players, mine, "move turn 1,1 1")
    played(kind.players, guest, "move turn 2,1 1", "move turn 2,2 1")
    assert kind.players.join(mine, kind.players.token(guest)).startswith("1 board of")
    assert kind.players.library(mine).events(square()) == [(0.0, "move turn 2,1 1"), (1.0, "move turn 2,2 1")]
    assert kind.boards(mine.name) == 2


def test_tokens_live_ten_minutes_and_a_guests_boards_no_longer(kind: Kind) -> None:
    players = kind.players
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    early, late = players.token(first), players.token(first)
    guest = players.guest()
    played(players, guest, "move turn 1,1 1")
    players.token(guest)
    players.leave(guest)
    kind.pass_time(SECONDS - 20)
    kind.other.forget_old_tokens()
    assert kind.boards(guest.name) == 1
    assert kind.other.join(second, early).startswith("This key now belongs to")
    kind.pass_time(40)
    why, is_answer = refused(players.join, players.of_key("SHA256:c"), late)
    assert (why, is_answer) == ("This token is unknown or too old. Ask for a new one.", False)
    assert kind.boards(guest.name) == 0
    assert players.of_key("SHA256:b").name == first.name


def test_a_token_is_used_once(kind: Kind) -> None:
    token = kind.players.token(kind.players.of_key("SHA256:a"))
    why = "You came without a key, so there is none to join."
    assert refused(kind.players.join, kind.players.guest(), token) == (why, False)
    assert kind.other.join(kind.other.of_key("SHA256:b"), token).startswith("This key now belongs to")
    assert "This token is unknown" in refused(kind.players.join, kind.players.of_key("SHA256:c"), token)[0]


def test_a_guest_who_has_left_without_a_token_leaves_nothing(kind: Kind) -> None:
    guest, here = kind.players.guest(), kind.players.guest()
    for each in (guest, here):
        played(kind.players, each, "move turn 1,1 1")
    kind.players.leave(guest)
    kind.other.forget_old_tokens()
    assert (kind.boards(guest.name), kind.boards(here.name)) == (0, 1)


def test_the_visits_of_a_player_share_a_store_and_hand_boards_over_even_in_threads(kind: Kind) -> None:
    players = kind.players
    mine = players.of_key("SHA256:a")
    assert not players.has_boards(mine)
    library = players.library(mine)
    first = opened(library, ring())
    assert first.record(1.0, "move turn 1,1 1")
    assert players.has_boards(mine)
    second = opened(players.library(players.of_key("SHA256:a")), ring())  # here no loop runs that a thread could answer
    assert second.events == [(1.0, "move turn 1,1 1")]
    assert first.claimed
    assert not first.record(2.0, "undo")
    assert second.record(2.0, "undo")
    second.close()
    first.close()


def test_joining_a_key_brings_along_what_was_played_with_it(kind: Kind) -> None:
    players = kind.players
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    played(players, first, "move turn 1,1 1")
    played(players, second, "move turn 1,1 1", "move turn 1,1 1")
    played(players, second, "move turn 2,1 1", side=4)
    players.rename(second, "Second")
    assert kind.other.join(second, players.token(first)).endswith("2 boards of this key came along.")
    now = players.of_key("SHA256:b")
    assert now.name == first.name
    assert [len(players.library(now).events(square(side))) for side in (3, 4)] == [2, 1]
    assert players.keys(now) == ["SHA256:a", "SHA256:b"]
    assert "Others now see you" in players.rename(now, "Second"), "the name of nobody stays taken"


def test_no_key_is_joined_while_its_player_or_the_other_is_in_a_race(kind: Kind) -> None:
    players = kind.players
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    for racing in (first, second):
        players.is_racing = lambda player, racing=racing: player == racing.name  # type: ignore[misc] # bound by default
        told = ("You are in a race that is not over. Join the key after it.", True)
        assert refused(players.join, second, players.token(first)) == told
    players.is_racing = lambda player: False
    assert players.join(second, players.token(first)).startswith("This key now belongs to")


def test_a_key_is_taken_off_by_another_one_and_is_then_a_new_player(kind: Kind) -> None:
    players = kind.players
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    players.join(second, players.token(first))
    assert refused(players.unlink, first, "SHA256:c") == ("You have no key with that fingerprint.", False)
    assert "You came with that key." in refused(players.unlink, first, "SHA256:a")[0]
    assert kind.other.unlink(first, "SHA256:b") == "That key is no longer yours."
    assert players.keys(first) == ["SHA256:a"]
    assert players.of_key("SHA256:b").name not in (first.name, second.name)


def test_what_is_played_while_its_key_is_joined_comes_along_when_it_is_left(kind: Kind) -> None:
    players = kind.players
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    players.join(second, players.token(first))
    played(players, second, "move turn 1,1 1")
    players.leave(second)
    assert len(players.library(first).events(square())) == 1


def test_a_player_has_one_name_however_many_were_asked_for_on_one_connection(kind: Kind) -> None:
    players = kind.players
    mine, other = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    for number in range(30):
        assert "Others now see you as" in players.rename(mine, f"Anna {number}")
    assert kind.other.id_of("anna 29") == mine.name
    assert kind.other.id_of("anna 28") == "anna 28", "the names before are free"
    assert refused(kind.other.rename, other, "ANNA-29") == (
        "Another player has that name, or one that looks like it.",
        True,
    )
    assert "letters of one script" in refused(kind.other.rename, other, "[red]x[/red]")[0]
    assert "Others now see you as" in players.rename(other, "Anna 0")
    assert [kind.other.name_of(each.name) for each in (mine, other)] == ["Anna 29", "Anna 0"]
    assert "without a key" in refused(players.rename, players.guest(), "Bob")[0]


def test_a_quota_is_told_before_it_bites_and_then_boards_are_played_but_not_kept(make: Make) -> None:
    kind = make(Quota(journals=2))
    players = kind.players
    mine = players.of_key("SHA256:a")
    played(players, mine, "move turn 1,1 1")
    played(players, mine, "move turn 1,1 1", side=4)
    library = players.library(mine)
    with closing(opened(library, square(3))) as known:
        assert "2 boards" in known.notice
        assert known.record(5.0, "undo"), "a board that is there goes on"
    fresh = opened(library, square(5))
    assert "all the room" in fresh.trouble
    assert players.is_full(mine)
    other = players.of_key("SHA256:b")
    played(players, other, "move turn 1,1 1", side=6)
    why = "Your boards fill all the room you have here: nothing more can come along."
    assert refused(players.join, other, players.token(mine)) == (why, True)
    assert players.of_key("SHA256:b") == other
    assert kind.boards(mine.name) == 2


def test_bytes_have_a_quota_too(make: Make) -> None:
    players = make(Quota(bytes=50)).players
    mine = players.of_key("SHA256:a")
    played(players, mine, "move turn 1,1 1", "move turn 1,1 1", "move turn 1,1 1")
    again = opened(players.library(mine), square())
    assert "all the room" in again.trouble
    assert len(again.events) == 3


def test_those_are_found_who_have_said_yes_to_a_choice(kind: Kind) -> None:
    chosen = {"a": {"table": True}, "b": {"table": False}, "c": {"watch": True}, "d": {}}
    players = {letter: kind.players.of_key(f"SHA256:{letter}") for letter in chosen}
    for letter, player in players.items():
        kind.players.library(player).store.save_choices({}, chosen[letter])
    assert kind.other.who_chose("table") == [players["a"].name]


# A folder alone


# A database alone
