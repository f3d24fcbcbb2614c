"""What somebody is told who syncs with a service, whatever goes wrong on the way there or in its answers."""

from __future__ import annotations

import errno
import socket
from datetime import datetime
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from termpuzzles.company.client import Destination, NewHostError, sync
from termpuzzles.company.sync import ExchangeError, refusal
from termpuzzles.storage.library import Folders, Library
from termpuzzles.storage.store import MemoryStore

OURS = "SSH-2.0-termpuzzles"
EMPTY = b"termpuzzles 1 1000\n{}"


def library() -> Library:
    nowhere = Path("nowhere")
    return Library(Folders(nowhere, nowhere), lambda: datetime(2026, 11, 21), MemoryStore())


class Stream:
    """What a process sends, in pieces."""

    def __init__(self, *pieces: bytes) -> None:
        self._pieces = [*pieces]

    async def read(self, most: int) -> bytes:
        return self._pieces.pop(0) if self._pieces else b""

    def write(self, data: bytes) -> None:
        if data == b"broken":
            raise BrokenPipeError

    def write_eof(self) -> None:
        pass


class Process:
    """A process that has answered."""

    def __init__(self, status: int | None, out: tuple[bytes, ...], err: bytes) -> None:
        self.exit_status, self.stdin = status, Stream()
        self.stdout, self.stderr = Stream(*out), Stream(err)

    async def wait_closed(self) -> None:
        pass


class Connection:
    """A connection to somebody who calls itself so, and answers with these processes."""

    def __init__(self, version: str, *answers: Process | Exception) -> None:
        self.version, self.answers, self.asked = version, [*answers], list[str]()
        self.closed = False

    def get_extra_info(self, name: str) -> str:
        return self.version if name == "server_version" else ""

    async def create_process(self, command: str, encoding: None) -> Process:
        self.asked.append(command)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def close(self) -> None:
        self.closed = True

    abort = close


def connecting(monkeypatch: pytest.MonkeyPatch, connection: Connection, error: Exception | None = None) -> None:
    """Let every connection be this one, or fail."""

    async def connect(host: str, **given: Any) -> Connection:
        client = given["client_factory"]()
        if connection.version:
            client.connection_made(connection)
        if error is not None:
            raise error
        return connection

    monkeypatch.setattr(asyncssh, "connect", connect)


