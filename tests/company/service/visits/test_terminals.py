"""What the app learns about a visitor's terminal, and what happens to visitors who fall silent."""

from __future__ import annotations

import asyncio
import re
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from termpuzzles.company.service import server
from tests.company.service.service import Running, Window, running, window

ID = "infinity:3x3:111111111"


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path / "data") as found:
        yield found


async def opens_a_board(shown: Window) -> None:
    await shown.until("termpuzzles")
    shown.type(f"\x1b[200~{ID}\x1b[201~")
    await shown.until("loose ends")


def grounds(shown: Window) -> set[str]:
    """The backgrounds on the screen, as hexadecimal numbers."""
    rows = shown.screen.buffer.values()
    return {cell.bg for row in rows for cell in row.values() if re.fullmatch("[0-9a-f]{6}", cell.bg)}


def is_light(shown: Window) -> bool:
    """Whether most backgrounds are lighter than medium grey."""
    found = [sum(bytes.fromhex(ground)) > 3 * 128 for ground in grounds(shown)]
    return sum(found) > len(found) / 2


async def test_the_locale_and_the_ground_of_the_visitor_say_what_can_be_drawn(service: Running) -> None:
    environment = {"LANG": "C.UTF-8", "LC_ALL": "POSIX", "COLORFGBG": "0;15"}
    async with service.client() as connection, window(connection, term="xterm-kitty", env=environment) as shown:
        await opens_a_board(shown)
        assert shown.text.isascii()
        assert grounds(shown)
        assert is_light(shown)


async def test_a_light_terminal_is_known_by_its_answer(service: Running) -> None:
    async with service.client() as connection, window(connection, term="xterm-kitty") as shown:
        await opens_a_board(shown)
        assert b"\x1b]11;?" in shown.received
        assert not is_light(shown)
        assert not shown.text.isascii()
        shown.type("\x1b]11;rgb:ffff/ffff/f0f0\x1b\\")
        await shown.until(lambda text: is_light(shown))


async def test_little_is_kept_of_a_flood_of_names_and_values(service: Running) -> None:
    flood = {f"NAME{number}": "x" * 1_000 for number in range(2_000)}
    chosen = {"LD_PRELOAD": "/tmp/evil.so", "TERMPUZZLES_DATA": "/", "NO_COLOR": "1" * 20_000}
    async with service.client() as connection, window(connection, env=flood | chosen) as shown:
        await shown.until("termpuzzles")
        (visit,) = service.service.visits
        kept = visit._channel.get_environment()  # type: ignore[attr-defined]
        assert set(kept) <= {"NO_COLOR", b"NO_COLOR"}
        assert sum(len(value) for value in kept.values()) <= 80
        assert (await connection.run("check", input="7x7w:x", check=False)).exit_status != 0
    assert (await service.ask("who"))[0] == 0


def options_with(monkeypatch: pytest.MonkeyPatch, **changed: object) -> None:
    """Make the service listen with these options changed."""
    usual = server._options
    monkeypatch.setattr(server, "_options", lambda service, key: usual(service, key) | changed)


async def test_a_client_that_never_logs_in_is_disconnected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options_with(monkeypatch, login_timeout=0.2)
    async with running(tmp_path) as service:
        reader, writer = await asyncio.open_connection("127.0.0.1", service.port)
        writer.write(b"SSH-2.0-silent\r\n")
        await reader.read()
        writer.close()
        assert not service.service.connections
        assert (await service.ask("who"))[0] == 0


_FALLS_SILENT = """
import asyncio, os, signal, sys
import asyncssh
from tests.company.service.service import Guest

async def play():
    async with asyncssh.connect("127.0.0.1", int(sys.argv[1]), username="x", known_hosts=None, config=None,
                                client_keys=None, agent_path=None, client_factory=Guest) as connection:
        process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
        await process.stdout.read(500)
        process.stdin.write(b"\\x1b[200~" + sys.argv[2].encode() + b"\\x1b[201~ ")
        received = b""
        while b"loose ends" not in received:
            received += await process.stdout.read(1 << 16)
        os.kill(os.getpid(), signal.SIGSTOP)

asyncio.run(play())
"""


def open_journals() -> list[str]:
    """The files of journals that this process has open."""
    links = [str(each.readlink()) for each in Path("/proc/self/fd").iterdir() if each.is_symlink()]
    return [link for link in links if ".journal" in link]


async def test_a_client_that_falls_silent_is_noticed_and_its_journal_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as service:
        silent = await asyncio.create_subprocess_exec(
            sys.executable, "-c", _FALLS_SILENT, str(service.port), ID, stderr=asyncio.subprocess.DEVNULL
        )
        try:
            await until(lambda: Path(f"/proc/{silent.pid}/stat").read_text().rpartition(")")[2].split()[0] == "T")
            assert service.service.visits
            (met,) = service.service.connections  # once it sleeps: a busy machine is no silent client
            met._connection.set_keepalive(0.1, 2)  # type: ignore[attr-defined]
            await until(lambda: not service.service.visits and not service.service.connections)
            assert not open_journals()
        finally:
            silent.send_signal(signal.SIGKILL)
            await silent.wait()


async def test_a_client_whose_network_is_cut_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    options_with(monkeypatch, keepalive_interval=0.1, keepalive_count_max=2)
    async with running(tmp_path) as service, service.client() as connection, window(connection) as shown:
        await opens_a_board(shown)
        connection._transport.pause_reading()  # from now on the client neither answers nor sends
        await until(lambda: not service.service.visits and not service.service.connections)
        connection._transport.resume_reading()


async def until(holds: Any) -> None:
    """Wait until something is true."""
    while not holds():
        await asyncio.sleep(0.02)
