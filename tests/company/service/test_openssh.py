"""OpenSSH's own client, in tmux and in scripts: what visitors do, and what can happen to the server."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.shell import Shell
from tests.company.service.openssh import Server, Terminal, made_key, serving, ssh, terminal

pytestmark = pytest.mark.skipif(
    not (shutil.which("ssh") and shutil.which("tmux")), reason="OpenSSH's client and tmux are not installed"
)

ID = "infinity:3x3:111111111"
UNIQUE = "5x5w:78a2ab47ad541418beb984d39"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A service for all who leave it as it was."""
    with serving(tmp_path_factory.mktemp("service") / "data") as found:
        yield found


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[Server]:
    """A service that a test may end."""
    with serving(tmp_path / "data") as found:
        yield found


def open_board(player: Terminal) -> None:
    """Open the board by its id."""
    player.until("termpuzzles")
    player.paste(ID)
    player.until("loose ends")


def test_a_guest_plays_and_leaves_the_terminal_as_it_was(server: Server) -> None:
    with terminal("guest", ssh(server.port, "localhost")) as guest:
        guest.until("a guest")
        open_board(guest)
        guest.type("Space", "Right", "Space")
        guest.until(r"moves +2")
        guest.type("Escape")
        guest.until("Continue|Today")
        guest.type("q")
        guest.until("left with 0")
        assert "ssh-keygen -t ed25519" in guest.text
        assert guest.modes == "0 0 1"


def test_a_player_with_a_key_leaves_and_comes_back_to_the_same_move(server: Server, tmp_path: Path) -> None:
    key = made_key(tmp_path)
    with terminal("first", ssh(server.port, "localhost", key=key)) as first:
        first.until("player-")
        open_board(first)
        first.type("Space", "Space", "Space")
        first.until(r"moves +3")
        first.type("q", "q")
        first.until("left with 0")
    with terminal("second", ssh(server.port, "localhost", key=key)) as second:
        second.until("Continue +∞ Loop 3x3")
        second.type("Enter")
        second.until(r"moves +3")


def test_a_zone_that_the_client_sends_is_where_a_day_ends(server: Server) -> None:
    with terminal("zone", ssh(server.port, "-o", "SetEnv=TZ=Europe/Zurich", "localhost")) as guest:
        guest.until("a guest")
        guest.type("d")
        guest.until("until midnight in Europe/Zurich")


def test_a_hint_comes_through_a_pipe(server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(monkeypatch, tmp_path)
    for words in ("hint", "solve 3x3:111111111"):
        argv = ssh(server.port, "localhost", words)
        there = subprocess.run(argv, input=f"{UNIQUE}\n".encode(), capture_output=True, check=False)
        home = shell.run(words, f"{UNIQUE}\n")
        assert (there.returncode, there.stdout.decode()) == (home.status, home.out), words


def test_a_frozen_client_is_replaced(server: Server, tmp_path: Path) -> None:
    key = made_key(tmp_path)
    with (
        terminal("frozen", ssh(server.port, "localhost", key=key)) as frozen,
        terminal("new", ["sleep", "0"]) as other,
    ):
        open_board(frozen)
        frozen.type("Space")
        frozen.until(r"moves +1")
        client = frozen.client
        os.kill(client, signal.SIGSTOP)
        try:
            other.until("left with 0")
            with terminal("newcomer", ssh(server.port, "localhost", key=key)) as newcomer:
                newcomer.until("Continue +∞ Loop 3x3")
                newcomer.type("Enter")
                newcomer.until("This puzzle is open in another window|moves +1")
                if "Another window" in newcomer.text:
                    newcomer.type("Enter")
                newcomer.until(r"moves +1")
                newcomer.type("Space")
                newcomer.until(r"moves +2")
        finally:
            os.kill(client, signal.SIGCONT)


def test_sigterm_with_two_players_restores_both_terminals_and_keeps_every_move(mortal: Server, tmp_path: Path) -> None:
    key = made_key(tmp_path)
    with (
        terminal("one", ssh(mortal.port, "localhost")) as one,
        terminal("two", ssh(mortal.port, "localhost", key=key)) as two,
    ):
        for player in (one, two):
            open_board(player)
            player.type("Space", "Space")
            player.until(r"moves +2")
        assert mortal.end(signal.SIGTERM) == 0
        for player in (one, two):
            player.until("The server is shutting down")
            player.until("left with")
            assert player.modes == "0 0 1"
    (journal,) = (tmp_path / "data" / "players").glob("*/journals/*.journal")
    assert journal.read_text(encoding="utf-8").count("turn") == 2


def test_what_was_shown_is_kept_when_the_server_is_killed(mortal: Server, tmp_path: Path) -> None:
    key = made_key(tmp_path)
    with terminal("player", ssh(mortal.port, "localhost", key=key)) as player:
        open_board(player)
        for moves in range(1, 6):
            player.type("Space")
            player.until(rf"moves +{moves}\b")
        mortal.end(signal.SIGKILL)
        player.until("left with")
    with serving(tmp_path / "data") as again:
        assert again.fingerprint == mortal.fingerprint, "the host key did not outlive the server"
        with terminal("again", ssh(again.port, "localhost", key=key)) as player:
            player.until("Continue +∞ Loop 3x3")
            player.type("Enter")
            player.until(r"moves +5\b")
