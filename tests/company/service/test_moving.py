"""Everything that a service keeps moves from a folder into a database and back, and nothing is lost or changed."""

from __future__ import annotations

import os
import secrets
import shlex
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# what follows needs it
from termpuzzles.cli.run import run
from termpuzzles.company.growing import FolderGrowingFile
from termpuzzles.company.postgres.administration import home_of
from termpuzzles.company.postgres.players import PostgresPlayers
from termpuzzles.company.service.administration import ListedPlayer, ban, revoke
from termpuzzles.company.service.administration import players as listed
from termpuzzles.company.service.folder_players import FolderPlayers
from termpuzzles.company.service.host_keys import host_key
from termpuzzles.company.service.moving import to_database, to_folder
from termpuzzles.company.service.players import Player
from termpuzzles.errors import PuzzleError
from tests.commands.shell import Done, Shell
from tests.company.postgres import fresh_address, fresh_database
from tests.company.service.test_players import played, square
from tests.play.storage.opened import opened

ANEW = ("summaries.json", "remembered.lock")  # files that are made again
THEN = 1_700_000_000.25


def service(folder: Path) -> tuple[FolderPlayers, Player, Player]:
    """A folder with two players, one of whom has a name, two keys, choices, a second course and a damaged journal."""
    players = FolderPlayers(folder, lambda: 0.0, 600)
    anna, bob = players.of_key("SHA256:a"), players.of_key("SHA256:b")
    players.join(players.of_key("SHA256:c"), players.token(anna))
    players.rename(anna, "Änne Ö'Neil")
    for side in (3, 4):
        played(players, anna, "move turn 1,1 1", "move turn 1,2 1", side=side)
    played(players, bob, "move turn 2,1 1")
    library = players.library(anna)
    settings = library.settings()
    settings["watch"] = True
    library.keep_settings(settings)
    journals = folder / "players" / anna.name / "journals"
    first = min(journals.glob("*.journal"))
    (journals / f"{first.stem}-2.journal").write_bytes(first.read_bytes()[:-1] + b"0\n")
    (journals / f"{first.stem}.damaged").write_bytes(b"\x00\xff no text")
    (folder / "players" / anna.name / "sittings").mkdir()
    (folder / "players" / anna.name / "sittings" / "of-0.1.sitting").write_bytes(b"old\n")
    os.utime(first, (THEN, THEN))
    host_key(folder)
    ban(folder, ["192.0.2.0/24"])
    revoke(folder, "SHA256:c")
    (folder / "serve.toml").write_text('message = "Hi"\n')
    matches = folder / "matches" / "journals"
    matches.mkdir(parents=True)
    (matches / "0123456789abcdef.journal").write_bytes(first.read_bytes())
    FolderGrowingFile(folder / "daily" / "2026-03-04.jsonl").add(b'["player-0"]\n')
    guest = players.guest()
    played(players, guest, "move turn 1,1 1")
    return players, anna, bob


def content(folder: Path) -> dict[str, tuple[bytes, bool]]:
    """What is in each file that has to come along, and whether it was last changed in 2023, as one of them was."""
    return {
        path.relative_to(folder).as_posix(): (data, path.stat().st_mtime == THEN)
        for path in folder.rglob("*")
        if path.is_file() and path.name not in ANEW and "guests" not in path.parts and (data := path.read_bytes())
    }


def known(folder: Path) -> list[ListedPlayer]:
    """The players of a folder who have a key or a board."""
    return [each for each in listed(folder) if each.keys or each.boards]


def test_what_goes_into_a_database_and_back_is_the_same_byte_by_byte(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    _, anna, bob = service(here)
    with closing(fresh_database(f"moving_{secrets.token_hex(4)}")()) as database:
        moved = to_database(here, database)
        assert (moved.journals, moved.keys, moved.names, moved.refused) == (6, 2, 1, ())
        players = PostgresPlayers(database, 600)
        assert players.of_key("SHA256:a") == FolderPlayers(here, lambda: 0.0, 600).of_key("SHA256:a")
        assert players.library(players.of_key("SHA256:a")).settings()["watch"] is True
        assert len(players.library(bob).events(square())) == 1
        assert list(home_of(database, here).players()) == known(here)
        assert players.shared_store().read("0123456789abcdef")
        assert to_database(here, database).refused == (), "once more changes nothing"
        assert to_folder(database, there)[:3] == moved[:3]
    assert content(there) == content(here)
    assert known(there) == known(here)
    assert [each.id for each in known(there)] == sorted([anna.name, bob.name])


def test_what_was_played_at_the_other_end_meanwhile_is_kept_too(tmp_path: Path) -> None:
    here = tmp_path / "here"
    folder, anna, _ = service(here)
    with closing(fresh_database(f"moving_{secrets.token_hex(4)}")()) as database:
        to_database(here, database)
        players = PostgresPlayers(database, 600)
        with closing(opened(players.library(anna), square(3))) as journal:
            journal.record(9.0, "undo")
        played(players, anna, "move turn 1,1 1", side=5)
        assert to_folder(database, here).refused == ()
    assert [len(folder.library(anna).events(square(side))) for side in (3, 4, 5)] == [3, 2, 1]


def test_nothing_is_moved_while_a_service_is_connected(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    service(tmp_path / "here")
    where = fresh_database(f"moving_{secrets.token_hex(4)}")
    with closing(where()) as running, closing(where()) as database:
        with pytest.raises(PuzzleError, match=r"expected a database that no service uses now, found .* connected"):
            to_database(tmp_path / "here", database)
        assert run(["service", "move", str(tmp_path / "here"), database.address]) == 2
        assert running.rows("SELECT 1 FROM journals") == []
    said = "service move: expected a database that no service uses now, found 2 processes connected to it"
    assert capsys.readouterr() == ("", f"termpuzzles: {said}\n")


def test_bans_and_lost_keys_are_kept_in_the_database(tmp_path: Path) -> None:
    with closing(fresh_database(f"moving_{secrets.token_hex(4)}")()) as database:
        players, home = PostgresPlayers(database, 600), home_of(database, tmp_path)
        mine = players.of_key("SHA256:a")
        assert home.ban(["192.0.2.7", mine.name], False) == ["192.0.2.7", "SHA256:a"]
        assert home.ban(["192.0.2.7"], True) == ["SHA256:a"]
        with pytest.raises(ValueError, match="expected a fingerprint"):
            home.ban(["nonsense"], False)
        assert (home.revoke("SHA256:a"), home.revoke("SHA256:a")) == (mine.name, "")
        assert players.of_key("SHA256:a").name != mine.name


def test_the_command_moves_both_ways_and_says_what_it_expects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(monkeypatch, tmp_path)

    def told(*words: str) -> Done:
        return shell.run(shlex.join(["service", *words]))

    here, there = tmp_path / "here", tmp_path / "there"
    service(here)
    where = fresh_address(f"moving_{secrets.token_hex(4)}")
    assert "6 journals, 2 keys, 1 names" in told("move", str(here), where).out
    assert "6 journals, 2 keys, 1 names" in told("move", where, str(there)).out
    assert content(there) == content(here)
    done = told("move", str(here), str(there))
    assert (done.status, "expected a folder and postgresql://" in done.err) == (2, True)
    assert told("ban", "192.0.2.9", "--store", where).out == "192.0.2.0/24\n192.0.2.9\n"
