"""Who gets in: addresses count as visitors have them, a named proxy tells them, and the oldest at the door goes."""

from __future__ import annotations

import asyncio
import socket
import struct
from ipaddress import ip_network
from pathlib import Path

import asyncssh

from termpuzzles.company.service.limits import SENTENCES
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
