"""What strangers try with a real client: the service refuses it all, and trusts no claim without proof."""

from __future__ import annotations

import asyncio
import shlex
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
import pytest_asyncio
from asyncssh.public_key import SSHLocalKeyPair

from termpuzzles.company.service.config import ServiceConfig
from termpuzzles.company.service.server import config_doubts
from tests.commands.shell import Shell
from tests.company.service.service import COMMAND, Guest, Running, running


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Running]:
    async with running(tmp_path / "data") as found:
        yield found


async def test_there_is_no_sftp_and_no_scp(service: Running, tmp_path: Path) -> None:
    async with service.client() as connection:
        with pytest.raises(asyncssh.Error):
            await connection.start_sftp_client()
        with suppress(asyncssh.Error, OSError):  # the message may come after the end of the files
            await asyncssh.scp((connection, "/etc/passwd"), tmp_path)
        status = (await connection.run("scp -f /etc/passwd", encoding=None)).exit_status
        assert status == 2
    assert not (tmp_path / "passwd").exists()


async def test_nothing_is_forwarded_either_way(service: Running, tmp_path: Path) -> None:
    async with service.client() as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", service.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection(str(tmp_path / "socket"))
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "there"), "/tmp/here")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_tun()
    assert service.log.count("limit=forwarding") >= 4


async def test_x11_and_agents_are_not_forwarded(service: Running) -> None:
    async with service.client() as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.run("who", x11_forwarding=True, x11_display="localhost:10")
    async with service.client(agent_forwarding=True) as connection:
        assert (await connection.run("who")).exit_status == 0


async def test_a_channel_too_many_is_refused_and_the_others_go_on(service: Running) -> None:
    async with service.client() as connection:
        opened = [await connection.create_process("check", encoding=None) for _ in range(4)]
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process("who", encoding=None)
        for process in opened:
            process.stdin.write_eof()
        for process in opened:
            await process.wait()
        assert (await connection.run("who", encoding=None)).exit_status == 0


WEAK: tuple[dict[str, Any], ...] = (
    {"kex_algs": ["diffie-hellman-group14-sha1"]},
    {"kex_algs": ["diffie-hellman-group1-sha1"]},
    {"encryption_algs": ["aes128-cbc"]},
    {"mac_algs": ["hmac-sha1"], "encryption_algs": ["aes128-ctr"]},
    {"server_host_key_algs": ["ssh-rsa"]},
    {"compression_algs": ["zlib"]},
)


async def test_a_client_that_offers_only_what_is_weak_is_refused(service: Running) -> None:
    for offer in WEAK:
        with pytest.raises((asyncssh.KeyExchangeFailed, asyncssh.DisconnectError)):
            async with service.client(**offer):
                pass


async def test_a_signature_by_sha_1_is_no_proof(service: Running) -> None:
    rsa = asyncssh.generate_private_key("ssh-rsa", key_size=2048)
    async with service.client(rsa, signature_algs=["ssh-rsa"]) as connection:
        assert "a guest" in (await connection.run("who")).stdout
    async with service.client(rsa, signature_algs=["rsa-sha2-256"]) as connection:
        assert "known by the key" in (await connection.run("who")).stdout


class Forger(SSHLocalKeyPair):
    """A client that claims a key and signs with another one."""

    def sign(self, data: bytes) -> bytes:
        """A signature of the right form by another key."""
        return bytes(SSHLocalKeyPair(asyncssh.generate_private_key("ssh-ed25519"), None, None, None).sign(data))


async def test_a_key_that_is_claimed_without_its_signature_is_nobodys(service: Running) -> None:
    theirs = asyncssh.generate_private_key("ssh-ed25519")
    _, them, _ = await service.ask("who", key=theirs)
    options = {"known_hosts": None, "config": None, "agent_path": None, "client_factory": Guest, "username": "x"}
    try:
        async with asyncssh.connect(
            "127.0.0.1", service.port, client_keys=[Forger(theirs, theirs.convert_to_public(), None, None)], **options
        ) as connection:
            answer = str((await connection.run("who")).stdout)
    except asyncssh.PermissionDenied:
        return
    assert answer.endswith("a guest\n")
    assert answer.split(",")[0] != them.split(",")[0]


async def test_the_keys_are_exchanged_anew_in_the_middle_of_a_visit(service: Running) -> None:
    async with service.client(rekey_bytes=2000) as connection:
        for _ in range(5):
            assert (await connection.run("help")).exit_status == 0


def test_a_signal_ends_all_visits_in_good_order(tmp_path: Path) -> None:
    argv = [sys.executable, "-m", "termpuzzles", "serve", "--port", "0", "--data", str(tmp_path / "data")]
    server = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    assert server.stdout.readline().startswith("host key SHA256:")
    line = server.stdout.readline()
    assert line.startswith("listening on 127.0.0.1:")
    port = int(line.rpartition(":")[2])

    async def visit() -> bytes:
        options = {"known_hosts": None, "config": None, "agent_path": None, "client_factory": Guest, "username": "x"}
        async with asyncssh.connect("127.0.0.1", port, client_keys=None, **options) as connection:
            process = await connection.create_process(term_type="xterm", term_size=(80, 24), encoding=None)
            received = b""
            while b"\x1b[?1049h" not in received or len(received) < 500:
                received += await process.stdout.read(1 << 16)
            server.send_signal(signal.SIGTERM)
            while data := await process.stdout.read(1 << 16):
                received += data
            return received

    received = asyncio.run(visit())
    assert b"\x1b[?1049l" in received
    assert b"The server is shutting down" in received
    assert server.wait() == 0
    server.stdout.close()
    assert server.stderr is not None
    server.stderr.close()


@pytest.mark.parametrize(
    ("port", "metrics", "expected"),
    [
        (0, None, []),
        (65535, ("127.0.0.1", 9100), []),
        (2222, ("::1", 9100), []),
        (65536, None, ["port 65536 is not between 0 and 65535"]),
        (-1, None, ["port -1 is not between 0 and 65535"]),
        (2222, ("0.0.0.0", 9100), ["metrics are for loopback alone: 127.0.0.1, ::1 or localhost"]),
    ],
)
def test_doubts_about_serving_are_reported(
    tmp_path: Path, port: int, metrics: tuple[str, int] | None, expected: list[str]
) -> None:
    assert config_doubts(ServiceConfig("127.0.0.1", port, tmp_path, COMMAND, metrics)) == expected


def test_a_host_key_that_cannot_be_read_or_kept_is_reported(tmp_path: Path) -> None:
    (tmp_path / "host_key").write_text("no key")
    (tmp_path / "host_key").chmod(0o600)
    (tmp_path / "file").touch()
    for data in (tmp_path, tmp_path / "file"):
        (doubt,) = config_doubts(ServiceConfig("127.0.0.1", 0, data, COMMAND))
        assert doubt.startswith(f"{data}: ")


def test_a_configuration_is_checked_without_serving(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shell = Shell(monkeypatch, tmp_path)

    def check(*more: str) -> int:
        return shell.run(shlex.join(["serve", "--check-config", "--data", str(tmp_path / "data"), *more])).status

    assert check() == 0
    assert check("--metrics", "0.0.0.0:9100") == 2
    assert check("--metrics", "nonsense") == 2
    assert check("--port", "70000") == 2
    key = tmp_path / "data" / "host_key"
    assert key.stat().st_mode & 0o777 == 0o600
    key.write_text("no key")
    assert check() == 2
    assert COMMAND[0] == sys.executable
