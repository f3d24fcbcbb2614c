"""A real client reaches each limit: a sentence tells it so, and a line of the log names the limit."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.wire import unsent
from tests.company.service.service import Running, Window, running, window

ID = "infinity:3x3:111111111"


def limits(**given: Any) -> Limits:
    """The usual limits except these."""
    return Limits(processes_ready=0, **given)


def check_timeouts(service: Service, now: float) -> None:
    """Let the service look at its clocks as if it were this time."""
    service.now = lambda: now
    service.check_timeouts()


async def refused_to_connect(service: Running) -> str:
    """What the service tells a client that may not connect."""
    with pytest.raises(asyncssh.DisconnectError) as found:
        async with service.client():
            pass
    return found.value.reason.partition(" (error")[0]


async def test_a_client_that_connects_too_often_is_told_before_any_key_is_exchanged(tmp_path: Path) -> None:
    async with running(tmp_path, limits(connections_at_once=2, connections_a_minute=0.001)) as service:
        for _ in range(2):
            async with service.client():
                pass
        assert await refused_to_connect(service) == SENTENCES["connection_rate"]
        assert "limit=connection_rate who=127.0.0.1" in service.log
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        received = b""
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                received += data
        assert SENTENCES["connection_rate"].encode() in received
        assert b"curve25519" not in received, "the service began a key exchange"
        writer.close()


async def test_keys_that_come_too_fast_are_all_played_and_then_one_that_comes_after_them(tmp_path: Path) -> None:
    async with running(tmp_path, limits()) as service, service.client() as connection, window(connection) as shown:
        await shown.until("termpuzzles")
        shown.type(f"\x1b[200~{ID}\x1b[201~")
        await shown.until("loose ends")
        shown.type(" " * 302 + "?")
        await shown.until("Ten keys")
        shown.type("\x1b")
        await shown.until(lambda text: re.search(r"\bmoves +302\b", text) is not None)


async def test_a_player_who_stays_too_long_is_told_on_the_restored_terminal(tmp_path: Path) -> None:
    async with running(tmp_path, limits(idle=60.0)) as service, service.client() as connection:
        begun = service.service.now()
        async with window(connection) as shown:
            await shown.until("termpuzzles")
            check_timeouts(service.service, begun + 59.0)
            assert "limit=idle " not in service.log
            check_timeouts(service.service, begun + 3_600.0)
            await shown.process.wait_closed()
            assert SENTENCES["idle"].encode() in shown.received
            assert b"\x1b[?1049l" in shown.received
        assert "limit=idle " in service.log


async def test_a_session_that_fails_to_open_takes_no_place(tmp_path: Path) -> None:
    async with running(tmp_path, limits(sessions=1)) as service:
        async with service.client() as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.create_session(asyncssh.SSHClientSession, subsystem="nothing", encoding=None)
        while service.service.visits:
            await asyncio.sleep(0.01)
        assert (await service.ask("who"))[0] == 0


async def test_a_large_board_is_read_by_a_process_and_a_small_one_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    async with (
        running(tmp_path, limits(guest_board_cells=62_500)) as service,
        service.client() as connection,
        window(connection) as shown,
    ):
        ask = service.service.workers.ask

        async def noted(player: str, question: object, seconds: float) -> object:
            asked.append(type(question).__name__)
            return await ask(player, question, seconds)

        monkeypatch.setattr(service.service.workers, "ask", noted)
        await shown.until("termpuzzles")
        shown.type(f"\x1b[200~{ID}\x1b[201~")
        await shown.until("loose ends")
        assert "ReadQuestion" not in asked
        for text, seen in (("simpleloop/250/250/", "250x250"), ("x" * 5_000, "expected a puzzle")):
            shown.type(f"\x1b[200~{text}\x1b[201~")
            await shown.until(seen)
            assert "ReadQuestion" in asked
            asked.clear()


@pytest.mark.parametrize(("has_key", "opens", "most"), [(False, "100x100", "10,000"), (True, "200x200", "40,000")])
async def test_a_board_beyond_what_the_service_allows_is_a_sentence(
    tmp_path: Path, has_key: bool, opens: str, most: str
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519") if has_key else None
    async with running(tmp_path) as service, service.client(key) as connection, window(connection) as shown:
        await shown.until("termpuzzles")
        shown.type("\x1b[200~simpleloop/250/250/\x1b[201~")
        await shown.until(f"at most {most} cells")
        shown.type(f"\x1b[200~simpleloop/{opens.replace('x', '/')}/\x1b[201~")
        await shown.until(opens)


class Clock:
    """A service's clock that a test turns on."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def let_a_reader_be_dropped(service: Running, clock: Clock) -> int:
    """Turn the clock on until the service drops a client that does not read; the most bytes that were held for it."""
    most = 0
    while "limit=reader" not in service.log:
        channels = [visit._channel for visit in service.service.visits]  # type: ignore[attr-defined]
        held = [unsent(c) + c.get_write_buffer_size() for c in channels if c is not None]
        most = max([most, *held])
        await asyncio.sleep(0.02)
        clock.seconds += 1.0
        service.service.check_timeouts()
    assert clock.seconds > service.service.limits.reader
    assert 'termpuzzles_refusals_total{what="reader"} 1' in service.service.metrics.page()
    return most


async def test_a_reader_whose_window_stays_at_zero_is_gone_and_counted(tmp_path: Path) -> None:
    clock = Clock()
    async with running(tmp_path, limits(), clock) as service, service.client() as connection:
        channel, _ = await connection.create_session(
            asyncssh.SSHClientSession, term_type="xterm", term_size=(200, 60), encoding=None, window=200
        )
        channel.pause_reading()
        channel.write(b"\x1b[6~" * 20)
        await let_a_reader_be_dropped(service, clock)
        await connection.wait_closed()


async def test_a_reader_whose_network_takes_nothing_holds_little_and_is_gone(tmp_path: Path) -> None:
    given, clock = limits(request_output=64 << 20), Clock()
    async with running(tmp_path, given, clock) as service, service.client() as connection:
        await connection.create_session(
            asyncssh.SSHClientSession,
            command="generate infinity 60x60 --count 3000 --seed 1",
            encoding=None,
            window=1 << 30,
        )
        (there,) = service.service.connections
        there._connection.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)  # type: ignore[attr-defined]
        connection._transport.pause_reading()  # the kernel's buffers fill, then the server's
        assert 0 < await let_a_reader_be_dropped(service, clock) < 1 << 20
        connection._transport.resume_reading()


async def test_a_board_larger_than_is_allowed_is_neither_resumed_nor_made(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")

    @asynccontextmanager
    async def playing(cells: int) -> AsyncIterator[Window]:
        given = limits(board_cells=cells)
        async with running(tmp_path, given) as service, service.client(key) as connection, window(connection) as shown:
            await shown.until("termpuzzles")
            yield shown

    async with playing(9) as shown:
        shown.type(f"\x1b[200~{ID}\x1b[201~")
        await shown.until("loose ends")
        shown.type(" ")
        await shown.until(lambda text: re.search(r"\bmoves +1\b", text) is not None)
    async with playing(8) as shown:
        shown.type("\r")
        await shown.until("This board has 9 cells; here a board may have 8 at most.")
        shown.type("\x1b[B\x1b[B\r")
        await shown.until("make and play")
        shown.type("m")
        await shown.until("This board has 49 cells")
