"""How much a visitor may use, and a sentence for each refusal; and who gets in.

Addresses are counted one by one in IPv4 and by /64 in IPv6, as one visitor has these. Behind a proxy the address comes
in a header (PROXY protocol, version 2), which is believed only of proxies that the operator has named:
https://www.haproxy.org/download/2.9/doc/proxy-protocol.txt
"""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from socket import AF_INET, AF_INET6, inet_ntop
from typing import Protocol
from weakref import WeakValueDictionary

from termpuzzles.company.service.addresses import Addresses, HostAddresses, HostShare, OwnAddresses
from termpuzzles.logic.task import Budget

REQUEST = Budget(seconds=30.0)
QUESTION = Budget(cells=62_500, seconds=20.0)


@dataclass(frozen=True)
class Limits:
    """The limits of a service: numbers of sessions, seconds, bytes and keys."""

    sessions: int = 200
    connections: int = 400  # in all
    knocking: int = 100  # connections that have not logged in; one more drops the oldest
    sessions_an_address: int = 20  # these are connections; each may have several sessions
    sessions_a_player: int = 4
    channels: int = 4  # in one connection
    connections_a_minute: float = 60.0  # from one address
    connections_at_once: int = 30  # from one address, before the rate counts
    starts: int = 2  # screens that visitors of one net open at the same time; others of it wait for their turn
    empty: float = 60.0  # seconds that a connection may last without opening anything
    idle: float = 3_600.0
    stay: float = 12 * 3_600.0
    reader: float = 50.0  # seconds in which nothing that was sent is read; noticing it takes a few more
    unread: int = 1 << 16  # unread bytes after which nothing more is drawn
    request: Budget = REQUEST  # for a command
    request_input: int = 1 << 20
    request_output: int = 8 << 20
    question: Budget = QUESTION  # for a hint on a screen
    board_cells: int = 40_000  # of a board that a player opens
    guest_board_cells: int = 10_000  # likewise a guest
    processes: int = 6  # to answer questions: more than processors, so that short ones need not wait for long ones
    processes_ready: int = 2
    process_memory: int = 192 << 20  # bytes of each process
    commands: int = min(4, os.cpu_count() or 1)  # that run at the same time; others wait, and each visitor has one
    plain: int = 6  # visitors without a terminal, each with a process
    journals: int = 5_000  # boards of a player
    journal_bytes: int = 64 << 20  # of all of them
    matches: int = 1_000  # of a player that are over, of which the turns are kept
    sync_journal: int = 256 << 10  # bytes of a board that comes from another machine
    token: float = 600.0  # seconds for which a token to join a further key is valid


SENTENCES = {
    "connection_rate": "You are connecting too often. Wait a minute, then try again.",
    "sessions_an_address": "There are too many connections from your address. Close one, then try again.",
    "connections": "The server is full. Try again in a while.",
    "knocking": "Too many visitors are logging in. Try again in a while.",
    "banned": "You are banned from this server.",
    "revoked": "This key has been revoked.",
    "proxy": "Connections from this address must begin with a PROXY header.",
    "sessions": "The server is full. Try again in a while.",
    "channels": "This connection has too many sessions. Close one first.",
    "sessions_a_player": "You have too many sessions open. Close one first.",
    "plain": "Too many visitors are playing without a terminal. Try again in a while, or with one (ssh -t).",
    "quota": "Your boards fill all the room you have here. With a terminal you can still play.",
    "guest": "You came without a key, so no boards of yours are kept here to sync.",
    "empty": "Nothing was opened on this connection.",
    "idle": "Nothing was typed for a long time. Every move is kept; come back any time.",
    "stay": "You have been here for the longest time allowed. Every move is kept; come back any time.",
    "reader": "Your terminal has stopped reading.",
    "request_input": "This is more input than a command may take.",
    "request_output": "This answer is longer than a command may give.",
    "shutdown": "The server is shutting down. Every move is kept; come back later.",
    "store": "The store of this server does not answer. Nothing is lost; come back in a minute.",
    "subsystem": "There are no subsystems here.",
}


