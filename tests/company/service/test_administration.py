"""What an operator does with the folder of a service: backups, bans, lost keys, and who plays."""

from __future__ import annotations

import os
import shlex
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from termpuzzles.company.service.administration import backup, ban, players, restore, revoke
from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.folder_players import KEY_LIST, FolderPlayers, link_key, list_keys, listed_keys
from termpuzzles.company.service.host_keys import host_key
from termpuzzles.company.service.players import Player
from termpuzzles.company.service.server import config_doubts
from termpuzzles.formats import read
from tests.commands.shell import Done, Shell
from tests.company.service.service import running
from tests.play.storage.opened import opened

BOARD = read("infinity:3x3:111111111")[0]


def played(folder: Path, moves: int) -> Player:
    """A player with a name who has made so many moves."""
    known = FolderPlayers(folder, lambda: 0.0, 600)
    mine = known.of_key("SHA256:a")
    known.rename(mine, "Anna")
    with closing(opened(known.library(mine), BOARD)) as journal:
        for number in range(len(journal.events), moves):
            journal.record(float(number), "move turn 1,1 1")
    return mine


def test_a_backup_brings_everything_back_elsewhere(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "saved.zip"
    mine = played(here, 3)
    host_key(here)
    ban(here, ["192.0.2.7"])
    (here / "guests" / "guest-1").mkdir(parents=True)
    assert backup(here, file) == 1
    assert file.stat().st_mode & 0o777 == 0o600
    assert restore(there, file) == (1, ())
    assert host_key(there) == host_key(here)
    known = FolderPlayers(there, lambda: 0.0, 600)
    again = known.of_key("SHA256:a")
    assert (again.name, again.chosen, known.keys(again)) == (mine.name, "Anna", ["SHA256:a"])
    assert len(known.library(again).events(BOARD)) == 3
    assert [each[1:4] for each in players(there)] == [("Anna", 1, 1)]


def test_a_backup_that_cannot_be_written_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file") as found:
        backup(tmp_path, tmp_path / "nowhere" / "saved.zip")
    assert found.value.filename == str(tmp_path / "nowhere" / "saved.zip")


def test_a_restored_backup_takes_nothing_back_that_was_played_since(tmp_path: Path) -> None:
    mine, file = played(tmp_path / "data", 2), tmp_path / "saved.zip"
    backup(tmp_path / "data", file)
    played(tmp_path / "data", 5)
    restore(tmp_path / "data", file)
    assert len(FolderPlayers(tmp_path / "data", lambda: 0.0, 600).library(mine).events(BOARD)) == 5


def test_a_player_whose_last_key_was_joined_elsewhere_is_none_any_more(tmp_path: Path) -> None:
    mine, file = played(tmp_path / "data", 2), tmp_path / "saved.zip"
    known = FolderPlayers(tmp_path / "data", lambda: 0.0, 600)
    known.join(known.of_key("SHA256:b"), known.token(mine))
    lost = known.of_key("SHA256:c")
    revoke(tmp_path / "data", "SHA256:c")
    expected = {(mine.name, 2, 1), (lost.name, 0, 0)}
    backup(tmp_path / "data", file)
    restore(tmp_path / "there", file)
    for data in (tmp_path / "data", tmp_path / "there"):
        assert {(each.id, each.keys, each.boards) for each in players(data)} == expected


async def test_clients_learn_the_next_host_key_before_it_is_the_only_one(tmp_path: Path) -> None:
    first = host_key(tmp_path)
    following = asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / "host_key.next").write_bytes(following.export_private_key())
    learnt: list[asyncssh.SSHKey] = []

    def learn(added: list[asyncssh.SSHKey], *others: list[asyncssh.SSHKey]) -> None:
        learnt.extend([*added, *(key for keys in others for key in keys)])

    given: dict[str, Any] = {"server_host_keys_handler": learn}
    given["known_hosts"] = ([first.convert_to_public()], [], [])
    async with running(tmp_path) as service, service.client(**given) as connection:
        assert (await connection.run("who")).exit_status == 0
        assert connection.get_server_host_key().get_fingerprint() == first.get_fingerprint()
        assert following.get_fingerprint() in {key.get_fingerprint() for key in learnt}


def test_files_that_others_may_read_are_refused_with_the_command_that_mends_them(tmp_path: Path) -> None:
    data = tmp_path / "a folder"
    config = ServiceConfig("127.0.0.1", 0, data, ())
    assert not config_doubts(config)
    for file, mode in ((data / "host_key", 0o644), (data, 0o755)):
        file.chmod(mode)
        (doubt,) = config_doubts(config)
        command = doubt.partition(": ")[2]
        assert os.system(command) == 0
        assert not config_doubts(config)


def test_the_command_says_what_it_did(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = played(tmp_path / "data", 1)
    shell, file = Shell(monkeypatch, tmp_path), str(tmp_path / "saved.zip")

    def service(*words: str) -> Done:
        return shell.run(shlex.join(["service", *words, "--data", str(tmp_path / "data")]))

    assert service("backup", file).out == f"1 journal written to {file}\n"
    assert service("restore", file).out == "1 journal restored\n"
    listed = service("players", "Anna").out.splitlines()
    assert listed[1].split("\t")[:4] == [mine.name, "Anna", "1", "1"]
    assert service("ban", "nobody at all").status == 2
    assert service("revoke", "SHA256:b").status == 1
    nothing_named = service("revoke")
    assert (nothing_named.status, "fingerprint" in nothing_named.err) == (2, True)
    assert service("revoke", "SHA256:a").status == 0
    assert service("backup").status == 2


def test_keys_of_a_backup_are_listed_also_where_others_were_listed_before(tmp_path: Path) -> None:
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "all.zip"
    link_key(here, "SHA256:a", "player-00000000000a")
    (here / "players" / "player-00000000000a" / KEY_LIST).unlink()  # as an earlier version kept it
    backup(here, file)
    link_key(there, "SHA256:b", "player-00000000000b")
    list_keys(there)
    assert restore(there, file).refused == ()
    found = [listed_keys(there, f"player-00000000000{letter}") for letter in "ab"]
    assert found == [["SHA256:a"], ["SHA256:b"]]
