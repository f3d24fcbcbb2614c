"""One connection: who it is, the little that it may do, and the algorithms that secure it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from itertools import count
from typing import Any

import asyncssh
from asyncssh.constants import MSG_IGNORE

from termpuzzles.company.service.fair_loop import ACCOUNT, account_of
from termpuzzles.company.service.limits import SENTENCES, is_address_in, net_of, network_of, proxy_header
from termpuzzles.company.service.monitoring import clean
from termpuzzles.company.service.players import Player
from termpuzzles.company.service.service import Service
from termpuzzles.company.service.visit import Visit

KEX = (
    "mlkem768x25519-sha256",
    "curve25519-sha256",
    "curve25519-sha256@libssh.org",
    "ecdh-sha2-nistp256",
    "ecdh-sha2-nistp384",
    "ecdh-sha2-nistp521",
)
CIPHERS = (
    "chacha20-poly1305@openssh.com",
    "aes256-gcm@openssh.com",
    "aes128-gcm@openssh.com",
    "aes256-ctr",
    "aes128-ctr",
)
MACS = ("hmac-sha2-256-etm@openssh.com", "hmac-sha2-512-etm@openssh.com", "hmac-sha2-256")
SIGNATURES = (
    "ssh-ed25519",
    "sk-ssh-ed25519@openssh.com",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "sk-ecdsa-sha2-nistp256@openssh.com",
    "rsa-sha2-512",
    "rsa-sha2-256",
)


_SIGNED_BY = {name.encode() for name in SIGNATURES}
_NUMBERS = count()


class Connection(asyncssh.SSHServer):
    """Lets everybody in, as a player with a key or as a guest without, and refuses everything but sessions.

    A key that a client merely asks about proves nothing: only the key that has signed the last step counts, once the
    authentication is complete.
    """

    def __init__(self, service: Service) -> None:
        self._service = service
        self._connection: asyncssh.SSHServerConnection | None = None
        self._offered = ""
        self._player: asyncio.Future[Player] | None = None
        self._visits: list[Visit] = []
        self._admitted = False
        self._number = next(_NUMBERS)  # in place of a key, while none has been proven
        self._context = Context()  # in which all runs that the connection causes
        self._empty_since = service.now()
        self.address = "?"

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take a new connection; too many are turned away before any key is exchanged."""
        self._connection = conn
        _send_nothing_to_ignore(conn)
        self.address = str((conn.get_extra_info("peername") or ("?",))[0])
        proxied = is_address_in(self.address, self._service.config.proxies)
        self._bill()
        _Intake(conn, self._arrive_by_proxy if proxied else None, lambda: self._context)
        self._service.door.knocks(self)
        self._service.connections.add(self)
        if not proxied and (limit := self._admit()):
            asyncio.get_running_loop().call_soon(self.drop, limit)  # after the version, else it is not read

    def _arrive_by_proxy(self, address: str) -> None:
        self.address = address or self.address
        self._bill()
        if limit := self._admit():
            self.drop(limit)  # before anything that follows is answered

    def _admit(self) -> str:
        limit = self._service.admit(self.address)
        self._admitted = not limit
        return limit

    def _bill(self, key: str = "") -> None:
        """Charge what the connection causes from now on to this key, or to a guest."""
        names = bool(key), net_of(self.address), network_of(self.address), key or self._number
        self._context = Context()
        self._context.run(ACCOUNT.set, account_of(*names))

    def drop(self, limit: str) -> None:
        """Hang up because of a limit, and say why."""
        self._service.reports.refuse(limit, self.address)
        if self._connection is not None:
            self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, SENTENCES[limit])

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over."""
        for name in _OURS:  # which would keep it alive until memory is collected
            vars(self._connection).pop(name, None)
        self._connection = None
        self._service.connections.discard(self)
        self._service.door.entered(self)
        if self._admitted:
            self._service.door.dismiss(self.address)
        if self._player is not None:
            self._service.begin(self._leave(self._player))

    async def _leave(self, player: asyncio.Future[Player]) -> None:
        await asyncio.gather(*(visit.over() for visit in self._visits))
        await self._service.ask(self._service.players.leave, await player)

    def check_timeouts(self) -> None:
        """Hang up if nothing has been opened for a while; the library itself ends those that do not log in."""
        if self._service.orders.is_banned(self.address, self._offered):
            self.drop("banned")
            return
        if self._offered in self._service.orders.revoked and self._player is not None:
            self.drop("revoked")
            return
        now = self._service.now()
        self._visits = [visit for visit in self._visits if not visit.is_over]
        if self._visits or self._player is None:
            self._empty_since = now
        elif now - self._empty_since > self._service.limits.empty:
            self.drop("empty")

    # Who it is

    def begin_auth(self, username: str) -> bool:
        """Ask everybody; user names mean nothing."""
        return True

    def public_key_auth_supported(self) -> bool:
        """Accept keys: a key is an identity."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Accept any key; also called when a client only asks about a key, so it proves nothing yet."""
        self._offered = key.get_fingerprint()
        key.all_sig_algorithms = _SIGNED_BY  # the library accepts all that the kind of key can make, SHA-1 too
        return True

    def kbdint_auth_supported(self) -> bool:
        """Accept guests, who have no key and are asked for nothing."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        """Ask for nothing: an empty challenge."""
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        """Accept a guest, whatever keys were asked about before."""
        self._offered = ""
        return True

    def auth_completed(self) -> None:
        """Take the key of the last step, which it has signed, or none, as the identity.

        Who is banned is told so when a session is asked for: what is sent now would cross with the sentence, which the
        other side then does not read.
        """
        self._service.door.entered(self)
        if not self._service.orders.is_banned(self.address, self._offered):
            self._bill(self._offered)
            self._player = self._service.begin(self._arrive())

    async def _arrive(self) -> Player:
        players, key = self._service.players, self._offered
        player = await (self._service.ask(players.of_key, key) if key else self._service.ask(players.guest))
        self._service.log("welcome", player=player.name, address=self.address, key=key or "none")
        return player

    # What it may do

    def session_requested(self) -> Visit:
        """A session, if there is room for one."""
        if self._service.orders.is_banned(self.address, self._offered):
            self.drop("banned")
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, SENTENCES["banned"])
        self._visits = [visit for visit in self._visits if not visit.is_over]
        limit = "channels" if len(self._visits) >= self._service.limits.channels else self._service.room()
        if limit or self._player is None:
            limit = limit or "empty"
            self._service.reports.refuse(limit, self.address)
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, SENTENCES[limit])
        visit = Visit(self._service, self._offered or self.address, self.address, self._player)
        self._visits.append(visit)
        self._service.visit_began(visit)
        return visit

    def connection_requested(self, dest_host: str, dest_port: int, orig_host: str, orig_port: int) -> bool:
        """Refuse to forward anything."""
        return self._refuse_forwarding(dest_host)

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Refuse to forward anything back."""
        return self._refuse_forwarding(listen_host)

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Refuse to connect to sockets of this machine."""
        return self._refuse_forwarding(dest_path)

    def unix_server_requested(self, listen_path: str) -> bool:
        """Refuse to connect to sockets of this machine."""
        return self._refuse_forwarding(listen_path)

    def tun_requested(self, unit: int | None) -> bool:
        """Refuse to tunnel networks."""
        return self._refuse_forwarding("tun")

    def tap_requested(self, unit: int | None) -> bool:
        """Refuse to tunnel networks."""
        return self._refuse_forwarding("tap")

    def _refuse_forwarding(self, what: str) -> bool:
        self._service.reports.refuse("forwarding", clean(what))
        return False


def _send_nothing_to_ignore(conn: asyncssh.SSHServerConnection) -> None:
    """Send no empty packet ahead of each packet: these protect ciphers that chain blocks; ours need none."""
    send = getattr(conn, "send_packet", None)
    if send is None:
        return  # this library sends in another way

    def send_what_says_something(kind: int, *parts: bytes, **options: Any) -> None:
        if kind != MSG_IGNORE:
            send(kind, *parts, **options)

    setattr(conn, "send_packet", send_what_says_something)  # noqa: B010 # a method is not assigned to


_READ = 1_024  # bytes that are handled before others have their turn: they may hold thirty requests or keys
_OURS = "data_received", "eof_received", "send_packet"


class _Intake:
    """What arrives for a connection, and is handled in the connection's context as soon as it is its turn.

    While something waits for that, at most as much again is read from the network, so that a visitor who causes more
    than a fair share of the work is kept waiting, and not what has come.

    `arrived` is called with the address in the header of a proxy, if one must come first.
    """

    def __init__(self, conn: Any, arrived: Callable[[str], None] | None, context: Callable[[], Context]) -> None:
        self._conn, self._arrived, self._context = conn, arrived, context
        self._take, self._end = conn.data_received, conn.eof_received
        self._early = self._waiting = b""
        self._is_paused = False
        self._transport: Any = vars(conn).get("_transport")
        if hasattr(self._transport, "max_size"):
            self._transport.max_size = _READ
        conn.data_received, conn.eof_received = self._received, self._ended

    def _received(self, data: bytes) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._take_in, context=self._context())
        elif self._transport is not None and not self._is_paused:
            self._is_paused = True
            self._transport.pause_reading()
        self._waiting += data

    def _take_in(self) -> None:
        data, self._waiting = self._waiting, b""
        if self._is_gone:
            return
        if data and self._arrived is not None:
            data = self._header(data)
        if data and not self._is_gone:
            self._take(data)
        if self._is_paused:
            self._is_paused = False
            if not self._is_gone:
                self._transport.resume_reading()

    @property
    def _is_gone(self) -> bool:
        return self._transport is not None and self._transport.is_closing()

    def _ended(self) -> None:
        """Take in what still waits, and then the end."""
        self._take_in()
        self._end()

    def _header(self, data: bytes) -> bytes:
        """Take the header of the proxy off; nothing is left while it is not complete."""
        self._early += data
        try:
            found = proxy_header(self._early)
        except ValueError:
            self._conn.disconnect(asyncssh.DISC_PROTOCOL_ERROR, SENTENCES["proxy"])
            return b""
        if found is None or self._arrived is None:
            return b""
        address, end = found
        arrived, rest = self._arrived, self._early[end:]
        self._arrived, self._early = None, b""
        arrived(address)
        return rest