async def refused(to: str = "example.org", **given: Any) -> str:
    with pytest.raises(ExchangeError) as found:
        await sync(library(), Destination(to, **given))
    return str(found.value)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            asyncssh.PermissionDenied("no"),
            "It accepts none of your keys. Name one with -i FILE, add one to your agent with ssh-add, "
            "or make one with ssh-keygen -t ed25519.",
        ),
        (asyncssh.DisconnectError(2, "You are\nbanned."), "It ended the connection: You are\\nbanned."),
        (
            asyncssh.KeyImportError("Passphrase"),
            "A key cannot be used (Passphrase). If it has a passphrase, add it with ssh-add.",
        ),
        (socket.gaierror(8, "nodename"), "There is no host of that name."),
        (
            ConnectionRefusedError(errno.ECONNREFUSED, "refused"),
            "Nothing answers at this port. Is the service running, and the port right (-p 2222)?",
        ),
        (TimeoutError(), "It does not answer."),
        (OSError(errno.ENOENT, "No such file", "/a/key"), "/a/key: no such file"),
        (OSError(errno.EHOSTUNREACH, "No route to host"), "It cannot be reached: No route to host"),
        (ValueError("odd"), "It cannot be reached: odd"),
        (asyncssh.HostKeyNotVerifiable("revoked"), "The key of this host is not to be trusted: revoked."),
    ],
)
async def test_why_there_is_no_connection(error: Exception, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    connecting(monkeypatch, Connection(""), error)
    assert await refused() == said
    connecting(monkeypatch, Connection(OURS), error)
    assert await refused() == said
    connecting(monkeypatch, Connection("SSH-2.0-OpenSSH_9.6"), error)
    other = "This is not a service of termpuzzles but OpenSSH_9.6. Is the port right (-p 2222)?"
    assert await refused() == other


async def test_a_key_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    key = tmp_path / "key"
    key.write_text("nonsense")
    said = await refused(identity=str(key))
    assert said.startswith(f"{key} cannot be used (")
    assert said.endswith("). If it has a passphrase, add it with ssh-add.")


async def test_another_server_is_told_apart_and_left(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Connection("SSH-2.0-OpenSSH_9.6")
    connecting(monkeypatch, other)
    assert await refused("me@example.org", port=22) == (
        "This is not a service of termpuzzles but OpenSSH_9.6. Is the port right (-p 2222)?"
    )
    assert (other.closed, other.asked) == (True, [])


ENDED = "What was merged is kept; sync again to go on."
OLDER = "Its termpuzzles is older than sync. Whoever runs it can update it."


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Process(2, (refusal("guest"),), b"termpuzzles: You are a guest.\n"), "You are a guest."),
        (Process(2, (), b"There is no command 'sync' here.\n"), f"{OLDER} It says: There is no command 'sync' here."),
        (Process(2, (b"[]",), b""), OLDER),
        (Process(1, (b"x",), b""), f"The connection has ended: no answer. {ENDED}"),
        (Process(None, (), b""), f"The connection has ended: no answer. {ENDED}"),
        (Process(1, (), b"a\nb\x1b[2J"), "a\\nb\\x1b[2J"),
        (asyncssh.ChannelOpenError(1, "Full.\n."), f"The connection has ended: Full.\\n. {ENDED}"),
        (OSError(None, "gone"), f"The connection has ended: [Errno None] gone. {ENDED}"),
        (Process(0, (b"nonsense",), b""), "This is not the answer of a service of termpuzzles: 'nonsense'"),
        (
            Process(0, (b"a" * 199 + b"Z" + b"b" * 99,), b""),
            f"This is not the answer of a service of termpuzzles: '{'a' * 30}…{'a' * 28}Z'",
        ),
        (Process(0, tuple([bytes(1 << 20)] * 17), b""), "It sends more than anybody could have played."),
        (Process(0, (), bytes((1 << 16) + 1)), "It sends more than anybody could have played."),
    ],
)
async def test_what_is_said_of_answers_that_are_none(
    answer: Process | Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    connection = Connection(OURS, answer)
    connecting(monkeypatch, connection)
    assert await refused() == said
    assert connection.asked == ["sync 1 list"]
    assert connection.closed


async def test_an_answer_may_come_in_pieces_and_beside_it_something_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = Connection(OURS, Process(0, (EMPTY[:5], EMPTY[5:]), b"x" * (1 << 16)))
    connecting(monkeypatch, connection)
    found = await sync(library(), Destination("example.org"))
    assert found.sentence() == "nothing new on either side"
    assert connection.closed


@pytest.mark.parametrize(
    ("before", "after"),
    [(None, b"LINE\n"), (b"", b"LINE\n"), (b"a b\n", b"a b\nLINE\n"), (b"a b", b"a b\nLINE\n")],
)
def test_a_host_is_remembered_on_a_line_of_its_own(before: bytes | None, after: bytes, tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    file = tmp_path / "home" / "ssh" / "known_hosts"
    if before is not None:
        file.parent.mkdir(parents=True)
        file.write_bytes(before)
    error = NewHostError("[example.org]:2222", key, file)
    assert (error.fingerprint, error.kind) == (key.get_fingerprint(), "ssh-ed25519")
    error.trust()
    line = b"[example.org]:2222 " + key.export_public_key().strip()
    assert file.read_bytes() == after.replace(b"LINE", line)
    assert file.stat().st_mode & 0o077 == (0 if before is None else file.stat().st_mode & 0o077)
    assert before is not None or file.parent.stat().st_mode & 0o777 == 0o700
    NewHostError("x", key, None).trust()


@pytest.mark.parametrize(
    ("to", "expected"),
    [
        (Destination("example.org"), {}),
        (Destination("ann@example.org", 2222, "/a/key"), {"username": "ann", "port": 2222, "client_keys": ["/a/key"]}),
    ],
)
async def test_one_comes_with_a_key_and_does_not_wait_for_ever(
    to: Destination, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given: dict[str, Any] = {}

    async def connect(host: str, **options: Any) -> Connection:
        given.update(options, host=host)
        raise ConnectionRefusedError

    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(asyncssh, "connect", connect)
    if "client_keys" in expected:
        key = tmp_path / "key"
        asyncssh.generate_private_key("ssh-ed25519").write_private_key(key)
        to, expected = to._replace(identity=str(key)), expected | {"client_keys": [str(key)]}
    await refused(to.host, port=to.port, identity=to.identity)
    for name in ("known_hosts", "client_factory"):
        given.pop(name)
    usual = {"host": "example.org", "preferred_auth": "publickey", "connect_timeout": 20.0, "keepalive_interval": 15}
    assert given == usual | expected


@pytest.mark.parametrize(("host", "port", "name"), [("h", 22, "h"), ("h", 2222, "[h]:2222"), ("h", None, "h")])
async def test_the_known_keys_of_a_host_are_asked_for_first(
    host: str, port: int | None, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key, other = asyncssh.generate_private_key("ecdsa-sha2-nistp384"), asyncssh.generate_private_key("ssh-ed25519")
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / ".ssh").mkdir()
    known = tmp_path / ".ssh" / "known_hosts"
    known.write_bytes(
        b"".join(f"{at} ".encode() + each.export_public_key() for at, each in ((name, key), ("x", other)))
    )
    given: dict[str, Any] = {}

    async def connect(host: str, **options: Any) -> Connection:
        given.update(options)
        raise ConnectionRefusedError

    monkeypatch.setattr(asyncssh, "connect", connect)
    await refused(host, port=port)
    kinds = ["ecdsa-sha2-nistp384", "ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp521", "rsa-sha2-512"]
    assert given["server_host_key_algs"] == kinds
    client = given["client_factory"]()
    trusted, authorities, revoked = given["known_hosts"](host, "192.0.2.1", port)
    assert [each.public_data for each in trusted] == [key.public_data]
    assert (list(authorities), list(revoked), client.name) == ([], [], name)
    assert given["known_hosts"]("another", "192.0.2.1", port)[0] == []
    assert client.kinds("another", 22) == []
    assert not client.validate_host_public_key("another", "192.0.2.1", 22, other)
    new = client.why_untrusted("not trusted")
    assert isinstance(new, NewHostError)
    assert (new.name, new.fingerprint, new.kind) == ("another", other.get_fingerprint(), "ssh-ed25519")
    assert str(client.why_untrusted("revoked key")) == "The key of this host is not to be trusted: revoked key."
    given["known_hosts"](host, "192.0.2.1", port)
    changed = str(client.why_untrusted("not trusted"))
    assert changed.startswith(f"The key of {name} is not the one in your known hosts but {other.get_fingerprint()}. ")
    quoted = f"'{name}'" if "[" in name else name
    assert changed.endswith(f" If it has: ssh-keygen -R {quoted} -f {known}")


@pytest.mark.parametrize("beside", [False, True])
async def test_an_answer_longer_than_anybody_could_have_played_is_read_no_further(
    beside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    most = 1 << 16 if beside else 16 << 20
    for size, said in ((most, "" if beside else "This is not the answer"), (most + 1, "It sends more than anybody")):
        pieces = (b"x" * (size - 5), b"x" * 5)
        process = Process(1 if beside else 0, () if beside else pieces, b"")
        if beside:
            process.stderr = Stream(*pieces)
        connecting(monkeypatch, Connection(OURS, process))
        assert (await refused()).startswith(said or "xxxx")


def refusing(monkeypatch: pytest.MonkeyPatch, home: Path, config: str) -> dict[str, Any]:
    """Refuse every connection from a home with that ~/.ssh/config; returns what the latest one was asked for with."""
    given: dict[str, Any] = {}

    async def connect(host: str, **options: Any) -> Connection:
        given.update(options)
        raise ConnectionRefusedError

    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(asyncssh, "connect", connect)
    (home / ".ssh").mkdir()
    (home / ".ssh" / "config").write_text(config)
    return given


async def test_who_keeps_no_known_hosts_is_asked_each_time_and_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = refusing(monkeypatch, tmp_path, "UserKnownHostsFile none\n")
    key = asyncssh.generate_private_key("ssh-ed25519")
    (tmp_path / ".ssh" / "known_hosts").write_bytes(b"h " + key.export_public_key())
    before = (tmp_path / ".ssh" / "known_hosts").read_bytes()
    await refused("h")
    assert "server_host_key_algs" not in given
    assert given["known_hosts"]("h", "192.0.2.1", 22)[0] == []
    client = given["client_factory"]()
    client.validate_host_public_key("h", "192.0.2.1", 22, key)
    new = client.why_untrusted("not trusted")
    assert isinstance(new, NewHostError)
    new.trust()
    assert (tmp_path / ".ssh" / "known_hosts").read_bytes() == before


async def test_what_ones_config_says_of_a_host_counts_for_its_known_keys(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = refusing(
        monkeypatch,
        tmp_path,
        "Host games\n  HostName h.example\n  Port 2222\n  UserKnownHostsFile ~/hosts\n"
        "Host other\n  HostKeyAlias games-of-ours\n  UserKnownHostsFile ~/hosts\n",
    )
    one, two = (asyncssh.generate_private_key(f"ecdsa-sha2-nistp{bits}") for bits in (384, 521))
    lines = (
        f"{name} ".encode() + key.export_public_key()
        for name, key in (("[h.example]:2222", one), ("games-of-ours", two))
    )
    (tmp_path / "hosts").write_bytes(b"".join(lines))
    for host, kind in (("games", "ecdsa-sha2-nistp384"), ("other", "ecdsa-sha2-nistp521")):
        await refused(host)
        assert given["server_host_key_algs"][0] == kind


async def test_of_several_files_of_known_hosts_a_new_key_goes_to_the_first_and_a_changed_one_is_forgotten_there(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    given = refusing(monkeypatch, tmp_path, "UserKnownHostsFile ~/one ~/two\n")
    key, other = (asyncssh.generate_private_key("ssh-ed25519") for _ in "12")
    await refused("h")
    client = given["client_factory"]()
    given["known_hosts"]("h", "192.0.2.1", 22)
    client.validate_host_public_key("h", "192.0.2.1", 22, key)
    new = client.why_untrusted("not trusted")
    assert isinstance(new, NewHostError)
    new.trust()
    assert (tmp_path / "one").read_bytes() == b"h " + key.export_public_key().strip() + b"\n"
    assert not (tmp_path / "two").exists()
    client.validate_host_public_key("h", "192.0.2.1", 22, other)
    assert given["known_hosts"]("h", "192.0.2.1", 22)[0]
    assert str(client.why_untrusted("not trusted")).endswith(f"ssh-keygen -R h -f {tmp_path / 'one'}")
