"""Who gets in: addresses count as visitors have them, a named proxy tells them, and the oldest at the door goes."""

from __future__ import annotations

import asyncio
import socket
import struct
from ipaddress import ip_network
from pathlib import Path

import asyncssh
import pytest

from termpuzzles.company.service.limits import SENTENCES, Limits
from termpuzzles.company.service.server import allow_descriptors, descriptors_needed
from tests.company.service.service import running

LOOPBACK = (ip_network("127.0.0.0/8"),)


def header(address: str, command: int = 0x21) -> bytes:
    """A PROXY header that names a visitor's address."""
    family, kind = (socket.AF_INET6, 0x21) if ":" in address else (socket.AF_INET, 0x11)
    rest = 2 * socket.inet_pton(family, address) + struct.pack(">HH", 50_000, 2222)
    return b"\r\n\r\n\x00\r\nQUIT\n" + struct.pack(">BBH", command, kind, len(rest)) + rest


async def refused(port: int, first: bytes) -> bytes:
    """What a client hears that sends this, up to the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(first)
    heard = await reader.read()
    writer.close()
    return heard


async def connect_behind_proxy(port: int, first: bytes) -> asyncssh.SSHClientConnection:
    """A client whose connection begins with these bytes."""
    sock = socket.create_connection(("127.0.0.1", port))
    sock.sendall(first)
    key = asyncssh.generate_private_key("ssh-ed25519")
    return await asyncssh.connect(sock=sock, username="x", known_hosts=None, config=None, client_keys=[key])


async def test_the_address_that_a_named_proxy_tells_counts_and_it_must_tell_one(tmp_path: Path) -> None:
    async with running(tmp_path, proxies=LOOPBACK) as service:
        async with await connect_behind_proxy(service.port, header("2001:db8::7")) as connection:
            assert (await connection.run("who")).exit_status == 0
        assert "address=2001:db8::7" in service.log
        assert SENTENCES["proxy"].encode() in await refused(service.port, b"SSH-2.0-x\r\n")


async def test_connections_behind_a_proxy_are_counted_by_the_address_that_it_tells(tmp_path: Path) -> None:
    limits = Limits(processes_ready=0, connections_at_once=1, connections_a_minute=0.001)
    async with running(tmp_path, limits, proxies=LOOPBACK) as service:
        async with await connect_behind_proxy(service.port, header("192.0.2.7")):
            pass
        with pytest.raises(asyncssh.DisconnectError, match="connecting too often"):
            await connect_behind_proxy(service.port, header("192.0.2.7"))
        async with await connect_behind_proxy(service.port, header("192.0.2.8")):
            pass
        assert "limit=connection_rate who=192.0.2.7" in service.log
        assert "who=192.0.2.8" not in service.log


async def test_nobody_else_may_tell_an_address(tmp_path: Path) -> None:
    async with running(tmp_path) as service:
        await refused(service.port, header("192.0.2.7"))
        assert "192.0.2.7" not in service.log


async def test_who_waits_longest_at_the_door_goes_and_those_inside_stay(tmp_path: Path) -> None:
    async with running(tmp_path, Limits(processes_ready=0, knocking=2)) as service, service.client() as inside:
        waiting = [await asyncio.open_connection("127.0.0.1", service.port) for _ in range(3)]
        heard = await waiting[0][0].read()
        assert SENTENCES["knocking"].encode() in heard
        assert (await inside.run("who")).exit_status == 0
        assert len(service.service.connections) == 3
        for _, writer in waiting:
            writer.close()


def test_a_player_inside_has_a_descriptor_whoever_is_at_the_door() -> None:
    usual = Limits()
    assert descriptors_needed(usual) >= usual.connections + 4 * usual.sessions
    assert allow_descriptors(Limits(connections=20, sessions=20)) >= 20
