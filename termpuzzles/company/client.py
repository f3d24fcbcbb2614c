"""The way to a service as one of its players: with one's own key, to a host whose key is known as OpenSSH knows it."""

from __future__ import annotations

import asyncio
import os
import shlex
import socket
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

import asyncssh

from termpuzzles.company.sync import VERSION, Exchanged, ExchangeError, exchange_with, is_refusal
from termpuzzles.errors import on_one_line, shortened
from termpuzzles.storage.library import Library

_MOST = 16 << 20  # bytes of an answer
_MOST_WORDS = 1 << 16  # and of what is said beside it
_SECONDS = 20.0  # for a connection
_KNOWN = ("~/.ssh/known_hosts", "/etc/ssh/ssh_known_hosts")
_OURS = "SSH-2.0-termpuzzles"
_SSH_PORT = 22
_KINDS = ("ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "rsa-sha2-512")


class Destination(NamedTuple):
    """A host as `ssh` takes it, perhaps with a user; the port and the file of a key, or None as for `ssh`."""

    host: str
    port: int | None = None
    identity: str | None = None


class NewHostError(Exception):
    """Nobody has said yet that the key of this host can be trusted."""

    def __init__(self, name: str, key: asyncssh.SSHKey, file: Path | None) -> None:
        self.name, self._key, self._file = name, key, file
        self.fingerprint: str = key.get_fingerprint()
        self.kind = key.get_algorithm()

    def trust(self) -> None:
        """Remember the host's key, as OpenSSH does. Raises OSError."""
        if self._file is None or (self._file.exists() and not self._file.is_file()):
            return  # as with /dev/null, which is there to remember nothing
        self._file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        line = f"{self.name} {self._key.export_public_key().decode().strip()}\n".encode()
        with open(os.open(self._file, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "rb+") as file:
            before = file.read()
            file.write(b"\n" * (before[-1:] not in (b"", b"\n")) + line)


class _Client(asyncssh.SSHClient):
    """Keeps what there is to say when a host is not trusted; `files` are those of known hosts, one's own first."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = files
        self._connection: asyncssh.SSHClientConnection | None = None
        self.name = ""  # of the host, as a line of known hosts has it
        self.known: Sequence[asyncssh.SSHKey] = ()
        self.refused: asyncssh.SSHKey | None = None
        self.end = ""  # why the other side has ended the connection

    @property
    def version(self) -> str:
        """What the other side calls itself, once it has."""
        return str(self._connection.get_extra_info("server_version") or "") if self._connection else ""

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        """Take the connection."""
        self._connection = conn

    def connection_lost(self, exc: Exception | None) -> None:
        """Keep the reason, which no channel is told."""
        self.end = exc.reason if isinstance(exc, asyncssh.DisconnectError) else str(exc or "")

    def trusted(self, host: str, addr: str, port: int | None) -> tuple[Sequence[asyncssh.SSHKey], ...]:
        """The keys known of the host, those that may sign others, and those revoked; by its name and port alone."""
        self.name = f"[{host}]:{port}" if port not in (None, _SSH_PORT) else host
        files = [str(file) for file in self._files if file.is_file()]  # a pipe has no end
        self.known, *others = asyncssh.match_known_hosts(asyncssh.read_known_hosts(files), self.name, "", None)[:3]
        return self.known, *others

    def kinds(self, host: str, port: int) -> list[str]:
        """The kinds of keys to ask the host for: those that are known first, else its new one would not be seen."""
        known, authorities, _ = self.trusted(host, "", port)
        found = [kind.decode() for key in known for kind in key.sig_algorithms]
        return [*dict.fromkeys([*found, *_KINDS])] if found and not authorities else []

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        """Refuse a key that is not known."""
        self.refused = key
        return False

    @property
    def forget(self) -> str:
        """The command that lets the known key be forgotten."""
        return shlex.join(["ssh-keygen", "-R", self.name, "-f", str(self._files[0])])

    def why_untrusted(self, reason: str) -> Exception:
        """Why the host is not trusted."""
        if self.version and self.version != _OURS:
            return _no_service(self.version)
        if self.refused is None or "revoked" in reason:
            return ExchangeError(f"The key of this host is not to be trusted: {reason}.")
        if self.known:
            return ExchangeError(
                f"The key of {self.name} is not the one in your known hosts but {self.refused.get_fingerprint()}. "
                "Somebody may be in between; or the service has a new key, which whoever runs it can tell you. "
                f"If it has: {self.forget}"
            )
        return NewHostError(self.name, self.refused, self._files[0] if self._files else None)


async def sync(library: Library, to: Destination) -> Exchanged:
    """Merge the library and what one's player has at the service. Raises NewHostError, ExchangeError and OSError."""
    client, connection = await _connected(to)
    try:
        return await exchange_with(library, partial(_ask, client, connection))
    finally:
        connection.close()


async def _connected(to: Destination) -> tuple[_Client, asyncssh.SSHClientConnection]:
    user, _, host = to.host.rpartition("@")
    given: dict[str, object] = {
        "preferred_auth": "publickey",  # without a key one would come as a guest, of whom nothing is kept
        "connect_timeout": _SECONDS,
        "keepalive_interval": 15,
        **({"port": to.port} if to.port else {}),
        **({"username": user} if user else {}),
        **({"client_keys": [to.identity]} if to.identity else {}),
    }
    client = _Client(())
    try:
        options = await asyncssh.SSHClientConnectionOptions.construct(host=host, config=(), **given)  # ~/.ssh/config
        client = _Client(_known_hosts(options.known_hosts))
        given |= {"known_hosts": client.trusted, "client_factory": lambda: client}
        if kinds := client.kinds(options.host_key_alias or options.host, options.port):
            given["server_host_key_algs"] = kinds
        connection = await asyncssh.connect(host, **given)
    except asyncssh.HostKeyNotVerifiable as error:
        raise client.why_untrusted(error.reason) from None
    except (asyncssh.Error, asyncssh.ConfigParseError, asyncssh.KeyImportError, OSError, ValueError) as error:
        raise ExchangeError(_why_unconnected(error, client, to)) from None
    if client.version != _OURS:
        connection.abort()
        raise _no_service(client.version)
    return client, connection


def _known_hosts(configured: object) -> list[Path]:
    """The files of known hosts, where `~/.ssh/config` names some, one's own first; none if it says so."""
    if configured is None:
        return []
    files = configured if isinstance(configured, list) and configured else _KNOWN
    return [Path(file).expanduser() for file in files]


def _why_unconnected(error: Exception, client: _Client, to: Destination) -> str:
    """Why there is no connection, in a sentence."""
    if client.version and client.version != _OURS:
        return str(_no_service(client.version))
    if isinstance(error, asyncssh.PermissionDenied):
        return (
            "It accepts none of your keys. Name one with -i FILE, add one to your agent with ssh-add, "
            "or make one with ssh-keygen -t ed25519."
        )
    if isinstance(error, asyncssh.DisconnectError):
        return f"It ended the connection: {on_one_line(error.reason)}"
    if isinstance(error, asyncssh.KeyImportError):
        return f"{to.identity or 'A key'} cannot be used ({error}). If it has a passphrase, add it with ssh-add."
    if isinstance(error, socket.gaierror):
        return "There is no host of that name."
    if isinstance(error, ConnectionRefusedError):
        return "Nothing answers at this port. Is the service running, and the port right (-p 2222)?"
    if isinstance(error, TimeoutError):
        return "It does not answer."
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {(error.strerror or str(error)).lower()}"
    return on_one_line(f"It cannot be reached: {getattr(error, 'strerror', None) or error}")


def _no_service(version: str) -> ExchangeError:
    found = shortened(on_one_line(version.removeprefix("SSH-2.0-")))
    return ExchangeError(f"This is not a service of termpuzzles but {found}. Is the port right (-p 2222)?")


_REFUSED = 2  # the exit status of a command that a service does not carry out


async def _ask(client: _Client, connection: asyncssh.SSHClientConnection, words: Sequence[str], data: bytes) -> bytes:
    """What the service answers. Raises ExchangeError if it does not."""
    command = shlex.join(["sync", str(VERSION), *words])
    try:
        process = await connection.create_process(command, encoding=None)
        with suppress(BrokenPipeError):  # it has answered already
            process.stdin.write(data)
            process.stdin.write_eof()
        out, err = await asyncio.gather(_read(process.stdout, _MOST), _read(process.stderr, _MOST_WORDS))
        await process.wait_closed()
    except (asyncssh.Error, OSError) as error:
        raise ExchangeError(_lost(client.end or str(error))) from None
    if process.exit_status == 0:
        return out
    said = on_one_line(err.decode("utf-8", "replace").strip().removeprefix("termpuzzles: "))
    if process.exit_status == _REFUSED and not is_refusal(out):
        older = "Its termpuzzles is older than sync. Whoever runs it can update it."
        raise ExchangeError(f"{older} It says: {said}" if said else older)
    raise ExchangeError(said or _lost(client.end or "no answer"))


def _lost(reason: str) -> str:
    ended = f"The connection has ended: {on_one_line(reason).rstrip('.')}."
    return f"{ended} What was merged is kept; sync again to go on."


async def _read(stream: asyncssh.SSHReader[bytes], most: int) -> bytes:
    """All that comes. Raises ExchangeError if it is more than that."""
    found = bytearray()
    while data := await stream.read(1 << 16):
        found += data
        if len(found) > most:
            raise ExchangeError("It sends more than anybody could have played.")
    return bytes(found)
