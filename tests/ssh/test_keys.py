"""Keys and guests: a key claims what a guest has played, and tokens live ten minutes."""

from __future__ import annotations

import os
import re
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from termpuzzles.formats import read
from termpuzzles.games.model import Puzzle
from termpuzzles.ssh.players import LISTED, FolderPlayers, Player, Quota
from tests.play.storage.test_library import ring
from tests.ssh.service import running, window

ID = "infinity:3x3:111111111"


async def test_what_a_guest_played_is_claimed_with_a_key(tmp_path: Path) -> None:
    mine = asyncssh.generate_private_key("ssh-ed25519")
    async with running(tmp_path) as service:
        async with service.client() as connection, window(connection) as guest:
            await guest.until("termpuzzles")
            guest.type(f"\x1b[200~{ID}\x1b[201~")
            await guest.until("loose ends")
            guest.type("  ")
            await guest.until(lambda text: bool(re.search(r"moves +2", text)))
            guest.type("qq")
            await guest.process.wait_closed()
        assert b"ssh-keygen -t ed25519" in guest.received
        found = re.search(rb"ssh HOST claim (\S+)", guest.received)
        assert found
        assert (await service.ask(f"claim {found[1].decode()}"))[1].startswith("You came without a key")
        _, claimed, _ = await service.ask(f"claim {found[1].decode()}", key=mine)
        assert re.fullmatch(r"1 board of guest-\w+ is now yours\.\n", claimed)
        assert not list((tmp_path / "guests").glob("*/journals/*"))
        async with service.client(mine) as connection, window(connection) as shown:
            await shown.until("∞ Loop 3x3")
            shown.type(f"\x1b[200~{ID}\x1b[201~")
            await shown.until(lambda text: bool(re.search(r"moves +2", text)))


async def test_what_is_typed_before_the_first_screen_is_played_once_it_is_shown(tmp_path: Path) -> None:
    async with running(tmp_path) as service, service.client() as connection, window(connection) as guest:
        guest.type(f"\x1b[200~{ID}\x1b[201~")
        await guest.until("loose ends")


@pytest.mark.parametrize(("boards", "beginning"), [(0, "0 boards of"), (1, "1 board of"), (3, "3 boards of")])
def test_a_claim_says_how_many_boards_changed_hands(tmp_path: Path, boards: int, beginning: str) -> None:
    players = FolderPlayers(tmp_path, lambda: 0.0, 600)
    guest, mine = players.guest(), players.of_key("SHA256:a")
    ((tmp_path / "guests" / guest.name) / "journals").mkdir(parents=True)
    for name in range(boards):
        ((tmp_path / "guests" / guest.name) / "journals" / f"{name}.journal").write_text("")
    claimed = players.join(mine, players.token(guest))
    assert claimed.startswith(beginning)
    assert len(list(((tmp_path / "players" / mine.name) / "journals").glob("*"))) == boards
    assert players.join(mine, players.token(guest)).startswith("0 boards of")


def test_a_claim_copies_boards_where_there_are_no_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "link")
    players = FolderPlayers(tmp_path, lambda: 0.0, 600)
    guest, mine = players.guest(), players.of_key("SHA256:a")
    ((tmp_path / "guests" / guest.name) / "journals").mkdir(parents=True)
    ((tmp_path / "guests" / guest.name) / "journals" / "1.journal").write_text("played")
    assert players.join(mine, players.token(guest)).startswith("1 board of")
    assert [file.read_text() for file in ((tmp_path / "players" / mine.name) / "journals").iterdir()] == ["played"]


def test_tokens_live_ten_minutes_and_a_guests_boards_no_longer(tmp_path: Path) -> None:
    now = 0.0
    players = FolderPlayers(tmp_path, lambda: now, 600)
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    early, late = players.token(first), players.token(first)
    guest = players.guest()
    players.token(guest)
    players.leave(guest)
    now = 599
    players.forget_old_tokens()
    assert (tmp_path / "guests" / guest.name).exists()
    assert players.join(second, early).startswith("This key now belongs to")
    now = 601
    assert players.join(players.of_key("SHA256:c"), late).startswith("This token is unknown or too old")
    assert not (tmp_path / "guests" / guest.name).exists()
    assert players.of_key("SHA256:b").name == first.name


def test_the_boards_of_guests_whom_a_killed_server_left_are_gone(tmp_path: Path) -> None:
    guest = FolderPlayers(tmp_path, lambda: 0.0, 600).guest()
    FolderPlayers(tmp_path, lambda: 0.0, 600)
    assert not (tmp_path / "guests" / guest.name).exists()


