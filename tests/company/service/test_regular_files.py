"""Whatever lies in the place of a file of a service, nothing waits for it."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import asyncssh

from termpuzzles.company.client import NewHostError
from termpuzzles.company.growing import FolderGrowingFile
from termpuzzles.company.service.administration import players, revoke
from termpuzzles.company.service.config import Bans, ServiceConfig, read_config
from termpuzzles.company.service.folder_players import FolderPlayers, key_owner, link_key, listed_keys, put_name
from termpuzzles.company.service.host_keys import host_keys
from termpuzzles.company.service.orders import Orders
from termpuzzles.company.service.shared import Alone
from tests.no_files import NoFile, no_file

__all__ = ["no_file"]  # a fixture


def test_a_host_is_not_remembered_where_nothing_is_kept(tmp_path: Path, no_file: NoFile) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    with suppress(OSError):
        NewHostError("example", key, no_file(tmp_path / "known_hosts")).trust()


def test_a_service_doubts_its_config(tmp_path: Path, no_file: NoFile) -> None:
    file = no_file(tmp_path / "serve.toml")
    _, doubts = read_config(ServiceConfig("127.0.0.1", 0, tmp_path, (), file=file))
    assert doubts or not file.exists()


def test_orders_that_cannot_be_read_leave_those_before_in_force(tmp_path: Path, no_file: NoFile) -> None:
    (tmp_path / "bans").write_text("192.0.2.0/24\n")
    config = ServiceConfig("127.0.0.1", 0, tmp_path, (), bans=Bans())
    orders = Orders(lambda: config, Alone(FolderPlayers(tmp_path, lambda: 0.0, 600.0), tmp_path))
    assert orders.is_banned("192.0.2.1")
    no_file(tmp_path / "revoked")
    is_there = no_file(tmp_path / "bans").exists()
    orders.look()
    assert orders.is_banned("192.0.2.1") == is_there  # a link to nowhere is as good as no file


def test_a_service_says_that_the_files_of_a_player_cannot_be_read(tmp_path: Path, no_file: NoFile) -> None:
    fingerprint, player = "SHA256:x", "player-0123456789ab"
    link_key(tmp_path, fingerprint, player)
    everybody = FolderPlayers(tmp_path, lambda: 0.0, 600.0)
    put_name(tmp_path, player, "Ada")
    for file in sorted((tmp_path / "keys").glob("[0-9a-f]*")) + sorted((tmp_path / "names").iterdir()):
        no_file(file)
    for name in ("keys", "name", "joined"):
        no_file(tmp_path / "players" / player / name)
    assert everybody.name_of(player) == player
    for read in (
        lambda: key_owner(tmp_path, fingerprint),
        lambda: listed_keys(tmp_path, player),
        lambda: list(players(tmp_path)),
        lambda: revoke(tmp_path, fingerprint),
        lambda: everybody.of_key(fingerprint),
        lambda: host_keys(no_file(tmp_path / "host" / "host_key").parent),
        lambda: FolderGrowingFile(no_file(tmp_path / "daily" / "table")).read(0),
    ):
        with suppress(OSError):
            read()