class Bucket:
    """A token bucket: it refills at a rate up to a maximum, each use takes tokens, and an empty bucket refuses."""

    def __init__(self, rate: float, most: float, now: Callable[[], float]) -> None:
        self._rate, self._most, self._now = rate, most, now
        self._tokens, self._at = most, now()

    def take(self, number: float = 1.0) -> bool:
        """Take this many tokens; False if there are not enough."""
        self._refill()
        if self._tokens < number:
            return False
        self._tokens -= number
        return True

    def _refill(self) -> None:
        now = self._now()
        self._tokens = min(self._most, self._tokens + (now - self._at) * self._rate)
        self._at = now


Net = IPv4Network | IPv6Network


def network_of(address: str) -> str:
    """The part of the address by which a visitor is counted; the text itself if it is no address."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or ip_network((int(found) >> 64 << 64, 64)))


def net_of(address: str) -> str:
    """The part of the address that one may well have as a whole: /24 in IPv4, /48 in IPv6; the text if it is none."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    found = (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found
    return str(ip_network((int(found), 24 if found.version == 4 else 48), strict=False))


def is_address_in(address: str, nets: Iterable[Net]) -> bool:
    """Whether the address lies in one of the nets."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    if isinstance(found, IPv6Address):
        found = found.ipv4_mapped or found
    return any(found in net for net in nets)


_SIGNATURE = b"\r\n\r\n\x00\r\nQUIT\n"
_HEAD = struct.Struct(">12sBBH")  # signature, version and command, family and transport, length of the rest
_LOCAL, _PROXY = 0x20, 0x21
_FAMILIES = {0x11: (AF_INET, 4), 0x21: (AF_INET6, 16)}
_LONGEST_HEADER = 2_048


def proxy_header(data: bytes) -> tuple[str, int] | None:
    """The visitor's address in the header that the data begin with, and the header's length; None if it is cut off.

    The address is "" if the proxy speaks for itself. Raises ValueError if there is no such header.
    """
    if data[: len(_SIGNATURE)] != _SIGNATURE[: len(data)]:
        raise ValueError("no PROXY header")
    if len(data) < _HEAD.size:
        return None
    _, command, family, length = _HEAD.unpack_from(data)
    end = _HEAD.size + length
    if command not in (_LOCAL, _PROXY) or end > _LONGEST_HEADER:
        raise ValueError("a PROXY header of another version")
    if len(data) < end:
        return None
    if command == _LOCAL:
        return "", end
    kind, size = _FAMILIES.get(family, (AF_INET, 0))
    if not size or length < 2 * size + 4:
        raise ValueError("a PROXY header without an address")
    return inet_ntop(kind, data[_HEAD.size : _HEAD.size + size]), end


class Knock(Protocol):
    """A connection that has not logged in yet."""

    def drop(self, limit: str) -> None:
        """End it because of a limit."""


class Admission:
    """Counts connections by address, at the host, and in all."""

    def __init__(self, limits: Limits, now: Callable[[], float], share: HostShare | None = None) -> None:
        self.limits = limits
        self._now = now
        self._addresses: Addresses = HostAddresses(share, now) if share else OwnAddresses(now)
        self._number = 0  # of connections here
        self._starts: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()  # for each net
        self._knocking: dict[Knock, None] = {}  # the oldest first

    def admit(self, address: str) -> str:
        """Admit a connection from this address, or return the limit that it hits."""
        net, limits = network_of(address), self.limits
        if not self._addresses.take(net, limits.connections_a_minute / 60, limits.connections_at_once):
            return "connection_rate"
        if self._addresses.open(net) >= limits.sessions_an_address:
            return "sessions_an_address"
        if self._number >= limits.connections:
            return "connections"
        self._addresses.add(net, 1)
        self._number += 1
        return ""

    def starting(self, address: str) -> asyncio.Semaphore:
        """What those wait for who open a screen, with all others of their net."""
        return self._starts.setdefault(net_of(address), asyncio.Semaphore(self.limits.starts))

    def dismiss(self, address: str) -> None:
        """Record the end of a connection from this address."""
        self._addresses.add(network_of(address), -1)
        self._number -= 1

    def knocks(self, connection: Knock) -> None:
        """Take a connection that has not logged in; the oldest one goes if there are too many."""
        self._knocking[connection] = None
        if len(self._knocking) > self.limits.knocking:
            oldest = next(iter(self._knocking))
            del self._knocking[oldest]
            oldest.drop("knocking")

    def entered(self, connection: Knock) -> None:
        """Record that the connection has logged in, or is gone."""
        self._knocking.pop(connection, None)