def test_the_visits_of_a_player_share_a_store_and_hand_boards_over_even_in_threads(tmp_path: Path) -> None:
    players = FolderPlayers(tmp_path, lambda: 0.0, 600)
    mine = players.of_key("SHA256:a")
    assert not players.has_boards(mine)
    library = players.library(mine)
    first = library.open(ring())
    assert first.record(1.0, "move turn 1,1 1")
    assert players.has_boards(mine)
    second = players.library(players.of_key("SHA256:a")).open(ring())  # here no loop runs that a thread could answer
    assert second.events == [(1.0, "move turn 1,1 1")]
    assert first.claimed
    assert not first.record(2.0, "undo")
    assert second.record(2.0, "undo")
    second.close()
    first.close()


def square(side: int = 3) -> Puzzle:
    """A board of that size."""
    return read(f"infinity:{side}x{side}:{'1' * side**2}")[0]


def played(players: FolderPlayers, player: Player, *moves: str, side: int = 3) -> None:
    """Let the player play these moves on a board."""
    with closing(players.library(player).open(square(side))) as journal:
        for number, move in enumerate(moves):
            assert journal.record(float(number), move)


def test_joining_a_key_brings_along_what_was_played_with_it(tmp_path: Path) -> None:
    players = FolderPlayers(tmp_path, lambda: 0.0, 600)
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    played(players, first, "move turn 1,1 1")
    played(players, second, "move turn 1,1 1", "move turn 1,1 1")
    played(players, second, "move turn 2,1 1", side=4)
    players.rename(second, "Second")
    assert players.join(second, players.token(first)).endswith("2 boards of this key came along.")
    now = players.of_key("SHA256:b")
    assert now.name == first.name
    assert [len(players.library(now).events(square(side))) for side in (3, 4)] == [2, 1]
    assert players.keys(now) == ["SHA256:a", "SHA256:b"]
    assert "Others now see you" in players.rename(now, "Second"), "the name of nobody stays taken"


def test_what_is_played_while_its_key_is_joined_comes_along_when_it_is_left(tmp_path: Path) -> None:
    players = FolderPlayers(tmp_path, lambda: 0.0, 600)
    first, second = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    players.join(second, players.token(first))
    played(players, second, "move turn 1,1 1")
    players.leave(second)
    assert len(players.library(first).events(square())) == 1


def test_keys_are_listed_by_player_and_an_older_folder_is_listed_once(tmp_path: Path) -> None:
    players = FolderPlayers(tmp_path, lambda: 0.0, 600)
    mine = players.of_key("SHA256:a")
    list_of_keys = tmp_path / "players" / mine.name / "keys"
    assert list_of_keys.read_text() == "SHA256:a\n"
    list_of_keys.unlink()
    (tmp_path / "keys" / LISTED).unlink()
    assert FolderPlayers(tmp_path, lambda: 0.0, 600).keys(mine) == ["SHA256:a"]


def test_a_quota_is_told_before_it_bites_and_then_boards_are_played_but_not_kept(tmp_path: Path) -> None:
    players = FolderPlayers(tmp_path, lambda: 0.0, 600, lambda: Quota(journals=2))
    mine = players.of_key("SHA256:a")
    played(players, mine, "move turn 1,1 1")
    played(players, mine, "move turn 1,1 1", side=4)
    library = players.library(mine)
    with closing(library.open(square(3))) as known:
        assert "2 boards" in known.notice
        assert known.record(5.0, "undo"), "a board that is there goes on"
    fresh = library.open(square(5))
    assert "all the room" in fresh.trouble
    assert players.is_full(mine)
    other = players.of_key("SHA256:b")
    played(players, other, "move turn 1,1 1", side=6)
    assert "nothing more can come along" in players.join(other, players.token(mine))
    assert players.of_key("SHA256:b") == other
    assert len(list((tmp_path / "players" / mine.name / "journals").iterdir())) == 2


def test_bytes_have_a_quota_too(tmp_path: Path) -> None:
    players = FolderPlayers(tmp_path, lambda: 0.0, 600, lambda: Quota(bytes=50))
    mine = players.of_key("SHA256:a")
    played(players, mine, "move turn 1,1 1", "move turn 1,1 1", "move turn 1,1 1")
    again = players.library(mine).open(square())
    assert "all the room" in again.trouble
    assert len(again.events) == 3
