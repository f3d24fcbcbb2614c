"""What players see who open something, or play in plain mode, while the database is away for some seconds."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import Iterator
from pathlib import Path

import asyncssh
import pytest

pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# what follows needs it
from termpuzzles.storage.journal_text import parse
from tests.company.postgres import Server, new_server
from tests.company.service.service import running, window
from tests.company.service.test_shared import halt
from tests.wall.service.test_wall_matches import Talk


@pytest.fixture
def server() -> Iterator[Server]:
    """A database that may be stopped."""
    made = new_server()
    yield made
    halt(made, signal.SIGCONT)
    made.end()


async def test_a_saved_wall_game_is_opened_once_the_database_is_back(tmp_path: Path, server: Server) -> None:
    mine = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        running(tmp_path, store=server.address) as service,
        service.client(mine) as connection,
        window(connection) as player,
    ):
        await player.until("termpuzzles")
        player.type("\x10wall game\r")
        await player.until("steps to")
        player.type("\x1b[B\r ")
        await player.until("Ca7")
        player.type("q\x10cats\r")
        await player.until(lambda text: re.search(r"go on +\w+ against", text) is not None)  # as no command is called
        halt(server, signal.SIGSTOP)
        player.type("\x1b[H\r")
        await player.until("One moment")
        halt(server, signal.SIGCONT)
        await player.until("Ca7")
    assert "crash" not in service.log


async def test_plain_mode_keeps_boards_in_the_database_also_when_that_is_away(tmp_path: Path, server: Server) -> None:
    mine = asyncssh.generate_private_key("ssh-ed25519")
    async with running(tmp_path, store=server.address) as service, service.client(mine) as connection:
        talk = Talk(await connection.create_process())
        await talk.until("Practise")
        talk.say("a new board", "infinity", "1", "pin 1 1")
        await talk.until("; pinned.")
        await talk.until(" to pin.\n")
        halt(server, signal.SIGSTOP)
        talk.say("pin 2 1", "back")
        saying = asyncio.ensure_future(talk.until("; pinned."))
        await asyncio.sleep(0.5)  # on a busy machine nothing wrong may be said by then, and nothing right is refused
        assert not saying.done(), "something is said before it is stored"
        halt(server, signal.SIGCONT)
        await saying
        await talk.until("Every move is kept.")
        await talk.until("13 by 11")
        await asyncio.to_thread(server.stop, "fast")
        talk.say("back", "back", "continue")
        await asyncio.to_thread(server.start)
        await talk.until("5 by 5")
        talk.say("pin 3 1", "quit")
        await talk.until("; pinned.")
        await talk.end()
        players = service.service.players
        player = await asyncio.to_thread(players.of_key, mine.get_fingerprint())
        (board,) = await asyncio.to_thread(lambda: players.library(player).journals())
        content = parse(await asyncio.to_thread(players.library(player).store.read, board.name)).events
    assert [event for _, event in content if "pin" in event] == [f"move pin {column},1" for column in (1, 2, 3)]
    assert "crash" not in service.log
