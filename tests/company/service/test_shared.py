"""What the processes of a service share by a database, and what a player sees while that is away."""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import signal
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

pytest.importorskip("psycopg", reason="needs psycopg: pip install '.[postgres]'")

# what follows needs it
from termpuzzles.company.postgres import database, log
from termpuzzles.company.postgres.administration import home_of
from termpuzzles.company.postgres.database import Database
from termpuzzles.company.service.limits import SENTENCES, Limits
from tests.company.postgres import Server, fresh_address, fresh_database, new_server
from tests.company.service.hosts import BOARD, children
from tests.company.service.service import Running, Window, running, window
from tests.company.service.test_watching import board
from tests.wall.service.test_wall_matches import accept, challenge, go_back

PASTED = f"\x1b[200~{BOARD}\x1b[201~"


def has_moves(number: int) -> re.Pattern[str]:
    """What a board shows after so many moves."""
    return re.compile(rf"moves +{number}\b")


@pytest.fixture
def patient_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let loops wait for a database that only a busy machine keeps from answering."""
    monkeypatch.setattr(database, "_INSTANT", 60.0)
    monkeypatch.setattr(log, "_ON_A_LOOP", 60.0)


def with_usual_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let loops wait for an instant again, as the database goes away now."""
    monkeypatch.setattr(database, "_INSTANT", 0.1)
    monkeypatch.setattr(log, "_ON_A_LOOP", 0.1)


async def shows(shown: Window, pattern: re.Pattern[str]) -> None:
    """Wait until the terminal shows this."""
    await shown.until(lambda text: bool(pattern.search(text)))


@pytest.mark.usefixtures("patient_loops")
async def test_a_player_goes_on_in_another_process_at_the_same_move_and_takes_a_board_over(tmp_path: Path) -> None:
    mine, where = asyncssh.generate_private_key("ssh-ed25519"), fresh_address(f"shared_{secrets.token_hex(4)}")
    async with running(tmp_path / "one", store=where) as one, running(tmp_path / "two", store=where) as two:
        async with one.client(mine) as connection, window(connection) as first:
            await first.until("termpuzzles")
            first.type(f"{PASTED}  ")
            await shows(first, has_moves(2))
            async with two.client(mine) as other, window(other) as second:
                await second.until("Continue")
                second.type(PASTED)
                await second.until("open in another window")
                second.type("\r")
                await shows(second, has_moves(2))
                second.type(" ")
                await shows(second, has_moves(3))
                await first.until("Another window has taken")
        assert (await one.ask("who", key=mine)) == (await two.ask("who", key=mine))
        keys = [re.search(r"host key fingerprint=(\S+)", each.log) for each in (one, two)]
        assert keys[0]
        assert keys[1]
        assert keys[0][1] == keys[1][1]


@pytest.mark.usefixtures("patient_loops")
async def test_limits_of_a_player_and_bans_reach_across_processes(tmp_path: Path) -> None:
    mine, name = asyncssh.generate_private_key("ssh-ed25519"), f"shared_{secrets.token_hex(4)}"
    make = fresh_database(name)
    database: Database = await asyncio.to_thread(make)
    given: dict[str, Any] = {"limits": Limits(processes_ready=0, sessions_a_player=1), "store": database.address}
    async with running(tmp_path / "one", **given) as one, running(tmp_path / "two", **given) as two:
        async with one.client(mine) as connection, window(connection) as shown:
            await shown.until("termpuzzles")
            status, _, refused = await two.ask("who", key=mine)
            assert (status, refused.strip()) == (1, SENTENCES["sessions_a_player"])
            assert (await two.ask("who"))[0] == 0, "another player has room"
            await asyncio.to_thread(home_of(database, tmp_path).ban, [mine.get_fingerprint()], False)
            await shown.process.wait_closed()
        with pytest.raises(asyncssh.Error):
            await _until_refused(two, mine)
        assert "refused limit=banned" in one.log
        assert "refused limit=banned" in two.log


async def _until_refused(service: Running, key: asyncssh.SSHKey) -> None:
    while True:
        await service.ask("who", key=key)
        await asyncio.sleep(0.1)


def halt(server: Server, number: int) -> None:
    """Stop the processes of a database, or let them go on."""
    postmaster = int((server.folder / "data" / "postmaster.pid").read_text().split()[0])
    for process in (postmaster, *children(postmaster)):
        with suppress(ProcessLookupError):  # it has ended since
            os.kill(process, number)


@pytest.mark.usefixtures("patient_loops")
async def test_while_the_database_is_away_only_those_who_move_wait_and_they_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    server = new_server()
    try:
        async with (
            running(tmp_path / "one", store=server.address) as service,
            service.client(keys[0]) as connection,
            window(connection) as player,
            service.client(keys[1]) as beside,
            window(beside) as other,
        ):
            await player.until("termpuzzles")
            player.type(f"{PASTED} ")
            await shows(player, has_moves(1))
            await other.until("termpuzzles")
            with_usual_patience(monkeypatch)
            halt(server, signal.SIGSTOP)
            player.type(" ")
            await player.until("not stored yet")
            assert not has_moves(2).search(player.text), "a move is shown only once it is stored"
            before = board(other.text)
            other.type(" ")
            await other.until(lambda text: board(text) != before)
            halt(server, signal.SIGCONT)
            await shows(player, has_moves(2))
            await player.until(lambda text: "not stored yet" not in text)
            player.type(" ")
            await shows(player, has_moves(3))
    finally:
        halt(server, signal.SIGCONT)
        await asyncio.to_thread(server.end)


@pytest.mark.usefixtures("patient_loops")
async def test_players_of_two_processes_play_a_match_and_the_other_process_goes_on_with_it(tmp_path: Path) -> None:
    where = fresh_address(f"shared_{secrets.token_hex(4)}")
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    async with running(tmp_path / "two", store=where) as two, AsyncExitStack() as stack:
        async with running(tmp_path / "one", store=where) as one:
            shown = []
            for place, mine, name in ((one, keys[0], "anna"), (two, keys[1], "bob")):
                await place.ask(f"name {name}", key=mine)
                connection = await stack.enter_async_context(place.client(mine))
                shown.append(await stack.enter_async_context(window(connection)))
                await shown[-1].until("termpuzzles")
            anna, bob = shown
            await challenge(anna, "bob")
            await accept(bob)
            await anna.until("your turn")
            anna.type("\x1b[B\r ")
            await bob.until("Red: cat to a7.")
        async with two.client(keys[0]) as connection, window(connection) as again:
            await go_back(again)
            await again.until("Ca7")
            bob.type("\x1b[B\r ")
            await again.until("Blue: cat to h7.")
        assert "crash" not in two.log
